-- The day on which a session was last used (wall clock). Sessions that are not used any more are deleted.
ALTER TABLE session ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
UPDATE session SET used = created;
CREATE INDEX session_by_use ON session (used);
