"""Proposing how a wrongly dealt round is put right, or saying why it cannot be (S24 18.8)."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from houserules.core.cards import Card
from houserules.core.money import format_money
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.cards.census import why_not_there
from houserules.table.cards.events import CardBurned
from houserules.table.commands import ClearTable, StaffCommand
from houserules.table.event_builder import EventBuilder
from houserules.table.events import CardDealt, RoundVoided
from houserules.table.evolve import evolve
from houserules.table.irregularities.commands import (
    ConfirmReconstruction,
    DismissMisdeal,
    ReportMisdeal,
)
from houserules.table.irregularities.decisions import is_repeatable
from houserules.table.irregularities.device_malfunction import offer_return_again
from houserules.table.irregularities.events import (
    CardsSetReady,
    MisdealDismissed,
    MisdealReported,
    RoundTakenBack,
)
from houserules.table.irregularities.faced_cards import why_not_real
from houserules.table.irregularities.previous_round import is_past, round_of
from houserules.table.irregularities.redeal import as_it_lay, moves_between, redeal
from houserules.table.irregularities.state import WrongDeal
from houserules.table.round import deal
from houserules.table.round.void import void_round, withdraw_wagers_of
from houserules.table.session.taking_back import take_round_back
from houserules.table.staff.wrong_payments import annul_payments
from houserules.table.state import Table, changed


def why_not_round(rules: Rulebook, table: Table) -> Refusal | None:
    """An error is put right in the round under way, or the one before until the next begins."""
    played = round_of(table)
    clause = rules.misdeal.misdeal_is_reconstructed
    if played is None or not any(isinstance(each, CardDealt) for each in played.log):
        return Refusal(
            "misdeal.no-round",
            clause,
            "There is no round to correct. Report a misdeal before the next round starts.",
        )
    if any(isinstance(each, RoundVoided) for each in played.log):
        return Refusal("misdeal.void", clause, "The round is already void.")
    return None


def why_not_put_right(
    rules: Rulebook, table: Table, order: tuple[Card, ...], command: StaffCommand
) -> Refusal | None:
    """Whether the round can be dealt again in this order; there must be a round (`why_not_round`)."""
    played, clause = round_of(table), rules.misdeal.misdeal_is_reconstructed
    assert played is not None
    if not is_repeatable(played.log):
        return Refusal(
            "misdeal.not-repeatable",
            clause,
            "Wagers, cards or offers of this round were already corrected, so it cannot be "
            "dealt again.",
        )
    builder = EventBuilder(rules, table, evolve)
    take_back(builder, command)
    dealt, order = _dealt_cards(played.log), with_ready(table, order)
    if is_past(table) and len(table.discards) - len(builder.table.discards) != len(dealt):
        return Refusal(
            "misdeal.cards-gone",
            clause,
            "The cards of the round are no longer in the discard rack.",
        )
    refusal = _why_not_order(rules, builder.table, order) or why_not_chips(rules, builder.table)
    if refusal or (*dealt, *table.aftermath.ready) != order:
        return refusal
    return Refusal(
        "misdeal.no-error",
        clause,
        "In this order every card lies where it should. Enter the order in which they "
        "really left the shoe.",
    )


def _why_not_order(rules: Rulebook, taken: Table, order: tuple[Card, ...]) -> Refusal | None:
    """Every card must be one that can have left the shoe; a burned card stays burned."""
    for number, card in enumerate(order):
        before = changed(taken, discards=taken.discards + order[:number])
        if refusal := why_not_there(rules, before, card):
            return refusal
    source = taken.source
    if source is not None and source.left + (source.under is not None) < len(order):
        return Refusal(
            "misdeal.too-many",
            rules.irregularities.burned_card_stays,
            f"At most {source.left} cards can have been dealt. Burned cards stay burned.",
        )
    return None


def why_not_chips(rules: Rulebook, after: Table) -> Refusal | None:
    """What was paid must still be before the player, to be taken back."""
    for player, held in (*after.racks.items(), *after.tokens.items()):
        if held < 0:
            return Refusal(
                "misdeal.chips-gone",
                rules.misdeal.misdeal_is_reconstructed,
                f"{format_money(-held)} of what {player} was paid has left the table. It must "
                "be brought back first.",
            )
    return None


def why_not_moved(
    rules: Rulebook, table: Table, do: Callable[[EventBuilder], None]
) -> Refusal | None:
    """Whether all the chips that an act moves are there at every step of it."""
    builder = EventBuilder(rules, table, evolve)
    do(builder)
    for event in builder.events:
        table = evolve(table, event)
        if refusal := why_not_chips(rules, table):
            return refusal
    return None


def _dealt_cards(log: tuple[Any, ...]) -> tuple[Card, ...]:
    return tuple([each.card for each in log if isinstance(each, CardDealt)])


def with_ready(table: Table, order: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the order with the cards that lie ready at its end, unless they were named in it."""
    played = round_of(table)
    assert played is not None
    lacking = Counter(table.aftermath.ready) - (Counter(order) - Counter(_dealt_cards(played.log)))
    return (*order, *lacking.elements())


