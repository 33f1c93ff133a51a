-- When a session was last used (wall clock, to the day): one that nobody uses any more ends.
ALTER TABLE session ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
UPDATE session SET used = created;
CREATE INDEX session_by_use ON session (used);
