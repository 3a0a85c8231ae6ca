"""Sessions of a tournament, compiled: four styles of play, wagers, cards, chips and places."""
