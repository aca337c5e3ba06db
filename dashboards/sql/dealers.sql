-- One row a dealer: hands dealt on the gaming day and findings on those hands that are an error or a duty not done.
WITH dealt AS (
    SELECT dealer::VARCHAR AS dealer, count(*) AS hands, count(DISTINCT room || chr(0) || "table") AS tables
    FROM hand_facts
    WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) AND dealer IS NOT NULL
    GROUP BY dealer
),
found AS (
    SELECT dealer::VARCHAR AS dealer, count(*) AS findings
    FROM findings
    WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
        AND dealer IS NOT NULL AND hand IS NOT NULL AND severity IN ('error', 'procedure')
    GROUP BY dealer
)
SELECT dealt.dealer, dealt.hands, dealt.tables, coalesce(found.findings, 0) AS findings
FROM dealt
LEFT JOIN found ON found.dealer = dealt.dealer
ORDER BY dealt.dealer
