"""The round that has ended: it can be put right until the next one begins (S24 18.8).

The next one begins when its first card leaves the shoe, not when bets are closed (reading 76).
"""

from houserules.table.events import RoundVoided
from houserules.table.irregularities.state import Played, WrongDeal
from houserules.table.state import Table, changed


def round_of(table: Table) -> Played | None:
    """Return the round before while no card of another has been dealt, else the one under way."""
    if is_past(table):
        return table.aftermath.last
    return Played(table.before_round, table.log) if table.before_round is not None else None


def latest_round(table: Table) -> Played | None:
    """Return the round since bets were closed, with or without a card; between rounds the last."""
    if table.before_round is not None:
        return Played(table.before_round, table.log)
    return table.aftermath.last


def is_past(table: Table) -> bool:
    """Whether an error is put right in the round before, whose cards were collected."""
    return table.aftermath.last is not None


def misdeal_of_past(table: Table) -> WrongDeal | None:
    """Return the open misdeal of the round before, which does not fall with the present one."""
    open_now = table.irregularity
    while open_now is not None and not isinstance(open_now, WrongDeal):
        open_now = open_now.interrupted
    return changed(open_now, interrupted=None) if open_now and is_past(table) else None


def is_void(table: Table) -> bool:
    """Whether the round whose cards lie on the table was declared void."""
    return any(isinstance(event, RoundVoided) for event in table.log)


def remember_round(table: Table) -> Table:
    """Keep the round that ends now until the next one begins; one without a card was none."""
    last = table.aftermath.last
    if last is None and table.before_round is not None:
        last = Played(table.before_round, table.log)
    return changed(table, aftermath=changed(table.aftermath, refused=(), last=last))


def forget_round(table: Table) -> Table:
    """Let the round before go: the first card of a new one is dealt."""
    if table.aftermath.last is None:
        return table
    return changed(table, aftermath=changed(table.aftermath, last=None))
