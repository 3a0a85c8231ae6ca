"""Write a journal as long as wanted: real play at tables of all four games, with a real chain.

Each table plays a visit once: somebody sits down with chips, plays a number of rounds and leaves with what
is left. Steps of the game only say what happened, so the same visit can follow itself as often as wanted:
the rounds, the chips and the cards add up as if people had played it all. What is not repeated is the
deciding, which takes most of the time of real play. Rows are hashed as the journal hashes them and written
to SQLite directly; PostgreSQL would get the same rows.
"""

import asyncio
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from houserules.core.codec import to_data
from houserules.core.people import Moment
from houserules.core.state_codec import StateCodec
from houserules.floor.commands import BeReady, GetUp, TakeSeat
from houserules.floor.inspection import KIND as CHECKPOINT
from houserules.floor.inspection import LAST, RECONCILIATION
from houserules.floor.money.accounts import (
    Balance,
    MoneyMoved,
    issue_of,
    stream_of,
    table_account,
    wallet_of,
)
from houserules.floor.signing import house_signer
from houserules.floor.startup import practice_table
from houserules.floor.store import Store
from houserules.floor.stored_events import stored_form
from houserules.floor.tables.card_handler import (
    SeedEntropy,
    VirtualCardHandler,
    card_handler_of,
)
from houserules.floor.tables.decide import DecidedCommand, decide
from houserules.floor.tables.settings import table_stream
from houserules.floor.tables.shoe_vault import SHOE, STACK, KeptShoe, stack_to_bytes
from houserules.floor.tables.snapshot import TABLE_STATES, table_snapshot
from houserules.floor.tables.stream import load, set_up, stack_key
from houserules.floor.tables.table import FloorTable, apply_events
from houserules.journal.canonical import quote
from houserules.journal.chain import (
    BATCH_COLUMNS,
    ROW_COLUMNS,
    BatchRow,
    JournalEnd,
    RecordRow,
    StreamEnd,
    batch_hash,
    record_hash,
    stream_start,
)
from houserules.journal.checkpoints import Checkpoint
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.journal.records import Append, Batch, NewRecord
from houserules.journal.signers import Signer
from houserules.journal.sqlite import SqliteJournal
from houserules.rulebook.loader import RULEBOOKS
from houserules.table.cards.commands import CutCards
from houserules.table.cards.events import CardsShuffled
from houserules.table.commands import Decline, PlaceWager, Stand
from houserules.table.events import ChipsBrought, ChipsTaken
from houserules.table.legal import legal
from houserules.table.people.state import PlayerCard

START: Final = 1_794_000_000_000
_STEP: Final = 20  # milliseconds from one batch to the next
_CHIPS: Final = 1_000_00
_WAGER: Final = 25_00
_GRANTED: Final = 100 * _CHIPS
_GROUP: Final = 200_000  # records per transaction
_TABLES: Final = 12

Entries = list[tuple[str, NewRecord]]
"""The records of a batch, each with its stream."""


@dataclass
class Visit:
    """What is written for one table: its opening, and one visit of a player that can be repeated."""

    table: str
    player: str
    opening: Entries
    batches: list[Entries] = field(default_factory=list)
    won: int = 0
    won_before: int = 0  # in the opening
    handler: VirtualCardHandler | None = None

    @property
    def records(self) -> int:
        """How many records a visit has."""
        return sum(map(len, self.batches))


def play_visit(table: str, game: str, player: str) -> Visit:
    """Play a visit in which the player does not lose, so that the wallet never runs dry."""
    for seed in range(1_000):
        visit = _play(table, game, player, f"{table} {seed}")
        if visit.won >= 0:
            return visit
    raise AssertionError(f"{table}: no luck")


def _play(table: str, game: str, player: str, seed: str) -> Visit:
    """Play two visits: the first brings the table to where every later one begins and ends.

    The player leaves after the first round of a new shoe, so every visit replaces all cards.
    """
    setting = practice_table(table, game)
    handler = card_handler_of(setting, SeedEntropy(seed))
    assert isinstance(handler, VirtualCardHandler)
    events = set_up(setting, handler, by="Max", at=START)
    state = apply_events(FloorTable(setting), events, at=START)
    visit = Visit(
        table, player, [(table_stream(table), NewRecord(*stored_form(e))) for e in events]
    )
    for _ in range(2):
        visit.opening += [entry for batch in visit.batches for entry in batch]
        visit.won_before, visit.won, visit.batches = visit.won, 0, []
        since: int | None = None  # rounds before the new shoe
        is_gone = False
        while not is_gone:
            leaves = since is not None and state.table.rounds > since
            decided = decide(state, handler, _next(state, player, leaves=leaves), at=START)
            assert isinstance(decided, DecidedCommand), decided
            state, handler = decided.state, decided.handler  # type: ignore[assignment]
            visit.batches.append([*_entries(visit, table, decided.events)])
            if any(map(_is_new_shoe, decided.events)):
                since = state.table.rounds
            is_gone = state.table.patron(player) is None
    visit.handler = handler
    return visit


