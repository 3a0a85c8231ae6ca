"""What goes wrong with a journal, in words for whoever runs it."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias


class JournalError(Exception):
    """Something about a journal that its user has to know; the message says what and what to do."""


class PayloadError(JournalError, ValueError):
    """A record, a name or a value that no journal stores."""


class UrlError(JournalError, ValueError):
    """The text does not say where a journal is."""


class LockedError(JournalError):
    """Another process is writing to this journal."""


class ReadOnlyError(JournalError):
    """The journal was opened for reading."""


class ClosedError(JournalError):
    """The journal or its committer has been closed."""


class SchemaError(JournalError):
    """The database was written by a newer version of this program, or by another program."""


class BusyError(JournalError):
    """More batches wait for the store than it can take; nothing was written."""


class UnavailableError(JournalError):
    """The store cannot be reached or will not write; nothing was written."""


class UnknownOutcomeError(UnavailableError):
    """The store went away while it was committing: the batch is written as a whole or not at all."""


class CheckpointError(JournalError, ValueError):
    """The text is not a checkpoint of a journal."""


class UnknownEventError(JournalError):
    """A stored record has a name that nobody here knows."""


class NewerVersionError(JournalError):
    """A stored record has a newer version than anybody here knows."""


# What a check of a journal finds, and where.


Kind: TypeAlias = Literal[
    "changed",  # the record is not what was written
    "missing",  # records between others are gone
    "inserted",  # the record was never appended
    "swapped",  # records have exchanged places
    "truncated",  # records at the end are gone
    "dropped",  # a whole stream is gone
    "head",  # the records are right, but not what the store says about their end
    "batch",  # what was written together, or in which order, does not fit
    "checkpoint",  # the journal is not the one that was signed for
    "signature",  # the checkpoint itself cannot be trusted
    "vault",  # a value beside the records is not what was kept
    "store",  # the database itself cannot be read
]
FINDINGS_MOST: Final = 1_000


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with a journal, and where: as precisely as can be said."""

    kind: Kind
    stream: str | None
    position: int | None
    detail: str
    count: int = 1  # how many records it is about

    def __str__(self) -> str:
        """Return the finding as one line."""
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

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


class DamagedError(JournalError):
    """A journal that is not as it was written; nothing is signed over it."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        shown = "; ".join(map(str, findings[:3]))
        count = "1 finding" if len(findings) == 1 else f"{len(findings)} findings"
        super().__init__(f"the journal is damaged, {count}: {shown}")
        self.findings = findings
