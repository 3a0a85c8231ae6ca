"""Initial wagers before the first card: who, where, how much (S24 6-7, NZ 5 and 15, PJ 5-6)."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.chips import why_not_enough
from houserules.table.commands import PlaceWager, WithdrawWager
from houserules.table.course import Course
from houserules.table.events import WagerPlaced, WagerWithdrawn
from houserules.table.office.opening import why_not_open
from houserules.table.people.admission import (
    sits,
    why_not_admitted,
    why_not_again,
    why_not_seated,
)
from houserules.table.sign.crowding import bettors_to_a_box
from houserules.table.sign.limits import why_not_within
from houserules.table.sign.placing import why_not_here
from houserules.table.sign.sides import initial_wagers, side_terms
from houserules.table.state import Box, Table


def why_not_now(rules: Rulebook, table: Table) -> Refusal | None:
    """Nothing is placed or taken back once the first card is out (S24 6.4, NZ 5.5, PJ 5.3)."""
    if table.phase == "betting":
        return why_not_open(rules, table)
    return Refusal(
        "wager.too-late",
        rules.wagers.no_wager_after_first_card,
        "Wagers are placed and taken back before the first card of the round.",
    )


def why_not_box(rules: Rulebook, number: int) -> Refusal | None:
    """The layout has only so many boxes (S24 3.2.1, NZ 3.1, PJ 2.2.1)."""
    boxes = rules.equipment.boxes
    if 1 <= number <= boxes.value:
        return None
    return Refusal("box.none", boxes.clause, f"The layout has boxes 1 to {boxes.value}.")


def why_not_place(rules: Rulebook, table: Table, command: PlaceWager) -> Refusal | None:
    """An initial wager: in time, on a box with room, by somebody new to it, within the limits."""
    return (
        why_not_now(rules, table)
        or why_not_box(rules, command.box)
        or why_not_admitted(rules, table, command.player)
        or why_not_seated(rules, table, command)
        or why_not_again(rules, table, command)
        or why_not_here(rules, table, command.player, command.box)
        or _why_not_room(rules, table, command)
        or _why_not_limits(rules, table, command)
        or why_not_enough(rules, table, command.player, command.amount, tokens=command.tokens)
    )


def _why_not_room(rules: Rulebook, table: Table, command: PlaceWager) -> Refusal | None:
    box, most = table.box(command.box), bettors_to_a_box(rules, table)
    bettors = box.bettors if box else ()
    if any(bettor.player == command.player for bettor in bettors):
        return Refusal(
            "wager.twice",
            rules.wagers.placed_wagers_stay,
            f"{command.player} already has a wager on box {command.box}; it may be raised.",
        )
    if len(bettors) >= most:
        return Refusal(
            "box.full",
            rules.wagers.bettors_per_box.clause,
            f"Box {command.box} already has its {most} bettors.",
        )
    if command.seated and any(bettor.seated for bettor in bettors):
        return Refusal(
            "box.seat-taken",
            rules.wagers.decisions_by_controller,
            f"Somebody else is seated at box {command.box}.",
        )
    return None


def _why_not_limits(rules: Rulebook, table: Table, command: PlaceWager) -> Refusal | None:
    """Limits refuse a wager only before the first card (S24 7.2, 7.3)."""
    if command.found and command.amount > 0:
        return None
    box = table.box(command.box)
    return why_not_within(rules, table, command.player, box=box, amount=command.amount)


def place(course: Course, command: PlaceWager) -> None:
    """Lay an initial wager on a box; who sits there need not say so."""
    seated = command.seated
    if course.table.source is not None:
        seated = sits(course.table, command.player, command.box)
    course.emit(WagerPlaced(command.box, command.player, command.amount, seated, command.tokens))


def why_not_withdraw(rules: Rulebook, table: Table, command: WithdrawWager) -> Refusal | None:
    """A wager may be taken back until the first card (S24 6.4)."""
    if refusal := why_not_now(rules, table):
        return refusal
    box = table.box(command.box)
    if box is None or box.bettor(command.player) is None:
        return no_wager(rules, command.player, command.box)
    for other in table.boxes:
        carried = _carried(rules, table, box, command.player, beside=other)
        if carried is not None:
            return Refusal(
                "wager.carries-side-wager",
                carried,
                f"Take the side wager off box {other.number} first; it needs the wager.",
            )
    return None


def _carried(rules: Rulebook, table: Table, box: Box, player: str, *, beside: Box) -> Clause | None:
    """The clause by which a side wager needs the player's wager on a box (S24 16.5, NZ 15A.2)."""
    last = initial_wagers(table, player) == [box.number]
    alone = beside is box and len(box.bettors) == 1
    for side in beside.sides:
        if not alone and side.player != player:
            continue
        terms = side_terms(rules, table, side.kind)
        if alone:
            return terms.beside
        needs = terms.who.value == "bettors of the box" and beside is box
        needs |= terms.who.value == "bettors of the round" and last
        if needs:
            return terms.who.clause
    return None


def no_wager(rules: Rulebook, player: str, box: int) -> Refusal:
    """Refuse to move what is not there."""
    return Refusal(
        "wager.none", rules.wagers.placed_wagers_stay, f"{player} has no such wager on box {box}."
    )


def withdraw(course: Course, command: WithdrawWager) -> None:
    """Take an initial wager back."""
    box = course.table.box(command.box)
    bettor = box.bettor(command.player) if box else None
    assert bettor is not None
    course.emit(WagerWithdrawn(command.box, command.player, bettor.placed, bettor.tokens))