def _is_new_shoe(event: Any) -> bool:
    return isinstance(event, CardsShuffled) and event.new_shoe


def _next(state: FloorTable, player: str, *, leaves: bool) -> Any:
    """Return what the player does next."""
    table = state.table
    if table.patron(player) is None:
        return TakeSeat(player, 1, _CHIPS, PlayerCard(f"practice {player}", player))
    mine = [each.command for each in legal(state.setting.rules, table) if each.who == player]
    if cut := [each for each in mine if isinstance(each, CutCards)]:
        return cut[0]
    if table.phase == "over" or (table.phase == "betting" and not table.boxes):
        return GetUp(player) if leaves else PlaceWager(player, 1, _WAGER, seated=True)
    if table.awaiting is not None:
        return Decline(player, table.awaiting.box)
    if table.phase in ("betting", "offers"):
        return BeReady(player)
    return next((each for each in mine if isinstance(each, Stand)), mine[0])


def _entries(visit: Visit, table: str, events: Iterable[Any]) -> Iterator[tuple[str, NewRecord]]:
    """Yield the records of a command: the table's events, and the wallet's end of transfers."""
    here, wallet = table_account(table), wallet_of(visit.player)
    for event in events:
        yield table_stream(table), NewRecord(*stored_form(event))
        match event:
            case ChipsBrought(amount=amount):
                visit.won -= amount
                ends, why = (wallet, here), "brought to the table"
            case ChipsTaken(amount=amount):
                visit.won += amount
                ends, why = (here, wallet), "taken from the table"
            case _:
                continue
        yield stream_of(wallet), _moved(amount, *ends, why, visit.player)


