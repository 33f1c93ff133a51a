"""Everything stored in PostgreSQL, which any number of servers share. Needs the extra `damero[cluster]`."""
