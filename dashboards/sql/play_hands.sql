-- One row a hand of the gaming day: its rake, and its stub where it was counted. The rows behind the sums of Money and Stub.
SELECT f.room::VARCHAR AS room, f."table"::VARCHAR AS "table", f.hand, f.source_file, f.source_line,
    epoch_us(f."start") AS at_us, f.dealer::VARCHAR AS dealer, f.game::VARCHAR AS game, f.betting::VARCHAR AS betting,
    f.is_tournament, f.rake_due_cents AS due_cents, f.rake_compared_cents AS taken_cents,
    f.rake_over_cents AS over_cents, f.rake_under_cents AS under_cents, f.stub_count, f.stub_due
FROM hand_amounts f
WHERE f.gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR f.room = $room::VARCHAR)
ORDER BY f."start", f.room, f."table", f.hand, f.source_file, f.source_line
