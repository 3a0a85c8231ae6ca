"""The twin's cards and money: totals, what is paid at once, what the dealer's hand does to a box."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered

ORDER = "A23456789T"
PINKJACK = {"Ad", "Jd"}
OVER = ("paid", "lost")


class SplitFrom(NamedTuple):
    """Where a split hand comes from."""

    of: str  # the value that was split
    hands: int  # of the box
    later: bool = False  # not the first hand: told only where no natural collects from the others


class Hand(NamedTuple):
    """A hand in play: two cards as they were dealt, more of them in order of value."""

    cards: tuple[str, ...]
    initial_aces: int | None = None  # counted only where a double holds just these at 1
    split_from: SplitFrom | None = None


@dataclass(frozen=True, slots=True, eq=False)
class End:
    """How a hand comes out of its turn."""

    kind: str  # one of OVER; or, waiting for the dealer, "open", "held" or "surrendered"
    net: Fraction | int
    total: int
    doubled: bool


@cache
def ended(kind: str, net: Fraction | int = 0, *, total: int = 0, doubled: bool = False) -> End:
    """Return the one object that there is for this end, so that ends compare by identity."""
    return End(kind, net, total, doubled)


class DealerEnd(NamedTuple):
    """The dealer's finished hand."""

    total: int
    kind: str = "plain"  # or "natural", or "pinkjack": the natural that Pinkjack has a name for


def value(card: str) -> str:
    return "T" if card[0] in "TJQK" else card[0]


def values_of(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(map(value, cards), key=ORDER.index))


@cache
def in_order(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=lambda card: (ORDER.index(value(card)), card)))


def aces(cards: tuple[str, ...]) -> int:
    return sum(value(card) == "A" for card in cards)


@cache
def total(cards: tuple[str, ...], *, ones: int = 0) -> int:
    """Count a hand; `ones` of its aces cannot be 11."""
    hard = sum(ORDER.index(value(card)) + 1 for card in cards)
    return hard + 10 if aces(cards) > ones and hard + 10 <= 21 else hard


def is_natural(cards: tuple[str, ...]) -> bool:
    return len(cards) == 2 and {value(card) for card in cards} == {"A", "T"}


def times(rule: Any) -> Fraction:
    return Fraction(rule.value.pays, rule.value.on)


