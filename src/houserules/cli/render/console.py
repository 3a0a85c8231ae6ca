"""The terminal: cards, clauses, bars and progress, in colour or as plain text in a pipe."""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOBase
from threading import Timer
from typing import Final, TextIO, cast

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from houserules.core.cards import Card
from houserules.core.refusal import Clause
from houserules.rulebook.clauses import register_of
from houserules.rulebook.schema import Rulebook

_BLANKS: Final = re.compile(r"[ \t]+\n")
_SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


class _Screen(Console):
    """A console that leaves a closed pipe to `ends_quietly`."""

    def on_broken_pipe(self) -> None:
        """Say so instead of ending the program here."""
        raise BrokenPipeError


class _Trimmed(TextIOBase):
    """A stream without blanks at the ends of lines, which tables are filled up with."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding underneath: Rich draws with what it has."""
        return self._stream.encoding

    def write(self, text: str, /) -> int:
        """Write a text, each line up to its last character."""
        return self._stream.write(_BLANKS.sub("\n", text))

    def flush(self) -> None:
        """Flush the stream underneath."""
        self._stream.flush()


def console() -> Console:
    """Return the terminal, or a file without trailing blanks; text is printed as it is."""
    screen = _Screen(highlight=False, markup=False, emoji=False)
    if not screen.is_terminal:
        screen.file = cast(TextIO, _Trimmed(sys.stdout))
    return screen


def printable(text: str) -> str:
    """Show what is in a text without letting it steer the terminal."""
    return "".join(c if c.isprintable() else f"\\u{{{ord(c):x}}}" for c in text)


def card_text(screen: Console, card: Card) -> Text:
    """Print a card with the symbol of its suit if the screen has it, hearts and diamonds in red."""
    rank = "10" if card.rank == "T" else card.rank
    shape = str(card) if screen.options.ascii_only else rank + _SUITS[card.suit]
    return Text(shape, style="bold red" if card.is_red else "bold")


def print_indented(screen: Console, text: Text, by: int) -> None:
    """Print a text with every line set in."""
    for line in text.wrap(screen, max(screen.width - by, 20)):
        line.rstrip()
        screen.print(Text(" " * by).append_text(line), soft_wrap=True)


def rulebook_title(rules: Rulebook) -> Text:
    """Head a round with the name of its rulebook."""
    return Text.assemble((rules.title, "bold"), (f", {rules.edition} ({rules.id})", "dim"))


def clause_text(rules: Rulebook, clause: Clause) -> str:
    """What a clause says, in the register's words."""
    return " ".join(entry.says for entry in register_of(rules.registers).find(clause)[:1])


def citation(name: str, words: str) -> Text:
    """Put a clause or a reading beside what it says."""
    return Text.assemble((f"{name}: ", "cyan"), (words, "dim"))


# Bars in a terminal, to the left for what is less and to the right for what is more.


HALF: Final = 10
"""Characters on either side of the middle."""


def full_bar(amounts: Sequence[float]) -> float:
    """Return the amount of a full bar: the largest, unless a few would make all others invisible."""
    sizes = sorted(map(abs, amounts))
    if not sizes or sizes[-1] == 0:
        return 1.0
    most = sizes[int(0.8 * (len(sizes) - 1))]
    return sizes[-1] if most == 0 or sizes[-1] <= 2 * most else most


def bar(amount: float, full: float) -> str:
    """Draw an amount; a bar that would be longer than the space ends in a point."""
    plain = Console().options.ascii_only
    halves = round(min(abs(amount) / full, 1.0) * 2 * HALF)
    whole, half = divmod(halves, 2)
    block, middle = ("=", "|") if plain else ("█", "│")
    right = amount > 0
    rest = ("-" if plain else ("▌" if right else "▐")) if half else ""
    if not halves and amount:
        rest = "-" if plain else ("▏" if right else "▕")
    drawn = block * whole + rest if right else rest + block * whole
    if abs(amount) > full * (1 + 1e-9):
        drawn = drawn[:-1] + ">" if right else "<" + drawn[1:]
    left, other = ("", drawn) if right else (drawn, "")
    return f"{left:>{HALF}}{middle}{other:<{HALF}}"


# Progress of a calculation, on standard error: only on a terminal, only from a second on.


OnProgress = Callable[[int, int], None]
"""Is told how many steps of how many are done."""

_WAIT: Final = 1.0
_COMPILING: Final = "compiling, once for all rulebooks"


def is_on_terminal() -> bool:
    """Whether somebody watches standard error."""
    return sys.stderr is not None and sys.stderr.isatty()


class ProgressBar:
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

    def update(self, done: int, total: int) -> None:
        """Note that so many steps are done."""
        self._moved = True
        self._bar.update(self._task, description=self._what, completed=done, total=total)

    def now(self, what: str) -> None:
        """Go on with something that has no steps to count."""
        self._moved, self._what = True, what
        self._bar.update(self._task, description=what, total=None)


@contextmanager
def progress_bar(
    what: str, *, wait: float = _WAIT, screen: Console | None = None
) -> Iterator[ProgressBar | None]:
    """Show how far some work is once it takes longer than a second; None without a terminal."""
    if screen is None and not is_on_terminal():
        yield None
        return
    work = ProgressBar(what, screen or Console(stderr=True))
    timer = Timer(wait, work.show)
    timer.daemon = True
    timer.start()
    try:
        yield work
    finally:
        timer.cancel()
        timer.join()
        work.hide()


def progress_of(work: ProgressBar | None) -> OnProgress | None:
    """Return what a calculation tells its steps to."""
    return None if work is None else work.update
