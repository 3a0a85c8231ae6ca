"""Simulating: the same digits whoever works, parts that add up, and figures that follow."""

import json
import pickle
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from houserules.core.codec import from_data, to_data
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import choose, vary
from houserules.simulator import (
    BATCH,
    BettorError,
    BoxBettor,
    CardShoe,
    Cell,
    EquipmentError,
    FullShoe,
    MergeError,
    Result,
    ResumeError,
    ShufflingDevice,
    Strategy,
    game,
    pack,
    result_of,
    rough_chart,
    run,
    run_batch,
    runner,
    simulate,
)
from houserules.simulator.compiled import DISABLED
from houserules.simulator.decisions import Kind

NAME = "nsw-pontoon-2024"
SMALL = 96 if DISABLED else 4096


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> int:
    """Make batches small, so that there are many of them in a short run."""
    monkeypatch.setattr(runner, "BATCH", SMALL)
    return SMALL


@cache
def chart(name: str = NAME) -> Strategy:
    return rough_chart(pack(rulebook(name)))


def test_any_number_of_workers_gives_the_same_digits(small_batches: int) -> None:
    rules, strategy = rulebook(NAME), chart()
    rounds = 5 * small_batches + 17
    results = [simulate(rules, strategy, rounds=rounds, workers=workers) for workers in (1, 2, 5)]
    assert results[0] == results[1] == results[2]
    assert results[0].rounds == rounds == sum(results[0].distribution.values())


def test_another_seed_gives_other_digits() -> None:
    rules, strategy = rulebook(NAME), chart()
    one, other = (simulate(rules, strategy, rounds=500, seed=seed) for seed in (1, 2))
    assert one.distribution != other.distribution


def test_it_stops_after_the_batch_at_which_that_was_said(small_batches: int) -> None:
    rules, strategy = rulebook(NAME), chart()
    seen: list[int] = []
    stopped = simulate(
        rules,
        strategy,
        rounds=50 * small_batches,
        workers=3,
        on_progress=lambda result: seen.append(result.rounds),
        stop=lambda result: result.rounds >= 3 * small_batches,
    )
    assert seen == [small_batches * number for number in (1, 2, 3)]
    assert stopped == simulate(rules, strategy, rounds=3 * small_batches)


def test_an_interrupted_simulation_is_resumed(small_batches: int) -> None:
    rules, strategy = rulebook(NAME), chart()
    whole = simulate(rules, strategy, rounds=4 * small_batches + 5)
    part = simulate(rules, strategy, rounds=2 * small_batches)
    saved = from_data(Result, json.loads(json.dumps(to_data(part))))
    assert saved == part
    assert simulate(rules, strategy, rounds=4 * small_batches + 5, resume=saved) == whole
    assert simulate(rules, strategy, rounds=2 * small_batches, resume=saved) == part
    with pytest.raises(ResumeError, match="multiple"):
        simulate(rules, strategy, rounds=9 * small_batches, resume=whole)


def test_results_of_different_simulations_are_not_added_up() -> None:
    one = simulate(rulebook(NAME), chart(), rounds=10)
    other = simulate(rulebook(NAME), chart(), rounds=10, wagers=1000)
    with pytest.raises(MergeError, match="wagers"):
        one.merge(other)


def test_a_batch_can_be_sent_elsewhere() -> None:
    ready = game(rulebook(NAME), [BoxBettor(chart())], equipment=FullShoe())
    elsewhere = pickle.loads(pickle.dumps(ready))
    sent = pickle.loads(pickle.dumps(run_batch(elsewhere, 3, 7, rounds=200)))
    assert result_of(ready, sent, seed=3) == result_of(
        ready, run_batch(ready, 3, 7, rounds=200), seed=3
    )


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize("equipment", [FullShoe(), CardShoe(0.5)], ids=["fresh", "shoe"])
def test_both_kernels_give_one_box_the_same(name: str, equipment: FullShoe | CardShoe) -> None:
    bettors, rounds = [BoxBettor(chart(name), 1500)], 6 * SMALL
    alone = game(rulebook(name), bettors, equipment=equipment)
    plain = game(rulebook(name), bettors, equipment=equipment, plain=True)
    assert alone.alone and not plain.alone
    first = run(alone, rounds=rounds)
    assert first.repeats is not None  # the other kernel does not count them
    assert replace(first, repeats=None) == run(plain, rounds=rounds)


@pytest.mark.parametrize("by", ["upcard", "first-two", "depth"])
def test_cells_add_up_to_the_whole(by) -> None:
    rules, strategy = rulebook(NAME), chart()
    how = {"rounds": 2 * SMALL, "boxes": 2, "equipment": CardShoe(0.5)}
    whole, parts = simulate(rules, strategy, **how), simulate(rules, strategy, by=by, **how)
    assert (parts.total, parts.squares, parts.results) == (
        whole.total,
        whole.squares,
        whole.results,
    )
    assert parts.cells is not None
    assert sum(cell.rounds for cell in parts.cells.values()) == 2 * whole.rounds
    assert sum(cell.won for cell in parts.cells.values()) == whole.total * whole.unit
    assert sum(cell.wagered for cell in parts.cells.values()) == whole.wagered * whole.unit
    for kind, times in whole.results.items():
        assert sum(cell.results.get(kind, 0) for cell in parts.cells.values()) == times
    assert len(parts.cells) > {"upcard": 11, "first-two": 50, "depth": 15}[by]


