"""Counting: systems as they are written, what is left at a count, and what a count is worth."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from houserules.core.cards import RANKS, cards, deck
from houserules.odds.card_counting import (
    SYSTEMS,
    Advantage,
    CountingSystem,
    SystemsError,
    advantage_by_true_count,
    counting_system,
    running_counts,
    true_counts,
)
from houserules.odds.game import game_of
from houserules.odds.side_wagers import side_wagers
from houserules.odds.solved_game import solve
from houserules.odds.solver.shoe import ShoeError, full_shoe, shoe_of
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import vary

HI_LO, HI_LO_48 = SYSTEMS["hi-lo"], SYSTEMS["hi-lo-48"]
PONTOON = vary(rulebook("nsw-pontoon-2024"), "decks", 2)
SMALL = "As Ah 2s 3h 5d 5c 6s 9d Js Jd Qc Kh Kh"


def test_named_systems_are_balanced_in_their_decks() -> None:
    assert sum(HI_LO.tag(card.rank) for card in deck(tens=True)) == 0
    assert sum(HI_LO.tag(card.rank) for card in deck(tens=False)) == 4
    assert sum(HI_LO_48.tag(card.rank) for card in deck(tens=False)) == 0


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_a_system_is_read_as_it_is_written(system: CountingSystem) -> None:
    assert counting_system(system.name) is system
    assert counting_system(str(system)).tags == system.tags


def test_pictures_take_the_tag_of_the_ten() -> None:
    system = counting_system("A=-2 5=2 T=-1 Q=0")
    assert [system.tag(rank) for rank in RANKS] == [-2, 0, 0, 0, 2, 0, 0, 0, 0, -1, -1, 0, -1]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("hi-low", "'hi-low' is not the one tag"),
        ("A=-1 A=1", "'A=1' is not the one tag"),
        ("A=0.5", "'A=0.5' is not the one tag"),
        ("10=-1", "'10=-1' is not the one tag"),
        ("A=0 2=0", "counts nothing"),
        ("", "counts nothing"),
    ],
)
def test_what_is_no_system(text: str, problem: str) -> None:
    with pytest.raises(SystemsError, match=problem):
        counting_system(text)


@pytest.mark.parametrize("tags", ["hi-lo", "hi-lo-48", "A=-2 2=1 5=3 T=-1 K=0", "2=1 3=2 5=2 T=3"])
@pytest.mark.parametrize("unseen", [1, 5, 12])
def test_counts_of_a_small_shoe_drawn_in_every_way(tags: str, unseen: int) -> None:
    system, small = counting_system(tags), cards(SMALL)
    ways, left = defaultdict[int, int](int), defaultdict[int, np.ndarray](lambda: np.zeros(13))
    for drawn in combinations(range(len(small)), unseen):
        seen = [card for place, card in enumerate(small) if place not in drawn]
        running = sum(system.tag(card.rank) for card in seen)
        ways[running] += 1
        for place in drawn:
            left[running][RANKS.index(small[place].rank)] += 1
    found = {count.running: count for count in running_counts(shoe_of(small), system, unseen)}
    assert found.keys() == ways.keys()
    for running, number in ways.items():
        chance = Fraction(number, sum(ways.values()))
        assert found[running].probability == pytest.approx(float(chance), abs=1e-14)
        assert found[running].unseen == pytest.approx(left[running] / number, abs=1e-12)


def test_what_is_expected_goes_by_the_line_of_regression() -> None:
    """Tags that are symmetric: the expected cards are a straight line in the count."""
    shoe = shoe_of(8 * deck(tens=True))
    tags = np.array(HI_LO.tags)
    for count in running_counts(shoe, HI_LO, 208):
        if abs(count.running) < 60:
            line = 16 - tags * count.running / 10  # ten ranks of thirteen are tagged
            assert count.unseen == pytest.approx(line, abs=1e-9)


@pytest.mark.parametrize(("system", "tens"), [(HI_LO, True), (HI_LO_48, False), (HI_LO, False)])
def test_true_counts_average_to_nothing_seen(system: CountingSystem, *, tens: bool) -> None:
    shoe, size = shoe_of(6 * deck(tens=tens)), len(deck(tens=tens))
    every = true_counts(shoe, system, deck=size, unseen=2 * size, most=5)
    assert [each.count for each in every] == list(range(-5, 6))
    assert sum(each.probability for each in every) == pytest.approx(1, abs=1e-12)
    assert sum(each.probability * each.mean for each in every) == pytest.approx(0, abs=1e-12)
    mean = sum(each.probability * each.shoe.faces for each in every)
    assert mean == pytest.approx(shoe.faces, abs=1e-11)
    for each in every:
        assert each.shoe.values.sum() == pytest.approx(6 * size)
        assert abs(each.mean - each.count) < 0.5 or abs(each.count) == 5


@pytest.fixture(scope="module")
def advantage() -> Advantage:
    return advantage_by_true_count(PONTOON, HI_LO_48, depth=0.5, most=1, ramp={0: 1, 1: 3})


def test_advantage_goes_up_with_the_count(advantage: Advantage) -> None:
    low, even, high = advantage.rows
    assert (low.true_count, even.true_count, high.true_count) == (-1, 0, 1)
    assert low.fixed < even.fixed < high.fixed and low.best < even.best < high.best
    assert all(row.best >= row.fixed - 1e-12 for row in advantage.rows)
    assert low.best > low.fixed + 1e-3 and high.best > high.fixed + 1e-3
    assert advantage.unseen == 48


def test_at_a_count_of_nothing_the_shoe_is_as_if_full(advantage: Advantage) -> None:
    full = solve(PONTOON)
    even = advantage.rows[1]
    assert advantage.house_edge == full.house_edge
    assert even.best - advantage.correction == pytest.approx(-full.house_edge, abs=1e-12)
    insurance = side_wagers(PONTOON, full_shoe(game_of(PONTOON, 2500)))["insurance"]
    assert insurance.when_open is not None
    assert even.insurance == pytest.approx(-float(insurance.when_open), abs=1e-12)


def test_fixed_play_over_all_counts_is_the_full_shoe(advantage: Advantage) -> None:
    small, large = (solve(PONTOON, wager=wager).house_edge for wager in (2500, 7500))
    fixed = sum(row.probability * row.fixed for row in advantage.rows)
    chances = [row.probability for row in advantage.rows]
    assert fixed == pytest.approx(-(chances[0] + chances[1]) * small - chances[2] * large)
    assert 0 < advantage.correction < 0.004


def test_a_ramp_of_wagers(advantage: Advantage) -> None:
    low, even, high = advantage.rows
    assert [row.units for row in advantage.rows] == [0, 1, 3]
    assert advantage.average_wager == even.probability + 3 * high.probability
    won = even.probability * even.best + 3 * high.probability * (high.best + high.insured)
    assert even.insured == 0 and advantage.win == pytest.approx(won, abs=1e-15)
    assert advantage.win > advantage.win_of_wagers > 0 > low.best


def test_insurance_where_it_pays() -> None:
    """Twelve cards left and tens counted: at a high count more than a third of them are tens."""
    tens = counting_system("2=1 3=1 4=1 5=1 6=1 7=1 8=1 9=1 A=1 T=-3")
    found = advantage_by_true_count(PONTOON, tens, depth=0.875, most=1)
    low, even, high = found.rows
    assert low.insurance < even.insurance < 0 < high.insurance  # type: ignore[operator]
    assert low.insured == even.insured == 0
    # an ace up, half a wager, hands that hold tens themselves left out
    assert 0 < high.insurance / 12 / 2 * 0.5 < high.insured < 0.02  # type: ignore[operator]


@pytest.mark.parametrize(("decks", "depth"), [(1, 0.5), (2, 1.0), (2, -0.1)])
def test_where_there_is_nothing_to_count(decks: int, depth: float) -> None:
    with pytest.raises(ShoeError, match="from 2 decks on, while cards are left"):
        advantage_by_true_count(vary(PONTOON, "decks", decks), HI_LO_48, depth=depth)
