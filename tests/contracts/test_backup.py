"""Backups and restores: nothing that was acknowledged is lost, and no damaged backup is accepted."""

import gzip
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from contracts.conftest import Store
from contracts.making import append, batch, one
from houserules.journal.backup import BackupPlan, back_up
from houserules.journal.backup_files import Manifest, find_series, list_backups, read_lines
from houserules.journal.base import Committer
from houserules.journal.errors import BackupDamagedError, BackupError, DamagedError
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.journal.records import Append, Batch, Delete, NewRecord, Put
from houserules.journal.restore import restore
from houserules.journal.signers import KeySigner, new_key, public_key
from houserules.journal.url import open_journal
from houserules.journal.verify import verify
from repetitions import repetitions

KEY = bytes(range(32))
SECRET = b"the order of a shoe"
SIGNER = KeySigner(KEY)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def backup(journal: Journal, folder: Path, **more: Any) -> Manifest | None:
    return back_up(journal, BackupPlan(folder, SIGNER, **more), time=1_700_000_000_000)


def made(journal: Journal, folder: Path, **more: Any) -> Manifest:
    manifest = backup(journal, folder, **more)
    assert manifest is not None
    return manifest


def write(journal: Journal, rounds: int = 1) -> None:
    """Append batches of every kind, with secrets, and some without records."""
    for _ in range(rounds):
        number = journal.tip().batch + 1
        journal.append(batch(append("a", None, 3), append("Zoë/b", None), command_id=f"c{number}"))
        journal.append(one("b", None, request=bytes(range(32)), command_id=f"d{number}"))
        journal.append(batch(command_id=f"nothing {number}"))
        journal.append(batch(puts=(Put("shoe", f"t{number}", SECRET),)))
        odd = NewRecord("odd", 2, {"text": '"\\ \u2028 é', "list": [None, True, -1, {"": []}]})
        journal.append(Batch((Append("c", None, (odd,)),), actor="Zoë", time=number))


def restored(folder: Path, target: str, **more: Any) -> Journal:
    key = more.pop("key", None)
    restore(find_series(folder, **more), target, key=key)
    return open_journal(target, read_only=True)


def content(journal: Journal) -> dict[str, Any]:
    """Return everything that a journal has."""
    with journal.snapshot() as snapshot:
        return {
            "id": journal.id,
            "end": snapshot.end,
            "rows": list(snapshot.rows()),
            "heads": list(snapshot.heads()),
            "batches": list(snapshot.batches()),
            "vault": list(snapshot.vault_rows()),
            "tokens": list(snapshot.tokens()),
        }


def new_file(tmp_path: Path, name: str = "restored.db") -> str:
    return f"sqlite:///{tmp_path / name}"


def test_everything_comes_back_from_a_full_backup_and_incremental_ones(
    durable: Store, folder: Path, tmp_path: Path
) -> None:
    journal = durable.open()
    journal.vault.store("signing-key", "checkpoints", new_key())
    journal.vault.get("signing-key", "checkpoints")  # from now on values are sealed
    journal.leases.acquire("clocks", "one", ttl_ms=1000, now_ms=1)
    journal.leases.acquire("clocks", "two", ttl_ms=1000, now_ms=2000)
    write(journal, 3)
    manifests = [made(journal, folder)]
    for _ in range(3):
        write(journal)
        manifests.append(made(journal, folder))
    journal.append(batch(deletes=(Delete("shoe", "t1"),)))
    write(journal)
    manifests.append(made(journal, folder))
    assert [each.kind for each in manifests] == ["full", *["incremental"] * 4]
    assert [each.records for each in manifests] == [18, 6, 6, 6, 6]
    before = content(journal)
    assert before["tokens"] == [("clocks", 2)]
    with restored(folder, new_file(tmp_path)) as again:
        assert content(again) == before
        assert verify(again, [each.checkpoint for each in manifests]).ok
        assert list(again.vault.find_damage()) == []
    with open_journal(new_file(tmp_path)) as again:  # and it goes on
        write(again)
        assert again.outcome("ann", "c1") is not None
        assert verify(again).ok and list(again.vault.find_damage()) == []


def test_a_backup_is_restored_into_postgresql_too(
    postgres: Store, folder: Path, tmp_path: Path
) -> None:
    with open_journal(new_file(tmp_path, "floor.db")) as journal:
        write(journal, 4)
        made(journal, folder)
        write(journal)
        made(journal, folder)
        before = content(journal)
    restore(find_series(folder), postgres.url)
    with postgres.open() as again:
        assert content(again) == before and verify(again).ok
        write(again)
    with pytest.raises(BackupError, match="there is a journal in this database already"):
        restore(find_series(folder), postgres.url)


