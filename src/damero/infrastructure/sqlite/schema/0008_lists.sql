-- What lists are sorted by, beside the player, so that a page of a list is read by an index.
ALTER TABLE seat ADD COLUMN over INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
UPDATE seat SET (over, changed) = (
    SELECT status IN ('finished', 'aborted'), match.changed FROM match WHERE id = seat.match
);
CREATE INDEX seat_by_change ON seat (player, over, changed);

-- The seat to move after the event and the others of its command; NULL unless the game is being played.
-- For the matches that are there already, the server fills it in.
ALTER TABLE event ADD COLUMN to_move TEXT;
