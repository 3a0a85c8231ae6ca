"""One state of a table in JSON for many eyes: what is common is written once, what is theirs for each."""

import json
from typing import Any, Final

from houserules.core.people import Person
from houserules.floor.running import Update
from houserules.floor.showing import Showing
from houserules.floor.standing import Standing
from houserules.floor.telling import OWN, told

_WRITE: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class Shown:
    """A table after an update; made when the first connection needs it."""

    __slots__ = ("_common", "_mine", "_showing", "_told", "before", "events", "standing")

    def __init__(self, standing: Standing, events: tuple[Any, ...] = (), *, before: int) -> None:
        self.standing, self.events, self.before = standing, events, before
        self.forget()

    def forget(self) -> None:
        """Keep only what the rest can be made from again."""
        self._showing: Showing | None = None
        self._common: str | None = None
        self._mine: dict[Person, str] = {}
        self._told: dict[Person | None, str] = {}

    @property
    def position(self) -> int:
        """Where the table's stream stands."""
        return self.standing.position

    def snapshot_for(self, person: Person, *, now: int) -> str:
        """Give the whole table as a message."""
        return (
            f'{{"type":"snapshot","position":{self.position},"now":{now},{self.parts_for(person)}}}'
        )

    def update_for(self, person: Person, *, now: int) -> str:
        """Give what has happened, and the table after it, as a message."""
        return (
            f'{{"type":"update","from":{self.before},"position":{self.position},"now":{now},'
            f'"events":{self._events(person)},{self.parts_for(person)}}}'
        )

    def parts_for(self, person: Person) -> str:
        """Give the table as a person may see it, as members of an object."""
        if self._showing is None:
            self._showing = Showing(self.standing)
        if self._common is None:
            self._common = _WRITE(self._showing.common)
        mine = self._mine.get(person)
        if mine is None:
            mine = self._mine[person] = _WRITE(self._showing.mine(person))
        return f'"table":{self._common},"mine":{mine}'

    def _events(self, person: Person) -> str:
        """Most events are told to all players alike: they are written once."""
        whom = person if self._is_told_apart(person) else None
        said = self._told.get(whom)
        if said is None:
            said = self._told[whom] = _WRITE(told(self.events, self.standing, whom))
        return said

    def _is_told_apart(self, person: Person) -> bool:
        if person.role != "player" or any(e.name in OWN for e in self.events):
            return True
        return any(hand.face_down for _, _, hand in self.standing.table.hands())


def of_update(update: Update, before: int) -> Shown:
    """Give an update to be shown."""
    return Shown(update.standing, update.events, before=before)
