"""Rulebooks as data: every value beside its clause, the register of clauses, the readings."""
