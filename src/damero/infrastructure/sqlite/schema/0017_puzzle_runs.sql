-- The latest run of puzzles of each player, for a day.
CREATE TABLE puzzle_run (
    player TEXT    PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
    at     INTEGER NOT NULL,
    body   BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_run_by_time ON puzzle_run (at);
