"""Counting cards: every round at the right count, for the right money, by the right play."""

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from math import exp, floor, inf, sqrt
from typing import Any

import pytest

from houserules.core.cards import RANKS
from houserules.core.codec import from_data, to_data
from houserules.rulebook.loader import rulebook
from houserules.rulebook.schema import Rulebook
from houserules.simulator import (
    BettorError,
    BoxBettor,
    CardShoe,
    Counting,
    CountingError,
    EquipmentError,
    FullShoe,
    PreparedGame,
    Result,
    ShufflingDevice,
    earnings,
    game,
    pack,
    result_of,
    rough_chart,
    run,
    run_batch,
    runner,
    sessions,
    simulate,
)
from houserules.simulator.cards import rank_of
from houserules.simulator.compiled import DISABLED
from houserules.simulator.direct import play_from
from houserules.simulator.sessions import LANES_FROM
from simulator.lane_twin import Lane
from simulator.strategies import random_strategy

NAME = "nsw-pontoon-2024"
TAGS = tuple(
    {"A": -1, "J": -1, "Q": -2, "K": -2}.get(rank, int(rank in "234567")) for rank in RANKS
)
RAMP = {-3: 1, 0: 0, 1: 2, 3: 5}
SHOE = CardShoe(0.6)


def counting(rules: Rulebook, **more: Any) -> Counting:
    other = {1: random_strategy(pack(rules), 8), 4: random_strategy(pack(rules), 9)}
    return Counting(TAGS, RAMP, strategies=other, insures_from=2, most=4, **more)


class Person:
    """Somebody who counts, in plain Python: one step of the ramp after the other."""

    def __init__(self, rules: Rulebook, seed: int, lane: int) -> None:
        self.packed = pack(rules)
        self.lane = Lane(self.packed, seed, lane, SHOE)
        self.running = 0

    def round(self, boxes: list[BoxBettor]) -> tuple[int, int, Any]:
        """Play a round; give the true count, the units laid, and the round."""
        self.lane.begin_round(len(boxes))
        if self.lane.dealt == 0:
            self.running = 0
        begun = self.lane.dealt
        left = Fraction(len(self.lane.cards) - begun, 48)
        true_count = max(-4, min(4, floor(self.running / left)))
        units = 5 if true_count >= 3 else 2 if true_count >= 1 else 0 if true_count >= 0 else 1
        units = 0 if true_count < -3 else units
        now = [self.at(box, true_count, units) for box in boxes]
        played = play_from(self.packed, self.lane, now, in_chips=False)
        for code in self.lane.cards[begun : self.lane.dealt]:
            self.running += TAGS[rank_of(code)]
        return true_count, units, played

    def at(self, box: BoxBettor, true_count: int, units: int) -> BoxBettor:
        if box.counting is None:
            return box
        strategy = box.strategy if true_count < 1 else box.counting.strategies[1]
        strategy = box.counting.strategies[4] if true_count >= 4 else strategy
        return BoxBettor(strategy, box.wager * (units or 1), insures=true_count >= 2)


@cache
def ready_for(boxes: int) -> tuple[PreparedGame, list[BoxBettor]]:
    """Every second box counts, the others use up cards."""
    rules = rulebook(NAME)
    own, flat = random_strategy(pack(rules), 7), random_strategy(pack(rules), 5)
    counts = counting(rules)
    bettors = [
        BoxBettor(flat, 700, insures=True) if box % 2 else BoxBettor(own, 500, counting=counts)
        for box in range(boxes)
    ]
    return game(rules, bettors, equipment=SHOE), bettors


@pytest.mark.parametrize("boxes", [1, 4])
def test_every_round_is_played_at_its_count(boxes: int) -> None:
    rules, rounds, seed = rulebook(NAME), 2400 // (boxes + 1), 3
    ready, boxes_there = ready_for(boxes)
    result = result_of(ready, run_batch(ready, seed, 2, rounds=rounds), seed=seed)
    mine = [box for box, each in enumerate(boxes_there) if each.counting]
    nets: dict[int, list[Fraction]] = defaultdict(list)
    laid, wagered, insured = Counter[Fraction](), 0, [0, 0]
    for place in range(8):
        person = Person(rules, seed, 2 * 8 + place)
        for _ in range(rounds // 8):
            true_count, units, played = person.round(boxes_there)
            nets[true_count] += [played.net[box] for box in mine]
            laid[sum(played.net[box] for box in mine) * (units > 0)] += 1
            wagered += 500 * len(mine) * units
            if units:
                insured[played.natural] += sum(played.insured[box] for box in mine)
    assert result.cells is not None
    assert set(map(int, result.cells)) == set(nets) == set(range(-4, 5))
    for name, cell in result.cells.items():
        here = nets[int(name)]
        assert (cell.rounds, cell.won) == (len(here), sum(here)), name
        assert cell.squares == sum(net**2 for net in here)
        assert cell.watched == (int(name) < -3 or int(name) == 0)
    assert result.total * result.unit == sum(net * times for net, times in laid.items())
    assert result.squares * result.unit**2 == sum(net**2 * times for net, times in laid.items())
    assert {net * result.unit: times for net, times in result.distribution.items()} == laid
    assert result.wagered * result.unit == wagered
    assert result.insurance is not None
    assert list(result.insurance.ends.values()) == insured


def test_a_session_of_one_who_counts_goes_as_its_rounds_go() -> None:
    rules = rulebook(NAME)
    ready, boxes = ready_for(1)
    paths = sessions(ready, number=2, rounds=150, marks=5)
    for session in range(2):
        person, stands = Person(rules, 1, LANES_FROM + session), [Fraction(0)]
        for _ in range(150):
            _, units, played = person.round(boxes)
            stands.append(stands[-1] + played.net[0] * (units > 0))
        ours = [int(money) * paths.unit for money in paths.money[session]]
        assert ours == [stands[mark] for mark in paths.marks]


def test_parts_add_up_and_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "BATCH", 256)
    ready, _ = ready_for(1)
    whole = run(ready, rounds=1024, workers=3)
    part = from_data(Result, to_data(run(ready, rounds=512, workers=1)))
    again = run(ready, rounds=1024, workers=1, resume=part)
    assert to_data(again) == to_data(whole)
    assert list(again.cells or ()) == list(whole.cells or ())


