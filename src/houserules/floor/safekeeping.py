"""What the house keeps outside its database: the signing key, checkpoints, backups."""

from dataclasses import dataclass, replace
from pathlib import Path

from houserules.journal.url import sqlite_file


@dataclass(frozen=True, slots=True)
class Safekeeping:
    """Where the operator wants things to be kept; empty: beside a SQLite file, otherwise nowhere."""

    signing_key: str = ""
    checkpoints: tuple[str, ...] = ()
    checkpoint_interval: float = 10  # seconds
    new_key_file: Path | None = None  # where a new journal gets its key
    backups: str = ""  # the folder; "": no backups are made
    backup_interval: float = 3600  # seconds
    backup_full_days: float = 7
    backup_key: str = ""  # the file of the key to encrypt with; "": they are not encrypted

    def beside(self, database: str) -> "Safekeeping":
        """Return the settings with what holds by default for a database."""
        default = checkpoint_folder(database)
        places = self.checkpoints or (() if default is None else (str(default),))
        return replace(self, checkpoints=places, new_key_file=key_file(database))


def checkpoint_folder(database: str) -> Path | None:
    """Return where checkpoints of a SQLite database are kept by default."""
    file = sqlite_file(database)
    return None if file is None else file.with_name(f"{file.name}-checkpoints")


def key_file(database: str) -> Path | None:
    """Return where the signing key of a new SQLite database is kept by default."""
    file = sqlite_file(database)
    return None if file is None else file.with_name(f"{file.name}-signing-key")
