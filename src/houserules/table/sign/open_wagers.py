"""The wagers that a player may place, raise or take back before the first card, with amounts."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from houserules.core.money import Cents
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table import commands as c
from houserules.table.people.admission import refused_amounts, sits
from houserules.table.sign.commands import RaiseWager
from houserules.table.sign.limits import InForce, limits_for, others_on
from houserules.table.sign.sides import side_terms
from houserules.table.sign.state import SideLimits
from houserules.table.sign.stating import side_part
from houserules.table.state import Bettor, Box, SideKind, Table

Amounts = tuple[c.Command, Cents, Cents, Cents]
"""A command with the most in it, the least, the most, and the step between them."""

_Offered = tuple[SideKind, SideLimits]
_KINDS: Final[tuple[SideKind, ...]] = ("perfect-pairs", "suits-you")


def open_wagers(
    rules: Rulebook, table: Table, player: str, numbers: Iterable[int]
) -> Iterator[tuple[int, Amounts]]:
    """List a player's wagers on some boxes, box by box; the judge has not been asked yet."""
    force, held = limits_for(rules, table, player), table.racks[player]
    offered = tuple(_offered(rules, table))
    for number in numbers:
        box = table.box(number) or Box(number)
        for amounts in _initial_wager(table, force, box, player, held):
            yield number, amounts
        if box.bettors or box.sides:
            for amounts in _sides(rules, table, player, box=box, offered=offered):
                yield number, amounts


def _initial_wager(
    table: Table, force: InForce, box: Box, player: str, held: Cents
) -> Iterator[Amounts]:
    """Give what a player may do with the initial wager on a box: place it, or raise and withdraw it."""
    bettor = box.bettor(player)
    if bettor is None:
        may_sit = table.source is None or sits(table, player, box.number)
        for amounts in _initial(force, box, player, held, may_sit=may_sit):
            yield from _not_refused(table, "original", amounts)
        return
    if table.sign is not None:
        yield from _raises(force, box, bettor, held)
    yield c.WithdrawWager(player, box.number), 0, 0, 1


def _initial(
    force: InForce, box: Box, player: str, held: Cents, *, may_sit: bool
) -> Iterator[Amounts]:
    least, unit = force.minimum, force.unit
    most = least + (_capped(force, box, player, held) - least) // unit * unit
    if most >= least:
        for seated in (True, False) if may_sit else (False,):
            yield c.PlaceWager(player, box.number, most, seated), least, most, unit


def _not_refused(table: Table, wager: str, amounts: Amounts) -> Iterator[Amounts]:
    """Leave out what a supervisor has refused for this round: what lies below it, and above."""
    command, least, most, step = amounts
    if table.people.refused and isinstance(command, c.PlaceWager | c.PlaceSideWager):
        for gap in refused_amounts(table, command.player, command.box, wager):
            if least <= gap <= most and (gap - least) % step == 0:
                if least < gap:
                    yield replace(command, amount=gap - step), least, gap - step, step
                least = gap + step
    if least <= most:
        yield command, least, most, step


def _capped(force: InForce, box: Box, player: str, amount: Cents) -> Cents:
    room = force.most(others_on(box, player))
    return amount if room is None else min(amount, room)


def _raises(force: InForce, box: Box, bettor: Bettor, held: Cents) -> Iterator[Amounts]:
    """Give what may be added so that the whole stands on the minimum and full units."""
    low, unit, placed = force.minimum, force.unit, bettor.placed
    least = low + max(0, (placed - low) // unit + 1) * unit
    most = low + (_capped(force, box, bettor.player, placed + held) - low) // unit * unit
    if most >= least:
        command = RaiseWager(bettor.player, box.number, most - placed)
        yield command, least - placed, most - placed, unit


def _offered(rules: Rulebook, table: Table) -> Iterator[_Offered]:
    """Give what the side wagers take that are offered at the table."""
    for kind in _KINDS:
        if not isinstance(side_part(rules, kind), NotOffered):
            limits = side_terms(rules, table, kind).limits
            if limits is not None:
                yield kind, limits


def _sides(
    rules: Rulebook, table: Table, player: str, *, box: Box, offered: tuple[_Offered, ...]
) -> Iterator[Amounts]:
    """Give the side wagers on a box: to place, and to take back."""
    chip = rules.wagers.smallest_chip.value
    for kind, limits in offered:
        least = limits.least
        most = least + (limits.most - least) // chip * chip
        for suit in "shdc" if kind == "suits-you" else (None,):
            placed = c.PlaceSideWager(player, box.number, kind, most, suit)
            yield from _not_refused(table, kind, (placed, least, most, chip))
        if any((side.player, side.kind) == (player, kind) for side in box.sides):
            yield c.WithdrawSideWager(player, box.number, kind), 0, 0, 1
