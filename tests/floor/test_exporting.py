"""Exports: everything that is asked for, nothing secret, and whatever is changed later is found."""

import csv
import json
from collections.abc import Iterator
from datetime import UTC
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile
from zoneinfo import ZoneInfo

import polars
import pytest

from floor.playing import START, play_night, practice
from houserules.floor.inspection import check_journal
from houserules.floor.rounds.export import export, zip_folder
from houserules.floor.rounds.export_check import ExportError, read_manifest, wrong_with
from houserules.floor.rounds.export_files import FORMS, Form, FormError
from houserules.floor.rounds.export_selection import NothingError, What
from houserules.floor.rounds.find import Wanted, find, steps_of
from houserules.floor.tables.shoe_vault import SHOE, STACK
from houserules.journal.memory import MemoryJournal
from houserules.table.events import WagerSettled
from houserules.table.records.read import read_record
from houserules.table.records.report import settle

ROUND, TABLE = What("round", "t1/2"), What("table", "t2")
PLAYER, DAY = What("player", "bob"), What("day", "2026-11-18")


@pytest.fixture(scope="module")
def night() -> MemoryJournal:
    settings = practice("nsw-pontoon-2024"), practice("nz-pontoon", "t2")
    journal = play_night(MemoryJournal(), *settings, rounds=4, seed="export")
    play_night(journal, practice("nsw-pinkjack-2016", "t3"), rounds=1, at=START + 86_400_000)
    check_journal(journal, START)
    return journal


def exported(
    night: MemoryJournal, what: What, folder: Path, form: Form = "jsonl"
) -> dict[str, Any]:
    return export(night, what, folder, form=form, now=START).manifest


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    """Read a table of an export in whatever form it is."""
    if (file := folder / f"{name}.jsonl").exists():
        return [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    if (file := folder / f"{name}.csv").exists():
        with file.open(encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))
    return polars.read_parquet(folder / f"{name}.parquet").to_dicts()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("what", [ROUND, TABLE, PLAYER, DAY], ids=lambda what: what.kind)
def test_an_export_verifies(night: MemoryJournal, tmp_path: Path, what: What, form: Form) -> None:
    manifest = exported(night, what, tmp_path, form)
    assert read_manifest(tmp_path) == manifest
    assert list(wrong_with(tmp_path, manifest)) == []
    assert manifest["what"] == {what.kind: what.name}
    assert (manifest["journal"], manifest["end"]["serial"]) == (night.id, night.tip().serial)
    for each in manifest["files"]:
        data = (tmp_path / each["name"]).read_bytes()
        assert (each["sha256"], each["bytes"]) == (sha256(data).hexdigest(), len(data))
    counted = {each["name"]: each["rows"] for each in manifest["files"]}
    for name in ("records", "rounds", "payments", "transfers"):
        assert len(rows(tmp_path, name)) == counted[f"{name}.{form}"]
    held = sum(each["records"] for each in manifest["streams"].values())
    assert held == counted[f"records.{form}"] > 0


def test_every_form_says_the_same(night: MemoryJournal, tmp_path: Path) -> None:
    for form in FORMS:
        exported(night, ROUND, tmp_path / form, form)
    for name in ("records", "rounds", "payments", "transfers"):
        lines, table, frame = (rows(tmp_path / form, name) for form in FORMS)
        assert len(lines) == len(table) == len(frame)
        for one, two, three in zip(lines, table, frame, strict=True):
            assert {key: _text(value) for key, value in one.items()} == two
            assert {key: _text(value) for key, value in three.items()} == two


def _text(value: Any) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "" if value is None else str(value)


def test_a_round_is_there_whole(night: MemoryJournal, tmp_path: Path) -> None:
    exported(night, ROUND, tmp_path)
    (played,) = [each for each in find(night, Wanted(("t1",))) if each.number == 2]
    here = [each for each in rows(tmp_path, "records") if each["stream"] == "table/t1"]
    positions = [each["position"] for each in here]
    assert positions == list(range(played.first_position, played.last_position + 1))
    (row,) = rows(tmp_path, "rounds")
    assert (row["table"], row["round"], row["players"]) == ("t1", 2, list(played.players))
    paid = [step.event for step in steps_of(night, played) if isinstance(step.event, WagerSettled)]
    told = [
        (each["player"], each["net_cents"], each["clause"]) for each in rows(tmp_path, "payments")
    ]
    assert told == [(each.player, each.net, each.clause) for each in paid]
    assert {each["round"] for each in rows(tmp_path, "payments")} == {2}


