"""Run a simulation: batches on threads or a cluster, added up in their order until there are enough."""

import pickle
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from importlib import import_module
from itertools import islice
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.schema import Rulebook
from houserules.simulator import layout
from houserules.simulator.bettors import UNIT_WAGER, BoxBettor
from houserules.simulator.compiled import is_kept, sources, u64
from houserules.simulator.game_setup import By, Equipment, FullShoe, PreparedGame, game
from houserules.simulator.kernels.draw import start_of_lane
from houserules.simulator.kernels.one_box import BLOCK, play_lanes
from houserules.simulator.kernels.round import WORDS, play_rounds
from houserules.simulator.layout import LANES, Money, Shoes, Tables, Tally, Work
from houserules.simulator.lookup_tables import align_rows
from houserules.simulator.report import Counts, result_of
from houserules.simulator.results import Result
from houserules.simulator.strategy import Strategy
from houserules.simulator.strategy_sources import named_strategy

# A batch of rounds: the unit of work, which any worker plays alike.


LANE_ROUNDS: Final = 1 << 16
"""How many rounds a lane plays; a batch has eight lanes."""

BATCH: Final = LANES * LANE_ROUNDS


def is_compiled(game: PreparedGame) -> bool:
    """Whether the kernel of a game is on disk; if not, the first batch compiles it, for seconds."""
    return is_kept(play_lanes if game.alone else play_rounds)


