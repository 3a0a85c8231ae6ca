"""Wagers before the first card: raising one, and all that a player may make, with amounts."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from houserules.core.money import Cents
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.commands import (
    Command,
    PlaceSideWager,
    PlaceWager,
    WithdrawSideWager,
    WithdrawWager,
)
from houserules.table.event_builder import EventBuilder
from houserules.table.people.admission import refused_amounts, sits, why_not_admitted, why_not_again
from houserules.table.round.chips import why_not_enough
from houserules.table.round.wagers import no_wager, why_not_handled_now
from houserules.table.session.entries import why_not_handle, why_not_limits
from houserules.table.sign.admissible_wagers import why_not_here
from houserules.table.sign.commands import RaiseWager
from houserules.table.sign.events import WagerRaised
from houserules.table.sign.limits import InForce, limits_for, others_on, why_not_within
from houserules.table.sign.side_wagers import side_terms
from houserules.table.sign.state import SideLimits
from houserules.table.sign.stated_limits import side_part
from houserules.table.state import Bettor, Box, SideKind, Table

# More on a wager that lies there already (S24 6.4).


def why_not_raise_wager(rules: Rulebook, table: Table, command: RaiseWager) -> Refusal | None:
    """A wager of one's own, in time, and the whole of it within the limits."""
    box = table.box(command.box)
    bettor = box.bettor(command.player) if box else None
    if refusal := why_not_handled_now(rules, table):
        return refusal
    if bettor is None:
        return no_wager(rules, command.box)
    if command.amount <= 0:
        return Refusal("chips.none", rules.wagers.wagers_in_chips, "Add an amount above zero.")
    whole, seated, session = bettor.placed + command.amount, bettor.seated, table.session
    if session is None:
        out_of_bounds = why_not_here(rules, table, command.player, command.box) or why_not_within(
            rules, table, command.player, box=box, amount=whole, seated=seated
        )
    else:
        out_of_bounds = why_not_handle(rules, session) or why_not_limits(
            rules, session, command.player, whole
        )
    return (
        why_not_admitted(rules, table, command.player)
        or why_not_again(rules, table, command, amount=whole)
        or out_of_bounds
        or why_not_enough(rules, table, command.player, command.amount, tokens=command.tokens)
    )


def raise_wager(builder: EventBuilder, command: RaiseWager) -> None:
    """Put more on a wager."""
    builder.emit(WagerRaised(command.box, command.player, command.amount, command.tokens))


# What `legal` lists.


Amounts = tuple[Command, Cents, Cents, Cents]
"""A command with the most in it, the least, the most, and the step between them."""

_Offered = tuple[SideKind, SideLimits]
_KINDS: Final[tuple[SideKind, ...]] = ("perfect-pairs", "suits-you")


def open_wagers(
    rules: Rulebook, table: Table, player: str, numbers: Iterable[int]
) -> Iterator[tuple[int, Amounts]]:
    """List a player's wagers on some boxes, box by box; the judge has not been asked yet."""
    force, held = limits_for(rules, table, player), table.racks[player]
    offered = tuple(_side_wagers_offered(rules, table))
    for number in numbers:
        box = table.box(number) or Box(number)
        for amounts in _initial_wager(rules, table, force, player, box=box, held=held):
            yield number, amounts
        if box.bettors or box.sides:
            for amounts in _sides(rules, table, player, box=box, offered=offered):
                yield number, amounts


def _initial_wager(
    rules: Rulebook, table: Table, force: InForce, player: str, *, box: Box, held: Cents
) -> Iterator[Amounts]:
    """Yield what a player may do with the initial wager on a box: place it, or raise and withdraw it."""
    bettor = box.bettor(player)
    if bettor is None:
        is_there = table.source is not None and sits(table, player, box.number)
        for seated in (True, False) if is_there or table.source is None else (False,):
            first = is_there or seated
            others = others_on(rules, table, player, box=box, seated=first)
            command = PlaceWager(player, box.number, 0, seated)
            most = _cap(force, others, held)
            for least, unit in force.steps():
                top = least + (most - least) // unit * unit
                amounts: Amounts = replace(command, amount=top), least, top, unit
                yield from _not_refused(table, "original", amounts)
        return
    if table.sign is not None:
        others = others_on(rules, table, player, box=box, seated=bettor.seated)
        most = _cap(force, others, bettor.placed + held)
        for amounts in _raises(force, box, bettor, most):
            yield from _not_refused(table, "original", amounts, placed=bettor.placed)
    yield WithdrawWager(player, box.number), 0, 0, 1


def _not_refused(
    table: Table, wager: str, amounts: Amounts, *, placed: Cents = 0
) -> Iterator[Amounts]:
    """Leave out what a supervisor has refused for this round: what lies below it, and above."""
    command, least, most, step = amounts
    if table.people.refused and isinstance(command, PlaceWager | PlaceSideWager | RaiseWager):
        for refused in refused_amounts(table, command.player, command.box, wager):
            gap = refused - placed
            if least <= gap <= most and (gap - least) % step == 0:
                if least < gap:
                    yield replace(command, amount=gap - step), least, gap - step, step
                least = gap + step
    if least <= most:
        yield command, least, most, step


def _cap(force: InForce, others: Cents, amount: Cents) -> Cents:
    room = force.most(others)
    return amount if room is None else min(amount, room)


def _raises(force: InForce, box: Box, bettor: Bettor, most: Cents) -> Iterator[Amounts]:
    """Yield what may be added so that the whole stands on the minimum and full units."""
    placed = bettor.placed
    for low, unit in force.steps():
        least = low + max(0, (placed - low) // unit + 1) * unit
        top = low + (most - low) // unit * unit
        if top >= least:
            command = RaiseWager(bettor.player, box.number, top - placed)
            yield command, least - placed, top - placed, unit


def _side_wagers_offered(rules: Rulebook, table: Table) -> Iterator[_Offered]:
    """Yield what the side wagers take that are offered at the table."""
    for kind in _KINDS:
        if not isinstance(side_part(rules, kind), NotOffered):
            limits = side_terms(rules, table, kind).limits
            if limits is not None:
                yield kind, limits


def _sides(
    rules: Rulebook, table: Table, player: str, *, box: Box, offered: tuple[_Offered, ...]
) -> Iterator[Amounts]:
    """Yield the side wagers on a box: to place, and to take back."""
    chip = rules.wagers.smallest_chip.value
    for kind, limits in offered:
        least = limits.least
        most = least + (limits.most - least) // chip * chip
        for suit in "shdc" if kind == "suits-you" else (None,):
            placed = PlaceSideWager(player, box.number, kind, most, suit)
            yield from _not_refused(table, kind, (placed, least, most, chip))
        if any((side.player, side.kind) == (player, kind) for side in box.sides):
            yield WithdrawSideWager(player, box.number, kind), 0, 0, 1
