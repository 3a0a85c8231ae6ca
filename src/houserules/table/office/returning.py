"""What a round without a result undoes: wagers that were collected, winnings that were paid.

Both are known from the round's events, which only a table with a source keeps.
"""

from collections.abc import Collection

from houserules.core.refusal import Clause
from houserules.table.course import Course
from houserules.table.events import WagerKind, WagerSettled
from houserules.table.evolve_parts import purse
from houserules.table.office.events import WagerReturned
from houserules.table.people.events import WinningsTakenBack
from houserules.table.state import Table, changed


def collected(table: Table) -> list[WagerSettled]:
    """Give the settlements of the round by which the house has kept something of a wager."""
    return [row for row in _settled_but(WagerReturned, table) if row.stake > row.returned]


def _settled_but(
    undone: type[WagerReturned | WinningsTakenBack], table: Table
) -> list[WagerSettled]:
    """Give the settlements of the round that no event of this kind has undone."""
    back = {_wager(each) for each in table.log if isinstance(each, undone)}
    return [
        each for each in table.log if isinstance(each, WagerSettled) and _wager(each) not in back
    ]


def _wager(
    event: WagerSettled | WagerReturned | WinningsTakenBack,
) -> tuple[int | None, int | None, str, WagerKind]:
    return event.box, event.hand, event.player, event.wager


def return_collected(course: Course, clause: Clause, players: Collection[str]) -> None:
    """Hand back what was collected from these players in the round; what was paid stands."""
    for row in collected(course.table):
        if row.player in players:
            amount, tokens = row.stake - row.returned, row.token_stake - row.tokens
            course.emit(
                WagerReturned(row.box, row.hand, row.player, row.wager, amount, clause, tokens)
            )


def take_winnings_back(course: Course, clause: Clause, player: str) -> None:
    """Ask back what a player has won in the round; what is no longer there is kept in mind."""
    for row in _settled_but(WinningsTakenBack, course.table):
        if row.player == player and row.net > 0:
            there = min(row.net, course.table.racks[player])
            course.emit(
                WinningsTakenBack(
                    row.box, row.hand, player, row.wager, there, row.net - there, clause
                )
            )


def players_in_round(table: Table) -> tuple[str, ...]:
    """Give everybody with a wager in the round, in the order of the boxes."""
    return tuple(
        dict.fromkeys(
            player
            for box in table.boxes
            for player in (
                *[bettor.player for bettor in box.bettors if bettor.plays],
                *[side.player for side in box.sides],
            )
        )
    )


def wager_returned(table: Table, event: WagerReturned) -> Table:
    """After WagerReturned: chips come out of the float tray, tokens out of theirs."""
    return changed(
        table,
        float_tray=table.float_tray - event.amount + event.tokens,
        token_tray=table.token_tray - event.tokens,
        **purse(table, event.player, event.amount, tokens=event.tokens),
    )
