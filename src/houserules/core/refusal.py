"""A refusal, and the clause it rests on."""

from dataclasses import dataclass
from typing import NewType

Clause = NewType("Clause", str)
"""The number of a clause as its own document prints it, such as `13.4(a)`."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command that the rules do not allow: the clause, and why.

    `detail` speaks to the player whom the command is about: its "you" is `command.player`, even if a
    dealer gave the command. `houserules.table.narrator.refusals` words it for any other reader.
    """

    code: str  # stable, documented in docs/reference/refusals.md: "split.limit"
    clause: Clause  # where it is written
    detail: str  # "You can double for at most $25."
