-- The same for names that look alike; NULL until the server fills it in.
ALTER TABLE player ADD COLUMN name_key TEXT;
CREATE INDEX player_by_name_key ON player (name_key);

-- Names that accounts have given up, and until when (server time) nobody else can take them.
CREATE TABLE kept_name (
    key    TEXT    PRIMARY KEY,
    player TEXT    NOT NULL,
    until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
