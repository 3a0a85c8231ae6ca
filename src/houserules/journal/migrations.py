"""The schema as numbered steps: a database is brought to the newest on opening, never past it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from houserules.journal.errors import SchemaError


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema; once released it never changes."""

    number: int
    name: str
    statements: tuple[str, ...]


APPLIED: Final = "SELECT number, name FROM migrations ORDER BY number"


def outstanding(applied: Sequence[tuple[int, str]], known: Sequence[Migration]) -> list[Migration]:
    """Give the steps that a database still needs; refuse one that has taken others."""
    names = {each.number: each.name for each in known}
    for number, name in applied:
        if number not in names:
            raise SchemaError(
                f"the database has schema {number} ({name}), this program knows {max(names)}: "
                "it was written by a newer version; open it with that one"
            )
        if names[number] != name:
            raise SchemaError(
                f"the database calls schema {number} {name!r}, this program {names[number]!r}: "
                "it belongs to another program"
            )
    done = {number for number, _ in applied}
    return [each for each in known if each.number not in done]


def migrate(
    applied: Sequence[tuple[int, str]],
    known: Sequence[Migration],
    execute: Callable[[str], object],
) -> None:
    """Take the steps that are outstanding, within the caller's transaction."""
    for migration in outstanding(applied, known):
        for statement in migration.statements:
            execute(statement)
        execute(
            "INSERT INTO migrations (number, name, applied) "
            f"VALUES ({migration.number}, '{migration.name}', CURRENT_TIMESTAMP)"
        )
