-- What an engine found about every move of a finished match.
CREATE TABLE review (
    match text COLLATE "C" PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    at    bigint NOT NULL,
    body  bytea NOT NULL
);
