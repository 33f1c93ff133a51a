-- When the server must end the match by itself, as of the last event (server time).
-- NULL also in events that were stored before: then nobody knows until the match goes on.
ALTER TABLE event ADD COLUMN deadline INTEGER;
