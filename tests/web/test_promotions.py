"""Promotions over the API, on a real server: who sees what, who may do what, the terms and the draw's record."""

import json
from hashlib import sha256
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from houserules.floor.clock import milliseconds
from promotion.office import document, prize
from promotion.promotions import S24, S65
from web.promotions import HOUR, draft, give, start_promotion
from web.server import Member, Server

SOON = 72 * HOUR


@pytest.fixture(scope="module")
def started(server: Server, manager: Member) -> str:
    start_promotion(server, manager, "spring")
    return "/api/promotions/spring"


def starts() -> int:
    return milliseconds() // 1000 + SOON


def test_a_draft_is_for_staff_until_its_terms_are_published(
    server: Server, manager: Member, inspector: Member
) -> None:
    draft(manager, "hidden", starts())
    path, guest = "/api/promotions/hidden", server.guest()
    assert guest.http.get(path).json()["error"]["code"] == "promotion.unknown"
    assert "hidden" not in {p["promotion"] for p in listed(guest.http)}
    assert inspector.http.get(path).json()["view"]["staff"]["due"][0]["command"] == "send-terms"
    give(manager, "hidden", "send-terms", how="by email")
    give(manager, "hidden", "publish-terms", where="at the cage")
    seen = server.http().get(path).json()["view"]
    assert seen["staff"] is None and seen["mine"] is None
    assert seen["document"]["terms"]["held_at"] == "as the terms say"


def listed(http: Any) -> Any:
    return http.get("/api/promotions").json()["promotions"]


def test_a_checklist_fills_as_terms_are_given(manager: Member) -> None:
    draft(manager, "list", starts())
    terms = document(S65, terms__held_at=None)
    replace = {"do": "draft-promotion", "document": terms, "outside_event": "x"}
    assert manager.http.post("/api/promotions/list/commands", json=replace).status_code == 200

    def missing() -> set[str]:
        view = manager.http.get("/api/promotions/list").json()["view"]
        return {item["where"] for item in view["staff"]["checklist"] if not item["is_given"]}

    assert missing() == {"terms.held_at"}
    refused = manager.http.post(
        "/api/promotions/list/commands", json={"do": "send-terms", "how": "by email"}
    )
    error = refused.json()["error"]
    assert (error["code"], error["clause"]) == ("promotion.incomplete", "21.7.7")
    replace["document"] = document(S65)
    manager.http.post("/api/promotions/list/commands", json=replace)
    assert missing() == set()


def test_terms_are_checked_before_anything_is_stored(manager: Member) -> None:
    def check(**sent: Any) -> Any:
        return manager.http.post("/api/promotions/check", json=sent)

    complete = check(document=document(S24)).json()
    assert complete["findings"] == [] and all(each["is_given"] for each in complete["items"])
    assert check(document='format = "houserules/promotion-1"').status_code == 422
    assert "This is not TOML" in check(document="nonsense").text
    found = check(document=document(S24, prize("tobacco"))).json()["findings"]
    assert [each["clause"] for each in found] == ["22/21.5.1"]
    wrong = check(document={**document(S24), "extra": 1})
    assert wrong.status_code == 422 and wrong.json()["error"]["where"] == "body.document.extra"
    criteria = check(document=document(S24), criteria={"hand": "flush"})
    assert criteria.json()["error"]["where"] == "body.document.criteria.hand"


def test_what_is_sent_can_be_downloaded_and_has_its_hash(manager: Member, started: str) -> None:
    (sent,) = manager.http.get(started).json()["view"]["staff"]["submissions"]
    text = manager.http.get(f"{started}/terms.json")
    assert sha256(text.content).hexdigest() == sent["digest"] == text.headers["x-terms-sha256"]
    assert json.loads(text.text)["name"] == "Spring draw"
    pdf = manager.http.get(f"{started}/terms.pdf")
    assert pdf.headers["content-type"] == "application/pdf"
    words = " ".join(page.extract_text() for page in PdfReader(BytesIO(pdf.content)).pages)
    said = "".join(words.split())
    for part in ("TERMSOFAPROMOTION", "Springdraw", sent["digest"], "SenttotheAuthority"):
        assert part in said, part


