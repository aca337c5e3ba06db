-- One row a table with hands on the gaming day. Rake is compared only over hands whose due could be derived.
SELECT
    room::VARCHAR AS room,
    "table"::VARCHAR AS "table",
    count(*) AS hands,
    sum(pot_cents)::BIGINT AS pot_cents,
    count(rake_due_cents) AS hands_with_due,
    sum(rake_due_cents)::BIGINT AS rake_due_cents,
    sum(rake_taken_cents) FILTER (WHERE rake_due_cents IS NOT NULL)::BIGINT AS rake_taken_cents,
    sum(abs(rake_taken_cents - rake_due_cents))::BIGINT AS rake_apart_cents,
    sum(greatest(rake_taken_cents - rake_due_cents, 0))::BIGINT AS rake_over_cents,
    sum(greatest(rake_due_cents - rake_taken_cents, 0))::BIGINT AS rake_under_cents,
    count(stub_count) AS stubs_counted,
    count(*) FILTER (WHERE stub_count IS NOT NULL AND stub_due IS NOT NULL AND stub_count <> stub_due) AS stubs_off
FROM hand_facts
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
GROUP BY room, "table"
ORDER BY room, "table"
