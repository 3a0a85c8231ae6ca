"""Counts against exact probabilities: cards are drawn as from a shuffled shoe, suits and all."""

from fractions import Fraction
from math import sqrt

import pytest

from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import choose
from houserules.simulator import (
    BoxBettor,
    CardShoe,
    FullShoe,
    ShufflingDevice,
    mimic_the_dealer,
    pack,
    simulate,
)
from houserules.simulator.compiled import DISABLED

ROUNDS = 400 if DISABLED else 1_000_000
NAME, PINK = "nsw-pontoon-2024", "nsw-pinkjack-2016"


def deviations(count: int, share: Fraction, trials: int) -> float:
    """How many standard deviations a count lies from what is expected."""
    expected = float(share * trials)
    return (count - expected) / sqrt(expected * (1 - float(share)))


@pytest.mark.parametrize(
    "equipment", [FullShoe(), CardShoe(0.5), ShufflingDevice()], ids=["fresh", "shoe", "device"]
)
def test_naturals_and_pairs_come_as_often_as_they_should(equipment) -> None:
    rules = choose(rulebook(NAME), {"perfect_pairs": "5"})
    bettor = BoxBettor(mimic_the_dealer(pack(rules)), perfect_pairs=True)
    result = simulate(rules, [bettor] * 2, rounds=ROUNDS // 2, equipment=equipment)
    trials = 2 * result.rounds
    pontoon = Fraction(2 * 32 * 96, 384 * 383)
    assert abs(deviations(result.results["pontoon"], pontoon, trials)) < 4
    pairs = result.side_wagers["perfect-pairs"]
    shares = {
        "perfect-pair": Fraction(7, 383),
        "coloured-pair": Fraction(8, 383),
        "mixed-pair": Fraction(16, 383),
    }
    for name, share in shares.items():
        assert abs(deviations(pairs.ends[name], share, trials)) < 4, name
    edge = 1 - sum(
        share * (odds + 1) for share, odds in zip(shares.values(), (25, 10, 5), strict=True)
    )
    error = pairs.standard_deviation / sqrt(trials)
    assert abs(pairs.house_edge - float(edge)) < 4 * error


def test_pinkjacks_and_their_suits_come_as_often_as_they_should() -> None:
    rules = choose(rulebook(PINK), {"suits_you": "5"})
    bettor = BoxBettor(mimic_the_dealer(pack(rules)), suits_you="d")
    result = simulate(rules, [bettor], rounds=ROUNDS)
    either = Fraction(2, 416 * 415)
    held = result.results.get("held-pinkjack", 0) + result.results.get("ultimate-pinkjack", 0)
    expected = {
        "suited-blackjack": either * (4 * 8 * 32 - 8 * 8),
        "unsuited-blackjack": either * 32 * 96,
    }
    for name, share in expected.items():
        assert abs(deviations(result.results[name], share, ROUNDS)) < 4, name
    pinkjacks = result.results.get("pinkjack", 0) + held
    assert abs(deviations(pinkjacks, either * 8 * 8, ROUNDS)) < 4
    suits = result.side_wagers["suits-you"].ends
    assert abs(deviations(suits["suit"], Fraction(12, 52), ROUNDS)) < 4
    assert abs(deviations(suits["suit-of-jack"], Fraction(1, 52), ROUNDS)) < 4


def test_insurance_wins_as_often_as_it_should() -> None:
    rules = rulebook(NAME)
    bettor = BoxBettor(mimic_the_dealer(pack(rules)), insures=True)
    result = simulate(rules, [bettor], rounds=ROUNDS)
    insurance = result.insurance
    assert insurance is not None
    laid = Fraction(1, 12) - Fraction(32 * 31 * 96 * 2, 384 * 383 * 382)  # not on a pontoon
    both_natural = Fraction(32 * 31 * 96 * 95 * 2, 384 * 383 * 382 * 381)
    natural = Fraction(32 * 96, 384 * 383) - both_natural
    trials = sum(insurance.ends.values())
    assert abs(deviations(trials, laid, ROUNDS)) < 4
    assert abs(deviations(insurance.ends["insurance-won"], natural / laid, trials)) < 4


def test_upcards_come_as_often_as_they_should() -> None:
    rules = rulebook(NAME)
    result = simulate(rules, mimic_the_dealer(pack(rules)), rounds=ROUNDS, by="upcard")
    assert result.cells is not None
    for rank, cell in result.cells.items():
        assert abs(deviations(cell.rounds, Fraction(1, 12), ROUNDS)) < 4, rank
