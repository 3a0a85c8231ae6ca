"""Split boxes: one way to every kind of finished hand, and any two or three of them in one box."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from houserules.core.cards import CARDS, Card
from houserules.odds.game import game_of
from houserules.odds.solver.player_outcomes import FORFEITED, LOST, OPEN
from houserules.rulebook.schema import Rulebook
from houserules.table.round.hands import total_of
from twins.terminal_odds import FACES, Cards, Paid, initial_aces, number_of, paid
from twins.terminal_table import WAGER, Round, endings_of, in_play
from twins.terminal_walk import CENT


class Way(NamedTuple):
    """How a hand formed by a split comes to its finish: its cards, the split one first."""

    cards: Cards
    last: Literal["settled", "stand", "double", "forfeit"]
    kind: int

    def after_split(self, at: Round) -> Round:
        """Play the hand that is due its second card."""
        return self.from_two(at.dealt(self.cards[1]).kept())

    def from_two(self, at: Round) -> Round:
        """Play the hand from its first two cards."""
        for card in self.cards[2:-1] if self.last in ("double", "forfeit") else self.cards[2:]:
            at = at.hit().dealt(card)
        if self.last == "stand":
            at = at.stood() or at  # a split ace with its one card stands by itself
        if self.last in ("double", "forfeit"):
            doubled = at.doubled()
            assert doubled is not None, self
            at = doubled.dealt(self.cards[-1])
            at = (at.forfeited() or at) if self.last == "forfeit" else at.kept()
        return at


@dataclass(frozen=True)
class Ways:
    """The ways to finish a hand: of two dealt cards, or with a card that was split first."""

    found: Paid
    split: Card | None = None

    def of_every_kind(self) -> dict[int, Way]:
        """Return one way to every kind of finish."""
        ways: dict[int, Way] = {}
        for way in (*self._in_suit(), *self._grown()):
            ways.setdefault(way.kind, way)
        return ways

    def _in_suit(self) -> Iterator[Way]:
        for cards in IN_SUIT:
            kind = self.found.settled(cards, split=self.split is not None)
            fits = self.split is None or cards[0].value == self.split.value
            if fits and kind is not None and (len(cards) == 2 or not self._one_card):
                yield Way(cards, "settled", kind)

    @property
    def _one_card(self) -> bool:
        ace = self.split is not None and self.split.value == 1
        return ace and self.found.game.split_aces_get_one_card

    def _grown(self) -> Iterator[Way]:
        """Yield every way from two cards on, the shortest first."""
        firsts = FACES if self.split is None else (self.split,)
        hands = {number_of((a, b)): (a, b) for a in firsts for b in FACES}
        while hands:
            yield from (way for cards in hands.values() for way in self._finished(cards))
            hands = {
                number_of((*cards, card)): (*cards, card)
                for cards in hands.values()
                for card in FACES
                if self._goes_on(cards) and number_of((*cards, card)) >= 0
            }

    def _goes_on(self, cards: Cards) -> bool:
        return not self._one_card and self.found.settled(cards, split=bool(self.split)) is None

    def _finished(self, cards: Cards) -> Iterator[Way]:
        """Yield what a hand is, or may become by standing, a double or a bust."""
        found, game = self.found, self.found.game
        kind = found.settled(cards, split=self.split is not None)
        if kind is not None:
            yield Way(cards, "settled", kind)
        elif self._one_card or total_of(cards)[0] >= game.must_draw_below:
            yield Way(cards, "stand", found.stood(cards))
        if self._goes_on(cards):
            for card in FACES:
                if number_of((*cards, card)) < 0:
                    yield Way((*cards, card), "settled", LOST)
                if len(cards) <= (game.double_most_cards or 21):
                    yield from self._doubled((*cards, card))

    def _doubled(self, cards: Cards) -> Iterator[Way]:
        kind = self.found.doubled(cards, initial_aces(cards, 1 if self.split else 2))
        yield Way(cards, "double", kind)
        if kind >= OPEN and self.found.game.forfeits:
            yield Way(cards, "forfeit", FORFEITED)


IN_SUIT = tuple(
    tuple(CARDS[rank + suit] for rank, suit in zip(ranks, suits, strict=True))
    for ranks, suits in [
        *[(ranks, suits) for ranks in ("678", "768", "876", "777") for suits in ("sss", "hhh")],
        *[("777", "shh"), ("AK", "ss"), ("AJ", "dd"), ("KA", "ss"), ("JA", "dd")],
    ]
)
"""Hands whose suits make a difference somewhere."""


@dataclass(frozen=True)
class Boxes:
    """Split boxes against one upcard, by rules that differ only in what is settled at the end."""

    rules: tuple[Rulebook, ...]
    upcard: Card

    @cached_property
    def paid(self) -> tuple[Paid, ...]:
        """What `odds` pays by each of the rules."""
        return tuple(paid(game_of(rules, WAGER), self.upcard) for rules in self.rules)

    @cached_property
    def endings(self) -> list[tuple[Cards, int]]:
        """The dealer's ends with their columns."""
        found = endings_of(self.rules[0], self.upcard)
        return [(each.cards, self.paid[0].column(each.end)) for each in found]

    @property
    def naturals(self) -> list[tuple[Cards, int]]:
        """The ends at which a natural collects."""
        natural = self.paid[0].finishes.ends.natural
        return [each for each in self.endings if each[1] >= natural]

    def split(self, first: Card, second: Card) -> Round:
        """Split two cards."""
        return in_play(self.rules[0], (first, second), self.upcard).split()

    def compare(self, at: Round, ways: tuple[Way, ...], ends: list[tuple[Cards, int]]) -> int:
        """Compare a box whose hands are finished, by all of the rules; give how many there were."""
        kinds = tuple(way.kind for way in ways)
        for rules, found in zip(self.rules, self.paid, strict=True):
            for dealer, column in ends:
                net = at.under(rules).ended(dealer)
                pays = found.boxes[len(ways)][(*kinds, column)] * WAGER
                assert abs(net - pays) < CENT, (ways, dealer, net, pays)
        return len(ends) * len(self.rules)
