-- One row a dealer, room, gaming day, game, betting and code: the findings that count when dealers are compared. These are
-- findings on hands that are an error or a duty not done. Down cards (DC) and the record itself (TL) are not counted by hands
-- dealt, and are left out.
CREATE TABLE dealer_code_day AS
WITH games AS (
    SELECT DISTINCT gaming_date, room, hand, coalesce(game::VARCHAR, '') AS game, coalesce(betting::VARCHAR, '') AS betting
    FROM hand_facts
)
SELECT f.gaming_date, f.room, f.dealer, games.game, games.betting, f.code, count(*) AS findings
FROM findings AS f
JOIN games ON games.gaming_date = f.gaming_date AND games.room = f.room AND games.hand = f.hand
WHERE f.dealer IS NOT NULL AND f.severity IN ('error', 'procedure') AND f.code[1:2] NOT IN ('DC', 'TL')
GROUP BY ALL
ORDER BY ALL;
