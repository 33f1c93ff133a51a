-- What workers found, until the server that asked has read it.
CREATE TABLE finding (
    job    text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    body   bytea,
    fault  text,                     -- why the work failed
    last   boolean NOT NULL,
    at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (job, number)
);
