"""Progress of a calculation, on standard error: only on a terminal, only from a second on."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

Told = Callable[[int, int], None]
"""Is told how many steps of how many are done."""

_WAIT: Final = 1.0
_COMPILING: Final = "compiling, once for all rulebooks"


def is_on_terminal() -> bool:
    """Whether somebody watches standard error."""
    return sys.stderr is not None and sys.stderr.isatty()


class Working:
    """A piece of work that says how far it is."""

    def __init__(self, what: str, screen: Console) -> None:
        self._bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            TimeElapsedColumn(),
            console=screen,
            transient=True,
        )
        self._what = what
        self._task = self._bar.add_task(what, total=None)
        self._moved = False

    def show(self) -> None:
        """Show the bar; if not one step is done by now, the kernels are being compiled."""
        if not self._moved:
            self._bar.update(self._task, description=f"{self._what} ({_COMPILING})")
        self._bar.start()

    def hide(self) -> None:
        """Take the bar away."""
        self._bar.stop()

    def told(self, done: int, total: int) -> None:
        """Note that so many steps are done."""
        self._moved = True
        self._bar.update(self._task, description=self._what, completed=done, total=total)

    def now(self, what: str) -> None:
        """Go on with something that has no steps to count."""
        self._moved, self._what = True, what
        self._bar.update(self._task, description=what, total=None)


@contextmanager
def working(
    what: str, *, wait: float = _WAIT, screen: Console | None = None
) -> Iterator[Working | None]:
    """Show how far some work is once it takes longer than a second; None without a terminal."""
    if screen is None and not is_on_terminal():
        yield None
        return
    work = Working(what, screen or Console(stderr=True))
    timer = Timer(wait, work.show)
    timer.daemon = True
    timer.start()
    try:
        yield work
    finally:
        timer.cancel()
        timer.join()
        work.hide()


def told(work: Working | None) -> Told | None:
    """Give what a calculation tells its steps to."""
    return None if work is None else work.told
