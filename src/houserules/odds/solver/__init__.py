"""The exact solver: hands and shoes as numbers, the dealer, every decision, splits, results."""
