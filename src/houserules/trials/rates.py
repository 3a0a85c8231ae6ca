"""Rates: pairs, naturals, 6-7-8 and 7-7-7 in successive cards, against exact figures of the shoe."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from typing import Final

from houserules.core.cards import SUITS, Card
from houserules.trials.exact import Moments, windows
from houserules.trials.finding import Finding, total
from houserules.trials.tally import Shoe, Tally

_COLOURS: Final = {"s": "c", "c": "s", "h": "d", "d": "h"}


def by_face(one: Card) -> str:
    """Tell cards apart by their face."""
    return str(one)


def by_rank(one: Card) -> str:
    """Tell cards apart by their rank only."""
    return one.rank


@dataclass(frozen=True, slots=True)
class Pattern:
    """Successive cards that count: every order of them that is wanted, by face or by rank."""

    name: str
    looks_at: str
    read: Callable[[Card], str]
    wanted: frozenset[tuple[str, ...]]

    @property
    def length(self) -> int:
        """How many successive cards it takes."""
        return len(next(iter(self.wanted)))


def patterns(shoe: Shoe) -> Iterator[Pattern]:
    """Give the patterns as this shoe can show them."""
    yield from _pairs(shoe)
    tens = {face.rank for face in shoe.faces if face.value == 10}
    naturals = frozenset({*product("A", tens), *product(tens, "A")})
    yield Pattern("natural", "an ace and a ten-value card", by_rank, naturals)
    for name, ranks in (("6-7-8", "678"), ("7-7-7", "777")):
        orders = set(permutations(ranks))
        suited = {suit: {tuple(r + suit for r in each) for each in orders} for suit in SUITS}
        shown = f"{name} in any order" if len(orders) > 1 else name
        yield Pattern(name, shown, by_rank, frozenset(orders))
        every = frozenset().union(*suited.values())
        yield Pattern(f"{name}-suited", f"{shown}, of one suit", by_face, every)
        yield Pattern(f"{name}-spades", f"{shown}, in spades", by_face, frozenset(suited["s"]))


def _pairs(shoe: Shoe) -> Iterator[Pattern]:
    same = [(one, two) for one, two in product(shoe.faces, repeat=2) if one.rank == two.rank]
    kinds: dict[str, tuple[str, Callable[[str, str], bool]]] = {
        "perfect-pair": ("two cards of one face", lambda a, b: a == b),
        "coloured-pair": ("two suits of one colour, one rank", lambda a, b: _COLOURS[a] == b),
        "mixed-pair": (
            "a red and a black card of one rank",
            lambda a, b: b not in (a, _COLOURS[a]),
        ),
    }
    for name, (looks_at, holds) in kinds.items():
        wanted = {(str(one), str(two)) for one, two in same if holds(one.suit, two.suit)}
        yield Pattern(name, looks_at, by_face, frozenset(wanted))


@cache
def in_one_shuffle(shoe: Shoe, pattern: Pattern) -> Moments:
    """Give mean and variance of the number of times that a fair shuffle shows a pattern."""
    makeup = Counter(map(pattern.read, shoe.cards))
    return windows(makeup, pattern.wanted, length=pattern.length)


def rates(counts: Tally) -> Iterator[Finding]:
    """Look at how often successive cards make each pattern."""
    for pattern in patterns(counts.shoe):
        seen = counts.pairs if pattern.length == 2 else counts.triples
        observed = sum(
            often
            for shown, often in seen.items()
            if tuple(map(pattern.read, shown)) in pattern.wanted
        )
        each = in_one_shuffle(counts.shoe, pattern)
        yield total(pattern.name, pattern.looks_at, observed, each=each, shuffles=counts.shuffles)
