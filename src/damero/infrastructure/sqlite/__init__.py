"""Everything stored in one SQLite file: matches, accounts, sessions, saved armies and the server's own state."""
