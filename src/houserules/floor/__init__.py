"""The floor of the house: tables, people and money over one journal. Load, decide, append, publish.

encoding      nouns as JSON data and back
setting       how a table was set up
happenings    what happens to a table beside the game; `commands` asks for it
standing      a table as its stream leaves it
house         who looks after the cards; `chance` and `shoe_log` beside it
driving       the automatic dealer; `clocks` when it waits no longer
deciding      what a command brings about (`work`, `seating`, `arranging`, `locking`)
authority     who may give which command
money         accounts and transfers; `wallets` and `cashier`
stored        events by name and version
store         the journal for the floor's one thread
kept          what the vault keeps of a virtual shoe
loading       a table rebuilt from its stream
batching      what is appended for a decision
running       one table in one process
floor         all tables; `opening` and `opening_floor` set them up
presence      who is connected; `ticking` looks after the clocks
showing       what each person sees; `telling` what each is told
people        accounts, credentials, sessions, roles, Player Cards
"""
