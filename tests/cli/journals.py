"""Journals in files for the tests of the commands that read one."""

import shutil
import sqlite3
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from floor.playing import play_night, practice
from houserules.cli.app import app
from houserules.journal.sqlite import SqliteJournal


def run(*args: str | Path, columns: int = 100) -> Result:
    """Run a command in this process."""
    environment = {"COLUMNS": str(columns), "TERM": "dumb", "FORCE_COLOR": None}
    return CliRunner().invoke(app, [*map(str, args)], env=environment)


def at(file: Path) -> tuple[str, str]:
    """Return the option that names a journal."""
    return "--database", f"sqlite:///{file}"


def write_night(file: Path) -> Path:
    """Fill a new journal with rounds at two tables."""
    with SqliteJournal(file) as journal:
        settings = practice("nsw-pontoon-2024"), practice("nz-pontoon", "t2")
        play_night(journal, *settings, rounds=3, seed="cli")
    return file


def copied(file: Path, folder: Path) -> Path:
    """Return a copy that a test may damage."""
    return Path(shutil.copy(file, folder / "copy.db"))


def alter(file: Path, sql: str, *values: Any) -> None:
    """Do what nobody should: write into the tables of a journal, whatever guards them."""
    connection = sqlite3.connect(file)
    with connection:
        guards = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in guards.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(sql, values)
    connection.close()
