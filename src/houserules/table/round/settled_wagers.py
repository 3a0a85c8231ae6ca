"""The settled wagers of a round, with what was moved on each of them afterwards.

Both are known from the round's events, which only a table with a source keeps. Whatever makes a
wager void, it is undone once: every step starts from what the player has of the wager by then.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from houserules.core.money import Cents
from houserules.table.events import WagerSettled
from houserules.table.irregularities.events import PaymentTakenBack
from houserules.table.people.events import WinningsTakenBack
from houserules.table.staff.events import WagerForfeited, WagerReturned
from houserules.table.staff.state import SettledWager


class WagerBalance(NamedTuple):
    """A settled wager of the round, and what the player has of it now: stake and winnings."""

    row: WagerSettled
    amount: Cents

    @property
    def kept(self) -> Cents:
        """What the house has kept of the stake; below zero: what the player has won."""
        return self.row.stake - self.amount


def wager_balances(log: Iterable[Any]) -> list[WagerBalance]:
    """Return the settled wagers of a round with what was moved on each of them afterwards."""
    moved: Counter[tuple[object, ...]] = Counter()
    rows: list[WagerSettled] = []
    for event in log:
        if isinstance(event, WagerSettled):
            rows.append(event)
        elif isinstance(event, WagerReturned):
            moved[_wager_of(event)] += event.amount
        elif isinstance(event, WinningsTakenBack | PaymentTakenBack | WagerForfeited):
            moved[_wager_of(event)] -= event.amount + event.outstanding
    return [WagerBalance(row, row.returned + moved[_wager_of(row)]) for row in rows]


def _wager_of(event: Any) -> tuple[object, ...]:
    return event.box, event.hand, event.player, event.wager


def wagers_with_result(log: Iterable[Any]) -> tuple[SettledWager, ...]:
    """Return the settled wagers of a round without what is void: nothing is due on that."""
    return tuple(
        [
            SettledWager(row.player, row.box, row.wager, row.stake, row.returned)
            for row, amount in wager_balances(log)
            if row.result != "void" and amount == row.returned
        ]
    )
