"""The disputes and wrong payments of a table, open or closed, read from its stream.

A running table keeps only the positions of their events, a few bytes each. The entries themselves are
folded from those records on request, so a table does not grow with everything that ever happened at it.
"""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from houserules.core.people import Moment
from houserules.floor.store import Store
from houserules.floor.stored_events import read_event
from houserules.floor.tables.settings import table_stream
from houserules.journal.protocol import Journal
from houserules.table.people.events import PlayerRenamed
from houserules.table.staff import events as e
from houserules.table.staff.evolve import entry_named
from houserules.table.staff.register import DISPUTE_EVENTS, PAYMENT_EVENTS, StaffRegister


def _positions() -> "array[int]":
    return array("q")


@dataclass(slots=True)
class MatterIndex:
    """The positions of a table's disputes and wrong payments in its stream."""

    disputes: dict[int, "array[int]"] = field(default_factory=dict)
    payments: dict[int, "array[int]"] = field(default_factory=dict)
    disputes_of: dict[str, list[int]] = field(default_factory=dict)  # by player
    payments_of: dict[int, list[int]] = field(default_factory=dict)  # by round
    found: dict[int, Moment] = field(default_factory=dict)  # when the house became aware of each
    renames: "array[int]" = field(default_factory=_positions)

    def follow(self, events: Iterable[Any], first_position: int) -> None:
        """Index events; the first one is at `position`."""
        for position, event in enumerate(events, start=first_position):
            if isinstance(event, e.DisputeRaised):
                self.disputes[event.dispute] = array("q", (position,))
                self.disputes_of.setdefault(event.player, []).append(event.dispute)
            elif isinstance(event, DISPUTE_EVENTS):
                self.disputes[event.dispute].append(position)
            elif isinstance(event, e.WrongPaymentEntered):
                self.payments[event.entry] = array("q", (position,))
                self.payments_of.setdefault(event.round, []).append(event.entry)
                self.found[event.entry] = event.at
            elif isinstance(event, PAYMENT_EVENTS):
                self.payments[event.entry].append(position)
            elif isinstance(event, e.NoticeGiven) and (entry := entry_named(event)):
                if entry in self.payments:
                    self.payments[entry].append(position)
            elif isinstance(event, PlayerRenamed):
                self.renames.append(position)
                if numbers := self.disputes_of.pop(event.player, None):
                    mine = self.disputes_of.setdefault(event.to, [])
                    mine[:] = sorted({*mine, *numbers})


class Matters:
    """The disputes and wrong payments of one table, for pages and reports."""

    def __init__(self, store: Store, table: str, index: MatterIndex) -> None:
        self._store, self._table, self._index = store, table, index

    async def disputes_of(self, player: str) -> StaffRegister:
        """Return every dispute of a player, by number."""
        numbers = self._index.disputes_of.get(player, ())
        return await self._read([self._index.disputes[number] for number in numbers])

    async def payments(self, numbers: Iterable[int]) -> StaffRegister:
        """Return wrong payments by number."""
        index = self._index.payments
        return await self._read([index[number] for number in numbers if number in index])

    async def payments_found(self, begins: Moment, ends: Moment) -> StaffRegister:
        """Return the wrong payments that the house became aware of in a period."""
        discovered = self._index.found.items()
        return await self.payments([number for number, at in discovered if begins <= at < ends])

    async def payments_of(self, number: int) -> StaffRegister:
        """Return the wrong payments of one round."""
        return await self.payments(self._index.payments_of.get(number, ()))

    async def _read(self, parts: list["array[int]"]) -> StaffRegister:
        if not parts:
            return StaffRegister()
        positions = sorted(
            {*self._index.renames, *(position for part in parts for position in part)}
        )
        journal = self._store.journal
        return await self._store.call(lambda: register_at(journal, self._table, positions))


def register_at(journal: Journal, table: str, positions: Iterable[int]) -> StaffRegister:
    """Fold the records at these positions of a table's stream."""
    register = StaffRegister()
    for position in positions:
        for record in journal.read(table_stream(table), after=position - 1, limit=1):
            register.follow(read_event(record.name, record.version, record.payload))
    return register
