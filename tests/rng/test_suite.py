"""The suite over fair shuffles: its p-values are what they say, and its level is kept."""

from functools import cache
from math import sqrt

import pytest

from houserules.rng.suite import LEAST, JudgedFinding, SuiteVerdict, conclusion, row, run
from houserules.rng.tests import ShuffleFinding, holm
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.shoe.stack import decks_of, shuffle
from rng.shuffles import SMALL, Seeded, quick, shuffles

RUNS = 100
CONTINUOUS = [  # enough is counted for the p-values to take all values between 0 and 1
    *("card-position", "face-position", "region", "unmoved", "repeated", "followed"),
    *("face-after-face", "rank-after-rank", "colour-runs", "rising-runs"),
    *("perfect-pair", "coloured-pair", "mixed-pair", "natural", "6-7-8"),
]
RARE = ["6-7-8-suited", "6-7-8-spades", "7-7-7", "7-7-7-suited", "7-7-7-spades"]


@cache
def verdicts() -> list[SuiteVerdict]:
    """Return the verdicts on independent sets of fair shuffles."""
    return [run(SMALL, quick(SMALL, LEAST, seed=seed)) for seed in range(RUNS)]


def ps(test: str) -> list[float]:
    findings = [each.finding for verdict in verdicts() for each in verdict.judged]
    return sorted(finding.p for finding in findings if finding.test == test)


def test_these_are_all_the_tests() -> None:
    names = [each.finding.test for each in verdicts()[0].judged]
    assert sorted(names) == sorted(CONTINUOUS + RARE)


@pytest.mark.parametrize("test", CONTINUOUS)
def test_p_values_of_fair_shuffles_are_uniform(test: str) -> None:
    found = ps(test)
    distance = max(
        max((at + 1) / RUNS - p, p - at / RUNS) for at, p in enumerate(found)
    )  # Kolmogorov and Smirnov
    assert distance * sqrt(RUNS) < 2.27  # of all these tests one in a thousand runs, if uniform


@pytest.mark.parametrize("test", RARE)
@pytest.mark.parametrize("level", [0.02, 0.05, 0.1, 0.25])
def test_p_values_of_rare_events_are_not_too_small(test: str, level: float) -> None:
    share = sum(p <= level for p in ps(test)) / RUNS
    assert share <= level + 3 * sqrt(level * (1 - level) / RUNS)


@pytest.mark.parametrize("test", CONTINUOUS + RARE)
def test_expected_and_deviation_are_those_of_fair_shuffles(test: str) -> None:
    findings = [each.finding for verdict in verdicts() for each in verdict.judged]
    scores = [(f.observed - f.expected) / f.deviation for f in findings if f.test == test]
    mean = sum(scores) / RUNS
    variance = sum((score - mean) ** 2 for score in scores) / (RUNS - 1)
    assert abs(mean) < 3.5 / sqrt(RUNS)
    assert 0.5 < variance < 1.6


def test_a_fair_shuffle_seldom_fails() -> None:
    assert sum(not verdict.passed for verdict in verdicts()) <= 5


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_shuffle_of_the_shoe_passes_in_every_game(name: str) -> None:
    cards = decks_of(rulebook(name))
    verdict = run(cards, shuffles(cards, 150, seed=1))
    # Held against a stricter level than the suite's: one fair seed in ten thousand would fail here.
    assert min(each.adjusted for each in verdict.judged) > 1e-4, list(conclusion(verdict))
    assert verdict.altered == 0


def test_what_is_tested_is_the_order_that_the_shoe_gives_its_cards() -> None:
    order = next(shuffles(SMALL, 1, seed=9))
    assert tuple(SMALL[place] for place in order) == shuffle(SMALL, Seeded(9))


def test_too_even_is_as_suspicious_as_too_uneven() -> None:
    size = len(SMALL)
    turns = [tuple((place + turn) % size for place in range(size)) for turn in range(size)]
    judged = {each.finding.test: each for each in run(SMALL, turns).judged}
    assert judged["face-position"].finding.observed == pytest.approx(0, abs=1e-6)
    assert judged["face-position"].fails


def test_holm_adjusts_step_by_step() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1, 1]


@pytest.mark.parametrize(("adjusted", "fails"), [(0.0099, True), (0.01, True), (0.0101, False)])
def test_the_level_is_one_in_a_hundred(adjusted: float, *, fails: bool) -> None:
    finding = ShuffleFinding("region", "parts", 9, 8, 1, p=adjusted / 20)
    assert SuiteVerdict(100, 0, (JudgedFinding(finding, adjusted),)).passed is not fails


def test_fewer_shuffles_than_the_distributions_take_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="100 shuffles or more"):
        run(SMALL, quick(SMALL, LEAST - 1, seed=0))


def test_a_p_value_too_small_to_be_exact_is_said_to_be_small() -> None:
    shown = [row(JudgedFinding(ShuffleFinding("t", "l", 1, 2, 3, p), p))[4] for p in (0, 3e-7, 0.5)]
    assert shown == ["< 1e-12", "3e-07", "0.5000"]
