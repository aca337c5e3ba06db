-- One row a room, gaming day and check: how much of the day it could judge.
CREATE TABLE coverage_by_code AS
SELECT gaming_date, room, code,
    count(DISTINCT "table") AS tables,
    sum(evaluated)::BIGINT AS evaluated,
    sum(evaluated - violated)::BIGINT AS passed,
    sum(violated)::BIGINT AS violated,
    sum(not_evaluable)::BIGINT AS not_evaluable
FROM coverage
GROUP BY gaming_date, room, code
ORDER BY gaming_date, room, code;
