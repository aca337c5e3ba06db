-- One row a table with hands on the gaming day; `cash_hands` are those that no tournament was. Sums of money are over these. Rake is compared only over hands whose due could be derived.
SELECT
    room::VARCHAR AS room,
    "table"::VARCHAR AS "table",
    count(*) AS hands,
    count(*) FILTER (WHERE NOT is_tournament) AS cash_hands,
    count(rake_due_cents) AS hands_with_due,
    sum(rake_due_cents)::BIGINT AS rake_due_cents,
    sum(rake_compared_cents)::BIGINT AS rake_taken_cents,
    sum(rake_over_cents + rake_under_cents)::BIGINT AS rake_apart_cents,
    sum(rake_over_cents)::BIGINT AS rake_over_cents,
    sum(rake_under_cents)::BIGINT AS rake_under_cents,
    count(stub_count) AS stubs_counted,
    count(*) FILTER (WHERE stub_count IS NOT NULL AND stub_due IS NOT NULL AND stub_count <> stub_due) AS stubs_off
FROM hand_amounts
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
GROUP BY room, "table"
ORDER BY room, "table"
