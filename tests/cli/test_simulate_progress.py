"""How far a simulation is: on a terminal a line with rate, time left and the edge so far."""

from io import StringIO
from time import sleep

import pytest
from rich.console import Console

from cli.numbers import run
from houserules.analysis import simulation_run
from houserules.analysis.simulation_run import SimulationRun
from houserules.cli.render.progress import per_second, simulation_bar
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.simulator import BATCH, Result, mimic_the_dealer, pack, simulate

S24 = RULEBOOKS[0]
pytestmark = pytest.mark.usefixtures("kernels")


def some(rounds: int = 5000) -> Result:
    rules = rulebook(S24)
    return simulate(rules, mimic_the_dealer(pack(rules)), rounds=rounds)


@pytest.mark.parametrize("width", [40, 100])
def test_the_line_tells_rate_and_edge(width: int) -> None:
    told, result = StringIO(), some()
    screen = Console(file=told, force_terminal=True, width=width)
    with simulation_bar(
        "Simulating", rounds=50_000, error=None, before=None, screen=screen
    ) as watch:
        assert watch is not None
        watch(result)
        sleep(0.3)
    text = told.getvalue()
    assert "10 %" in text and "/s" in text
    assert f"{100 * result.house_edge:.4f} ± {100 * result.standard_error:.4f} %" in text
    assert ("Simulating" in text) == (width == 100)
    assert text.rstrip("\r").endswith("\x1b[2K")  # taken away


def test_how_long_an_error_takes_is_guessed_from_the_deviation() -> None:
    told, result = StringIO(), some()
    screen = Console(file=told, force_terminal=True, width=100)
    error = result.standard_error / 10**0.5  # takes ten times as many rounds
    with simulation_bar(
        "Simulating", rounds=10**9, error=error, before=None, screen=screen
    ) as watch:
        assert watch is not None
        watch(result)
        sleep(0.3)
    assert "10 %" in told.getvalue()


def test_without_a_terminal_nothing_is_shown() -> None:
    with simulation_bar("Simulating", rounds=1, error=None, before=None) as watch:
        assert watch is None


def test_rates_are_short() -> None:
    rates = (1.234e9, 31.25e6, 4400.0, 12.0)
    assert [per_second(rate) for rate in rates] == ["1.2 G/s", "31.2 M/s", "4.4 k/s", "12 /s"]


def test_compiling_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation_run, "is_compiled", lambda game: False)
    done = run("simulate", S24, "--strategy", "mimic", "--rounds", "100", "--json")
    assert done.exit_code == 0
    assert done.stderr.startswith("Compiling, which takes about 20 seconds once")
    assert done.stdout.startswith("{")


def test_points_of_a_drawing_stay_few_and_the_last_whole_batch_is_known() -> None:
    run_, result = SimulationRun(), some()
    for batches in range(1, 2000):
        object.__setattr__(result, "rounds", batches * BATCH)
        run_.note(result, None, None)
    assert len(run_.points) < 400
    assert run_.whole is result
    rounds = [point.rounds for point in run_.points]
    assert rounds == sorted(set(rounds))


def test_it_is_kept_from_time_to_time_and_a_full_disk_does_not_end_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulation_run, "_SAVE_EVERY", 0.0)
    times: list[int] = []

    def keep() -> None:
        times.append(1)
        raise OSError("the disk is full")

    run_ = SimulationRun()
    run_.note(some(), None, keep)
    assert times == [1]
