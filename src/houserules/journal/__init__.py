"""The journal: append-only streams of hash-chained records, with a vault and leases beside them."""
