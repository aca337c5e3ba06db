-- One row a hand that was dealt at a flagged hand's table shortly before it, the earliest first: `flagged` names the flagged hand by its line.
WITH dealt AS (
    SELECT f.room, f."table", f.hand, f.source_file, f.source_line, f."start", f."end", f.button, f.dealer, f.deck, f.game,
        f.stub_count, f.stub_due, f.time_due_cents, f.time_taken_cents, f.seats_dealt,
        row_number() OVER (PARTITION BY f.room, f."table" ORDER BY f."start", f.hand, f.source_file, f.source_line) AS place
    FROM hand_facts AS f
    WHERE f.gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR f.room = $room::VARCHAR)
),
flagged AS (
    SELECT DISTINCT room, hand
    FROM findings
    WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) AND hand IS NOT NULL
)
SELECT
    here.room::VARCHAR AS room, here.hand, here.source_file::VARCHAR AS source_file, here.source_line,
    d.hand AS hand_before, d.source_file::VARCHAR AS file_before, d.source_line AS line_before,
    here.place - d.place AS hands_back, epoch_us(d."start") AS start_us, epoch_us(d."end") AS end_us, d.button,
    d.dealer::VARCHAR AS dealer, d.deck::VARCHAR AS deck, d.stub_count, d.stub_due, d.time_due_cents, d.time_taken_cents,
    d.seats_dealt
FROM dealt AS here
JOIN flagged ON flagged.room = here.room AND flagged.hand = here.hand
JOIN dealt AS d ON d.room = here.room AND d."table" = here."table" AND d.place BETWEEN here.place - 6 AND here.place - 1
ORDER BY here.room, here.hand, here.source_file, here.source_line, d.place
