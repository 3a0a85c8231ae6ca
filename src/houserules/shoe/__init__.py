"""The shoe: how cards are shuffled, cut and dealt, and the proof that they were dealt as committed."""
