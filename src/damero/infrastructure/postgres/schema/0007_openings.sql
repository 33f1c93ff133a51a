-- Matches that are counted in opening_move, or need not be.
CREATE TABLE opening_game (
    match text COLLATE "C" PRIMARY KEY
);

-- How often a move was played in a position of the opening, and how those games ended.
CREATE TABLE opening_move (
    game     text COLLATE "C" NOT NULL,
    position bigint NOT NULL,  -- its key
    move     text COLLATE "C" NOT NULL,
    engines  boolean NOT NULL,  -- whether an engine played
    level    integer NOT NULL,
    month    integer NOT NULL,  -- such as 202611
    first    integer NOT NULL,
    draws    integer NOT NULL,
    second   integer NOT NULL,
    PRIMARY KEY (game, position, move, engines, level, month)
);
