"""The sign of a table as the terminal shows it: the same lines that the table plays by."""

from collections.abc import Iterator

from houserules.rulebook.schema import Rulebook
from houserules.table.sign.rendering import sign_lines
from houserules.table.state import Table


def sign(rules: Rulebook, table: Table | None = None) -> Iterator[tuple[str, str, str]]:
    """Give the lines of the sign: what, how much, and the clause."""
    for line in sign_lines(rules, table or Table()):
        yield line.label, line.text, line.clause
