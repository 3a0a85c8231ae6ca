"""The past of the tables: rounds, shoes and registers, read once and then kept up to date.

A finished round is shown to the players who had a wager in it and to staff. Cards that were never
turned up stay hidden from everybody except the player who controlled the box.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from houserules.core.codec import Data
from houserules.core.money import Cents
from houserules.floor.registers import REGISTERED_EVENTS, RegisterEntry, register_entry
from houserules.floor.rounds.find import Round, Step, TableRounds, steps_of
from houserules.floor.rounds.replay import replay_tables
from houserules.floor.store import Store
from houserules.floor.tables.settings import is_private, table_stream
from houserules.journal.records import Record
from houserules.table.state import Table

_CHUNK: Final = 2000  # records read at a time
_PRIVATE: Final = 100  # private tables whose past is remembered


@dataclass(slots=True)
class PastShoe:
    """A committed stack, and the position where its record was revealed."""

    commitment: str
    shuffled: int  # milliseconds
    first_round: int
    refill: bool  # the discards, shuffled within a round
    revealed: int | None = None  # position in the table's stream


@dataclass(slots=True)
class TableHistory:
    """The past of one table, up to the position followed so far."""

    rounds: TableRounds
    shoes: dict[str, PastShoe] = field(default_factory=dict)
    nets: dict[int, dict[str, Cents]] = field(default_factory=dict)
    entries: list[RegisterEntry] = field(default_factory=list)  # of all registers
    by_register: dict[str, list[RegisterEntry]] = field(default_factory=dict)
    face_down: set[int] = field(default_factory=set)  # rounds whose first cards were dealt so
    _down: bool = False
    _before_dealer: dict[int, dict[str, Cents]] = field(default_factory=dict)  # nets by round
    _wrong_payments: dict[int, int] = field(default_factory=dict)  # entry: round

    def follow(self, records: Iterable[Record]) -> None:
        """Follow further records."""
        for record in records:
            self.rounds.follow((record,))
            if take := _TAKES.get(record.name):
                take(self, record.payload, record)
            if register := REGISTERED_EVENTS.get(record.name):
                entry = register_entry(self.rounds.table, record)
                self.entries.append(entry)
                self.by_register.setdefault(register, []).append(entry)

    def _net(self, number: int) -> dict[str, Cents]:
        return self.nets.setdefault(number, defaultdict(int))

    def _bets_closed(self, data: Data, record: Record) -> None:
        number = self.rounds.number
        self.nets[number] = defaultdict(int)
        self._before_dealer.pop(number, None)
        self.face_down.discard(number)
        if self._down:
            self.face_down.add(number)

    def _bets_reopened(self, data: Data, record: Record) -> None:
        del self.nets[self.rounds.number + 1]
        self.face_down.discard(self.rounds.number + 1)

    def _on_settled(self, data: Data, record: Record) -> None:
        self.nets[self.rounds.number][data["player"]] += data["returned"] - data["stake"]

    def _dealers_turn(self, data: Data, record: Record) -> None:
        self._before_dealer[self.rounds.number] = dict(self.nets[self.rounds.number])

    def _round_back(self, data: Data, record: Record) -> None:
        """Take a round back to its first card, or to the dealer's turn."""
        number = self.rounds.put_right
        before = self._before_dealer.get(number, {}) if data["to"] > 1 else {}
        self.nets[number] = defaultdict(int, before)

    def _handed_back(self, data: Data, record: Record) -> None:
        self._net(self.rounds.put_right)[data["player"]] += data["amount"]

    def _taken_back(self, data: Data, record: Record) -> None:
        """Subtract what went back to the house, whether paid or still owed."""
        gone = data["amount"] + data.get("outstanding", 0)
        self._net(self.rounds.put_right)[data["player"]] -= gone

    def _wrong_payment(self, data: Data, record: Record) -> None:
        self._wrong_payments[data["entry"]] = data["round"]

    def _on_rectified(self, data: Data, record: Record) -> None:
        net = self._net(self._wrong_payments[data["entry"]])
        net[data["player"]] += data["amount"]

    def _on_annulled(self, data: Data, record: Record) -> None:
        if data["player"] is not None:
            net = self._net(self._wrong_payments[data["entry"]])
            net[data["player"]] -= data["amount"] + data["outstanding"]

    def _on_renamed(self, data: Data, record: Record) -> None:
        for nets in self.nets.values():
            if data["player"] in nets:
                nets[data["to"]] += nets.pop(data["player"])

    def _facing(self, data: Data, record: Record) -> None:
        self._down = data.get("facing") == "down"

    def _on_shuffled(self, data: Data, record: Record) -> None:
        if commitment := data.get("commitment"):
            shoe = PastShoe(
                commitment, record.time, self.rounds.number + 1, refill=not data["new_shoe"]
            )
            self.shoes[commitment] = shoe

    def _on_revealed(self, data: Data, record: Record) -> None:
        for commitment in data["commitments"]:
            self.shoes[commitment].revealed = record.position


