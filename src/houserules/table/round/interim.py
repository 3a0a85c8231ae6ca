"""Settlement while the round runs: side wagers, naturals, 21, busts, tricks, bonuses."""

from houserules.core.cards import Card
from houserules.core.money import EVEN, Odds
from houserules.core.refusal import Clause
from houserules.rulebook.schema import PerfectPairs, Rulebook, SuitsYou
from houserules.rulebook.values import NotOffered, Value
from houserules.table.event_builder import At, EventBuilder, Why, parts
from houserules.table.events import HandCleared, HandStood
from houserules.table.face_down import expose
from houserules.table.round.hands import is_natural, is_pinkjack
from houserules.table.round.payouts import (
    natural_pays,
    pays_21,
    super_bonus_cards_stay,
    super_bonus_of,
)
from houserules.table.staff.late_payment import paid_at_the_end
from houserules.table.state import Hand, SideWager, Stake, Table


def after_initial_deal(builder: EventBuilder) -> None:
    """Settle the side wagers, then pay the naturals (S24 16.9, 11.1; NZ 15A.6, 9.1; PJ 8.1)."""
    for box in builder.table.boxes:
        for side in box.sides:
            if not side.settled:
                expose(builder, box.number)
                won, lost = _side_result(builder.rules, side, box.hands[0].cards)
                at = At(side.player, box.number)
                if won is None:
                    builder.lose(side.amount, side.kind, why=Why(at, lost))
                else:
                    builder.win(won.value, side.amount, side.kind, why=Why(at, won.clause))
    for box in builder.table.boxes:
        if not box.hands[0].cleared and is_natural(box.hands[0].cards):
            expose(builder, box.number)
            _settle_natural(builder, box.number, 1)


def _side_result(
    rules: Rulebook, side: SideWager, cards: tuple[Card, ...]
) -> tuple[Value[Odds] | None, Clause]:
    """Return the odds of a winning side wager, and the clause by which it loses otherwise."""
    if side.kind == "perfect-pairs":
        assert not isinstance(rules.perfect_pairs, NotOffered)
        return _pair_pays(rules.perfect_pairs, *cards), rules.perfect_pairs.perfect_pairs_lose
    assert not isinstance(rules.suits_you, NotOffered)
    return _suit_pays(rules.suits_you, side.suit, cards[0]), rules.suits_you.suits_you_lose


def _pair_pays(part: PerfectPairs, first: Card, second: Card) -> Value[Odds] | None:
    if first.rank != second.rank:  # king and queen are no pair (S24 16.7, reading 41)
        return None
    if first.suit == second.suit:
        return part.perfect_pair_pays
    return part.coloured_pair_pays if first.is_red == second.is_red else part.mixed_pair_pays


def _suit_pays(part: SuitsYou, suit: str | None, first: Card) -> Value[Odds] | None:
    if first.suit != suit:
        return None
    return part.suit_of_jack_pays if first.rank == "J" else part.suit_pays


def after_card(builder: EventBuilder, box: int, number: int) -> None:
    """Settle a hand that the last card has decided."""
    rules = builder.rules
    hand = _hand(builder.table, box, number)
    if hand.total > 21:
        for stake in hand.open_stakes:
            why = Why(At(stake.player, box, number), rules.play.bust_loses)
            for wager, amount in parts(stake):
                builder.lose(amount, wager, why=why)
        builder.emit(HandCleared(box, number))
    elif is_natural(hand.cards) and rules.splitting.naturals_after_split.value:
        _settle_natural(builder, box, number)
    elif hand.total == 21:
        _settle_21(builder, box, number, hand)
    elif len(hand.cards) >= 5 and not isinstance(rules.five_card_trick, NotOffered):
        pays = rules.five_card_trick.five_card_trick_pays
        for stake in hand.open_stakes:
            _pay(builder, At(stake.player, box, number), stake, pays)
        builder.emit(HandCleared(box, number))


def _hand(table: Table, box: int, number: int) -> Hand:
    hand = table.hand(box, number)
    assert hand is not None
    return hand


def _pay(builder: EventBuilder, at: At, stake: Stake, pays: Value[Odds]) -> None:
    for wager, amount in parts(stake):
        builder.win(pays.value, amount, wager, why=Why(at, pays.clause))


def _settle_natural(builder: EventBuilder, box: int, number: int) -> None:
    """Pay a natural at once; hold a Pinkjack against the A or J of diamonds (PJ 8.1.2)."""
    kinds = builder.rules.blackjack
    hand = _hand(builder.table, box, number)
    first = builder.table.dealer[0]
    held = is_pinkjack(hand.cards) and first.suit == "d" and first.rank in "AJ"
    if not isinstance(kinds, NotOffered) and held:
        builder.emit(HandStood(box, number, kinds.pinkjack_is_held))
        return
    if _waits(builder, box, number):
        return
    pays = natural_pays(builder.rules, hand.cards)
    for stake in hand.open_stakes:
        _pay(builder, At(stake.player, box, number), stake, pays)
    builder.emit(HandCleared(box, number))


def _settle_21(builder: EventBuilder, box: int, number: int, hand: Hand) -> None:
    """Pay a 21 by the payout table, a doubled one at even money (readings 12 and 13)."""
    if _waits(builder, box, number):
        return
    for stake in hand.open_stakes:
        pays = pays_for_21(builder.rules, hand, stake)
        _pay(builder, At(stake.player, box, number), stake, pays)
    for stake in hand.open_stakes:
        prize = super_bonus_of(builder.rules, hand, stake, builder.table.dealer[0])
        if prize is not None:
            why = Why(At(stake.player, box, number), prize.clause)
            builder.pay_bonus(prize.value, "super-bonus", why=why)
    stay = super_bonus_cards_stay(builder.rules, builder.table, box)
    builder.emit(HandStood(box, number, stay) if stay else HandCleared(box, number))


def _waits(builder: EventBuilder, box: int, number: int) -> bool:
    """Leave the payment to the final settlement where that was approved (S24 11.3)."""
    late = paid_at_the_end(builder.rules, builder.table)
    if late is not None:
        builder.emit(HandStood(box, number, late.late_payment_approved))
    return late is not None


def pays_for_21(rules: Rulebook, hand: Hand, stake: Stake) -> Value[Odds]:
    """Return what a stake on a 21 that is not a natural is paid."""
    others = rules.doubling.others_not_doubling_get
    if not hand.doubled_at:
        return pays_21(rules, hand.cards)
    if stake.double:
        return rules.doubling.doubled_21_pays
    if others.value == "payout odds":
        return Value(pays_21(rules, hand.cards).value, others.clause)
    return Value(EVEN, others.clause)
