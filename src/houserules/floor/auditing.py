"""Stored rounds decided again under their own rulebook, command by command on the stored table.

What is found at one command does not carry over to the next: each is decided on the table as the stored
events have left it.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Final

from houserules.core.refusal import Refusal
from houserules.floor.audit_shoes import Shoes
from houserules.floor.causes import cause, is_order
from houserules.floor.differences import Difference, differences
from houserules.floor.happenings import HAPPENINGS, FloatMoved, ShoeRevealed, TableSetUp
from houserules.floor.round_records import OF_A_ROUND
from houserules.floor.stored import read
from houserules.journal.chain import Row
from houserules.rulebook.schema import Rulebook
from houserules.table import commands as c
from houserules.table.events import BetsClosed, Event, SideWagerWithdrawn, WagerWithdrawn
from houserules.table.evolve import evolve
from houserules.table.judge import carry_out
from houserules.table.sign.events import WagersKept
from houserules.table.state import Table, changed

_BROUGHT_ABOUT: Final = frozenset(OF_A_ROUND) - {WagerWithdrawn, SideWagerWithdrawn, WagersKept}
"""What only follows from a command of the round, or from an order of staff."""


@dataclass(slots=True)
class Auditor:
    """Goes through the stream of one table; `found` has every difference so far."""

    table: str
    since: int = 0  # milliseconds: earlier records are only followed
    rules: Rulebook | None = None  # None: those that the table was set up with
    state: Table = field(default_factory=Table)
    rounds: int = 0  # decided again
    commands: Counter[str] = field(default_factory=Counter)  # decided again, by name
    passed: int = 0  # events that no command of the round brought about
    found: list[Difference] = field(default_factory=list)
    shoes: Shoes = field(default_factory=Shoes)

    def follow(self, rows: Iterable[Row]) -> Iterator[int]:
        """Go on behind the records that were followed before; gives the position reached."""
        for _, together in groupby(rows, key=lambda row: row.batch):
            batch = list(together)
            try:
                self._take(batch)
            except Exception as error:  # a forged event may break the table in any way
                detail = f"it cannot be played on from here: {error!r}"
                self._find(batch[0].position, batch[0].time, Difference(detail=detail))
                return
            yield batch[-1].position

    def _take(self, batch: list[Row]) -> None:
        events = [read(row.name, row.version, json.loads(row.payload)) for row in batch]
        at, ordered = 0, batch[0].time < self.since
        while at < len(events):
            event, row = events[at], batch[at]
            ordered = ordered or is_order(event) or self.state.mishap is not None
            command = None if ordered or self.rules is None else self._cause(events[at:])
            if command is None:
                if not ordered and type(event) in _BROUGHT_ABOUT:
                    stray = differences([event], ())
                    self._find(row.position, row.time, next(stray)[1])
                self._pass(event, row)
                at += 1
            else:
                at += self._decide(command, events[at:], batch[at:])

    def _cause(self, events: list[Any]) -> c.Command | None:
        if type(events[0]) in HAPPENINGS:
            return None
        assert self.rules is not None
        return cause(self.rules, self.state, events)

    def _pass(self, event: Any, row: Row) -> None:
        """Take an event as it stands; what a shoe reveals is checked."""
        self.passed += row.time >= self.since
        if isinstance(event, TableSetUp):
            self.rules = self.rules or event.setting.rules
        elif isinstance(event, ShoeRevealed) and row.time >= self.since:
            for detail in self.shoes.revealed(event):
                self._find(row.position, row.time, Difference(detail=detail))
        self._step(event)

    def _step(self, event: Any) -> None:
        if isinstance(event, FloatMoved):
            self.state = changed(self.state, float_tray=self.state.float_tray + event.amount)
        elif type(event) not in HAPPENINGS:
            self.shoes.follow(event, irregular=is_order(event))
            self.state = evolve(self.state, event)

    def _decide(self, command: c.Command, events: list[Any], rows: list[Row]) -> int:
        """Decide a command again; gives how many of the stored events it accounts for."""
        assert self.rules is not None
        self.commands[type(command).__name__] += 1
        self.rounds += isinstance(command, c.CloseBets)
        decided = self._decided(command)
        count = len(decided) if not isinstance(decided, Refusal) else 0
        if not isinstance(decided, Refusal) and list(decided) == events[:count]:
            for event in events[:count]:
                self._step(event)
            return count
        number = self.state.rounds + any(isinstance(each, BetsClosed) for each in events)
        stored = self._segment(events, () if isinstance(decided, Refusal) else decided)
        for place, difference in differences(stored, decided):
            row = rows[min(place, len(stored) - 1)]
            self._find(row.position, row.time, difference, number)
        return len(stored)

    def _decided(self, command: c.Command) -> tuple[Event, ...] | Refusal:
        """Decide as the table would now; a wager that only lay there too late counts as found."""
        assert self.rules is not None
        outcome = carry_out(self.rules, self.state, command)
        if isinstance(outcome, Refusal) and isinstance(command, c.PlaceWager):
            late = carry_out(self.rules, self.state, replace(command, found=True))
            outcome = outcome if isinstance(late, Refusal) else late
        return outcome if isinstance(outcome, Refusal) else outcome[0]

    def _segment(self, events: list[Any], decided: tuple[Event, ...]) -> list[Any]:
        """Give the stored events of the first command: up to where something else begins."""
        kinds = {*OF_A_ROUND, *map(type, decided)}
        for count, event in enumerate(events):
            other = is_order(event) or type(event) not in kinds
            if count and (other or self._cause(events[count:]) is not None):
                return events[:count]
            self._step(event)
        return events

    def _find(
        self, position: int, at: int, difference: Difference, number: int | None = None
    ) -> None:
        place = {"table": self.table, "position": position, "at": at}
        number = number or self.state.rounds or None
        self.found.append(replace(difference, **place, round=number))  # type: ignore[arg-type]
