"""`houserules verify journal` and `houserules checkpoint`: honest journals, and damaged ones."""

import asyncio
import json
import random
from contextlib import suppress
from pathlib import Path

import pytest

from cli.journals import alter, at, copied, run
from houserules.cli.server import process
from houserules.cli.server.process import CannotStartError
from houserules.cli.server.settings import Config
from houserules.core.codec import DataError
from houserules.floor.inspection import check_journal
from houserules.floor.signing import signing_key
from houserules.floor.startup import close_floor, open_floor
from houserules.floor.stored_events import StoredError
from houserules.floor.tables.decide import DoubtError
from houserules.journal.chain_scan import MANGLED
from houserules.journal.checkpoint_stores import open_checkpoint_store
from houserules.journal.checkpoints import Checkpoint
from houserules.journal.errors import JournalError
from houserules.journal.records import Append, Batch, NewRecord
from houserules.journal.signers import public_key
from houserules.journal.sqlite import SqliteJournal


@pytest.fixture
def journal(night_file: Path, tmp_path: Path) -> Path:
    return copied(night_file, tmp_path)


def sign(journal: Path, name: str = "kept.json", *more: str | Path) -> Path:
    """Write a checkpoint beside a journal."""
    file = journal.with_name(name)
    result = run("checkpoint", *at(journal), "--out", file, *more)
    assert result.exit_code == 0, result.output
    return file


def test_an_honest_journal_is_verified(night_file: Path) -> None:
    result = run("verify", "journal", *at(night_file))
    assert result.exit_code == 0
    assert "Verified: nothing was altered, and all money adds up." in result.output
    assert " 7 streams, " in result.output and " 2 tables." in result.output
    assert "without --checkpoint FILE" in result.output


def test_json_for_machines(night_file: Path) -> None:
    result = run("verify", "journal", *at(night_file), "--json")
    output = json.loads(result.output)
    assert list(output) == [
        *("journal", "verified", "checked", "findings", "left_off", "proved", "unproved_records"),
        *("own_checkpoint", "missing", "accepted_losses", "software"),
    ]
    assert output["verified"] is True and output["findings"] == []
    assert output["checked"]["tables"] == 2 and output["checked"]["accounts"] == 5


def test_a_changed_record_is_located(journal: Path) -> None:
    alter(
        journal, "UPDATE records SET actor = 'Mallory' WHERE stream = 'table/t1' AND position = 40"
    )
    result = run("verify", "journal", *at(journal))
    assert result.exit_code == 1
    assert "Not verified: 1 finding." in result.output
    (line,) = [line for line in result.output.splitlines() if line.startswith("table/t1 40")]
    assert line.split()[2] == "changed"
    (found,) = json.loads(run("verify", "journal", *at(journal), "--json").output)["findings"]
    assert (found["kind"], found["stream"], found["position"]) == ("changed", "table/t1", 40)


def test_a_cut_off_end_is_seen_with_a_checkpoint(journal: Path) -> None:
    kept = sign(journal)
    with SqliteJournal(journal, read_only=True) as opened, opened.snapshot() as snapshot:
        last = [*snapshot.batches()][-3]
    cut_off(journal, last.number, last.first + last.records - 1, last.hash)
    assert run("verify", "journal", *at(journal)).exit_code == 0
    result = run("verify", "journal", *at(journal), "--checkpoint", kept, "--json")
    assert result.exit_code == 1
    found = {each["stream"]: each["kind"] for each in json.loads(result.output)["findings"]}
    assert found == {"house/signing-key": "dropped", "table/t2": "truncated"}


def cut_off(journal: Path, batch: int, serial: int, digest: bytes) -> None:
    """Take everything behind a batch away, and make the rest look whole."""
    alter(journal, "DELETE FROM records WHERE serial > ?", serial)
    alter(journal, "DELETE FROM batches WHERE number > ?", batch)
    alter(journal, "UPDATE journal SET serial = ?, batch = ?, hash = ?", serial, batch, digest)
    alter(journal, "DELETE FROM heads")
    alter(
        journal,
        "INSERT INTO heads (stream, position, hash) SELECT stream, position, hash FROM records AS r "
        "WHERE position = (SELECT max(position) FROM records WHERE stream = r.stream)",
    )


def test_a_checkpoint_is_signed_with_the_key_of_the_house(journal: Path) -> None:
    file = journal.with_name("kept.json")
    result = run("checkpoint", *at(journal), "--out", file, "--json")
    assert result.exit_code == 0
    said = json.loads(result.output)
    with SqliteJournal(journal, read_only=True) as opened:
        key = signing_key(opened)
        assert key is not None and said["public_key"] == public_key(key)
        assert said["records"] == opened.tip().serial
    assert key.hex() not in file.read_text() + result.output
    result = run("verify", "journal", *at(journal), "--checkpoint", file)
    assert result.exit_code == 0 and "Use --public-key" in result.output
    key_given = ("--public-key", said["public_key"].upper())
    result = run("verify", "journal", *at(journal), "--checkpoint", file, *key_given)
    assert result.exit_code == 0 and "--public-key" not in result.output
    result = run("verify", "journal", *at(journal), "--checkpoint", file, "--public-key", "0" * 64)
    assert result.exit_code == 1 and "was signed with another key" in result.output


