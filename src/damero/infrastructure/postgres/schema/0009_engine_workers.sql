-- Every running worker, under a name that is new with each start, and how many thoughts it thinks at the same time.
CREATE TABLE engine_worker (
    name      text COLLATE "C" PRIMARY KEY,
    processes integer NOT NULL,
    beat      timestamptz NOT NULL
);

-- How work ended: late, lost or failed, or given back. Number 0 of a job says that it should end soon.
ALTER TABLE finding ADD COLUMN ending text;
