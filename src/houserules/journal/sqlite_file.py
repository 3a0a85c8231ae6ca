"""The file of a SQLite journal: check it, create it, and lock it for one writer."""

import os
import sqlite3
import stat
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from houserules.journal.durable_files import sync_folder
from houserules.journal.errors import LockedError, SchemaError, UrlError

try:
    import fcntl
except ImportError:  # Windows: the lock file alone has to do
    fcntl = None  # type: ignore[assignment]

_MOUNTS: Final = Path("/proc/self/mountinfo")
_OPEN: Final[set[object]] = set()
"""The files that this process writes to: each by its path, and by its device and inode."""
_opening: Final = threading.Lock()


def check_file(path: Path) -> None:
    """Refuse an empty file, or one with a second name (a link).

    SQLite looks for the write-ahead log next to the name by which the database was opened. Under a
    second name it does not see what was committed under the first, and destroys it.
    """
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        raise UrlError(f"{path}: is a symbolic link; name the database file itself")
    if not stat.S_ISREG(status.st_mode):
        raise UrlError(f"{path}: is not a regular file; name a database file")
    if status.st_nlink > 1:
        raise UrlError(
            f"{path}: the file has {status.st_nlink} names (hard links); delete all but one, "
            "because a database must be opened under one name only"
        )
    if _is_mounted(path):
        raise UrlError(
            f"{path}: this file is mounted by itself; mount its folder instead, because the "
            "write-ahead log beside it belongs to the database"
        )
    if status.st_size == 0:
        raise SchemaError(
            f"{path}: the file is empty (0 bytes), and a journal never is; restore a backup. To "
            "begin a new house, delete the file"
        )


def _is_mounted(path: Path) -> bool:
    try:
        mounts = _MOUNTS.read_text("utf-8", "replace").splitlines()
    except OSError:
        return False
    escaped = str(path.resolve()).replace("\\", r"\134").replace(" ", r"\040")
    return any(line.split(" ")[4] == escaped for line in mounts)


def make_file(path: Path, fill: Callable[[sqlite3.Connection], None]) -> None:
    """Create a database atomically: a process that dies meanwhile leaves no file under its name."""
    log = Path(f"{path}-wal")
    if log.exists():
        raise UrlError(
            f"{path}: there is no such file, but its write-ahead log {log.name} is still there; put "
            "the database back beside it, or delete the log to begin a new house"
        )
    new = Path(f"{path}-new")
    for end in ("", "-journal"):
        Path(f"{new}{end}").unlink(missing_ok=True)
    # It will contain passwords and keys: only the owner may read the file.
    os.close(os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    connection = sqlite3.connect(new, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        fill(connection)
        connection.execute("COMMIT")
    finally:
        connection.close()
    new.rename(path)
    sync_folder(path.parent)


class WriterLock:
    """The exclusive right to write to a database, by whatever name the file was opened.

    A lock on a file beside the database is kept for older versions of this program and for systems
    without `flock`; it follows the name. The lock on the database itself follows the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._beside: sqlite3.Connection | None = None
        self._file: int | None = None
        self._mine: list[object] = []

    def _enter(self, what: object) -> None:
        """Register a file that this process writes to.

        Closing a file drops all POSIX locks of the process on it, including SQLite's. So a file that this
        process already writes to must not even be opened to find that out.
        """
        with _opening:
            if what in _OPEN:
                raise self._locked_error()
            _OPEN.add(what)
            self._mine.append(what)

    def lock_name(self) -> None:
        """Lock a file beside the database; readers do not look at it."""
        self._enter(self._path)
        beside = Path(f"{self._path}-lock")
        with suppress(FileExistsError):
            os.close(os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        beside.chmod(0o600)
        guard = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            guard.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            guard.close()
            raise self._locked_error() from error
        self._beside = guard

    def lock_file(self) -> None:
        """Lock the database file itself, before SQLite opens it."""
        status = self._path.stat()
        self._enter((status.st_dev, status.st_ino))
        self._file = os.open(self._path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise self._locked_error() from error

    def _locked_error(self) -> LockedError:
        return LockedError(
            f"{self._path}: another process is writing to this journal; stop it, or "
            "open the journal for reading only, or use PostgreSQL for several processes"
        )

    def release(self) -> None:
        """Release the lock after every connection was closed."""
        if self._file is not None:
            os.close(self._file)
        if self._beside is not None:
            self._beside.close()
        self._file = self._beside = None
        with _opening:
            _OPEN.difference_update(self._mine)
        self._mine = []
