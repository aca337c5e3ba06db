-- One row a hand that was replayed: `hand_facts` with its money. In a tournament every amount is null, so that no sum of money
-- holds its chips; `pot_chips_cents` is its pot, in hundredths of a chip.
-- Rake is compared only where the rake due is known: `rake_compared_cents` is what was taken there, `rake_over_cents` and
-- `rake_under_cents` what was too much and too little. `rake_taken_cents` is all rake that went to the slide.
CREATE VIEW hand_amounts AS
WITH cash AS (
    SELECT f.* REPLACE (
            CASE WHEN t.gaming_date IS NULL THEN f.pot_cents END AS pot_cents,
            CASE WHEN t.gaming_date IS NULL THEN f.contested_cents END AS contested_cents,
            CASE WHEN t.gaming_date IS NULL THEN f.rake_step_cents END AS rake_step_cents,
            CASE WHEN t.gaming_date IS NULL THEN f.rake_cap_cents END AS rake_cap_cents,
            CASE WHEN t.gaming_date IS NULL THEN f.rake_due_cents END AS rake_due_cents,
            CASE WHEN t.gaming_date IS NULL THEN f.rake_unreduced_cents END AS rake_unreduced_cents,
            CASE WHEN t.gaming_date IS NULL THEN f.rake_taken_cents END AS rake_taken_cents,
            CASE WHEN t.gaming_date IS NULL THEN f.promo_taken_cents END AS promo_taken_cents,
            CASE WHEN t.gaming_date IS NULL THEN f.time_due_cents END AS time_due_cents,
            CASE WHEN t.gaming_date IS NULL THEN f.time_taken_cents END AS time_taken_cents,
            CASE WHEN t.gaming_date IS NULL THEN f.time_slide_cents END AS time_slide_cents
        ),
        t.gaming_date IS NOT NULL AS is_tournament,
        CASE WHEN t.gaming_date IS NOT NULL THEN f.pot_cents END AS pot_chips_cents
    FROM hand_facts AS f
    LEFT JOIN tournament_hands AS t
        ON t.gaming_date = f.gaming_date AND t.room = f.room AND t.hand = f.hand AND t."table" IS NOT DISTINCT FROM f."table"
)
SELECT *,
    CASE WHEN rake_due_cents IS NOT NULL THEN rake_taken_cents END AS rake_compared_cents,
    CASE WHEN rake_taken_cents > rake_due_cents THEN rake_taken_cents - rake_due_cents ELSE 0 END AS rake_over_cents,
    CASE WHEN rake_taken_cents < rake_due_cents THEN rake_due_cents - rake_taken_cents ELSE 0 END AS rake_under_cents
FROM cash;
