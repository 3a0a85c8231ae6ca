"""Snapshots: a cache that shortens a start and changes nothing else."""

import asyncio
import json
import random
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from floor.playing import START, Night, disturbed_shift, practice
from floor.test_floor import Clockwork, with_floor
from floor.test_promotions import OPERATOR, drawn, give, started
from floor.whole_tournament import write_tournament
from houserules.core.codec import DataError
from houserules.core.state_codec import StateCodec
from houserules.floor import snapshots
from houserules.floor.app import Floor
from houserules.floor.inspection import inspect
from houserules.floor.matters import MatterIndex
from houserules.floor.money.accounts import Balance, stream_of
from houserules.floor.money.wallets import Wallets, read_transfer
from houserules.floor.promotions.app import Promotions
from houserules.floor.promotions.stream import FloorPromotion
from houserules.floor.promotions.stream import follow as follow_promotion
from houserules.floor.snapshots import AT_LEAST, EVERY, KIND, digest_of_layers, find_snapshot
from houserules.floor.store import Store
from houserules.floor.tables.card_handler import VirtualCardHandler
from houserules.floor.tables.run import RunningTable
from houserules.floor.tables.settings import Setting, table_stream
from houserules.floor.tables.snapshot import TABLE_STATES, TableSnapshot, table_snapshot
from houserules.floor.tables.stream import LoadedTable, load
from houserules.floor.tables.table import FloorTable, apply_events
from houserules.floor.tournaments.app import Tournaments
from houserules.floor.tournaments.stream import FloorTournament
from houserules.floor.tournaments.stream import follow as follow_tournament
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.rulebook.loader import RULEBOOKS
from houserules.table.state import changed
from promotion.office import prize


class Lasting(MemoryJournal):
    """A journal in memory that several stores use one after the other."""

    def close(self) -> None:
        """Stay open."""


def run(journal: Journal, test: Any) -> Any:
    async def within() -> Any:
        store = Store(journal)
        try:
            return await test(store)
        finally:
            await store.close()

    return asyncio.run(within())


def loaded(journal: Journal, table: str = "t1") -> LoadedTable:
    """Load a table as a start does."""
    return run(journal, lambda store: load(store, table))


def replayed(journal: Journal, table: str = "t1") -> LoadedTable:
    """Load a table from nothing but its records."""

    async def without(store: Store) -> LoadedTable:
        store.snapshots.find = lambda *_: None  # type: ignore[method-assign]
        return await load(store, table)

    return run(journal, without)


