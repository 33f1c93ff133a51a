-- The first try of each puzzle. There are no more rows for a player than puzzles.
CREATE TABLE puzzle_result (
    player text COLLATE "C" NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    game   text COLLATE "C" NOT NULL,
    puzzle text COLLATE "C" NOT NULL,
    solved boolean NOT NULL,
    at     bigint NOT NULL,
    PRIMARY KEY (player, game, puzzle)
);

CREATE TABLE puzzle_standing (
    player      text COLLATE "C" NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    game        text COLLATE "C" NOT NULL,
    rating      double precision NOT NULL,
    deviation   double precision NOT NULL,
    volatility  double precision NOT NULL,
    best_streak integer NOT NULL,
    best_timed  integer NOT NULL,
    PRIMARY KEY (player, game)
);
