-- What an engine found about every move of a finished match.
CREATE TABLE review (
    match TEXT    PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    at    INTEGER NOT NULL,
    body  BLOB    NOT NULL
) STRICT, WITHOUT ROWID;
