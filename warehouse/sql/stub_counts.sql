-- One row a hand whose stub was counted: what the dealer counted, what was due, and the difference (null: not known).
CREATE TABLE stub_counts AS
SELECT gaming_date, room, "table", hand, start, dealer, deck, stub_count, stub_due, stub_count - stub_due AS difference,
    source_file, source_line
FROM hand_facts
WHERE stub_count IS NOT NULL
ORDER BY gaming_date, room, "table", start, hand, source_file, source_line;
