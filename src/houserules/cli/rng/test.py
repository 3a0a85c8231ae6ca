"""`houserules rng test`: statistics over shuffles of a full shoe, and one verdict."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.text import Text

from houserules.cli.common.options import AsJson, clean_exit, fail, whole_number
from houserules.cli.render.console import console, print_indented, printable, rulebook_title
from houserules.cli.render.tables import grid, headed_table, print_json
from houserules.cli.rng.options import (
    SYSTEM,
    Recorded,
    Rules,
    Settings,
    find_rules,
    shown_progress,
)
from houserules.floor.tables.card_handler import SystemEntropy
from houserules.rng.planted_faults import PLANTED, fair
from houserules.rng.suite import LEAST, SuiteVerdict, as_data, conclusion, head, row, run
from houserules.rulebook.loader import RULEBOOKS
from houserules.rulebook.schema import Rulebook
from houserules.shoe.entropy import Entropy, OutOfEntropyError
from houserules.shoe.stack import decks_of
from houserules.version import __version__

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
    as_json: AsJson = False,
) -> None:
    """Test the shuffle statistically.

    Shuffles a full shoe many times and compares the orders with what a fair shuffle gives. A fair
    shuffle passes all tests together with a probability of 99 %.

    Exit codes: 0 passed, 1 failed, 2 invalid arguments, or FILE cannot be read.

    Examples:

        houserules rng test
        houserules rng test --planted riffle
    """
    rules = find_rules("rng test", name, settings)
    if shuffles < LEAST:
        fail("rng test", f"--shuffles {shuffles}: the statistics hold from {LEAST} shuffles up")
    if planted is not None and planted not in PLANTED:
        fail("rng test", f"there is no fault {planted!r}; there are {', '.join(PLANTED)}")
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
        fail("rng test", f"--entropy {name}: cannot be read: {reason}")
    with stream:
        yield Recorded(Path(name).name, stream)


def _run(rules: Rulebook, shuffles: int, planted: str | None, source: Entropy) -> SuiteVerdict:
    cards, done = decks_of(rules), 0
    orders = islice((PLANTED[planted] if planted else fair)(cards, source), shuffles)

    def count_orders() -> Iterator[tuple[int, ...]]:
        nonlocal done
        for done, order in enumerate(orders, start=1):  # noqa: B007  # told when the bytes end
            yield order

    try:
        return run(cards, shown_progress(count_orders(), shuffles, "Shuffling"))
    except OutOfEntropyError:
        fail("rng test", f"--entropy: the bytes are used up after {done} of {shuffles} shuffles")


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
        about.add_row(label, printable(text))
    screen.print(about)
    screen.print()
    columns = ("Test", "Looks at", "Observed", "Expected", "p", "Verdict")
    table = headed_table(*columns, whole=(0, 5), right=(2, 3, 4))
    for each in verdict.judged:
        cells = map(printable, row(each))
        table.add_row(*cells, style="bold red" if each.fails else "")
    screen.print(table)
    screen.print()
    for line in conclusion(verdict):
        print_indented(screen, Text(line, style="bold green" if verdict.passed else "bold red"), 0)
