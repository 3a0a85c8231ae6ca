"""Everything that an inspector asks of a journal: that nothing was altered, and that money adds up."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from houserules.floor.counting import miscounted
from houserules.floor.reckoning import Reckoning, Wrong, account_streams
from houserules.journal.checkpoints import Checkpoint
from houserules.journal.findings import Report
from houserules.journal.protocol import Journal
from houserules.journal.verifying import verify

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Inspection:
    """What was checked, and everything that is wrong."""

    report: Report
    accounts: int
    tables: int
    wrong: tuple[Wrong, ...]  # about money

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.report.ok and not self.wrong


def inspect(
    journal: Journal,
    checkpoints: Iterable[Checkpoint] = (),
    *,
    public_key: str | None = None,
    progress: Progress | None = None,
) -> Inspection:
    """Check every record and chain, the checkpoints, every transfer and every table's chips."""
    report = verify(journal, checkpoints, public_key=public_key, progress=progress)
    reckoning = Reckoning()
    with journal.snapshot() as snapshot:
        reckoning.follow(snapshot.rows())
        wrong = reckoning.close()
        if report.ok:  # what was altered is named already; what follows from it helps nobody
            wrong += tuple(miscounted(snapshot, reckoning))
    accounts = sum(1 for _ in account_streams(reckoning))  # a table without money has none
    return Inspection(report, accounts, len(reckoning.tables), wrong)
