-- Where a session was opened: how the program called itself, and its network address.
ALTER TABLE session ADD COLUMN agent text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN address text COLLATE "C" NOT NULL DEFAULT '';

-- What a player can search for among the matches that are over. NULL where it does not apply.
ALTER TABLE seat ADD COLUMN game text COLLATE "C";
ALTER TABLE seat ADD COLUMN opponent text COLLATE "C";  -- the key of the name, or 'engine'
ALTER TABLE seat ADD COLUMN result text COLLATE "C";    -- won, lost, drawn or aborted
ALTER TABLE seat ADD COLUMN speed text COLLATE "C";
ALTER TABLE seat ADD COLUMN imported boolean;

CREATE INDEX seat_by_game ON seat (player, game, changed) WHERE over;
CREATE INDEX seat_by_opponent ON seat (player, opponent, changed) WHERE over;
CREATE INDEX seat_by_result ON seat (player, result, changed) WHERE over;
CREATE INDEX seat_by_speed ON seat (player, speed, changed) WHERE over;
CREATE INDEX seat_by_import ON seat (player, imported, changed) WHERE over;
