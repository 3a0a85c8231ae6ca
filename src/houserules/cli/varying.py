"""What the commands for numbers are asked: a rulebook, decks, wager, settings, cards that are gone.

NumPy and Numba take a second to load, and may not be installed: nothing here needs them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Final, NoReturn

import typer

from houserules.cli.listing import fail

Decks = Annotated[
    int | None, typer.Option("--decks", metavar="N", help="How many decks, any number from 1.")
]
Wager = Annotated[
    str,
    typer.Option(
        "--wager", metavar="AMOUNT", help="The original wager in dollars; prizes need it."
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Change a value that moves money: resplit=true, pontoon_pays=6:5, or a whole part: "
        "surrender=false. May be given several times; a name that is not there lists all names.",
    ),
]
Removed = Annotated[
    str,
    typer.Option("--remove", metavar="CARDS", help='Cards that are gone from the shoe: "As Kd".'),
]
Strategy = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="best|chart",
        help="best: best play for the cards in the hand. chart: play by the chart of "
        "`houserules strategy`.",
    ),
]

WAGER: Final = "25"
_NEEDS: Final = ("numpy", "numba")


@dataclass(frozen=True, slots=True)
class Asked:
    """A command line as it was typed."""

    command: str
    rulebook: str
    as_json: bool
    decks: int | None = None
    wager: str = WAGER
    settings: tuple[str, ...] = ()
    removed: str = ""

    def refuse(self, problem: str) -> NoReturn:
        """End with exit code 2 and say what is wrong."""
        fail(self.command, problem, as_json=self.as_json)


@contextmanager
def with_numbers(command: str, *, as_json: bool) -> Iterator[None]:
    """Say what to install where NumPy or Numba is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name not in _NEEDS:
            raise
        problem = f"{missing.name} is missing: pip install 'houserules[numbers]'"
        fail(command, problem, as_json=as_json)