def test_an_empty_journal_and_one_with_nothing_new(durable: Store, folder: Path) -> None:
    journal = durable.open()
    assert made(journal, folder).records == 0
    assert backup(journal, folder) is None
    journal.append(batch(puts=(Put("shoe", "t1", SECRET),)))
    assert backup(journal, folder) is None  # the chain has nothing new
    write(journal)
    assert made(journal, folder).number == 2
    assert made(journal, folder, full=True).kind == "full"
    assert backup(journal, folder) is None


def test_kinds_that_can_be_made_again_are_left_out(folder: Path, tmp_path: Path) -> None:
    journal = MemoryJournal()
    journal.vault.store("snapshot", "table/t1", b"large")
    write(journal)
    made(journal, folder, without=("snapshot",))
    with restored(folder, new_file(tmp_path)) as again:
        assert list(again.vault.items("snapshot")) == []
        assert list(again.vault.items("shoe")) == [("t1", SECRET)]


def test_an_earlier_state_can_be_restored(folder: Path, tmp_path: Path) -> None:
    journal, ends = MemoryJournal(), []
    for _ in range(4):
        write(journal)
        made(journal, folder)
        ends.append(journal.tip())
    for number, end in enumerate(ends, start=1):
        with restored(folder, new_file(tmp_path, f"{number}.db"), upto=number) as again:
            assert again.tip() == end
    with pytest.raises(BackupError, match="there is no backup 5; there are 1, 2, 3, 4"):
        find_series(folder, upto=5)


def test_journals_can_share_a_folder(folder: Path, tmp_path: Path) -> None:
    journals = MemoryJournal(), MemoryJournal()
    for journal in journals:
        write(journal)
        made(journal, folder)
    with pytest.raises(BackupError, match="backups of several journals"):
        find_series(folder)
    for number, journal in enumerate(journals):
        with restored(folder, new_file(tmp_path, f"{number}.db"), journal=journal.id) as again:
            assert again.tip() == journal.tip()


def test_a_restore_never_writes_over_anything(folder: Path, tmp_path: Path) -> None:
    journal = MemoryJournal()
    write(journal)
    made(journal, folder)
    file = tmp_path / "floor.db"
    for there in (file, tmp_path / "floor.db-wal"):
        there.write_text("mine")
        with pytest.raises(BackupError, match="exists; restore into a new file"):
            restore(find_series(folder), f"sqlite:///{file}")
        there.unlink()
    with pytest.raises(BackupError, match="there is no folder"):
        restore(find_series(folder), f"sqlite:///{tmp_path}/no/floor.db")
    restore(find_series(folder), f"sqlite:///{file}")
    left = {each.name for each in tmp_path.iterdir()}
    assert left == {"floor.db", "backups"}


# Under load.


