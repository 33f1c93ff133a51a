-- Where a session was opened: how the program called itself, and its network address.
ALTER TABLE session ADD COLUMN agent TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN address TEXT NOT NULL DEFAULT '';

-- What a player can search for among the matches that are over. NULL where it does not apply.
-- For the matches that are there already, the server fills it in.
ALTER TABLE seat ADD COLUMN game TEXT;
ALTER TABLE seat ADD COLUMN opponent TEXT;  -- the key of the name, or 'engine'
ALTER TABLE seat ADD COLUMN result TEXT;    -- won, lost, drawn or aborted
ALTER TABLE seat ADD COLUMN speed TEXT;
ALTER TABLE seat ADD COLUMN imported INTEGER;

CREATE INDEX seat_by_game ON seat (player, game, changed) WHERE over = 1;
CREATE INDEX seat_by_opponent ON seat (player, opponent, changed) WHERE over = 1;
CREATE INDEX seat_by_result ON seat (player, result, changed) WHERE over = 1;
CREATE INDEX seat_by_speed ON seat (player, speed, changed) WHERE over = 1;
CREATE INDEX seat_by_import ON seat (player, imported, changed) WHERE over = 1;
