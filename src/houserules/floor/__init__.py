"""The floor of the casino: tables, people and money over one journal. Load, decide, append, publish.

app             all tables, people and wallets of one house; `startup` opens it
tables          one table: set up, load, decide, append, show
money           accounts and wallets, the cashier and the cage, payouts, reconciliation
people          accounts, credentials, sessions, roles, Player Cards
rounds          past rounds: find, replay, audit, correct, export
store           the journal, for the floor's one thread; `stored_events`: names and versions
registers       the registers that staff must keep, as lists over the journal
safekeeping     what is kept outside the database: `signing`, `checkpoint_keeper`, `losses`, `backups`
damage          locks streams whose records do not verify; `inspection` looks for them
matters         disputes and wrong payments of a table; `recall` looks up what a command needs
clock           the house's time, which never runs backwards
"""