def known(table: LoadedTable) -> Any:
    """Return everything that is known of a table."""
    return table_snapshot(table.state, table.handler, table.matters)


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a snapshot at every opportunity."""
    monkeypatch.setattr(snapshots, "EVERY", 1)
    monkeypatch.setattr(snapshots, "_BYTES_PER_RECORD", 10**9)


def play(journal: Journal, setting: Setting, rounds: int, seed: object = 0) -> None:
    """Play random rounds at a new table."""

    async def night(store: Store) -> None:
        night, rng = Night(store, Wallets(store), START), random.Random(f"{seed}")
        await night.play(await night.open(setting, rng), rounds, rng)

    run(journal, night)


def put(journal: Journal, stream: str, /, **changes: Any) -> None:
    """Change what a snapshot says."""
    kept = journal.vault.get(KIND, stream)
    assert kept is not None
    data = json.loads(zlib.decompress(kept)) | changes
    journal.vault.store(KIND, stream, zlib.compress(json.dumps(data).encode()))


@contextmanager
def counting_reads(journal: Journal) -> Iterator[list[int]]:
    """Note after which positions streams are read."""
    seen: list[int] = []
    read = journal.read

    def noting(stream: str, after: int = 0, limit: int | None = None) -> Any:
        seen.append(after)
        return read(stream, after, limit)

    journal.read = noting  # type: ignore[method-assign]
    yield seen
    del journal.read  # type: ignore[misc]


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_snapshot_and_what_follows_lead_to_the_same_table(name: str) -> None:
    journal = Lasting()
    play(journal, practice(name), 6, seed=name)
    stream = table_stream("t1")
    with counting_reads(journal) as seen:
        after = loaded(journal)
    assert min(seen) > 0, "the stream was read from its beginning"
    assert known(after) == known(replayed(journal))
    assert isinstance(after.handler, VirtualCardHandler) and after.handler.recording.segments
    journal.vault.delete(KIND, stream)
    assert known(loaded(journal)) == known(after)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_play_goes_on_from_any_snapshot_as_from_the_table_itself(name: str, seed: int) -> None:
    """With staff, irregularities, disputes and wrong payments; at a real and a virtual shoe."""
    setting, batches = disturbed_shift(name, seed)
    whole = fold(setting, batches, FloorTable(setting), MatterIndex())
    rng = random.Random(f"{name} {seed}")
    state, matters = FloorTable(setting), MatterIndex()
    for events in batches:
        if rng.random() < 0.2:
            kept = through_text(TableSnapshot(state, None, matters))
            state, matters = kept.state, kept.matters
        state, matters = fold(setting, [events], state, matters)
    assert (state, matters) == whole


def fold(
    setting: Setting, batches: Any, state: FloorTable, matters: MatterIndex
) -> tuple[FloorTable, MatterIndex]:
    """Apply batches of events, a second apart."""
    for events in batches:
        matters.follow(events, state.position + 1)
        state = apply_events(state, events, at=START + 1000 * state.position)
    return state, matters


def through_text(value: Any, codec: StateCodec = TABLE_STATES) -> Any:
    """Write a state as text and read it."""
    return codec.from_data(json.loads(json.dumps(codec.to_data(value))))


@pytest.mark.usefixtures("often")
def test_tournaments_from_snapshots_are_those_of_their_records() -> None:
    journal = Lasting()
    write_tournament(journal)
    stream = "tournament/spring"
    assert journal.vault.get(KIND, stream) is not None
    known = None
    for record in journal.read(stream):
        known = follow_tournament(known, [record])
        known = through_text(known, Tournaments.states)
    assert known == follow_tournament(None, journal.read(stream))

    async def opened(store: Store) -> FloorTournament:
        tournaments = Tournaments(store, Wallets(store), now=lambda: START, random=bytes)
        await tournaments.open()
        return tournaments.all["spring"]

    with counting_reads(journal) as seen:
        assert run(journal, opened) == known
    assert min(seen) > 0
    for account in ("wallet:ann", "pool:spring", "tournament-chips:spring"):
        check_balance(journal, account)


@pytest.mark.usefixtures("often")
def test_promotions_from_snapshots_are_those_of_their_records() -> None:
    journal = Lasting()

    async def play_on(floor: Floor, now: Clockwork) -> None:
        await started(floor, now, prize(), prize())
        await drawn(floor, now, "Ann", "Bob")
        await give(floor, OPERATOR, "tell-winner", prize=0, way="telephone", note="She knows.")

    with_floor(play_on, journal)
    stream, known = "promotion/spring", None
    for record in journal.read(stream):
        known = through_text(follow_promotion(known, [record]), Promotions.states)
    assert known is not None and known.state.draws[0].winner is not None
    assert known == follow_promotion(None, journal.read(stream))

    async def opened(store: Store) -> FloorPromotion:
        promotions = Promotions(
            store, Wallets(store), now=lambda: START, random=bytes, has_account=_nobody
        )
        await promotions.open()
        return promotions.all["spring"]

    with counting_reads(journal) as seen:
        assert run(journal, opened) == known
    assert min(seen) > 0


async def _nobody(_: str) -> bool:
    return False


def check_balance(journal: Journal, account: str) -> None:
    """Compare a balance from its snapshot with the sum of its transfers."""
    plain = Balance(account)
    for record in journal.read(stream_of(account)):
        plain = plain.after(read_transfer(record))
    assert run(journal, lambda store: Wallets(store).balance(account)) == plain


@pytest.mark.parametrize(
    "changes",
    [
        {"hash": "0" * 64},
        {"position": 1},
        {"position": 10**6},
        {"stream": "table/t2"},
        {"program": "another"},
        {"format": "houserules/snapshot-0"},
        {"state": {"classes": [], "value": [0]}},
        {"state": {}},
        {"state": None},
    ],
)
@pytest.mark.usefixtures("often")
def test_a_snapshot_that_does_not_fit_is_not_used(changes: dict[str, Any]) -> None:
    journal = Lasting()
    play(journal, practice("nsw-pontoon-2024"), 2)
    expected = known(replayed(journal))
    put(journal, table_stream("t1"), **changes)
    with counting_reads(journal) as seen:
        assert known(loaded(journal)) == expected
    assert 0 in seen, "it was used"


@pytest.mark.usefixtures("often")
def test_a_forged_snapshot_is_found_by_a_check() -> None:
    """It fits the chain and the program; only its records tell that it is wrong."""
    journal, stream = Lasting(), table_stream("t1")
    play(journal, practice("nsw-pontoon-2024"), 2)
    assert inspect(journal).ok
    found = find_snapshot(journal, stream, TABLE_STATES)
    assert found is not None
    position, kept = found
    rich = replace(kept, state=changed(kept.state, dealer="Mallory"))
    put(journal, stream, state=TABLE_STATES.to_data(rich))
    assert run(journal, lambda store: load(store, "t1")).state.dealer == "Mallory"
    (wrong,) = inspect(journal).wrong
    assert (wrong.stream, wrong.position) == (stream, position)
    assert "its snapshot in the vault" in wrong.detail


@pytest.mark.usefixtures("often")
def test_bytes_that_are_no_snapshot_are_not_used() -> None:
    journal = Lasting()
    play(journal, practice("nz-pontoon"), 2)
    expected = known(replayed(journal))
    for value in (b"", b"x", zlib.compress(b"[]"), zlib.compress(b"{}"), zlib.compress(b"\xff")):
        journal.vault.store(KIND, table_stream("t1"), value)
        assert known(loaded(journal)) == expected


@pytest.mark.usefixtures("often")
def test_an_upgrade_replays_and_takes_snapshots_again(monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Lasting()
    play(journal, practice("nsw-pinkjack-2016"), 2)
    before = journal.vault.get(KIND, table_stream("t1"))
    monkeypatch.setattr(snapshots, "program_stamp", lambda: "the next version")

    async def start(store: Store) -> None:
        RunningTable(store, Wallets(store), await load(store, "t1"))

    with counting_reads(journal) as seen:
        run(journal, start)
    assert 0 in seen
    after = journal.vault.get(KIND, table_stream("t1"))
    assert after is not None and after != before
    with counting_reads(journal) as seen:
        run(journal, start)
    assert 0 not in seen


def test_the_stamp_covers_every_layer_that_decides_what_records_lead_to(tmp_path: Path) -> None:
    for layer in snapshots._LAYERS:
        (tmp_path / layer / "deep").mkdir(parents=True)
    base = digest_of_layers(tmp_path)
    seen = {base}
    for layer in snapshots._LAYERS:
        for name in ("deep/module.py", "data.toml"):
            (tmp_path / layer / name).write_text("x = 1")
            seen.add(digest_of_layers(tmp_path))
    assert len(seen) == 1 + 2 * len(snapshots._LAYERS)
    (tmp_path / "core" / "notes.txt").write_text("x")
    assert digest_of_layers(tmp_path) in seen


def test_snapshots_are_taken_at_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(store: Store) -> None:
        taken = store.snapshots
        assert not taken.is_due("table/t1", EVERY - 1)
        assert taken.is_due("table/t1", EVERY)
        assert not taken.is_worth_it("table/t1", AT_LEAST - 1)
        assert taken.is_worth_it("table/t1", AT_LEAST)

    run(Lasting(), test)


def test_a_large_state_is_written_less_often() -> None:
    journal = Lasting()
    play(journal, practice("nsw-pontoon-2024"), 1)
    large = Balance("wallet:ann", 1, {f"kind {number}": number for number in range(100_000)})

    async def test(store: Store) -> None:
        stream = stream_of("wallet:ann")
        store.snapshots.take(stream, 1, large, StateCodec(Balance))
        await store.call(store.snapshots.close)
        assert not store.snapshots.is_due(stream, EVERY + 1)

    run(journal, test)


def test_a_state_of_an_unknown_class_is_not_written() -> None:
    with pytest.raises(TypeError, match="not part of this state"):
        StateCodec(Balance).to_data(FloorTable(practice("nz-pontoon")))


def test_a_state_whose_fields_have_changed_is_not_read() -> None:
    data = StateCodec(Balance).to_data(Balance("wallet:ann"))
    data["classes"][0].append("currency")
    with pytest.raises(DataError, match="is not as this version"):
        StateCodec(Balance).from_data(data)
