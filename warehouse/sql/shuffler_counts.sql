-- One row a shuffler, deck and gaming day: how often it said what.
CREATE TABLE shuffler_counts AS
SELECT gaming_date, room, "table", device, deck,
    count(*) AS messages,
    count(*) FILTER (WHERE status = 'ok') AS ok,
    count(*) FILTER (WHERE status = 'count') AS wrong,
    count(*) FILTER (WHERE status = 'jam') AS jams,
    count(*) FILTER (WHERE status = 'incomplete') AS incomplete,
    count(*) FILTER (WHERE status = 'door') AS doors,
    count(*) FILTER (WHERE status = 'removed') AS removed
FROM shuffles
GROUP BY gaming_date, room, "table", device, deck
ORDER BY gaming_date, room, "table", device, deck;
