"""Journal URLs: `sqlite:///floor.db`, `postgresql://...`, `memory:`."""

from pathlib import Path
from typing import Final
from urllib.parse import unquote

from houserules.journal.database import Database
from houserules.journal.errors import JournalError, UrlError
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.journal.sqlite import SqliteJournal

_ALLOWED: Final = (
    "use memory:, sqlite:///relative.db, sqlite:////absolute.db, postgresql://user@host/database, or "
    "archive:FOLDER for reading"
)
_EXTRA: Final = (
    "PostgreSQL needs the extra houserules[postgres]: pip install 'houserules[postgres]'"
)


def sqlite_file(url: str) -> Path | None:
    """Return the file of a SQLite database; None: the URL is of another store."""
    scheme, _, rest = url.partition(":")
    is_file = scheme == "sqlite" and rest.startswith("///") and len(rest) > 3
    return Path(unquote(rest[3:])) if is_file else None


def open_journal(url: str, *, read_only: bool = False) -> Journal:
    """Open the journal at a URL; create it if it does not exist, unless opened for reading only."""
    scheme, _, rest = url.partition(":")
    if url == "memory:" and not read_only:
        return MemoryJournal()
    if (file := sqlite_file(url)) is not None:
        return SqliteJournal(file, read_only=read_only)
    if scheme in ("postgresql", "postgres") and rest.startswith("//"):
        return _postgres(url, read_only=read_only)
    if scheme == "archive" and rest:
        return _archives(Path(unquote(rest)), read_only=read_only)
    raise _unknown(url)


def open_postgres(url: str) -> Database:
    """Open the PostgreSQL database at a URL itself; create the tables of a journal in it."""
    if url.partition(":")[0] not in ("postgresql", "postgres"):
        raise _unknown(url)
    try:
        from houserules.journal.postgres_database import PostgresDatabase  # noqa: PLC0415
    except ImportError as error:
        raise JournalError(_EXTRA) from error
    return PostgresDatabase(url, read_only=False, patience=0)


def _archives(folder: Path, *, read_only: bool) -> Journal:
    from houserules.journal.archive_journal import ArchiveJournal  # noqa: PLC0415  # an extra

    return ArchiveJournal(folder, read_only=read_only)


def _postgres(url: str, *, read_only: bool) -> Journal:
    try:
        from houserules.journal.postgres import PostgresJournal  # noqa: PLC0415  # an extra
    except ImportError as error:
        raise JournalError(_EXTRA) from error
    return PostgresJournal(url, read_only=read_only)


def _unknown(url: str) -> UrlError:
    scheme, colon, _ = url.partition(":")
    shown = f"{scheme}{colon}..." if colon else url  # a URL may contain a password
    return UrlError(f"{shown!r} is not a database URL; {_ALLOWED}")
