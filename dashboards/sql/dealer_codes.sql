-- One row a dealer, game, betting, gaming day of the 28 up to this one and code: findings on hands that are an error or a duty not done.
-- Down cards (DC) and the record itself (TL) are not counted by hands dealt, and are left out.
WITH games AS (
    SELECT DISTINCT gaming_date, room, hand, coalesce(game::VARCHAR, '') AS game, coalesce(betting::VARCHAR, '') AS betting
    FROM hand_facts
    WHERE gaming_date BETWEEN $day::DATE - 27 AND $day::DATE
)
SELECT f.dealer::VARCHAR AS dealer, games.game, games.betting, f.gaming_date, f.code, count(*) AS findings
FROM findings AS f
JOIN games ON games.gaming_date = f.gaming_date AND games.room = f.room AND games.hand = f.hand
WHERE f.gaming_date BETWEEN $day::DATE - 27 AND $day::DATE AND ($room::VARCHAR IS NULL OR f.room = $room::VARCHAR)
    AND f.dealer IS NOT NULL AND f.severity IN ('error', 'procedure') AND f.code[1:2] NOT IN ('DC', 'TL')
GROUP BY ALL
ORDER BY ALL
