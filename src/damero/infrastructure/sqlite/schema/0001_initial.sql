-- The events of every match. (match, seq) and (match, command, part) are unique, so nothing is stored twice.
CREATE TABLE event (
    match   TEXT    NOT NULL,
    seq     INTEGER NOT NULL,
    command TEXT    NOT NULL,
    part    INTEGER NOT NULL,  -- one command can cause several events
    kind    TEXT    NOT NULL,
    body    BLOB    NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX event_by_command ON event (match, command, part);

-- What lists of matches show. Derived from the events; moves and offers do not change it.
CREATE TABLE match (
    id      TEXT    PRIMARY KEY,
    game    TEXT    NOT NULL,
    status  TEXT    NOT NULL,
    access  TEXT    NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    summary BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX match_by_change ON match (status, access, changed);

CREATE TABLE seat (
    player TEXT NOT NULL,
    match  TEXT NOT NULL REFERENCES match (id),
    PRIMARY KEY (player, match)
) STRICT, WITHOUT ROWID;

CREATE TABLE player (
    id            TEXT    PRIMARY KEY,
    name          TEXT    NOT NULL COLLATE NOCASE UNIQUE,
    password_hash TEXT,
    created       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
    token_hash TEXT    PRIMARY KEY,
    player     TEXT    NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    created    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX session_by_player ON session (player);

CREATE TABLE formation (
    player TEXT NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    game   TEXT NOT NULL,
    name   TEXT NOT NULL,
    army   TEXT NOT NULL,
    PRIMARY KEY (player, game, name)
) STRICT, WITHOUT ROWID;

-- The server's own time at the last commit, and the secret key of its identifiers.
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value ANY  NOT NULL
) STRICT, WITHOUT ROWID;
