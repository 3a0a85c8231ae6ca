"""Write docs/reference/edges.md: the edge of every rulebook, deck count and option that moves money.

python -m tools.edges           solve them all and write the page (some minutes)
"""

import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

from houserules.core.money import Cents, format_money
from houserules.odds import SolvedGame, solve
from houserules.odds.game import money_options
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import vary
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import describe_value, write_value
from tools.clause_table import ROOT

PAGE: Final = ROOT / "docs/reference/edges.md"
WAGERS: Final[tuple[Cents, ...]] = (500, 2500)
"""Below and from the amount at which a Super Bonus is higher (S24 13.1, S65 12.1, NZ 11.5)."""

_HEAD: Final = """# Edges

<!-- written by `python -m tools.edges`; change the source, not this page -->

The house edge with best play, per unit of the original wager, of every rulebook with every allowed
number of decks and every option that moves money; the standard deviation of a round; and the
processor time that this took on a machine of 2 cores, everything compiled. What is assumed is in
[how the odds are computed](../explanation/exact-odds.md); `houserules odds NAME --decks N --set
OPTION=VALUE --wager AMOUNT` prints each of them with all that belongs to it.
"""


class Row(NamedTuple):
    """One game: what was chosen, and what came out."""

    decks: int
    options: str
    wager: Cents
    house_edge: float
    deviation: float
    seconds: float


def games(rules: Rulebook) -> Iterator[tuple[dict[str, Any], Rulebook]]:
    """Yield a rulebook with every combination of what its operator may choose."""
    choices = {
        name: (entry.value, *[each for each in entry.alternatives if each != entry.value])
        for name, entry in money_options(rules).items()
    }
    for chosen in product(*choices.values()):
        varied, named = rules, dict(zip(choices, chosen, strict=True))
        for name, value in named.items():
            varied = vary(varied, name, write_value(name, value))
        yield named, varied


def rows(rules: Rulebook) -> Iterator[Row]:
    """Solve every game of a rulebook."""
    for named, varied in games(rules):
        words = [
            f"{name} {describe_value(name, value)}"
            for name, value in named.items()
            if name != "decks"
        ]
        for wager in WAGERS:
            started = time.process_time()
            found: SolvedGame = solve(varied, wager=wager)
            edge, deviation = found.house_edge, found.standard_deviation
            took = time.process_time() - started
            decks = varied.equipment.decks.value
            yield Row(decks, ", ".join(words), wager, edge, deviation, took)


def page() -> str:
    """Return the whole page."""
    parts = [_HEAD]
    for name in RULEBOOKS:
        rules = rulebook(name)
        solve(rules).standard_deviation  # noqa: B018  # compiles what is not compiled yet
        parts.append(f"\n## {name}\n")
        parts.append("| decks | options | wager | house edge | deviation | seconds |")
        parts.append("|---|---|---|---|---|---|")
        for row in rows(rules):
            parts.append(
                f"| {row.decks} | {row.options} | {format_money(row.wager)} | {row.house_edge:.8%} "
                f"| {row.deviation:.6f} | {row.seconds:.2f} |"
            )
            print(name, parts[-1], flush=True)
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    Path(PAGE).write_text(page(), "utf-8")
