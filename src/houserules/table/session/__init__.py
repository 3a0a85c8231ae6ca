"""A session of a tournament that is played at the table (S65 section 20, S24 section 21)."""
