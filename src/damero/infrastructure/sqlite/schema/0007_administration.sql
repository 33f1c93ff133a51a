-- Players who may not sign in.
CREATE TABLE ban (
    player TEXT PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
    reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What players report to the administrators. Times are the wall clock.
CREATE TABLE report (
    id       INTEGER PRIMARY KEY,
    reporter TEXT    NOT NULL,
    player   TEXT    NOT NULL,
    reason   TEXT    NOT NULL,
    match    TEXT,
    at       INTEGER NOT NULL,
    settled  TEXT
) STRICT;

CREATE UNIQUE INDEX open_report ON report (reporter, player) WHERE settled IS NULL;

-- What administrators did.
CREATE TABLE audit (
    id        INTEGER PRIMARY KEY,
    at        INTEGER NOT NULL,
    action    TEXT    NOT NULL,
    arguments TEXT    NOT NULL,
    result    TEXT    NOT NULL
) STRICT;
