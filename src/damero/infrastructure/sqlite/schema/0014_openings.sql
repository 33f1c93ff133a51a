-- Matches that are counted in opening_move, or need not be.
CREATE TABLE opening_game (
    match TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- How often a move was played in a position of the opening, and how those games ended.
CREATE TABLE opening_move (
    game     TEXT    NOT NULL,
    position INTEGER NOT NULL,  -- its key
    move     TEXT    NOT NULL,
    engines  INTEGER NOT NULL,  -- whether an engine played
    level    INTEGER NOT NULL,
    month    INTEGER NOT NULL,  -- such as 202611
    first    INTEGER NOT NULL,
    draws    INTEGER NOT NULL,
    second   INTEGER NOT NULL,
    PRIMARY KEY (game, position, move, engines, level, month)
) STRICT, WITHOUT ROWID;
