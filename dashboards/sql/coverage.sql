-- One row a check: how often it could be judged on the gaming day, how often it was violated, how often the record did not say.
SELECT code, sum(evaluated)::BIGINT AS evaluated, sum(violated)::BIGINT AS violated, sum(not_evaluable)::BIGINT AS not_evaluable
FROM coverage_by_code
WHERE gaming_date = $day::DATE AND ($room::VARCHAR IS NULL OR room = $room::VARCHAR)
GROUP BY code
ORDER BY code
