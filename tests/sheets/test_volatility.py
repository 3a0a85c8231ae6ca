"""Intervals of the hold, and the exact sums behind them, on rounds that can be computed by hand."""

from math import comb, sqrt

import pytest

from houserules.sheets.volatility import LEVELS, ROUNDS, moments, stretches

COIN = {-1.0: 0.5, 1.0: 0.5}
LOADED = {-1.0: 0.6, 1.5: 0.4}  # mean 0


def test_moments_of_a_loaded_coin() -> None:
    shape = moments(LOADED)
    assert shape.mean == pytest.approx(0.0, abs=1e-15)
    assert shape.deviation == pytest.approx(sqrt(0.6 + 0.4 * 2.25))
    third = -0.6 + 0.4 * 1.5**3
    assert shape.skewness == pytest.approx(third / sqrt(1.5) ** 3)
    assert shape.kurtosis == pytest.approx((0.6 + 0.4 * 1.5**4) / 1.5**2 - 3)


def test_limits_are_those_of_the_normal_distribution() -> None:
    thousand = stretches(COIN)[0]
    assert [each.level for each in thousand.intervals] == list(LEVELS)
    reach = [each.high * sqrt(1000) for each in thousand.intervals]
    assert reach == pytest.approx([1.644854, 1.959964, 2.575829], abs=1e-6)
    assert all(each.low == pytest.approx(-each.high) for each in thousand.intervals)


def _heads(rounds: int, most: float) -> float:
    """The chance that wins and losses of a fair coin differ by at most so many."""
    inside = [comb(rounds, heads) for heads in range(rounds + 1) if abs(2 * heads - rounds) <= most]
    return sum(inside) / 2**rounds


def test_coverage_is_exact_for_a_coin() -> None:
    for each in stretches(COIN)[0].intervals:
        assert each.covers == pytest.approx(_heads(1000, each.high * 1000), abs=1e-10)


def test_a_loaded_coin_is_covered_as_the_binomial_says() -> None:
    stretch = stretches(LOADED)[0]
    for each in stretch.intervals:
        low, high = -each.high * 1000, -each.low * 1000
        exact = sum(
            comb(1000, wins) * 0.4**wins * 0.6 ** (1000 - wins)
            for wins in range(300, 500)
            if low <= 2.5 * wins - 1000 <= high
        )
        assert each.covers == pytest.approx(exact, abs=1e-9)


def test_many_rounds_come_close_to_the_normal_distribution() -> None:
    last = stretches({-1.0: 0.55, 1.0: 0.44, 200.0: 0.01})[-1]
    assert last.rounds == ROUNDS[-1]
    for each in last.intervals:
        assert each.covers is not None
        assert abs(each.covers - each.level) < 1e-3


def test_a_large_prize_shows_at_few_rounds() -> None:
    first = stretches({-1.0: 0.9, 0.0: 0.0999, 1000.0: 0.0001})[0]
    assert first.intervals[-1].level == 0.99
    assert first.intervals[-1].covers == pytest.approx(0.9999**1000)  # no prize at all


def test_results_on_no_grid_have_no_coverage() -> None:
    found = stretches({-1.0: 0.5, 2**0.5 / 2: 0.5})
    assert all(each.covers is None for stretch in found for each in stretch.intervals)


def test_a_fine_grid_is_worked_out_as_long_as_it_is_short() -> None:
    found = stretches({-1.0: 0.5, 1.001: 0.4, 0.999: 0.1})
    assert found[0].intervals[0].covers is not None
    assert found[-1].intervals[0].covers is None
