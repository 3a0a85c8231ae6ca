"""Accounts and wallets, the cashier and the cage, and reconciliation."""
