"""What one line of the catalogue of irregularities is written with."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """An irregularity for all rulebooks.

    `keys`: of the rulebook, whose clauses say what is done; where none of them provides for it, the first
    leaves no room. A sentence of `table_does` with a key and a value holds only where they are so.
    """

    id: str
    what_happened: str
    keys: tuple[str, ...]
    commands: tuple[type, ...]
    table_does: tuple[tuple[str, tuple[str, object] | None], ...]
