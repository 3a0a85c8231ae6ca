"""Exact figures against every order of a small shoe, one after the other."""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import comb

import pytest

from houserules.core.cards import cards
from houserules.rng.exact import Moments, followers, matches, sequence_probability, windows
from houserules.rng.tally import ShoeShape, tally
from houserules.rng.tests import (
    colour_runs,
    in_one_shuffle,
    patterns,
    rising_runs,
    spread,
    squares_of_pairs,
)
from houserules.rulebook.loader import rulebook
from houserules.shoe.stack import decks_of

MAKEUPS = ["aabbc", "aaabbb", "aaaabc", "aabbcd"]


def measured(orders: Iterable[tuple[str, ...]], count: Callable[[tuple[str, ...]], int]) -> Moments:
    """Return mean and variance of a count over all orders."""
    counts = [count(order) for order in orders]
    mean = Fraction(sum(counts), len(counts))
    return Moments(mean, Fraction(sum(each**2 for each in counts), len(counts)) - mean**2)


@pytest.mark.parametrize("makeup", MAKEUPS)
@pytest.mark.parametrize(
    "wanted", ["aa", "ab", "ab ba", "ab bb ca", "aaa", "aba", "aba bab", "abc bca aab"]
)
def test_successive_cards_in_every_order(makeup: str, wanted: str) -> None:
    runs = {tuple(each) for each in wanted.split()}
    length = len(next(iter(runs)))

    def count(order: tuple[str, ...]) -> int:
        return sum(order[at : at + length] in runs for at in range(len(order) - length + 1))

    assert windows(Counter(makeup), runs, length=length) == measured(permutations(makeup), count)


@pytest.mark.parametrize("sequence", ["a", "ab", "aab", "aaa", "cba"])
def test_the_chance_of_given_places(sequence: str) -> None:
    orders = list(permutations("aabbc"))
    found = sum(order[: len(sequence)] == tuple(sequence) for order in orders)
    assert sequence_probability(Counter("aabbc"), sequence) == Fraction(found, len(orders))


@pytest.mark.parametrize(("kinds", "copies"), [(3, 2), (2, 3), (5, 1), (1, 4)])
def test_places_that_agree_in_every_order(kinds: int, copies: int) -> None:
    other = tuple("abcde"[:kinds]) * copies

    def count(order: tuple[str, ...]) -> int:
        return sum(one == two for one, two in zip(order, other, strict=True))

    assert matches(kinds, copies) == measured(permutations(other), count)


@pytest.mark.parametrize("number", [2, 4, 6])
def test_cards_that_are_followed_as_before_in_every_order(number: int) -> None:
    def count(order: tuple[str, ...]) -> int:
        return sum(ord(two) == ord(one) + 1 for one, two in pairwise(order))

    assert followers(number) == measured(permutations("abcdef"[:number]), count)


@pytest.mark.parametrize(("kinds", "copies"), [(3, 2), (2, 3)])
def test_the_sum_of_squares_of_ordered_pairs(kinds: int, copies: int) -> None:
    pairs = list(product("abc"[:kinds], repeat=2))
    rows = [Counter(pairwise(order)) for order in permutations("abc"[:kinds] * copies)]
    mean = {pair: Fraction(sum(row[pair] for row in rows), len(rows)) for pair in pairs}
    covariance = {
        (p, q): Fraction(sum(row[p] * row[q] for row in rows), len(rows)) - mean[p] * mean[q]
        for p, q in product(pairs, repeat=2)
    }
    trace = sum(covariance[p, p] / mean[p] for p in pairs)
    square = sum(each**2 / (mean[p] * mean[q]) for (p, q), each in covariance.items())
    assert squares_of_pairs(kinds, copies) == Moments(Fraction(trace), Fraction(2 * square))


@pytest.mark.parametrize("bounds", [[0, 3, 6], [0, 1, 2, 6], [0, 1, 2, 3, 4, 5, 6]])
def test_the_mean_of_a_table_of_positions_is_its_freedom(bounds: list[int]) -> None:
    shoe = cards("As 2s As 2s As 2s")
    found = [
        spread(tally(shoe, [order]), lambda place: shoe[place], bounds)
        for order in permutations(range(6))
    ]
    freedom = found[0][1]
    assert freedom == len(bounds) - 2
    assert sum(each[0] for each in found) / len(found) == pytest.approx(freedom)


@pytest.mark.parametrize(("red", "black"), [(1, 1), (2, 3), (4, 4), (1, 5)])
def test_runs_of_colour_in_every_order(red: int, black: int) -> None:
    orders = list(permutations("r" * red + "b" * black))
    seen = Counter(1 + sum(one != two for one, two in pairwise(order)) for order in orders)
    found = {number: each for number, each in colour_runs(red, black).items() if each}
    assert found == {number: Fraction(often, len(orders)) for number, often in seen.items()}


@pytest.mark.parametrize("copies", [(1, 1, 1, 1, 1), (2, 2, 2), (3, 1, 2), (4, 3), (1, 1, 4)])
def test_rising_runs_in_every_order(copies: tuple[int, ...]) -> None:
    shoe = [rank for rank, often in enumerate(copies) for _ in range(often)]
    orders = list(permutations(shoe))
    seen = Counter(1 + sum(two < one for one, two in pairwise(order)) for order in orders)
    assert rising_runs(copies) == {
        number: Fraction(often, len(orders)) for number, often in seen.items()
    }


def test_the_distributions_of_a_full_shoe_are_whole() -> None:
    assert sum(rising_runs((32,) * 12).values()) == 1
    assert sum(colour_runs(192, 192).values()) == 1


def test_the_figures_of_eight_pontoon_decks() -> None:
    shoe = ShoeShape(decks_of(rulebook("nsw-pontoon-2024")))
    mean = {each.name: in_one_shuffle(shoe, each).mean for each in patterns(shoe)}
    pair = Fraction(383, comb(384, 2))  # windows, over the ways to choose two cards
    assert mean["perfect-pair"] == pair * 48 * comb(8, 2)
    assert mean["coloured-pair"] == pair * 24 * 8 * 8
    assert mean["mixed-pair"] == pair * 12 * 16 * 16
    assert mean["natural"] == pair * 32 * 96
    three = Fraction(382, comb(384, 3))
    assert mean["6-7-8"] == three * 32**3
    assert mean["6-7-8-suited"] == three * 4 * 8**3 == 4 * mean["6-7-8-spades"]
    assert mean["7-7-7"] == three * comb(32, 3)
    assert mean["7-7-7-suited"] == three * 4 * comb(8, 3) == 4 * mean["7-7-7-spades"]


def test_pinkjack_has_sixteen_cards_a_deck_that_make_a_natural_with_an_ace() -> None:
    shoe = ShoeShape(decks_of(rulebook("nsw-pinkjack-2016")))
    naturals = next(each for each in patterns(shoe) if each.name == "natural")
    assert in_one_shuffle(shoe, naturals).mean == Fraction(415, comb(416, 2)) * 32 * 128
