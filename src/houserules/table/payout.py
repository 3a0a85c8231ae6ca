"""What a winning hand pays: the payout table, the Super Bonus, payment to the next chip."""

from houserules.core.cards import Card
from houserules.core.money import Cents, Odds
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered, Value
from houserules.table.totals import is_pinkjack


def natural_pays(rules: Rulebook, cards: tuple[Card, ...]) -> Value[Odds]:
    """Give the odds for a natural: pontoon, or Pinkjack's three kinds (S24 11.1, PJ 8.1)."""
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
    """Give the odds for a 21 that is not a natural (S24 11.5 Table 1, NZ 11.1, PJ 9.6)."""
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
    """Give the prize for a bettor's own wager (readings 2 and 3); None below the lowest amount."""
    bonus = rules.super_bonus
    if isinstance(bonus, NotOffered) or wager < bonus.super_bonus_lowest_wager.value:
        return None
    if wager < bonus.super_bonus_large_from.value:
        return bonus.super_bonus_small
    return bonus.super_bonus_large
