"""What the commands of `houserules rng` share: options, recorded bytes, progress and error messages."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final, TypeVar

import typer
from rich.console import Console
from rich.progress import track

from houserules.cli.common.options import fail, find_rulebook
from houserules.rulebook.options import OptionError, choose
from houserules.rulebook.schema import Rulebook
from houserules.shoe.entropy import OutOfEntropyError

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
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the export.")]

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


def find_rules(command: str, name: str, settings: list[str] | None) -> Rulebook:
    """Return the named rulebook with the decks that were set."""
    rules = find_rulebook(command, name)
    for setting in settings or ():
        key, _, text = setting.partition("=")
        if key != "decks" or not (text.isdecimal() and text.isascii() and len(text) < 5):
            fail(command, f"--set {setting}: write decks=N; nothing else changes what is shuffled")
        try:
            rules = choose(rules, {"decks": int(text)})
        except OptionError as error:
            fail(command, f"--set {error}")
    return rules


def shown_progress(work: Iterable[T], total: int, what: str) -> Iterable[T]:
    """Show on a terminal how far a long piece of work is."""
    screen = Console(stderr=True)
    quiet = sys.stderr is None or not sys.stderr.isatty()
    return track(work, what, total=total, console=screen, transient=True, disable=quiet)