def test_nothing_acknowledged_before_a_backup_is_lost(
    durable: Store, folder: Path, tmp_path: Path
) -> None:
    journal, backups = durable.open(), repetitions(4, 40)
    acknowledged: list[str] = []
    stop = threading.Event()

    def play(committer: Committer, player: int) -> None:
        number = 0
        while not stop.is_set():
            number += 1
            id_ = f"{player}-{number}"
            puts = (Put("shoe", f"t{player}", id_.encode()),)
            work = batch(append(f"table/{player}", None, 2), command_id=id_, puts=puts)
            committer.submit(work).result()
            acknowledged.append(id_)

    with Committer(journal) as committer:
        players = [threading.Thread(target=play, args=(committer, each)) for each in range(4)]
        for thread in players:
            thread.start()
        known: dict[int, list[str]] = {}
        try:
            for _ in range(backups):
                until = len(acknowledged) + 40
                while len(acknowledged) < until:
                    time.sleep(0.001)
                before = list(acknowledged)
                known[made(journal, folder).number] = before
        finally:
            stop.set()
            for thread in players:
                thread.join()
    for number, before in known.items():
        if number not in (1, backups // 2, backups):
            continue
        with restored(folder, new_file(tmp_path, f"{number}.db"), upto=number) as again:
            assert verify(again).ok
            there = {row.command_id for row in content(again)["rows"]}
            assert set(before) <= there
            for player in range(4):  # the secrets are those of the last record
                last = [row.command_id for row in again.read(f"table/{player}")][-1]
                assert (again.vault.get("shoe", f"t{player}") or b"").decode() == last


# What is refused.


@pytest.fixture
def three(folder: Path) -> Path:
    """A folder with a full backup and two incremental ones."""
    journal = MemoryJournal()
    for _ in range(3):
        write(journal, 30)
        made(journal, folder)
    return folder


def data_of(folder: Path, number: int) -> Path:
    return folder / Manifest.read(list_backups(folder)[number - 1].path).file


def manifest_of(folder: Path, number: int) -> Path:
    return list_backups(folder)[number - 1].path


def flip(file: Path, at: int) -> None:
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(data)


def exchange(one_: Path, other: Path) -> None:
    kept = one_.read_bytes()
    one_.write_bytes(other.read_bytes())
    other.write_bytes(kept)


def rewritten(folder: Path, number: int, /, **changes: Any) -> None:
    """Change a manifest as somebody would who has not got the key."""
    file = manifest_of(folder, number)
    file.write_text(json.dumps({**json.loads(file.read_text()), **changes}))


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a flipped bit": (
        lambda folder: flip(data_of(folder, 2), 200),
        r"incremental backup 2: .*-000002-incremental\.jsonl\.gz was changed",
    ),
    "cut off": (
        lambda folder: os.truncate(data_of(folder, 3), data_of(folder, 3).stat().st_size - 1),
        r"incremental backup 3: .* is cut off: \d+ bytes instead of \d+",
    ),
    "longer": (
        lambda folder: data_of(folder, 1).write_bytes(data_of(folder, 1).read_bytes() + b"x"),
        "full backup 1: .* is too long",
    ),
    "missing data": (
        lambda folder: data_of(folder, 1).unlink(),
        "full backup 1: .* is missing",
    ),
    "a missing backup": (
        lambda folder: [data_of(folder, 2).unlink(), manifest_of(folder, 2).unlink()],
        "backup 2 is missing between 1 and 3",
    ),
    "no full backup": (
        lambda folder: manifest_of(folder, 1).unlink(),
        "the full backup that they need is missing",
    ),
    "data exchanged": (
        lambda folder: exchange(data_of(folder, 2), data_of(folder, 3)),
        "incremental backup 2: ",
    ),
    "wrong order": (
        lambda folder: [
            exchange(manifest_of(folder, 2), manifest_of(folder, 3)),
            exchange(data_of(folder, 2), data_of(folder, 3)),
        ],
        "is the manifest of incremental backup 3 under another name",
    ),
    "a changed manifest": (
        lambda folder: rewritten(folder, 2, records=1),
        "incremental backup 2: its manifest was changed after it was signed",
    ),
    "a renumbered manifest": (
        lambda folder: rewritten(folder, 3, number=2),
        "under another name",
    ),
    "a manifest that is none": (
        lambda folder: manifest_of(folder, 3).write_text("{}"),
        "is not the manifest of a backup",
    ),
    "a manifest that leads elsewhere": (
        lambda folder: rewritten(folder, 3, file="../../etc/passwd"),
        "names a file outside its folder",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_series_is_refused_and_nothing_is_left(
    three: Path, tmp_path: Path, damage: str
) -> None:
    do, says = DAMAGES[damage]
    do(three)
    with pytest.raises(BackupDamagedError, match=says):
        restore(find_series(three), new_file(tmp_path))
    assert [each.name for each in tmp_path.iterdir()] == ["backups"]


def test_after_damage_the_next_backup_is_a_full_one(folder: Path, tmp_path: Path) -> None:
    journal = MemoryJournal()
    for _ in range(2):
        write(journal)
        made(journal, folder)
    os.truncate(data_of(folder, 2), 60)
    manifest = made(journal, folder)
    assert (manifest.number, manifest.kind) == (3, "full")
    with restored(folder, new_file(tmp_path)) as again:
        assert again.tip() == journal.tip()


def test_a_backup_of_another_series_does_not_fit(three: Path, tmp_path: Path) -> None:
    journal = MemoryJournal()
    other = tmp_path / "other"
    for _ in range(3):
        write(journal)
        made(journal, other)
    for name, file in ((each.path.name, each.path) for each in list_backups(other)):
        mine = three / name.replace(journal.id[:12], list_backups(three)[0].journal)
        if "000002" in name:
            shutil.copy(file, mine)
    with pytest.raises(BackupDamagedError, match="under another name"):
        find_series(three)


def resigned(folder: Path, number: int, signer: KeySigner, edit: Callable[[bytes], bytes]) -> None:
    """Change the data of a backup and sign the manifest again, as an intruder with a key would."""
    from dataclasses import replace
    from hashlib import sha256

    manifest, data = Manifest.read(manifest_of(folder, number)), data_of(folder, number)
    packed = gzip.compress(edit(gzip.decompress(data.read_bytes())), mtime=0)
    data.write_bytes(packed)
    forged = replace(manifest, size=len(packed), sha256=sha256(packed).hexdigest()).sign(signer)
    manifest_of(folder, number).write_text(forged.text())


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda data: data.replace(b'"number":1', b'"number":8', 1), "not those of its signed"),
        (lambda data: data[: data.rindex(b"\n", 0, -1) + 1], "not those of its signed checkpoint"),
        (lambda data: data.replace(b'["record"', b'["Record"', 1), "a line begins with 'Record'"),
        (lambda data: data.replace(b'["batch",1,', b'["batch",2,', 1), "does not follow batch 0"),
        (lambda data: data.replace(b"backup-1", b"backup-2", 1), "those of another backup"),
        (lambda data: b"\n".join(data.split(b"\n")[1:]), "those of another backup"),
        (lambda data: b"".join(data.splitlines(keepends=True)[:1] + data.splitlines(keepends=True)[2:]), "values of the vault are missing"),
        (lambda data: data + b'["record","a","x",1,{}]\n', "a record is in no batch"),
        (lambda data: data + b"{}\n", "is not a list"),
        (lambda data: data + b"nonsense\n", "cannot be read"),
    ],
    ids=range(10),
)  # fmt: skip
def test_records_that_do_not_lead_to_the_signed_end_are_refused(
    folder: Path, tmp_path: Path, edit: Callable[[bytes], bytes], says: str
) -> None:
    journal = MemoryJournal()
    write(journal, 3)
    made(journal, folder)
    resigned(folder, 1, SIGNER, edit)
    series = find_series(folder)
    with pytest.raises(BackupDamagedError, match=says):
        restore(series, new_file(tmp_path))
    assert [each.name for each in tmp_path.iterdir()] == ["backups"]