def run_batch(game: PreparedGame, seed: int, number: int, *, rounds: int = BATCH) -> Counts:
    """Play the batch of that number; the seed, the number and the rounds decide everything."""
    shares = np.full(LANES, rounds // LANES, dtype=np.int64)
    shares[: rounds % LANES] += 1
    shoes, work = _lanes(game, seed, number)
    if game.alone:
        words = np.empty(LANES * BLOCK, dtype=np.uint32)
        play_lanes(game.tables, shoes, work, words, shares)
        outcomes = work[layout.OUTCOMES : layout.OUTCOMES + LANES * 256].astype(np.int64)
        keys = work[layout.KEYS : layout.KEYS + layout.PLACES]
        used = np.flatnonzero(keys)
        splits = dict(zip(keys[used].tolist(), work[layout.TIMES + used].tolist(), strict=True))
        return Counts(rounds, outcomes.reshape(LANES, 256).sum(axis=0), splits, _NOTHING, 0)
    tables, money, tally = worker_tables(game)
    words = np.empty(WORDS, dtype=np.uint32)
    for lane in range(LANES):
        play_rounds(tables, shoes, work, words, money, tally, game.ramp, lane, int(shares[lane]))
    # The squares of results are one number of any size; those of the cells are carried over.
    squares = int(tally[layout.SQUARES_LOW]) + (int(tally[layout.SQUARES_HIGH]) << 32)
    tally[: layout.OUTSIDE] = 0
    tally[layout.BOX_NETS : layout.TALLY_SIDES] = 0
    cells = tally[layout.TALLY_CELLS : layout.TALLY_CELLS + _cell_counts(game)].reshape(-1, 64)
    cells[:, layout.CELL_SQUARES + 1] += cells[:, layout.CELL_SQUARES] >> 32
    cells[:, layout.CELL_SQUARES] &= 0xFFFFFFFF
    return Counts(rounds, _NOTHING, {}, tally, squares)


def worker_tables(game: PreparedGame) -> tuple[Tables, Money, Tally]:
    """Return what a worker plays with: its own tables, where a count changes them, and no counts."""
    size = layout.TALLY_CELLS + _cell_counts(game) + int(game.tables[layout.LEVELS])
    tally = np.zeros(size, dtype=np.int64)
    if not len(game.ramp):
        return game.tables, game.money, tally
    return align_rows(game.tables), game.money.copy(), tally


def _lanes(game: PreparedGame, seed: int, number: int) -> tuple[Shoes, Work]:
    """Return every lane of a batch its own cards and its part of the random sequence."""
    stride = int(game.tables[layout.STRIDE])
    shoes = np.zeros((LANES, stride), dtype=np.uint8)
    shoes[:, : len(game.shoe)] = game.shoe
    work = np.zeros(layout.WORK if game.alone else layout.TABLE_WORK, dtype=np.uint64)
    for lane in range(LANES):
        main, seldom = start_of_lane(u64(seed), u64(number * LANES + lane))
        work[layout.MAIN + lane], work[layout.SELDOM + lane] = main, seldom
    return shoes.ravel(), work


def _cell_counts(game: PreparedGame) -> int:
    """Return how many counts the cells of all boxes have."""
    return 64 * int(game.tables[layout.NUMBER_OF_BOXES]) * int(game.tables[layout.CELLS])


_NOTHING: Final[NDArray[np.int64]] = np.zeros(0, dtype=np.int64)


# Batch after batch.


Watch = Callable[[Result], object]
Submit = Callable[[int, int], Any]
"""Starts the batch of that number and size somewhere, and returns its future."""


def simulate(
    rules: Rulebook | str,
    strategy: Strategy | str | Sequence[BoxBettor],
    *,
    rounds: int = 1_000_000,
    seed: int = 1,
    boxes: int = 1,
    wagers: int | Sequence[int] = UNIT_WAGER,
    insures: bool = False,
    equipment: Equipment | None = None,
    by: By = "nothing",
    in_chips: bool = False,
    workers: int = 2,
    cluster: str | None = None,
    on_progress: Watch | None = None,
    stop: Callable[[Result], bool] | None = None,
    resume: Result | None = None,
) -> Result:
    """Play so many rounds and return what they came to: `simulate("nsw-pontoon-2024", "mimic")`.

    Give a rulebook or its id, and one strategy for all boxes, with one wager or a wager each (in
    cents), or the bettors themselves. A strategy can be named: mimic, never-bust or rough-chart.
    `workers` are threads; `cluster` is the address of a Dask scheduler, whose workers play instead.
    `on_progress` is called with the result so far after every batch, in order; so is `stop`, which
    ends the simulation there by saying yes. `resume` is the result of such an interrupted
    simulation: what is missing of `rounds` is added.
    """
    rules = find_rulebook(rules) if isinstance(rules, str) else rules
    if isinstance(strategy, str):
        strategy = named_strategy(strategy, rules)
    if isinstance(strategy, Strategy):
        amounts = [wagers] * boxes if isinstance(wagers, int) else wagers
        strategy = [BoxBettor(strategy, wager, insures=insures) for wager in amounts]
    ready = game(rules, strategy, equipment=equipment or FullShoe(), by=by, in_chips=in_chips)
    return run(
        ready,
        rounds=rounds,
        seed=seed,
        workers=workers,
        cluster=cluster,
        on_progress=on_progress,
        stop=stop,
        resume=resume,
    )


def find_rulebook(name: str) -> Rulebook:
    if name not in RULEBOOKS:
        raise ValueError(f"no rulebook {name!r}; there are {', '.join(RULEBOOKS)}")
    return rulebook(name)


def run(
    game: PreparedGame,
    *,
    rounds: int,
    seed: int = 1,
    workers: int = 2,
    cluster: str | None = None,
    on_progress: Watch | None = None,
    stop: Callable[[Result], bool] | None = None,
    resume: Result | None = None,
) -> Result:
    """Simulate a game that is ready."""
    todo = islice(batch_sizes(rounds), _batches_done(rounds, resume), None)
    where = _on_threads(workers, game, seed)
    if cluster is not None:
        where = on_cluster(cluster, game, seed)
    total: Counts | None = None
    so_far = resume
    for counts in _in_order(todo, where):
        total = counts if total is None else total.plus(counts)
        if on_progress is not None or stop is not None:
            so_far = _join(resume, result_of(game, total, seed=seed))
            if on_progress is not None:
                on_progress(so_far)
            if stop is not None and stop(so_far):
                return so_far
    if total is None:
        assert resume is not None, "what is not resumed has a batch"
        return resume
    return _join(resume, result_of(game, total, seed=seed))


class ResumeError(ValueError):
    """A result from which a simulation cannot go on."""


def _batches_done(rounds: int, resume: Result | None) -> int:
    """Return how many batches are behind us."""
    if not isinstance(rounds, int) or rounds < 1:
        raise ValueError(f"rounds is {rounds!r}; give a whole number, 1 or more")
    if resume is None:
        return 0
    if resume.rounds % BATCH or resume.rounds > rounds:
        raise ResumeError(
            f"{resume.rounds} rounds were played; to go on from them to {rounds}, "
            f"they must be a multiple of {BATCH} and not more"
        )
    return resume.rounds // BATCH


def _join(resume: Result | None, result: Result) -> Result:
    return result if resume is None else resume.merge(result)


def batch_sizes(rounds: int) -> Iterator[tuple[int, int]]:
    """Yield the number and the rounds of every batch; the last may be smaller."""
    for number in range(-(-rounds // BATCH)):
        yield number, min(BATCH, rounds - number * BATCH)


Where = AbstractContextManager[tuple[Submit, int]]


def _in_order(todo: Iterator[tuple[int, int]], where: Where) -> Iterator[Counts]:
    """Yield the batches in order; a few are played ahead of the one needed."""
    with where as (submit, most):
        ahead: deque[Future[Counts]] = deque()
        try:
            for number, rounds in todo:
                ahead.append(submit(number, rounds))
                if len(ahead) >= most:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for future in ahead:
                future.cancel()


@contextmanager
def _on_threads(workers: int, game: PreparedGame, seed: int) -> Iterator[tuple[Submit, int]]:
    """Yield what starts a batch on a thread, and how many batches to have there at a time."""
    with ThreadPoolExecutor(workers) as pool:
        yield (
            lambda number, rounds: pool.submit(run_batch, game, seed, number, rounds=rounds),
            2 * workers + 1,
        )


# The same batches on the machines of a Dask cluster, to the same digits. When a worker is lost, Dask
# gives its batches to another one; the seed, the number and the rounds decide everything in a batch,
# so the result is the same.

NEEDS: Final = "a cluster needs Dask: pip install 'houserules[cluster]'"
PATIENCE: Final = 30
"""Seconds that a cluster has to answer, and to have a worker."""

RETRIES: Final = 3


class ClusterError(RuntimeError):
    """A cluster that cannot be reached, or fails."""


@contextmanager
def on_cluster(address: str, game: PreparedGame, seed: int) -> Iterator[tuple[Submit, int]]:
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


def _connect(address: str) -> Any:
    """Return a client of a cluster that has a worker."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise ClusterError(NEEDS) from None
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


def _unpack_game(packed: bytes, by: str) -> PreparedGame:
    """Unpack a game on a worker, if the same simulator is there."""
    if sources() != by:
        raise ClusterError("a worker has another version of houserules than you")
    game: PreparedGame = pickle.loads(packed)
    return replace(game, tables=align_rows(game.tables))
