"""`houserules rng`: one file per command, and the options they share."""
