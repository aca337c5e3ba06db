-- One row a house-banked table and kind of wager on the gaming day: what was wagered, what the house won, and the sums
-- from which the spread of its hold is told. Void rounds are left out. The chip of the progressive is never given back.
WITH rounds AS (
    SELECT h.room, h."table", h.hand, h.source_file, h.source_line
    FROM hands AS h
    WHERE h.gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR h.room = $room::VARCHAR) AND h.game = 'huhe'
),
told AS (
    SELECT r.room, r."table", r.hand, r.source_file, r.source_line, e.seat, e.kind, e.word, e.amount_cents
    FROM rounds AS r
    JOIN events AS e
        ON e.room = r.room AND e.hand = r.hand AND e.source_file = r.source_file AND e.source_line = r.source_line
    WHERE e.gaming_date = $day::DATE
),
void AS (SELECT DISTINCT room, hand, source_file, source_line FROM told WHERE word IN ('void', 'misdeal')),
wagers AS (
    SELECT
        t.room, t."table", t.hand, t.source_line, t.seat, t.kind,
        sum(CASE WHEN t.word = 'wager' THEN t.amount_cents ELSE 0 END)::DOUBLE AS staked,
        sum(CASE WHEN t.word = 'take' AND t.kind <> 'progressive' THEN t.amount_cents
                 WHEN t.word = 'wager' AND t.kind = 'progressive' THEN t.amount_cents
                 WHEN t.word = 'pay' OR (t.word = 'push' AND t.kind = 'progressive') THEN -t.amount_cents
                 ELSE 0 END)::DOUBLE AS won
    FROM told AS t
    ANTI JOIN void AS v
        ON v.room = t.room AND v.hand = t.hand AND v.source_file = t.source_file AND v.source_line = t.source_line
    WHERE t.kind IS NOT NULL AND t.word IN ('wager', 'pay', 'take', 'push')
    GROUP BY ALL
)
SELECT
    room::VARCHAR AS room, "table"::VARCHAR AS "table", kind::VARCHAR AS kind, count(*) AS wagers,
    sum(staked)::BIGINT AS staked_cents, sum(won)::BIGINT AS won_cents, sum(won * won) AS won_won,
    sum(won * staked) AS won_staked, sum(staked * staked) AS staked_staked
FROM wagers
WHERE staked > 0
GROUP BY ALL
ORDER BY room, "table", kind
