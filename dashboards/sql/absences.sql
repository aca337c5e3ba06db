-- One row a seat and hand of the gaming day in which it was away or came back: what it owed after the hand, and what it posted in it, in a tournament in chips.
WITH owed AS (
    SELECT room, "table", hand, source_file, source_line, "start", is_tournament,
        coalesce(owes_sb_mask, 0) AS owes_sb_mask, coalesce(owes_bb_mask, 0) AS owes_bb_mask,
        max("start") OVER (PARTITION BY room, "table") AS last_start
    FROM hand_amounts
    WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
)
SELECT
    o.room::VARCHAR AS room, o."table"::VARCHAR AS "table", o.hand, o.source_file, o.source_line, epoch_us(o."start") AS at_us,
    epoch_us(o.last_start) AS last_us, a.seat, a.player::VARCHAR AS player, a.state::VARCHAR AS state,
    (o.owes_sb_mask >> a.seat::INTEGER) & 1 = 1 AS owes_sb, (o.owes_bb_mask >> a.seat::INTEGER) & 1 = 1 AS owes_bb,
    a.sb_cents, a.bb_cents, a.straddle_cents, a.kill_cents, a.live_cents, a.dead_cents,
    o.is_tournament
FROM absences AS a
JOIN owed AS o ON o.room = a.room AND o."table" = a."table" AND o.hand = a.hand AND o.source_file = a.source_file AND o.source_line = a.source_line
ORDER BY o.room, o."table", o."start", o.hand, o.source_file, o.source_line, a.seat
