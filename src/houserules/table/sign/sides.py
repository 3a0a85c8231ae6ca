"""What a side wager takes here, who may make it, and who has the first claim to it (S24 16, PJ 13)."""

from typing import Final, Literal, NamedTuple

from houserules.core.money import Cents
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import PerfectPairs, Rulebook
from houserules.rulebook.values import NotOffered, Value
from houserules.table.controlling import controller_of
from houserules.table.course import Course
from houserules.table.sign.commands import LimitSideWagers
from houserules.table.sign.events import SideWagersLimited
from houserules.table.sign.orders import no_sign, told_anew, with_orders, with_spent
from houserules.table.sign.state import SideLimits, Sign
from houserules.table.sign.stating import side_part
from houserules.table.state import Box, SideKind, SideWager, Table

SIDE_WAGERS: Final = "restriction of side wagers to players with an initial wager"
"""What Surveillance and an inspector are told about first."""


Who = Value[Literal["any player", "bettors of the box"]] | Value[Literal["bettors of the round"]]
"""Who may make a side wager: by the rulebook, or by an order that limits it."""


class SideTerms(NamedTuple):
    """The terms of one side wager."""

    limits: SideLimits | None  # None: not offered at this table
    amount: Clause  # where the amount is written
    who: Who
    beside: Clause  # where it is written that the box has an initial wager
    per_box: Value[int]


def side_terms(rules: Rulebook, table: Table, kind: SideKind) -> SideTerms:
    """Give the terms of a side wager that the game has: the sign's, else the rulebook's."""
    part = side_part(rules, kind)
    assert not isinstance(part, NotOffered)
    if isinstance(part, PerfectPairs):
        amount, who, most = part.perfect_pairs, part.perfect_pairs_for, part.perfect_pairs_per_box
    else:
        amount, who, most = part.suits_you, part.suits_you_for, part.suits_you_per_box
    if table.sign is None:
        limits = _exactly(kind, amount.value)
        return SideTerms(limits, amount.clause, who, who.clause, most)
    limits, beside = table.sign.stated.side(kind), who.clause
    return SideTerms(limits, amount.clause, _restricted(rules, table.sign) or who, beside, most)


def _exactly(kind: SideKind, amount: Cents | None) -> SideLimits | None:
    return None if amount is None else SideLimits(kind, amount, amount)


def _restricted(rules: Rulebook, sign: Sign) -> Value[Literal["bettors of the round"]] | None:
    if not sign.orders.side_wagers_beside_own:
        return None
    return Value("bettors of the round", rules.restrictions.side_wagers_restricted)


def initial_wagers(table: Table, player: str) -> list[int]:
    """Give the boxes with an initial wager of the player in this round."""
    return [box.number for box in table.boxes if box.bettor(player) is not None]


def gives_way(
    rules: Rulebook, table: Table, box: Box, player: str, kind: SideKind
) -> SideWager | None:
    """Give the side wager that a player with the first claim displaces (S24 16.6, PJ 13.6).

    A written record has the wagers as they lay: there, nobody comes first or last.
    """
    if table.sign is None and table.source is None:
        return None
    same = [side for side in box.sides if side.kind == kind]
    if len(same) < side_terms(rules, table, kind).per_box.value:
        return None
    first = rules.restrictions.side_wagers_first.value
    if first == "bettors of the round" and initial_wagers(table, player):
        others = [side for side in same if not initial_wagers(table, side.player)]
        return others[-1] if others else None
    if first == "controlling player" and box.bettors:
        controls = controller_of(rules, box).player == player
        return same[-1] if controls else None
    return None


def why_not_limit_sides(rules: Rulebook, table: Table, command: LimitSideWagers) -> Refusal | None:
    """Surveillance and an inspector are told first; the sign says so from then on (S24 16.4)."""
    sign = table.sign
    if sign is None:
        return no_sign(rules)
    if sign.orders.side_wagers_beside_own == command.limited:
        return Refusal(
            "restriction.standing",
            rules.powers.may_limit_side_wagers.clause,
            "Side wagers are restricted in this way, or free of it, already.",
        )
    told = [told_anew(table, who, SIDE_WAGERS) for who in ("Surveillance", "inspector")]
    if command.limited and not all(told):
        return Refusal(
            "restriction.not-notified",
            rules.restrictions.side_wagers_notified,
            f"Surveillance and an inspector are told first, every time: {SIDE_WAGERS}.",
        )
    return None


def limit_sides(course: Course, command: LimitSideWagers) -> None:
    """Restrict side wagers, or open them to everybody again."""
    clause = course.rules.powers.may_limit_side_wagers.clause
    course.emit(SideWagersLimited(command.limited, clause))


def side_wagers_limited(table: Table, event: SideWagersLimited) -> Table:
    """After SideWagersLimited."""
    table = with_orders(table, side_wagers_beside_own=event.limited)
    return with_spent(table, SIDE_WAGERS) if event.limited else table
