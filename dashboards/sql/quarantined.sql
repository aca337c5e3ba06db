-- One row a reason for which lines or files of the lake could not be read, with the number of lines.
SELECT source_file, coalesce(column_or_field, '') AS field, reason, count(*) AS lines, min(line) AS first_line
FROM quarantine
GROUP BY ALL
ORDER BY lines DESC, source_file, field, reason
LIMIT 200
