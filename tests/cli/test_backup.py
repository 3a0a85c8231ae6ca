"""`houserules backup` and `houserules restore`: what they say, and with which code they end."""

import json
import os
from pathlib import Path

import pytest

from cli.journals import alter, at, copied, run
from houserules.journal.backup_files import list_backups
from houserules.journal.checkpoint_stores import open_checkpoint_store
from houserules.journal.checkpoints import Checkpoint
from houserules.journal.records import Append, Batch, NewRecord
from houserules.journal.sqlite import SqliteJournal


@pytest.fixture
def journal(night_file: Path, tmp_path: Path) -> Path:
    return copied(night_file, tmp_path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def write(journal: Path, records: int = 1) -> None:
    with SqliteJournal(journal) as opened:
        entries = tuple(NewRecord("test.noted", 1, {"number": each}) for each in range(records))
        opened.append(Batch((Append("house/test", None, entries),), actor="a", time=1))


def words(*args: str | Path) -> tuple[int, str]:
    result = run(*args)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, " ".join(result.output.split())


def test_a_backup_and_what_is_new_since(journal: Path, folder: Path, tmp_path: Path) -> None:
    code, said = words("backup", folder, *at(journal))
    assert code == 0 and "Backed up: full backup 1, " in said
    assert "Not encrypted: it has passwords and keys." in said
    assert words("backup", folder, *at(journal)) == (0, "Nothing is new since the last backup.")
    write(journal)
    made = json.loads(run("backup", folder, *at(journal), "--json").output)["backup"]
    assert (made["number"], made["kind"], made["records"], made["encrypted_with"]) == (
        *(2, "incremental", 1, None),
    )
    code, said = words("restore", folder, *at(tmp_path / "new.db"))
    assert code == 0
    assert f"Restored: {made['upto']} records in " in said and "from 2 backups, the last of" in said
    assert "Verified: nothing was altered, and all money adds up." in said
    assert "houserules accept-loss" in said
    code, said = words("restore", folder, *at(tmp_path / "new.db"))
    assert code == 2 and "exists; restore into a new file, or move it away" in said
    code, said = words("verify", "journal", *at(tmp_path / "new.db"))
    assert code == 0
    assert words("backup", folder, *at(journal), "--full")[1].startswith("Backed up: full backup 3")


def test_a_backup_is_made_beside_a_server(journal: Path, folder: Path) -> None:
    run("backup", folder, *at(journal))  # makes the key
    with SqliteJournal(journal) as opened:
        entry = NewRecord("test.noted", 1, {})
        opened.append(Batch((Append("house/test", None, (entry,)),), actor="a", time=1))
        assert words("backup", folder, *at(journal))[1].startswith(
            "Backed up: incremental backup 2"
        )


def test_an_encrypted_backup(journal: Path, folder: Path, tmp_path: Path) -> None:
    key = tmp_path / "backup.key"
    code, said = words("backup", folder, *at(journal), "--backup-key", key)
    assert code == 0 and "Not encrypted" not in said
    assert key.stat().st_mode & 0o077 == 0
    new = at(tmp_path / "new.db")
    code, said = words("restore", folder, *new)
    assert code == 2 and "is encrypted with the key" in said and "no key was given" in said
    code, said = words("restore", folder, *new, "--backup-key", tmp_path / "none.key")
    assert code == 2 and "there is no such file" in said
    assert not (tmp_path / "none.key").exists()
    assert words("restore", folder, *new, "--backup-key", key)[0] == 0


def test_a_drill_says_what_would_be_lost(journal: Path, folder: Path, tmp_path: Path) -> None:
    run("backup", folder, *at(journal))
    drill = ("restore", folder, "--drill", "--scratch", tmp_path, *at(journal))
    code, said = words(*drill)
    assert code == 0 and "Drill passed: " in said and "Nothing would be lost." in said
    write(journal, 3)
    write(journal, 4)
    code, said = words(*drill)
    assert code == 0 and "If the database were lost now, 7 records in 2 batches would be" in said
    kept = tmp_path / "kept"
    run("checkpoint", *at(journal), "--out", tmp_path / "last.json")
    open_checkpoint_store(str(kept)).keep(Checkpoint.read((tmp_path / "last.json").read_text()))
    write(journal)
    told = json.loads(run(*drill, "--checkpoints", kept, "--json").output)
    assert told["ok"] and told["lost"] == {"records": 8, "batches": 3}
    assert told["newest_checkpoint"]["records"] == told["in_use"]["records"] - 1
    gone = ("restore", folder, "--drill", *at(tmp_path / "gone.db"), "--checkpoints", kept)
    told = json.loads(run(*gone, "--json").output)
    assert told["in_use"] is None and told["lost"] == {"records": 7, "batches": 2}
    code, said = words("restore", folder, "--drill", *at(tmp_path / "gone.db"))
    assert code == 0 and "How much would be lost is not known" in said
    assert {each.name for each in tmp_path.iterdir()} >= {"copy.db", "backups", "kept"}
    assert not list(tmp_path.glob("houserules-drill-*"))


def test_a_drill_notices_backups_of_another_history(
    journal: Path, folder: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    run("backup", tmp_path / "first", *at(journal))  # makes the key
    twin = copied(journal, other)
    write(journal, 2)
    run("backup", folder, *at(journal))
    write(twin, 3)
    code, said = words("restore", folder, "--drill", *at(twin))
    assert code == 1 and "Not usable: the journal in use does not have what was backed up." in said
    kept = tmp_path / "kept"
    run("checkpoint", *at(twin), "--out", tmp_path / "last.json")
    open_checkpoint_store(str(kept)).keep(Checkpoint.read((tmp_path / "last.json").read_text()))
    gone = at(tmp_path / "gone.db")
    code, said = words("restore", folder, "--drill", *gone, "--checkpoints", kept)
    assert code == 1 and "Not usable: the backups do not have what the checkpoint of" in said


def test_damaged_backups_end_with_one(journal: Path, folder: Path, tmp_path: Path) -> None:
    run("backup", folder, *at(journal))
    (name,) = list_backups(folder)
    data = next(folder.glob("*.jsonl.gz"))
    whole = data.read_bytes()
    os.truncate(data, len(whole) // 2)
    for more in ((), ("--drill",)):
        code, said = words("restore", folder, *at(tmp_path / "new.db"), *more)
        assert code == 1 and "is cut off" in said and "Traceback" not in said
    data.write_bytes(whole)
    code, said = words("restore", folder, *at(tmp_path / "new.db"), "--public-key", "0" * 64)
    assert code == 1 and "is signed with another key" in said
    assert words("restore", folder, *at(tmp_path / "new.db"), "--public-key", "x")[0] == 2
    name.path.unlink()
    code, said = words("restore", folder, *at(tmp_path / "new.db"))
    assert code == 2 and "there is no backup here" in said
    assert not (tmp_path / "new.db").exists()


def test_a_damaged_journal_is_not_backed_up(journal: Path, folder: Path) -> None:
    alter(
        journal, "UPDATE records SET actor = 'Mallory' WHERE stream = 'table/t1' AND position = 40"
    )
    code, said = words("backup", folder, *at(journal))
    assert code == 1 and "nothing was backed up: the journal is damaged" in said
    told = run("backup", folder, *at(journal), "--json")
    assert told.exit_code == 1 and "table/t1 40" in json.loads(told.output)["error"]["message"]
    assert list_backups(folder) == []


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("restore", "nowhere"), "nowhere: there is no such folder"),
        (("backup", "nowhere/at/all"), "nowhere/at/all: No such file"),
        (("restore", ".", "--upto", "x"), "is not a whole number"),
    ],
)
def test_what_cannot_be_done(journal: Path, args: tuple[str, ...], says: str) -> None:
    code, said = words(*args, *at(journal))
    assert code == 2 and says in said
