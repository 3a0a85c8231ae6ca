"""A round that is void, or hands of it: who declares it, and what goes back (S24 18.8, 18.16.2, NZ 16.5)."""

from collections import Counter
from collections.abc import Callable, Iterable

from houserules.core.cards import Card
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.cards.events import CardBurned
from houserules.table.commands import DealCard
from houserules.table.event_builder import At, EventBuilder, Why
from houserules.table.events import DealerTurnBegan, HandCleared, RoundVoided, WagerSettled
from houserules.table.irregularities.commands import VoidMisdeal
from houserules.table.irregularities.events import HandsVoided, PaymentTakenBack, RoundTakenBack
from houserules.table.irregularities.faced_cards import why_not_real
from houserules.table.irregularities.misdeal import (
    reopen_bets,
    why_not_moved,
    why_not_put_right,
    why_not_reported,
)
from houserules.table.irregularities.previous_round import is_past, latest_round
from houserules.table.irregularities.redeal import as_it_lay
from houserules.table.irregularities.state import Spot, WrongDeal
from houserules.table.round import deal
from houserules.table.round.payouts import pay_bonus_of_others
from houserules.table.round.settled_wagers import WagerBalance, wager_balances
from houserules.table.round.void import (
    after_void,
    collected_wagers,
    end_open_wagers,
    return_wager,
    void_hand,
)
from houserules.table.session.forms import take_forms_back
from houserules.table.staff.wrong_payments import annul_payments
from houserules.table.state import Table


def undone(table: Table, falls: Callable[[WagerSettled], bool]) -> list[WagerBalance]:
    """Return the settlements to undo: first what the house collected, then what it paid."""
    played = latest_round(table)
    log = played.log if played is not None else ()
    rows = (*collected_wagers(log), *[each for each in wager_balances(log) if each.kept < 0])
    return [each for each in rows if falls(each.row)]


def undo(builder: EventBuilder, rows: Iterable[WagerBalance], clause: Clause) -> None:
    """Hand back what was collected, and take back what was paid; what is gone becomes a debt."""
    for each in rows:
        if each.kept > 0:
            return_wager(builder, each, clause)
            continue
        row, paid = each.row, -each.kept
        there = min(paid, builder.table.racks.get(row.player, 0))
        builder.emit(
            PaymentTakenBack(row.box, row.hand, row.player, row.wager, there, clause, paid - there)
        )


def everything_undone(table: Table) -> list[WagerBalance]:
    """Return all settlements of the round: in a tournament none of them stands (S65 20.2.2.1)."""
    return undone(table, lambda row: True)


def void_whole_round(builder: EventBuilder, clause: Clause) -> None:
    """Return all money of the round; interim settlements made to players stand, but in a tournament.

    What the final settlement did is undone, and of earlier settlements, where the rules say so, what
    was collected (18.8: to a player). Open wagers come first: what they put back into the rack is
    there to take payments back from.
    """
    everything = builder.rules.misdeal.void_round_returns.value == "all but payments"
    under_way = builder.table.phase != "betting"
    if builder.table.session is not None:
        played = latest_round(builder.table)
        take_forms_back(builder, played.log if played is not None else ())
        rows = everything_undone(builder.table)
    else:
        if under_way:
            pay_bonus_of_others(builder, no_more_cards=True)
        rows = undone(
            builder.table, lambda row: row.stage == "final" or (everything and row.net < 0)
        )
    if under_way:
        end_open_wagers(builder, clause)
    undo(builder, rows, clause)
    annul_payments(builder, clause)
    if under_way:
        builder.emit(RoundVoided(clause))


def why_not_void(rules: Rulebook, table: Table, command: VoidMisdeal) -> Refusal | None:
    """Only what cannot be put right is void: the round, or where the rules say so some hands."""
    rule = rules.misdeal.misdeal_voids
    refusal = why_not_reported(rules, table, command) or why_not_real(rules, table, rule.clause)
    if refusal:
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
        refusal = _why_not_hands(rules, table, command)
        if refusal or command.dealer is None:
            return refusal
        # a dealer's hand is put right only while what was paid against it is there (reading 135)
        return why_not_moved(rules, table, lambda builder: _void_hands(builder, command))
    if command.hands or command.dealer is not None:
        return Refusal(
            "misdeal.whole-round", rule.clause, "Declare the whole round void, not a single hand."
        )
    return None


def _why_not_hands(rules: Rulebook, table: Table, command: VoidMisdeal) -> Refusal | None:
    """Hands of the round; and a dealer's hand put right with its own cards after the first."""
    hands = {(box.number, number) for box, number, _ in as_it_lay(table).hands()}
    if not command.hands or not set(command.hands) <= hands - _declared_void(table):
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
    part, uninsured = builder.rules.misdeal, _bettors_on(builder.table, hands)
    void, lay = {*hands, *_declared_void(builder.table)}, as_it_lay(builder.table)
    standing = {box.number for box, number, _ in lay.hands() if (box.number, number) not in void}

    def is_void(row: WagerSettled) -> bool:
        beside = row.hand is None and row.box is not None and row.box not in standing
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
