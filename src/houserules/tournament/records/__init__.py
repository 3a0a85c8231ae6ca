"""Session records: one session at one table, written down, replayed and settled (S65 20.5 to 20.10)."""
