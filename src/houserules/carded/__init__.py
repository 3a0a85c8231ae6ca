"""Carded play: what the law asks of an operator whose tables require a Player Card; pure, beside `table`."""
