"""What needs both `odds` and `simulator`: requests, strategies handed over, card counters, caches, saved runs.

Readers raise `RequestError`; the command line prints it, and the API answers with it.
"""
