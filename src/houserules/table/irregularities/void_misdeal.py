"""A wrongly dealt round that cannot be put right: void, or its affected hands are (NZ 16.5)."""

from collections import Counter
from collections.abc import Iterable

from houserules.core.cards import Card
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.cards.events import CardBurned
from houserules.table.commands import DealCard
from houserules.table.event_builder import At, EventBuilder, Why
from houserules.table.events import DealerTurnBegan, HandCleared, WagerSettled
from houserules.table.irregularities.card_checks import why_not_real
from houserules.table.irregularities.commands import VoidMisdeal
from houserules.table.irregularities.events import HandsVoided, RoundTakenBack
from houserules.table.irregularities.misdeal import (
    reopen_bets,
    why_not_moved,
    why_not_put_right,
    why_not_reported,
)
from houserules.table.irregularities.previous_round import is_past
from houserules.table.irregularities.redeal import as_it_lay
from houserules.table.irregularities.state import Spot, WrongDeal
from houserules.table.irregularities.voids import undo, undone, void_whole_round
from houserules.table.round import deal
from houserules.table.round.void import after_void, void_hand
from houserules.table.state import Table


def why_not_void(rules: Rulebook, table: Table, command: VoidMisdeal) -> Refusal | None:
    """Only what cannot be put right is void: the round, or where the rules say so some hands."""
    rule = rules.misdeal.misdeal_voids
    if refusal := why_not_reported(rules, table) or why_not_real(rules, table, rule.clause):
        return refusal
    assert isinstance(table.irregularity, WrongDeal)
    order = table.irregularity.order
    if order is not None and why_not_put_right(rules, table, order, command) is None:
        return Refusal(
            "misdeal.possible",
            rule.clause,
            "This round can be corrected. Confirm the correction instead of declaring it void.",
        )
    if rule.value == "hands affected":
        return _why_not_hands(rules, table, command) or _why_not_dealer(rules, table, command)
    if command.hands or command.dealer is not None:
        return Refusal(
            "misdeal.whole-round", rule.clause, "Declare the whole round void, not a single hand."
        )
    return None


def _why_not_hands(rules: Rulebook, table: Table, command: VoidMisdeal) -> Refusal | None:
    """Hands of the round; and a dealer's hand put right with its own cards after the first."""
    there = {(box.number, number) for box, number, _ in as_it_lay(table).hands()}
    there -= _declared_void(table)
    if not command.hands or not set(command.hands) <= there:
        return Refusal(
            "misdeal.hands",
            rules.misdeal.misdeal_voids.clause,
            "Enter the affected hands that are not void yet, by box and number.",
        )
    own = Counter(table.dealer[1:])
    if command.dealer is None or (own and Counter(command.dealer) <= own):
        return None
    return Refusal(
        "misdeal.dealers-hand",
        rules.misdeal.dealers_hand_put_right,
        "Correct the dealer's hand only with the cards it has after its first.",
    )


def _why_not_dealer(rules: Rulebook, table: Table, command: VoidMisdeal) -> Refusal | None:
    """A dealer's hand is put right only while what was paid against it is there (reading 135)."""
    if command.dealer is None:
        return None
    return why_not_moved(rules, table, lambda builder: _void_hands(builder, command))


def void(builder: EventBuilder, command: VoidMisdeal) -> None:
    """Declare void what the rules say; play goes on with the cards that are left."""
    rule = builder.rules.misdeal.misdeal_voids
    if is_past(builder.table):
        reopen_bets(builder, rule.clause)
    if rule.value == "hands affected":
        _void_hands(builder, command)
        return
    void_whole_round(builder, rule.clause)
    if builder.table.phase == "betting":
        builder.emit(HandsVoided((), command.by.name, command.at, rule.clause))


def _void_hands(builder: EventBuilder, command: VoidMisdeal) -> None:
    by, at = command.by.name, command.at
    lay = builder.table.dealer[1:]
    if command.dealer is not None:
        began = [isinstance(each, DealerTurnBegan) for each in builder.table.log].index(True)
        clause = builder.rules.misdeal.dealers_hand_put_right
        builder.emit(RoundTakenBack(began + 1, by, at, clause))
    _undo_hands(builder, command.hands)
    builder.emit(HandsVoided(command.hands, by, at, builder.rules.misdeal.misdeal_voids.clause))
    if builder.table.phase != "betting":
        _end_hands(builder, command.hands)
    if command.dealer is not None:
        _deal_to_dealer(builder, command.dealer, lay)


def _whole_boxes(table: Table, hands: tuple[Spot, ...]) -> set[int]:
    """The boxes of which every hand is among these, or was declared void before."""
    lay = as_it_lay(table)
    void = {*hands, *_declared_void(table)}
    left = {box.number for box, number, _ in lay.hands() if (box.number, number) not in void}
    return {box.number for box in lay.boxes} - left


def _declared_void(table: Table) -> set[Spot]:
    return {spot for each in table.log if isinstance(each, HandsVoided) for spot in each.hands}


def _bettors_on(table: Table, hands: tuple[Spot, ...]) -> set[tuple[int | None, str]]:
    """By box, the bettors whose original wager lies on one of the hands (NZ 10.7, reading 54)."""
    return {
        (box.number, stake.player)
        for box, number, hand in as_it_lay(table).hands()
        if (box.number, number) in hands
        for stake in hand.stakes
        if stake.kind == "original"
    }


def _undo_hands(builder: EventBuilder, hands: tuple[Spot, ...]) -> None:
    """Undo what was settled on the hands, beside a box that has no other, and insurance of them."""
    part, whole = builder.rules.misdeal, _whole_boxes(builder.table, hands)
    uninsured = _bettors_on(builder.table, hands)

    def is_void(row: WagerSettled) -> bool:
        beside = row.hand is None and row.box in whole
        return row.wager != "insurance" and ((row.box, row.hand) in hands or beside)

    def is_uninsured(row: WagerSettled) -> bool:
        return row.wager == "insurance" and (row.box, row.player) in uninsured

    undo(builder, undone(builder.table, is_void), part.misdeal_voids.clause)
    undo(builder, undone(builder.table, is_uninsured), part.void_takes_insurance)


def _end_hands(builder: EventBuilder, hands: tuple[Spot, ...]) -> None:
    """Hand back what is open on the hands, clear their cards, and go on with the others."""
    part, uninsured = builder.rules.misdeal, _bettors_on(builder.table, hands)
    for box in builder.table.boxes:
        for wager in box.insurance:
            if not wager.settled and (box.number, wager.player) in uninsured:
                why = Why(At(wager.player, box.number), part.void_takes_insurance, "final")
                builder.give_back(wager.amount, wager.amount, "insurance", "void", why=why)
    for spot in hands:
        void_hand(builder, *spot, part.misdeal_voids.clause)
    if builder.table.phase != "over":
        after_void(builder, part.misdeal_voids.clause)
    for spot in hands:
        hand = builder.table.hand(*spot)
        if hand is not None and not hand.cleared:
            builder.emit(HandCleared(*spot))


def _deal_to_dealer(builder: EventBuilder, cards: Iterable[Card], lay: tuple[Card, ...]) -> None:
    """Complete the dealer's hand with its own cards; those left over are discarded (NZ 16.3)."""
    left = Counter(lay)
    for card in cards:
        if deal.next_place(builder.table) == deal.DEALER:
            deal.deal(builder, DealCard(card))
            left[card] -= 1
    for card in left.elements():
        builder.emit(CardBurned(card, builder.rules.misdeal.misdeal_leftovers.clause))