def flat(**more: Any) -> Counting:
    return Counting(TAGS, {-100: 1}, **more)


def test_a_ramp_that_is_flat_changes_nothing() -> None:
    rules = rulebook(NAME)
    strategy = rough_chart(pack(rules))
    plain = simulate(rules, [BoxBettor(strategy)], rounds=500, equipment=SHOE)
    counted = simulate(rules, [BoxBettor(strategy, counting=flat())], rounds=500, equipment=SHOE)
    for name in ("total", "squares", "results", "distribution", "house_edge", "standard_error"):
        assert getattr(plain, name) == getattr(counted, name), name


@pytest.mark.skipif(DISABLED, reason="needs many rounds")
def test_high_counts_are_better_than_low_ones() -> None:
    rules = rulebook(NAME)
    bettor = BoxBettor(rough_chart(pack(rules)), counting=flat(insures_from=3))
    cells = simulate(rules, [bettor], rounds=4_000_000, equipment=CardShoe(0.75)).cells
    assert cells is not None
    low, high = cells["-4"], cells["+3"]
    assert high.advantage - low.advantage > 4 * sqrt(low.standard_error**2 + high.standard_error**2)


def one(**more: Any) -> Result:
    """A result of 100 rounds for one dollar that won 3 dollars in all."""
    return Result(
        rulebook=NAME,
        seed=1,
        rounds=100,
        wagers=(100,),
        unit=Fraction(50),
        total=6,
        squares=400,
        results={},
        distribution={},
        outside=0,
        insurance=None,
        side_wagers={},
        **more,
    )


def test_an_hour_and_the_bankroll_that_it_takes() -> None:
    found = earnings(one(), rounds_per_hour=80)
    variance = (4 - 0.06**2) * 50**2  # of a round, in cents squared
    assert (found.average_wager, found.win) == (100, pytest.approx(80 * 3))
    assert found.standard_deviation == pytest.approx(sqrt(80 * variance))
    assert found.n0 == pytest.approx(variance / 3**2)
    assert found.risk_of_ruin(50_000) == pytest.approx(exp(-2 * 3 * 50_000 / variance))


def test_who_does_not_win_is_ruined() -> None:
    lost = earnings(Result(**{**_fields(one()), "total": -6}), rounds_per_hour=80)
    even = earnings(Result(**{**_fields(one()), "total": 0}), rounds_per_hour=80)
    assert lost.risk_of_ruin(10**9) == even.risk_of_ruin(10**9) == 1.0
    assert even.n0 == inf


def _fields(result: Result) -> dict[str, Any]:
    return {name: getattr(result, name) for name in Result.__dataclass_fields__}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"tags": TAGS[:-1]}, "one per rank"),
        ({"tags": (100,) * 13}, "-99 to 99"),
        ({"ramp": {}}, "not all of them 0"),
        ({"ramp": {0: -1, 2: 1}}, "0 or more"),
        ({"most": 0}, "1 to 50"),
    ],
)
def test_a_wrong_count_is_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(CountingError, match=says):
        Counting(**{"tags": TAGS, "ramp": RAMP, **wrong})


def test_where_there_is_nothing_to_count_that_is_said() -> None:
    rules = rulebook(NAME)
    strategy = rough_chart(pack(rules))
    bettor = BoxBettor(strategy, counting=flat())
    for equipment in (FullShoe(), ShufflingDevice()):
        with pytest.raises(EquipmentError, match="card shoe"):
            game(rules, [bettor], equipment=equipment)
    with pytest.raises(BettorError, match="count alike"):
        game(rules, [bettor, BoxBettor(strategy, counting=flat(most=3))], equipment=SHOE)
    with pytest.raises(BettorError, match="by true count"):
        game(rules, [bettor], equipment=SHOE, by="upcard")
    with pytest.raises(BettorError, match="no bettor counts"):
        game(rules, [BoxBettor(strategy)], equipment=SHOE, by="true-count")
    pink = rulebook("nsw-pinkjack-2016")
    chart = rough_chart(pack(pink))
    with pytest.raises(BettorError, match="no insurance"):
        game(pink, [BoxBettor(chart, counting=flat(insures_from=1))], equipment=SHOE)
