-- How the newest positions of matches between people look, so that no server helps with them.
CREATE TABLE running_position (
    match   text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    look    bytea NOT NULL,
    PRIMARY KEY (match, version)
);

CREATE INDEX running_position_by_look ON running_position (look);
