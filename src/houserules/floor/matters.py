"""The disputes and wrong payments of a table, open or closed, read from its stream.

A running table keeps only the positions of their events, a few bytes each. The entries themselves are
folded from those records on request, so a table does not grow with everything that ever happened at it.
"""

from array import array
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from houserules.core.people import Moment
from houserules.floor.store import Store
from houserules.floor.stored_events import event_of
from houserules.floor.tables.settings import table_stream
from houserules.journal.protocol import Journal
from houserules.table.people.events import PlayerRenamed
from houserules.table.staff.events import DisputeRaised, NoticeGiven, WrongPaymentEntered
from houserules.table.staff.evolve import entry_named
from houserules.table.staff.register import DISPUTE_EVENTS, PAYMENT_EVENTS, StaffRegister

if TYPE_CHECKING:
    Integers = array[int]
else:
    Integers = array


def _integers() -> Integers:
    return array("q")


@dataclass(slots=True)
class Positions:
    """The positions of events by the number of the matter they are about, 16 bytes per event."""

    numbers: Integers = field(default_factory=_integers)
    positions: Integers = field(default_factory=_integers)

    def add(self, number: int, position: int) -> None:
        self.numbers.append(number)
        self.positions.append(position)

    def of(self, numbers: Iterable[int]) -> set[int]:
        """Return the positions of all events about these matters."""
        wanted = set(numbers)
        pairs = zip(self.numbers, self.positions, strict=True)
        return {position for number, position in pairs if number in wanted}


@dataclass(slots=True)
class MatterIndex:
    """The positions of a table's disputes and wrong payments in its stream.

    Wrong payments are numbered from 1: what is known of each is at its number, less one, in an array.
    """

    disputes: Positions = field(default_factory=Positions)
    disputes_of: dict[str, Integers] = field(default_factory=dict)  # numbers by player
    payments: Positions = field(default_factory=Positions)
    payment_rounds: Integers = field(default_factory=_integers)
    payment_times: Integers = field(default_factory=_integers)  # when the house became aware
    renames: Integers = field(default_factory=_integers)

    def copy(self) -> "MatterIndex":
        """Return an independent copy."""
        return deepcopy(self)

    def follow(self, events: Iterable[Any], first_position: int) -> None:
        """Index events, the first of which is at `first_position`."""
        for position, event in enumerate(events, start=first_position):
            if isinstance(event, DisputeRaised):
                self.disputes.add(event.dispute, position)
                self.disputes_of.setdefault(event.player, _integers()).append(event.dispute)
            elif isinstance(event, DISPUTE_EVENTS):
                self.disputes.add(event.dispute, position)
            elif isinstance(event, WrongPaymentEntered):
                self.payments.add(event.entry, position)
                self.payment_rounds.append(event.round)
                self.payment_times.append(event.at)
            elif isinstance(event, PAYMENT_EVENTS):
                self.payments.add(event.entry, position)
            elif isinstance(event, NoticeGiven) and (entry := entry_named(event)):
                if entry <= len(self.payment_times):
                    self.payments.add(entry, position)
            elif isinstance(event, PlayerRenamed):
                self.renames.append(position)
                if numbers := self.disputes_of.pop(event.player, None):
                    before = self.disputes_of.get(event.to, ())
                    self.disputes_of[event.to] = array("q", sorted({*before, *numbers}))


class Matters:
    """The disputes and wrong payments of one table, for pages and reports."""

    def __init__(self, store: Store, table: str, index: MatterIndex) -> None:
        self._store, self._table, self._index = store, table, index

    async def disputes_of(self, player: str) -> StaffRegister:
        """Return every dispute of a player, by number."""
        return await self._read(self._index.disputes.of(self._index.disputes_of.get(player, ())))

    async def payments(self, numbers: Iterable[int]) -> StaffRegister:
        """Return wrong payments by number."""
        return await self._read(self._index.payments.of(numbers))

    async def payments_found(self, begins: Moment, ends: Moment) -> StaffRegister:
        """Return the wrong payments that the house became aware of in a period."""
        times = enumerate(self._index.payment_times, start=1)
        return await self.payments([number for number, at in times if begins <= at < ends])

    async def payments_of(self, number: int) -> StaffRegister:
        """Return the wrong payments of one round."""
        rounds = enumerate(self._index.payment_rounds, start=1)
        return await self.payments([entry for entry, played in rounds if played == number])

    async def _read(self, positions: set[int]) -> StaffRegister:
        if not positions:
            return StaffRegister()
        every = sorted(positions.union(self._index.renames))
        journal = self._store.journal
        return await self._store.call(lambda: register_at(journal, self._table, every))


def register_at(journal: Journal, table: str, positions: Iterable[int]) -> StaffRegister:
    """Fold the records at these positions of a table's stream."""
    register = StaffRegister()
    for position in positions:
        for record in journal.read(table_stream(table), after=position - 1, limit=1):
            register.follow(event_of(record))
    return register
