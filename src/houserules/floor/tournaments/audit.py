"""Decide a stored tournament again, batch by batch, and compare its results with those of its tables."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.floor.rounds.differences import EventDifference, differences
from houserules.floor.tables.decision import SECOND
from houserules.floor.tournaments.sessions import session_name
from houserules.floor.tournaments.stream import (
    STREAMS,
    FloorTournament,
    TournamentSetUp,
    after_events,
    read_record,
)
from houserules.journal.chain import RecordRow
from houserules.rulebook.schema import Rulebook
from houserules.tournament.causes import Decided, decided_again
from houserules.tournament.conditions.reader import read_conditions
from houserules.tournament.events import TournamentDrafted
from houserules.tournament.evolve import evolve
from houserules.tournament.play.events import ResultRecorded
from houserules.tournament.state import PlayerResult, TournamentState

Results = Mapping[str, tuple[PlayerResult, ...]]
"""The results that tables announced, by the name of the session."""


@dataclass(slots=True)
class TournamentAuditor:
    """Goes through the stream of one tournament; `found` has every difference so far."""

    tournament: str
    at_tables: Results = field(default_factory=dict)
    since: int = 0  # milliseconds: earlier records are only followed
    known: FloorTournament | None = None
    commands: Counter[str] = field(default_factory=Counter)  # decided again, by their first event
    found: list[EventDifference] = field(default_factory=list)

    @property
    def table(self) -> str:
        """What an audit calls it."""
        return f"{STREAMS}{self.tournament}"

    @property
    def rules(self) -> Rulebook | None:
        """The rulebook of the tournament."""
        return None if self.known is None or not self.known.state.document else self.known.rules

    @property
    def wrong(self) -> list[EventDifference]:
        """The differences; no reading about tournaments has changed since any was stored."""
        return self.found

    def follow(self, rows: Iterable[RecordRow]) -> Iterator[int]:
        """Follow further records; yields the position reached."""
        for _, together in groupby(rows, key=lambda row: row.batch):
            batch = list(together)
            try:
                self._take(batch)
            except Exception as error:  # a forged event may break the tournament in any way
                detail = f"it cannot be replayed from here: {error!r}"
                self._find(batch[0], EventDifference(detail=detail))
                return
            yield batch[-1].position

    def _take(self, batch: list[RecordRow]) -> None:
        events = [read_record(row) for row in batch]
        if self.known is None:
            setting = events.pop(0)
            assert isinstance(setting, TournamentSetUp), "it does not begin with its setting"
            self.known, batch = FloorTournament(setting), batch[1:]
        if events and batch[0].time >= self.since:
            self._decide(self.known, events, batch)
        self.known = after_events(self.known, events)

    def _decide(self, known: FloorTournament, events: list[Any], rows: list[RecordRow]) -> None:
        self.commands[events[0].name] += 1
        drafts = [event for event in events if isinstance(event, TournamentDrafted)]
        rules = read_conditions(drafts[0].conditions).rules if drafts else known.rules
        at = Moment(rows[0].time // SECOND)
        if not _comes_of_commands(rules, known.state, events, at):
            self._compare(events, rows, list(decided_again(rules, known.state, events, at)))
        for event, row in zip(events, rows, strict=True):
            if isinstance(event, ResultRecorded):
                self._compare_with_table(event, row)

    def _compare(self, events: list[Any], rows: list[RecordRow], outcomes: list[Decided]) -> None:
        """Report what differs from what the likeliest command would bring about."""
        likeliest = next((each for each in outcomes if not isinstance(each, Refusal)), None)
        if likeliest is None and not outcomes:
            detail = f"{events[0].name} is stored, and no command brings it about by itself"
            self._find(rows[0], EventDifference(detail, events[0]))
            return
        for place, difference in differences(events, likeliest or outcomes[0]):
            self._find(rows[min(place, len(rows) - 1)], difference)

    def _compare_with_table(self, event: ResultRecorded, row: RecordRow) -> None:
        announced = self.at_tables.get(session_name(self.tournament, event.session))
        if announced is None or announced == event.results:
            return
        detail = f"the result of session {event.session} is not the one that its table announced"
        self._find(row, EventDifference(detail, event))

    def _find(self, row: RecordRow, difference: EventDifference) -> None:
        where = {"table": self.table, "position": row.position, "at": row.time}
        self.found.append(replace(difference, **where))  # type: ignore[arg-type]


def _comes_of_commands(
    rules: Rulebook, state: TournamentState, events: list[Any], at: Moment
) -> bool:
    """Whether commands bring exactly these events about: one, or several one after the other.

    A practice tournament is set up from its draft to closed entries in one batch.
    """
    at = next((event.at for event in events if hasattr(event, "at")), at)
    while events:
        step = _first_step(rules, state, events, at)
        if not step:
            return False
        for event in step:
            state = evolve(state, event)
        events = events[len(step) :]
    return True


def _first_step(
    rules: Rulebook, state: TournamentState, events: list[Any], at: Moment
) -> tuple[Any, ...]:
    """Return what one command brings about of these events, from the first on: all, or what it can."""
    for told in (events, events[:1]):
        for outcome in decided_again(rules, state, told, at):
            if not isinstance(outcome, Refusal) and [*outcome] == events[: len(outcome)]:
                return outcome
    return ()
