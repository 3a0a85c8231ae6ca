"""What a side wager takes here, who may make it, and who has the first claim to it (S24 16, PJ 13)."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import PerfectPairs, Rulebook
from houserules.rulebook.values import NotOffered, Value
from houserules.table.event_builder import EventBuilder
from houserules.table.round.box_control import controller_of
from houserules.table.sign.commands import ConfirmSideWager, LimitSideWagers
from houserules.table.sign.events import SideWagerConfirmed, SideWagerDisplaced, SideWagersLimited
from houserules.table.sign.limits import no_sign
from houserules.table.sign.state import SIDE_WAGERS, SideLimits
from houserules.table.sign.stated_limits import side_part
from houserules.table.staff.notices import was_told_first
from houserules.table.state import Box, SideKind, SideWager, Table

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
    """Return the terms of a side wager that the game has: the sign's, else the rulebook's."""
    part = side_part(rules, kind)
    assert not isinstance(part, NotOffered)
    if isinstance(part, PerfectPairs):
        amount, who, most = part.perfect_pairs, part.perfect_pairs_for, part.perfect_pairs_per_box
    else:
        amount, who, most = part.suits_you, part.suits_you_for, part.suits_you_per_box
    if table.sign is None:
        limits = None if amount.value is None else SideLimits(kind, amount.value, amount.value)
        return SideTerms(limits, amount.clause, who, who.clause, most)
    restricted = rules.restrictions.side_wagers_restricted
    of_round: Value[Literal["bettors of the round"]] = Value("bettors of the round", restricted)
    allowed = of_round if table.sign.orders.side_wagers_beside_own else who
    return SideTerms(table.sign.stated.side(kind), amount.clause, allowed, who.clause, most)


def initial_wagers(table: Table, player: str) -> list[int]:
    """Return the boxes where an initial wager of the player is in the round."""
    return [box.number for box in table.boxes if (b := box.bettor(player)) and b.in_round]


def _stranded_side_wagers(rules: Rulebook, table: Table) -> Iterator[tuple[Box, SideWager, Clause]]:
    """Yield the open side wagers that have lost the initial wager they need, and by which clause."""
    for box in table.boxes:
        has_initial = any(bettor.in_round for bettor in box.bettors)
        for side in box.sides:
            terms, boxes = side_terms(rules, table, side.kind), initial_wagers(table, side.player)
            who = terms.who.value
            if side.settled:
                continue
            if not has_initial:
                yield box, side, terms.beside
            elif (who == "bettors of the box" and box.number not in boxes) or (
                who == "bettors of the round" and not boxes
            ):
                yield box, side, terms.who.clause


def newly_stranded(builder: EventBuilder, before: Table) -> list[tuple[Box, SideWager, Clause]]:
    """Return the side wagers that have been stranded since; one under an older order stays."""
    old = {
        (box.number, side.player, side.kind)
        for box, side, _ in _stranded_side_wagers(builder.rules, before)
    }
    return [
        (box, side, clause)
        for box, side, clause in _stranded_side_wagers(builder.rules, builder.table)
        if (box.number, side.player, side.kind) not in old
    ]


def return_stranded(builder: EventBuilder, before: Table) -> None:
    """Hand back the side wagers that can no longer stand (S24 16.4, 16.5, NZ 15A.2, reading 74)."""
    for box, side, clause in newly_stranded(builder, before):
        builder.emit(
            SideWagerDisplaced(box.number, side.player, side.kind, side.amount, clause, side.tokens)
        )


def gives_way(
    rules: Rulebook, table: Table, box: Box, player: str, kind: SideKind
) -> SideWager | None:
    """Return the side wager that a player with the first claim displaces (S24 16.6, PJ 13.6).

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


def side_wager_of(table: Table, player: str, box: int, kind: SideKind) -> SideWager | None:
    """Return a player's side wager of one kind on a box."""
    sides = there.sides if (there := table.box(box)) else ()
    return next((side for side in sides if (side.player, side.kind) == (player, kind)), None)


def why_not_loose(rules: Rulebook, table: Table, side: SideWager) -> Refusal | None:
    """A side wager that is confirmed stays: by the dealer, or with the end of betting (NZ 5.6)."""
    is_confirmed = side.confirmed or table.phase != "betting"
    if rules.powers.may_confirm_side_wager.value == "nobody" or side.settled or not is_confirmed:
        return None
    return Refusal(
        "side-wager.confirmed",
        rules.wagers.placed_wagers_stay,
        "This side wager is confirmed. It stays until it is settled.",
    )


def why_not_confirm(rules: Rulebook, table: Table, command: ConfirmSideWager) -> Refusal | None:
    """A side wager that lies on the box and is not confirmed yet."""
    side = side_wager_of(table, command.player, command.box, command.kind)
    if side is not None and not side.settled:
        return why_not_loose(rules, table, side)
    return Refusal(
        "wager.none",
        rules.wagers.placed_wagers_stay,
        f"You have no such wager on box {command.box}.",
    )


def confirm(builder: EventBuilder, command: ConfirmSideWager) -> None:
    """Record that the dealer has confirmed the wager."""
    clause, by = builder.rules.powers.may_confirm_side_wager.clause, command.by.name
    box, player, kind = command.box, command.player, command.kind
    builder.emit(SideWagerConfirmed(box, player, kind, by, command.at, clause))


def why_not_limit_sides(rules: Rulebook, table: Table, command: LimitSideWagers) -> Refusal | None:
    """Surveillance and an inspector are told first; the sign says so from then on (S24 16.4)."""
    sign = table.sign
    if sign is None:
        return no_sign(rules)
    if sign.orders.side_wagers_beside_own == command.limited:
        return Refusal(
            "restriction.standing",
            rules.powers.may_limit_side_wagers.clause,
            "This order about side wagers already stands.",
        )
    told = [was_told_first(table, who, SIDE_WAGERS) for who in ("Surveillance", "inspector")]
    if command.limited and not all(told):
        return Refusal(
            "restriction.not-notified",
            rules.restrictions.side_wagers_notified,
            f"Tell surveillance and an inspector first, each time: {SIDE_WAGERS}.",
        )
    return None


def limit_sides(builder: EventBuilder, command: LimitSideWagers) -> None:
    """Restrict side wagers, or open them to everybody again."""
    clause = builder.rules.powers.may_limit_side_wagers.clause
    builder.emit(SideWagersLimited(command.limited, clause))
