"""Sessions: how a bettor's money goes over many rounds, how deep it falls, whether it lasts."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from houserules.simulator import layout
from houserules.simulator.compiled import compile_kernel, u64
from houserules.simulator.game_setup import PreparedGame
from houserules.simulator.kernels.draw import ZERO, start_of_lane
from houserules.simulator.kernels.round import WORDS, next_round
from houserules.simulator.layout import (
    Money,
    Ramp,
    Shoes,
    Tables,
    Tally,
    Words,
    Work,
)
from houserules.simulator.runner import worker_tables

LANES_FROM: Final = 1 << 31
"""Sessions have lanes of their own, which no batch comes to."""

FINAL, LOWEST, DRAWDOWN, RUINED_AT = range(4)
NEVER: Final = -1
_CHUNK: Final = 1 << 20

Table = NDArray[np.int64]


FAN: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The shares of sessions that lie below the lines of a fan chart."""


@dataclass(frozen=True, slots=True, eq=False)
class Paths:
    """Sessions of one game, in units of `unit` cents; side wagers and insurance are in it."""

    unit: Fraction  # cents
    rounds: int  # of a session
    marks: tuple[int, ...]  # after how many rounds the money was looked at
    money: Table  # by session and mark
    final: Table
    lowest: Table  # the least that a session stood at, at most 0
    drawdown: Table  # the deepest fall from a height
    ruined_at: Table  # the round in which the bankroll was gone, or NEVER

    @property
    def risk_of_ruin(self) -> float:
        """The share of sessions that lost the bankroll."""
        return float(np.mean(self.ruined_at != NEVER))

    def fan(self, shares: tuple[float, ...] = FAN) -> NDArray[np.float64]:
        """Return the money, in cents, that such shares of sessions stay below, by share and mark."""
        money: NDArray[np.float64] = np.quantile(self.money, shares, axis=0)
        return money * float(self.unit)


def sessions(
    game: PreparedGame,
    *,
    number: int,
    rounds: int,
    seed: int = 1,
    marks: int = 100,
    bankroll: int | None = None,
    workers: int = 2,
    on_progress: Callable[[int], object] | None = None,
) -> Paths:
    """Play a number of sessions of so many rounds; `bankroll` is in cents.

    `on_progress` is called with the number of sessions that are done, now and then.
    """
    if game.alone:
        raise ValueError("sessions are played by the kernel for several boxes: make it `plain`")
    at = tuple(dict.fromkeys(-(-rounds * mark // marks) for mark in range(1, marks + 1)))
    limit = -1 if bankroll is None else int(bankroll / game.unit)
    money = np.zeros((number, len(at)), dtype=np.int64)
    ends = np.zeros((number, 4), dtype=np.int64)
    places = np.array((*at, rounds + 1), dtype=np.int64)

    def play(chunk: range) -> None:
        for session in chunk:
            _play(game, seed, session, limit, places, money[session], ends[session])

    size = max(1, _CHUNK // rounds)  # sessions of a second or less
    chunks = [range(start, min(start + size, number)) for start in range(0, number, size)]
    for done in _play_sessions(play, chunks, workers=workers):
        if on_progress is not None:
            on_progress(done)
    return Paths(game.unit, rounds, at, money, *(ends[:, place] for place in range(4)))


def _play_sessions(
    play: Callable[[range], None], chunks: list[range], *, workers: int
) -> Iterator[int]:
    """Play all sessions and return how many are done; an interrupt does not wait for the rest."""
    pool = ThreadPoolExecutor(workers)
    try:
        played = [pool.submit(play, chunk) for chunk in chunks]
        for chunk, future in zip(chunks, played, strict=True):
            future.result()
            yield chunk.stop
    finally:
        pool.shutdown(cancel_futures=True)


def _play(
    game: PreparedGame,
    seed: int,
    session: int,
    limit: int,
    places: Table,
    money: Table,
    ends: Table,
) -> None:
    shoe = np.zeros(int(game.tables[layout.STRIDE]), dtype=np.uint8)
    shoe[: len(game.shoe)] = game.shoe
    work = np.zeros(layout.TABLE_WORK, dtype=np.uint64)
    work[layout.MAIN], work[layout.SELDOM] = start_of_lane(u64(seed), u64(LANES_FROM + session))
    words = np.empty(WORDS, dtype=np.uint32)
    tables, pays, tally = worker_tables(game)
    play_session(tables, shoe, work, words, pays, tally, game.ramp, limit, places, money, ends)


@compile_kernel
def play_session(
    tables: Tables,
    shoes: Shoes,
    work: Work,
    words: Words,
    pays: Money,
    tally: Tally,
    ramp: Ramp,
    limit: int,
    places: Table,
    money: Table,
    ends: Table,
) -> None:
    """Play one session; note the money at the marks, and how it ends."""
    position, cursor, running = ZERO, u64(WORDS), 0
    stands, highest, lowest, deepest, ruined, mark = 0, 0, 0, 0, NEVER, 0
    for played in range(1, places[-1]):
        position, cursor, running, net, sides = next_round(
            tables, shoes, work, words, pays, tally, ramp, ZERO, position, cursor, running
        )
        stands += net + sides
        highest = max(highest, stands)
        lowest = min(lowest, stands)
        deepest = max(deepest, highest - stands)
        if ruined == NEVER and 0 <= limit <= -stands:
            ruined = played
        if played == places[mark]:
            money[mark] = stands
            mark += 1
    ends[FINAL], ends[LOWEST], ends[DRAWDOWN], ends[RUINED_AT] = stands, lowest, deepest, ruined
