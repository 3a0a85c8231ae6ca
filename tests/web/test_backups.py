"""The last good backup and its age: for those who oversee the house, and in the metrics."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houserules.floor.backups import BackupSchedule
from houserules.floor.checkpoint_keeper import CheckpointKeeper
from houserules.floor.safekeeping import Safekeeping
from houserules.floor.signing import house_signer
from houserules.journal.checkpoint_stores import open_checkpoint_store
from houserules.journal.signers import KeySigner
from web.server import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server() as running:
        floor = running.floor
        store, holder = floor.store, floor.holder
        signer = house_signer(store.journal, at=floor.now())
        assert isinstance(signer, KeySigner)
        stores = (open_checkpoint_store(str(tmp_path / "kept")),)
        floor.checkpoints = CheckpointKeeper(
            store, signer, stores, floor.now, holder, 10, key_in_database=True
        )
        kept = Safekeeping(backups=str(tmp_path / "backups"))
        floor.backups = BackupSchedule(store, signer, kept, None, floor.now, holder)
        yield running


def test_overseers_see_it_and_managers_start_one(server: Server) -> None:
    owner = server.the_owner()
    manager = server.staff(owner, "Max", "Gaming Manager")
    inspector = server.staff(owner, "Ines", "inspector")
    dealer = server.staff(owner, "Dora", "dealer")
    ann = server.player("Ann")
    for nobody in (dealer, ann):
        for answer in (nobody.http.get("/api/backups"), nobody.http.post("/api/backups")):
            assert answer.status_code == 403, answer.text
    shown = inspector.http.get("/api/backups").json()
    assert shown["backups"]["last"] is None and shown["backups"]["age"] is None
    assert shown["checkpoints"]["time"] is None and shown["checkpoints"]["key_in_database"]
    assert inspector.http.post("/api/backups").status_code == 403
    assert manager.http.post("/api/backups").status_code == 202
    server.run(server.floor.settle())
    assert server.floor.checkpoints is not None
    server.run(server.floor.checkpoints.keep())
    shown = inspector.http.get("/api/backups").json()
    last = shown["backups"]["last"]
    assert (last["number"], last["kind"], last["encrypted"]) == (1, "full", False)
    assert shown["backups"]["state"] == "done" and shown["backups"]["problem"] is None
    assert shown["checkpoints"]["places"][0]["problem"] is None
    assert shown["checkpoints"]["records"] >= last["records"]
    page = manager.http.get("/office", headers={"Accept": "text/html"}).text
    assert "Back up now" in page
    assert "Back up now" not in inspector.http.get("/office", headers={"Accept": "text/html"}).text


def test_the_metrics_have_both_ages_once_there_is_something(server: Server) -> None:
    assert "_age_seconds" not in server.guest().http.get("/metrics").text
    floor = server.floor
    assert floor.backups is not None and floor.checkpoints is not None
    server.run(floor.backups.back_up())
    server.run(floor.checkpoints.keep())
    text = server.guest().http.get("/metrics").text
    for name in ("backup", "checkpoint"):
        assert re.search(rf"^houserules_{name}_age_seconds \d", text, re.MULTILINE), text


def test_a_house_without_backups_says_so(tmp_path: Path) -> None:
    with Server() as server:
        owner = server.the_owner()
        manager = server.staff(owner, "Max", "Gaming Manager")
        assert manager.http.get("/api/backups").json() == {"backups": None, "checkpoints": None}
        no = manager.http.post("/api/backups")
        assert (no.status_code, no.json()["error"]["code"]) == (409, "backup.off")


def test_a_problem_is_an_alert_in_the_pit(server: Server, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("no folder")
    owner = server.the_owner()
    manager = server.staff(owner, "Max", "Gaming Manager")
    assert manager.http.post("/api/backups").status_code == 202
    server.run(server.floor.settle())
    assert "No backup was made" in str(manager.http.get("/pit/now").json()["house"])
    shown = manager.http.get("/api/backups").json()["backups"]
    assert shown["state"] == "failed" and "backups" in shown["problem"]


def test_an_inspection_says_up_to_where_the_journal_is_proved(server: Server) -> None:
    keeper = server.floor.checkpoints
    assert keeper is not None
    owner = server.the_owner()
    inspector = server.staff(owner, "Ines", "inspector")
    server.run(keeper.keep())
    server.player("Ann")
    assert keeper.last is not None

    def inspected() -> dict[str, Any]:
        inspector.http.post("/api/inspection")
        server.run(server.floor.settle())
        found: dict[str, Any] = inspector.http.get("/api/inspection").json()
        return found

    found = inspected()
    assert found["ok"] and found["missing"] is None and found["losses"] == []
    assert found["proved"]["records"] == keeper.last.records
    assert found["unproved"] == found["records"] - keeper.last.records > 0
    keeper.stores = ()
    assert inspected()["proved"] is None
