"""Lock streams that do not verify, so that nothing is decided on altered records."""

from collections.abc import Callable, Iterable
from typing import Final

from houserules.floor.denial import Denied
from houserules.floor.tables.shoe_vault import SHOE, STACK
from houserules.journal.errors import DamagedError, Finding

REMEDY: Final = "Run houserules verify journal, restore the last backup that verifies, and start the server again."
DamageError = DamagedError
"""What reading raises, for those who know no journal."""
_TABLES: Final = "table/"
_OF_TABLES: Final = (f"vault/{SHOE}", f"vault/{STACK}")


class Damage:
    """The damage found since the server started, and the streams that it locks."""

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], Finding] = {}
        self._listeners: list[Callable[[Finding], None]] = []

    def listen(self, callback: Callable[[Finding], None]) -> None:
        """Call back once for every new finding."""
        self._listeners.append(callback)

    def note(self, findings: Iterable[Finding]) -> None:
        """Lock the streams that findings are about."""
        for finding in findings:
            where = (
                finding.stream,
                finding.position,
                finding.detail if finding.position is None else None,
            )
            if where not in self._found:
                self._found[where] = finding
                for callback in self._listeners:
                    callback(finding)

    def all(self) -> tuple[Finding, ...]:
        """Return all findings, in the order in which they were made."""
        return tuple(self._found.values())

    def of(self, stream: str) -> Finding | None:
        """Return the finding that locks a stream; None: it is not locked."""
        return next(
            (finding for finding in self._found.values() if locked_stream(finding) == stream), None
        )

    def of_house(self) -> Finding | None:
        """Return a finding that cannot be traced to a stream; None: there is none."""
        return next((finding for finding in self._found.values() if finding.stream is None), None)


def locked_stream(finding: Finding) -> str | None:
    """Return the stream that a finding locks; a shoe in the vault locks its table."""
    if finding.kind == "vault" and finding.stream in _OF_TABLES:
        return _TABLES + finding.detail.partition(":")[0].partition("/")[0]
    return finding.stream


def alert_text(finding: Finding) -> str:
    """Say what is locked and what to do, for the pit and the log."""
    stream = locked_stream(finding)
    kind, _, name = (stream or "").partition("/")
    what = {
        "table": f"Table {name} is locked",
        "wallet": f"The money of {name} is locked",
        "person": f"The account of {name} is locked",
        "vault": f"A secret of the house ({name}) is locked",
        "": "The cashier is closed",
    }.get(kind, f"{stream} is locked")
    return f"{what}: the journal does not verify ({finding}). {REMEDY}"


def damage_denial(finding: Finding) -> Denied:
    """Deny what would be decided on damaged records."""
    stream = locked_stream(finding)
    what = {"table": "This table", "wallet": "This wallet", "person": "This account"}.get(
        (stream or "").partition("/")[0], "This"
    )
    return Denied(
        "record.damaged",
        f"{what} is locked: its records do not verify. Tell a manager; the pit says what to do.",
    )


def denial_of(error: DamagedError) -> Denied:
    """Deny a request that ran into damaged records."""
    return damage_denial(error.findings[0])
