"""Copies everything that is stored from SQLite to PostgreSQL or back, and compares the copy with the original."""
