"""Archives of every store: the same records, in files that nobody can alter or leave out unnoticed."""

import gzip
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from contracts.conftest import Store
from contracts.making import append, batch, one
from houserules.journal.archive_journal import ArchiveJournal
from houserules.journal.archives import Archive, archive_closed_days, read_folder
from houserules.journal.errors import ArchiveError, DamagedError, ReadOnlyError
from houserules.journal.protocol import Journal
from houserules.journal.records import Put
from houserules.journal.signers import KeySigner, new_key
from houserules.journal.url import open_journal
from houserules.journal.verify import verify

SIGNER = KeySigner(new_key())
DAY = 24 * 3600 * 1000
FIRST = 20_000 * DAY  # 4 October 2024


def write(journal: Journal, *times: int) -> None:
    """Write a batch at each time: two records at a table, one in a wallet."""
    for time in times:
        table = journal.head("table:a").position
        wallet = journal.head("wallet:ann").position
        given = batch(append("table:a", table, 2), append("wallet:ann", wallet), time=time)
        journal.append(given)


def archive(journal: Journal, folder: Path, now: int) -> list[Archive]:
    return archive_closed_days(journal, folder, SIGNER, now=now)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "archives"


@pytest.fixture
def three_days(journal: Journal, folder: Path) -> list[Archive]:
    """Return the archives of three days, with one in between on which nothing happened."""
    write(journal, FIRST, FIRST + DAY - 1, FIRST + DAY, FIRST + 3 * DAY)
    return archive(journal, folder, FIRST + 4 * DAY)


def test_each_day_is_a_file(three_days: list[Archive], journal: Journal) -> None:
    assert [each.day for each in three_days] == [date(2024, 10, day) for day in (4, 5, 7)]
    assert [each.batches for each in three_days] == [2, 1, 1]
    assert [each.records for each in three_days] == [6, 3, 3]
    assert three_days[0].file.name == "2024-10-04.archive"
    assert three_days[-1].checkpoint.public_key == SIGNER.public_key
    assert verify(journal, [each.checkpoint for each in three_days]).ok


@pytest.mark.parametrize(("late", "files"), [(-1, 0), (0, 1)])
def test_a_day_is_closed_when_the_next_begins(
    late: int, files: int, journal: Journal, folder: Path
) -> None:
    write(journal, FIRST, FIRST + DAY - 1)
    assert len(archive(journal, folder, FIRST + DAY + late)) == files


def test_archives_read_as_the_journal_itself(
    three_days: list[Archive], journal: Journal, folder: Path
) -> None:
    with open_journal(f"archive:{folder}", read_only=True) as unpacked:
        assert isinstance(unpacked, ArchiveJournal)
        assert unpacked.id == journal.id and unpacked.tip() == journal.tip()
        assert list(unpacked.streams()) == list(journal.streams())
        assert list(unpacked.since(0)) == list(journal.since(0))
        with unpacked.snapshot() as one, journal.snapshot() as other:
            assert list(one.batches()) == list(other.batches())
            assert list(one.heads()) == list(other.heads())
        report = verify(
            unpacked, [each.checkpoint for each in unpacked.archives], public_key=SIGNER.public_key
        )
        assert report.ok and report.checkpoints == 3
        with pytest.raises(ReadOnlyError):
            unpacked.append(one_more())


def one_more() -> Any:
    return one("table:b", 0)


def test_what_is_archived_is_not_archived_again(
    three_days: list[Archive], journal: Journal, folder: Path
) -> None:
    before = {each.file: each.file.read_bytes() for each in three_days}
    assert archive(journal, folder, FIRST + 4 * DAY) == []
    write(journal, FIRST + 4 * DAY)
    (made,) = archive(journal, folder, FIRST + 5 * DAY)
    assert made.day == date(2024, 10, 8)
    assert made.checkpoint.previous == three_days[-1].checkpoint.digest()
    assert {file: file.read_bytes() for file in before} == before


def test_a_clock_that_was_set_back_leaves_no_record_out(journal: Journal, folder: Path) -> None:
    write(journal, FIRST, FIRST + DAY, FIRST, FIRST + 2 * DAY)
    archive(journal, folder, FIRST + 2 * DAY)
    write(journal, FIRST)  # earlier than what is archived already
    archive(journal, folder, FIRST + 9 * DAY)
    with open_journal(f"archive:{folder}", read_only=True) as unpacked:
        assert unpacked.tip() == journal.tip() and verify(unpacked).ok


def test_no_secret_is_archived(journal: Journal, folder: Path) -> None:
    secret = Put("shoe", "t1", b"AsKdQh")
    journal.append(one("table:a", 0, "c1", time=FIRST, puts=(secret,)))
    (made,) = archive(journal, folder, FIRST + DAY)
    assert b"AsKdQh" not in gzip.decompress(made.file.read_bytes())
    with open_journal(f"archive:{folder}", read_only=True) as unpacked:
        assert unpacked.vault.get("shoe", "t1") is None


