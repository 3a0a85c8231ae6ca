"""The twin's rounds as they happen: hand after hand, card after card, then the dealer.

Chances are counted: any order of the shoe is as likely as another, so the chance of something is
the number of orders in which it happens.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from math import factorial
from typing import Any, NamedTuple, TypeVar

from twins.fraction_rules import (
    OVER,
    PINKJACK,
    DealerEnd,
    End,
    Hand,
    Money,
    SplitFrom,
    ended,
    in_order,
    is_natural,
    total,
    value,
    values_of,
)

Shoe = tuple[str, ...]  # the cards that are left; the next may be any of them
T = TypeVar("T", bound=Hashable)


class ShoeRanOutError(Exception):
    """The shoe is too small for the twin: there is a way to play that empties it."""


@lru_cache(maxsize=50_000)
def draws(shoe: Shoe) -> tuple[tuple[str, int, Shoe], ...]:
    """Return every card that may come next, how many there are of it, and the shoe without one."""
    if not shoe:
        raise ShoeRanOutError("a card has to be drawn and none is left; give the twin more cards")
    return tuple((card, shoe.count(card), without(shoe, card)) for card in dict.fromkeys(shoe))


def without(shoe: Shoe, *cards: str) -> Shoe:
    """Take cards out of a shoe."""
    left = list(shoe)
    for card in cards:
        left.remove(card)
    return tuple(left)


def gathered(parts: Iterable[tuple[T, Any]]) -> dict[T, Any]:
    """Add up the numbers that belong to the same thing."""
    result: dict[T, Any] = defaultdict(int)
    for what, number in parts:
        result[what] += number
    return dict(result)


def average(parts: Iterable[tuple[Fraction, Any]]) -> Fraction:
    """Return the mean of amounts, each with its weight."""
    by_denominator, weights = defaultdict[int, Any](int), 0
    for amount, weight in parts:
        by_denominator[amount.denominator] += amount.numerator * weight
        weights += weight
    amounts = sum(above * Fraction(1, below) for below, above in by_denominator.items())
    return amounts / weights


def plus(hand: Hand, *cards: str) -> Hand:
    """Return the hand with more cards; which came first matters for a pair that is split."""
    every = hand.cards + cards
    return hand._replace(cards=every if len(every) < 3 else in_order(every))


def split(hand: Hand, *, tells_later: bool) -> tuple[Hand, Hand]:
    """Make two hands of a pair; each waits for its second card."""
    of, before = value(hand.cards[0]), hand.split_from or SplitFrom("", 1)
    initial = None if hand.initial_aces is None else int(of == "A")  # reading 11
    first = SplitFrom(of, before.hands + 1, before.later)
    second = first._replace(later=tells_later)
    return Hand(hand.cards[:1], initial, first), Hand(hand.cards[1:], initial, second)


def _of_more(hand: Hand) -> Hand:
    """Return a hand that waits in a box that got one hand more."""
    assert hand.split_from is not None
    return hand._replace(split_from=hand.split_from._replace(hands=hand.split_from.hands + 1))


class Box(NamedTuple):
    """A box on its way: how its first hands ended, and the hands that still have to be played."""

    done: tuple[End, ...]
    todo: tuple[Hand, ...]
    shoe: Shoe


@lru_cache(maxsize=1)
def settling(money: Money) -> Callable[[tuple[End, ...], DealerEnd], Fraction]:
    """Return what settles a box against the dealer: the same for every upcard of a game."""
    return cache(money.net)


class Play:
    """All rounds against one upcard, decided by a player."""

    def __init__(self, money: Money, upcard: str, player: Any) -> None:
        """Let `player` decide: by `action(hand)`, and by `forfeits(hand, card)` after a double."""
        self.money, self.upcard, self.player = money, upcard, player
        self.net, self.box, self.mean = settling(money), cache(self._box), cache(self._mean)
        self.outcomes, self.dealer = cache(self._outcomes), cache(self._dealer)
        self._dealer_on = cache(self._dealer_draws)

    def _box(self, hands: tuple[Hand, ...], shoe: Shoe) -> dict[Fraction, Fraction]:
        """Play the hands of a box in their order, then the dealer; give the law of the result."""
        running = {Box((), hands, shoe): 1}
        while any(box.todo for box in running):
            running = gathered(
                (after, ways * more)
                for box, ways in running.items()
                for after, more in self._next_hand(box)
            )
        orders = gathered(
            ((box.done, dealer), ways * more)
            for box, ways in running.items()
            for dealer, more in self._dealer_for(box.done, box.shoe).items()
        )
        law = gathered((self.net(*settled), n) for settled, n in orders.items())
        return {net: Fraction(n, factorial(len(shoe))) for net, n in law.items()}

    def _next_hand(self, box: Box) -> Iterator[tuple[Box, int]]:
        """Play the first hand that waits; a split puts two in its place."""
        if not box.todo:
            yield box, 1
            return
        later = box.todo[1:]
        for (end, shoe), ways in self.outcomes(box.todo[0], box.shoe).items():
            if isinstance(end, End):
                yield Box((*box.done, end), later, shoe), ways
            else:
                two = split(end, tells_later=self.money.spares_later)
                others = tuple(_of_more(each) for each in later)
                yield Box(box.done, two + others, shoe), ways

    def _outcomes(self, hand: Hand, shoe: Shoe) -> dict[tuple[End | Hand, Shoe], int]:
        """Play one hand: how it ends, or the pair that is to be split, and with what cards left."""
        end = self.money.at_once(hand, self.upcard)
        if end is not None:
            return {(end, shoe): 1}
        match "hit" if len(hand.cards) == 1 else self.player.action(hand):
            case "hit":
                return gathered(
                    (outcome, copies * ways)
                    for card, copies, rest in draws(shoe)
                    for outcome, ways in self.outcomes(plus(hand, card), rest).items()
                )
            case "double":
                return gathered(
                    ((self.after_double(hand, card), rest), copies)
                    for card, copies, rest in draws(shoe)
                )
            case "split":
                return {(hand, shoe): 1}
            case "surrender":
                return {(ended("surrendered"), shoe): 1}
        return {(ended("open", total=total(hand.cards)), shoe): 1}

    def after_double(self, hand: Hand, card: str) -> End:
        """Settle, leave open or forfeit a doubled hand (reading 14)."""
        end = self.money.doubled(hand, card)
        if end.kind == "open" and self.player.forfeits(hand, card):
            return ended("lost", -1)
        return end

    def _mean(self, end: End, shoe: Shoe, *, later: bool = False) -> Fraction:
        """Return what one hand earns on average once it has come out of its turn, taken by itself.

        A later hand stands behind a first one that brings nothing.
        """
        box = (ended("paid", 0), end) if later else (end,)
        law = self._dealer_for(box, shoe)
        return average((self.net(box, dealer), n) for dealer, n in law.items())

    def _dealer_for(self, ends: tuple[End, ...], shoe: Shoe) -> dict[DealerEnd, int]:
        """Draw the dealer's hand, but not where nothing depends on it."""
        if all(end.kind in OVER for end in ends):
            return {DealerEnd(0): factorial(len(shoe))}
        return self.dealer(shoe)

    def _dealer(self, shoe: Shoe) -> dict[DealerEnd, int]:
        """Return how the dealer's hand can end, and in how many orders of the shoe."""
        ends = []
        for card, copies, rest in draws(shoe):
            cards = (self.upcard, card)
            if is_natural(cards):
                kind = "pinkjack" if set(cards) == PINKJACK else "natural"
                ends.append((DealerEnd(21, kind), copies * factorial(len(rest))))
            else:
                law = self._dealer_on(values_of(cards), values_of(rest))
                ends += [(end, copies * n) for end, n in law.items()]
        return gathered(ends)

    def _dealer_draws(self, hand: tuple[str, ...], shoe: Shoe) -> dict[DealerEnd, int]:
        """Draw to a hand of two or more cards, of which only the values count any more."""
        count, rules = total(hand), self.money.rules.dealer
        soft = count != total(hand, ones=len(hand))
        stands_on = rules.dealer_stands_on_soft if soft else rules.dealer_stands_on_hard
        if count >= stands_on.value:
            return {DealerEnd(count): factorial(len(shoe))}
        return gathered(
            (end, copies * n)
            for card, copies, rest in draws(shoe)
            for end, n in self._dealer_on(in_order((*hand, card)), rest).items()
        )
