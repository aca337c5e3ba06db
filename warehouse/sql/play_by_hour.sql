-- One row a table, game, betting, dealer, hour of the room's clock (by the start of the hand) and kind of play, cash or
-- tournament. Due and taken are over hands whose due is known; `slide_cents` is all rake that went to the slide, known
-- due or not. A tournament's row has no money; its pots are in `pot_chips_cents`. `hour_start` is the hour in UTC.
CREATE TABLE play_by_hour AS
WITH placed AS (
    SELECT f.*, coalesce(c.utc_offset_min, 0)::BIGINT * 60 AS offset_s,
        (epoch_us(f.start) // 1000000 + coalesce(c.utc_offset_min, 0)::BIGINT * 60) // 3600 AS local_hour
    FROM hand_amounts f
    LEFT JOIN clock c ON c.gaming_date = f.gaming_date AND c.room = f.room
)
SELECT gaming_date, room, "table", game, betting, dealer,
    (local_hour % 24)::INTEGER AS hour,
    make_timestamptz((local_hour * 3600 - offset_s) * 1000000) AS hour_start,
    is_tournament,
    count(*) AS hands,
    count(*) FILTER (WHERE NOT is_tournament) AS cash_hands,
    count(rake_due_cents) AS hands_with_due,
    coalesce(sum(rake_due_cents), 0)::BIGINT AS rake_due_cents,
    coalesce(sum(rake_compared_cents), 0)::BIGINT AS rake_taken_cents,
    sum(rake_over_cents)::BIGINT AS rake_over_cents,
    sum(rake_under_cents)::BIGINT AS rake_under_cents,
    count(*) FILTER (WHERE rake_over_cents > 0) AS hands_over,
    count(*) FILTER (WHERE rake_under_cents > 0) AS hands_under,
    coalesce(sum(rake_taken_cents), 0)::BIGINT AS slide_cents,
    coalesce(sum(promo_taken_cents), 0)::BIGINT AS promo_cents,
    coalesce(sum(time_slide_cents), 0)::BIGINT AS time_cents,
    coalesce(sum(pot_cents), 0)::BIGINT AS pot_cents,
    coalesce(sum(pot_chips_cents), 0)::BIGINT AS pot_chips_cents,
    coalesce(sum(contested_cents), 0)::BIGINT AS contested_cents,
    count(*) FILTER (WHERE rake_due_cents > 0 AND rake_due_cents = rake_cap_cents) AS capped,
    count(*) FILTER (WHERE rake_due_cents > 0) AS raked,
    count(*) FILTER (WHERE rake_unreduced_cents > rake_due_cents) AS reduced,
    coalesce(sum(rake_unreduced_cents - rake_due_cents) FILTER (WHERE rake_unreduced_cents > rake_due_cents), 0)::BIGINT AS reduction_cents,
    count(*) FILTER (WHERE rake_due_cents = 0) AS unraked,
    count(stub_count) AS stubs_counted,
    count(*) FILTER (WHERE stub_count <> stub_due) AS stubs_off
FROM placed
GROUP BY ALL
ORDER BY ALL;
