"""A folder of archives as a journal that can be read: unpacked into a database of its own for as long as it is open."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from houserules.journal.archives import Archive, read_batches, read_folder
from houserules.journal.chain import JournalEnd
from houserules.journal.errors import ArchiveError, ReadOnlyError
from houserules.journal.sqlite import SqliteDatabase, SqliteJournal, write_rows


class ArchiveJournal(SqliteJournal):
    """The journal that archives were made of, up to the end of the last one; without a vault."""

    def __init__(self, folder: Path, *, read_only: bool) -> None:
        if not read_only:
            raise ReadOnlyError(f"{folder}: archives are for reading only")
        archives = read_folder(folder)
        if not archives:
            raise ArchiveError(f"{folder}: there is no archive in it")
        self.archives: tuple[Archive, ...] = tuple(archives)
        self._scratch = TemporaryDirectory(prefix="houserules-archive-")
        try:
            file = Path(self._scratch.name, "journal.db")
            _unpack(archives, file)
            super().__init__(file, read_only=True)
        except BaseException:
            self._scratch.cleanup()
            raise

    def _let_go(self) -> None:
        super()._let_go()
        self._scratch.cleanup()


def _unpack(archives: Sequence[Archive], file: Path) -> None:
    """Write the records of archives into a new database."""
    database, last = SqliteDatabase(file, read_only=False), archives[-1].checkpoint
    try:
        with database.writing() as connection:
            for archive in archives:
                for batch, rows in read_batches(archive):
                    write_rows(connection, rows, [batch], {})
            end = JournalEnd(last.records, last.batch, bytes.fromhex(last.hash))
            write_rows(connection, [], [], last.places())
            connection.execute(
                "UPDATE journal SET id = ?, serial = ?, batch = ?, hash = ?", (last.journal, *end)
            )
    finally:
        database.close()
