"""Card by position: each card and face at each place, by parts of the shoe, and left as it was."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import pairwise
from math import ceil
from typing import Final

from houserules.trials.exact import followers, matches
from houserules.trials.finding import Finding, chi_square, total
from houserules.trials.tally import Tally

_ENOUGH: Final = 10  # cards expected in a cell of a table, at least
_PARTS: Final = 16


def positions(counts: Tally) -> Iterator[Finding]:
    """Look at where the cards of the shoe lie, and whether they moved at all."""
    cards, size, shuffles = counts.shoe.cards, len(counts.shoe.cards), counts.shuffles
    yield _by_place(counts, "card-position", "each card", lambda place: place)
    yield _by_place(counts, "face-position", "each face", lambda place: cards[place])
    parts = [size * part // _PARTS for part in range(_PARTS + 1)]
    came_from = f"from each of {_PARTS} parts of the shoe to each of them"
    yield _table(counts, "region", came_from, lambda place: place * _PARTS // size, parts)
    stay, follow = matches(size, 1), followers(size)
    name = "cards where they lay before the shuffle"
    yield total("unmoved", name, counts.unmoved, each=stay, shuffles=shuffles)
    name = "cards where the shuffle before had put them"
    yield total("repeated", name, counts.repeated, each=stay, shuffles=shuffles - 1)
    name = "cards with the same card behind them as before"
    yield total("followed", name, counts.followed, each=follow, shuffles=shuffles)


def _by_place(counts: Tally, test: str, what: str, read: Callable[[int], Hashable]) -> Finding:
    """Look at single places, or at so many together that enough are expected in each cell."""
    size = len(counts.shoe.cards)
    kinds = len(set(map(read, range(size))))
    width = min(ceil(_ENOUGH * kinds / counts.shuffles), size // 2)
    bounds = [*range(0, size - width + 1, width), size]
    where = "each place" if width == 1 else f"each {width} places"
    return _table(counts, test, f"{what} at {where}", read, bounds)


def _table(
    counts: Tally, test: str, looks_at: str, read: Callable[[int], Hashable], bounds: list[int]
) -> Finding:
    return chi_square(test, looks_at, *spread(counts, read, bounds))


def spread(counts: Tally, read: Callable[[int], Hashable], bounds: list[int]) -> tuple[float, int]:
    """Compare kinds of card by stretches of places with an even spread; give chi-square, freedom.

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
