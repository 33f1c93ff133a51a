-- How much each player's imported games take. All events of an imported game are one compressed row of `event`.
CREATE TABLE imported (
    match  TEXT    PRIMARY KEY REFERENCES match (id),
    player TEXT    NOT NULL,
    bytes  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX imported_by_player ON imported (player);
