"""What is counted in the shuffles, in one pass: where cards lie, what lies beside what, runs."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from operator import eq, gt, itemgetter
from typing import Final

from houserules.core.cards import RANKS, Card
from houserules.shoe.stack import Stack

Order = tuple[int, ...]
"""A shuffle: from the top, the place that each card had before, the first place being 0."""

LEAST_DECKS: Final = 3  # three sevens of spades take as many
_TOGETHER: Final = 500  # shuffles whose places are counted in one go
_BONUS_RANKS: Final = re.compile(
    b"(?=[" + bytes(RANKS.index(rank) for rank in "678") + b"]{3})"  # found also if they overlap
)


@dataclass(frozen=True, slots=True)
class ShoeShape:
    """The cards before the shuffle: every face as often as there are decks."""

    cards: Stack

    def __post_init__(self) -> None:
        """See that the exact figures hold: they take every face equally often."""
        often = set(Counter(self.cards).values())
        if len(often) != 1 or min(often) < LEAST_DECKS:
            raise ValueError(f"the shoe is not made of {LEAST_DECKS} whole decks or more")

    @property
    def faces(self) -> Stack:
        return tuple(dict.fromkeys(self.cards))

    @property
    def decks(self) -> int:
        """How often each face is there."""
        return self.cards.count(self.cards[0])


@dataclass(slots=True)
class Tally:
    """The counts over all shuffles seen so far."""

    shoe: ShoeShape
    shuffles: int = 0
    altered: int = 0  # shuffles that lost a card or have one twice
    places: list[Counter[int]] = field(default_factory=list)  # where the cards there came from
    pairs: Counter[tuple[Card, ...]] = field(default_factory=Counter)  # one face and the next
    triples: Counter[tuple[Card, ...]] = field(default_factory=Counter)  # of sixes to eights only
    colour_runs: Counter[int] = field(default_factory=Counter)
    rising_runs: Counter[int] = field(default_factory=Counter)
    unmoved: int = 0  # cards that lie where they lay before the shuffle
    repeated: int = 0  # cards that lie where they lay after the shuffle before
    followed: int = 0  # cards with the same card behind them as before the shuffle

    def __post_init__(self) -> None:
        """Begin with nothing seen at any place."""
        self.places = [Counter() for _ in self.shoe.cards]


def tally(cards: Stack, shuffles: Iterable[Order]) -> Tally:
    """Count shuffles of the cards, one after the other."""
    counts, whole = Tally(ShoeShape(cards)), list(range(len(cards)))
    readings = _Readings(cards)
    before: Order = ()
    waiting: list[Order] = []
    for order in shuffles:
        counts.shuffles += 1
        counts.altered += sorted(order) != whole
        counts.unmoved += sum(map(eq, order, whole))
        counts.repeated += sum(map(eq, order, before))
        counts.followed += sum(map(eq, order[1:], map((1).__add__, order)))
        readings.count(order, counts)
        before = order
        waiting.append(order)
        if len(waiting) == _TOGETHER:
            _count_places(counts, waiting)
            waiting = []
    _count_places(counts, waiting)
    return counts


def _count_places(counts: Tally, orders: list[Order]) -> None:
    for seen, column in zip(counts.places, zip(*orders, strict=True), strict=False):
        seen.update(column)


class _Readings:
    """What is read off a shuffle beside the places: faces, ranks and colours, a byte each."""

    def __init__(self, cards: Stack) -> None:
        self._faces = cards
        self._ranks = bytes(RANKS.index(card.rank) for card in cards)
        self._colours = bytes(b"r"[0] if card.is_red else b"b"[0] for card in cards)

    def count(self, order: Order, counts: Tally) -> None:
        dealt = itemgetter(*order)
        faces, ranks, colours = (
            dealt(self._faces),
            bytes(dealt(self._ranks)),
            bytes(dealt(self._colours)),
        )
        counts.pairs.update(pairwise(faces))
        for match in _BONUS_RANKS.finditer(ranks):
            counts.triples[faces[match.start() : match.start() + 3]] += 1
        counts.colour_runs[1 + colours.count(b"rb") + colours.count(b"br")] += 1
        counts.rising_runs[1 + sum(map(gt, ranks, ranks[1:]))] += 1
