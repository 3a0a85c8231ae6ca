"""Adjacency: which face follows which, and which rank."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm, sqrt

from houserules.core.cards import Card
from houserules.trials.distributions import chi_square_tails
from houserules.trials.exact import Moments, chance
from houserules.trials.finding import Finding
from houserules.trials.tally import Tally


def adjacency(counts: Tally) -> Iterator[Finding]:
    """Look at each card and the next."""
    yield _table(counts, "face-after-face", "which face follows which", str)
    yield _table(counts, "rank-after-rank", "which rank follows which", lambda card: card.rank)


def _table(counts: Tally, test: str, looks_at: str, read: Callable[[Card], str]) -> Finding:
    """Compare the counts of ordered pairs with the expected ones: a sum of squares.

    The counts depend on one another, for pairs overlap and kinds run out; so the sum is not
    chi-square itself. It is a little more than (kinds - 1) squared nearly equal parts, and is held
    against the multiple of a chi-square that has its exact mean and variance (Box 1954).
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
    return Finding(test, looks_at, squares, mean, sqrt(variance), tails.p)


def expected_pairs(kinds: int, copies: int, *, alike: bool) -> Fraction:
    """Give how often one shuffle has a given kind followed by a given kind."""
    makeup = dict.fromkeys(range(kinds), copies)
    return (kinds * copies - 1) * chance(makeup, (0, 0) if alike else (0, 1))


@cache
def squares_of_pairs(kinds: int, copies: int) -> Moments:
    """Give mean and variance of the sum of squares over many shuffles.

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
    """Give the mean of the product of the counts of two ordered pairs, overlapping or apart."""
    makeup, cards = dict.fromkeys(range(kinds), copies), kinds * copies
    total = (cards - 2) * (cards - 3) * chance(makeup, first + second)
    if first == second:
        total += (cards - 1) * chance(makeup, first)
    if first[1] == second[0]:
        total += (cards - 2) * chance(makeup, (*first, second[1]))
    if second[1] == first[0]:
        total += (cards - 2) * chance(makeup, (*second, first[1]))
    return total


_CASES = [
    case
    for case in product(range(4), repeat=4)
    if all(each <= max(case[:at], default=-1) + 1 for at, each in enumerate(case))
]
"""Four kinds in every way to be the same or not: a kind that is new has the next number."""