def test_ids_of_commands_are_archived(journal: Journal, folder: Path) -> None:
    journal.append(one("table:a", 0, "c1", time=FIRST, request=bytes(32)))
    archive(journal, folder, FIRST + DAY)
    with open_journal(f"archive:{folder}", read_only=True) as unpacked:
        assert unpacked.outcome("ann", "c1", bytes(32)) == journal.outcome("ann", "c1", bytes(32))


def changed(file: Path, change: Callable[[list[str]], list[str]]) -> None:
    """Change the lines of an archive."""
    lines = gzip.decompress(file.read_bytes()).decode().splitlines()
    file.write_bytes(gzip.compress("\n".join([*change(lines), ""]).encode()))


def test_a_changed_record_is_found(three_days: list[Archive], folder: Path) -> None:
    def change(lines: list[str]) -> list[str]:
        of_table = [line.startswith('["table:a",2') for line in lines]
        assert any(of_table)
        altered = [line.replace("number", "amount") for line in lines]
        return [new if own else old for own, new, old in zip(of_table, altered, lines, strict=True)]

    changed(three_days[0].file, change)
    with open_journal(f"archive:{folder}", read_only=True) as unpacked:
        (finding,) = verify(unpacked).findings
        assert (finding.kind, finding.stream, finding.position) == ("changed", "table:a", 2)
        with pytest.raises(DamagedError):
            list(unpacked.read("table:a"))


def test_a_whole_new_history_does_not_pass(
    three_days: list[Archive], folder: Path, journal: Journal
) -> None:
    """Without the key, an intruder can forge records and chains, but no checkpoint."""
    forged = archive_closed_days(
        journal, folder.with_name("f"), KeySigner(new_key()), now=FIRST + 4 * DAY
    )
    checkpoints = [each.checkpoint for each in forged]
    assert not verify(journal, checkpoints, public_key=SIGNER.public_key).ok
    forged[1].file.replace(three_days[1].file)
    with pytest.raises(ArchiveError, match="does not follow 2024-10-04"):
        read_folder(folder)


@pytest.mark.parametrize(
    ("number", "said"),
    [(0, "an archive before this one is missing"), (1, "does not follow 2024-10-04.archive")],
)
def test_a_missing_file_is_noticed(
    number: int, said: str, three_days: list[Archive], folder: Path
) -> None:
    three_days[number].file.unlink()
    with pytest.raises(ArchiveError, match=said):
        read_folder(folder)


@pytest.mark.parametrize("left", [0, 1, 40, 200, -1])
def test_a_file_that_is_cut_off_is_no_archive(
    left: int, three_days: list[Archive], folder: Path
) -> None:
    file = three_days[1].file
    file.write_bytes(file.read_bytes()[:left])
    with pytest.raises(ArchiveError, match="is not an archive, or is damaged"):
        read_folder(folder)


def test_lines_that_are_gone_are_noticed(three_days: list[Archive], folder: Path) -> None:
    changed(three_days[0].file, lambda lines: [*lines[:3], *lines[4:]])
    with pytest.raises(ArchiveError, match="is damaged"):
        open_journal(f"archive:{folder}", read_only=True)


def test_a_changed_checkpoint_is_noticed(three_days: list[Archive], folder: Path) -> None:
    def change(lines: list[str]) -> list[str]:
        data = json.loads(lines[-1])
        return [*lines[:-1], json.dumps(data | {"records": data["records"] + 1})]

    changed(three_days[2].file, change)
    with pytest.raises(ArchiveError, match="changed after it was signed"):
        read_folder(folder)


def test_another_journal_has_another_folder(three_days: list[Archive], folder: Path) -> None:
    with open_journal("memory:") as other, pytest.raises(ArchiveError, match="another journal"):
        archive(other, folder, FIRST + 9 * DAY)


def test_an_archive_is_read_only(three_days: list[Archive], folder: Path) -> None:
    assert three_days
    with pytest.raises(ReadOnlyError, match="for reading only"):
        open_journal(f"archive:{folder}")


def test_a_folder_without_archives(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="no archive in it"):
        open_journal(f"archive:{tmp_path}", read_only=True)
    with pytest.raises(ArchiveError, match="no such folder"):
        open_journal(f"archive:{tmp_path / 'none'}", read_only=True)


def test_a_full_disk_leaves_no_half_archive(
    journal: Journal, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(journal, FIRST)

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", fail)
        with pytest.raises(ArchiveError, match="No space left"):
            archive(journal, folder, FIRST + DAY)
    assert list(folder.iterdir()) == []
    assert len(archive(journal, folder, FIRST + DAY)) == 1


def test_a_damaged_journal_is_not_archived(durable: Store, tmp_path: Path) -> None:
    journal = durable.open()
    write(journal, FIRST, FIRST + DAY)
    durable.tamper("UPDATE records SET actor = 'Mallory' WHERE serial = 5")
    folder = tmp_path / "archives"
    with pytest.raises(DamagedError):
        archive(journal, folder, FIRST + 2 * DAY)
    assert [file.name for file in folder.iterdir()] == ["2024-10-04.archive"]
    assert [each.records for each in read_folder(folder)] == [3]
