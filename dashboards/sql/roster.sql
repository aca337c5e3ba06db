-- One row an employee number on the roster; the first name in the alphabet where a number is written twice.
SELECT emp, min(coalesce(last_name, '') || ', ' || coalesce(first_name, '')) AS name, min(games) AS games
FROM roster
WHERE emp IS NOT NULL
GROUP BY emp
ORDER BY emp
