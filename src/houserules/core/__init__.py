"""The vocabulary that every layer shares: cards, money, people, clauses, refusals, the codec."""
