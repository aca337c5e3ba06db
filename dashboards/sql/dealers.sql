-- One row a dealer who dealt on the gaming day.
SELECT dealer::VARCHAR AS dealer, sum(hands)::BIGINT AS hands, sum(tables)::BIGINT AS tables, sum(counted)::BIGINT AS findings
FROM dealer_day
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR) AND hands > 0
GROUP BY dealer
ORDER BY dealer
