"""What does not verify is locked: nobody decides by a record or a value that was changed."""

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
    """Everything that was found damaged since the server was started, and what is locked by it."""

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], Finding] = {}
        self._listeners: list[Callable[[Finding], None]] = []

    def listen(self, callback: Callable[[Finding], None]) -> None:
        """Tell a callback of everything that is found from now on, once."""
        self._listeners.append(callback)

    def note(self, findings: Iterable[Finding]) -> None:
        """Lock what findings are about."""
        for each in findings:
            where = (each.stream, each.position, each.detail if each.position is None else None)
            if where not in self._found:
                self._found[where] = each
                for callback in self._listeners:
                    callback(each)

    def all(self) -> tuple[Finding, ...]:
        """Return everything that was found, in the order in which it was found."""
        return tuple(self._found.values())

    def of(self, stream: str) -> Finding | None:
        """Return why a stream is locked; None: it is not."""
        return next((each for each in self._found.values() if locked_stream(each) == stream), None)

    def of_house(self) -> Finding | None:
        """Return what is damaged without a trace of which stream it was; None: nothing is."""
        return next((each for each in self._found.values() if each.stream is None), None)


def locked_stream(finding: Finding) -> str | None:
    """Return the stream that is locked by a finding; the shoe in the vault belongs to its table."""
    if finding.kind == "vault" and finding.stream in _OF_TABLES:
        return _TABLES + finding.detail.partition(":")[0].partition("/")[0]
    return finding.stream


def alert_text(finding: Finding) -> str:
    """Say to those who look after the house what is locked, and what to do."""
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
    """Refuse what would be decided by damaged records."""
    stream = locked_stream(finding)
    what = {"table": "This table", "wallet": "This wallet", "person": "This account"}.get(
        (stream or "").partition("/")[0], "This"
    )
    return Denied(
        "record.damaged",
        f"{what} is locked: its records do not verify. Tell a manager; the pit says what to do.",
    )


def denial_of(error: DamagedError) -> Denied:
    """Refuse what ran into damage while it was being read."""
    return damage_denial(error.findings[0])
