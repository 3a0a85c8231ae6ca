"""The journal: append-only streams of hash-chained records, and what has to be durable beside it."""
