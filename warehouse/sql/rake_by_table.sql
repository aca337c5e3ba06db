-- One row a cash table and gaming day: rake due and taken over hands whose due is known (`hands_with_due`), too much and too
-- little hand by hand. `slide_cents` is all rake that went to the slide. A tournament's chips are neither rake nor pots.
CREATE TABLE rake_by_table AS
SELECT gaming_date, room, "table",
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
    sum(promo_cents)::BIGINT AS promo_cents,
    sum(pot_cents)::BIGINT AS pot_cents,
    sum(contested_cents)::BIGINT AS contested_cents
FROM play_by_hour
WHERE NOT is_tournament
GROUP BY gaming_date, room, "table"
ORDER BY gaming_date, room, "table";
