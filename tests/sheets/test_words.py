"""Numbers in print."""

from fractions import Fraction

import pytest

from houserules.sheets.number_text import (
    fraction,
    one_in,
    percent,
    probability,
    units,
    whole_dollars,
    with_sign,
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(1.5, "+1.5"), (-1.0, "−1"), (0.0, "0"), (202.0, "+202"), (1.2, "+1.2"), (-1 / 3, "−0.3333")],
)
def test_units(value: float, expected: str) -> None:
    assert units(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.25, "0.25000000"),
        (0.0001, "0.00010000"),
        (0.00009, "9.0000 × 10⁻⁵"),
        (1.42233e-14, "1.4223 × 10⁻¹⁴"),
        (0.0, "0.00000000"),
    ],
)
def test_probabilities(value: float, expected: str) -> None:
    assert probability(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.5, "2.00"), (1 / 5518, "5,518"), (2e-12, "5.00 × 10¹¹"), (0.0, "never")],
)
def test_once_in_rounds(value: float, expected: str) -> None:
    assert one_in(value) == expected


@pytest.mark.parametrize(
    ("cents", "expected"),
    [(2500.0, "$25"), (2549.0, "$25"), (-142347.0, "−$1,423"), (-0.2, "$0")],
)
def test_money(cents: float, expected: str) -> None:
    assert whole_dollars(cents) == expected


def test_signs_percents_and_fractions() -> None:
    assert [with_sign(each, 2) for each in (1.234, -1.234, -0.001, 0.0)] == [
        "+1.23",
        "−1.23",
        "0.00",
        "0.00",
    ]
    assert percent(-0.0040382, 4) == "−0.4038 %"
    assert fraction(Fraction(-5, 52)) == "−5/52"
    assert fraction(Fraction(2)) == "2"
