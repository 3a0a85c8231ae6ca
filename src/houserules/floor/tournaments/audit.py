"""Decide a stored tournament again, and compare its results with those that its tables announced."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.floor.desk_audit import Decided, DeskAuditor
from houserules.floor.rounds.differences import EventDifference
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
from houserules.tournament.causes import decided_again
from houserules.tournament.conditions.reader import read_conditions
from houserules.tournament.events import TournamentDrafted
from houserules.tournament.evolve import evolve
from houserules.tournament.play.events import ResultRecorded
from houserules.tournament.state import PlayerResult, TournamentState

Results = Mapping[str, tuple[PlayerResult, ...]]
"""The results that tables announced, by the name of the session."""


@dataclass(slots=True)
class TournamentAuditor(DeskAuditor[FloorTournament]):
    """Goes through the stream of one tournament."""

    prefix: ClassVar[str] = STREAMS
    at_tables: Results = field(default_factory=dict)

    @property
    def rules(self) -> Rulebook | None:
        """The rulebook of the tournament."""
        return None if self.known is None or not self.known.state.document else self.known.rules

    def _read(self, row: RecordRow) -> Any:
        return read_record(row)

    def _begin(self, setting: Any) -> FloorTournament:
        assert isinstance(setting, TournamentSetUp), "it does not begin with its setting"
        return FloorTournament(setting)

    def _after(self, known: FloorTournament, events: Sequence[Any]) -> FloorTournament:
        return after_events(known, events)

    def _decide_again(
        self, known: FloorTournament, events: list[Any], at: Moment
    ) -> Iterator[Decided]:
        drafts = [event for event in events if isinstance(event, TournamentDrafted)]
        rules = read_conditions(drafts[0].conditions).rules if drafts else known.rules
        if _comes_of_commands(rules, known.state, events, at):
            yield tuple(events)
        else:
            yield from decided_again(rules, known.state, events, at)

    def _check(self, known: FloorTournament, event: Any, row: RecordRow) -> None:
        """Compare a result with the one that the table of the session announced."""
        if not isinstance(event, ResultRecorded):
            return
        announced = self.at_tables.get(session_name(self.name, event.session))
        if announced is None or announced == event.results:
            return
        detail = f"the result of session {event.session} is not the one that its table announced"
        self._find(row, EventDifference(detail, event))


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
