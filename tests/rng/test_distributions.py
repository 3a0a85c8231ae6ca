"""Tails of distributions against closed forms, printed tables and sums done the long way."""

from fractions import Fraction
from math import comb, erfc, exp, factorial, isclose, sqrt

import pytest

from houserules.rng.exact import (
    Tails,
    chi_square_tails,
    gamma_tails,
    normal_tails,
    rare_total_tails,
)


def even_chi_square(x: int, freedom: int) -> float:
    """Return the upper tail by the finite sum that an even freedom has, in fractions."""
    half = Fraction(x, 2)
    terms, term = Fraction(), Fraction(1)
    for step in range(freedom // 2):
        terms += term
        term *= half / (step + 1)
    return float(terms) * exp(-x / 2)


@pytest.mark.parametrize("freedom", [2, 4, 10, 46, 120])
@pytest.mark.parametrize("x", [1, 7, 40, 90, 200, 400])
def test_chi_square_of_even_freedom_is_a_finite_sum(x: int, freedom: int) -> None:
    tails = chi_square_tails(x, freedom)
    assert isclose(tails.upper, even_chi_square(x, freedom), rel_tol=1e-10)
    assert isclose(sum(tails), 1, rel_tol=1e-12)


@pytest.mark.parametrize("x", [0.01, 0.5, 1.0, 3.841, 10.0, 60.0])
def test_chi_square_of_one_is_a_squared_normal(x: float) -> None:
    assert isclose(chi_square_tails(x, 1).upper, erfc(sqrt(x / 2)), rel_tol=1e-12)
    assert isclose(chi_square_tails(x, 1).upper, normal_tails(sqrt(x)).p, rel_tol=1e-12)


@pytest.mark.parametrize(
    ("x", "freedom", "upper"),
    [  # critical values as tables print them
        (3.841, 1, 0.05),
        (18.307, 10, 0.05),
        (23.209, 10, 0.01),
        (3.940, 10, 0.95),
        (67.505, 50, 0.05),
        (135.807, 100, 0.01),
        (70.065, 100, 0.99),
    ],
)
def test_chi_square_as_printed_in_tables(x: float, freedom: int, upper: float) -> None:
    assert round(chi_square_tails(x, freedom).upper, 4) == pytest.approx(upper, abs=1e-4)


@pytest.mark.parametrize("freedom", [18_001, 146_689])
@pytest.mark.parametrize("z", [-4, -1, 0, 1, 4])
def test_chi_square_of_great_freedom_is_nearly_normal_in_its_cube_root(
    freedom: int, z: int
) -> None:
    spread = 2 / (9 * freedom)  # Wilson and Hilferty 1931
    x = freedom * (1 - spread + z * sqrt(spread)) ** 3
    assert isclose(chi_square_tails(x, freedom).upper, normal_tails(z).upper, rel_tol=2e-3)


def test_tails_at_the_ends() -> None:
    assert gamma_tails(3, 0) == (0, 1)
    assert chi_square_tails(5000, 10) == (1, 0)
    assert chi_square_tails(1, 1000).lower < 1e-300


def test_both_sides_count() -> None:
    assert Tails(0.01, 0.99).p == Tails(0.99, 0.01).p == 0.02
    assert Tails(0.6, 0.7).p == 1
    assert normal_tails(1.959964).p == pytest.approx(0.05, abs=1e-6)


def summed(chances: list[Fraction], times: int) -> list[Fraction]:
    """Return the chances of a sum, one count after the other."""
    total = [Fraction(1)]
    for _ in range(times):
        longer = [Fraction()] * (len(total) + len(chances) - 1)
        for at, first in enumerate(total):
            for more, second in enumerate(chances):
                longer[at + more] += first * second
        total = longer
    return total


@pytest.mark.parametrize("observed", [0, 1, 3, 6, 11, 40])
def test_a_rare_total_is_the_sum_of_its_counts(observed: int) -> None:
    mean, both, times = Fraction(3, 10), Fraction(1, 20), 12
    chances = summed([1 - mean + both / 2, mean - both, both / 2], times)
    tails = rare_total_tails(observed, mean=float(mean), both=float(both), times=times)
    assert tails.lower == pytest.approx(float(sum(chances[: observed + 1])), abs=1e-9)
    assert tails.upper == pytest.approx(float(sum(chances[observed:])), abs=1e-9)


def test_a_rare_total_without_doubles_is_binomial() -> None:
    chance, times = 0.01, 500
    upper = sum(
        comb(times, k) * chance**k * (1 - chance) ** (times - k) for k in range(9, times + 1)
    )
    assert rare_total_tails(9, mean=chance, both=0, times=times).upper == pytest.approx(upper)
    poisson = sum(exp(-5) * 5**k / factorial(k) for k in range(10))
    assert rare_total_tails(9, mean=1e-6, both=0, times=5_000_000).lower == pytest.approx(
        poisson, abs=1e-6
    )


def test_counts_that_are_not_rare_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="not rare"):
        rare_total_tails(1, mean=2.0, both=4.0, times=10)
