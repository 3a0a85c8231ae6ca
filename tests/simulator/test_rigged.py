"""Shoes of a few cards only, so that what is rarest happens in every round."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import choose, vary
from houserules.simulator import BoxBettor, FullShoe, Strategy, game, pack, result_of, run_batch
from houserules.simulator.cards import CODES
from houserules.simulator.decisions import Action, Kind, name_of
from houserules.simulator.strategy import empty_tables
from simulator import lane_twin
from simulator.strategies import random_strategy


def always(action: Action) -> Strategy:
    actions, suited = empty_tables()
    actions[:] = action
    return Strategy(action.name, actions, suited, {})


def rigged(ready, cards: str):
    """Put a shoe of the same size together from these cards alone, in turn."""
    codes = [CODES[card] for card in cards.split()]
    shoe = np.resize(np.array(codes, dtype=np.uint8), len(ready.shoe))
    return replace(ready, shoe=shoe)


@pytest.mark.parametrize("name", ["nsw-pontoon-2024", "nz-pontoon"])
def test_a_super_bonus_brings_the_others_something(name: str) -> None:
    rules = vary(rulebook(name), "must_draw_below", 0)
    hit, stand = always(Action.HIT), always(Action.STAND)
    bettors = [
        BoxBettor(hit, 2500),
        BoxBettor(stand, 1000),
        BoxBettor(hit, 100),
        BoxBettor(hit, 2400),
    ]
    ready = rigged(game(rules, bettors, equipment=FullShoe()), "7s")
    result = result_of(ready, run_batch(ready, 1, 0, rounds=40), seed=1)
    assert result.results == {
        "spades-777": 40,
        "super-bonus": 80,
        "lower": 40,
        "bonus-of-others": 80,
    }
    each = (3 * 2500 + 500_000) + (-1000 + 5000) + (3 * 100 + 5000) + (3 * 2400 + 100_000)
    assert result.total * result.unit == 40 * each
    assert result.squares * result.unit**2 == 40 * each**2
    assert {net * result.unit for net in result.distribution} in ({each}, set())


def test_without_a_winner_there_is_nothing_for_the_others() -> None:
    hit, stand = always(Action.HIT), always(Action.STAND)
    bettors = [BoxBettor(hit, 499), BoxBettor(stand, 2500)]
    ready = rigged(game(rulebook("nsw-pontoon-2024"), bettors, equipment=FullShoe()), "7h")
    result = result_of(ready, run_batch(ready, 1, 0, rounds=16), seed=1)
    assert result.results == {"suited-777": 16, "lower": 16}
    assert result.total * result.unit == 16 * (2 * 499 - 2500)


@pytest.mark.parametrize("kernel", ["alone", "plain"])
@pytest.mark.parametrize("pinkjack", ["counts", "does not count"])
@pytest.mark.parametrize("cards", ["Ad Jd", "Ad Jd As Td", "8s Ad Jd", "7s 7h 8d 6c As"])
def test_pinkjacks_naturals_and_splits_at_every_turn(
    kernel: str, cards: str, pinkjack: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"dealer_pinkjack_counts_as_blackjack": pinkjack == "counts"}
    agrees("nsw-pinkjack-2016", options, cards, kernel, monkeypatch)


@pytest.mark.parametrize("kernel", ["alone", "plain"])
@pytest.mark.parametrize("collects", ["busted-bets-plus-one", "original-hand"])
@pytest.mark.parametrize("cards", ["As Jd 8c 8h", "7s 7h 7s Ac Kd", "As Ah Jd", "8c 8h 3d As Kc"])
def test_splits_against_naturals_at_every_turn(
    kernel: str, cards: str, collects: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"resplit": True, "natural_collects": collects}
    agrees("nsw-pontoon-2024", options, cards, kernel, monkeypatch)


@pytest.mark.parametrize("kernel", ["alone", "plain"])
@pytest.mark.parametrize("cards", ["As Jd 8c 8h", "7s 7h 7s Ac Kd", "8c 8h 3d As Kc"])
def test_splits_against_naturals_in_new_zealand(
    kernel: str, cards: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    agrees("nz-pontoon", {}, cards, kernel, monkeypatch)


@cache
def prepared(name: str, options: tuple[tuple[str, object], ...], kernel: str):
    rules = choose(rulebook(name), dict(options))
    bettors = [BoxBettor(random_strategy(pack(rules), 5), 1300, insures="pink" not in name)]
    return rules, bettors, game(rules, bettors, equipment=FullShoe(), plain=kernel == "plain")


def agrees(name, options, cards, kernel, monkeypatch) -> None:
    rules, bettors, ready = prepared(name, tuple(options.items()), kernel)
    ready = rigged(ready, cards)
    monkeypatch.setattr(lane_twin, "full_shoe", lambda _: ready.shoe)
    result = result_of(ready, run_batch(ready, 9, 2, rounds=160), seed=9)
    how = {"equipment": FullShoe(), "seed": 9, "number": 2, "rounds": 160, "in_chips": False}
    expected = lane_twin.play_batch(rules, bettors, **how)
    names: Counter[str] = Counter()
    for kind, times in expected.results.items():
        names[name_of(Kind[kind])] += times
    assert result.results == names
    assert result.total * result.unit == expected.total
    assert result.squares * result.unit**2 == expected.squares
    assert Fraction(result.rounds) == expected.rounds