def test_a_cell_of_one_box_has_the_figures_of_its_rounds() -> None:
    """One cell of all rounds, put together of those by upcard, is the whole."""
    rules, strategy = rulebook(NAME), chart()
    how = {"rounds": 2 * SMALL, "insures": True, "equipment": CardShoe(0.5)}
    whole = simulate(rules, strategy, **how)
    cells = list((simulate(rules, strategy, by="upcard", **how).cells or {}).values())
    together = cells[0]
    for cell in cells[1:]:
        together = together.plus(cell)
    assert together.squares == whole.squares * whole.unit**2
    assert together.advantage == -whole.house_edge
    assert together.standard_error == pytest.approx(whole.standard_error)
    assert Cell(0, Fraction(0), Fraction(0), Fraction(0), {}).standard_error == float("inf")


def test_cells_have_readable_names() -> None:
    rules, strategy = rulebook(NAME), chart()
    upcards = simulate(rules, strategy, rounds=SMALL, by="upcard").cells
    pairs = simulate(rules, strategy, rounds=SMALL, by="first-two").cells
    assert upcards is not None and set(upcards) == set("A23456789JQK")
    assert pairs is not None and "A T" in pairs and "T A" not in pairs
    assert set(pairs["A T"].results) == {"pontoon"}


def figures() -> Result:
    return Result(
        rulebook=NAME,
        seed=1,
        rounds=4,
        wagers=(2500,),
        unit=Fraction(1250),
        total=-2,
        squares=4 + 4 + 4 + 16,
        results={},
        distribution={-4: 1, -2: 1, 2: 2},
        outside=0,
        insurance=None,
        side_wagers={},
    )


def test_figures_are_per_unit_of_original_wager() -> None:
    result = figures()
    assert result.house_edge == pytest.approx((4 + 2 - 2 - 2) / 2 / 4)
    mean = -0.25
    variance = (4 + 1 + 1 + 1) / 4 - mean**2
    assert result.standard_deviation == pytest.approx(variance**0.5)
    assert result.standard_error == pytest.approx((variance / 4) ** 0.5)


def test_chips_change_what_is_paid() -> None:
    strategy = chart("nsw-pontoon-6to5-2017")
    rules = rulebook("nsw-pontoon-6to5-2017")
    exact = simulate(rules, strategy, rounds=SMALL, wagers=750)
    chips = simulate(rules, strategy, rounds=SMALL, wagers=750, in_chips=True)
    assert exact.results == chips.results
    pontoons, surrenders = exact.results["pontoon"], exact.results["surrender"]
    more = pontoons * 0 + surrenders * 25  # 6 to 5 of 7.50 is 9.00; half of 7.50 rounds up to 4.00
    for kind in ("five-card-21", "mixed-678", "mixed-777"):
        more += exact.results.get(kind, 0) * 25  # 3 to 2 of 7.50 is 11.25, paid as 11.50
    assert chips.total * chips.unit - exact.total * exact.unit == more


def test_a_super_bonus_is_counted_by_its_prize() -> None:
    """Below the lowest wager the same hands are what they are made of (reading 40)."""
    rules = vary(rulebook(NAME), "decks", 1)
    ready = [
        game(rules, [BoxBettor(chart(), wager)], equipment=FullShoe()) for wager in (2500, 500, 499)
    ]
    kinds = [{**each.amounts[0].kinds[0]} for each in ready]
    assert kinds[0][Kind.SUPER_BONUS] == 2500 * 2 + 500_000
    assert kinds[1][Kind.SUPER_BONUS_SPADES] == 500 * 3 + 100_000
    assert kinds[2][Kind.SUPER_BONUS] == 499 * 2
    assert [each.amounts[0].prized[0] for each in ready] == [True, True, False]


def test_wagers_side_wagers_and_equipment_that_are_not_there_are_refused() -> None:
    rules, strategy = rulebook(NAME), chart()
    with pytest.raises(BettorError, match="more than 0"):
        simulate(rules, strategy, rounds=1, wagers=0)
    with pytest.raises(BettorError, match="10 boxes"):
        simulate(rules, strategy, rounds=1, boxes=10)
    with pytest.raises(BettorError, match="not offered"):
        simulate(rules, [BoxBettor(strategy, perfect_pairs=True)], rounds=1)
    pink = rulebook("nsw-pinkjack-2016")
    with pytest.raises(BettorError, match="no insurance"):
        simulate(pink, chart("nsw-pinkjack-2016"), rounds=1, insures=True)
    with pytest.raises(EquipmentError, match="penetration"):
        simulate(rules, strategy, rounds=1, equipment=CardShoe(1.5))
    with pytest.raises(EquipmentError, match="may not last"):
        simulate(vary(rules, "decks", 1), strategy, rounds=1, boxes=7)
    with pytest.raises(ValueError, match="1 or more"):
        simulate(rules, strategy, rounds=0)


def test_cards_that_run_out_go_on_with_the_discards() -> None:
    rules = choose(rulebook("nz-pontoon"), {"decks": 4})
    strategy = chart("nz-pontoon")
    deep = simulate(rules, strategy, rounds=SMALL, boxes=7, equipment=CardShoe(1.0))
    device = simulate(rules, strategy, rounds=SMALL, boxes=7, equipment=ShufflingDevice())
    assert sum(deep.distribution.values()) == sum(device.distribution.values()) == SMALL
    assert BATCH > SMALL
