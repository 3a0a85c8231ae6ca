"""Carded play on the floor: the streams of its players, what tables add to them, sealed identities."""
