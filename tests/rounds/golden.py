"""The golden rounds on disk: each record, what its first lines say of it, and the expected output."""

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from houserules.rulebook.clauses import ClauseRegister, register_of
from houserules.rulebook.loader import rulebook

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Golden:
    """One record with its header: what it shows, the clauses it proves, the readings it takes."""

    path: Path
    shows: str
    clauses: tuple[str, ...]
    readings: tuple[int, ...]

    @property
    def rulebook(self) -> str:
        """The folder that the record lies in."""
        return self.path.parent.name

    @property
    def name(self) -> str:
        """The rulebook and what the record shows."""
        return f"{self.rulebook}/{self.path.stem}"

    @property
    def record(self) -> dict[str, Any]:
        """The record as TOML gives it."""
        return tomllib.loads(self.path.read_text("utf-8"))

    @property
    def output_path(self) -> Path:
        """Where the expected output lies."""
        return self.path.with_suffix(".json")

    @property
    def expected(self) -> dict[str, Any]:
        """What `houserules settle --json` must print."""
        found: dict[str, Any] = json.loads(self.output_path.read_text("utf-8"))
        return found


def read_golden(path: Path) -> Golden:
    """Read the comment lines that a record begins with."""
    shows, named = [], {"clauses": "", "readings": ""}
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith("# "):
            break
        key, _, rest = line[2:].partition(": ")
        if key in named:
            named[key] = rest
        else:
            shows.append(line[2:])
    readings = tuple(int(number) for number in named["readings"].split())
    return Golden(path, " ".join(shows), tuple(named["clauses"].split()), readings)


@cache
def goldens() -> tuple[Golden, ...]:
    """Return every golden record, in order."""
    return tuple(read_golden(path) for path in sorted(FOLDER.glob("*/*.toml")))


def register(name: str) -> ClauseRegister:
    """Return the register of a rulebook's clauses."""
    return register_of(rulebook(name).registers)


def unnamed_clauses(name: str) -> list[str]:
    """Return the enforced clauses of a rulebook that are built and that no record names."""
    named = {number for golden in goldens() if golden.rulebook == name for number in golden.clauses}
    return [
        entry.number
        for entry in register(name).entries
        if entry.kind == "enforced" and not entry.planned and entry.number not in named
    ]
