-- One row a room and hour of its clock, by the start of the hand. `hour` is 0 to 23, `hour_start` the same in UTC. Rake is
-- counted as in `rake_by_table`; only hands of cash tables.
CREATE TABLE rake_by_hour AS
SELECT gaming_date, room, hour, hour_start,
    sum(cash_hands)::BIGINT AS hands,
    sum(hands_with_due)::BIGINT AS hands_with_due,
    sum(rake_due_cents)::BIGINT AS rake_due_cents,
    sum(rake_taken_cents)::BIGINT AS rake_taken_cents,
    sum(rake_taken_cents - rake_due_cents)::BIGINT AS difference_cents,
    sum(rake_over_cents)::BIGINT AS rake_over_cents,
    sum(rake_under_cents)::BIGINT AS rake_under_cents,
    sum(hands_over)::BIGINT AS hands_over,
    sum(hands_under)::BIGINT AS hands_under,
    sum(slide_cents)::BIGINT AS slide_cents,
    sum(promo_cents)::BIGINT AS promo_cents
FROM play_by_hour
WHERE NOT is_tournament
GROUP BY gaming_date, room, hour, hour_start
ORDER BY gaming_date, room, hour_start;