def test_a_backup_signed_with_another_key_is_refused_by_who_knows_the_key(three: Path) -> None:
    assert find_series(three, public_key=public_key(KEY)).last.number == 3
    with pytest.raises(
        BackupDamagedError, match="full backup 1: its manifest is signed with anoth"
    ):
        find_series(three, public_key="0" * 64)
    resigned(three, 3, KeySigner(new_key()), lambda data: data)
    with pytest.raises(BackupDamagedError, match="was changed after it was signed"):
        find_series(three)


def test_a_folder_without_backups(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="there is no such folder"):
        find_series(tmp_path / "none")
    with pytest.raises(BackupError, match="there is no backup here"):
        find_series(tmp_path)


def test_a_damaged_journal_is_not_backed_up(durable: Store, folder: Path, tmp_path: Path) -> None:
    journal = durable.open()
    write(journal, 3)
    made(journal, folder)
    end = journal.tip()
    write(journal)
    durable.tamper(f"UPDATE records SET actor = 'Mallory' WHERE serial = {end.serial + 2}")
    with pytest.raises(DamagedError):
        backup(journal, folder)
    with pytest.raises(DamagedError):
        backup(journal, folder, full=True)
    assert len(list_backups(folder)) == 1 and not list(folder.glob("*.part"))
    with restored(folder, new_file(tmp_path)) as again:
        assert again.tip() == end


def test_a_journal_that_lacks_what_was_backed_up_is_not_backed_up_further(
    folder: Path, tmp_path: Path
) -> None:
    file = tmp_path / "floor.db"
    with open_journal(f"sqlite:///{file}") as journal:
        write(journal)
    old = shutil.copy(file, tmp_path / "old.db")
    with open_journal(f"sqlite:///{file}") as journal:
        write(journal)
        made(journal, folder)
    shutil.copy(old, file)
    with open_journal(f"sqlite:///{file}") as journal:
        with pytest.raises(BackupError, match="is not the one of full backup 1"):
            backup(journal, folder)
        assert made(journal, folder, full=True).number == 2


# Encryption.


