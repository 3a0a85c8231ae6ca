"""The dealer's cutting card: where it goes into the stack, and what its coming out means."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.shoe.cut import cutting_card_depth
from houserules.shoe.state import Cause
from houserules.table.cards.census import round_has_begun
from houserules.table.cards.commands import DrawCuttingCard, PlaceCuttingCard
from houserules.table.cards.events import (
    BetsReopened,
    CuttingCardCameOut,
    CuttingCardPlaced,
    ShuffleCalled,
)
from houserules.table.cards.next_step import is_next, why_not_ready
from houserules.table.cards.opening import why_not_source
from houserules.table.cards.source import shuffle_now, under_is_next
from houserules.table.event_builder import EventBuilder
from houserules.table.round.deal import card_is_due, next_place
from houserules.table.state import Table


def why_not_place(rules: Rulebook, table: Table, command: PlaceCuttingCard) -> Refusal | None:
    """After the cut, at most half way in from the back (S24 5.6, S65 4.6, NZ 7.6, PJ 4.7)."""
    source, rule = table.source, rules.cut.cutting_card_from_back
    if source is None or not is_next(table, "cutting card"):
        return Refusal(
            "cutting-card.not-due",
            rule.clause,
            "No stack is waiting for the cutting card. It goes in after the cut.",
        )
    if command.behind is None:
        if not source.virtual:
            return None
        return Refusal(
            "cutting-card.no-depth",
            rule.clause,
            "Enter how many cards lie behind the cutting card.",
        )
    limits = cutting_card_depth(source.left, rule.value)
    if limits.takes(command.behind):
        return None
    return Refusal(
        "cutting-card.depth",
        rule.clause,
        f"Put {limits.least} to {limits.most} of the {source.left} cards behind the "
        f"cutting card, not {command.behind}.",
    )


def place(builder: EventBuilder, command: PlaceCuttingCard) -> None:
    """Put the cutting card in, a second one at the back, and the stack into the shoe."""
    cut = builder.rules.cut
    builder.emit(
        CuttingCardPlaced(
            command.behind,
            second=cut.cutting_cards.value > 1,
            by=command.by.name,
            clause=cut.cutting_card_from_back.clause,
        )
    )


def why_not_draw(rules: Rulebook, table: Table, command: DrawCuttingCard) -> Refusal | None:
    """The cutting card comes out once, where the next card should have, or before a round."""
    if refusal := why_not_source(rules, table) or why_not_ready(rules, table):
        return refusal
    source, device = table.source, rules.device
    assert source is not None
    if source.kind == "shuffling device" and not isinstance(device, NotOffered):
        return Refusal(
            "cutting-card.none", device.device_not_cut, "A shuffling device has no cutting card."
        )
    clause = rules.cut.cutting_card_from_back.clause
    if source.out:
        return Refusal("cutting-card.out", clause, "The cutting card has already come out.")
    if table.phase != "betting" and not card_is_due(table):
        return Refusal(
            "cutting-card.not-now",
            clause,
            "The cutting card comes out when a card is due, and none is due now.",
        )
    if source.virtual and (under_is_next(table) or not source.cutting_card_is_next):
        where = "No cutting card was put into the stack."
        if source.behind is not None:
            before = max(source.left - source.behind, 1)
            where = f"{before} card(s) come out before the cutting card."
        return Refusal("cutting-card.not-next", clause, where)
    return None


def draw(builder: EventBuilder, command: DrawCuttingCard) -> None:
    """Shuffle at once if it came first in a round, else when the round is over (S24 5.1.2-5.1.3)."""
    part, table = builder.rules.shuffle, builder.table
    if not round_has_begun(table):
        clause = part.shuffle_at_first_card
        builder.emit(CuttingCardCameOut("cutting card first", None, None, clause))
        reopen_bets(builder)
        shuffle_now(builder, "cutting card first", clause)
        return
    place = next_place(table)
    box = table.box(place.box) if place is not None and place.box is not None else None
    cause: Cause = "cutting card on a box" if box else "cutting card on the dealer's hand"
    number, player = (box.number, box.controller) if box else (None, None)
    builder.emit(CuttingCardCameOut(cause, number, player, part.shuffle_after_round))
    builder.emit(ShuffleCalled(cause, part.shuffle_after_round))


def reopen_bets(builder: EventBuilder) -> None:
    """Let wagers be placed and taken back during the shuffle, if bets were closed already."""
    if builder.table.phase == "dealing":
        builder.emit(BetsReopened(builder.rules.wagers.wagers_before_first_card))
