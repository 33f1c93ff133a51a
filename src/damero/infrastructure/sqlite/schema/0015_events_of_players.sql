-- How many events a match has that is over; of an imported game none, which is stored compactly.
ALTER TABLE seat ADD COLUMN events INTEGER NOT NULL DEFAULT 0;
UPDATE seat SET events = (SELECT max(seq) FROM event WHERE event.match = seat.match)
WHERE NOT EXISTS (SELECT 1 FROM imported WHERE imported.match = seat.match);

-- The sum over a player's matches is read from the index alone.
DROP INDEX seat_by_change;
CREATE INDEX seat_by_change ON seat (player, over, changed, events);
