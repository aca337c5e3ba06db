-- One row a dealer: the different hands of the 28 gaming days up to this one with a finding that counts in the comparison of dealers
-- (`dealer_codes.sql` says which count).
SELECT f.dealer::VARCHAR AS dealer, count(DISTINCT (f.gaming_date, f.room, f.hand)) AS hands
FROM findings AS f
WHERE f.gaming_date BETWEEN $day::DATE - 27 AND $day::DATE AND ($room::VARCHAR IS NULL OR f.room = $room::VARCHAR)
    AND f.dealer IS NOT NULL AND f.hand IS NOT NULL
    AND f.severity IN ('error', 'procedure') AND f.code[1:2] NOT IN ('DC', 'TL')
GROUP BY ALL
ORDER BY ALL
