"""One state of a table in JSON for many eyes: what is common is written once, what is theirs for each."""

import json
from typing import Any, Final

from houserules.core.people import Person
from houserules.floor.encoding import Data
from houserules.floor.running import Update
from houserules.floor.showing import Showing
from houserules.floor.standing import Standing
from houserules.floor.telling import OWN, told

_WRITE: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class SharedShowing(Showing):
    """A state whose open commands are those of the state before, if nothing at the table moved."""

    def __init__(self, standing: Standing, like: "SharedShowing | None") -> None:
        super().__init__(standing)
        same = like is not None and _decides_alike(like.standing, standing)
        self._found: dict[Person, list[Data]] = like._found if like and same else {}

    def legal(self, person: Person) -> list[Data]:
        """Give what this person may do now; the judge is asked once for many states."""
        found = self._found.get(person)
        if found is None:
            found = self._found[person] = super().legal(person)
        return found


def _decides_alike(one: Standing, other: Standing) -> bool:
    """Whether the same commands are open: who is ready or leaving opens and closes none."""
    return one.table is other.table and (one.locked, one.dealer) == (other.locked, other.dealer)


class Shown:
    """A table after an update; made when the first connection needs it."""

    __slots__ = ("_common", "_mine", "_showing", "_told", "before", "events", "standing", "waiting")

    def __init__(self, standing: Standing, events: tuple[Any, ...] = (), *, before: int) -> None:
        self.standing, self.events, self.before = standing, events, before
        self.waiting = 0  # connections that have not been sent it yet
        self._showing: SharedShowing | None = None
        self.forget()

    def begin(self, like: "Shown | None") -> None:
        """Make ready to be shown, with what can be taken over from the state before."""
        self._showing = SharedShowing(self.standing, like._showing if like else None)

    def forget(self) -> None:
        """Keep only what the rest can be made from again."""
        self._showing = None
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
            self._showing = SharedShowing(self.standing, None)
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
