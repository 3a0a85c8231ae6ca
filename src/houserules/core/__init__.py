"""The words that every layer shares: cards, money, clauses, refusals."""
