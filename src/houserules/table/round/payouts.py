"""The Super Bonus, and what it brings the others in the round (S24 11.2.2-11.2.3, NZ 11.2-11.3)."""

from houserules.core.cards import Card
from houserules.core.money import Cents, Odds
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook, SuperBonus
from houserules.rulebook.values import NotOffered, Value
from houserules.table.event_builder import At, EventBuilder, Why
from houserules.table.events import HandCleared, Stage
from houserules.table.round.hands import is_pinkjack
from houserules.table.staff.late_payment import paid_at_the_end
from houserules.table.state import Bettor, Hand, Stake, Table

# What a winning hand pays: the payout table, the Super Bonus and rounding up to the next chip.


def natural_pays(rules: Rulebook, cards: tuple[Card, ...]) -> Value[Odds]:
    """Return the odds for a natural: pontoon, or Pinkjack's three kinds (S24 11.1, PJ 8.1)."""
    kinds = rules.blackjack
    if isinstance(kinds, NotOffered):
        assert not isinstance(rules.pontoon, NotOffered)
        return rules.pontoon.pontoon_pays
    if is_pinkjack(cards):
        return kinds.pinkjack_pays
    if cards[0].suit == cards[1].suit:
        return kinds.suited_blackjack_pays
    return kinds.unsuited_blackjack_pays


def pays_21(rules: Rulebook, cards: tuple[Card, ...]) -> Value[Odds]:
    """Return the odds for a 21 that is not a natural (S24 11.5 Table 1, NZ 11.1, PJ 9.6)."""
    table = rules.bonus_21
    if isinstance(table, NotOffered):
        return rules.play.twenty_one_pays
    match len(cards):
        case 3:
            ranks = sorted(card.rank for card in cards)
            if ranks in (["6", "7", "8"], ["7", "7", "7"]):
                return _suited_pays(rules, cards, sequence=ranks[0] == "6")
        case 5:
            return table.five_card_21_pays
        case 6:
            return table.six_card_21_pays
        case count if count >= 7:
            return table.seven_card_21_pays
    return rules.play.twenty_one_pays


def _suited_pays(rules: Rulebook, cards: tuple[Card, ...], *, sequence: bool) -> Value[Odds]:
    table = rules.bonus_21
    assert not isinstance(table, NotOffered)
    if not _one_suit(cards):
        return table.mixed_678_pays if sequence else table.mixed_777_pays
    if cards[0].suit == "s":
        return table.spades_678_pays if sequence else table.spades_777_pays
    return table.suited_678_pays if sequence else table.suited_777_pays


def _one_suit(cards: tuple[Card, ...]) -> bool:
    return all(card.suit == cards[0].suit for card in cards)


def makes_super_bonus(cards: tuple[Card, ...], dealer_first: Card) -> bool:
    """Sevens of one suit against a dealer's seven: made with three, still possible with two."""
    return dealer_first.rank == "7" and all(card.rank == "7" for card in cards) and _one_suit(cards)


def super_bonus_prize(rules: Rulebook, wager: Cents) -> Value[Cents] | None:
    """Return the prize for a bettor's own wager (readings 2 and 3); None below the lowest amount."""
    bonus = rules.super_bonus
    if isinstance(bonus, NotOffered) or wager < bonus.super_bonus_lowest_wager.value:
        return None
    if wager < bonus.super_bonus_large_from.value:
        return bonus.super_bonus_small
    return bonus.super_bonus_large


def _may_win_super_bonus(rules: Rulebook, hand: Hand, stake: Stake) -> bool:
    """Not on a double, but on a doubled hand where a bettor who stayed out keeps it (NZ 12.6)."""
    stayed_out = rules.doubling.others_not_doubling_get.value == "payout odds"
    return not hand.doubled_at or (stayed_out and not stake.double)


