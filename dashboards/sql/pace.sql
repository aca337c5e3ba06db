-- One row a signed slot of the 28 gaming days up to this one in which its dealer dealt one game only: the hands started in it.
WITH slots AS (
    SELECT DISTINCT room::VARCHAR AS room, "table"::VARCHAR AS "table", emp AS dealer, slot_start, gaming_date
    FROM downs
    WHERE gaming_date BETWEEN $day::DATE - 27 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) AND emp IS NOT NULL AND slot_start IS NOT NULL
        AND kind IN ('live', 'tournament')
),
dealt AS (
    SELECT room::VARCHAR AS room, "table"::VARCHAR AS "table", dealer::VARCHAR AS dealer, gaming_date,
        make_timestamptz(epoch_us("start") // 1800000000 * 1800000000) AS slot_start,
        min(coalesce(game::VARCHAR, '')) AS game, min(coalesce(betting::VARCHAR, '')) AS betting,
        count(DISTINCT coalesce(game::VARCHAR, '') || chr(0) || coalesce(betting::VARCHAR, '')) AS games, count(*) AS hands
    FROM hand_facts
    WHERE gaming_date BETWEEN $day::DATE - 27 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) AND dealer IS NOT NULL
    GROUP BY ALL
)
SELECT dealt.dealer, dealt.game, dealt.betting, dealt.hands, count(*) AS slots
FROM dealt
JOIN slots ON slots.room = dealt.room AND slots."table" = dealt."table" AND slots.dealer = dealt.dealer
    AND slots.slot_start = dealt.slot_start AND slots.gaming_date = dealt.gaming_date
WHERE dealt.games = 1
GROUP BY ALL
ORDER BY ALL
