-- Every thought that an engine thinks for a player, so that one player has no more of them at several servers than at
-- one. After a crash of the database no thought is left.
CREATE UNLOGGED TABLE engine_place (
    number      text COLLATE "C" PRIMARY KEY,
    player      text COLLATE "C" NOT NULL,
    address     text COLLATE "C",
    is_analysis boolean NOT NULL,
    server      text COLLATE "C" NOT NULL
);

CREATE INDEX engine_place_by_player ON engine_place (player);
CREATE INDEX engine_place_by_address ON engine_place (address);
