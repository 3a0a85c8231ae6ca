"""Perfect Pairs and Suits You: placed before the first card (S24 16, NZ 15A, PJ 13)."""

from houserules.core.money import format_money
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import PerfectPairs, Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.commands import PlaceSideWager, WithdrawSideWager
from houserules.table.event_builder import EventBuilder
from houserules.table.events import SideWagerPlaced, SideWagerWithdrawn
from houserules.table.people.admission import why_not_admitted, why_not_again
from houserules.table.round.chips import why_not_enough, why_not_whole
from houserules.table.round.wagers import (
    no_wager,
    why_not_box,
    why_not_handled_now,
    why_not_moved,
    why_not_now,
)
from houserules.table.session.entries import why_not_enter, why_not_own_box
from houserules.table.sign.admissible_wagers import why_not_here
from houserules.table.sign.events import SideWagerDisplaced
from houserules.table.sign.side_wagers import (
    SideTerms,
    gives_way,
    initial_wagers,
    side_terms,
    side_wager_of,
    why_not_loose,
)
from houserules.table.sign.stated_limits import side_part
from houserules.table.state import Table


def why_not_place_side(rules: Rulebook, table: Table, command: PlaceSideWager) -> Refusal | None:
    """A side wager: offered, in time, of the amount on the sign, with room on the box."""
    part = side_part(rules, command.kind)
    if isinstance(part, NotOffered):
        return Refusal("side-wager.none", part.clause, f"This game has no {command.kind} wager.")
    terms = side_terms(rules, table, command.kind)
    if terms.limits is None:
        offered = (
            part.perfect_pairs_offered if isinstance(part, PerfectPairs) else part.suits_you_offered
        )
        return Refusal(
            "side-wager.not-offered", offered, f"This table does not offer {command.kind}."
        )
    if refusal := (
        why_not_now(rules, table)
        or why_not_box(rules, command.box)
        or why_not_admitted(rules, table, command.player)
        or why_not_again(rules, table, command)
        or _why_not_place(rules, table, command)
    ):
        return refusal
    return (
        _why_not_amount(rules, terms, command)
        or _why_not_beside(rules, table, command, terms)
        or _why_not_suit(rules, command)
        or why_not_enough(rules, table, command.player, command.amount, tokens=command.tokens)
    )


def _why_not_place(rules: Rulebook, table: Table, command: PlaceSideWager) -> Refusal | None:
    """Where the player may wager: by the sign, or by the session of a tournament."""
    session, player = table.session, command.player
    if session is None:
        return why_not_here(rules, table, player, command.box)
    return why_not_enter(rules, session, player) or why_not_own_box(
        rules, session, player, command.box
    )


def _why_not_amount(rules: Rulebook, terms: SideTerms, command: PlaceSideWager) -> Refusal | None:
    """The amount on the sign; where the sign gives two, anything between them in chips."""
    limits = terms.limits
    assert limits is not None
    if limits.least <= command.amount <= limits.most:
        return why_not_whole(rules, command.amount)
    takes = format_money(limits.least)
    if limits.most > limits.least:
        takes = f"from {takes} to {format_money(limits.most)}"
    return Refusal(
        "side-wager.amount",
        terms.amount,
        f"A {command.kind} wager must be {takes}.",
    )


def _why_not_beside(
    rules: Rulebook, table: Table, command: PlaceSideWager, terms: SideTerms
) -> Refusal | None:
    box, most = table.box(command.box), terms.per_box
    if box is None or not box.bettors:
        return Refusal(
            "side-wager.alone",
            terms.beside,
            f"Box {command.box} has no initial wager. A side wager needs one beside it.",
        )
    if terms.who.value != "any player" and (
        refusal := _why_not_bettor(terms, initial_wagers(table, command.player), command)
    ):
        return refusal
    same = [side.player for side in box.sides if side.kind == command.kind]
    full = len(same) >= most.value and not gives_way(
        rules, table, box, command.player, command.kind
    )
    if full or command.player in same:
        return Refusal(
            "side-wager.full",
            most.clause,
            f"Box {command.box} takes at most {most.value} {command.kind} "
            f"{'wager' if most.value == 1 else 'wagers'}, one per player.",
        )
    return None


def _why_not_bettor(terms: SideTerms, boxes: list[int], command: PlaceSideWager) -> Refusal | None:
    """Who may make it: anybody, or only who has an initial wager in the round, or on that box."""
    who = terms.who
    if who.value == "bettors of the round" and not boxes:
        return Refusal(
            "side-wager.no-wager",
            who.clause,
            "You need an initial wager in this round first.",
        )
    if who.value == "bettors of the box" and command.box not in boxes:
        return Refusal(
            "side-wager.own-wager",
            who.clause,
            f"You need an initial wager on box {command.box} first.",
        )
    return None


def _why_not_suit(rules: Rulebook, command: PlaceSideWager) -> Refusal | None:
    if command.kind == "suits-you" and command.suit not in ("s", "h", "d", "c"):
        assert not isinstance(rules.suits_you, NotOffered)
        clause = rules.suits_you.suits_you_lose
        return Refusal("side-wager.suit", clause, "Choose one suit: s, h, d or c.")
    return None


def place_side(builder: EventBuilder, command: PlaceSideWager) -> None:
    """Lay a side wager on a box; one that gives way to it is handed back."""
    _displace(builder, command)
    builder.emit(
        SideWagerPlaced(
            command.box,
            command.player,
            command.kind,
            command.amount,
            command.suit,
            command.tokens,
        )
    )


def _displace(builder: EventBuilder, command: PlaceSideWager) -> None:
    """Hand a side wager back to which somebody else has the first claim (S24 16.6, PJ 13.6)."""
    box = builder.table.box(command.box)
    assert box is not None
    side = gives_way(builder.rules, builder.table, box, command.player, command.kind)
    if side is not None:
        clause = builder.rules.restrictions.side_wagers_first.clause
        builder.emit(
            SideWagerDisplaced(box.number, side.player, side.kind, side.amount, clause, side.tokens)
        )


def why_not_withdraw_side(
    rules: Rulebook, table: Table, command: WithdrawSideWager
) -> Refusal | None:
    """A side wager may be taken back until the first card, unless it is confirmed (NZ 5.6)."""
    side = side_wager_of(table, command.player, command.box, command.kind)
    refusal = why_not_loose(rules, table, side) if side else None
    if refusal := (refusal or why_not_handled_now(rules, table) or why_not_moved(rules, table)):
        return refusal
    return no_wager(rules, command.box) if side is None else None


def withdraw_side(builder: EventBuilder, command: WithdrawSideWager) -> None:
    """Take a side wager back."""
    side = side_wager_of(builder.table, command.player, command.box, command.kind)
    assert side is not None
    builder.emit(
        SideWagerWithdrawn(command.box, command.player, command.kind, side.amount, side.tokens)
    )
