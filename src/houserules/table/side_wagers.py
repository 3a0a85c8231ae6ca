"""Perfect Pairs and Suits You: placed before the first card (S24 16, NZ 15A, PJ 13)."""

from typing import Literal

from houserules.core.money import dollars
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import PerfectPairs, Rulebook, SuitsYou
from houserules.rulebook.values import NotOffered, Value
from houserules.table.chips import why_not_enough
from houserules.table.commands import PlaceSideWager, WithdrawSideWager
from houserules.table.course import Course
from houserules.table.events import SideWagerPlaced, SideWagerWithdrawn
from houserules.table.state import Box, SideKind, SideWager, Table
from houserules.table.wagering import no_wager, why_not_box, why_not_now

_Who = Literal["any player", "bettors of the box"]
_Terms = tuple[Value[int | None], Value[_Who], Value[int]]


def _terms(rules: Rulebook, kind: SideKind) -> _Terms:
    """Give the amount on the sign, who may wager it, and how many to a box."""
    part = _side_part(rules, kind)
    assert not isinstance(part, NotOffered)
    if isinstance(part, PerfectPairs):
        return part.perfect_pairs, part.perfect_pairs_for, part.perfect_pairs_per_box
    return part.suits_you, part.suits_you_for, part.suits_you_per_box


def _side_part(rules: Rulebook, kind: SideKind) -> PerfectPairs | SuitsYou | NotOffered:
    """Give the part of the rulebook that has the side wager."""
    return rules.perfect_pairs if kind == "perfect-pairs" else rules.suits_you


def why_not_place_side(rules: Rulebook, table: Table, command: PlaceSideWager) -> Refusal | None:
    """A side wager: offered, in time, of the amount on the sign, with room on the box."""
    part = _side_part(rules, command.kind)
    if isinstance(part, NotOffered):
        return Refusal("side-wager.none", part.clause, f"There is no {command.kind} here.")
    amount, who, most = _terms(rules, command.kind)
    if amount.value is None:
        offered = (
            part.perfect_pairs_offered if isinstance(part, PerfectPairs) else part.suits_you_offered
        )
        return Refusal(
            "side-wager.not-offered", offered, f"{command.kind} is not offered at this table."
        )
    if refusal := why_not_now(rules, table) or why_not_box(rules, command.box):
        return refusal
    if command.amount != amount.value:
        return Refusal(
            "side-wager.amount",
            amount.clause,
            f"A {command.kind} wager is ${dollars(amount.value)}, neither more nor less.",
        )
    return (
        _why_not_beside(table.box(command.box), command, who, most)
        or _why_not_suit(rules, command)
        or why_not_enough(rules, table, command.player, command.amount)
    )


def _why_not_beside(
    box: Box | None, command: PlaceSideWager, who: Value[_Who], most: Value[int]
) -> Refusal | None:
    if box is None or not box.bettors:
        return Refusal(
            "side-wager.alone", who.clause, f"Box {command.box} has no initial wager on it."
        )
    if who.value == "bettors of the box" and box.bettor(command.player) is None:
        return Refusal(
            "side-wager.own-wager",
            who.clause,
            f"{command.player} has no initial wager on box {command.box}.",
        )
    same = [side for side in box.sides if side.kind == command.kind]
    if len(same) >= most.value or any(side.player == command.player for side in same):
        return Refusal(
            "side-wager.full",
            most.clause,
            f"Box {command.box} takes {most.value} {command.kind} wager(s), one a player.",
        )
    return None


def _why_not_suit(rules: Rulebook, command: PlaceSideWager) -> Refusal | None:
    if command.kind == "suits-you" and command.suit not in ("s", "h", "d", "c"):
        assert not isinstance(rules.suits_you, NotOffered)
        clause = rules.suits_you.suits_you_lose
        return Refusal("side-wager.suit", clause, "Choose one suit: s, h, d or c.")
    return None


def place_side(course: Course, command: PlaceSideWager) -> None:
    """Lay a side wager on a box."""
    course.emit(
        SideWagerPlaced(command.box, command.player, command.kind, command.amount, command.suit)
    )


def _side(table: Table, command: WithdrawSideWager) -> SideWager | None:
    box = table.box(command.box)
    sides = box.sides if box else ()
    return next((s for s in sides if (s.player, s.kind) == (command.player, command.kind)), None)


def why_not_withdraw_side(
    rules: Rulebook, table: Table, command: WithdrawSideWager
) -> Refusal | None:
    """A side wager may be taken back until the first card."""
    if refusal := why_not_now(rules, table):
        return refusal
    if _side(table, command) is None:
        return no_wager(rules, command.player, command.box)
    return None


def withdraw_side(course: Course, command: WithdrawSideWager) -> None:
    """Take a side wager back."""
    side = _side(course.table, command)
    assert side is not None
    course.emit(SideWagerWithdrawn(command.box, command.player, command.kind, side.amount))
