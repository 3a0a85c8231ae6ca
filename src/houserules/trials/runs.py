"""Runs: of one colour, and of ranks that do not fall; both against their exact distributions."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import comb, factorial, prod

from houserules.trials.finding import Finding, chi_square
from houserules.trials.tally import Tally

_ENOUGH = 10  # shuffles expected in a group of like counts, at least


def runs(counts: Tally) -> Iterator[Finding]:
    """Look at the number of runs in each shuffle."""
    ranks = Counter(card.rank for card in counts.shoe.cards)
    red = sum(card.is_red for card in counts.shoe.cards)
    colours = colour_runs(red, len(counts.shoe.cards) - red)
    yield _fit("colour-runs", "runs of one colour in a shuffle", counts.colour_runs, colours)
    rising = rising_runs(tuple(ranks.values()))
    yield _fit("rising-runs", "runs of ranks that do not fall", counts.rising_runs, rising)


@cache
def colour_runs(red: int, black: int) -> dict[int, Fraction]:
    """Give the chance of each number of runs of one colour (Wald and Wolfowitz 1940)."""
    orders = comb(red + black, red)
    found = {}
    for number in range(2, red + black + 1):
        half = number // 2
        ways = comb(red - 1, half - 1) * comb(black - 1, number - half - 1)
        ways += comb(black - 1, half - 1) * comb(red - 1, number - half - 1)
        found[number] = Fraction(ways, orders)
    return found


@cache
def rising_runs(copies: tuple[int, ...]) -> dict[int, Fraction]:
    """Give the chance of each number of runs that do not fall, with so many cards of each rank.

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


def _fit(test: str, looks_at: str, seen: Counter[int], chances: Mapping[int, Fraction]) -> Finding:
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
    squares = sum((found - expected) ** 2 / expected for found, expected in groups)
    return chi_square(test, looks_at, squares, len(groups) - 1)
