"""A simulation drawn: convergence, true counts, sessions."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure

from houserules.sheets.files import SheetError
from houserules.sheets.simulation_plots import (
    FAN,
    Convergence,
    CountPoint,
    Sessions,
    draw_simulation,
    put_advantage,
    put_edge,
    put_errors,
    put_fan,
    put_results,
)

POINTS = [
    (10**power, 0.004 + 0.5 / 10 ** (power / 2), 1.2 / 10 ** (power / 2)) for power in range(3, 8)
]
EXACT = Convergence(POINTS, 0.0041)
COUNTS = [CountPoint(n, 0.2, max(0, n), 0.005 * n, 0.001) for n in range(-2, 3)]


def sessions(*, bankroll: int | None = 10_000) -> Sessions:
    final = np.array([-7500.0, -2500, -2500, 0, 2500, 5000, 5000, 10_000])
    fan = np.outer(np.linspace(-7500, 10_000, len(FAN)), [0.25, 0.5, 1.0])
    ruined = None if bankroll is None else 0.125
    return Sessions(60, (15, 30, 60), final, fan, mean=-10.0, bankroll=bankroll, ruined=ruined)


def texts(path: Path) -> list[str]:
    root = ElementTree.parse(path).getroot()
    return ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]


def test_every_panel_that_there_is_something_for(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    draw_simulation(path, title="A game", convergence=Convergence(POINTS, None))
    said = texts(path)
    assert {"A game", "Convergence of the edge", "95 % interval", "simulated"} <= set(said)
    assert "Difference from the exact edge" not in said
    draw_simulation(path, title="A", convergence=EXACT, counts=COUNTS, sessions=sessions())
    said = texts(path)
    assert {
        "exact: 0.410000 %",
        "95 % of simulations",
        "Difference from the exact edge",
        "What a true count is worth",
        "wagered",
        "watched",
        "How sessions end: 50.0 % of sessions end ahead",
        "Money over the session",
        "5 % to 95 % of sessions",
        "bankroll of $100 gone: 12.50 % of sessions",
    } <= set(said)


@pytest.mark.parametrize("kind", ["png", "pdf", "svg"])
def test_it_is_drawn_alike_twice(tmp_path: Path, kind: str) -> None:
    for name in ("one", "two"):
        path = tmp_path / f"{name}.{kind}"
        draw_simulation(path, title="A game", convergence=EXACT, sessions=sessions())
    one = (tmp_path / f"one.{kind}").read_bytes()
    assert one == (tmp_path / f"two.{kind}").read_bytes()
    assert one.startswith({"png": b"\x89PNG", "pdf": b"%PDF", "svg": b"<?xml"}[kind])


def test_what_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SheetError, match=r"ends in '\.gif'"):
        draw_simulation(tmp_path / "a.gif", title="", convergence=EXACT)
    with pytest.raises(SheetError, match="no rounds"):
        draw_simulation(tmp_path / "a.svg", title="", convergence=Convergence([], None))
    assert list(tmp_path.iterdir()) == []


def test_a_single_point_is_enough(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    draw_simulation(path, title="", convergence=Convergence(POINTS[:1], 0.0))
    assert "Convergence of the edge" in texts(path)


def test_the_exact_edge_lies_in_the_middle_of_the_scale() -> None:
    axes = Figure().add_subplot()
    put_edge(axes, EXACT)
    low, high = axes.get_ylim()
    assert (low + high) / 2 == pytest.approx(0.41)
    shown = [100 * edge for rounds, edge, _ in POINTS if rounds >= POINTS[-1][0] / 100]
    assert all(low < edge < high for edge in shown)
    simulated = next(line for line in axes.get_lines() if line.get_label() == "simulated")
    assert list(simulated.get_ydata()) == [100 * edge for _, edge, _ in POINTS]


def test_errors_are_in_standard_errors() -> None:
    axes = Figure().add_subplot()
    put_errors(axes, EXACT)
    away = axes.get_lines()[-1].get_ydata()
    assert list(away) == pytest.approx([(edge - 0.0041) / error for _, edge, error in POINTS])


def test_counts_that_are_watched_are_hollow() -> None:
    axes = Figure().add_subplot()
    put_advantage(axes, COUNTS)
    fills = {line.get_label(): line.get_markerfacecolor() for line in axes.get_lines()}
    hollow = [each for each in axes.containers if each.get_label() == "watched"]
    assert len(hollow) == 1 and fills
    assert hollow[0].lines[0].get_markerfacecolor() == "white"
    assert list(hollow[0].lines[0].get_xdata()) == [-2, -1, 0]


def test_the_bars_of_a_result_add_up() -> None:
    axes = Figure().add_subplot()
    put_results(axes, sessions())
    assert sum(bar.get_height() for bar in axes.patches) == pytest.approx(100)
    assert axes.get_title(loc="left") == "50.0 % of sessions end ahead"


def test_a_bankroll_far_below_the_fan_has_no_line() -> None:
    for bankroll, lines in ((10_000, 1), (10_000_000, 0), (None, 0)):
        axes = Figure().add_subplot()
        put_fan(axes, sessions(bankroll=bankroll))
        gone = [line for line in axes.get_lines() if line.get_linestyle() == ":"]
        assert sum(len(line.get_xdata()) > 0 for line in gone) == lines
        assert any("gone" in str(line.get_label()) for line in gone) == (bankroll is not None)


def test_the_fan_begins_with_nothing_won_or_lost() -> None:
    axes = Figure().add_subplot()
    put_fan(axes, sessions())
    half = next(line for line in axes.get_lines() if line.get_label() == "half of them below")
    assert (half.get_xdata()[0], half.get_ydata()[0]) == (0, 0)
    expected = next(line for line in axes.get_lines() if line.get_label() == "expected")
    assert list(expected.get_ydata()) == [0, -10 * 60 / 100]
