-- One row a hand of the gaming day that the lake received again with other content, in the order of commits.
SELECT room::VARCHAR AS room, hand, first_commit, "commit", first_file::VARCHAR AS first_file, source_file::VARCHAR AS source_file,
    changed::VARCHAR AS changed, event, was::VARCHAR AS was, now::VARCHAR AS now
FROM received_again
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
ORDER BY room, hand, "commit", event
