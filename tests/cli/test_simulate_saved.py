"""Simulations that are broken off, kept and taken up again: the same digits as in one go."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.numbers import data, refused, run
from houserules.analysis import simulation_run
from houserules.rulebook.loader import RULEBOOKS
from houserules.simulator import BATCH, ClusterError, Result
from houserules.simulator import run as run_game

S24, S65, NZ, PJ = RULEBOOKS
pytestmark = pytest.mark.usefixtures("kernels")
MIMIC = ("simulate", S24, "--strategy", "mimic", "--fresh")
CLOCK = ("seconds", "rounds_per_second")


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    return {key: found[key] for key in found if key not in CLOCK}


@pytest.fixture
def broken_off(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, BaseException], None]:
    """Break a simulation off after so many batches."""

    def after(batches: int, why: BaseException) -> None:
        def run_until(*args: Any, on_progress: Callable[[Result], None], **more: Any) -> Result:
            seen = 0

            def watch(result: Result) -> None:
                nonlocal seen
                on_progress(result)
                seen += 1
                if seen == batches:
                    raise why

            if not batches:
                raise why
            return run_game(*args, on_progress=watch, **more)

        monkeypatch.setattr(simulation_run, "play_batches", run_until)

    return after


def test_what_is_taken_up_again_comes_to_the_same(tmp_path: Path) -> None:
    file, whole = str(tmp_path / "kept.json"), data(*MIMIC, "--rounds", "1300000")
    part = data(*MIMIC, "--rounds", "600000", "--save", file)
    assert part["rounds"] == 600_000
    assert timeless(data(*MIMIC, "--rounds", "1300000", "--resume", file)) == timeless(whole)
    again = data(*MIMIC, "--rounds", "1300000", "--resume", file)  # nothing is left to do
    assert timeless(again) == timeless(whole)


def test_cells_are_taken_up_again_too(tmp_path: Path) -> None:
    file, given = str(tmp_path / "kept.json"), ("--by", "upcard", "--by", "first-two")
    whole = data(*MIMIC, *given, "--rounds", "600000")
    data(*MIMIC, *given, "--rounds", "5000", "--save", file)
    assert timeless(data(*MIMIC, *given, "--rounds", "600000", "--resume", file)) == timeless(whole)
    said = refused(*MIMIC, "--rounds", "600000", "--resume", file)
    assert said.endswith("it was simulated with --by upcard and --by first-two; give the same")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--seed", "2"), "it has seed 1, and you ask for 2"),
        (("--strategy", "never-bust"), "strategies mimic, and you ask for never-bust"),
        (("--wager", "10"), "it has wagers 25.00, and you ask for 10.00"),
        (("--boxes", "2"), "it has wagers 25.00, and you ask for 25.00 and 25.00"),
        (("--decks", "6"), "it has decks 8, and you ask for 6"),
        (("--set", "resplit=true"), "resplit=false"),
        (("--set", "pontoon_pays=6:5"), "pontoon_pays=6 to 5"),
        (("--insure",), "it has insures false, and you ask for true"),
        (("--chips",), "it has chips false"),
        (
            ("--side", "perfect-pairs=5"),
            "it has side None, and you ask for perfect-pairs=5.00",
        ),
        (("--by", "upcard"), "it was simulated with no --by; give the same"),
        (("--rounds", "100"), "it already has 2,000 rounds; --rounds is the total"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_nothing_else_is_added_to_it(tmp_path: Path, given: tuple[str, ...], said: str) -> None:
    file = str(tmp_path / "kept.json")
    data(*MIMIC, "--rounds", "2000", "--save", file)
    strategy = () if "--strategy" in given else ("--strategy", "mimic")
    asked = ("simulate", S24, "--fresh", *strategy, *given, "--resume", file)
    assert said in refused(*asked)


def test_a_strategy_of_the_same_name_may_be_another(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    data(*MIMIC, "--rounds", "2000", "--save", str(file))
    kept = json.loads(file.read_text("utf-8"))
    kept["tables"] = "0" * 64
    file.write_text(json.dumps(kept), "utf-8")
    assert "with different rules or a different strategy" in refused(*MIMIC, "--resume", str(file))
    del kept["counted"]["nothing"]["result"]["total"]
    file.write_text(json.dumps(kept), "utf-8")
    assert "it is damaged (DataError: Result: the field total is missing)" in refused(
        *MIMIC, "--resume", str(file)
    )
    file.write_text("{}", "utf-8")
    assert "houserules/simulation-1" in refused(*MIMIC, "--resume", str(file))


def test_ctrl_c_prints_what_was_simulated_and_keeps_it(
    tmp_path: Path, broken_off: Callable[[int, BaseException], None]
) -> None:
    file = str(tmp_path / "kept.json")
    whole = data(*MIMIC, "--rounds", "2000000")
    broken_off(2, KeyboardInterrupt())
    told = run(*MIMIC, "--rounds", "2000000", "--save", file, "--json")
    assert told.exit_code == 130
    found = json.loads(told.stdout)
    assert (found["rounds"], found["complete"]) == (2 * BATCH, False)
    broken_off(9, KeyboardInterrupt())
    assert timeless(data(*MIMIC, "--rounds", "2000000", "--resume", file)) == timeless(whole)
    broken_off(1, KeyboardInterrupt())
    page = run(*MIMIC, "--rounds", "2000000")
    assert page.exit_code == 130
    assert "Stopped early: results so far" in page.stdout
    assert "524,288, seed 1" in page.stdout


def test_ctrl_c_before_the_first_batch_says_so(
    broken_off: Callable[[int, BaseException], None],
) -> None:
    broken_off(0, KeyboardInterrupt())
    told = run(*MIMIC, "--json")
    assert (told.exit_code, told.stdout) == (130, "")
    assert told.stderr == "houserules simulate: stopped before anything was simulated\n"


def test_a_cluster_that_gives_up_leaves_what_was_simulated(
    broken_off: Callable[[int, BaseException], None],
) -> None:
    given = (*MIMIC, "--cluster", "tcp://nowhere:1")
    broken_off(0, ClusterError("nobody answers"))
    assert refused(*given) == "--cluster: nobody answers"

    def on_threads(*args: Any, cluster: str | None, on_progress: Any, **more: Any) -> Result:
        on_progress(run_game(*args, **{**more, "rounds": BATCH}))
        raise ClusterError("the last worker is gone")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulation_run, "play_batches", on_threads)
        told = run(*given, "--json")
    assert told.exit_code == 70
    assert json.loads(told.stdout)["rounds"] == BATCH
    assert told.stderr == "houserules simulate: the last worker is gone\n"
