"""Bots of a practice tournament: four styles of play, and what a bot does at its table."""
