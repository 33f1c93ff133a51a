-- Whatever is deleted or called off by itself goes by the server's own time, which no change of the wall clock moves.
-- Existing sessions count as used at the moment of the upgrade.
ALTER TABLE session ADD COLUMN last_used INTEGER NOT NULL DEFAULT 0;
UPDATE session SET last_used = coalesce((SELECT value FROM meta WHERE key = 'server_time'), used);
DROP INDEX session_by_use;
ALTER TABLE session DROP COLUMN used;
CREATE INDEX session_by_use ON session (last_used);

-- When a sweep found the session out of use. It is deleted only if a later sweep confirms that.
ALTER TABLE session ADD COLUMN expired INTEGER;

-- When the summary changed (server time); `changed` is the same by the wall clock, for people.
ALTER TABLE match ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
UPDATE match SET changed_at = coalesce(
    (
        SELECT iif(json_valid(CAST(body AS TEXT)), json_extract(CAST(body AS TEXT), '$.at'), NULL)
        FROM event WHERE event.match = match.id ORDER BY seq DESC LIMIT 1
    ),
    (SELECT value FROM meta WHERE key = 'server_time'),
    changed
);
