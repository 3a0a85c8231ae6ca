"""Records that do not verify: whoever depends on them is refused with words, staff see what to do."""

from collections.abc import Iterator
from typing import Any

import pytest

from houserules.floor.startup import practice_table
from web.server import Member, Server


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


def tamper(server: Server, stream: str, position: int, old: str, new: str) -> None:
    """Change what a stored record says, without a new hash."""
    held: Any = server.floor.store.journal._held  # type: ignore[attr-defined]
    row = held.by_stream[stream][position - 1]
    assert old in row.payload
    forged = row._replace(payload=row.payload.replace(old, new))
    held.by_stream[stream][position - 1] = held.by_serial[row.serial - 1] = forged


def test_what_does_not_verify_is_locked_and_said(server: Server) -> None:
    owner = server.the_owner()
    manager = server.staff(owner, "Max", "Gaming Manager")
    inspector = server.staff(owner, "Ines", "inspector")
    cashier = server.staff(owner, "Cass", "cashier")
    ann = server.player("Ann")
    answer = cashier.http.post("/api/wallets/Ann/buy-in", json={"amount": 100_00})
    assert answer.status_code < 300, answer.text
    tamper(server, "wallet/ann", 1, '"amount":10000', '"amount":500010000')
    no = cashier.http.post("/api/wallets/Ann/cash-out", json={"amount": 4_000_00})
    assert (no.status_code, no.json()["error"]["code"]) == (423, "record.damaged")
    assert ann.http.get("/api/me/wallet").status_code == 423
    page = ann.http.get("/account", headers={"Accept": "text/html"})
    assert page.status_code in (200, 423) and "Traceback" not in page.text

    tamper(server, "table/t1", 1, "by", "by ")
    server.run(server.floor.scrubber.one_pass())
    server.run(server.floor.settle())
    _refused(server.guest())
    shown = inspector.http.get("/api/inspection").json()
    assert shown["scrub"]["state"] == "done"
    assert shown["scrub"]["done"] == shown["scrub"]["total"] > 0
    assert {each["stream"] for each in shown["locked"]} == {"wallet/ann", "table/t1"}
    house = manager.http.get("/pit/now").json()["house"]
    assert any("The money of ann is locked" in each for each in house)
    assert any("Table t1 is locked" in each and "restore" in each for each in house)
    locked = {
        each["table"]: each["is_locked"] for each in ann.http.get("/api/tables").json()["tables"]
    }
    assert locked["t1"] and not locked["t2"]


def _refused(guest: Member) -> None:
    seat = {"do": "take-seat", "seat": 1, "amount": 100_00}
    no = guest.http.post("/api/tables/t1/commands", json=seat)
    assert (no.status_code, no.json()["error"]["code"]) == (423, "record.damaged")
    with guest.live("t1") as live:
        live.hear()
        answer = live.do("take-seat", seat=1, amount=100_00)
        assert answer["type"] == "refused" and answer["code"] == "record.damaged"


def test_a_table_that_cannot_be_loaded_says_that_it_is_locked(server: Server) -> None:
    server.set_up(practice_table("t7", "nz-pontoon"))
    tamper(server, "table/t7", 1, "by", "by ")
    server.floor.tables.clear()
    server.run(server.floor.open())
    assert "t7" not in server.floor.tables and "t1" in server.floor.tables
    guest = server.guest()
    for path, says in (("t7", (423, "record.damaged")), ("t8", (404, "table.unknown"))):
        no = guest.http.get(f"/api/tables/{path}")
        assert (no.status_code, no.json()["error"]["code"]) == says
    page = guest.http.get("/tables/t7", headers={"Accept": "text/html"})
    assert page.status_code == 423 and "This is locked" in page.text
