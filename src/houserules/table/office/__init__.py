"""The house: notices, disputes, wrong payments, closing a table, invalidating a game."""
