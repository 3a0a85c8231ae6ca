"""Initial wagers before the first card: who, where, how much (S24 6-7, NZ 5 and 15, PJ 5-6)."""

from houserules.core.money import dollars
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import PerfectPairs, Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.chips import unit_of, why_not_enough
from houserules.table.commands import PlaceWager, WithdrawWager
from houserules.table.course import Course
from houserules.table.events import WagerPlaced, WagerWithdrawn
from houserules.table.state import Box, Table


def why_not_now(rules: Rulebook, table: Table) -> Refusal | None:
    """Nothing is placed or taken back once the first card is out (S24 6.4, NZ 5.5, PJ 5.3)."""
    if table.phase == "betting":
        return None
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
        or _why_not_room(rules, table.box(command.box), command)
        or _why_not_limits(rules, table.box(command.box), command)
        or why_not_enough(rules, table, command.player, command.amount)
    )


def _why_not_room(rules: Rulebook, box: Box | None, command: PlaceWager) -> Refusal | None:
    bettors = box.bettors if box else ()
    most = rules.wagers.bettors_per_box
    if any(bettor.player == command.player for bettor in bettors):
        return Refusal(
            "wager.twice",
            rules.wagers.placed_wagers_stay,
            f"{command.player} already has a wager on box {command.box}.",
        )
    if len(bettors) >= most.value:
        return Refusal(
            "box.full", most.clause, f"Box {command.box} already has its {most.value} bettors."
        )
    if command.seated and any(bettor.seated for bettor in bettors):
        return Refusal(
            "box.seat-taken",
            rules.wagers.decisions_by_controller,
            f"Somebody else is seated at box {command.box}.",
        )
    return None


def _why_not_limits(rules: Rulebook, box: Box | None, command: PlaceWager) -> Refusal | None:
    """Limits refuse a wager only before the first card (S24 7.2, 7.3)."""
    least, most = rules.limits.minimum, rules.limits.maximum
    unit = unit_of(rules)
    others = sum(bettor.placed for bettor in box.bettors) if box else 0
    if command.found and command.amount > 0:
        return None
    if command.amount < least.value:
        return Refusal(
            "wager.below-minimum", least.clause, f"The minimum is ${dollars(least.value)}."
        )
    if others + command.amount > most.value:
        return Refusal(
            "wager.above-maximum",
            most.clause if not others else rules.limits.maximum_shared,
            f"The maximum of a box is ${dollars(most.value)}, and ${dollars(others)} is on it.",
        )
    if (command.amount - least.value) % unit:
        return Refusal(
            "wager.unit",
            rules.limits.unit.clause,
            f"Above the minimum, wagers go up in steps of ${dollars(unit)}.",
        )
    return None


def place(course: Course, command: PlaceWager) -> None:
    """Lay an initial wager on a box."""
    course.emit(WagerPlaced(command.box, command.player, command.amount, command.seated))


def why_not_withdraw(rules: Rulebook, table: Table, command: WithdrawWager) -> Refusal | None:
    """A wager may be taken back until the first card (S24 6.4)."""
    if refusal := why_not_now(rules, table):
        return refusal
    box = table.box(command.box)
    if box is None or box.bettor(command.player) is None:
        return no_wager(rules, command.player, command.box)
    carried = _carried(rules, box, command.player)
    if carried is None:
        return None
    return Refusal(
        "wager.carries-side-wager",
        carried,
        f"Take the side wager off box {command.box} first; it needs the wager.",
    )


def _carried(rules: Rulebook, box: Box, player: str) -> Clause | None:
    """The clause by which a side wager on the box needs the player's wager (S24 16.5, NZ 15A.2)."""
    for part, kind in ((rules.perfect_pairs, "perfect-pairs"), (rules.suits_you, "suits-you")):
        sides = [side.player for side in box.sides if side.kind == kind]
        if isinstance(part, NotOffered) or not sides:
            continue
        who = part.perfect_pairs_for if isinstance(part, PerfectPairs) else part.suits_you_for
        if len(box.bettors) == 1 or (who.value == "bettors of the box" and player in sides):
            return who.clause
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
    course.emit(WagerWithdrawn(command.box, command.player, bettor.placed))
