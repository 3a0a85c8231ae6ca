"""Over HTTP: cards that are withdrawn, the approved document, and the month's report."""

from pathlib import Path

import pytest

from game_table import S24, S65
from houserules.floor.local_time import zone_named
from houserules.floor.rules_documents import read_document
from houserules.floor.tables.settings import Setting
from web.server import Server

H = {"X-Houserules": "1"}


@pytest.mark.clause(S24, "20.1")
def test_a_card_withdrawn_over_http_ends_at_the_table_at_once() -> None:
    with Server() as server:
        owner = server.the_owner()
        server.set_up(Setting("live", "Live", S24, (), "live", "automatic dealer"))
        sue, ann = server.staff(owner, "Sue", "casino supervisor"), server.player("Annie")
        sue.http.post("/api/persons/annie/cards", json={"number": "C1234"}, headers=H)
        with ann.live("live") as live:
            live.hear()
            live.sit(1, 0)
            path = "/api/persons/annie/cards/c1234/withdraw"
            assert sue.http.post(path, json={"why": "lost"}, headers=H).status_code == 200
            patron = server.floor.tables["live"].state.table.patron("Annie")
            assert patron is not None and patron.card is None
            refused = live.do("place-wager", box=1, amount=25_00, seated=True)
            assert (refused["code"], refused["clause"]) == ("player-card.missing", "6.1")
        entries = sue.http.get("/api/registers/players").json()["entries"]
        assert [each["event"]["name"] for each in entries] == ["player-card.ended"]
        assert (entries[0]["by"], entries[0]["event"]["reason"]) == ("Sue", "withdrawn")


@pytest.mark.clause(S65, "19.14")
def test_the_approved_document_is_shown_to_people_who_have_signed_in(tmp_path: Path) -> None:
    file = tmp_path / "approved rules.pdf"
    file.write_bytes(b"%PDF-1.4 rules")
    path = f"/api/rulebooks/{S65}/document"
    with Server() as server:
        floor, ann = server.floor, server.player("Annie")
        missing = ann.http.get(path)
        assert (missing.status_code, missing.json()["error"]["code"]) == (
            404,
            "rules-document.unknown",
        )
        server.run(floor.documents.attach(read_document(f"{S65}={file}"), at=floor.now()))
        (listed,) = ann.http.get("/api/rules-documents").json()
        assert (listed["rulebook"], listed["file"], listed["size"]) == (S65, file.name, 14)
        shown = ann.http.get(path)
        assert shown.content == b"%PDF-1.4 rules"
        assert shown.headers["content-type"] == "application/pdf"
        assert "object-src 'self'" in shown.headers["content-security-policy"]
        ann.http.cookies.clear()
        assert ann.http.get(path).status_code == 401
        page = ann.http.get(f"/rules/{S65}/document", follow_redirects=False)
        assert page.headers["location"].startswith("/sign-in")
        (event,) = server.run(floor.documents.last_shown())
        assert (event.to, event.rulebook, event.table) == ("Annie", S65, None)


@pytest.mark.clause(S24, "18.20.2")
def test_the_months_report_is_for_those_who_oversee_the_house() -> None:
    with Server() as server:
        server.floor.zone = zone_named("Australia/Sydney")
        owner = server.the_owner()
        sue, ann = server.staff(owner, "Sue", "casino supervisor"), server.player("Annie")
        report = sue.http.get("/api/reports/payments?month=2026-10").json()
        assert (report["to"], report["zone"], report["payments"]) == (
            "NICC",
            "Australia/Sydney",
            [],
        )
        assert report["ends"] - report["begins"] == (31 * 24 - 1) * 3600
        bad = sue.http.get("/api/reports/payments?month=2026-1")
        assert (bad.status_code, bad.json()["error"]["where"]) == (422, "query.month")
        assert ann.http.get("/api/reports/payments").status_code == 403
