"""Where the table and its cards meet: is the shoe ready, what a card that leaves it does."""