def test_a_table_has_both_ends_of_its_transfers(night: MemoryJournal, tmp_path: Path) -> None:
    manifest = exported(night, TABLE, tmp_path)
    assert manifest["streams"]["table/t2"]["records"] == night.head("table/t2").position
    records = rows(tmp_path, "records")
    moved = [each for each in records if each["name"] in ("chips.brought", "chips.taken")]
    ends = [each for each in rows(tmp_path, "transfers") if each["account"] != "cage:main"]
    assert len(moved) == len(ends) > 0
    assert all(each["other"] == "table:t2" for each in ends)
    assert [each["serial"] for each in records] == sorted(each["serial"] for each in records)


def test_a_player_has_every_own_round_and_all_money(night: MemoryJournal, tmp_path: Path) -> None:
    manifest = exported(night, PLAYER, tmp_path)
    named = [f"{each['table']}/{each['round']}" for each in rows(tmp_path, "rounds")]
    assert named == [each.name for each in find(night, Wanted(player="Bob"))]
    assert manifest["streams"]["wallet/bob"]["records"] == night.head("wallet/bob").position
    assert all("Bob" in each["players"] for each in rows(tmp_path, "rounds"))


def test_a_day_has_what_was_written_on_it(night: MemoryJournal, tmp_path: Path) -> None:
    exported(night, DAY, tmp_path / "one")
    exported(night, What("day", "2026-11-19", UTC), tmp_path / "two")
    one, two = (rows(tmp_path / each, "records") for each in ("one", "two"))
    assert len(one) + len(two) == night.tip().serial
    assert {each["table"] for each in rows(tmp_path / "two", "rounds")} == {"t3"}
    sydney = What("day", "2026-11-18", ZoneInfo("Australia/Sydney"))
    exported(night, sydney, tmp_path / "sydney")
    shifted = rows(tmp_path / "sydney", "records")
    assert shifted == [each for each in one if each["at"] < "2026-11-18T13:00"]


def test_round_records_settle_to_the_same_cents(night: MemoryJournal, tmp_path: Path) -> None:
    exported(night, TABLE, tmp_path)
    lines = (tmp_path / "round-records.jsonl").read_text("utf-8").splitlines()
    nets: dict[tuple[int, str], int] = {}
    for each in rows(tmp_path, "payments"):
        place = (each["round"], each["player"])
        nets[place] = nets.get(place, 0) + each["net_cents"]
    written = [each["round"] for each in rows(tmp_path, "rounds") if not each["no_round_record"]]
    assert len(written) == len(lines) > 0
    for number, line in zip(written, lines, strict=True):
        output = settle(read_record(json.loads(line)))
        told = {player: round(float(net) * 100) for player, net in output["net"].items()}
        assert told == {player: net for (played, player), net in nets.items() if played == number}


def secrets(night: MemoryJournal) -> Iterator[bytes]:
    """Yield what the vault keeps, in every form in which it could get out."""
    for kind in (SHOE, STACK, "signing-key"):
        for _, value in night.vault.items(kind):
            yield value.hex().encode()
            if kind == "signing-key":
                continue
            for part in value.split(b"\n"):
                if len(part) >= 32:
                    yield part[:32]
                    cards = [part[n : n + 2] for n in range(0, 16, 2)]
                    yield b" ".join(cards)
                    yield b'","'.join(cards)


def test_nothing_secret_is_exported(night: MemoryJournal, tmp_path: Path) -> None:
    hidden = set(secrets(night))
    assert len(hidden) > 6
    for what in (TABLE, PLAYER, DAY, What("table", "t1")):
        folder = tmp_path / f"{what.kind}-{what.name}"
        exported(night, what, folder)
        text = b"".join(path.read_bytes() for path in sorted(folder.iterdir()))
        assert [each for each in hidden if each in text] == []


@pytest.mark.parametrize(
    ("what", "says"),
    [
        (What("round", "t1/99"), "table t1 has no round 99; it has rounds 1 to "),
        (What("round", "t9/1"), "there is no table 't9'; there are t1, t2, t3"),
        (What("round", "17"), "'17' is not a round; write TABLE/NUMBER, such as t1/17"),
        (What("table", "t9"), "there is no table 't9'; there are t1, t2, t3"),
        (What("player", "nobody"), "there is nobody named 'nobody'"),
        (What("day", "yesterday"), "'yesterday' is not a date; write it like 2026-11-16"),
    ],
)
def test_what_is_not_there_is_said(
    night: MemoryJournal, tmp_path: Path, what: What, says: str
) -> None:
    with pytest.raises(NothingError) as error:
        exported(night, what, tmp_path / "new")
    assert str(error.value).startswith(says)
    assert not (tmp_path / "new").exists()