def _moved(amount: int, source: str, to: str, why: str, by: str) -> NewRecord:
    moved = MoneyMoved("practice", amount, source, to, why, by, Moment(START // 1000))
    return NewRecord(moved.name, 1, to_data(moved))


@dataclass(frozen=True)
class Plan:
    """The order of everything that is written: so many turns, in each a visit at every table."""

    visits: tuple[Visit, ...]
    turns: int
    begun: int  # batches before the first visit

    @property
    def records(self) -> int:
        """How many records the visits have."""
        return self.turns * sum(visit.records for visit in self.visits)

    @property
    def per_turn(self) -> int:
        """Batches per turn."""
        return sum(len(visit.batches) for visit in self.visits)

    def time(self, visit: int, turn: int, batch: int) -> int:
        """Return the time of a batch of a table's visit."""
        before = sum(len(each.batches) for each in self.visits[:visit])
        return START + _STEP * (self.begun + turn * self.per_turn + before + batch + 1)


@dataclass(frozen=True)
class _Template:
    """What is the same about a record whenever it is written."""

    stream: str
    name: str
    version: int
    payload: str
    actor: str
    parts: tuple[str, str, str, str, str]  # of what is hashed, around what is not the same

    @staticmethod
    def of(stream: str, entry: NewRecord, actor: str) -> "_Template":
        """Take the hashed text apart where the numbers of a record stand in it."""
        row = RecordRow(
            0, stream, 0, entry.name, entry.version, entry.text, actor, 0, "0", 0, b"", b""
        )
        parts = (
            f'houserules/record-1\n{{"actor":{quote(actor)},"batch":',
            ',"command_id":"',
            f'","name":{quote(entry.name)},"payload":{entry.text},"position":',
            ',"previous":"',
            f'","stream":{quote(stream)},"time":',
        )
        template = _Template(stream, entry.name, entry.version, entry.text, actor, parts)
        assert sha256(template.text(0, 0, "", 0)).digest() == record_hash(row)
        return template

    def text(self, number: int, position: int, previous: str, time: int) -> bytes:
        """Return what is hashed of a record."""
        one, two, three, four, five = self.parts
        end = f'{time},"version":{self.version}}}'
        return f"{one}{number}{two}{number}{three}{position}{four}{previous}{five}{end}".encode()


class _Writer:
    """Hashes records into the chain of a journal, and writes them to its file.

    It does what the journal does, in a way that suits many equal records: five times as fast.
    """

    def __init__(self, path: Path, journal: str) -> None:
        self._journal = journal
        self._database = sqlite3.connect(path, isolation_level=None)
        for pragma in ("synchronous = OFF", "cache_size = -400000"):
            self._database.execute(f"PRAGMA {pragma}")
        end = self._database.execute("SELECT serial, batch, hash FROM journal").fetchone()
        heads = self._database.execute("SELECT stream, position, hash FROM heads")
        self.end = JournalEnd(*end)
        self.heads = {stream: StreamEnd(*place) for stream, *place in heads}
        self._rows: list[tuple[object, ...]] = []
        self._batches: list[BatchRow] = []

    def write(self, templates: Sequence[_Template], *, time: int) -> None:
        """Add a batch."""
        number, first = self.end.batch + 1, self.end.serial + 1
        id_, heads, hashes, serial = str(number), self.heads, [], first
        for each in templates:
            stream = each.stream
            place = heads.get(stream) or stream_start(self._journal, stream)
            position, previous = place[0] + 1, place[1]
            hashed = sha256(each.text(number, position, previous.hex(), time)).digest()
            heads[stream] = StreamEnd(position, hashed)
            hashes.append(hashed)
            said = (each.name, each.version, each.payload, each.actor, time, id_, number)
            self._rows.append((serial, stream, position, *said, previous, hashed))
            serial += 1
        actor = templates[0].actor
        batch = BatchRow(number, actor, id_, time, first, len(templates), b"")
        bound = batch_hash(batch, self.end.hash, hashes)
        self.end = JournalEnd(serial - 1, number, bound)
        self._batches.append(batch._replace(hash=bound))
        if len(self._rows) >= _GROUP:
            self.flush()

    def flush(self) -> None:
        """Write what is waiting."""
        run = self._database.execute
        run("BEGIN")
        records = f"INSERT INTO records ({ROW_COLUMNS}) VALUES ({'?, ' * 11}?)"
        self._database.executemany(records, self._rows)
        batches = f"INSERT INTO batches ({BATCH_COLUMNS}) VALUES ({'?, ' * 7}?)"
        self._database.executemany(batches, self._batches)
        heads = [(name, *place) for name, place in self.heads.items()]
        self._database.executemany("INSERT OR REPLACE INTO heads VALUES (?, ?, ?)", heads)
        run("UPDATE journal SET serial = ?, batch = ?, hash = ?", self.end)
        run("COMMIT")
        self._rows.clear()
        self._batches.clear()

    def close(self) -> None:
        self.flush()
        self._database.close()


def plan_of(records: int) -> Plan:
    """Plan a history of at least so many records; the same plan every time."""
    visits = tuple(
        play_visit(f"t{number}", game, f"Guest {number}")
        for number, game in zip(range(1, _TABLES + 1), cycle(RULEBOOKS), strict=False)
    )
    turns = -(-records // sum(visit.records for visit in visits))
    return Plan(visits, turns, begun=1 + 2 * len(visits))


def write_history(path: Path, plan: Plan) -> None:
    """Write a history to a new file, with a checkpoint and snapshots at its end."""
    with SqliteJournal(path) as journal:
        signer = house_signer(journal, at=START)
        for visit in plan.visits:
            _keep_cards(journal, visit)
        with closing(_Writer(path, journal.id)) as writer:
            _write(writer, plan)
        _keep_checkpoint(journal, signer, writer, plan)
    asyncio.run(keep_snapshots(path, plan))


def _write(writer: _Writer, plan: Plan) -> None:
    for visit in plan.visits:
        for opening in opening_batches(visit):
            writer.write(_templates(opening, visit), time=START)
    repeated = [[_templates(batch, visit) for batch in visit.batches] for visit in plan.visits]
    for turn in range(plan.turns):
        for number, batches in enumerate(repeated):
            begins = plan.time(number, turn, 0)
            for index, batch in enumerate(batches):
                writer.write(batch, time=begins + _STEP * index)


def _templates(entries: Entries, visit: Visit) -> list[_Template]:
    return [_Template.of(stream, entry, visit.player) for stream, entry in entries]


def opening_batches(visit: Visit) -> tuple[Entries, Entries]:
    """Return what comes before the visits at a table: money for the player, and its opening."""
    issue, wallet = issue_of("practice"), wallet_of(visit.player)
    grant = _moved(_GRANTED, issue, wallet, "test", visit.player)
    return [(stream_of(end), grant) for end in (issue, wallet)], visit.opening


def _keep_cards(journal: Journal, visit: Visit) -> None:
    """Put the cards into the vault as the last visit leaves them."""
    handler = visit.handler
    assert handler is not None
    kept = KeptShoe(1, handler.shoe, handler.salt)
    journal.vault.store(SHOE, visit.table, kept.to_bytes())
    for segment in handler.recording.segments:
        key = stack_key(visit.table, segment.commitment)
        journal.vault.store(STACK, key, stack_to_bytes(segment.stack, segment.salt))


def _keep_checkpoint(journal: Journal, signer: Signer, writer: _Writer, plan: Plan) -> None:
    """Sign where the journal ends, as it was written; `verify` checks all of it."""
    heads = {stream: (end.position, end.hash.hex()) for stream, end in sorted(writer.heads.items())}
    end = writer.end
    place = (START, end.serial, end.batch, end.hash.hex())
    unsigned = Checkpoint(journal.id, *place, heads, None, signer.public_key, "")
    made = replace(unsigned, signature=signer.sign(unsigned.signed_bytes()).hex())
    accounts = {issue_of("practice"): {"practice": -_GRANTED * len(plan.visits)}}
    for visit in plan.visits:
        won = visit.won_before + plan.turns * visit.won
        accounts[wallet_of(visit.player)] = {"practice": _GRANTED + won}
        accounts[table_account(visit.table)] = {"practice": -won}
    tables = dict.fromkeys((visit.table for visit in plan.visits), "practice")
    data = {
        "checkpoint": made.digest(),
        "serial": end.serial,
        "accounts": accounts,
        "tables": tables,
    }
    journal.vault.store(CHECKPOINT, LAST, made.text().encode())
    journal.vault.store(CHECKPOINT, RECONCILIATION, json.dumps(data).encode())


# Snapshots at the end of the history. After every turn a table is as after the turn before, except for
# numbers that have grown by the same amount: rounds, positions, chips. So the tables after the first turns,
# which are replayed, say what it is after the last one. `bench.restart` compares that with a full replay.


async def keep_snapshots(path: Path, plan: Plan, *, behind: int = 0) -> None:
    """Keep the snapshots that a server would have left; `behind`: so many turns before the end."""
    turns, store = plan.turns - behind, Store(SqliteJournal(path))
    snapshots = store.snapshots
    for number, visit in enumerate(plan.visits):
        first, second, third = [await _data_after(plan, number, count) for count in (1, 2, 3)]
        assert _grown(first, second, 2) == third, "a turn is not like the one before it"
        kept = TABLE_STATES.from_data(_grown(first, second, turns - 1))
        snapshots.take(table_stream(visit.table), kept.state.position, kept, TABLE_STATES)
        wallet = wallet_of(visit.player)
        transfers = sum(
            stream == stream_of(wallet) for batch in visit.batches for stream, _ in batch
        )
        before = sum(stream == stream_of(wallet) for stream, _ in visit.opening)
        held = {"practice": _GRANTED + visit.won_before + turns * visit.won}
        balance = Balance(wallet, 1 + before + turns * transfers, held)
        snapshots.take(stream_of(wallet), balance.position, balance, StateCodec(Balance))
    await store.close()


async def _data_after(plan: Plan, number: int, turns: int) -> Any:
    """Return a table after some turns as data, from a journal of its own."""
    visit, journal = plan.visits[number], MemoryJournal()
    _keep_cards(journal, visit)
    batches = [(START, batch) for batch in opening_batches(visit)] + [
        (plan.time(number, turn, index), batch)
        for turn in range(turns)
        for index, batch in enumerate(visit.batches)
    ]
    for time, batch in batches:
        together: dict[str, list[NewRecord]] = {}
        for stream, entry in batch:
            together.setdefault(stream, []).append(entry)
        appends = [Append(stream, None, tuple(entries)) for stream, entries in together.items()]
        journal.append(Batch(tuple(appends), actor=visit.player, time=time))
    store = Store(journal)
    loaded = await load(store, visit.table)
    await store.close()
    return TABLE_STATES.to_data(table_snapshot(loaded.state, loaded.handler, loaded.matters))


def _grown(first: Any, second: Any, turns: int) -> Any:
    """Return data after further turns: whole numbers go on growing as they did from first to second."""
    if type(first) is int and type(second) is int:
        return first + turns * (second - first)
    if isinstance(first, list):
        return [_grown(one, two, turns) for one, two in zip(first, second, strict=True)]
    if isinstance(first, dict):
        return {key: _grown(value, second[key], turns) for key, value in first.items()}
    assert first == second
    return first
