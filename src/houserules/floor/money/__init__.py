"""Wallets, the cashier and the cage, float and payouts, and whether everything adds up."""
