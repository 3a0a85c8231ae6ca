"""Tournaments, pure like `table` (S65 section 20, S24 section 21).

One tournament is a state machine: `commands` come to the `judge`, which asks `powers` and the rules
of each subject (`publication`, `entries`, `departures`, `disputes`, `money`, `play`), and `events`
make the next `state` in `evolve`. `conditions` holds the document that governs it, `records` the
sessions that were written down, `agenda` and `view` what people are told.
"""