def test_players_claim_and_dispute_for_themselves_and_see_only_their_own(
    server: Server, manager: Member, inspector: Member, started: str
) -> None:
    ann, bob = server.player("Annabel"), server.player("Bobby")
    give(manager, "spring", "add-entries", player="Annabel", entries=2, reason="by the terms")
    give(ann, "spring", "claim-prize", prize=0, name="Ann Archer", address="1 Pitt St")
    give(manager, "spring", "refuse-claim", claim=1, reason="No draw yet")
    give(bob, "spring", "raise-promotion-dispute", about="My entries")
    mine = ann.http.get(started).json()["view"]
    assert [entry["number"] for entry in mine["mine"]["entries"]] == [1, 2]
    assert mine["mine"]["claims"][0]["reason"] == "No draw yet"
    assert "claim-prize" in mine["may"] and mine["staff"] is None
    for other in (bob.http, server.http(), server.guest().http):
        answer = other.get(started)
        assert answer.status_code == 200
        assert not any(word in answer.text for word in ("Archer", "Pitt", "Annabel"))
        assert other.get(f"{started}/draws/0").status_code == 200
    staff = inspector.http.get(started).json()["view"]["staff"]
    assert (staff["claims"][0]["name"], staff["claims"][0]["address"]) == (
        "Ann Archer",
        "1 Pitt St",
    )
    (row,) = (each for each in listed(ann.http) if each["promotion"] == "spring")
    assert (row["mine"], row["overdue"]) == (2, 0)


@pytest.mark.parametrize("role", ["dealer", "casino supervisor", "cashier"])
def test_other_staff_see_no_claims_and_give_no_orders(
    server: Server, owner: Member, started: str, role: Any
) -> None:
    member = server.staff(owner, f"Other {role[:4]}", role)
    assert member.http.get(started).json()["view"]["staff"] is None
    assert member.http.get(f"{started}/file").status_code == 403
    doubt = {"do": "doubt-integrity", "says": "x"}
    refused = member.http.post(f"{started}/commands", json=doubt)
    assert refused.json()["error"]["code"] in ("role.may-not", "scope.missing")


def test_the_house_alone_counts_play(manager: Member, started: str) -> None:
    earned = {"do": "earn-entries", "player": "Ann", "entries": 1}
    assert manager.http.post(f"{started}/commands", json=earned).status_code == 422


def test_a_file_and_a_draw_record_are_written_as_it_goes(
    manager: Member, inspector: Member, started: str
) -> None:
    file = inspector.http.get(f"{started}/file").json()
    assert file["format"] == "houserules/promotion-1"
    assert file["log"][0]["event"] == "authority-told"
    record = manager.http.get(f"{started}/draws/0").json()
    assert record["format"] == "houserules/prize-draw-1"
    assert "entries" not in record and "secret" not in record
    assert manager.http.get(f"{started}/draws/1").json()["error"]["code"] == "draw.unknown"


def test_an_id_is_used_once_and_live_promotions_are_not_for_guests(
    server: Server, manager: Member
) -> None:
    draft(manager, "once", starts())
    again = manager.http.post(
        "/api/promotions", json={"promotion": "once", "draft": {"document": document(S65)}}
    )
    assert again.json()["error"]["code"] == "promotion.exists"
    page = {"promotion": "new", "draft": {"document": document(S65)}}
    assert "Choose another id" in manager.http.post("/api/promotions", json=page).text
    sent = {"promotion": "live", "kind": "live", "draft": {"document": document(S65)}}
    assert manager.http.post("/api/promotions", json=sent).status_code == 201
    assert server.guest().http.post("/api/promotions", json=sent).status_code == 403


def test_deadlines_are_in_the_pit_and_the_office(
    server: Server, owner: Member, manager: Member, started: str
) -> None:
    give(manager, "spring", "doubt-integrity", says="Entries were lost")
    supervisor = server.staff(owner, "Sue Pit", "casino supervisor")

    def pressing(who: Member) -> Any:
        deadlines = who.http.get("/pit/now").json()["deadlines"]
        return [each for each in deadlines if each["promotion"] == "spring"]

    first = pressing(manager)[0]
    assert first["what"].startswith("Tell the inspector") and first["clause"] == "21.12"
    assert not first["is_overdue"] and first["has_desk"]
    assert not pressing(supervisor)[0]["has_desk"]
    office = manager.http.get("/office").text
    assert "Tell the inspector" in office and "/promotions/spring/desk" in office
    assert "/promotions/spring/desk" not in supervisor.http.get("/office").text
    due = manager.http.get(started).json()["view"]["staff"]["due"]
    assert due[0]["command"] == "tell-inspector" and due[0]["clause"] == "21.12"
    give(manager, "spring", "tell-inspector", how="by telephone")
    assert "Tell the inspector" not in str(pressing(manager))
