"""Rounds a second of the simulator with best play, beside references, measured in turns.

The references: the C yardstick of `../shared/yardstick` where gcc is present, a bare compiled loop
that does nothing but draw as many cards from the same shoe, and the blackjack of OpenSpiel and of
Gymnasium where they are installed (`pip install open_spiel gymnasium`). The counting line is one
box whose wagers go by the true count; it has no reference but one without. One thread is measured in
processor time, which other processes do not spoil; two by the clock, so they want a quiet machine.
"""

import argparse
import random
import re
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numba import njit

from houserules.odds import solve, strategy_rows
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.simulator import (
    BoxBettor,
    CardShoe,
    Counting,
    Equipment,
    FullShoe,
    PreparedGame,
    Strategy,
    from_rows,
    game,
    run,
)

ROOT = Path(__file__).resolve().parents[1]
HI_LO = (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1)


@njit(nogil=True, error_model="numpy")
def draw_only(shoe: np.ndarray, state: np.uint64, cards: int, cut: int) -> int:
    """Draw cards without replacement and do nothing with them but add them up."""
    size, position, total = np.uint64(len(shoe)), np.uint64(0), 0
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    for _ in range(cards):
        state += np.uint64(0x9E3779B97F4A7C15)
        word = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        left = size - position
        product = (word >> half) * left
        if product & low < left and product & low < (low + np.uint64(1)) % left:
            continue
        other = position + (product >> half)
        code = shoe[other]
        shoe[other] = shoe[position]
        shoe[position] = code
        total += code
        position += np.uint64(1)
        if position >= np.uint64(cut):
            position = np.uint64(0)
    return total


@dataclass(frozen=True, slots=True)
class Yardstick:
    """The C loop, built beside us; None where it cannot be."""

    program: Path | None

    def rate(self, boxes: int, threads: int, seconds: float) -> float | None:
        """Return rounds per second: of processor time on one thread, else by the clock."""
        if self.program is None:
            return None
        rounds = int(seconds * threads * 12e6 / (1 if boxes == 1 else 5))
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        command = [self.program, str(rounds), "1", str(threads), str(boxes)]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        if threads == 1:
            return rounds / (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
        found = re.search(r"rounds/s=(\S+)", said)
        return float(found[1]) if found else None


def yardstick(folder: Path, into: Path) -> Yardstick:
    """Build the yardstick, if there is one and a compiler for it."""
    source = folder / "ref_pontoon.c"
    if shutil.which("gcc") is None or not source.exists():
        return Yardstick(None)
    program = into / "ref_pontoon"
    flags = ["-O3", "-march=native", "-pthread"]
    subprocess.run(["gcc", *flags, str(source), "-o", str(program)], check=True)
    return Yardstick(program)


def our_rate(
    ready: PreparedGame, threads: int, seconds: float, *, clock: Callable[[], float] | None = None
) -> float:
    """Return the simulator's rounds per second: of processor time on one thread, else by the clock."""
    clock = clock or (time.process_time if threads == 1 else time.perf_counter)
    rounds = int(seconds * threads * (25e6 if ready.alone else 4e6))
    start = clock()
    run(ready, rounds=rounds, workers=threads)
    return rounds / (clock() - start)


def drawing_rate(ready: PreparedGame, cards_a_round: float, seconds: float) -> float:
    """Return the rounds per second for which the bare loop could draw the cards."""
    shoe, cards = ready.shoe.copy(), int(seconds * 1e8)
    draw_only(shoe, np.uint64(1), 1000, 200)
    start = time.process_time()
    draw_only(shoe, np.uint64(1), cards, int(len(shoe) * 0.6))
    return cards / (time.process_time() - start) / cards_a_round


def rate(play: Callable[[], None], seconds: float) -> float:
    """Count how often `play` runs in a second of processor time."""
    count, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        play()
        count += 1
    return count / spent


def others(seconds: float) -> dict[str, str]:
    """Measure the blackjack of other libraries: plain blackjack, draw to 17."""
    rates = {}
    for name, make in (("OpenSpiel", _openspiel), ("Gymnasium", _gymnasium)):
        try:
            rates[name] = f"{rate(make(), seconds):,.0f} rounds/s"
        except ImportError:
            rates[name] = "not installed"
    return rates


def _openspiel() -> Callable[[], None]:
    import pyspiel  # noqa: PLC0415

    blackjack, rng = pyspiel.load_game("blackjack"), random.Random(1)

    def play() -> None:
        state = blackjack.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))

    return play


