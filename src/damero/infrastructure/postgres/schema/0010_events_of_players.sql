-- How many events a match has that is over; of an imported game none, which is stored compactly.
ALTER TABLE seat ADD COLUMN events integer NOT NULL DEFAULT 0;
UPDATE seat SET events = version FROM match_state
WHERE match_state.match = seat.match AND NOT EXISTS (SELECT 1 FROM imported WHERE imported.match = seat.match);

-- The sum over a player's matches is read from the index alone.
DROP INDEX seat_by_change;
CREATE INDEX seat_by_change ON seat (player, over, changed, events);
