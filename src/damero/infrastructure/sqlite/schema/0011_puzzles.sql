-- The first try of each puzzle. There are no more rows for a player than puzzles.
CREATE TABLE puzzle_result (
    player TEXT    NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    game   TEXT    NOT NULL,
    puzzle TEXT    NOT NULL,
    solved INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (player, game, puzzle)
) STRICT, WITHOUT ROWID;

CREATE TABLE puzzle_standing (
    player      TEXT    NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    game        TEXT    NOT NULL,
    rating      REAL    NOT NULL,
    deviation   REAL    NOT NULL,
    volatility  REAL    NOT NULL,
    best_streak INTEGER NOT NULL,
    best_timed  INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
