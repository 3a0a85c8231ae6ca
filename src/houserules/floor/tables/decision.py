"""A command being decided at a table: the events so far, and the table after them."""

from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.floor.denial import Denied
from houserules.floor.events import ShoeRevealed
from houserules.floor.people.signed_in import Caller
from houserules.floor.tables.card_handler import CardHandler
from houserules.floor.tables.table import FloorTable, apply_events
from houserules.shoe.record_format import shoe_to_json
from houserules.table.commands import Command, StaffCommand
from houserules.table.judge import carry_out
from houserules.table.narrator.refusals import address_refusal
from houserules.table.staff.state import Recalled
from houserules.table.state import Table, changed

Answer = TypeVar("Answer")
Rejected = Refusal | Denied
SECOND: Final = 1000  # milliseconds
HOUSE: Final = "house"
"""Who stands in the journal for what the software does by itself."""


def address_answer(answer: Answer, command: Any, caller: Caller) -> Answer | Refusal:
    """Return the answer in words for the person who gave the command."""
    if isinstance(answer, Refusal):
        return address_refusal(answer, command, caller.person.name)
    return answer


def recall(table: Table, recalled: Recalled) -> Table:
    """Return the table with what was looked up in the journal for this command.

    It is used for the decision only; the events are applied to the table itself.
    """
    if recalled == Recalled():
        return table
    return changed(table, staff=changed(table.staff, recalled=recalled))


@dataclass(slots=True)
class Decision:
    """What a command has brought about so far; nothing counts until it is appended."""

    state: FloorTable
    handler: CardHandler
    at: int  # milliseconds
    recalled: Recalled = field(default_factory=Recalled)
    events: list[Any] = field(default_factory=list)

    @property
    def moment(self) -> Moment:
        """The time in whole seconds, as the rules use it."""
        return Moment(self.at // SECOND)

    def play(self, command: Command) -> Rejected | None:
        """Carry out a command of the game, with the card handler in step."""
        before = self.state.table
        outcome = carry_out(self.state.setting.rules, recall(before, self.recalled), command)
        if isinstance(outcome, Refusal):
            return outcome
        self.handler.follow(before, outcome[0])
        self.emit(*outcome[0])
        for record in self.handler.pop_revealed():
            commitments = tuple(segment.commitment for segment in record.segments)
            self.emit(ShoeRevealed(commitments, shoe_to_json(record)))
        return None

    def play_for_house(self, command: Command) -> None:
        """Carry out a step of the house's own dealer; a refusal would be a bug."""
        if isinstance(command, StaffCommand):
            command = replace(command, at=self.moment)
        no = self.play(command)
        assert no is None, f"{command} was refused: {no}"

    def emit(self, *events: Any) -> None:
        """Add an event."""
        self.events += events
        self.state = apply_events(self.state, events, at=self.at)

    def fork(self) -> "Decision":
        """Return a copy in which to try something."""
        return Decision(self.state, copy(self.handler), self.at, self.recalled, list(self.events))

    def adopt(self, tried: "Decision") -> None:
        """Continue from a copy that worked out."""
        self.state, self.handler, self.events = tried.state, tried.handler, tried.events
