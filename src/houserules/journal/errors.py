"""Errors and findings of journals, in words for the operator."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias


class JournalError(Exception):
    """A problem with a journal; the message says what is wrong and what to do."""


class PayloadError(JournalError, ValueError):
    """A record, name or value that cannot be stored."""


class UrlError(JournalError, ValueError):
    """A malformed journal URL."""


class LockedError(JournalError):
    """Another process is writing to this journal."""


class ReadOnlyError(JournalError):
    """The journal was opened for reading."""


class ClosedError(JournalError):
    """The journal or its committer has been closed."""


class SchemaError(JournalError):
    """The database was written by a newer version of this program, or by another program."""


class BusyError(JournalError):
    """Too many batches are queued; nothing was written."""


class UnavailableError(JournalError):
    """The store cannot be reached or written to; nothing was written."""


class UnknownOutcomeError(UnavailableError):
    """The connection was lost during the commit: the batch was written as a whole or not at all."""


class CheckpointError(JournalError, ValueError):
    """The text is not a checkpoint of a journal."""


class KeyFileError(JournalError, ValueError):
    """A key cannot be read; the message says why."""


class SignerError(JournalError):
    """The key that signs cannot be used, or is not the one that the journal names."""


class CheckpointStoreError(JournalError):
    """A place where checkpoints are kept cannot be reached or used."""


class BackupError(JournalError):
    """A backup cannot be made or restored."""


class BackupDamagedError(BackupError):
    """A backup is not as it was made: changed, cut off, missing or out of order."""


class ShortJournalError(JournalError):
    """The journal is shorter than a checkpoint of it, or another one."""


class ArchiveError(JournalError):
    """A file that is not an archive of this journal, or a folder in which one is missing."""


# Findings of a check.


Kind: TypeAlias = Literal[
    "changed",  # the record is not what was written
    "missing",  # records between others are gone
    "inserted",  # the record was never appended
    "swapped",  # records are in each other's places
    "truncated",  # records at the end are gone
    "dropped",  # a whole stream is gone
    "head",  # the records are right, but the store's head row is not
    "batch",  # a batch does not match its records or its order
    "checkpoint",  # not the journal that the checkpoint was signed for
    "signature",  # the checkpoint itself cannot be trusted
    "vault",  # a value in the vault was changed
    "store",  # the database itself cannot be read
]
FINDINGS_MOST: Final = 1_000


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with a journal, and where, as precisely as possible."""

    kind: Kind
    stream: str | None
    position: int | None
    detail: str
    count: int = 1  # how many records it is about

    def as_data(self) -> dict[str, str | int | None]:
        """Return the finding as commands print it in JSON."""
        return {name: getattr(self, name) for name in ("kind", "stream", "position", "detail")}

    def __str__(self) -> str:
        where = "journal" if self.stream is None else self.stream
        at = "" if self.position is None else f" {self.position}"
        return f"{where}{at}: {self.kind}: {self.detail}"


@dataclass(frozen=True, slots=True)
class Report:
    """How much was checked, and what was found."""

    journal: str
    records: int
    streams: int
    batches: int
    checkpoints: int
    findings: tuple[Finding, ...]
    left_off: int = 0  # further findings that are not listed
    proved_batch: int | None = None  # of the newest checkpoint that the journal matches

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


class DamagedError(JournalError):
    """The journal is not as it was written; no checkpoint is signed."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        shown = "; ".join(map(str, findings[:3]))
        count = "1 finding" if len(findings) == 1 else f"{len(findings)} findings"
        super().__init__(f"the journal is damaged, {count}: {shown}")
        self.findings = findings
