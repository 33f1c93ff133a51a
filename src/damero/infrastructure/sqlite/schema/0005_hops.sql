-- A capture that is being made hop by hop, kept beside the events until the turn ends.
CREATE TABLE hops (
    match TEXT PRIMARY KEY REFERENCES match (id),
    body  BLOB NOT NULL
) STRICT, WITHOUT ROWID;
