"""Rounds of the past: found, replayed, audited, corrected, exported."""