_TAKES: Final = {
    "bets.closed": TableHistory._bets_closed,
    "bets.reopened": TableHistory._bets_reopened,
    "wager.settled": TableHistory._on_settled,
    "dealer.turn-began": TableHistory._dealers_turn,
    "round.taken-back": TableHistory._round_back,
    "wager.returned": TableHistory._handed_back,
    "winnings.taken-back": TableHistory._taken_back,
    "payment.taken-back": TableHistory._taken_back,
    "wager.forfeited": TableHistory._taken_back,
    "wrong-payment.entered": TableHistory._wrong_payment,
    "payment.rectified": TableHistory._on_rectified,
    "payment.annulled": TableHistory._on_annulled,
    "player.renamed": TableHistory._on_renamed,
    "facing.chosen": TableHistory._facing,
    "face-down.taken-back": TableHistory._facing,
    "cards.shuffled": TableHistory._on_shuffled,
    "shoe.revealed": TableHistory._on_revealed,
}


class History:
    """The past of all tables, read from the journal on request."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, TableHistory] = {}

    async def of(self, table: str) -> TableHistory:
        """Return the past of a table up to now."""
        known = self._known.pop(table, None) or TableHistory(TableRounds(table))
        self._known[table] = known  # least recently used first
        private = [table for table in self._known if is_private(table)]
        for name in private[:-_PRIVATE]:
            del self._known[name]
        while behind := await self._behind(table, known.rounds.position):
            # another caller may have followed some of them meanwhile
            known.follow(record for record in behind if record.position > known.rounds.position)
        return known

    async def _behind(self, table: str, position: int) -> list[Record]:
        journal, stream = self._store.journal, table_stream(table)
        return await self._store.call(lambda: list(journal.read(stream, position, _CHUNK)))

    async def steps(self, played: Round) -> tuple[Step, ...]:
        """Return the events of a round."""
        return await self._store.call(lambda: steps_of(self._store.journal, played))

    async def tables(self, played: Round, steps: tuple[Step, ...]) -> tuple[Table, ...]:
        """Return the table before a round, and after each of its events."""
        return await self._store.call(lambda: replay_tables(self._store.journal, played, steps))

    async def shoe_record(self, table: str, shoe: PastShoe) -> str | None:
        """Return the record of a finished shoe, for `houserules verify shoe`."""
        if shoe.revealed is None:
            return None
        record = (await self._behind(table, shoe.revealed - 1))[0]
        text: str = record.payload["record"]
        return text


def hidden_boxes(steps: Iterable[Step]) -> dict[int, str]:
    """Return the boxes whose cards were never turned up, with their controlling players."""
    controllers: dict[int, str] = {}
    for step in steps:
        if step.event.name == "bets.closed":
            controllers = dict(step.event.controllers)
        elif step.event.name == "cards.exposed":
            controllers.pop(step.event.box, None)
    return controllers


def hide(told: list[Data], hidden: dict[int, str], person: str) -> list[Data]:
    """Blank the cards of hidden boxes in the events shown to a person."""
    return [_blank(event) if _is_hidden(event, hidden, person) else event for event in told]


def _is_hidden(told: Data, hidden: dict[int, str], person: str) -> bool:
    is_card = told["name"] == "card.dealt"
    return is_card and told["box"] in hidden and hidden[told["box"]] != person


def _blank(told: dict[str, Any]) -> Data:
    return told | {"card": None, "total": None, "soft": None}
