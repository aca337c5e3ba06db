-- One row a table and gaming day. The difference counts hands only where the rake due is known (`hands_evaluable`).
-- Only hands of cash tables: a tournament's chips are neither rake nor pots.
CREATE TABLE rake_by_table AS
SELECT gaming_date, room, "table",
    count(*) AS hands,
    count(rake_due_cents) AS hands_evaluable,
    sum(coalesce(pot_cents, 0))::BIGINT AS pot_cents,
    sum(coalesce(contested_cents, 0))::BIGINT AS contested_cents,
    sum(coalesce(rake_due_cents, 0))::BIGINT AS rake_due_cents,
    sum(coalesce(rake_taken_cents, 0))::BIGINT AS rake_taken_cents,
    sum(coalesce(promo_taken_cents, 0))::BIGINT AS promo_taken_cents,
    sum(rake_over_cents - rake_under_cents)::BIGINT AS difference_cents,
    sum(rake_over_cents)::BIGINT AS over_cents,
    sum(rake_under_cents)::BIGINT AS under_cents
FROM hand_amounts
WHERE NOT is_tournament
GROUP BY gaming_date, room, "table"
ORDER BY gaming_date, room, "table";
