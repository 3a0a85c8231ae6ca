"""Exact odds and the simulator: best play from fresh shoes, edge, settlements and results alike.

HOUSERULES_FRESH sets how many rounds a rulebook are played; a billion take half a minute each.
"""

import os
from collections.abc import Mapping
from functools import cache
from math import sqrt

import pytest

from houserules.analysis.simulation_report import compare
from houserules.odds import SolvedGame, solve, strategy_rows
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import choose, vary
from houserules.rulebook.schema import Rulebook
from houserules.simulator import Result, Strategy, from_rows, simulate
from houserules.simulator.compiled import DISABLED
from repetitions import repetitions

ROUNDS = int(float(os.environ.get("HOUSERULES_FRESH", "2e4" if DISABLED else "2e7")))
DEVIATIONS = 3.0
"""How far from what is expected anything may lie: one time in 400 by chance; seeds are fixed."""

RARE = 10.0
"""What is expected less often than this is counted together."""

PLANTED = {
    "nsw-pontoon-2024": ("suited_777_pays", "5 to 2"),
    "nsw-pontoon-6to5-2017": ("spades_678_pays", "7 to 3"),
    "nz-pontoon": ("seven_card_21_pays", "7 to 3"),
    "nsw-pinkjack-2016": ("held_pinkjack_pays", "9 to 2"),
}
"""Payouts of rare hands, changed: none moves the edge by as much as its standard error."""


@cache
def solved(name: str) -> SolvedGame:
    return solve(rulebook(name))


@cache
def best_play(name: str) -> Strategy:
    return from_rows(strategy_rows(solved(name)), name="best")


@cache
def simulated(name: str) -> Result:
    return play(name, rulebook(name))


by_rulebook = pytest.mark.parametrize("name", RULEBOOKS, scope="module")
"""Keeps the tests of a rulebook together, so that one process solves and plays it for all of them."""


def play(name: str, rules: Rulebook, *, rounds: int = ROUNDS) -> Result:
    seed = 21 + list(RULEBOOKS).index(name)
    return simulate(rules, best_play(name), rounds=rounds, seed=seed)


def chi_square(
    counts: Mapping[object, int], chances: Mapping[object, float], *, rounds: int
) -> float:
    """Return how many standard deviations too far counts are from chances (Wilson and Hilferty)."""
    often = [each for each, chance in chances.items() if chance * rounds >= RARE]
    pairs = [(counts.get(each, 0), chances[each] * rounds) for each in often]
    rare = sum(counts.values()) - sum(count for count, _ in pairs)
    pairs.append((rare, rounds * sum(chances[each] for each in chances if each not in often)))
    statistic = sum((count - mean) ** 2 / max(mean, 1e-3) for count, mean in pairs)
    freedom = len(pairs) - 1
    spread = 2 / (9 * freedom)
    return float(((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def deviations(name: str, result: Result) -> dict[str, float]:
    """Return how far a simulation is from exact odds, in standard deviations."""
    exact = solved(name)
    won = {
        round(float(net * result.unit / result.wagers[0]), 6): times
        for net, times in result.distribution.items()
    }
    chances: dict[object, float] = {}
    for net, chance in exact.distribution.items():
        chances[round(net, 6)] = chances.get(round(net, 6), 0.0) + chance
    error = exact.standard_deviation / sqrt(result.rounds)
    return {
        "edge": abs(result.house_edge - exact.house_edge) / error,
        "settlements": chi_square(result.results, exact.results, rounds=result.rounds),
        "results": chi_square(won, chances, rounds=result.rounds),
    }


@by_rulebook
def test_they_agree(name: str) -> None:
    found = deviations(name, simulated(name))
    print(name, ROUNDS, simulated(name).house_edge, simulated(name).standard_error, found)
    assert all(each < DEVIATIONS for each in found.values()), found


@pytest.mark.parametrize(
    ("name", "decks"),
    [
        ("nsw-pontoon-2024", repetitions(1, 2)),
        ("nz-pontoon", repetitions(1, 4)),
        ("nsw-pinkjack-2016", 1),
    ],
)
def test_they_agree_on_few_decks(name: str, decks: int) -> None:
    """Best play has no decision on hands that so few decks cannot deal."""
    rules, rounds = vary(rulebook(name), "decks", decks), ROUNDS // 10
    exact = solve(rules)
    result = simulate(rules, from_rows(strategy_rows(exact)), rounds=rounds, seed=31)
    assert abs(result.house_edge - exact.house_edge) < DEVIATIONS * result.standard_error


def test_they_agree_where_a_ten_is_not_as_a_jack() -> None:
    """With tens in the deck, surrender is open against J, Q, K and A but not against a ten (S24 10.1)."""
    rules = vary(rulebook("nsw-pontoon-2024"), "tens_in_deck", raw=True)
    rules = vary(rules, "decks", repetitions(2, 8))
    exact = solve(rules)
    result = simulate(rules, from_rows(strategy_rows(exact)), rounds=ROUNDS // 10, seed=32)
    assert abs(result.house_edge - exact.house_edge) < DEVIATIONS * result.standard_error


@by_rulebook
def test_they_count_the_same_kinds(name: str) -> None:
    counted, expected = simulated(name).results, solved(name).results
    often = {kind for kind, chance in expected.items() if chance * ROUNDS > 5 * RARE}
    assert often <= set(counted) <= set(expected)


DOUBLES = {
    "nsw-pontoon-2024": {"resplit": True},
    "nsw-pontoon-6to5-2017": {"natural_collects": "original-hand"},
    "nz-pontoon": {},
    "nsw-pinkjack-2016": {},
}
"""Every way to collect from a split box; where a doubled 21 pays more, many of its hands are doubled."""


@by_rulebook
def test_doubled_hands_of_split_boxes_are_counted_alike(name: str) -> None:
    """A dealer natural collects from some of them and spares others: each kind has its own number."""
    rules = vary(choose(rulebook(name), DOUBLES[name]), "doubled_21_pays", "3 to 1")
    exact = solve(rules)
    result = simulate(rules, from_rows(strategy_rows(exact)), rounds=ROUNDS // 10, seed=33)
    for kind, compared in compare(result, exact.results).items():
        if compared.expected >= RARE:
            assert abs(compared.z_score or 0) < 4, (kind, compared)
    spared = compare(result, exact.results)["doubled-natural-stand-off"]
    assert DISABLED or spared.expected > 5 * RARE
    assert chi_square(result.results, exact.results, rounds=result.rounds) < DEVIATIONS


@by_rulebook
def test_a_planted_error_is_caught(name: str) -> None:
    """The simulator pays something else, which only the results of rounds give away."""
    key, wrong = PLANTED[name]
    found = deviations(name, play(name, vary(rulebook(name), key, wrong), rounds=2 * ROUNDS))
    assert found["results"] > 3 * DEVIATIONS, found
    assert found["settlements"] < DEVIATIONS


def test_a_common_payout_moves_the_edge() -> None:
    name = "nsw-pontoon-2024"
    found = deviations(name, play(name, vary(rulebook(name), "pontoon_pays", "7 to 5")))
    assert found["edge"] > 3 * DEVIATIONS, found
