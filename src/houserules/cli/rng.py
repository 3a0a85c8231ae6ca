"""`houserules rng test`: statistics over shuffles of a full shoe, and one verdict.

`rng export` and `rng check` share its options, recorded bytes, progress bar and error messages.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final, NoReturn, TypeVar

import typer
from rich.console import Console
from rich.progress import track
from rich.text import Text

from houserules.cli.exit import clean_exit
from houserules.cli.options import whole_number
from houserules.cli.render.console import console, print_indented, printable, rulebook_title
from houserules.cli.render.tables import grid, headed_table, print_json
from houserules.floor.tables.card_handler import SystemEntropy
from houserules.rng.planted_faults import PLANTED, fair
from houserules.rng.suite import LEAST, SuiteVerdict, as_data, conclusion, head, row, run
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import OptionError, choose
from houserules.rulebook.schema import Rulebook
from houserules.shoe.entropy import Entropy, OutOfEntropyError
from houserules.shoe.stack import decks_of
from houserules.version import __version__

T = TypeVar("T")
Rules = Annotated[
    str, typer.Option("--rulebook", metavar="RULEBOOK", help="The rulebook whose shoe is shuffled.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="decks=N", help="Use another number of decks that the rulebook allows."
    ),
]

SYSTEM: Final = "the operating system's generator for cryptography"


@dataclass(slots=True)
class Recorded:
    """Bytes of a file from its start, with a hash of those taken."""

    name: str
    stream: BinaryIO
    taken: int = 0
    digest: Any = field(default_factory=sha256)

    def take(self, count: int, /) -> bytes:
        """Return the next bytes of the file; raises OutOfEntropyError at its end."""
        found = self.stream.read(count)
        if len(found) < count:
            raise OutOfEntropyError(count, len(found))
        self.taken += count
        self.digest.update(found)
        return found


def stop(command: str, problem: str) -> NoReturn:
    """Print the problem and exit with code 2."""
    typer.echo(f"houserules rng {command}: {printable(problem)}", err=True)
    raise typer.Exit(2)


def find_rules(command: str, name: str, settings: list[str] | None) -> Rulebook:
    """Return the named rulebook with the decks that were set."""
    if name not in RULEBOOKS:
        stop(command, f"there is no rulebook {name!r}; choose one of {', '.join(RULEBOOKS)}")
    rules = rulebook(name)
    for setting in settings or ():
        key, _, text = setting.partition("=")
        if key != "decks" or not (text.isdecimal() and text.isascii() and len(text) < 5):
            stop(command, f"--set {setting}: write decks=N; nothing else changes what is shuffled")
        try:
            rules = choose(rules, {"decks": int(text)})
        except OptionError as error:
            stop(command, f"--set {error}")
    return rules


def shown_progress(work: Iterable[T], total: int, what: str) -> Iterable[T]:
    """Show on a terminal how far a long piece of work is."""
    screen = Console(stderr=True)
    quiet = sys.stderr is None or not sys.stderr.isatty()
    return track(work, what, total=total, console=screen, transient=True, disable=quiet)


_SHUFFLES: Final = 20_000  # half a minute


def examine(
    *,
    name: Rules = RULEBOOKS[0],
    settings: Settings = None,
    shuffles: Annotated[
        int,
        typer.Option(
            "--shuffles",
            metavar="N",
            parser=whole_number,
            help=f"Shuffles to test, {LEAST} or more.",
        ),
    ] = _SHUFFLES,
    entropy: Annotated[
        str | None,
        typer.Option(
            "--entropy",
            metavar="FILE",
            help="Shuffle with the bytes of FILE instead of the system's randomness.",
        ),
    ] = None,
    planted: Annotated[
        str | None,
        typer.Option(
            "--planted",
            metavar="FAULT",
            help=f"Plant a fault that the tests should find: {', '.join(PLANTED)}.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for a program.")] = False,
) -> None:
    """Test shuffles of a full shoe against what a fair shuffle gives, at a family-wise 99 % level.

    Exit code: 0 passed, 1 failed, 2 invalid arguments or FILE cannot be read.
    """
    rules = find_rules("test", name, settings)
    if shuffles < LEAST:
        stop("test", f"--shuffles {shuffles}: the statistics hold from {LEAST} shuffles up")
    if planted is not None and planted not in PLANTED:
        stop("test", f"there is no fault {planted!r}; there are {', '.join(PLANTED)}")
    with clean_exit(), _source(entropy) as source:
        verdict = _run(rules, shuffles, planted, source)
        output = _output(rules, verdict, planted, source)
        print_json(output) if as_json else _show(console(), rules, verdict, output)
    raise typer.Exit(0 if verdict.passed else 1)


@contextmanager
def _source(name: str | None) -> Iterator[Entropy]:
    """Yield the system's entropy, or that of a file."""
    if name is None:
        yield SystemEntropy()
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115  # closed below; errors of reading are others
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        stop("test", f"--entropy {name}: cannot be read: {reason}")
    with stream:
        yield Recorded(Path(name).name, stream)


def _run(rules: Rulebook, shuffles: int, planted: str | None, source: Entropy) -> SuiteVerdict:
    cards, done = decks_of(rules), 0
    orders = islice((PLANTED[planted] if planted else fair)(cards, source), shuffles)

    def counted() -> Iterator[tuple[int, ...]]:
        nonlocal done
        for done, order in enumerate(orders, start=1):  # noqa: B007  # told when the bytes end
            yield order

    try:
        return run(cards, shown_progress(counted(), shuffles, "Shuffling"))
    except OutOfEntropyError:
        stop("test", f"--entropy: the bytes are used up after {done} of {shuffles} shuffles")


def _output(
    rules: Rulebook, verdict: SuiteVerdict, planted: str | None, source: Entropy
) -> dict[str, Any]:
    """Return the verdict as a program reads it."""
    entropy: dict[str, Any] = {"source": SYSTEM}
    if isinstance(source, Recorded):
        digest = source.digest.hexdigest()
        entropy = {"source": source.name, "bytes": source.taken, "sha256": digest}
    return {
        "version": __version__,
        "rulebook": rules.id,
        "decks": rules.equipment.decks.value,
        "cards": len(decks_of(rules)),
        "planted": planted,
        "entropy": entropy,
        **as_data(verdict),
    }


def _show(screen: Console, rules: Rulebook, verdict: SuiteVerdict, output: dict[str, Any]) -> None:
    """Print the verdict for a person."""
    screen.print(rulebook_title(rules))
    about = grid(9, None)
    for label, text in head(rules, output):
        about.add_row(label, _fit_for(screen, text))
    screen.print(about)
    screen.print()
    table = headed_table(
        "Test", "Looks at", "Observed", "Expected", "p", "Verdict", whole=(0, 2, 3, 4, 5)
    )
    for column in table.columns[2:5]:
        column.justify = "right"
    for each in verdict.judged:
        cells = (_fit_for(screen, text) for text in row(each))
        table.add_row(*cells, style="bold red" if each.fails else "")
    screen.print(table)
    screen.print()
    for line in conclusion(verdict):
        print_indented(screen, Text(line, style="bold green" if verdict.passed else "bold red"), 0)


def _fit_for(screen: Console, text: str) -> str:
    """Return a text in characters that the screen has."""
    if screen.options.ascii_only:
        text = text.replace("±", "+-").encode("ascii", "backslashreplace").decode()
    return printable(text)
