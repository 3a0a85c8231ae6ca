"""How long a solve takes, cold and warm, and how fast dealer's hands are weighed; on one core.

Cold: a new process that has to compile. Cached: a new process that finds the compiled code on disk.
Warm: the same solve once more in that process. Processor time, so that other processes do not count.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import NamedTuple

ONE_THREAD = dict.fromkeys(("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
os.environ.update(ONE_THREAD)  # before NumPy is loaded

import numba  # noqa: E402
import numpy as np  # noqa: E402

from houserules.odds.game import game_of  # noqa: E402
from houserules.odds.solved_game import solve  # noqa: E402
from houserules.odds.solver.dealer import (  # noqa: E402
    Tree,
    dealer_ends,
    dealer_tree,
    least_end,
)
from houserules.odds.solver.hand_index import COUNTS, VALUES, Floats  # noqa: E402
from houserules.odds.solver.shoe import full_shoe  # noqa: E402
from houserules.rulebook.loader import RULEBOOKS, rulebook  # noqa: E402
from houserules.rulebook.options import options, vary  # noqa: E402


class Stands(NamedTuple):
    """The totals on which the dealer stands."""

    hard: int
    soft: int


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="for each rate of dealer's hands"
    )
    parser.add_argument("--no-cold", action="store_true", help="use the code compiled before")
    parser.add_argument("--worker", nargs=2, metavar=("RULEBOOK", "DECKS"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.worker:
        print(json.dumps(solve_twice(chosen.worker[0], int(chosen.worker[1]))))
        return
    print_solves(cold=not chosen.no_cold)
    print_dealers(chosen.seconds)


def solve_twice(name: str, decks: int) -> dict[str, float]:
    """Solve for the edge and the strategy, then for the deviation; and both once more."""
    rules = vary(rulebook(name), "decks", decks)
    found: dict[str, float] = {}
    for turn in ("first", "again"):
        start = time.process_time()
        solved = solve(rules)
        found["house edge"] = solved.house_edge
        middle = time.process_time()
        found["deviation"] = solved.standard_deviation
        found[f"{turn} edge"] = middle - start
        found[f"{turn} deviation"] = time.process_time() - middle
    found["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return found


def print_solves(*, cold: bool) -> None:
    """Solve every rulebook for every number of decks, each in a process of its own."""
    print("seconds for the edge and strategy + for the standard deviation; peak memory")
    print(
        f"{'rulebook':24}{'decks':>6}{'house edge':>13}{'deviation':>11}"
        f"{'cold':>14}{'cached':>14}{'warm':>14}{'MB':>6}"
    )
    for name in RULEBOOKS:
        decks = options(rulebook(name))["decks"]
        every = sorted({decks.value, *decks.alternatives})
        with tempfile.TemporaryDirectory() as folder:
            compiled = in_process(name, every[0], folder) if cold else None
            for number in every:
                print_solve(name, number, compiled, in_process(name, number, folder))
                compiled = None


def in_process(name: str, decks: int, folder: str) -> dict[str, float]:
    """Solve in a new process that keeps its compiled code in this folder."""
    command = [sys.executable, __file__, "--worker", name, str(decks)]
    environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(ran.stdout)
    return found


def print_solve(
    name: str, decks: int, cold: dict[str, float] | None, found: dict[str, float]
) -> None:
    """Print one line."""
    times = [
        f"{each[f'{turn} edge']:.2f} + {each[f'{turn} deviation']:.2f}" if each else ""
        for each, turn in ((cold, "first"), (found, "first"), (found, "again"))
    ]
    print(
        f"{name:24}{decks:>6}{found['house edge']:>13.9f}{found['deviation']:>11.6f}"
        f"{times[0]:>14}{times[1]:>14}{times[2]:>14}{found['megabytes']:>6.0f}",
        flush=True,
    )


@numba.njit(error_model="numpy")  # type: ignore[untyped-decorator]
def bare_tree(tree: Tree, shoes: Floats) -> float:
    """Walk the same tree of multisets for each shoe and add everything up: nothing is kept."""
    total, chances = 0.0, np.empty(24)
    for row in range(shoes.shape[0]):
        cards = shoes[row].sum()
        chances[0] = 1.0
        for node in range(tree.value.size):
            size = tree.size[node]
            left = shoes[row, tree.value[node]] - tree.before[node]
            chances[size] = chances[size - 1] * left / (cards - size + 1)
            total += chances[size] * tree.orders[node]
    return total


@numba.njit(error_model="numpy")  # type: ignore[untyped-decorator]
def bare_orders(left: Floats, cards: float, total: int, aces: int, stands: Stands) -> float:
    """Draw card after card in every order, and add up the chances of hands that are not bust."""
    soft = aces > 0 and total <= 11
    if total > 21:
        return 0.0
    if total + 10 * soft >= (stands.soft if soft else stands.hard):
        return 1.0
    found = 0.0
    for value in range(10):
        if left[value] > 0.0:
            chance = left[value] / cards
            left[value] -= 1.0
            found += chance * bare_orders(
                left, cards - 1.0, total + value + 1, aces + (value == 0), stands
            )
            left[value] += 1.0
    return found


@numba.njit(error_model="numpy")  # type: ignore[untyped-decorator]
def bare_shoes(shoes: Floats, upcard: int, stands: Stands) -> float:
    """Do so for each shoe."""
    total = 0.0
    for row in range(shoes.shape[0]):
        left = shoes[row].copy()
        total += bare_orders(left, left.sum(), upcard + 1, int(upcard == 0), stands)
    return total


def print_dealers(seconds: float) -> None:
    """Compare how many shoes are weighed a second, each for all ends of the dealer's hand."""
    game = game_of(rulebook("nsw-pontoon-2024"), 2500)
    stands = Stands(game.dealer_stands_on_hard, game.dealer_stands_on_soft)
    left = full_shoe(game).values
    shoes = (left - COUNTS)[(left - COUNTS >= 1).all(axis=1)]
    trees = [dealer_tree(upcard, *stands) for upcard in range(VALUES)]
    ends = least_end(*stands)
    walks: dict[str, Callable[[int, Floats], object]] = {
        "dealing.dealer_ends": lambda up, some: dealer_ends(trees[up], some, ends),
        "bare loop over the same multisets": lambda up, some: bare_tree(trees[up], some),
        "bare recursion over all orders": lambda up, some: bare_shoes(some[:64], up, stands),
    }
    print(f"\n{len(shoes)} shoes of 8 decks less a player's hand, every upcard equally often")
    print(f"{'':36}{'dealers/s':>12}{'multisets/s':>16}{'ratio':>8}")
    nodes = sum(tree.value.size for tree in trees) / VALUES
    ours = 0.0
    for name, walk in walks.items():
        size = 64 if "orders" in name else len(shoes)
        each = rate(lambda up, walk=walk: walk(up, shoes), size, seconds)
        ours = ours or each
        print(f"{name:36}{each:>12,.0f}{each * nodes:>16,.0f}{ours / each:>8.2f}", flush=True)


def rate(walk: Callable[[int], object], size: int, seconds: float) -> float:
    """Count the shoes that are walked in a second of processor time, over all upcards."""
    for upcard in range(VALUES):
        walk(upcard)  # compile
    count, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for upcard in range(VALUES):
            walk(upcard)
            count += size
    return count / spent


if __name__ == "__main__":
    main()
