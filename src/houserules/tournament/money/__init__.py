"""The money of a tournament: entry fees, buy-ins, the prize pool and the prizes (20.3, 20.6)."""
