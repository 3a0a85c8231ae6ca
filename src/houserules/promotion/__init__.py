"""Promotional prizes (S24 section 22, S65 section 21, PJ section 18): pure like `table`."""
