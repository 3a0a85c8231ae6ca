"""Backups on a schedule: when they are made, what staff are told, and that the house comes back."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from floor.test_safekeeping import at_home, url, write
from houserules.floor.app import Floor
from houserules.floor.backups import BackupSchedule, drill, restore_house
from houserules.floor.checkpoint_keeper import accept_loss
from houserules.floor.people.signed_in import SignedIn
from houserules.floor.signing import find_signer
from houserules.floor.startup import close_floor, first_start, open_floor
from houserules.journal.backup import BackupPlan, back_up
from houserules.journal.backup_files import find_series, list_backups
from houserules.journal.checkpoint_stores import open_checkpoint_store
from houserules.journal.errors import BackupDamagedError, ShortJournalError
from houserules.journal.records import Append, Batch, NewRecord
from houserules.journal.signers import KeySigner, new_key
from houserules.journal.sqlite import SqliteJournal

HOUR = 3600_000


class Clock:
    """The house's time, set by a test."""

    def __init__(self) -> None:
        self.at = 1_800_000_000_000

    def __call__(self) -> int:
        return self.at


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "floor.db"


def with_floor(
    file: Path, test: Callable[[Floor, BackupSchedule, Clock], Awaitable[None]], **more: object
) -> None:
    """Run a test on a floor with backups whose clock the test sets."""

    async def run() -> None:
        settings = at_home(file, backups=str(file.with_name("backups")), **more)
        floor = await open_floor(url(file), safekeeping=settings)
        schedule, clock = floor.backups, Clock()
        assert schedule is not None
        schedule.now = clock
        try:
            await test(floor, schedule, clock)
        finally:
            await close_floor(floor)

    asyncio.run(run())


async def note(floor: Floor) -> None:
    entry = NewRecord("test.noted", 1, {})
    append = Append("house/test", None, (entry,))
    await floor.store.append(Batch((append,), actor="test", time=floor.now()))


def test_a_backup_is_due_at_once_and_then_at_every_interval(file: Path) -> None:
    async def test(floor: Floor, schedule: BackupSchedule, clock: Clock) -> None:
        assert schedule._is_due() and schedule.age is None and schedule.alerts() == []
        await schedule.back_up()
        assert not schedule._is_due() and schedule.age == 0
        assert schedule.last is not None and schedule.last.kind == "full"
        clock.at += HOUR - 1
        assert not schedule._is_due()
        clock.at += 1
        assert schedule._is_due()
        await note(floor)
        await schedule.back_up()
        assert (schedule.last.number, schedule.last.kind) == (2, "incremental")
        clock.at += 3 * HOUR
        assert schedule.alerts() == []
        clock.at += 1
        (alert,) = schedule.alerts()
        assert alert.startswith("Backups are late. The last good one is of 2027-01-15 ")
        assert alert in floor.alerts()
        await schedule.back_up()  # nothing is new: the last backup has everything still
        assert schedule.last.number == 2 and schedule.age == 0 and schedule.alerts() == []
        clock.at -= 10 * HOUR  # the clock was set back
        assert schedule._is_due()

    with_floor(file, test)


def test_after_a_week_a_full_backup_is_made(file: Path) -> None:
    async def test(floor: Floor, schedule: BackupSchedule, clock: Clock) -> None:
        kinds = []
        for _ in range(9):
            await note(floor)
            await schedule.back_up()
            assert schedule.last is not None
            kinds.append(schedule.last.kind)
            clock.at += 24 * HOUR
        assert kinds == ["full", *["incremental"] * 6, "full", "incremental"]

    with_floor(file, test)


def test_one_that_fails_is_said_and_tried_again(file: Path) -> None:
    async def test(floor: Floor, schedule: BackupSchedule, clock: Clock) -> None:
        schedule.folder.write_text("no folder")
        await schedule.back_up()
        assert schedule.state == "failed" and not schedule._is_due()  # not at once
        (alert,) = schedule.alerts()
        assert alert.startswith(f"No backup was made: {schedule.folder}: ")
        schedule.folder.unlink()
        schedule._failed = float("-inf")
        assert schedule._is_due()
        await schedule.back_up()
        assert schedule.state == "done" and schedule.alerts() == []

    with_floor(file, test)


def test_a_restart_and_another_process_know_the_last_backup(file: Path) -> None:
    async def first(floor: Floor, schedule: BackupSchedule, clock: Clock) -> None:
        await schedule.back_up()

    async def second(floor: Floor, schedule: BackupSchedule, clock: Clock) -> None:
        await floor.store.call(schedule._look)
        assert schedule.last is not None and schedule.last.number == 1
        assert schedule.state == "done" and schedule.age == 0
        journal = floor.store.journal
        journal.leases.acquire("backups", "another", ttl_ms=60_000)
        await note(floor)
        await schedule.back_up()  # another process makes one
        assert len(list_backups(schedule.folder)) == 1

    with_floor(file, first)
    with_floor(file, second)