def _gymnasium() -> Callable[[], None]:
    import gymnasium  # noqa: PLC0415

    table = gymnasium.make("Blackjack-v1")

    def play() -> None:
        (total, _, _), _ = table.reset()
        over = False
        while not over:
            (total, _, _), _, over, _, _ = table.step(int(total < 17))

    return play


@dataclass(frozen=True, slots=True)
class Limits:
    """How long and how often is measured, and beside what."""

    seconds: float
    times: int
    yard: Yardstick


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    name: str
    how: str
    boxes: int
    threads: int
    ours: float
    yard: float | None
    draws: float
    of_one: float | None  # two threads against one, both by the clock

    def __str__(self) -> str:
        """Return the line: millions of rounds per second, and ratios."""
        yard = "     none" if self.yard is None else f"{self.yard / 1e6:9.2f}"
        ratio = "     -" if self.yard is None else f"{self.ours / self.yard:6.2f}"
        of_one = "" if self.of_one is None else f"{self.of_one:9.2f}"
        return (
            f"{self.name:24}{self.how:>9}{self.boxes:>6}{self.threads:>8}{self.ours / 1e6:>9.2f}"
            f"{yard}{ratio}{self.draws / 1e6:>9.2f}{self.ours / self.draws:>6.2f}{of_one}"
        )


HEAD = ("rulebook", "cards", "boxes", "threads", "ours", "C", "ratio", "draws", "ratio", "of one")


@dataclass(frozen=True, slots=True)
class Line:
    """What is measured for one line."""

    how: str
    boxes: int
    threads: int
    equipment: Equipment
    counts: bool = False


LINES = (
    Line("fresh", 1, 1, FullShoe()),
    Line("fresh", 1, 2, FullShoe()),
    Line("shoe", 1, 1, CardShoe(0.6)),
    Line("fresh", 7, 1, FullShoe()),
    Line("fresh", 7, 2, FullShoe()),
    Line("shoe", 7, 1, CardShoe(0.6)),
    Line("counting", 1, 1, CardShoe(0.6), counts=True),
)


def measured(name: str, strategy: Strategy, line: Line, limits: Limits) -> Row:
    """Measure one line, the simulator and its references in turns."""
    counting = Counting(HI_LO, {-100: 1, 1: 2, 2: 4, 3: 8}) if line.counts else None
    bettor = BoxBettor(strategy, counting=counting)
    ready = game(rulebook(name), [bettor] * line.boxes, equipment=line.equipment)
    run(ready, rounds=1000)
    ours, yard, alone = 0.0, None, 0.0
    for _ in range(limits.times):
        ours = max(ours, our_rate(ready, line.threads, limits.seconds))
        if line.threads > 1:
            alone = max(alone, our_rate(ready, 1, limits.seconds, clock=time.perf_counter))
        found = limits.yard.rate(line.boxes, line.threads, limits.seconds)
        yard = max(yard or 0.0, found) if found is not None else yard
    cards = 5.3 if line.boxes == 1 else 23.5
    draws = drawing_rate(ready, cards, limits.seconds) * line.threads
    of_one = ours / alone if line.threads > 1 else None
    return Row(name, line.how, line.boxes, line.threads, ours, yard, draws, of_one)


def main() -> None:
    """Print the rates and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measurement")
    parser.add_argument("--times", type=int, default=3, help="the best of so many counts")
    parser.add_argument("--rulebook", choices=RULEBOOKS, help="one alone")
    parser.add_argument("--yardstick", type=Path, default=ROOT.parent / "shared" / "yardstick")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        limits = Limits(asked.seconds, asked.times, yardstick(asked.yardstick, Path(folder)))
        print("Millions of rounds per second; ratios of ours to the reference before them")
        print("{:24}{:>9}{:>6}{:>8}{:>9}{:>9}{:>6}{:>9}{:>6}{:>9}".format(*HEAD), flush=True)
        for name in [asked.rulebook] if asked.rulebook else RULEBOOKS:
            strategy = from_rows(strategy_rows(solve(rulebook(name))), name="best")
            for line in LINES:
                print(measured(name, strategy, line, limits), flush=True)
    for name, text in others(asked.seconds).items():
        print(f"{name}'s blackjack: {text}")


if __name__ == "__main__":
    main()
