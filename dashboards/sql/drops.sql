-- One row a box of the gaming day as it was counted.
SELECT room::VARCHAR AS room, "table"::VARCHAR AS "table", shift, sum(rake_cents)::BIGINT AS rake_cents, sum(promo_cents)::BIGINT AS promo_cents
FROM drops
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
GROUP BY ALL
ORDER BY ALL
