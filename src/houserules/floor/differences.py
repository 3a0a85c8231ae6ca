"""What differs between stored events and the same command decided again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from houserules.core.money import dollars
from houserules.core.refusal import Clause, Refusal
from houserules.floor.encoding import Data, to_data
from houserules.table.events import WagerSettled


@dataclass(frozen=True, slots=True)
class Difference:
    """Where stored and decided again part: an event each, or None where one has nothing."""

    detail: str
    stored: Any = None
    decided: Any = None
    table: str = ""
    round: int | None = None
    position: int = 0
    at: int = 0

    @property
    def clause(self) -> Clause | None:
        """The clause that the rulebook names for it now; else the one that was stored."""
        now = getattr(self.decided, "clause", None)
        return now or getattr(self.stored, "clause", None)

    def as_data(self) -> Data:
        """Give it as data."""
        return {
            "table": self.table,
            "round": self.round,
            "position": self.position,
            "time": self.at,
            "clause": self.clause,
            "detail": self.detail,
            "stored": _named(self.stored),
            "decided": _named(self.decided),
        }


def _named(event: Any) -> Data | None:
    if event is None:
        return None
    return {"name": getattr(event, "name", "refused"), **to_data(event)}


def differences(
    stored: Sequence[Any], decided: Sequence[Any] | Refusal
) -> Iterator[tuple[int, Difference]]:
    """Give each difference with its place among the stored events."""
    if isinstance(decided, Refusal):
        said = f"{_words(stored[0])} is stored; it would be refused: {decided.detail}"
        yield 0, Difference(said, stored[0], decided)
        return
    left = list(decided)
    unmatched = [(place, each) for place, each in enumerate(stored) if not _taken(left, each)]
    for place, event in unmatched:
        other = next((each for each in left if _about(each) == _about(event)), None)
        if other is not None:
            left.remove(other)
        yield place, Difference(_between(event, other), event, other)
    for event in left:
        yield len(stored), Difference(_between(None, event), None, event)


def _taken(left: list[Any], event: Any) -> bool:
    """Take an equal event out of those left; False: there is none."""
    if event in left:
        left.remove(event)
        return True
    return False


def _about(event: Any) -> tuple[Any, ...]:
    """What an event is about, whatever it says of it."""
    return (type(event), *(getattr(event, key, None) for key in ("box", "hand", "player", "wager")))


def _between(stored: Any, decided: Any) -> str:
    if decided is None:
        return f"{_words(stored)} is stored; it does not happen by the rulebook"
    if stored is None:
        return f"{_words(decided)} happens by the rulebook; it is not stored"
    return f"{_words(stored)} is stored; by the rulebook it is {_words(decided, shortly=True)}"


def _words(event: Any, *, shortly: bool = False) -> str:
    if isinstance(event, WagerSettled):
        odds = f" at {event.odds}" if event.odds else ""
        result = f"{event.result}{odds}, ${dollars(event.returned)} returned ({event.clause})"
        if shortly:
            return result
        where = "" if event.box is None else f" on box {event.box}"
        where += "" if event.hand is None else f", hand {event.hand}"
        return f"{event.player}'s {event.wager} of ${dollars(event.stake)}{where}: {result}"
    said = ", ".join(f"{key} {value}" for key, value in to_data(event).items() if value is not None)
    return said if shortly else f"{event.name} ({said})" if said else event.name
