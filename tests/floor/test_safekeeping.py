"""The signing key and checkpoints are kept outside the database; a start notices a cut-off end."""

import asyncio
import shutil
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from floor.playing import START, play_night, practice
from houserules.floor import checkpoint_keeper
from houserules.floor.checkpoint_keeper import CheckpointKeeper, accept_loss, read_elsewhere
from houserules.floor.inspection import inspect, last_checkpoint
from houserules.floor.losses import accepted_losses
from houserules.floor.safekeeping import Safekeeping, checkpoint_folder, key_file
from houserules.floor.signing import SIGNING_KEY_STREAM, find_signer, named_keys, signing_key
from houserules.floor.startup import close_floor, open_floor
from houserules.journal.checkpoint_stores import CheckpointStore, open_checkpoint_store
from houserules.journal.checkpoints import checkpoint
from houserules.journal.errors import DamagedError, ShortJournalError, SignerError
from houserules.journal.records import Append, Batch, NewRecord
from houserules.journal.signers import KeySigner, new_key, public_key
from houserules.journal.sqlite import SqliteJournal
from houserules.journal.verify import verify


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "floor.db"


def url(file: Path) -> str:
    return f"sqlite:///{file}"


def at_home(file: Path, **changes: object) -> Safekeeping:
    """Return the settings of `houserules serve` for a database."""
    return replace(Safekeeping(), **changes).beside(url(file))  # type: ignore[arg-type]


def start(file: Path, settings: Safekeeping) -> CheckpointKeeper:
    """Open a floor and close it again."""

    async def run() -> CheckpointKeeper:
        floor = await open_floor(url(file), safekeeping=settings)
        await close_floor(floor)
        assert floor.checkpoints is not None
        return floor.checkpoints

    return asyncio.run(run())


def play(file: Path, table: str = "t1") -> None:
    with SqliteJournal(file) as journal:
        play_night(journal, practice("nsw-pontoon-2024", table), rounds=1)


def write(journal: SqliteJournal, count: int, stream: str = "house/test") -> None:
    """Append records one by one, each in a batch of its own."""
    for number in range(count):
        entry = NewRecord("test.noted", 1, {"number": number, "text": "x" * 200})
        journal.append(Batch((Append(stream, None, (entry,)),), actor="test", time=START + number))


def store_of(file: Path) -> CheckpointStore:
    return open_checkpoint_store(str(checkpoint_folder(url(file))))


# The signing key.


