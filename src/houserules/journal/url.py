"""Journal URLs: `sqlite:///floor.db`, `postgresql://...`, `memory:`."""

from pathlib import Path
from typing import Final
from urllib.parse import unquote

from houserules.journal.errors import JournalError, UrlError
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.journal.sqlite import SqliteJournal

_ALLOWED: Final = (
    "use memory:, sqlite:///relative.db, sqlite:////absolute.db, postgresql://user@host/database, or "
    "archive:FOLDER for reading"
)


def sqlite_file(url: str) -> Path | None:
    """Return the file of a SQLite database; None: the URL is of another store."""
    scheme, _, rest = url.partition(":")
    is_file = scheme == "sqlite" and rest.startswith("///") and len(rest) > 3
    return Path(unquote(rest[3:])) if is_file else None


def open_journal(url: str, *, read_only: bool = False) -> Journal:
    """Open the journal at a URL; create it if it does not exist, unless opened for reading only."""
    scheme, colon, rest = url.partition(":")
    if url == "memory:" and not read_only:
        return MemoryJournal()
    if (file := sqlite_file(url)) is not None:
        return SqliteJournal(file, read_only=read_only)
    if scheme in ("postgresql", "postgres") and rest.startswith("//"):
        return _postgres(url, read_only=read_only)
    if scheme == "archive" and rest:
        return _archives(Path(unquote(rest)), read_only=read_only)
    shown = f"{scheme}{colon}..." if colon else url  # a URL may contain a password
    raise UrlError(f"{shown!r} is not a database URL; {_ALLOWED}")


def _archives(folder: Path, *, read_only: bool) -> Journal:
    from houserules.journal.archive_journal import ArchiveJournal  # noqa: PLC0415  # an extra

    return ArchiveJournal(folder, read_only=read_only)


def _postgres(url: str, *, read_only: bool) -> Journal:
    try:
        from houserules.journal.postgres import PostgresJournal  # noqa: PLC0415  # an extra
    except ImportError as error:
        raise JournalError(
            "PostgreSQL needs the extra houserules[postgres]: pip install 'houserules[postgres]'"
        ) from error
    return PostgresJournal(url, read_only=read_only)
