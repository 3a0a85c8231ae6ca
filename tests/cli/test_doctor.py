"""`houserules doctor`: what it finds, what it leaves alone, and when it fails."""

import asyncio
import json
import shutil
import time
from collections import namedtuple
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cli.journals import run
from houserules.cli.server import checkup
from houserules.cli.server.checkup import Check, check_house
from houserules.cli.server.settings import Config
from houserules.floor.startup import close_floor, open_floor
from houserules.journal.backup_files import find_series
from houserules.journal.records import Append, Batch, NewRecord
from houserules.journal.sqlite import SqliteJournal

GIGABYTE = 1 << 30
Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """A floor that has been opened once, with its key and checkpoints beside it."""
    file = tmp_path / "house" / "floor.db"
    file.parent.mkdir()
    config = Config(database=f"sqlite:///{file}")

    async def first() -> None:
        kept = config.safekeeping(config.database)
        await close_floor(await open_floor(config.database, safekeeping=kept))

    asyncio.run(first())
    return config


def file_of(config: Config) -> Path:
    return Path(config.database.removeprefix("sqlite:///"))


def found(config: Config, subject: str) -> list[Check]:
    return [each for each in check_house(config) if each.subject == subject]


def worst(config: Config, subject: str) -> str:
    ranks = ("good", "warning", "bad")
    return max((each.level for each in found(config, subject)), key=ranks.index)


def test_a_floor_on_one_disk_is_good_but_for_its_copies(config: Config) -> None:
    levels = {each.subject: each.level for each in check_house(config)}
    assert levels.pop("backups") == levels.pop("copies") == "warning"
    assert set(levels.values()) == {"good"}
    assert set(levels) == {
        *("network", "database", "server", "signing key", "checkpoints"),
    }


def contents(folder: Path) -> dict[Path, bytes]:
    """The files in a folder, without those that SQLite makes to read a database."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file: file.read_bytes() for file in files if not file.name.endswith(("-shm", "-wal"))}


def test_it_changes_nothing(config: Config) -> None:
    before = contents(file_of(config).parent)
    assert len(before) > 2
    list(check_house(config))
    assert contents(file_of(config).parent) == before


@pytest.mark.parametrize(
    ("free", "level"), [(GIGABYTE - 1, "bad"), (GIGABYTE, "good"), (GIGABYTE + 1, "good")]
)
def test_a_disk_is_nearly_full_below_one_gigabyte(
    config: Config, monkeypatch: pytest.MonkeyPatch, free: int, level: str
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(2 * GIGABYTE, 0, free))
    assert worst(config, "database") == level


def test_a_database_that_others_can_read_is_named(config: Config) -> None:
    file_of(config).chmod(0o640)
    assert any(f"chmod 600 {file_of(config)}" in each.remedy for each in found(config, "database"))


def test_a_clock_behind_the_last_record_is_bad(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert found(config, "clock") == []
    hour_ago = time.time_ns() // 1_000_000 - 3_600_000
    monkeypatch.setattr(checkup, "_now", lambda: hour_ago)
    (clock,) = found(config, "clock")
    assert clock.level == "bad"


def test_a_key_in_the_database_and_no_checkpoint_elsewhere_are_warnings(tmp_path: Path) -> None:
    config = Config(database=f"sqlite:///{tmp_path}/old.db")

    async def as_before() -> None:
        await close_floor(await open_floor(config.database))

    asyncio.run(as_before())
    assert worst(config, "signing key") == "warning"


def test_a_journal_that_is_shorter_than_its_checkpoint_is_bad(config: Config) -> None:
    file = file_of(config)
    older = file.with_name("older.db")
    shutil.copy(file, older)

    async def go_on() -> None:
        kept = config.safekeeping(config.database)
        floor = await open_floor(config.database, safekeeping=kept)
        entry = NewRecord("test.noted", 1, {})
        batch = Batch((Append("test/one", None, (entry,)),), actor="test", time=floor.now())
        await floor.store.append(batch)
        assert floor.checkpoints is not None
        await floor.checkpoints.begin()
        await close_floor(floor)

    asyncio.run(go_on())
    shutil.copy(older, file)
    assert worst(config, "checkpoints") == "bad"
    result = run("doctor", "--database", config.database)
    assert result.exit_code == 1 and "houserules verify journal" in " ".join(result.output.split())


def test_backups_are_late_after_three_intervals(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = replace(config, backups=str(tmp_path / "backups"), backup_interval=60)
    assert [each.level for each in found(config, "backups")][-1] == "warning"
    made = run("backup", config.backups, "--database", config.database)
    assert made.exit_code == 0
    assert [each.level for each in found(config, "backups")] == ["good", "good", "warning"]
    with SqliteJournal(file_of(config)) as journal:
        last = find_series(Path(config.backups), journal.id).last
        entry = NewRecord("test.noted", 1, {})
        journal.append(Batch((Append("test/one", None, (entry,)),), actor="test", time=last.time))
    for seconds, level in ((179, "good"), (180, "good"), (181, "warning")):
        monkeypatch.setattr(checkup, "_now", lambda age=seconds: last.time + age * 1000)
        (shown,) = [each for each in found(config, "backups") if "the last one" in each.says]
        assert (shown.level, shown.says.endswith("records since then: 1")) == (level, True)


def test_an_open_address_needs_encryption(config: Config) -> None:
    assert worst(replace(config, host="0.0.0.0"), "network") == "warning"
    behind = replace(config, host="0.0.0.0", https=True, hosts=["casino.example"])
    assert worst(behind, "network") == "warning"  # /metrics
    assert worst(replace(behind, operations_address="127.0.0.1:9000"), "network") == "good"


def test_settings_come_from_the_file_and_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "config.toml"
    file.write_text('database = "memory:"\nport = 9001\n')
    data = json.loads(run("doctor", "--config", file, "--json").output)
    assert data["good"] and [each["subject"] for each in data["checks"]] == ["network", "database"]
    assert data["checks"][0]["says"] == "127.0.0.1 port 9001"
    monkeypatch.setenv("HOUSERULES_PORT", "9002")
    data = json.loads(run("doctor", "--config", file, "--json").output)
    assert data["checks"][0]["says"] == "127.0.0.1 port 9002"
    monkeypatch.setenv("HOUSERULES_PORT", "many")
    result = run("doctor", "--config", file)
    assert result.exit_code == 2 and "HOUSERULES_PORT 'many'" in result.output


def test_a_database_that_is_none_is_bad(tmp_path: Path) -> None:
    (tmp_path / "f.db").write_text("not a database")
    result: Any = run("doctor", "--database", f"sqlite:///{tmp_path}/f.db")
    assert result.exit_code == 1 and "Traceback" not in result.output
