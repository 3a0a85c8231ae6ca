"""The twin's decisions: the best action for what the hand may know, averaged over what it may not."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from twins.fraction_play import Play, Shoe, average, draws, gathered, plus, split
from twins.fraction_rules import (
    PINKJACK,
    End,
    Hand,
    Money,
    SplitFrom,
    ended,
    in_order,
    total,
    value,
    values_of,
)

ACTIONS = ("stand", "hit", "double", "split", "surrender")  # of equally good ones the first is done
HALF_MADE = ("67", "68", "78", "77")


class Seen(NamedTuple):
    """What a decision may look at, besides the upcard."""

    values: tuple[str, ...]
    suits: str | None  # of the two cards of a 6-7-8 or 7-7-7 to be, in the order of the cards;
    # of cards of a Pinkjack that may be split or are, how many are the A or J of diamonds
    initial_aces: int | None
    split_from: SplitFrom | None


class Doubled(NamedTuple):
    """What a forfeit may look at, besides the upcard."""

    values: tuple[str, ...]  # of the hand that was doubled
    drawn: str
    initial_aces: int | None
    split_from: SplitFrom | None


def may_surrender(rules: Rulebook, upcard: str) -> bool:
    """Whether there is a surrender against this upcard."""
    part = rules.surrender
    return not isinstance(part, NotOffered) and upcard[0] in part.surrender_against.value


def counts_initial_aces(rules: Rulebook) -> bool:
    """Whether a double holds only the aces of the initial deal at 1 (reading 11)."""
    return rules.doubling.aces_when_doubling.value == "initial aces are 1"


class Choices:
    """Every decision against one upcard; `shoe` is all the rest."""

    def __init__(self, money: Money, upcard: str, shoe: Shoe) -> None:
        self.money, self.rules, self.upcard, self.shoe = money, money.rules, upcard, shoe
        self.play = Play(money, upcard, self)
        self.decisions: dict[Seen, tuple[str, dict[str, Fraction]]] = {}
        self.doubled: dict[Doubled, tuple[bool, Fraction]] = {}
        self.worth = cache(self._worth)
        self.start = cache(self._start)
        self.worlds = cache(self._worlds)

    def seen(self, hand: Hand) -> Seen:
        cards = in_order(hand.cards)
        ranks = "".join(card[0] for card in cards)
        bonus = ranks in HALF_MADE and not isinstance(self.rules.bonus_21, NotOffered)
        suits = "".join(card[1] for card in cards) if bonus else self._pink(hand)
        return Seen(values_of(cards), suits, hand.initial_aces, hand.split_from)

    def _pink(self, hand: Hand) -> str | None:
        """Name the pink cards of a pair that may be split, or of one card that was."""
        paired = len(hand.cards) == 1 or self._may_split(hand)
        if isinstance(self.rules.blackjack, NotOffered) or not paired:
            return None
        if value(hand.cards[0]) not in "AT":
            return None
        return " ".join(card for card in hand.cards if card in PINKJACK) or "other"

    def _worlds(self, seen: Seen) -> dict[tuple[Hand, Shoe], int]:
        """Return every exact hand that looks like this, with the cards then left: in how many ways.

        Of a split hand the other cards that were split are gone too, whichever they are.
        """
        of, hands, _ = seen.split_from or SplitFrom("", 1)
        wanted, size = seen.values + (of,) * (hands - 1), len(seen.values)
        bare = Hand((), seen.initial_aces, seen.split_from)
        found = gathered(
            ((plus(bare, *cards[:size]), left), ways)
            for cards, left, ways in _picks(self.shoe, wanted)
        )
        if seen.suits is None:
            return found
        return {world: ways for world, ways in found.items() if self.seen(world[0]) == seen}

    def action(self, hand: Hand) -> str:
        """Choose, if there is a choice."""
        if self._gets_one_card(hand) and not self._may_split(hand):
            return "stand"
        return self.decide(self.seen(hand))[0]

    def values(self, hand: Hand) -> dict[str, Fraction]:
        return self.decide(self.seen(hand))[1]

    def splits(self, hand: Hand) -> bool:
        return self._may_split(hand) and self.action(hand) == "split"

    def decide(self, seen: Seen) -> tuple[str, dict[str, Fraction]]:
        """Return the best action and what every action that is allowed earns on average."""
        if seen not in self.decisions:
            worlds = self.worlds(seen)
            values = {
                action: average((self.worth(action, *world), n) for world, n in worlds.items())
                for action in self._allowed(next(iter(worlds))[0])
            }
            self.decisions[seen] = max(values, key=lambda action: values[action]), values
        return self.decisions[seen]

    def _allowed(self, hand: Hand) -> list[str]:
        """Return the actions that the rules allow, in the order of `ACTIONS`."""
        doubling = self.rules.doubling
        most, plays_on = doubling.double_most_cards.value, not self._gets_one_card(hand)
        double = self.money.double > 0 and (most is None or len(hand.cards) <= most)
        first = len(hand.cards) == 2 and hand.split_from is None
        allowed = {
            "stand": not plays_on or total(hand.cards) >= self.rules.play.must_draw_below.value,
            "hit": plays_on,
            "double": plays_on and double,
            "split": self._may_split(hand),
            "surrender": first and may_surrender(self.rules, self.upcard),
        }
        return [action for action in ACTIONS if allowed[action]]

    def _gets_one_card(self, hand: Hand) -> bool:
        one = self.rules.splitting.split_aces_get_one_card.value
        return one and hand.split_from is not None and hand.split_from.of == "A"

    def _may_split(self, hand: Hand) -> bool:
        rules = self.rules.splitting
        if len(hand.cards) != 2 or value(hand.cards[0]) != value(hand.cards[1]):
            return False
        if hand.split_from is None:
            return True
        of, hands, _ = hand.split_from
        again = rules.resplit.value and hands < rules.hands_most.value
        return again and (of != "A" or rules.resplit_aces.value)

    def _worth(self, action: str, hand: Hand, shoe: Shoe) -> Fraction:
        """Return what an action earns with exactly these cards left, later decisions as chosen."""
        match action:
            case "stand":
                return self._mean(hand, ended("open", total=total(hand.cards)), shoe)
            case "surrender":
                return self._mean(hand, ended("surrendered"), shoe)
            case "hit":
                return self._drawn(hand, shoe)
            case "double":
                return average(
                    (self._mean(hand, self.play.after_double(hand, card), rest), copies)
                    for card, copies, rest in draws(shoe)
                )
        two = split(hand, tells_later=self.money.spares_later)
        if hand.split_from is None:
            return average(self.play.box(two, shoe).items())
        return sum((self.start(self.seen(each)) for each in two), Fraction(0))

    def _mean(self, hand: Hand, end: End, shoe: Shoe) -> Fraction:
        later = hand.split_from is not None and hand.split_from.later
        return self.play.mean(end, shoe, later=later)

    def _drawn(self, hand: Hand, shoe: Shoe) -> Fraction:
        """Return what a hand earns by itself that is dealt a card."""
        return average(
            (self._plays_on(plus(hand, card), rest), copies) for card, copies, rest in draws(shoe)
        )

    def _plays_on(self, hand: Hand, shoe: Shoe) -> Fraction:
        end = self.money.at_once(hand, self.upcard)
        if end is not None:
            return self._mean(hand, end, shoe)
        return self.worth(self.action(hand), hand, shoe)

    def _start(self, seen: Seen) -> Fraction:
        """Return what one hand of a split box earns by itself, before its second card.

        Of the faces of the split cards it knows its own, and that only where a Pinkjack may come.
        """
        return average((self._drawn(*world), ways) for world, ways in self.worlds(seen).items())

    def forfeits(self, hand: Hand, card: str) -> bool:
        """Whether a doubled hand that is still open is better given up (reading 14)."""
        if isinstance(self.rules.forfeit, NotOffered):
            return False
        doubled = Doubled(values_of(hand.cards), value(card), hand.initial_aces, hand.split_from)
        if doubled not in self.doubled:
            end = self.money.doubled(hand, card)
            after = values_of((*hand.cards, card))
            worlds = self.worlds(Seen(after, None, None, hand.split_from))
            stands = average((self._mean(hand, end, left), n) for (_, left), n in worlds.items())
            self.doubled[doubled] = stands < -1, stands
        return self.doubled[doubled][0]


def _picks(shoe: Shoe, wanted: tuple[str, ...]) -> Iterator[tuple[Shoe, Shoe, int]]:
    """Yield the exact cards that may stand for these values, the cards then left, the ways."""
    if not wanted:
        yield (), shoe, 1
        return
    for card, copies, rest in draws(shoe):
        if value(card) == wanted[0]:
            for cards, left, ways in _picks(rest, wanted[1:]):
                yield (card, *cards), left, copies * ways
