"""The round that has ended: it can be put right until the next one begins (S24 18.8)."""

from houserules.table.mishaps.state import Played
from houserules.table.state import Table, changed


def round_of(table: Table) -> Played | None:
    """Give the round under way, or the one before while no other has begun."""
    if table.before_round is not None:
        return Played(table.before_round, table.log)
    return table.trouble.last


def remember_round(table: Table) -> Table:
    """Keep the round that ends now until the next one begins, and nothing else of it."""
    last = None
    if table.before_round is not None:
        last = Played(table.before_round, table.log)
    return changed(table, trouble=changed(table.trouble, refused=(), last=last))


def forget_round(table: Table) -> Table:
    """Let the round before go: a new one begins."""
    if table.trouble.last is None:
        return table
    return changed(table, trouble=changed(table.trouble, last=None))
