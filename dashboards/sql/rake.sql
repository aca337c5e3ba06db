-- One row a table, game, dealer, half hour (of UTC, as microseconds of its start) and kind of play, cash or tournament, of the gaming day.
-- Due and taken are over hands with a known due. A tournament's row has no money; its pots are in `pot_chips_cents`.
SELECT
    room::VARCHAR AS room, "table"::VARCHAR AS "table", game::VARCHAR AS game, betting::VARCHAR AS betting,
    dealer::VARCHAR AS dealer, epoch_us("start") // 1800000000 * 1800000000 AS half_hour_us, is_tournament,
    count(*) AS hands,
    count(*) FILTER (WHERE NOT is_tournament) AS cash_hands,
    count(rake_due_cents) AS hands_with_due,
    coalesce(sum(rake_due_cents), 0)::BIGINT AS due_cents,
    coalesce(sum(rake_compared_cents), 0)::BIGINT AS taken_cents,
    coalesce(sum(rake_taken_cents), 0)::BIGINT AS slide_cents,
    coalesce(sum(promo_taken_cents), 0)::BIGINT AS promo_cents,
    coalesce(sum(time_slide_cents), 0)::BIGINT AS time_cents,
    sum(rake_over_cents)::BIGINT AS over_cents,
    sum(rake_under_cents)::BIGINT AS under_cents,
    coalesce(sum(pot_cents), 0)::BIGINT AS pot_cents,
    coalesce(sum(pot_chips_cents), 0)::BIGINT AS pot_chips_cents,
    count(*) FILTER (WHERE rake_due_cents > 0 AND rake_due_cents = rake_cap_cents) AS capped,
    count(*) FILTER (WHERE rake_due_cents > 0) AS raked,
    count(*) FILTER (WHERE rake_unreduced_cents > rake_due_cents) AS reduced,
    coalesce(sum(rake_unreduced_cents - rake_due_cents) FILTER (WHERE rake_unreduced_cents > rake_due_cents), 0)::BIGINT AS reduction_cents,
    count(*) FILTER (WHERE rake_due_cents = 0) AS unraked
FROM hand_amounts
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
GROUP BY ALL
ORDER BY ALL
