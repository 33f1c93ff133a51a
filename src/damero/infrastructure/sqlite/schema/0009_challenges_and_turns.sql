-- Challenges that were not answered yet.
CREATE TABLE challenge (
    match      TEXT PRIMARY KEY REFERENCES match (id),
    challenger TEXT NOT NULL,
    invited    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX challenge_by_challenger ON challenge (challenger);
CREATE INDEX challenge_by_invited ON challenge (invited);

-- The seats that the player holds, separated by spaces, and whether the match waits for the player before it begins.
-- For the matches that are there already, the server fills them in.
ALTER TABLE seat ADD COLUMN seats TEXT NOT NULL DEFAULT '';
ALTER TABLE seat ADD COLUMN due INTEGER NOT NULL DEFAULT 0;