def test_a_checkpoint_can_go_on_from_an_earlier_one(journal: Path) -> None:
    first = sign(journal)
    second = sign(journal, "next.json", "--after", first)
    result = run("verify", "journal", *at(journal), "--checkpoint", first, "--checkpoint", second)
    assert result.exit_code == 0
    assert " 2 checkpoints" in result.output


def test_nothing_is_signed_over_a_damaged_journal(journal: Path) -> None:
    alter(journal, "DELETE FROM records WHERE stream = 'table/t2' AND position = 20")
    file = journal.with_name("kept.json")
    result = run("checkpoint", *at(journal), "--out", file)
    assert result.exit_code == 1 and not file.exists()
    assert "Nothing was signed" in result.output
    assert "table/t2 20: missing:" in result.output
    result = run("checkpoint", *at(journal), "--out", file, "--json")
    assert json.loads(result.output)["findings"][0]["kind"] == "missing"


def test_a_checkpoint_is_never_replaced(journal: Path) -> None:
    file = sign(journal)
    before = file.read_text()
    result = run("checkpoint", *at(journal), "--out", file)
    assert result.exit_code == 2 and "already exists" in result.output
    assert file.read_text() == before


def test_it_works_beside_a_server(journal: Path) -> None:
    file = journal.with_name("kept.json")
    with SqliteJournal(journal) as writing:
        assert run("verify", "journal", *at(journal)).exit_code == 0
        result = run("checkpoint", *at(journal), "--out", file)
        assert result.exit_code == 2  # there is no key yet, and only the server could write one
        assert "another process is writing" in result.output
        writing.vault.store("signing-key", "checkpoints", bytes(range(32)))
        assert run("checkpoint", *at(journal), "--out", file).exit_code == 0


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--database", "sqlite:///nowhere/x.db"), "there is no folder"),
        (("--database", "mysql://x"), "is not a database URL"),
        (("--checkpoint", "nowhere.json"), "nowhere.json: cannot be read: No such file"),
        (("--public-key", "xyz"), "64 hex digits"),
    ],
)
def test_what_cannot_be_checked_is_said(night_file: Path, args: tuple[str, ...], says: str) -> None:
    database = () if args[0] == "--database" else at(night_file)
    result = run("verify", "journal", *database, *args)
    assert result.exit_code == 2
    assert says in " ".join(result.output.split())
    assert "Traceback" not in result.output


def test_a_file_that_is_no_journal_or_no_checkpoint_is_said(
    night_file: Path, tmp_path: Path
) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("mine, all mine")
    result = run("verify", "journal", *at(other))
    assert result.exit_code == 2 and "not a journal of this program" in result.output
    result = run("verify", "journal", *at(night_file), "--checkpoint", other, "--json")
    assert result.exit_code == 2
    assert "is not a checkpoint" in json.loads(result.output)["error"]["message"]


def flipped(file: Path, copy: Path, chance: random.Random) -> Path:
    """Copy a journal with some bits flipped, most often in one place, sometimes in its first page."""
    data = bytearray(file.read_bytes())
    for _ in range(chance.choice((1, 1, 8, 200))):
        most = len(data) if chance.random() > 0.2 else 4096
        data[chance.randrange(most)] ^= 1 << chance.randrange(8)
    copy.write_bytes(data[: chance.choice((None, None, None, chance.randrange(1, len(data))))])
    return copy


@pytest.mark.parametrize("seed", range(30))
def test_flipped_bits_end_in_a_finding_and_never_in_a_traceback(
    night_file: Path, tmp_path: Path, seed: int
) -> None:
    file = flipped(night_file, tmp_path / "copy.db", random.Random(seed))
    result = run("verify", "journal", *at(file))
    assert result.exit_code in (0, 1, 2)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    if result.exit_code:
        said = " ".join(result.output.split())
        assert "restore the last backup" in said and "Traceback" not in said

    async def serve() -> None:
        await close_floor(await open_floor(f"sqlite:///{file}"))

    with suppress(JournalError, StoredError, DoubtError, DataError, *MANGLED):
        asyncio.run(serve())


def test_a_server_says_in_a_line_that_it_cannot_start(journal: Path) -> None:
    data = bytearray(journal.read_bytes())
    data[4096 : 3 * 4096] = bytes(2 * 4096)
    journal.write_bytes(data)
    with pytest.raises(CannotStartError, match="restore the last backup that verifies") as said:
        process.run(Config(database=f"sqlite:///{journal}", port=0, log="none"))
    assert "\n" not in str(said.value)
    result = run("serve", *at(journal), "--port", "0", "--log", "none")
    assert result.exit_code == 69 and "Traceback" not in result.output


