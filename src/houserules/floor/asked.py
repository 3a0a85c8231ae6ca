"""What is asked of a running table, what it answers, and what it shows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from houserules.floor.standing import Standing


@dataclass(frozen=True, slots=True)
class Asked:
    """A command with who gives it: `actor` stands in the journal, `id` makes a retry harmless."""

    command: Any
    actor: str
    id: str | None = None
    only_at: int | None = None  # not if anything has happened since this position


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command is done and durable; `position` is that of its last record."""

    position: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Update:
    """What has happened at a table, for those who watch it."""

    events: tuple[Any, ...]
    standing: Standing
    at: int


Watcher = Callable[[Update], None]