def test_it_runs_by_itself_until_it_is_cancelled(file: Path) -> None:
    async def test(floor: Floor, schedule: BackupSchedule, clock: Clock) -> None:
        running = asyncio.create_task(schedule.run())
        while schedule.last is None:
            await asyncio.sleep(0.01)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert schedule.state == "done"

    with_floor(file, test)


def test_the_house_comes_back_with_its_people(file: Path, tmp_path: Path) -> None:
    key = tmp_path / "backup.key"
    token: list[str] = []

    async def night(floor: Floor, schedule: BackupSchedule, clock: Clock) -> None:
        assert await first_start(floor) is not None
        signed = await floor.people.sign_up("Ann", "correct horse battery")
        assert isinstance(signed, SignedIn)
        token.append(signed.token)
        await schedule.back_up()
        await note(floor)
        await schedule.back_up()

    with_floor(file, night, backup_key=str(key))
    opened = bytes.fromhex(key.read_text())
    new = tmp_path / "new" / "floor.db"
    new.parent.mkdir()
    assert restore_house(find_series(tmp_path / "backups"), url(new), key=opened).ok
    settings = replace(at_home(file), checkpoints=())  # with the key that it had

    async def morning() -> None:
        floor = await open_floor(url(new), safekeeping=settings)
        ann = await floor.people.who(token[0])
        assert ann is not None and ann.handle == "Ann"
        assert sorted(floor.tables) == ["t1", "t2", "t3", "t4"]
        await close_floor(floor)

    asyncio.run(morning())


def test_a_backup_signed_with_a_key_that_the_journal_does_not_name(
    file: Path, tmp_path: Path
) -> None:
    async def night(floor: Floor, schedule: BackupSchedule, clock: Clock) -> None:
        forger = BackupPlan(tmp_path / "forged", KeySigner(new_key()))
        back_up(floor.store.journal, forger, time=1)

    with_floor(file, night)
    series = find_series(tmp_path / "forged")
    with pytest.raises(BackupDamagedError, match="a key that the journal does not name"):
        drill(series)


def test_what_a_drill_compares(file: Path, tmp_path: Path) -> None:
    async def night(floor: Floor, schedule: BackupSchedule, clock: Clock) -> None:
        await schedule.back_up()
        assert floor.checkpoints is not None
        await asyncio.to_thread(write, floor.store.journal, 7)
        await floor.checkpoints.keep()
        await asyncio.to_thread(write, floor.store.journal, 2)
        series = find_series(schedule.folder)
        stores = floor.checkpoints.stores
        found = await asyncio.to_thread(
            lambda: drill(series, stores=stores, live=floor.store.journal)
        )
        assert found.ok and found.lost == (9, 9)
        found = await asyncio.to_thread(lambda: drill(series, stores=stores))
        assert found.ok and found.lost == (7, 7) and found.newest is not None
        found = await asyncio.to_thread(lambda: drill(series))
        assert found.ok and found.lost is None
        with SqliteJournal(tmp_path / "other.db") as other:
            found = await asyncio.to_thread(lambda: drill(series, live=other))
            assert found.lost is None  # another journal says nothing

    with_floor(file, night)


def test_a_lost_database_is_replaced_by_its_backup_and_the_loss_is_accepted(
    file: Path, tmp_path: Path
) -> None:
    async def night(floor: Floor, schedule: BackupSchedule, clock: Clock) -> None:
        await schedule.back_up()
        await asyncio.to_thread(write, floor.store.journal, 4)

    with_floor(file, night)
    for lost in (file, file.with_name("floor.db-wal")):
        lost.unlink(missing_ok=True)
    assert restore_house(find_series(tmp_path / "backups"), url(file)).ok
    settings = at_home(file)

    async def morning() -> None:
        await close_floor(await open_floor(url(file), safekeeping=settings))

    with pytest.raises(ShortJournalError, match=r"\(house/test 1-4\)"):
        asyncio.run(morning())
    stores = [open_checkpoint_store(place) for place in settings.checkpoints]
    with SqliteJournal(file) as journal:
        signer = find_signer(journal, at=1, new_file=settings.new_key_file)
        assert accept_loss(journal, signer, stores, why="fire", at=clock_of(journal)) is not None
    asyncio.run(morning())
    with SqliteJournal(file) as journal:  # and backups go on, with a full one
        plan = BackupPlan(tmp_path / "backups", signer)
        assert back_up(journal, plan, time=1) is not None


def clock_of(journal: SqliteJournal) -> int:
    """Return a time after everything in a journal."""
    with journal.snapshot() as snapshot:
        return 1 + max(batch.time for batch in snapshot.batches())
