"""Rulebooks as data: every value beside its clause, the clause register, the readings.

Code and docs cite the documents by short names:

| short | document | rulebook |
|---|---|---|
| S24 | NSW Pontoon, 16 August 2024 | `nsw-pontoon-2024` |
| S65 | NSW Pontoon 6 to 5, 2017 | `nsw-pontoon-6to5-2017` |
| NZ | New Zealand Pontoon (Division 15), as amended in 2009 | `nz-pontoon` |
| PJ | NSW Pinkjack, 2016 | `nsw-pinkjack-2016` |

"S24 13.4(a)" is clause 13.4(a) of the first.
"""
