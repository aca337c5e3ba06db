-- One row a dealer, game, betting and gaming day of the 28 up to this one: hands dealt.
SELECT dealer::VARCHAR AS dealer, coalesce(game::VARCHAR, '') AS game, coalesce(betting::VARCHAR, '') AS betting, gaming_date, count(*) AS hands
FROM hand_facts
WHERE gaming_date BETWEEN $day::DATE - 27 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) AND dealer IS NOT NULL
GROUP BY ALL
ORDER BY ALL
