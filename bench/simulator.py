"""Rounds a second of the simulator, beside references in the same run, measured in turns.

The references: the C yardstick of `../shared/yardstick` where gcc is present, a bare compiled loop
that does nothing but draw as many cards from the same shoe, and the blackjack of OpenSpiel and of
Gymnasium where they are installed (`pip install open_spiel gymnasium`). One thread is measured in
processor time, which other processes do not spoil; two by the clock, so they want a quiet machine.
"""

import argparse
import json
import random
import re
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numba import njit

from houserules.rulebook.loading import RULEBOOKS, rulebook
from houserules.simulator import (
    Bettor,
    Equipment,
    Fresh,
    Game,
    Shoe,
    Strategy,
    from_rows,
    game,
    pack,
    rough_chart,
    run,
)
from houserules.simulator.deciding import Action
from houserules.simulator.hands import hands
from houserules.simulator.packing import Packed

ROOT = Path(__file__).resolve().parents[1]


def composed(packed: Packed) -> Strategy:
    """Give the rough chart with exceptions for single compositions, as best play has them."""
    chart = rough_chart(packed)
    actions, rng = chart.actions.copy(), np.random.default_rng(1)
    for state in range(len(hands().values)):
        if hands().cards[state] >= 3 and 12 <= hands().totals[state] <= 17:
            flips = rng.random(actions.shape[:2]) < 0.15
            plain = actions[:, :, state] <= Action.HIT
            actions[:, :, state] ^= (flips & plain).astype(np.uint8)
    actions[10:] = actions[[0, 9]]
    return Strategy("composed", actions, chart.suited, chart.forfeits)


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
        """Give rounds a second: of processor time on one thread, else by the clock."""
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


def our_rate(ready: Game, threads: int, seconds: float) -> float:
    """Give the simulator's rounds a second."""
    clock = time.process_time if threads == 1 else time.perf_counter
    rounds = int(seconds * threads * (25e6 if ready.alone else 4e6))
    start = clock()
    run(ready, rounds=rounds, workers=threads)
    return rounds / (clock() - start)


def drawing_rate(ready: Game, cards_a_round: float, seconds: float) -> float:
    """Give the rounds a second for which the bare loop could draw the cards."""
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


def best(measure: Callable[[], float | None], times: int) -> float | None:
    """Give the best of several measurements: what disturbs can only slow down."""
    found = [value for value in (measure() for _ in range(times)) if value is not None]
    return max(found, default=None)


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

    def __str__(self) -> str:
        """Give the line: millions of rounds a second, and ratios."""
        yard = "     none" if self.yard is None else f"{self.yard / 1e6:9.2f}"
        ratio = "     -" if self.yard is None else f"{self.ours / self.yard:6.2f}"
        return (
            f"{self.name:24}{self.how:>6}{self.boxes:>6}{self.threads:>8}{self.ours / 1e6:>9.2f}"
            f"{yard}{ratio}{self.draws / 1e6:>9.2f}{self.ours / self.draws:>6.2f}"
        )


def measured(
    name: str, strategy: Strategy, boxes: int, threads: int, *, how: Equipment, limits: "Limits"
) -> Row:
    """Measure one line, the simulator and its references in turns."""
    ready = game(rulebook(name), [Bettor(strategy)] * boxes, equipment=how)
    run(ready, rounds=1000)
    ours, yard = 0.0, None
    for _ in range(limits.times):
        ours = max(ours, our_rate(ready, threads, limits.seconds))
        found = limits.yard.rate(boxes, threads, limits.seconds)
        yard = max(yard or 0.0, found) if found is not None else yard
    cards = 5.3 if boxes == 1 else 23.5
    draws = drawing_rate(ready, cards, limits.seconds) * threads
    return Row(name, type(how).__name__.lower(), boxes, threads, ours, yard, draws)


@dataclass(frozen=True, slots=True)
class Limits:
    """How long and how often is measured, and beside what."""

    seconds: float
    times: int
    yard: Yardstick


def main() -> None:
    """Print the rates and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measurement")
    parser.add_argument("--times", type=int, default=3, help="the best of so many counts")
    parser.add_argument("--rulebook", choices=RULEBOOKS, help="one alone")
    parser.add_argument("--strategy", type=Path, help="a file of `houserules strategy --json`")
    parser.add_argument("--yardstick", type=Path, default=ROOT.parent / "shared" / "yardstick")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        yard = yardstick(asked.yardstick, Path(folder))
        limits = Limits(asked.seconds, asked.times, yard)
        head = ("rulebook", "cards", "boxes", "threads", "ours", "C", "ratio", "draws", "ratio")
        print("Millions of rounds a second; ratios of ours to the reference before them")
        print("{:24}{:>6}{:>6}{:>8}{:>9}{:>9}{:>6}{:>9}{:>6}".format(*head), flush=True)
        for name in [asked.rulebook] if asked.rulebook else RULEBOOKS:
            strategy = _strategy(name, asked.strategy)
            line = partial(measured, name, strategy, limits=limits)
            for boxes in (1, 7):
                for threads in (1, 2):
                    print(line(boxes, threads, how=Fresh()), flush=True)
                print(line(boxes, 1, how=Shoe(0.6)), flush=True)
    for name, text in others(asked.seconds).items():
        print(f"{name}'s blackjack: {text}")


def _strategy(name: str, file: Path | None) -> Strategy:
    if file is None:
        return composed(pack(rulebook(name)))
    return from_rows(json.loads(file.read_text("utf-8")), name=file.name)


if __name__ == "__main__":
    main()