@dataclass(frozen=True, slots=True, eq=False)
class Money:
    """What a rulebook pays for an original wager (in cents), in units of that wager."""

    rules: Rulebook
    wager: int

    @property
    def double(self) -> Fraction:
        return times(self.rules.doubling.double_most)

    @property
    def spares_later(self) -> bool:
        """Whether a dealer's natural collects from no hand of a split box but the first."""
        return self.rules.final.natural_collects.value == "original-hand"

    def at_once(self, hand: Hand, upcard: str) -> End | None:
        """Settle a hand that its last card has decided; None if it plays on."""
        cards, trick = hand.cards, self.rules.five_card_trick
        if total(cards) > 21:
            return ended("lost", -1)
        naturals = not hand.split_from or self.rules.splitting.naturals_after_split.value
        if is_natural(cards) and naturals:
            return self._natural(cards, upcard)
        if total(cards) == 21:
            return ended("paid", self._pays_21(cards) + self._super_bonus(hand, upcard))
        if len(cards) >= 5 and not isinstance(trick, NotOffered):
            return ended("paid", times(trick.five_card_trick_pays))
        return None

    def _natural(self, cards: tuple[str, ...], upcard: str) -> End:
        rules: Any = self.rules
        if isinstance(part := rules.blackjack, NotOffered):
            return ended("paid", times(rules.pontoon.pontoon_pays))
        if set(cards) == PINKJACK:
            return ended("held") if upcard in PINKJACK else ended("paid", times(part.pinkjack_pays))
        kind = "suited" if cards[0][1] == cards[1][1] else "unsuited"
        return ended("paid", times(getattr(part, f"{kind}_blackjack_pays")))

    def _pays_21(self, cards: tuple[str, ...]) -> Fraction:
        """Return the odds for a 21 without a double, by cards and suits."""
        table, plain = self.rules.bonus_21, self.rules.play.twenty_one_pays
        ranks, suits = "".join(card[0] for card in cards), {card[1] for card in cards}
        if isinstance(table, NotOffered):
            return times(plain)
        if ranks in ("678", "777"):
            kind = "spades" if suits == {"s"} else "suited" if len(suits) == 1 else "mixed"
            return times(getattr(table, f"{kind}_{ranks}_pays"))
        many = [table.five_card_21_pays, table.six_card_21_pays, table.seven_card_21_pays]
        return times(many[min(len(cards), 7) - 5] if len(cards) >= 5 else plain)

    def _super_bonus(self, hand: Hand, upcard: str) -> Fraction:
        """Three sevens of one suit against a seven, not after a split (readings 2 and 15)."""
        part, cards = self.rules.super_bonus, hand.cards
        made = len(cards) == 3 and len(set(cards)) == 1 and cards[0][0] == upcard[0] == "7"
        if not made or hand.split_from or isinstance(part, NotOffered):
            return Fraction(0)
        if self.wager < part.super_bonus_lowest_wager.value:
            return Fraction(0)
        small = self.wager < part.super_bonus_large_from.value
        prize = part.super_bonus_small if small else part.super_bonus_large
        return Fraction(prize.value, self.wager)

    def doubled(self, hand: Hand, card: str) -> End:
        """Return what a double comes to with its one card, before any forfeit (readings 10, 11)."""
        rule, trick = self.rules.doubling, self.rules.five_card_trick
        ones = {"every ace is 1": aces(hand.cards), "initial aces are 1": hand.initial_aces or 0}
        cards, stake = (*hand.cards, card), 1 + self.double
        count = total(cards, ones=ones.get(rule.aces_when_doubling.value, 0))
        if count > 21:
            return ended("lost", -stake)
        if count == 21:
            return ended("paid", stake * times(rule.doubled_21_pays))
        if len(cards) >= 5 and not isinstance(trick, NotOffered):
            return ended("paid", stake * times(trick.five_card_trick_pays))
        return ended("open", total=count, doubled=True)

    def net(self, box: tuple[End, ...], dealer: DealerEnd) -> Fraction:
        """Settle a whole box against the dealer; an unsplit one is a box of one hand."""
        takes_one = self._takes_one(dealer)
        result = Fraction(-self._collected(box) if takes_one else 0)
        for each in box:
            if each.kind != "open":
                result += self._not_compared(each, dealer)
            elif not takes_one:
                result += (1 + self.double * each.doubled) * self._compared(each.total, dealer)
        return result

    def _takes_one(self, dealer: DealerEnd) -> bool:
        """Whether the dealer's natural leaves doubles and splits alone (reading 9)."""
        part = self.rules.blackjack
        if dealer.kind == "pinkjack" and not isinstance(part, NotOffered):
            return part.dealer_pinkjack_counts_as_blackjack.value
        return dealer.kind != "plain"

    def _not_compared(self, end: End, dealer: DealerEnd) -> Fraction | int:
        """Return what a hand brings that is over, held or surrendered."""
        rules: Any = self.rules
        if end.kind == "surrendered":
            return times(rules.surrender.surrender_keeps) - 1 if dealer.kind == "plain" else -1
        if end.kind != "held":
            return end.net
        if dealer.kind != "pinkjack":
            return times(rules.blackjack.held_pinkjack_pays)
        bonus = Fraction(rules.blackjack.ultimate_pinkjack_bonus.value, self.wager)
        return times(rules.blackjack.ultimate_pinkjack_pays) + bonus

    def _collected(self, box: tuple[End, ...]) -> bool:
        """Whether a dealer's natural takes an original amount from the box (readings 6-8, 36)."""
        kinds = [each.kind for each in box]
        match self.rules.final.natural_collects.value:
            case "busted-bets-plus-one":
                return "open" in kinds
            case "original-hand":
                return kinds[0] == "open"
            case "one-in-all":
                return kinds[0] == "open" or ("open" in kinds and "lost" not in kinds)

    def _compared(self, count: int, dealer: DealerEnd) -> Fraction:
        final = self.rules.final
        if dealer.total > 21:
            return times(final.dealer_bust_pays)
        if count > dealer.total:
            return times(final.higher_total_pays)
        return Fraction(-(count < dealer.total or final.equal_totals.value == "lose"))
