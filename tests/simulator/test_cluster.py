"""A Dask cluster of two processes plays the same digits, and a lost worker changes nothing."""

import os
import pickle
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from houserules.rulebook.loader import rulebook
from houserules.simulator import (
    BoxBettor,
    ClusterError,
    FullShoe,
    PreparedGame,
    Result,
    game,
    pack,
    rough_chart,
    run,
    runner,
)
from houserules.simulator.compiled import DISABLED

NAME = "nsw-pontoon-2024"
ROUNDS = 400 if DISABLED else 200_000


@pytest.fixture(scope="module")
def ready() -> PreparedGame:
    """One game, played once here, so that the workers find its kernel compiled."""
    rules = rulebook(NAME)
    made = game(rules, [BoxBettor(rough_chart(pack(rules)))], equipment=FullShoe())
    run(made, rounds=100)
    return made


@pytest.fixture(scope="module")
def two_workers() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as local:
        yield local


def test_the_digits_are_the_same_though_a_worker_is_lost(
    ready: PreparedGame, two_workers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "BATCH", ROUNDS)
    rounds = 30 * ROUNDS + 123
    victim = two_workers.workers[0].pid
    seen: list[int] = []

    def lose_one(result: Result) -> None:
        seen.append(result.rounds)
        if len(seen) == 5:
            os.kill(victim, signal.SIGKILL)

    far = run(ready, rounds=rounds, cluster=two_workers.scheduler_address, on_progress=lose_one)
    assert far == run(ready, rounds=rounds)
    assert len(seen) == 31
    with pytest.raises(ProcessLookupError):
        os.kill(victim, 0)


def test_who_stops_early_gets_what_was_played(
    ready: PreparedGame, two_workers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "BATCH", 400)
    far = run(
        ready,
        rounds=40_000,
        cluster=two_workers.scheduler_address,
        stop=lambda result: result.rounds >= 800,
    )
    assert far == run(ready, rounds=800)


def test_without_dask_it_is_said_what_to_install(
    ready: PreparedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'houserules\[cluster\]'"):
        run(ready, rounds=10, cluster="tcp://127.0.0.1:9")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere://at-all"])
def test_who_is_not_there_is_named(
    ready: PreparedGame, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(runner, "PATIENCE", 0.5)
    with pytest.raises(ClusterError, match=f"no Dask scheduler answers at {address}"):
        run(ready, rounds=10, cluster=address)


def test_workers_with_other_code_do_not_play(ready: PreparedGame) -> None:
    with pytest.raises(ClusterError, match="another version"):
        runner._unpack_game(pickle.dumps(ready), "other sources")
