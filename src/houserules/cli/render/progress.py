"""How far a calculation or a simulation is, on standard error: steps, or rate, time left and edge so far."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn

from houserules.analysis.request import Report
from houserules.cli.render.console import ProgressBar, is_on_terminal

if TYPE_CHECKING:
    from houserules.analysis.simulation_run import Watch
    from houserules.simulator import Result

_ROOM: Final = 72
"""Columns that the whole line needs; on a narrower screen there is no bar."""


def report_to(work: ProgressBar | None) -> Report | None:
    """Return the callback by which a calculation moves a bar; None without a terminal."""
    if work is None:
        return None
    current: str | None = None

    def report(what: str, done: int, total: int) -> None:
        nonlocal current
        if what != current and (current is not None or not total):
            work.now(what)
        current = what
        if total:
            work.update(done, total)

    return report


class Bar:
    """The line that is shown while rounds are played."""

    def __init__(self, what: str, *, rounds: int, error: float | None, screen: Console) -> None:
        wide = screen.width >= _ROOM
        columns: list[str | ProgressColumn] = [TextColumn("{task.description}"), BarColumn(None)]
        told = TextColumn("{task.percentage:.0f} % {task.fields[rate]}")
        edge = TextColumn("{task.fields[edge]}")
        self._bar = Progress(
            *(columns if wide else ()),
            told,
            TimeRemainingColumn(compact=True),
            edge,
            console=screen,
            transient=True,
            expand=wide,
        )
        self._rounds, self._error = rounds, error
        self._task = self._bar.add_task(what, total=rounds, rate="", edge="")
        self._begun, self._before = perf_counter(), 0

    def begin(self, before: "Result | None") -> None:
        """Show the line; some rounds may have been played another day."""
        self._begun, self._before = perf_counter(), before.rounds if before else 0
        self._bar.start()

    def end(self) -> None:
        """Take the line away."""
        self._bar.stop()

    def see(self, result: "Result") -> None:
        """Show what it has come to."""
        seconds = perf_counter() - self._begun
        rate = (result.rounds - self._before) / seconds if seconds > 0 else 0.0
        total: float = self._rounds
        if (
            self._error is not None
        ):  # guess how many rounds it takes until the error is small enough
            needed = (result.standard_deviation / self._error) ** 2
            total = max(result.rounds, min(self._rounds, needed))
        self._bar.update(
            self._task,
            completed=result.rounds,
            total=total,
            rate=per_second(rate),
            edge=f"{100 * result.house_edge:.4f} ± {100 * result.standard_error:.4f} %",
        )


def per_second(rate: float) -> str:
    """Return a rate in a few characters: 31.2 M/s."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.1f} {letter}/s"
    return f"{rate:.0f} /s"


@contextmanager
def simulation_bar(
    what: str,
    *,
    rounds: int,
    error: float | None,
    before: "Result | None",
    screen: Console | None = None,
) -> Iterator["Watch | None"]:
    """Show the line as long as rounds are played; None without a terminal."""
    if screen is None and not is_on_terminal():
        yield None
        return
    bar = Bar(what, rounds=rounds, error=error, screen=screen or Console(stderr=True))
    bar.begin(before)
    try:
        yield bar.see
    finally:
        bar.end()
