-- One row a shuffler, deck, gaming day and status: how often it said so. `wrong` are messages of a deck that was not 52 cards.
CREATE TABLE shuffler_counts AS
SELECT gaming_date, room, "table", device, deck, status,
    count(*) AS messages,
    count(*) FILTER (WHERE status = 'count' OR (status = 'ok' AND cards <> 52)) AS wrong
FROM shuffles
GROUP BY gaming_date, room, "table", device, deck, status
ORDER BY gaming_date, room, "table", device, deck, status;
