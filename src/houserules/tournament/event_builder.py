"""What a command brings about: its events so far, and the tournament as they leave it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from json import loads

from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_tournament import Tournament
from houserules.rulebook.values import require_offered
from houserules.table.events import Event
from houserules.tournament.conditions.document import TournamentConditions
from houserules.tournament.conditions.reader import read_conditions
from houserules.tournament.state import TournamentState


@dataclass(slots=True)
class TournamentEvents:
    """Collect the events of one command; each is decided on the state that the last one left."""

    rules: Rulebook
    state: TournamentState
    evolve: Callable[[TournamentState, Event], TournamentState]
    events: list[Event] = field(default_factory=list)

    def emit(self, event: Event) -> None:
        self.events.append(event)
        self.state = self.evolve(self.state, event)

    @property
    def part(self) -> Tournament:
        """What the rulebook says about tournaments."""
        return require_offered(self.rules.tournament)

    @property
    def conditions(self) -> TournamentConditions:
        """The conditions of the tournament as they are now."""
        return conditions_of(self.state)


def conditions_of(state: TournamentState) -> TournamentConditions:
    """Return the conditions of a tournament, read from the document in its state."""
    return _read_text(state.document)


@lru_cache(maxsize=32)
def _read_text(document: str) -> TournamentConditions:
    return read_conditions(loads(document))
