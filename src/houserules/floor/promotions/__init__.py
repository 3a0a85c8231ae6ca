"""Promotions on the floor: their streams, the entries that play earns, their deadlines and prizes."""
