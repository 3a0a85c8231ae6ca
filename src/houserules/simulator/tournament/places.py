"""Places after a session: who is ahead of whom, eliminations, and ties that are played off (20.10)."""

from houserules.simulator.compiled import compile_kernel, i64, u64
from houserules.simulator.kernels.draw import ZERO, seldom_below
from houserules.simulator.tournament import layout
from houserules.simulator.tournament.layout import Numbers, SessionTable


@compile_kernel
def eliminate_below(seats: Numbers, first: int, number: int, chips: int, counted: int) -> int:
    """Eliminate everybody with fewer chips, in the last round that counted; return who is in."""
    players = i64(0)
    for row in range(first, first + number):
        if seats[row, layout.IS_IN] and seats[row, layout.CHIPS] < chips:
            seats[row, layout.IS_IN], seats[row, layout.OUT_IN] = 0, counted
        players += seats[row, layout.IS_IN]
    return players


@compile_kernel
def ahead_by(seats: Numbers, row: int, other: int) -> int:
    """Return a number above 0 if a player is placed before another, 0 if they share a place."""
    if seats[row, layout.IS_IN] != seats[other, layout.IS_IN]:
        return i64(seats[row, layout.IS_IN] - seats[other, layout.IS_IN])
    if seats[row, layout.IS_IN]:
        return i64(seats[row, layout.CHIPS] - seats[other, layout.CHIPS])
    for field in (layout.OUT_IN, layout.CHIPS, layout.STAKED, layout.COLLECTED):
        if seats[row, field] != seats[other, field]:
            return i64(seats[row, field] - seats[other, field])
    return i64(0)


@compile_kernel
def put_in_order(table: SessionTable, first: int, number: int) -> None:
    """Put the rows of all players in the order of their places; who share one, by boxes."""
    order, seats = table.order, table.seats
    for place in range(first, first + number):
        row, at = place, place
        while at > first and ahead_by(seats, row, order[at - 1]) > 0:
            order[at] = order[at - 1]
            at -= 1
        order[at] = row


@compile_kernel
def end_of_tie(table: SessionTable, first: int, number: int, start: int) -> int:
    """Return where the players end who share the place at `start` in the order."""
    end = start + 1
    last = first + number
    while end < last and not ahead_by(table.seats, table.order[start], table.order[end]):
        end += 1
    return end


@compile_kernel
def is_played_off(table: SessionTable, place: int, start: int, end: int) -> bool:
    """Whether players who share places from `place` on, counted from 0, play off (reading 212)."""
    advance, seats = table.setup[layout.ADVANCE], table.seats
    if end - start == 1 or not seats[table.order[start], layout.IS_IN] or place >= advance:
        return False
    return bool(table.setup[layout.IS_FINAL]) or place + end - start > advance


@compile_kernel
def draw_lots(table: SessionTable, start: int, end: int) -> None:
    """Put players in any order whom no rule tells apart."""
    order = table.order
    for place in range(start, end - 1):
        other = place + i64(seldom_below(table.work, ZERO, u64(end - place)))
        order[place], order[other] = order[other], order[place]
