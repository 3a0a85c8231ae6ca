"""What a subject around the round hands in: its commands, its events, and what goes on beside an irregularity."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.commands import Command
from houserules.table.event_builder import EventBuilder
from houserules.table.state import Table

Judge = Callable[[Rulebook, Table, Any], Refusal | None]
Doer = Callable[[EventBuilder, Any], None]
Lister = Callable[[Rulebook, Table], Iterator[Command]]


@dataclass(frozen=True, slots=True)
class Subject:
    """One package below `table`, as the judge, the evolution and `legal` know it."""

    commands: dict[type, tuple[Judge, Doer]]
    always: frozenset[type] = frozenset()  # commands that no irregularity holds up
    interrupts: dict[type, frozenset[str]] = field(
        default_factory=dict
    )  # reports, by open irregularity
    deals_with: dict[str, tuple[type, ...]] = field(default_factory=dict)  # by kind of irregularity
    open_in: dict[str, Lister] = field(default_factory=dict)  # what `legal` then lists
    afterwards: Callable[[EventBuilder], None] | None = None  # what every command is followed by
