-- One row a dealer, room, gaming day, game and betting: hands dealt.
CREATE TABLE dealer_game_day AS
SELECT gaming_date, room, dealer, coalesce(game::VARCHAR, '') AS game, coalesce(betting::VARCHAR, '') AS betting,
    sum(hands)::BIGINT AS hands
FROM play_by_hour
WHERE dealer IS NOT NULL
GROUP BY ALL
ORDER BY ALL;
