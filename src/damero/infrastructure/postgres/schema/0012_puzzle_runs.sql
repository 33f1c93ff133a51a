-- The latest run of puzzles of each player, for a day.
CREATE TABLE puzzle_run (
    player text COLLATE "C" PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
    at     bigint NOT NULL,
    body   bytea NOT NULL
);

CREATE INDEX puzzle_run_by_time ON puzzle_run (at);
