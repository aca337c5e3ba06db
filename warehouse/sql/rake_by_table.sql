-- One row a table and gaming day. The difference counts hands only where the rake due is known (`hands_evaluable`).
CREATE TABLE rake_by_table AS
SELECT gaming_date, room, "table",
    count(*) AS hands,
    count(rake_due_cents) AS hands_evaluable,
    sum(coalesce(pot_cents, 0))::BIGINT AS pot_cents,
    sum(coalesce(contested_cents, 0))::BIGINT AS contested_cents,
    sum(coalesce(rake_due_cents, 0))::BIGINT AS rake_due_cents,
    sum(coalesce(rake_taken_cents, 0))::BIGINT AS rake_taken_cents,
    sum(coalesce(promo_taken_cents, 0))::BIGINT AS promo_taken_cents,
    sum(coalesce(rake_taken_cents - rake_due_cents, 0))::BIGINT AS difference_cents,
    sum(greatest(coalesce(rake_taken_cents - rake_due_cents, 0), 0))::BIGINT AS over_cents,
    sum(greatest(coalesce(rake_due_cents - rake_taken_cents, 0), 0))::BIGINT AS under_cents
FROM hand_facts
GROUP BY gaming_date, room, "table"
ORDER BY gaming_date, room, "table";