def super_bonus_of(rules: Rulebook, hand: Hand, stake: Stake, first: Card) -> Value[Cents] | None:
    """Return the Super Bonus of a stake on a 21 against the dealer's first card, if it makes one."""
    if hand.split or not makes_super_bonus(hand.cards, first):
        return None
    return (
        super_bonus_prize(rules, stake.amount) if _may_win_super_bonus(rules, hand, stake) else None
    )


def super_bonus_cards_stay(rules: Rulebook, table: Table, box: int) -> Clause | None:
    """Return the clause that keeps the cards of a Super Bonus on the layout; None: they may go."""
    if not any(number == box for _, number in table.super_bonus):
        return None
    assert not isinstance(rules.super_bonus, NotOffered)
    return rules.super_bonus.super_bonus_cards_leave.clause


def pay_bonus_of_others(
    builder: EventBuilder, stage: Stage = "interim", *, no_more_cards: bool = False
) -> None:
    """Once there is a Super Bonus, pay those who win none in the round (readings 4, 5 and 40).

    A player who may still win one is paid when that is over, at the latest when the round is void
    and no more cards come: nobody has both. The cards of the Super Bonus stay until then
    (readings 58 and 140). Where payments are left to the final settlement, so are these.
    """
    if not builder.table.super_bonus:
        return
    late = paid_at_the_end(builder.rules, builder.table)
    if (late is None) == (stage == "final"):
        return
    part = builder.rules.super_bonus
    assert not isinstance(part, NotOffered)
    bonus = part.bonus_of_others
    clause = bonus.clause if late is None else late.late_super_bonus_pays
    hopeful = [] if no_more_cards else _hopeful(builder.rules, builder.table)
    for player, box in _others(part, builder.table, hopeful):
        builder.pay_bonus(bonus.value, "bonus", why=Why(At(player, box), clause, stage))
    if part.super_bonus_cards_leave.value == "after the $50s" and not hopeful:
        _remove_cards(builder)


def _remove_cards(builder: EventBuilder) -> None:
    """Put the cards of the Super Bonus into the discard rack (S24 11.2.3, S65 10.2.3)."""
    for box in dict.fromkeys(number for _, number in builder.table.super_bonus):
        hand = builder.table.hand(box, 1)
        assert hand is not None
        if not hand.cleared:
            builder.emit(HandCleared(box, 1))


def _others(
    part: SuperBonus, table: Table, hopeful: list[tuple[str, int]]
) -> list[tuple[str, int | None]]:
    """Return whom to pay now: players, or wagers by player and box."""
    if part.bonus_of_others_counts.value == "wagers":
        wagers = [
            (b.player, box.number)
            for box in table.boxes
            for b in box.bettors
            if _is_paid_now(table, b)
        ]
        out = {*table.super_bonus, *table.bonus_paid, *hopeful}
        return [wager for wager in wagers if wager not in out]
    players = dict.fromkeys(
        player
        for box in table.boxes
        for player in (
            *[b.player for b in box.bettors if _is_paid_now(table, b)],
            *[side.player for side in box.sides],
        )
    )
    done = {player for player, _ in (*table.super_bonus, *table.bonus_paid, *hopeful)}
    return [(player, None) for player in players if player not in done]


def _is_paid_now(table: Table, bettor: Bettor) -> bool:
    """A form that stands alone is paid when it is opened: it may show no wager (S65 20.8.3.4)."""
    return bettor.in_round and not (bettor.has_form and table.session is not None)


def _hopeful(rules: Rulebook, table: Table) -> list[tuple[str, int]]:
    """Return the wagers that may still make a Super Bonus in this round."""
    return [
        (stake.player, box.number)
        for box, _, hand in table.hands()
        if not box.is_split
        and not hand.done
        and len(hand.cards) == 2
        and makes_super_bonus(hand.cards, table.dealer[0])
        for stake in hand.open_stakes
        if super_bonus_prize(rules, stake.amount) and _may_win_super_bonus(rules, hand, stake)
    ]