def test_an_empty_file_is_no_new_house(tmp_path: Path) -> None:
    file = tmp_path / "floor.db"
    file.touch()
    for command in (("verify", "journal"), ("serve", "--port", "0", "--log", "none")):
        result = run(*command, *at(file))
        assert result.exit_code in (2, 69) and "is empty (0 bytes)" in result.output
    assert file.stat().st_size == 0


def cut_copy(journal: Path) -> tuple[Path, Path]:
    """Return a copy of a journal without its last batches, and a folder with checkpoints of the whole one."""
    kept = journal.with_name("kept")
    store = open_checkpoint_store(str(kept))
    first = Checkpoint.read(sign(journal).read_text())
    store.keep(first)
    with SqliteJournal(journal) as opened:
        for number in range(3):
            entry = NewRecord("test.noted", 1, {"number": number})
            opened.append(Batch((Append("house/test", None, (entry,)),), actor="a", time=1))
    store.keep(Checkpoint.read(sign(journal, "last.json").read_text()))
    cut_off(journal, first.batch, first.records, bytes.fromhex(first.hash))
    return journal, kept


def test_it_says_from_which_checkpoint_on_nothing_is_proved(journal: Path) -> None:
    sign(journal)  # makes the key
    alone = run("verify", "journal", *at(journal))
    assert alone.exit_code == 0 and "No checkpoint was compared" in alone.output
    with SqliteJournal(journal) as opened:
        made = check_journal(opened, 2_000_000_000_000)
    alone = " ".join(run("verify", "journal", *at(journal)).output.split())
    assert "The newest checkpoint is in the database itself, of 2033-05-18 03:33:20 UTC" in alone
    assert f"and record {made.records} of {made.records}. Nothing after it is proved" in alone
    file = journal.with_name("made.json")
    file.write_text(made.text())
    with SqliteJournal(journal) as opened:
        entry = NewRecord("test.noted", 1, {})
        opened.append(Batch((Append("house/test", None, (entry, entry)),), actor="a", time=1))
    result = " ".join(run("verify", "journal", *at(journal), "--checkpoint", file).output.split())
    assert (
        f"Proved up to record {made.records} of {made.records + 2}, by the checkpoint of" in result
    )
    assert "made.json. Nothing proves the 2 after it." in result


def test_a_shorter_journal_is_named_with_what_is_missing(journal: Path) -> None:
    cut, kept = cut_copy(journal)
    assert run("verify", "journal", *at(cut)).exit_code == 0
    result = run("verify", "journal", *at(cut), "--checkpoint", kept)
    said = " ".join(result.output.split())
    assert result.exit_code == 1
    assert "the journal is shorter than what was signed at" in said
    assert "(house/test 1-3). It is proved up to record" in said
    told = json.loads(run("verify", "journal", *at(cut), "--checkpoint", kept, "--json").output)
    assert told["missing"]["last"] - told["missing"]["first"] == 2
    assert told["missing"]["streams"] == [{"stream": "house/test", "first": 1, "last": 3}]
    assert told["proved"]["records"] == told["missing"]["first"] - 1
    assert (told["proved"]["kept_in"], told["unproved_records"]) == (str(kept), 0)


def test_the_folder_beside_a_database_is_looked_at_by_default(journal: Path) -> None:
    cut, kept = cut_copy(journal)
    kept.rename(f"{cut}-checkpoints")
    assert run("verify", "journal", *at(cut)).exit_code == 1
    process_said = run("serve", *at(cut), "--port", "0", "--log", "none")
    assert process_said.exit_code == 69 and "accept-loss" in process_said.stderr


def test_a_loss_is_accepted_once_with_a_reason(journal: Path) -> None:
    cut, kept = cut_copy(journal)
    where = (*at(cut), "--checkpoints", kept)
    assert run("accept-loss", *where, "--why", " ").exit_code == 2
    result = run("accept-loss", *where, "--why", "the disk failed")
    assert result.exit_code == 0 and "Accepted: the journal is shorter" in result.output
    again = run("accept-loss", *where, "--why", "the disk failed", "--json")
    assert again.exit_code == 1
    assert json.loads(again.output)["accepted"] is False
    result = run("verify", "journal", *at(cut), "--checkpoint", kept)
    assert result.exit_code == 0 and "Reason: the disk failed" in result.output
    result = run("verify", "journal", *at(cut), "--checkpoint", journal.with_name("last.json"))
    assert result.exit_code == 1  # the inspector's own
    result = run("accept-loss", *at(cut), "--checkpoints", "ftp://x", "--why", "x")
    assert result.exit_code == 2 and "checkpoints are kept in a folder" in result.output


def test_a_key_of_somebody_else_signs_nothing(journal: Path, tmp_path: Path) -> None:
    sign(journal)
    other = ("--signing-key", tmp_path / "other.key", "--out", tmp_path / "x.json")
    result = run("checkpoint", *at(journal), *other)
    assert result.exit_code == 2 and "to change it, start houserules serve" in result.output
    result = run("checkpoint", *at(journal), "--signing-key", "env:NONE", "--out", "x.json")
    assert result.exit_code == 2 and "the environment has no NONE" in result.output
