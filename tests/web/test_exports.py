"""Exports to download and the inspection of the journal, for those who oversee the house."""

import io
import json
import time
import zipfile
from pathlib import Path

import pytest

from houserules.floor.rounds.export_check import read_manifest, wrong_with
from web.server import Member, Server


def test_an_export_is_whole_and_can_be_checked(
    server: Server, inspector: Member, tmp_path: Path
) -> None:
    with server.guest().live("t1") as live:
        live.hear()
        live.sit()
        live.play_round()
    answer = inspector.http.get("/api/exports/table", params={"name": "t1"})
    assert answer.headers["Content-Type"] == "application/zip"
    zipfile.ZipFile(io.BytesIO(answer.content)).extractall(tmp_path)
    manifest = read_manifest(tmp_path)
    assert list(wrong_with(tmp_path, manifest)) == []
    records = (tmp_path / "records.jsonl").read_text().splitlines()
    assert json.loads(records[0])["name"] == "table.set-up"
    one = inspector.http.get("/api/exports/round", params={"name": "t1/1", "form": "csv"})
    assert "round-t1-1.toml" in zipfile.ZipFile(io.BytesIO(one.content)).namelist()


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("round?name=t9/1", 409, "export.nothing"),
        ("player?name=Nobody", 409, "export.nothing"),
        ("day?name=yesterday", 409, "export.nothing"),
        ("day?name=9999-12-31", 409, "export.nothing"),
        ("day?name=9999-12-31&zone=Pacific/Auckland", 409, "export.nothing"),
        ("day?name=2026-11-16&zone=Atlantis/Town", 422, "request.invalid"),
        ("week?name=1", 422, "request.invalid"),
        ("table", 422, "request.invalid"),
    ],
)
def test_what_cannot_be_exported_is_said(
    inspector: Member, path: str, status: int, code: str
) -> None:
    answer = inspector.http.get(f"/api/exports/{path}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_an_inspection_finds_nothing_in_an_honest_journal(
    server: Server, inspector: Member
) -> None:
    assert inspector.http.post("/api/inspection").status_code == 202
    while (last := inspector.http.get("/api/inspection").json())["state"] == "under way":
        time.sleep(0.02)
    assert (last["state"], last["ok"], last["findings"], last["by"]) == ("done", True, [], "Ines")
    assert last["tables"] >= 4


@pytest.mark.parametrize("path", ["/api/exports/table?name=t1", "/api/inspection"])
def test_neither_is_for_players(server: Server, path: str) -> None:
    assert server.guest().http.get(path).status_code == 403
