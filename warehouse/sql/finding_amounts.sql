-- One row a finding, with what its amount is. `money_cents` is money and `chips_cents` the chips of a tournament (in
-- hundredths of a chip), both signed as `amount_cents` is; at most one of them is set, and a finding about no hand is money.
-- Totals are sums of the last three columns: `moved_cents` is money moved wrongly, `moved_chips_cents` chips moved wrongly,
-- and `went` says which way the money went. A finding that moved nothing adds 0.
CREATE VIEW finding_amounts AS
WITH split AS (
    SELECT f.*,
        CASE WHEN t.gaming_date IS NULL THEN f.amount_cents END AS money_cents,
        CASE WHEN t.gaming_date IS NOT NULL THEN f.amount_cents END AS chips_cents
    FROM findings AS f
    LEFT JOIN tournament_hands AS t
        ON t.gaming_date = f.gaming_date AND t.room = f.room AND t.hand = f.hand AND t."table" IS NOT DISTINCT FROM f."table"
)
SELECT *,
    coalesce(abs(money_cents), 0) AS moved_cents,
    coalesce(abs(chips_cents), 0) AS moved_chips_cents,
    CASE
        WHEN coalesce(money_cents, 0) = 0 THEN NULL
        WHEN paid_to = 'house' OR (starts_with(code, 'RK') AND money_cents > 0) THEN 'to the house'
        WHEN paid_by = 'house' OR (starts_with(code, 'RK') AND money_cents < 0) THEN 'from the house'
        ELSE 'between players'
    END AS went
FROM split;