def test_an_encrypted_backup_needs_its_key(folder: Path, tmp_path: Path) -> None:
    journal, key = MemoryJournal(), new_key()
    journal.vault.store("photo", "large", os.urandom(200_000))  # more than one block
    write(journal)
    made(journal, folder, key=key)
    write(journal)
    made(journal, folder, key=key)
    for file in folder.iterdir():
        data = file.read_bytes()
        assert (
            SECRET not in data and b"wager.placed" not in data and b"\x1f\x8b\x08" not in data[:64]
        )
        assert file.stat().st_mode & 0o077 == 0
    for other in (None, new_key()):
        with pytest.raises(BackupError, match="full backup 1 is encrypted with the key "):
            restore(find_series(folder), new_file(tmp_path), key=other)
    with restored(folder, new_file(tmp_path), key=key) as again:
        assert again.tip() == journal.tip()
        assert again.vault.get("shoe", "t1") == SECRET


def test_an_encrypted_backup_cannot_be_cut_at_a_block(folder: Path, tmp_path: Path) -> None:
    journal, key = MemoryJournal(), new_key()
    journal.vault.store("photo", "large", os.urandom(200_000))
    write(journal)
    made(journal, folder, key=key)
    data = data_of(folder, 1)
    block = 27 + 16 + (1 << 16) + 16
    assert data.stat().st_size > block
    os.truncate(data, block)
    with pytest.raises(BackupDamagedError, match="is cut off"):
        restore(find_series(folder), new_file(tmp_path), key=key)
    manifest = find_series(folder).last
    with pytest.raises(BackupDamagedError, match="cannot be decrypted with this key"):
        list(read_lines(folder, manifest, key))
    data.write_bytes(b"x" * 100)
    with pytest.raises(BackupDamagedError, match="not encrypted as the manifest says"):
        list(read_lines(folder, manifest, key))


# When it is interrupted.


_SLOW = """
import sys, time
from pathlib import Path
from houserules.journal.backup import BackupPlan, back_up
from houserules.journal.signers import KeySigner
from houserules.journal.url import open_journal
def pause():
    print("part", flush=True)
    time.sleep(0.02)
plan = BackupPlan(Path(sys.argv[2]), KeySigner(bytes(range(32))), pause=pause, full="full" in sys.argv)
with open_journal(sys.argv[1], read_only=True) as journal:
    back_up(journal, plan, time=1)
print("done", flush=True)
"""


def test_a_killed_backup_leaves_the_earlier_ones(
    durable: Store, folder: Path, tmp_path: Path
) -> None:
    journal = durable.open()
    write(journal, 10)
    made(journal, folder)
    end = journal.tip()
    for _ in range(600):
        journal.append_all([one("a", None) for _ in range(10)])
    for kill, more in enumerate(
        repetitions([(1, ()), (4, ("full",))], [(n, ()) for n in range(1, 12)])
    ):
        parts, arguments = more
        running = subprocess.Popen(
            [sys.executable, "-c", _SLOW, durable.url, str(folder), *arguments],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert running.stdout is not None
        for _ in range(parts):
            assert running.stdout.readline() == "part\n"
        running.send_signal(signal.SIGKILL)
        running.wait()
        running.stdout.close()
        with restored(folder, new_file(tmp_path, f"{kill}.db")) as again:
            assert again.tip() == end and verify(again).ok
    assert list(folder.glob("*.part"))
    manifest = made(journal, folder)
    assert (manifest.number, manifest.kind) == (2, "incremental")
    assert not list(folder.glob("*.part"))
    with restored(folder, new_file(tmp_path, "last.db")) as again:
        assert again.tip() == journal.tip()


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond a size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("room", [0, 100, 3_000])
def test_a_full_disk_leaves_the_earlier_backups(folder: Path, tmp_path: Path, room: int) -> None:
    journal = MemoryJournal()
    write(journal)
    made(journal, folder)
    end = journal.tip()
    write(journal, 500)
    with (
        full_disk(room),
        pytest.raises(BackupError, match="there is no room left; nothing was kept"),
    ):
        backup(journal, folder)
    assert not list(folder.glob("*.part")) and len(list_backups(folder)) == 1
    with restored(folder, new_file(tmp_path)) as again:
        assert again.tip() == end
    assert made(journal, folder).number == 2
    with full_disk(100_000), pytest.raises(BackupError):
        restore(find_series(folder), new_file(tmp_path, "full.db"))
    assert not list(tmp_path.glob("full.db*"))


def test_two_backups_at_a_time_are_not_made(folder: Path) -> None:
    journal = MemoryJournal()
    write(journal)

    def at_the_same_time() -> None:
        with pytest.raises(BackupError, match="another backup is being made there"):
            backup(journal, folder)

    assert made(journal, folder, pause=at_the_same_time).number == 1
