"""The same batches on the machines of a Dask cluster, to the same digits.

A worker that is lost costs the batches that it was playing: Dask gives them to another, and since
the seed, the number and the rounds decide everything in a batch, nobody can tell by the result.
"""

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from typing import Any, Final

from houserules.simulator.batch import run_batch
from houserules.simulator.compiled import sources
from houserules.simulator.game_setup import Game
from houserules.simulator.lookup_tables import align_rows

NEEDS: Final = "a cluster needs Dask: pip install 'houserules[cluster]'"
PATIENCE: Final = 30
"""Seconds that a cluster has to answer, and to have a worker."""

RETRIES: Final = 3

Submit = Callable[[int, int], Any]
"""Starts the batch of that number and size somewhere; gives its future."""


class ClusterError(RuntimeError):
    """A cluster that is not there, or does not do what it should."""


@contextmanager
def on_cluster(address: str, game: Game, seed: int) -> Iterator[tuple[Submit, int]]:
    """Yield what starts a batch on a cluster, and how many batches to have there at a time."""
    client = _connect(address)
    # A future that is made of bytes can be made again where its worker is lost, unlike scattered data.
    sent = client.submit(_unpack_game, pickle.dumps(game), sources(), pure=False, retries=RETRIES)

    def submit(number: int, rounds: int) -> Any:
        batch = {"rounds": rounds, "pure": False, "retries": RETRIES}
        return client.submit(run_batch, sent, seed, number, **batch)

    try:
        yield submit, 2 * sum(client.nthreads().values()) + 1
    except ClusterError:
        raise
    except Exception as wrong:  # whatever went wrong on a machine that is not ours
        raise ClusterError(f"the cluster at {address} gave up: {wrong!r}") from wrong
    finally:
        client.close()


def _import_distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        raise ClusterError(NEEDS) from None


def _connect(address: str) -> Any:
    """Return a client of a cluster that has a worker."""
    distributed = _import_distributed()
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as wrong:
        raise ClusterError(f"no Dask scheduler answers at {address}: {wrong}") from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        client.close()
        raise ClusterError(f"the cluster at {address} has no workers") from None
    return client


def _unpack_game(packed: bytes, by: str) -> Game:
    """Unpack a game on a worker, if the same simulator is there."""
    if sources() != by:
        raise ClusterError("a worker has another version of houserules than you")
    game: Game = pickle.loads(packed)
    return replace(game, tables=align_rows(game.tables))
