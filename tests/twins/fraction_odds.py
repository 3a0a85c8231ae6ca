"""The slow twin of the exact odds: small shoes, every card enumerated, every number a Fraction.

The decisions come first, each for what it may know; then the round is played with them as it is
at a table, every hand of a split box with its own cards, and the dealer last.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import perm

from houserules.core.cards import card
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from twins.fraction_choices import Choices, counts_initial_aces, may_surrender
from twins.fraction_play import average, draws, gathered, split, without
from twins.fraction_rules import Hand, Money, SplitFrom, aces, in_order, value

Law = dict[Fraction, Fraction]
Decision = tuple[str, tuple[str, ...], str | None, int | None, SplitFrom | None]
Forfeit = tuple[str, tuple[str, ...], str, int | None, SplitFrom | None]


@dataclass(frozen=True, slots=True)
class Odds:
    """What a round earns, per unit of the original wager, and the decisions that earn it.

    `decisions`: by upcard, values of the hand, suits of its two cards (in the order of the values;
    equal values: suits in alphabetical order) where a bonus depends on them or the cards of a
    Pinkjack among a pair, number of initial aces where that counts, and the split it comes from.
    `forfeits`: by upcard, values of the hand doubled, value drawn, initial aces, split likewise; the
    answer and what standing is worth.
    """

    mean: Fraction
    second_moment: Fraction
    distribution: Law
    by_upcard: dict[str, tuple[Fraction, Fraction]]
    decisions: dict[Decision, tuple[str, dict[str, Fraction]]]
    forfeits: dict[Forfeit, tuple[bool, Fraction]]


def told_apart(rules: Rulebook, text: str) -> str:
    """Return one card for all that no rule tells apart, once the upcard is known.

    Suits count in a 6-7-8 and a 7-7-7, in Pinkjack's naturals and nowhere else; of the ten-value
    cards only the jack of diamonds has a name in a rule.
    """
    rank, suit = text[0], text[1]
    if rank in "678" and not isinstance(rules.bonus_21, NotOffered):
        return text
    by_suit = value(text) in "AT" and not isinstance(rules.blackjack, NotOffered)
    if by_suit and text == "Jd":
        return text
    return ("K" if value(text) == "T" else rank) + (suit if by_suit else "s")


def odds_of(rules: Rulebook, cards: Sequence[str], wager: int) -> Odds:
    """Return the odds of the first round that is dealt from these cards, for a wager in cents."""
    shoe = in_order(tuple(str(card(text)) for text in cards))
    rounds = Rounds(Money(rules, wager), shoe)
    laws = {upcard: gathered(rounds.against(upcard)) for upcard in dict.fromkeys(shoe)}
    law = gathered(part for each in laws.values() for part in each.items())
    choices = {upcard: rounds.choices(upcard) for upcard in laws}
    return Odds(
        mean=average(law.items()),
        second_moment=average((net * net, chance) for net, chance in law.items()),
        distribution=law,
        by_upcard=_by_value(laws),
        decisions={
            (upcard, *seen): found
            for upcard, each in choices.items()
            for seen, found in each.decisions.items()
        },
        forfeits={
            (upcard, *doubled): found
            for upcard, each in choices.items()
            for doubled, found in each.doubled.items()
        },
    )


def _by_value(laws: dict[str, Law]) -> dict[str, tuple[Fraction, Fraction]]:
    """Return the chance of every value of the upcard, and the mean result against it."""
    result = {}
    for of in dict.fromkeys(map(value, laws)):
        law = gathered(
            part for upcard, each in laws.items() if value(upcard) == of for part in each.items()
        )
        chance = sum(law.values(), Fraction(0))
        result[of] = chance, average(law.items())
    return result


class Rounds:
    """The rounds that may be dealt from a shoe: box card, upcard, box card."""

    def __init__(self, money: Money, shoe: tuple[str, ...]) -> None:
        self.money, self.shoe = money, shoe
        self._found: dict[tuple[str, bool], Choices] = {}

    def choices(self, upcard: str) -> Choices:
        """Return the decisions against an upcard, the same for all that no rule tells apart."""
        rules = self.money.rules
        kind = told_apart(rules, upcard), may_surrender(rules, upcard)
        if kind not in self._found:
            left = [told_apart(rules, each) for each in without(self.shoe, upcard)]
            self._found[kind] = Choices(self.money, upcard, in_order(tuple(left)))
        return self._found[kind]

    def against(self, upcard: str) -> Iterator[tuple[Fraction, Fraction]]:
        """Deal the upcard between the two cards of the box, and play the round out."""
        choices, every = self.choices(upcard), perm(len(self.shoe), 3)
        for hand, ways in self.deals(upcard).items():
            two = split(hand, tells_later=self.money.spares_later) if choices.splits(hand) else None
            hands = two or (hand,)
            law = choices.play.box(hands, without(choices.shoe, *hand.cards))
            for net, chance in law.items():
                yield net, chance * Fraction(ways, every)

    def deals(self, upcard: str) -> dict[Hand, int]:
        """Return the box's two cards: in how many ways they come, with this upcard between them."""
        deals = []
        for first, copies, rest in draws(self.shoe):
            for between, upcards, left in draws(rest):
                if between == upcard:
                    for second, seconds, _ in draws(left):
                        deals.append((self._hand(first, second), copies * upcards * seconds))
        return gathered(deals)

    def _hand(self, *cards: str) -> Hand:
        kinds = tuple(told_apart(self.money.rules, each) for each in cards)
        return Hand(kinds, aces(kinds) if counts_initial_aces(self.money.rules) else None)
