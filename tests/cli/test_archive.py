"""`houserules archive`: closed days in files, which verify, replay and audit read."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from cli.journals import alter, at, copied, run
from floor.playing import START
from houserules.cli import archive
from houserules.floor.inspection import check_journal
from houserules.journal.sqlite import SqliteJournal

DAY = "2026-11-18"  # of the night in the journal
NEXT_WEEK = START + 7 * 24 * 3600 * 1000


@pytest.fixture(autouse=True)
def _next_week(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "time", SimpleNamespace(time_ns=lambda: NEXT_WEEK * 1_000_000))


@pytest.fixture
def journal(night_file: Path, tmp_path: Path) -> Path:
    """Return a journal that a server has served, so that it has a key."""
    file = copied(night_file, tmp_path)
    with SqliteJournal(file) as opened:
        check_journal(opened, START)
    return file


@pytest.fixture
def archives(journal: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "archives"
    result = run("archive", folder, *at(journal))
    assert result.exit_code == 0, result.output
    return folder


def test_a_closed_day_is_archived_once(journal: Path, tmp_path: Path) -> None:
    folder = tmp_path / "archives"
    first = json.loads(run("archive", folder, *at(journal), "--json").output)
    made = first["archived"][0]
    assert (made["day"], made["file"]) == (DAY, str(folder / f"{DAY}.archive"))
    result = run("archive", folder, *at(journal))
    assert result.exit_code == 0 and "There is no further day to archive." in result.output


@pytest.mark.parametrize(
    "command",
    [
        ("verify", "journal"),
        ("replay", "t1"),
        ("replay", "t1", "2"),
        ("replay", "t2", "1", "--json"),
        ("audit",),
        ("audit", "t2", "--json"),
        ("report", "--month", "2026-11", "--json"),
    ],
)
def test_commands_read_archives_as_the_journal(
    command: tuple[str, ...], journal: Path, archives: Path
) -> None:
    live = run(*command, *at(journal))
    archived = run(*command, "--database", f"archive:{archives}")
    assert archived.exit_code == live.exit_code == 0, archived.output
    if command[0] != "verify":
        assert archived.output == live.output
    else:
        assert "Use --public-key to check" in archived.output


def test_a_journal_is_compared_with_its_archives(journal: Path, archives: Path) -> None:
    assert run("verify", "journal", *at(journal), "--archives", archives).exit_code == 0
    alter(journal, "DELETE FROM records WHERE stream = 'table/t1' AND position > 20")
    result = run("verify", "journal", *at(journal), "--archives", archives)
    assert result.exit_code == 1


def test_a_damaged_archive_is_named(archives: Path) -> None:
    file = archives / f"{DAY}.archive"
    file.write_bytes(file.read_bytes()[:-30])
    result = run("verify", "journal", "--database", f"archive:{archives}")
    assert result.exit_code == 2
    assert f"{DAY}.archive: is not an archive, or is damaged" in result.output.replace("\n", "")


def test_a_damaged_journal_is_not_archived(journal: Path, tmp_path: Path) -> None:
    alter(
        journal, "UPDATE records SET actor = 'Mallory' WHERE stream = 'table/t1' AND position = 9"
    )
    result = run("archive", tmp_path / "archives", *at(journal), "--json")
    assert result.exit_code == 1
    assert json.loads(result.output)["findings"][0]["position"] == 9


def test_a_journal_without_a_key_is_not_archived(night_file: Path, tmp_path: Path) -> None:
    result = run("archive", tmp_path / "archives", *at(night_file))
    assert result.exit_code == 2 and "no server has run" in result.output


def test_commands_that_write_refuse_archives(archives: Path) -> None:
    result = run("reset-access", "Owner", "--why", "lost", "--database", f"archive:{archives}")
    assert result.exit_code == 2 and "for reading only" in result.output
