"""A batch of rounds: the unit of work, which any worker plays alike, and what is counted in it."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from houserules.simulator import layout
from houserules.simulator.compiled import is_kept, u64
from houserules.simulator.game_setup import PreparedGame
from houserules.simulator.kernels.draw import start_of_lane
from houserules.simulator.kernels.one_box import BLOCK, play_lanes
from houserules.simulator.kernels.round import WORDS, play_rounds
from houserules.simulator.layout import LANES, Money, Shoes, Tables, Tally, Work
from houserules.simulator.lookup_tables import align_rows

LANE_ROUNDS: Final = 1 << 16
"""How many rounds a lane plays; a batch has eight lanes."""

BATCH: Final = LANES * LANE_ROUNDS


def is_compiled(game: PreparedGame) -> bool:
    """Whether the kernel of a game is on disk; if not, the first batch compiles it, for seconds."""
    return is_kept(play_lanes if game.alone else play_rounds)


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """What a batch came to: counts and sums of whole numbers, which add up exactly in any order."""

    rounds: int
    outcomes: NDArray[np.int64]  # of one box alone, by number
    splits: dict[int, int]  # settlements of a box alone that was split, by their key
    tally: NDArray[np.int64]  # of several boxes
    squares: int  # of several boxes' results, in units

    def plus(self, other: "Counts") -> "Counts":
        """Add the counts of two batches of one game."""
        splits = dict(self.splits)
        for key, times in other.splits.items():
            splits[key] = splits.get(key, 0) + times
        return Counts(
            self.rounds + other.rounds,
            self.outcomes + other.outcomes,
            splits,
            self.tally + other.tally,
            self.squares + other.squares,
        )


def run_batch(game: PreparedGame, seed: int, number: int, *, rounds: int = BATCH) -> Counts:
    """Play the batch of that number; the seed, the number and the rounds decide everything."""
    shares = np.full(LANES, rounds // LANES, dtype=np.int64)
    shares[: rounds % LANES] += 1
    shoes, work = _lanes(game, seed, number)
    if game.alone:
        words = np.empty(LANES * BLOCK, dtype=np.uint32)
        play_lanes(game.tables, shoes, work, words, shares)
        return _alone(work, rounds)
    tables, money, tally = worker_tables(game)
    words = np.empty(WORDS, dtype=np.uint32)
    for lane in range(LANES):
        play_rounds(tables, shoes, work, words, money, tally, game.ramp, lane, int(shares[lane]))
    return _several(game, tally, rounds)


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


def _alone(work: Work, rounds: int) -> Counts:
    every = work[layout.OUTCOMES : layout.OUTCOMES + LANES * 256].astype(np.int64)
    keys = work[layout.KEYS : layout.KEYS + layout.PLACES]
    there = np.flatnonzero(keys)
    times = work[layout.TIMES + there]
    splits = dict(zip(keys[there].tolist(), times.tolist(), strict=True))
    return Counts(rounds, every.reshape(LANES, 256).sum(axis=0), splits, _NOTHING, 0)


def _several(game: PreparedGame, tally: Tally, rounds: int) -> Counts:
    """Take the squares out as one number of any size; carry in those of the cells."""
    squares = int(tally[layout.SQUARES_LOW]) + (int(tally[layout.SQUARES_HIGH]) << 32)
    tally[: layout.OUTSIDE] = 0
    tally[layout.BOX_NETS : layout.TALLY_SIDES] = 0
    cells = tally[layout.TALLY_CELLS : layout.TALLY_CELLS + _cell_counts(game)].reshape(-1, 64)
    cells[:, layout.CELL_SQUARES + 1] += cells[:, layout.CELL_SQUARES] >> 32
    cells[:, layout.CELL_SQUARES] &= 0xFFFFFFFF
    return Counts(rounds, _NOTHING, {}, tally, squares)