def test_an_export_has_a_folder_of_its_own(night: MemoryJournal, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(FormError, match="is not empty"):
        exported(night, ROUND, tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["notes.txt"]


def test_an_export_as_one_file_to_download(night: MemoryJournal, tmp_path: Path) -> None:
    exported(night, ROUND, tmp_path)
    with ZipFile(BytesIO(b"".join(zip_folder(tmp_path)))) as archive:
        assert archive.testzip() is None
        assert {each: archive.read(each) for each in archive.namelist()} == {
            each.name: each.read_bytes() for each in tmp_path.iterdir()
        }


@pytest.mark.parametrize("form", FORMS)
def test_a_changed_file_is_found(night: MemoryJournal, tmp_path: Path, form: Form) -> None:
    manifest = exported(night, ROUND, tmp_path, form)
    file = tmp_path / f"payments.{form}"
    file.write_bytes(file.read_bytes() + b"\n")
    (found,) = wrong_with(tmp_path, manifest)
    assert found.startswith(f"payments.{form}: was changed: its SHA-256 is")


def test_a_missing_file_and_one_too_many_are_found(night: MemoryJournal, tmp_path: Path) -> None:
    manifest = exported(night, ROUND, tmp_path)
    (tmp_path / "rounds.jsonl").unlink()
    (tmp_path / "more.txt").write_text("")
    assert list(wrong_with(tmp_path, manifest)) == [
        "rounds.jsonl: cannot be read: No such file or directory",
        "more.txt: the manifest does not have it",
    ]


@pytest.mark.parametrize("form", FORMS)
def test_a_record_that_was_changed_with_the_manifest_is_located(
    night: MemoryJournal, tmp_path: Path, form: Form
) -> None:
    exported(night, ROUND, tmp_path, form)
    file = tmp_path / f"records.{form}"
    position = change_record(file, form)
    assert [each.split(": ")[1] for each in reread(tmp_path, file)] == ["is not what was hashed"]
    assert f"table/t1 {position}: " in reread(tmp_path, file)[0]


def change_record(file: Path, form: str) -> int:
    """Let somebody else have given the third command; gives where that is."""
    found = rows(file.parent, "records")
    found[2]["actor"] = "Mallory"
    if form == "jsonl":
        file.write_text("".join(json.dumps(each) + "\n" for each in found), "utf-8")
    elif form == "csv":
        with file.open("w", encoding="utf-8", newline="") as stream:
            out = csv.DictWriter(stream, found[0])
            out.writeheader()
            out.writerows(found)
    else:
        polars.DataFrame(found).write_parquet(file)
    return int(found[2]["position"])


def reread(folder: Path, changed: Path) -> list[str]:
    """Check a folder whose manifest was made to fit a changed file."""
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    for each in manifest["files"]:
        if each["name"] == changed.name:
            each["sha256"] = sha256(changed.read_bytes()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    return list(wrong_with(folder, read_manifest(folder)))


def test_a_record_left_out_and_unreadable_ones_are_located(
    night: MemoryJournal, tmp_path: Path
) -> None:
    exported(night, ROUND, tmp_path)
    file = tmp_path / "records.jsonl"
    lines = file.read_text("utf-8").splitlines()
    first = json.loads(lines[3])
    lines[3] = json.dumps({**json.loads(lines[4]), "position": first["position"]})
    file.write_text("\n".join(lines) + "\nnot json\n", "utf-8")
    found = reread(tmp_path, file)
    assert f"table/t1 {first['position']}: is not what was hashed" in found[0]
    assert "does not follow the record before it" in found[1]
    assert f"row {len(lines) + 1}: cannot be read" in found[-1]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "cannot be read: No such file or directory"),
        ("[]", "is not the manifest of an export"),
        ("{", "is not the manifest of an export"),
        ('{"format": "other", "form": "csv", "files": []}', "is not of the format"),
        (
            '{"format": "houserules/export-1", "form": "csv",'
            ' "files": [{"name": "../x", "sha256": "", "bytes": 1}]}',
            "names a file elsewhere",
        ),
    ],
)
def test_a_folder_that_is_no_export_is_said(tmp_path: Path, text: str | None, says: str) -> None:
    if text is not None:
        (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(ExportError, match=says):
        read_manifest(tmp_path)
