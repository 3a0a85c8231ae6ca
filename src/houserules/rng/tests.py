"""The tests: adjacency, positions, rates of patterns and runs, each against exact figures of a fair shuffle."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product
from math import ceil, comb, factorial, perm, prod, sqrt
from typing import Final

from houserules.core.cards import SUITS, Card
from houserules.rng.exact import (
    Moments,
    chi_square_tails,
    followers,
    matches,
    normal_tails,
    rare_total_tails,
    sequence_probability,
    windows,
)
from houserules.rng.tally import ShoeShape, Tally

# What one test finds, and how several findings are judged together.


_SELDOM: Final = 0.5  # at most so many a shuffle, and at most so many in all, are counted exactly
_FEW: Final = 500


@dataclass(frozen=True, slots=True)
class ShuffleFinding:
    """One test: what was seen, what a fair shuffle gives, and how likely so great a difference is."""

    test: str
    looks_at: str
    observed: float
    expected: float
    deviation: float  # the standard deviation that chance gives to what is observed
    p: float


def chi_square(test: str, looks_at: str, observed: float, freedom: float) -> ShuffleFinding:
    """Test a sum of squares by chi-square; far too small is as suspicious as far too large."""
    tails = chi_square_tails(observed, freedom)
    return ShuffleFinding(test, looks_at, observed, freedom, sqrt(2 * freedom), tails.p)


def total(
    test: str, looks_at: str, observed: int, *, each: Moments, shuffles: int
) -> ShuffleFinding:
    """Test a count over all shuffles by its exact mean and variance per shuffle."""
    expected = float(shuffles * each.mean)
    deviation = sqrt(shuffles * each.variance)
    if each.mean <= _SELDOM and expected <= _FEW:
        mean, both = float(each.mean), float(each.both)
        tails = rare_total_tails(observed, mean=mean, both=both, times=shuffles)
    else:
        tails = normal_tails((observed - expected) / deviation)
    return ShuffleFinding(test, looks_at, observed, expected, deviation, tails.p)


def holm(ps: list[float]) -> list[float]:
    """Adjust p-values so that each can be compared with the level of the whole family (Holm 1979)."""
    adjusted, floor = [0.0] * len(ps), 0.0
    for rank, at in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        floor = max(floor, min(1.0, (len(ps) - rank) * ps[at]))
        adjusted[at] = floor
    return adjusted


# Adjacency: which face follows which, and which rank.


def adjacency(counts: Tally) -> Iterator[ShuffleFinding]:
    """Look at each card and the next."""
    yield _table(counts, "face-after-face", "which face follows which", str)
    yield _table(counts, "rank-after-rank", "which rank follows which", by_rank)


def _table(counts: Tally, test: str, looks_at: str, read: Callable[[Card], str]) -> ShuffleFinding:
    """Compare the counts of ordered pairs with the expected ones: a sum of squares.

    The counts depend on one another, for pairs overlap and kinds run out; so the sum is not
    chi-square itself. It is a little more than (kinds - 1) squared nearly equal parts, and is
    compared with the multiple of a chi-square that has its exact mean and variance (Box 1954).
    """
    kinds = dict.fromkeys(map(read, counts.shoe.cards))
    copies = len(counts.shoe.cards) // len(kinds)
    seen: Counter[tuple[str, ...]] = Counter()
    for pair, often in counts.pairs.items():
        seen[tuple(map(read, pair))] += often
    like, unlike = (
        float(counts.shuffles * expected_pairs(len(kinds), copies, alike=alike))
        for alike in (True, False)
    )
    squares = sum(
        (seen[pair] - expected) ** 2 / expected
        for pair in product(kinds, repeat=2)
        for expected in [like if pair[0] == pair[1] else unlike]
    )
    moments = squares_of_pairs(len(kinds), copies)
    mean, variance = float(moments.mean), float(moments.variance)
    tails = chi_square_tails(squares * 2 * mean / variance, 2 * mean**2 / variance)
    return ShuffleFinding(test, looks_at, squares, mean, sqrt(variance), tails.p)


def expected_pairs(kinds: int, copies: int, *, alike: bool) -> Fraction:
    """Return how often one shuffle has a given kind followed by a given kind."""
    makeup = dict.fromkeys(range(kinds), copies)
    return (kinds * copies - 1) * sequence_probability(makeup, (0, 0) if alike else (0, 1))


@cache
def squares_of_pairs(kinds: int, copies: int) -> Moments:
    """Return mean and variance of the sum of squares over many shuffles.

    By symmetry the covariance of the counts of (a, b) and (c, d) depends only on which of the four
    are the same: fifteen cases. The mean is the trace of the covariances, each divided by what
    is expected; the variance is twice the trace of their square.
    """
    mean = variance = Fraction()
    for case in _CASES:
        number = perm(kinds, max(case) + 1)
        first, second = case[:2], case[2:]
        expected = [
            expected_pairs(kinds, copies, alike=pair[0] == pair[1]) for pair in (first, second)
        ]
        covariance = _covariance(kinds, copies, first, second) - expected[0] * expected[1]
        if first == second:
            mean += number * covariance / expected[0]
        variance += 2 * number * covariance**2 / (expected[0] * expected[1])
    return Moments(mean, variance)


def _covariance(
    kinds: int, copies: int, first: tuple[int, ...], second: tuple[int, ...]
) -> Fraction:
    """Return the mean of the product of the counts of two ordered pairs, overlapping or apart."""
    makeup, cards = dict.fromkeys(range(kinds), copies), kinds * copies
    total = (cards - 2) * (cards - 3) * sequence_probability(makeup, first + second)
    if first == second:
        total += (cards - 1) * sequence_probability(makeup, first)
    if first[1] == second[0]:
        total += (cards - 2) * sequence_probability(makeup, (*first, second[1]))
    if second[1] == first[0]:
        total += (cards - 2) * sequence_probability(makeup, (*second, first[1]))
    return total


_CASES = [
    case
    for case in product(range(4), repeat=4)
    if all(each <= max(case[:at], default=-1) + 1 for at, each in enumerate(case))
]
"""Four kinds in every way to be the same or not: a kind that is new has the next number."""


# Card by position: each card and face at each place, by parts of the shoe, and left as it was.


_ENOUGH: Final = 10  # expected in a cell of a table or a group of like counts, at least
_PARTS: Final = 16


def positions(counts: Tally) -> Iterator[ShuffleFinding]:
    """Look at where the cards of the shoe lie, and whether they moved at all."""
    cards, size, shuffles = counts.shoe.cards, len(counts.shoe.cards), counts.shuffles
    yield _by_place(counts, "card-position", "each card", lambda place: place)
    yield _by_place(counts, "face-position", "each face", lambda place: cards[place])
    parts = [size * part // _PARTS for part in range(_PARTS + 1)]
    came_from = f"from each of {_PARTS} parts of the shoe to each of them"
    by_part = spread(counts, lambda place: place * _PARTS // size, parts)
    yield chi_square("region", came_from, *by_part)
    stay, follow = matches(size, 1), followers(size)
    name = "cards where they lay before the shuffle"
    yield total("unmoved", name, counts.unmoved, each=stay, shuffles=shuffles)
    name = "cards where the shuffle before had put them"
    yield total("repeated", name, counts.repeated, each=stay, shuffles=shuffles - 1)
    name = "cards with the same card behind them as before"
    yield total("followed", name, counts.followed, each=follow, shuffles=shuffles)


def _by_place(
    counts: Tally, test: str, what: str, read: Callable[[int], Hashable]
) -> ShuffleFinding:
    """Look at single places, or at so many together that enough are expected in each cell."""
    size = len(counts.shoe.cards)
    kinds = len(set(map(read, range(size))))
    width = min(ceil(_ENOUGH * kinds / counts.shuffles), size // 2)
    bounds = [*range(0, size - width + 1, width), size]
    where = "each place" if width == 1 else f"each {width} places"
    return chi_square(test, f"{what} at {where}", *spread(counts, read, bounds))


def spread(counts: Tally, read: Callable[[int], Hashable], bounds: list[int]) -> tuple[float, int]:
    """Compare kinds of card by stretches of places with an even spread; return chi-square and freedom.

    Within one shuffle a place has one card and a kind its fixed number: the counts are those of a
    table with given margins, whose covariances are n/(n-1) times those behind the plain chi-square.
    Hence the factor, with which the mean is exactly the freedom.
    """
    size = len(counts.shoe.cards)
    copies = Counter(map(read, range(size)))
    squares = 0.0
    for start, end in pairwise(bounds):
        seen: Counter[Hashable] = Counter()
        for place in counts.places[start:end]:
            for came_from, often in place.items():
                seen[read(came_from)] += often
        for kind, number in copies.items():
            expected = counts.shuffles * number * (end - start) / size
            squares += (seen[kind] - expected) ** 2 / expected
    return squares * (size - 1) / size, (len(copies) - 1) * (len(bounds) - 2)


# Rates: pairs, naturals, 6-7-8 and 7-7-7 in successive cards, against exact figures of the shoe.


_COLOURS: Final = {"s": "c", "c": "s", "h": "d", "d": "h"}


def by_rank(one: Card) -> str:
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
        return len(next(iter(self.wanted)))


def patterns(shoe: ShoeShape) -> Iterator[Pattern]:
    """Yield the patterns as this shoe can show them."""
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
        yield Pattern(f"{name}-suited", f"{shown}, of one suit", str, every)
        yield Pattern(f"{name}-spades", f"{shown}, in spades", str, frozenset(suited["s"]))


def _pairs(shoe: ShoeShape) -> Iterator[Pattern]:
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
        yield Pattern(name, looks_at, str, frozenset(wanted))


@cache
def in_one_shuffle(shoe: ShoeShape, pattern: Pattern) -> Moments:
    """Return mean and variance of the number of times that a fair shuffle shows a pattern."""
    makeup = Counter(map(pattern.read, shoe.cards))
    return windows(makeup, pattern.wanted, length=pattern.length)


def rates(counts: Tally) -> Iterator[ShuffleFinding]:
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


# Runs: of one colour, and of ranks that do not fall; both against their exact distributions.


def runs(counts: Tally) -> Iterator[ShuffleFinding]:
    """Look at the number of runs in each shuffle."""
    ranks = Counter(card.rank for card in counts.shoe.cards)
    red = sum(card.is_red for card in counts.shoe.cards)
    colours = colour_runs(red, len(counts.shoe.cards) - red)
    yield _fit("colour-runs", "runs of one colour in a shuffle", counts.colour_runs, colours)
    rising = rising_runs(tuple(ranks.values()))
    yield _fit("rising-runs", "runs of ranks that do not fall", counts.rising_runs, rising)


@cache
def colour_runs(red: int, black: int) -> dict[int, Fraction]:
    """Return the chance of each number of runs of one colour (Wald and Wolfowitz 1940)."""
    orders = comb(red + black, red)
    chances = {}
    for number in range(2, red + black + 1):
        half = number // 2
        ways = comb(red - 1, half - 1) * comb(black - 1, number - half - 1)
        ways += comb(black - 1, half - 1) * comb(red - 1, number - half - 1)
        chances[number] = Fraction(ways, orders)
    return chances


@cache
def rising_runs(copies: tuple[int, ...]) -> dict[int, Fraction]:
    """Return the chance of each number of runs that do not fall, with so many cards of each rank.

    A run ends where a lower rank follows: the orders are counted as in Simon Newcomb's problem
    (MacMahon 1915).
    """
    cards = sum(copies)
    orders = factorial(cards) // prod(map(factorial, copies))
    most = cards - max(copies)  # falls
    rises = [prod(comb(each + falls, each) for each in copies) for falls in range(most + 1)]
    signed = [(-1) ** each * comb(cards + 1, each) for each in range(most + 1)]
    return {
        falls + 1: Fraction(sum(map(int.__mul__, signed, rises[falls::-1])), orders)
        for falls in range(most + 1)
    }


def _fit(
    test: str, looks_at: str, seen: Counter[int], chances: Mapping[int, Fraction]
) -> ShuffleFinding:
    """Compare how often each number was seen with how often it is expected, rare ones together."""
    shuffles = sum(seen.values())
    groups: list[list[float]] = [[0, 0.0]]  # seen, expected
    for number, chance in sorted(chances.items()):
        if groups[-1][1] >= _ENOUGH:
            groups.append([0, 0.0])
        groups[-1][0] += seen[number]
        groups[-1][1] += float(shuffles * chance)
    if groups[-1][1] < _ENOUGH:
        last = groups.pop()
        groups[-1] = [a + b for a, b in zip(groups[-1], last, strict=True)]
    squares = sum((observed - expected) ** 2 / expected for observed, expected in groups)
    return chi_square(test, looks_at, squares, len(groups) - 1)
