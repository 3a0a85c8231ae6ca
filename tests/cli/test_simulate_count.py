"""Somebody counts cards: advantage by true count, what an hour brings, deviations."""

from pathlib import Path
from typing import Any

import pytest

from cli.numbers import data, page, squeezed
from houserules.analysis import strategies
from houserules.analysis.options import OddsOptions, SimulationOptions
from houserules.analysis.simulation_plan import SimulationPlan, plan_simulation
from houserules.analysis.simulation_request import drift
from houserules.analysis.strategies import find_counting
from houserules.odds.card_counting import SYSTEMS, counting_system, units_at
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.simulator import Strategy, mimic_the_dealer, pack

S24, S65, NZ, PJ = RULEBOOKS
pytestmark = pytest.mark.usefixtures("kernels")
COUNT = ("--strategy", "mimic", "--count", "hi-lo-48")


def planned(name: str, *settings: str, **typed: Any) -> SimulationPlan:
    given = {"strategies": ("mimic",), "wagers": ("25",), **typed}
    return plan_simulation(OddsOptions(name, settings=settings), SimulationOptions(**given))


def test_rounds_are_counted_by_true_count() -> None:
    found = data("simulate", S24, "--rounds", "200000", *COUNT, "--ramp", "1:1,2:4", "--boxes", "2")
    cells = found["by"]["true-count"]
    assert sum(cell["rounds"] for cell in cells.values()) == 200_000
    assert list(cells) == sorted(cells, key=int)
    assert found["boxes"] == 2
    assert found["count"] == {
        "system": "hi-lo-48",
        "tags": "A=-1 3=+1 4=+1 5=+1 6=+1 J=-1 Q=-1 K=-1",
        "ramp": {"1": 1, "2": 4},
        "deviations": False,
    }
    laid = sum(cell["rounds"] * units_at({1: 1, 2: 4}, int(count)) for count, cell in cells.items())
    hour = found["hour"]
    assert hour["average_wager"] == pytest.approx(25 * laid / 200_000)
    assert hour["rounds"] == 60
    won = -found["house_edge"] * 25 * laid / 200_000
    assert hour["win"] == pytest.approx(60 * won)


def test_without_a_ramp_the_wager_is_flat() -> None:
    found = data("simulate", S24, "--rounds", "50000", *COUNT)
    plain = data("simulate", S24, "--rounds", "50000", *COUNT[:2])
    assert found["house_edge"] == plain["house_edge"]
    assert found["hour"]["average_wager"] == 25


def test_the_page_tells_what_counts_are_worth() -> None:
    given = ("--ramp", "1:1,3:8", "--bankroll", "1000", "--rounds-per-hour", "80")
    text = squeezed(page("simulate", S24, "--rounds", "100000", *COUNT, *given))
    for part in (
        "Count hi-lo-48, wagers 1 from +1, 8 from +3; on box 1; only its money",
        "By true count at the start of the round True count Rounds Share Wagers Advantage ± -10 and less",
        "% sat out",
        "+10 and more",
        "Per hour, at 80 rounds Expected win",
        "with $1,000, playing forever",
    ):
        assert part in text, part


def test_a_count_may_be_tags_or_a_file_of_them(tmp_path: Path) -> None:
    file = tmp_path / "count.txt"
    file.write_text("A=-1 5=+1\n", "utf-8")
    given = ("simulate", S24, "--strategy", "mimic", "--rounds", "5000", "--count")
    assert data(*given, str(file))["count"] == data(*given, "A=-1 5=+1")["count"]
    assert "unbalanced" not in page(*given, str(file))
    assert "a whole deck adds up to +4" in squeezed(page(*given, "hi-lo"))


def test_a_balanced_count_does_not_drift() -> None:
    assert drift(SYSTEMS["hi-lo-48"], tens=False) == drift(SYSTEMS["hi-lo"], tens=True) == 0
    assert drift(SYSTEMS["hi-lo"], tens=False) == 4
    assert drift(counting_system("T=-1 2=+3 J=0 Q=0 K=0"), tens=True) == 8


def test_a_ramp_says_what_is_wagered() -> None:
    ramp = {-2: 0, 1: 1, 3: 8}
    assert [units_at(ramp, count) for count in (-5, -2, 0, 1, 2, 3, 9)] == [0, 0, 0, 1, 1, 8, 8]
    count = planned(S24, count="hi-lo-48", ramp="3:8, +1:1 -2:0").count
    assert count is not None and count.ramp == ramp


def test_insurance_is_taken_from_the_count_on_at_which_it_pays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solved: list[int] = []
    strategy = mimic_the_dealer(pack(rulebook(S24)))

    def solve(game: object, shoe: object, true_count: int, report: object) -> Strategy:
        solved.append(true_count)
        return strategy

    monkeypatch.setattr(strategies, "_solve_count", solve)
    with_tens = ("tens_in_deck=true",)
    found = find_counting(planned(S24, *with_tens, count="hi-lo", ramp="2:1", deviations=True))
    assert found is not None
    assert found.insures_from == 3  # as everybody knows of blackjack
    assert solved == [2, 3, 4, 5, 6] == sorted(found.strategies)
    assert found.tags == SYSTEMS["hi-lo"].tags
    always = find_counting(planned(S24, count="hi-lo-48", insures=True))
    assert always is not None and always.insures(-10) and not always.strategies
    none = find_counting(planned(PJ, count="hi-lo", deviations=True, ramp="6:1"))
    assert none is not None and none.insures_from is None  # there is no insurance
    assert find_counting(planned(S24)) is None


def test_deviations_make_the_play_of_a_count_its_own() -> None:
    given = ("simulate", S24, "--rounds", "30000", *COUNT, "--ramp", "6:1")
    found, plain = data(*given, "--deviations"), data(*given)
    assert found["count"]["deviations"] is True
    high = [found["by"]["true-count"][name]["results"] for name in ("+6", "+7")]
    assert high != [plain["by"]["true-count"][name]["results"] for name in ("+6", "+7")]
