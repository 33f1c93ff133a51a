-- The pieces of these positions: what is one move away from where a match stands is not helped with either.
ALTER TABLE running_position
    ADD COLUMN is_opening boolean NOT NULL DEFAULT true,
    ADD COLUMN few smallint NOT NULL DEFAULT 0,
    ADD COLUMN many smallint NOT NULL DEFAULT 0,
    ADD COLUMN pieces text NOT NULL DEFAULT '[]';
