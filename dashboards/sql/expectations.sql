-- One row an expectation and gaming day of the 28 up to this one: whether it held. `name` is the same on all days. Rows
-- of former versions have none: they get that of the same sentence, and sentences that carried figures lose them.
SELECT gaming_date, room::VARCHAR AS room, table_name, expectation, severity, success, observed, detail,
  coalesce(
    name,
    any_value(name) OVER (PARTITION BY room, table_name, expectation),
    CASE WHEN starts_with(expectation, 'volume:') THEN 'volume'
      WHEN starts_with(expectation, 'freshness:') THEN 'freshness'
      ELSE expectation END
  ) AS name
FROM quality
WHERE gaming_date BETWEEN $day::DATE - 27 AND $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY room, table_name, name, gaming_date
