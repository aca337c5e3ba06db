-- One row a dealer, game, betting and gaming day of the 28 up to this one: hands dealt.
SELECT dealer::VARCHAR AS dealer, game, betting, gaming_date, sum(hands)::BIGINT AS hands
FROM dealer_game_day
WHERE gaming_date BETWEEN $day::DATE - 27 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
GROUP BY ALL
ORDER BY ALL