def test_a_new_database_has_its_key_beside_it(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    keeper = start(file, at_home(file))
    beside = key_file(url(file))
    assert beside is not None and beside.stat().st_mode & 0o077 == 0
    with SqliteJournal(file, read_only=True) as journal:
        assert named_keys(journal) == [keeper.signer.public_key]
        sealing = signing_key(journal)
        assert sealing is not None and public_key(sealing) != keeper.signer.public_key
        assert list(journal.vault.find_damage()) == []
    assert bytes.fromhex(beside.read_text()) not in file.read_bytes()
    assert caplog.text == ""


def test_an_old_database_goes_on_with_the_key_in_it_and_says_so(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def as_before() -> None:
        await close_floor(await open_floor(url(file)))

    asyncio.run(as_before())
    keeper = start(file, at_home(file))
    with SqliteJournal(file, read_only=True) as journal:
        key = signing_key(journal)
        assert key is not None and named_keys(journal) == [keeper.signer.public_key]
        assert keeper.signer.public_key == public_key(key)
    assert "the signing key is in the database that it signs" in caplog.text
    assert "no checkpoint of this journal is kept elsewhere yet" in caplog.text
    assert not file.with_name("floor.db-signing-key").exists()


def test_a_key_that_is_moved_out_is_named_in_the_journal_and_everything_is_checked_again(
    file: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    play(file)
    old = start(file, at_home(file, signing_key="vault"))
    caplog.clear()
    chosen = at_home(file, signing_key=str(tmp_path / "house.key"))
    new = start(file, chosen)
    assert caplog.text == ""
    with SqliteJournal(file, read_only=True) as journal:
        assert named_keys(journal) == [old.signer.public_key, new.signer.public_key]
        assert [each.name for each in journal.read(SIGNING_KEY_STREAM)] == [
            *("signing-key.made", "signing-key.changed")
        ]
        last = last_checkpoint(journal)
        assert last is not None and last.public_key == new.signer.public_key
        kept = read_elsewhere(journal, [store_of(file)], key=new.signer.public_key).kept
        assert inspect(journal, kept, public_key=new.signer.public_key).ok
    start(file, chosen)
    with pytest.raises(SignerError, match=f"is signed with the key {new.signer.public_key}"):
        start(file, at_home(file))
    back = start(file, at_home(file, signing_key="vault"))
    assert back.signer.public_key == old.signer.public_key


def test_a_key_file_that_is_gone_stops_the_start(file: Path) -> None:
    start(file, at_home(file))
    beside = key_file(url(file))
    assert beside is not None
    beside.unlink()
    with pytest.raises(SignerError, match="not in the database: say where it is"):
        start(file, at_home(file))
    start(file, at_home(file, signing_key=str(beside)))  # another one, and the journal says so
    with SqliteJournal(file, read_only=True) as journal:
        assert len(named_keys(journal)) == 2


def test_a_checkpoint_of_an_unnamed_key_in_the_folder_is_not_believed(file: Path) -> None:
    start(file, at_home(file))
    forger = KeySigner(new_key())
    with SqliteJournal(file) as journal:
        write(journal, 1)
        store_of(file).keep(checkpoint(journal, forger, time=START * 2))
        good = find_signer(journal, at=0, new_file=key_file(url(file)))
        found = read_elsewhere(journal, [store_of(file)], key=good.public_key)
    assert {each.checkpoint.public_key for each in found.kept} == {good.public_key}
    start(file, at_home(file))


# The end of the journal.


def killed_copy(file: Path, folder: Path, *, records: int = 80) -> Path:
    """Write under a server with checkpoints, and copy the files as a kill leaves them.

    So few records that the write-ahead log has not begun again from its start.
    """

    async def run() -> Path:
        floor = await open_floor(url(file), safekeeping=at_home(file))
        journal = floor.store.journal
        assert isinstance(journal, SqliteJournal) and floor.checkpoints is not None
        for part in range(4):
            await asyncio.to_thread(write, journal, records // 4, f"house/test-{part}")
            await floor.checkpoints.keep()
        folder.mkdir()
        for each in file.parent.glob(f"{file.name}*"):
            copy = shutil.copytree if each.is_dir() else shutil.copy
            copy(each, folder / each.name)
        await close_floor(floor)
        return folder / file.name

    return asyncio.run(run())


def test_a_log_cut_to_sixty_per_cent_is_noticed(file: Path, tmp_path: Path) -> None:
    copy = killed_copy(file, tmp_path / "copy")
    whole = tmp_path / "whole"
    shutil.copytree(copy.parent, whole)
    start(whole / copy.name, at_home(whole / copy.name))  # a kill alone loses nothing
    log = copy.with_name(f"{copy.name}-wal")
    with log.open("r+b") as stream:
        stream.truncate(log.stat().st_size * 6 // 10)
    with SqliteJournal(copy, read_only=True) as journal:
        newest, *older = read_elsewhere(journal, [store_of(copy)]).kept
        tip = journal.tip()
        assert tip.serial < newest.checkpoint.records
        assert inspect(journal).ok  # the journal alone shows nothing
        found = inspect(journal, [newest, *older])
        assert not found.ok and {each.kind for each in found.report.findings} <= {
            *("truncated", "dropped")
        }
        assert found.proved in older and found.shortfall is not None
        assert found.shortfall.missing == (tip.serial + 1, newest.checkpoint.records)
    with pytest.raises(ShortJournalError) as error:
        start(copy, at_home(copy))
    said = str(error.value)
    assert "the journal is shorter than what was signed at " in said
    gone = f"Records {tip.serial + 1} to {newest.checkpoint.records} are missing (house/test-"
    assert gone in said
    assert f"It is proved up to record {found.proved.checkpoint.records} " in said
    assert "nothing after that is proved" in said and "houserules accept-loss" in said
    with SqliteJournal(copy, read_only=True) as journal:
        assert journal.tip() == tip  # nothing was written


def test_a_copy_without_the_log_is_noticed_where_the_checkpoints_are(
    file: Path, tmp_path: Path
) -> None:
    copy = killed_copy(file, tmp_path / "copy")
    copy.with_name(f"{copy.name}-wal").unlink()
    with pytest.raises(ShortJournalError):
        start(copy, at_home(copy))


def test_after_a_loss_was_accepted_the_house_goes_on(file: Path, tmp_path: Path) -> None:
    copy = killed_copy(file, tmp_path / "copy")
    log = copy.with_name(f"{copy.name}-wal")
    with log.open("r+b") as stream:
        stream.truncate(log.stat().st_size * 6 // 10)
    store = store_of(copy)
    with SqliteJournal(copy) as journal:
        signer = find_signer(journal, at=0, new_file=key_file(url(copy)))
        left = journal.tip()
        found = accept_loss(journal, signer, [store], why="the disk failed", at=START)
        assert found is not None
        (loss,) = accepted_losses(journal)
        assert (loss.left_records, loss.records) == (left.serial, found.newest.checkpoint.records)
        assert accept_loss(journal, signer, [store], why="again", at=START) is None
        kept = read_elsewhere(journal, [store], key=signer.public_key).kept
        result = inspect(journal, kept)
        assert result.ok and result.losses == (loss,) and result.unproved == 0
        strict = inspect(journal, [found.newest])  # what an inspector kept says so for good
        assert not strict.ok and strict.shortfall is not None
    for _ in range(3):  # longer than the lost one in the end
        start(copy, at_home(copy))
        with SqliteJournal(copy) as journal:
            write(journal, 200)
    start(copy, at_home(copy))
    with SqliteJournal(copy, read_only=True) as journal:
        kept = read_elsewhere(journal, [store], key=signer.public_key).kept
        assert inspect(journal, kept).ok


def test_another_history_of_the_same_length_is_noticed(file: Path, tmp_path: Path) -> None:
    start(file, at_home(file))
    older = tmp_path / "older"
    older.mkdir()
    shutil.copy(file, older / file.name)
    with SqliteJournal(file) as journal:
        write(journal, 5)
    start(file, at_home(file))
    with SqliteJournal(older / file.name) as journal:
        write(journal, 9, "house/other")
    shutil.copy(older / file.name, file)
    with pytest.raises(ShortJournalError, match="the journal is not what was signed at"):
        start(file, at_home(file))


def test_a_place_that_cannot_be_reached_is_said_and_does_not_stop_the_start(
    file: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    away, here = tmp_path / "disk" / "kept", tmp_path / "here"
    settings = at_home(file, checkpoints=(str(away), str(here)))

    async def run() -> list[str]:
        floor = await open_floor(url(file), safekeeping=settings)
        alerts = floor.alerts()
        away.parent.mkdir()
        assert floor.checkpoints is not None
        await floor.checkpoints.keep()
        assert floor.alerts() == []
        await close_floor(floor)
        return alerts

    (alert,) = asyncio.run(run())
    assert alert.startswith(f"No checkpoint can be kept in {away}: No such file")
    assert "the end of the journal was not compared" in caplog.text
    with SqliteJournal(file, read_only=True) as journal, closing(journal):
        newest = [next(open_checkpoint_store(str(each)).kept(journal.id)) for each in (away, here)]
        assert newest[0] == newest[1]


def test_nothing_is_signed_twice_over_the_same_records(file: Path) -> None:
    start(file, at_home(file))
    before = sorted(each.name for each in file.with_name("floor.db-checkpoints").iterdir())
    start(file, at_home(file))
    start(file, at_home(file))
    with SqliteJournal(file, read_only=True) as journal:
        batches = [each.batch for each in store_of(file).kept(journal.id)]
    assert len(batches) == len(before) + 2  # one for each start


def test_of_two_processes_one_keeps_checkpoints_and_the_other_goes_on_from_them(
    file: Path,
) -> None:
    async def run() -> None:
        floor = await open_floor(url(file), safekeeping=at_home(file))
        one = floor.checkpoints
        assert one is not None and one.last is not None
        other = CheckpointKeeper(floor.store, one.signer, one.stores, floor.now, "other", 10)
        other.last = one.last
        await asyncio.to_thread(write, floor.store.journal, 3)
        await other.keep()
        assert other.last.batch < floor.store.journal.tip().batch  # the first one has the lease
        await one.keep()
        await asyncio.to_thread(write, floor.store.journal, 3)
        floor.store.journal.leases.release("checkpoints", one.holder)
        await other.keep()
        assert other.last.previous == one.last.digest()
        await close_floor(floor)

    asyncio.run(run())
    with SqliteJournal(file, read_only=True) as journal:
        newest, *older = store_of(file).kept(journal.id)
        for each in older:  # one chain, whoever signed
            assert newest.previous == each.digest()
            newest = each


def test_between_stored_checkpoints_only_new_records_are_looked_at(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint_keeper, "_HEADS", 3)

    async def run() -> None:
        floor = await open_floor(url(file), safekeeping=at_home(file))
        keeper, journal = floor.checkpoints, floor.store.journal
        assert keeper is not None and keeper.last is not None and keeper.last.has_heads
        assert isinstance(journal, SqliteJournal)
        first = keeper.last
        for stream in ("house/a", "house/b"):
            await asyncio.to_thread(write, journal, 5, stream)
            await keeper.keep()
        assert keeper.last.has_heads  # three streams
        await asyncio.to_thread(write, journal, 5, "house/c")
        await keeper.keep()
        assert not keeper.last.has_heads and keeper.last.is_genuine()
        assert last_checkpoint(journal) == first  # none of these is stored in the database
        assert verify(journal, [keeper.last]).ok
        await asyncio.to_thread(write, journal, 5, "house/c")
        alter(journal, "UPDATE records SET actor = 'Mallory' WHERE serial = 18")
        with pytest.raises(DamagedError):
            await keeper.keep()
        assert floor.store.damage.of("house/c") is not None
        await close_floor(floor)

    asyncio.run(run())


def alter(journal: SqliteJournal, sql: str) -> None:
    with journal._store.writing() as connection:
        connection.execute("DROP TRIGGER records_no_update")
        connection.execute(sql)


def test_a_journal_without_the_ends_of_streams_in_its_checkpoint_is_compared_too(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint_keeper, "_HEADS", 0)
    copy = killed_copy(file, tmp_path / "copy")
    copy.with_name(f"{copy.name}-wal").unlink()
    with pytest.raises(ShortJournalError, match=r"Records \d+ to \d+ are missing\. "):
        start(copy, at_home(copy))
    with SqliteJournal(copy, read_only=True) as journal:
        kept = read_elsewhere(journal, [store_of(copy)]).kept
        assert {each.kind for each in inspect(journal, kept).report.findings} == {"dropped"}
        assert {each.kind for each in inspect(journal, kept[:1]).report.findings} == {"checkpoint"}
