"""Which way up the first two cards are dealt, and when they are turned up."""
