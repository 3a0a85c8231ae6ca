"""The dealer's further cards, and when they stop (S24 15, NZ 8.5 and 14.3-14.4, PJ 12, reading 19)."""

from functools import cache

from houserules.core.cards import CARDS, Card
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.event_builder import At, EventBuilder, Why
from houserules.table.events import DealerTurnBegan, RoundEnded
from houserules.table.irregularities.events import HandsVoided
from houserules.table.round import final
from houserules.table.round.final import End
from houserules.table.round.hands import is_natural, is_pinkjack, total_of
from houserules.table.round.payouts import pay_bonus_of_others
from houserules.table.state import Table


def begin(builder: EventBuilder) -> None:
    """Every hand is played: let the dealer draw, unless no card is due any more."""
    if _is_decided(builder.rules, builder.table):
        _finish(builder)
    else:
        builder.emit(DealerTurnBegan())


def after_card(builder: EventBuilder) -> None:
    """Collect lost insurance at the second card; stop when nothing can change any more."""
    part, cards = builder.rules.insurance, builder.table.dealer
    if len(cards) == 2 and not is_natural(cards) and not isinstance(part, NotOffered):
        for box in builder.table.boxes:
            for wager in box.insurance:
                if not wager.settled:
                    why = Why(At(wager.player, box.number), part.insurance_loses)
                    builder.lose(wager.amount, "insurance", why=why)
    see_whether_decided(builder)


def see_whether_decided(builder: EventBuilder) -> None:
    """End the round once no further card matters."""
    if _is_decided(builder.rules, builder.table):
        _finish(builder)


def _finish(builder: EventBuilder) -> None:
    """Settle by how the dealer's hand ended; if it could go on, by any of its ends, all alike."""
    end = next(iter(possible_ends(*_standing(builder.rules), builder.table.dealer)))
    final.settle(builder, end)
    pay_bonus_of_others(builder, "final")
    builder.emit(RoundEnded())


def _is_decided(rules: Rulebook, table: Table) -> bool:
    """Whether the dealer draws no further card: none can change the result of any wager."""
    if _second_card_is_due(rules, table):
        return False
    ends = possible_ends(*_standing(rules), table.dealer)
    if len(ends) == 1 or not _anything_open(table):
        return True
    if _totals_to_compare(table, highest=ends[-1].total):
        return False
    outcomes = [[each.outcome for each in final.verdicts(rules, table, end)] for end in ends]
    return all(outcome == outcomes[0] for outcome in outcomes)


def _second_card_is_due(rules: Rulebook, table: Table) -> bool:
    """Whether the dealer takes a second card whatever it decides (NZ 8.5, reading 52).

    Where every hand is void there is no dealer's hand to complete (NZ 16.5(b)).
    """
    if rules.dealer.dealer_second_card.value == "as needed" or len(table.dealer) != 1:
        return False
    void = {spot for each in table.log if isinstance(each, HandsVoided) for spot in each.hands}
    return any(
        (box.number, number) not in void and any(stake.result != "void" for stake in hand.stakes)
        for box, number, hand in table.hands()
    )


def _anything_open(table: Table) -> bool:
    return any(
        any(hand.open_stakes for hand in box.hands)
        or not all(wager.settled for wager in box.insurance)
        for box in table.boxes
    )


def _totals_to_compare(table: Table, *, highest: int) -> bool:
    """The common case, told quickly: a total that a bust pays and the dealer's best hand does not.

    A 21 that is not settled yet is a held Pinkjack, or waits to be paid: no total of the dealer's
    matters to it.
    """
    return any(
        hand.total <= highest and hand.total < 21 and not hand.surrendered
        for _, _, hand in table.hands()
        if not hand.cleared
    )


def _standing(rules: Rulebook) -> tuple[int, int]:
    return rules.dealer.dealer_stands_on_hard.value, rules.dealer.dealer_stands_on_soft.value


def possible_ends(hard: int, soft: int, cards: tuple[Card, ...]) -> tuple[End, ...]:
    """Return every way in which the dealer's hand can end, from the cards it has."""
    total, is_soft = total_of(cards)
    if total >= (soft if is_soft else hard):
        return (End(total, is_natural(cards), is_pinkjack(cards)),)
    if len(cards) >= 2:
        return _ends_from(hard, soft, total, is_soft=is_soft)
    return _ends_before_second(hard, soft, cards)


@cache
def _ends_before_second(hard: int, soft: int, cards: tuple[Card, ...]) -> tuple[End, ...]:
    """Return the ends that a dealer's hand of no card or one card can come to."""
    ends: set[End] = set()
    for card in CARDS.values():
        ends.update(possible_ends(hard, soft, (*cards, card)))
    return _in_order(ends)


@cache
def _ends_from(hard: int, soft: int, total: int, *, is_soft: bool) -> tuple[End, ...]:
    """Return the ends that a total can come to once the first two cards are down."""
    if total >= (soft if is_soft else hard):
        return (End(min(total, 22)),)
    ends: set[End] = set()
    for value in range(1, 11):
        after, still_soft = total + value, is_soft
        if value == 1 and after + 10 <= 21 and not is_soft:
            after, still_soft = after + 10, True
        if after > 21 and still_soft:
            after, still_soft = after - 10, False
        ends.update(_ends_from(hard, soft, after, is_soft=still_soft))
    return _in_order(ends)


def _in_order(ends: set[End]) -> tuple[End, ...]:
    """Lowest and bust first, so that two ends that differ are met early."""
    return tuple(
        sorted(ends, key=lambda end: (end.total != 22, end.total, end.natural, end.pinkjack))
    )
