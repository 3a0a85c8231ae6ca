"""Decide what is stored of a desk again, batch by batch: tournaments and promotions, each in its stream."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, ClassVar, Generic

from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.floor.desk import Known
from houserules.floor.rounds.differences import EventDifference, differences
from houserules.floor.tables.decision import SECOND
from houserules.journal.chain import RecordRow
from houserules.rulebook.schema import Rulebook
from houserules.table.events import Event

Decided = tuple[Event, ...] | Refusal


@dataclass(slots=True)
class DeskAuditor(ABC, Generic[Known]):
    """Goes through the stream of one tournament or promotion; `found` has every difference so far."""

    prefix: ClassVar[str]  # of its stream, such as "tournament/"
    name: str
    since: int = 0  # milliseconds: earlier records are only followed
    known: Known | None = None
    commands: Counter[str] = field(default_factory=Counter)  # decided again, by their first event
    found: list[EventDifference] = field(default_factory=list)
    last: RecordRow | None = None
    is_whole: bool = True  # it could be followed so far

    @property
    def table(self) -> str:
        """What an audit calls it."""
        return f"{self.prefix}{self.name}"

    @property
    @abstractmethod
    def rules(self) -> Rulebook | None:
        """The rulebook; None before it is known."""

    @abstractmethod
    def _read(self, row: RecordRow) -> Any:
        """Read a stored event."""

    @abstractmethod
    def _begin(self, setting: Any) -> Known:
        """Return what a stream with nothing but its setting leads to."""

    @abstractmethod
    def _after(self, known: Known, events: Sequence[Any]) -> Known:
        """Return what further events lead to."""

    @abstractmethod
    def _decide_again(self, known: Known, events: list[Any], at: Moment) -> Iterator[Decided]:
        """Yield what the commands that can have brought about a batch would bring about now."""

    def _check(self, known: Known, event: Any, row: RecordRow) -> None:  # most need none
        """Compare an event with what is stored elsewhere."""

    @property
    def wrong(self) -> list[EventDifference]:
        """The differences; no reading about these streams has changed since any was stored."""
        return self.found

    def follow(self, rows: Iterable[RecordRow]) -> Iterator[int]:
        """Follow further records; yields the position reached."""
        for _, together in groupby(rows, key=lambda row: row.batch):
            batch = list(together)
            try:
                self._take(batch)
            except Exception as error:  # a forged event may break the stream in any way
                detail = f"it cannot be replayed from here: {error!r}"
                self._find(batch[0], EventDifference(detail=detail))
                self.is_whole = False
                return
            self.last = batch[-1]
            yield batch[-1].position

    def _take(self, batch: list[RecordRow]) -> None:
        events = [self._read(row) for row in batch]
        if self.known is None:
            self.known, batch = self._begin(events.pop(0)), batch[1:]
        if events and batch[0].time >= self.since:
            self._decide(self.known, events, batch)
        self.known = self._after(self.known, events)

    def _decide(self, known: Known, events: list[Any], rows: list[RecordRow]) -> None:
        self.commands[events[0].name] += 1
        at = Moment(rows[0].time // SECOND)
        outcomes = list(self._decide_again(known, events, at))
        if not any(not isinstance(each, Refusal) and [*each] == events for each in outcomes):
            self._compare(events, rows, outcomes)
        for event, row in zip(events, rows, strict=True):
            self._check(known, event, row)

    def _compare(self, events: list[Any], rows: list[RecordRow], outcomes: list[Decided]) -> None:
        """Report what differs from what the likeliest command would bring about."""
        likeliest = next((each for each in outcomes if not isinstance(each, Refusal)), None)
        if likeliest is None and not outcomes:
            detail = f"{events[0].name} is stored, and no command brings it about by itself"
            self._find(rows[0], EventDifference(detail, events[0]))
            return
        for place, difference in differences(events, likeliest or outcomes[0]):
            self._find(rows[min(place, len(rows) - 1)], difference)

    def _find(self, row: RecordRow, difference: EventDifference) -> None:
        where = {"table": self.table, "position": row.position, "at": row.time}
        self.found.append(replace(difference, **where))  # type: ignore[arg-type]
