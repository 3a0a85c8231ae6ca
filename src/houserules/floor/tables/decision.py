"""A command being decided at a table of the floor: the events so far, and the table after them."""

from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final

from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.floor.denial import Denied
from houserules.floor.events import ShoeRevealed
from houserules.floor.tables.card_handler import House
from houserules.floor.tables.table import Standing, after
from houserules.shoe.record_format import shoe_to_json
from houserules.table.commands import Command, StaffCommand
from houserules.table.judge import carry_out

No = Refusal | Denied
SECOND: Final = 1000  # milliseconds
HOUSE: Final = "house"
"""Who stands in the journal for what the software does by itself."""


@dataclass(slots=True)
class Work:
    """What one command has brought about so far; nothing of it counts before it is appended."""

    standing: Standing
    house: House
    at: int  # milliseconds
    events: list[Any] = field(default_factory=list)

    @property
    def moment(self) -> Moment:
        """The hour as the rules compute it."""
        return Moment(self.at // SECOND)

    def play(self, command: Command) -> No | None:
        """Put a command to the table, and keep the house in step."""
        before = self.standing.table
        outcome = carry_out(self.standing.setting.rules, before, command)
        if isinstance(outcome, Refusal):
            return outcome
        self.house.follow(before, outcome[0])
        self.emit(*outcome[0])
        self._reveal()
        return None

    def play_for_house(self, command: Command) -> None:
        """Do what the house's own dealer does; that it is refused would be a bug."""
        if isinstance(command, StaffCommand):
            command = replace(command, at=self.moment)
        no = self.play(command)
        assert no is None, f"{command} was refused: {no}"

    def emit(self, *events: Any) -> None:
        """Let something happen."""
        self.events += events
        self.standing = after(self.standing, events, at=self.at)

    def fork(self) -> "Work":
        """Return the same work to try something in."""
        return Work(self.standing, copy(self.house), self.at, list(self.events))

    def adopt(self, tried: "Work") -> None:
        """Go on from what was tried."""
        self.standing, self.house, self.events = tried.standing, tried.house, tried.events

    def _reveal(self) -> None:
        """Reveal the shoes that are over."""
        for record in self.house.revealed():
            commitments = tuple(segment.commitment for segment in record.segments)
            self.emit(ShoeRevealed(commitments, shoe_to_json(record)))
