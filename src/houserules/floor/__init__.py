"""The floor of the casino: tables, people and money over one journal. Load, decide, append, publish.

app             all tables, people and wallets of one house; `startup` opens it
tables          one table: its settings, how it is loaded, decided, appended and shown
money           accounts and wallets, the cashier and the cage, payouts, reconciliation
people          accounts, credentials, sessions, roles, Player Cards
rounds          rounds of the past: found, replayed, audited, corrected, exported
store           the journal for the floor's one thread; `stored_events` by name and version
registers       what staff must keep, as lists over the journal
damage, scrub   what does not verify is locked; the rest is checked in the background
clock           the time of the house, which never runs backwards
"""
