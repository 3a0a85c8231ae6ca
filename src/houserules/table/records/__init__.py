"""Round records: one round written down, replayed under its rulebook, printed again.

The format is the contract of `houserules settle`: see docs/reference/round-record.md.
"""
