"""Statistics over shuffles: what a fair shuffle must look like, and how far from it one is."""
