-- One row a hand of a tournament. Its chips are no money: whatever adds amounts up asks here, and nowhere else.
CREATE TABLE tournament_hands AS
SELECT DISTINCT gaming_date, room, "table", hand
FROM hands
WHERE is_tournament
ORDER BY ALL;
