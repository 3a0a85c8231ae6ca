"""A table's state as JSON for many viewers: the common part is written once, each person's own part for them."""

from typing import Any

import orjson

from houserules.core.codec import Data
from houserules.core.people import Person
from houserules.floor.tables.event_visibility import (
    OWN,
    SEALED,
    tables_after,
    visible_events,
)
from houserules.floor.tables.run import Update
from houserules.floor.tables.table import FloorTable
from houserules.floor.tables.view import SharedView
from houserules.table.state import Table


class _Written(SharedView):
    """A state in which what is a person's own is written once for all states that it stays the same in."""

    def __init__(self, state: FloorTable, like: "_Written | None") -> None:
        super().__init__(state, like)
        self._texts: dict[Person, tuple[Data, str]] = like._texts if like else {}

    def mine_text(self, person: Person) -> str:
        mine, known = self.mine(person), self._texts.get(person)
        if known is None or known[0] is not mine:
            known = self._texts[person] = (mine, _text(mine))
        return known[1]


class Shown:
    """A table after an update; made when the first connection needs it."""

    __slots__ = (
        "_common", "_event_texts", "_like", "_past", "_table_before", "_tables", "_waiting", "_written",
        "before", "events", "held", "state",
    )  # fmt: skip

    def __init__(self, state: FloorTable, events: tuple[Any, ...] = (), *, before: int) -> None:
        self.state, self.events, self.before = state, events, before
        self.held = False  # more may be gathered in it: not to be sent yet
        self._past = False
        self._waiting = 0  # connections that have not been sent it yet
        self._table_before: Table | None = None
        self.forget()

    @classmethod
    def of_update(cls, update: Update, last: "Shown") -> "Shown":
        """Return an update that more may be added to; of the state before it what is the same is used."""
        shown = cls(update.state, update.events, before=last.position)
        shown.held = True
        shown._like = last._written or last._like
        shown._table_before = last.state.table
        return shown

    def add(self, state: FloorTable, events: tuple[Any, ...]) -> None:
        """Let what has happened since be told together with it."""
        self.state, self.events = state, self.events + events

    def wait(self) -> None:
        """One more connection is to be sent it."""
        self._waiting += 1

    def leave(self) -> None:
        """One connection less is to be sent it."""
        self._waiting -= 1
        self._forget_if_done()

    def pass_by(self) -> None:
        """Another state has come after it."""
        self._past = True
        self._forget_if_done()

    def _forget_if_done(self) -> None:
        if self._past and not self._waiting:
            self.forget()

    def forget(self) -> None:
        """Keep only what the rest can be made from again."""
        self._written: _Written | None = None
        self._like: _Written | None = None
        self._common: str | None = None
        self._event_texts: dict[Person | None, str] = {}
        self._tables: tuple[Table | None, ...] | None = None

    @property
    def position(self) -> int:
        """Where the table's stream stands."""
        return self.state.position

    @property
    def has_face_down(self) -> bool:
        """Whether cards lie face down: what is told then is told of this state and of no later one."""
        return self.state.table.has_face_down

    def snapshot_for(self, person: Person, *, now: int) -> str:
        """Return the whole table as a message."""
        return (
            f'{{"type":"snapshot","position":{self.position},"now":{now},{self.parts_for(person)}}}'
        )

    def update_for(self, person: Person, *, now: int) -> str:
        """Return what has happened, and the table after it, as a message."""
        return (
            f'{{"type":"update","from":{self.before},"position":{self.position},"now":{now},'
            f'"events":{self._events(person)},{self.parts_for(person)}}}'
        )

    def parts_for(self, person: Person) -> str:
        """Return the table as a person may see it, as members of an object."""
        if self._common is None:
            self._common = _text(self._view().common)
        return f'"table":{self._common},"mine":{self._view().mine_text(person)}'

    def _view(self) -> _Written:
        if self._written is None:
            self._written, self._like = _Written(self.state, self._like), None
        return self._written

    def _events(self, person: Person) -> str:
        """Most events are told to all players alike: they are written once."""
        whom = person if self._has_own_events(person) else None
        text = self._event_texts.get(whom)
        if text is None:
            visible = visible_events(self.events, self.state, whom, tables=self._tables_after())
            text = self._event_texts[whom] = _text(visible)
        return text

    def _tables_after(self) -> tuple[Table | None, ...]:
        """Return the table after each event: a sentence may need more than its event says.

        None where the table before is not known, or not the one right before these events.
        """
        if self._tables is None:
            table, events = self._table_before, self.events
            if table is None or self.position - self.before != len(events):
                self._tables = (None,) * len(events)
            else:
                self._tables = tuple(tables_after(table, events))
        return self._tables

    def _has_own_events(self, person: Person) -> bool:
        return (
            person.role != "player"
            or self._view().has_face_down
            or any(event.name in OWN or event.name in SEALED for event in self.events)
        )


def _text(data: Data | list[Data]) -> str:
    """Write data as JSON, ten times as fast as Python's own encoder does."""
    return orjson.dumps(data).decode()
