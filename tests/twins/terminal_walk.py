"""Every way to finish a hand, walked at the table and compared with `odds` at every step."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, cycle, islice

from houserules.core.cards import Card
from houserules.core.money import Cents
from houserules.odds.game import game_of
from houserules.odds.solver.player_outcomes import DOUBLE_LOST, FORFEITED, OPEN
from houserules.rulebook.schema import Rulebook
from repetitions import FULL
from twins.terminal_odds import FACES, Cards, Paid, initial_aces, number_of, paid
from twins.terminal_table import WAGER, Round, endings_of, in_play

CENT = 1e-6
"""Sums that differ by less are equal: a difference in money is at least 1."""


@dataclass
class Walk:
    """One game against one upcard, and what has been compared."""

    rules: Rulebook
    upcard: Card
    wager: Cents = WAGER
    compared: int = 0
    seen: set[tuple[int, int]] = field(default_factory=set)  # hands, and aces among the first two
    done: set[tuple[object, ...]] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Set the game up on both sides."""
        self.paid: Paid = paid(game_of(self.rules, self.wager), self.upcard)
        self.pays = (self.paid.pays * self.wager).tolist()
        each = [
            (end.cards, self.paid.column(end.end)) for end in endings_of(self.rules, self.upcard)
        ]
        self.endings: list[tuple[Cards, int]] = each
        self.turns = cycle(each)
        self.by_aces = self.paid.game.aces_when_doubling == "initial aces are 1"

    def dealt(self, first: Card, second: Card) -> Round:
        """Deal two cards."""
        return in_play(self.rules, (first, second), self.upcard, self.wager)

    def all_hands(self) -> None:
        """Finish every hand that grows from two cards, in every way."""
        for two in combinations_with_replacement(FACES, 2):
            self._go_on(two, lambda two=two: self.dealt(*two))

    def _go_on(self, cards: Cards, reached: Callable[[], Round]) -> None:
        """Compare a hand that gets its last card, then all that may become of it."""
        kind = self.paid.settled(cards, split=False)
        if kind is not None:
            if self._first("settled", cards):
                self._ends(reached(), kind, cards)
            return
        key = (number_of(cards), initial_aces(cards) if self.by_aces else 0)
        if key not in self.seen:
            self.seen.add(key)
            self._choices(reached(), cards, key[1])

    def _first(self, what: object, cards: Cards) -> bool:
        """Whether this has not been compared for the same cards before."""
        key = (what, *sorted(card.value for card in cards))
        new = key not in self.done
        self.done.add(key)
        return new

    def _choices(self, at: Round, cards: Cards, initial: int) -> None:
        """Stand, double and hit, as far as the rules allow: both sides have to agree on that."""
        assert at.table.phase == "playing", cards
        stood, doubled, hit = at.stood(), at.doubled(), at.hit()
        may = self.paid.may(cards, initial)
        assert may == (stood is not None, True, doubled is not None), cards
        if stood is not None and self._first("stand", cards):
            self._ends(stood, self.paid.stood(cards), cards)
        for card in FACES:
            if doubled is not None:
                self._double(doubled, (*cards, card), initial)
            self._go_on((*cards, card), lambda card=card: hit.dealt(card))

    def _double(self, before: Round, cards: Cards, initial: int) -> None:
        """Compare a doubled hand with its card: settled at once, or forfeited, or kept."""
        kind = self.paid.doubled(cards, initial)
        new = self._first(kind, cards)
        drawn = None if kind == DOUBLE_LOST else cards[-1]
        if not (self._first((kind, drawn), cards) and (new or FULL)):
            return  # with other aces among the first two, or bust by another card
        at = before.dealt(cards[-1])
        forfeited = at.forfeited()
        assert (forfeited is not None) == (kind >= OPEN and self.paid.game.forfeits), cards
        if forfeited is not None:
            self._ends(forfeited, FORFEITED, cards)
        if new:
            self._ends(at.kept(), kind, cards)
        else:  # the same cards, of which another was drawn last: one end in turn
            self.compare(at.kept(), kind, cards, [next(self.turns)])

    def _ends(self, at: Round, kind: int, cards: Cards) -> None:
        """Compare with every end in the long run, else with two in turn: each kind meets them all."""
        assert at.table.phase in ("dealer", "over"), cards
        self.compare(at, kind, cards, self.endings if FULL else list(islice(self.turns, 2)))

    def every_end(self, at: Round, kind: int, cards: Cards) -> None:
        """Compare a finished hand with every end of the dealer."""
        assert at.table.phase in ("dealer", "over"), cards
        self.compare(at, kind, cards, self.endings)

    def compare(self, at: Round, kind: int, cards: Cards, ends: list[tuple[Cards, int]]) -> None:
        """Compare a finished hand with some ends of the dealer."""
        pays = self.pays[kind]
        for dealer, column in ends:
            net = at.ended(dealer)
            assert abs(net - pays[column]) < CENT, (cards, kind, dealer, net)
        self.compared += len(ends)