def take_back(builder: EventBuilder, command: StaffCommand, *, to: int = 1) -> None:
    """Take the round back to its beginning, or as far as told; wagers for the next go first."""
    clause = builder.rules.misdeal.misdeal_is_reconstructed
    if is_past(builder.table):
        reopen_bets(builder, clause)
        bettors = [bettor.player for box in builder.table.boxes for bettor in box.bettors]
        beside = [side.player for box in builder.table.boxes for side in box.sides]
        for player in dict.fromkeys([*bettors, *beside]):
            withdraw_wagers_of(builder, player)
    annul_payments(builder, clause)
    builder.emit(RoundTakenBack(to, command.by.name, command.at, clause))


def reopen_bets(builder: EventBuilder, clause: Clause) -> None:
    """Hand back the wagers of a round for which bets are closed and no card was dealt.

    In a session of a tournament, the round before has not counted then.
    """
    if builder.table.phase != "betting":
        if builder.table.phase != "over":
            void_round(builder, clause)
        deal.clear(builder, ClearTable())
    take_round_back(builder)


def put_right(
    builder: EventBuilder, order: tuple[Card, ...], command: StaffCommand
) -> tuple[tuple[str, ...], tuple[Card, ...]]:
    """Deal the round again; return the decisions that fell away and the cards left over."""
    played, order = round_of(builder.table), with_ready(builder.table, order)
    assert played is not None
    take_back(builder, command)
    left = redeal(builder, order, played.log)
    return tuple(left.falls_away), tuple(left.cards)


# A misdeal is reported, then corrected as proposed or dismissed (S24 18.8).


def why_not_misdeal(rules: Rulebook, table: Table, command: ReportMisdeal) -> Refusal | None:
    """Before the next round begins; with an order in which the cards can have come, or with none."""
    clause = rules.misdeal.misdeal_is_reconstructed
    if refusal := why_not_real(rules, table, clause) or why_not_round(rules, table):
        return refusal
    if command.order is None:
        return None
    return why_not_put_right(rules, table, command.order, command)


def report_misdeal(builder: EventBuilder, command: ReportMisdeal) -> None:
    """Propose how the round is put right; a supervisor decides."""
    clause, order = builder.rules.misdeal.misdeal_is_reconstructed, command.order
    by, at = command.by.name, command.at
    if order is None:
        what = "A card was wrongly dealt and nobody can say how the cards left the shoe."
        builder.emit(MisdealReported(None, (), (), (), what, by, at, clause))
        return
    proposal = EventBuilder(builder.rules, builder.table, evolve)
    falls_away, leftover = put_right(proposal, order, command)
    moves = tuple(moves_between(as_it_lay(builder.table), proposal.table))
    what = "A card was wrongly dealt; the round can be put right."
    builder.emit(MisdealReported(order, moves, falls_away, leftover, what, by, at, clause))


def why_not_reported(rules: Rulebook, table: Table, command: StaffCommand) -> Refusal | None:
    """A supervisor decides about an error that was reported."""
    if isinstance(table.irregularity, WrongDeal):
        return None
    return Refusal(
        "misdeal.none", rules.misdeal.misdeal_is_reconstructed, "No misdeal was reported."
    )


def why_not_confirm(
    rules: Rulebook, table: Table, command: ConfirmReconstruction
) -> Refusal | None:
    """A reconstruction was proposed by somebody else, and is still possible."""
    clause = rules.misdeal.misdeal_is_reconstructed
    if refusal := why_not_reported(rules, table, command) or why_not_real(rules, table, clause):
        return refusal
    assert isinstance(table.irregularity, WrongDeal)
    if table.irregularity.by == command.by.name:
        return Refusal(
            "misdeal.own-report",
            rules.powers.may_confirm_reconstruction.clause,
            f"{command.by.name} reported this misdeal. Another person must confirm the correction.",
        )
    if table.irregularity.order is None:
        return Refusal(
            "misdeal.not-possible",
            rules.misdeal.misdeal_is_reconstructed,
            "The order of the cards is not known, so the round cannot be corrected. "
            "Declare it void.",
        )
    return why_not_put_right(rules, table, table.irregularity.order, command)


def confirm(builder: EventBuilder, command: ConfirmReconstruction) -> None:
    """Deal the round as it should have been dealt; everybody accepts the result."""
    irregularity, rule = builder.table.irregularity, builder.rules.misdeal.misdeal_leftovers
    assert isinstance(irregularity, WrongDeal) and irregularity.order is not None
    _, leftover = put_right(builder, irregularity.order, command)
    if leftover and rule.value == "next cards":
        builder.emit(CardsSetReady(leftover, rule.clause))
    else:
        for card in leftover:
            builder.emit(CardBurned(card, rule.clause))
    offer_return_again(builder)


def dismiss(builder: EventBuilder, command: DismissMisdeal) -> None:
    """Let the round stand."""
    builder.emit(MisdealDismissed(command.by.name, command.at))
