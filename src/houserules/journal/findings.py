"""What a check of a journal finds, and where."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from houserules.journal.errors import JournalError

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
        """Give the finding as one line."""
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
        super().__init__(f"the journal is damaged, {len(findings)} findings: {shown}")
        self.findings = findings
