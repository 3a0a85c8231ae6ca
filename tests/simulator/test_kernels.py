"""The kernels against rounds played out one by one with the same random numbers: all alike."""

from collections import Counter
from fractions import Fraction

import pytest

from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import choose, vary
from houserules.rulebook.schema import Rulebook
from houserules.simulator.bettors import BoxBettor
from houserules.simulator.decisions import Kind, name_of
from houserules.simulator.game_setup import CardShoe, Equipment, FullShoe, ShufflingDevice, game
from houserules.simulator.packed_rules import pack
from houserules.simulator.report import result_of
from houserules.simulator.results import Result
from houserules.simulator.runner import run_batch
from repetitions import repetitions
from simulator.lane_twin import Expected, play_batch
from simulator.strategies import random_strategy

ROUNDS = 320  # eight lanes of 40: blocks in step, then every lane's last by itself


def agree(result: Result, expected: Expected) -> None:
    assert result.rounds == expected.rounds
    assert result.total * result.unit == expected.total
    assert result.squares * result.unit**2 == expected.squares
    names: Counter[str] = Counter()
    for kind, times in expected.results.items():
        names[name_of(Kind[kind])] += times
    assert result.results == names
    inside = {net * result.unit: times for net, times in result.distribution.items()}
    assert sum(inside.values()) + result.outside == expected.rounds
    assert {net: expected.distribution[Fraction(net)] for net in inside} == inside
    if result.insurance:
        lost, won = expected.insurance[False], expected.insurance[True]
        assert result.insurance.ends == {"insurance-lost": lost, "insurance-won": won}


def both(rules: Rulebook, bettors, *, equipment: Equipment, seed=1, number=0, **how):
    ready = game(rules, bettors, equipment=equipment, **how)
    rounds = (
        ROUNDS if ready.alone else repetitions(ROUNDS // 2, ROUNDS)
    )  # only one box goes in blocks
    result = result_of(ready, run_batch(ready, seed, number, rounds=rounds), seed=seed)
    in_chips = how.get("in_chips", False)
    expected = play_batch(
        rules,
        bettors,
        equipment=equipment,
        seed=seed,
        number=number,
        rounds=rounds,
        in_chips=in_chips,
    )
    agree(result, expected)
    return ready, result, expected


@pytest.mark.parametrize("equipment", [FullShoe(), CardShoe(0.6)], ids=["fresh", "shoe"])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_one_box_alone(name: str, equipment: Equipment) -> None:
    packed = pack(rulebook(name))
    bettors = [BoxBettor(random_strategy(packed, 1), insures="pinkjack" not in name)]
    ready, _, _ = both(rulebook(name), bettors, equipment=equipment)
    assert ready.alone


VARIED = {
    "nsw-pontoon-2024": {"resplit": True, "natural_collects": "original-hand", "hands_most": 4},
    "nsw-pontoon-6to5-2017": {"resplit": True, "split_aces_get_one_card": False, "decks": 6},
    "nz-pontoon": {"resplit_aces": True, "dealer_stands_on_hard": 12, "equal_totals": "lose"},
    "nsw-pinkjack-2016": {"dealer_pinkjack_counts_as_blackjack": True, "decks": 1},
}


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize("kernel", ["alone", "plain"])
def test_varied_rules(name: str, kernel: str) -> None:
    rules = rulebook(name)
    for key, value in VARIED[name].items():
        rules = vary(rules, key, value)
    bettors = [BoxBettor(random_strategy(pack(rules), 7), wager=700)]
    both(rules, bettors, equipment=FullShoe(), seed=2, number=5, plain=kernel == "plain")


@pytest.mark.parametrize(
    ("name", "equipment"),
    [
        ("nsw-pontoon-2024", FullShoe()),
        ("nsw-pontoon-2024", CardShoe(0.6)),
        ("nsw-pontoon-2024", ShufflingDevice()),
        ("nsw-pontoon-6to5-2017", CardShoe(1)),
        ("nz-pontoon", ShufflingDevice()),
        ("nsw-pinkjack-2016", FullShoe()),
    ],
)
def test_several_boxes(name: str, equipment: Equipment) -> None:
    pink = "pinkjack" in name
    options = {"suits_you": "5"} if pink else {"perfect_pairs": "5"}
    rules = choose(rulebook(name), options)
    packed = pack(rules)
    bettors = [
        BoxBettor(
            random_strategy(packed, seed % 2),
            wager=wager,
            insures=not pink and seed % 2 == 1,
            perfect_pairs=not pink and seed < 3,
            suits_you="d" if pink and seed < 3 else None,
        )
        for seed, wager in enumerate((2500, 450, 3300, 500), start=1)
    ]
    ready, result, expected = both(rules, bettors, equipment=equipment, in_chips=True)
    assert not ready.alone
    sides = [side for each in result.side_wagers.values() for side in each.ends.items()]
    assert dict(sides) == {side.lower().replace("_", "-"): n for side, n in expected.sides.items()}
