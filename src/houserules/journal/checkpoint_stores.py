"""Where checkpoints are kept, away from the database that they are about: a folder, a database, an address.

Whoever can cut off the end of a journal must not also be able to take back what was said about that end.
"""

import logging
import os
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import quote, urlsplit

from houserules.journal.checkpoints import Checkpoint
from houserules.journal.durable_files import write_durably
from houserules.journal.errors import CheckpointError, CheckpointStoreError, JournalError
from houserules.journal.records import Append, Batch, NewRecord, Put
from houserules.journal.url import open_journal

TOKEN: Final = "HOUSERULES_CHECKPOINT_TOKEN"
"""The environment variable with the bearer token for HTTP addresses."""
_log: Final = logging.getLogger("houserules.journal")


class CheckpointStore(Protocol):
    """A place where checkpoints are kept. Every call may block."""

    @property
    def name(self) -> str:
        """The place as people may see it, without any password."""

    def keep(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint durably; raises CheckpointStoreError."""

    def kept(self, journal: str) -> Iterator[Checkpoint]:
        """Return the checkpoints of a journal, newest first; raises CheckpointStoreError."""


def open_checkpoint_store(where: str) -> CheckpointStore:
    """Return the store at a folder, database URL or HTTP address; nothing is opened yet."""
    scheme = where.partition(":")[0]
    if scheme in ("http", "https"):
        return HttpStore(where)
    if scheme in ("sqlite", "postgresql", "postgres"):
        return JournalStore(where)
    if not where or "://" in where:
        raise CheckpointStoreError(
            f"{where!r}: checkpoints are kept in a folder, a database (sqlite:///FILE or "
            "postgresql://USER@HOST/NAME) or at an address (https://HOST/PATH)"
        )
    return FolderStore(Path(where))


_KEPT: Final = 60
"""So many of the newest files stay; of older ones, the last of each day."""


@dataclass(frozen=True, slots=True)
class FolderStore:
    """A folder with one file per checkpoint; several journals may share it."""

    folder: Path

    @property
    def name(self) -> str:
        """The folder."""
        return str(self.folder)

    def keep(self, checkpoint: Checkpoint) -> None:
        """Write a file, and delete what has become superfluous."""
        when = datetime.fromtimestamp(checkpoint.time / 1000, UTC).strftime("%Y%m%dT%H%M%S.%fZ")
        name = f"{_prefix(checkpoint.journal)}{when}-{checkpoint.batch}.json"
        try:
            self.folder.mkdir(exist_ok=True)  # not its parents: a disk may not be mounted
            write_durably(self.folder / name, f"{checkpoint.text()}\n".encode())
            self._thin_out(checkpoint.journal)
        except OSError as error:
            raise CheckpointStoreError(f"{self.folder}: {error.strerror}") from error

    def _thin_out(self, journal: str) -> None:
        older = self._files(journal)[_KEPT:]
        day = slice(len(_prefix(journal)), len(_prefix(journal)) + len("20261118"))
        for _, files in groupby(older, key=lambda file: file.name[day]):
            for file in list(files)[1:]:
                file.unlink(missing_ok=True)

    def _files(self, journal: str) -> list[Path]:
        return sorted(self.folder.glob(f"{_prefix(journal)}*.json"), reverse=True)

    def kept(self, journal: str) -> Iterator[Checkpoint]:
        """Read file after file; one that is no checkpoint is reported in the log."""
        if not self.folder.parent.is_dir():
            raise CheckpointStoreError(f"{self.folder}: there is no folder {self.folder.parent}")
        for file in self._files(journal):
            try:
                yield Checkpoint.read(file.read_text("utf-8"))
            except (CheckpointError, UnicodeDecodeError):
                _log.warning("%s is not a checkpoint of a journal", file)
            except OSError as error:
                raise CheckpointStoreError(f"{file}: {error.strerror}") from error


def _prefix(journal: str) -> str:
    return f"checkpoint-{journal[:12]}-"


RECORD: Final = "checkpoint.kept"
KIND: Final = "kept-checkpoint"
STREAMS: Final = "checkpoints/"


@dataclass(frozen=True, slots=True)
class JournalStore:
    """A second database: a journal with one stream for each journal whose checkpoints it keeps.

    Each checkpoint leaves a record with its hash; the newest is in the vault in full.
    """

    url: str

    @property
    def name(self) -> str:
        """The database without its password."""
        password = urlsplit(self.url).password
        return self.url.replace(f":{password}@", ":...@", 1) if password else self.url

    def keep(self, checkpoint: Checkpoint) -> None:
        """Append a record, and replace the newest checkpoint in the same commit."""
        about = {
            **{"batch": checkpoint.batch, "records": checkpoint.records, "hash": checkpoint.hash},
            **{"time": checkpoint.time, "digest": checkpoint.digest()},
        }
        stream = f"{STREAMS}{checkpoint.journal}"
        batch = Batch(
            (Append(stream, None, (NewRecord(RECORD, 1, about),)),),
            actor="house",
            time=checkpoint.time,
            puts=(Put(KIND, checkpoint.journal, checkpoint.text().encode()),),
        )
        try:
            with open_journal(self.url) as journal:
                if journal.id == checkpoint.journal:
                    raise CheckpointStoreError(
                        f"{self.name}: this is the database that the checkpoint is about; name another"
                    )
                journal.append(batch)
        except CheckpointStoreError:
            raise
        except JournalError as error:
            raise CheckpointStoreError(f"{self.name}: {error}") from error

    def kept(self, journal: str) -> Iterator[Checkpoint]:
        """Return the newest."""
        try:
            with open_journal(self.url, read_only=True) as opened:
                text = opened.vault.get(KIND, journal)
            if text is not None:
                yield Checkpoint.read(text.decode())
        except (JournalError, UnicodeDecodeError) as error:
            raise CheckpointStoreError(f"{self.name}: {error}") from error


_PATIENCE: Final = 10.0
_ANSWER_MOST: Final = 256 << 20


@dataclass(frozen=True, slots=True)
class HttpStore:
    """An address: POST keeps a checkpoint, GET with ?journal=ID returns the newest (404: none)."""

    address: str

    @property
    def name(self) -> str:
        """The address without what may be secret in it."""
        parts = urlsplit(self.address)
        return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()

    def keep(self, checkpoint: Checkpoint) -> None:
        """Post it as JSON."""
        self._ask(self.address, checkpoint.text().encode())

    def kept(self, journal: str) -> Iterator[Checkpoint]:
        """Get the newest."""
        sign = "&" if urlsplit(self.address).query else "?"
        text = self._ask(f"{self.address}{sign}journal={quote(journal)}", None)
        if text is not None:
            try:
                yield Checkpoint.read(text.decode())
            except (CheckpointError, UnicodeDecodeError) as error:
                raise CheckpointStoreError(f"{self.name}: {error}") from error

    def _ask(self, url: str, body: bytes | None) -> bytes | None:
        headers = {"Accept": "application/json", "Content-Type": "application/json"}
        if token := os.environ.get(TOKEN):
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(url, data=body, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
                text: bytes = answer.read(_ANSWER_MOST)
        except urllib.error.HTTPError as error:
            error.close()
            if body is None and error.code == 404:
                return None
            raise CheckpointStoreError(f"{self.name}: status {error.code}") from error
        except (OSError, ValueError) as error:
            raise CheckpointStoreError(f"{self.name}: {error}") from error
        return text
