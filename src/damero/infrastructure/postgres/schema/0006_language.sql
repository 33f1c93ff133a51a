-- The language that a player chose; NULL: as each browser asks for.
ALTER TABLE player ADD COLUMN language text;
