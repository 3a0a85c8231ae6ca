"""The desk of a promotion over HTTP: who gets it, what it shows, and the pages of the editor."""

from typing import Any

import pytest

from houserules.floor.clock import milliseconds
from web.promotions import HOUR, draft, give, start_promotion
from web.server import Member, Server


@pytest.fixture(scope="module")
def manager(server: Server, owner: Member) -> Member:
    return server.staff(owner, "Dee Desk", "Gaming Manager")


@pytest.fixture(scope="module")
def inspector(server: Server, owner: Member) -> Member:
    return server.staff(owner, "Ina Desk", "inspector")


@pytest.fixture(scope="module")
def started(server: Server, manager: Member) -> str:
    start_promotion(server, manager, "desk")
    return "/api/promotions/desk/desk"


def desk(member: Member, path: str) -> Any:
    answer = member.http.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()["desk"]


def test_staff_in_charge_get_orders_and_inspectors_look(
    manager: Member, inspector: Member, started: str
) -> None:
    orders = {each["command"] for each in desk(manager, started)["acts"]}
    assert {"add-entries", "doubt-integrity", "record-approval"} <= orders
    seen = desk(inspector, started)
    assert seen["acts"] == [] and seen["records"]["submissions"]


@pytest.mark.parametrize("role", ["dealer", "casino supervisor", "cashier"])
def test_other_roles_have_no_desk(server: Server, owner: Member, started: str, role: Any) -> None:
    member = server.staff(owner, f"No desk {role[:4]}", role)
    answer = member.http.get(started)
    assert answer.json()["error"]["code"] in ("role.may-not", "scope.missing")
    for page in ("/promotions/desk/desk", "/promotions/new", "/promotions/desk/desk/terms"):
        shown = member.http.get(page, headers={"accept": "text/html"})
        assert shown.status_code == 403 and "promotions" in shown.text


def test_players_and_strangers_have_no_desk(server: Server, started: str) -> None:
    assert server.http().get(started).status_code == 401
    assert server.guest().http.get(started).status_code == 403
    for page in ("/promotions/new", "/promotions/desk/desk"):
        answer = server.http().get(page)
        assert answer.status_code == 303 and answer.headers["location"].startswith("/sign-in")


def test_a_scrutineer_of_another_role_gives_numbers_and_sees_no_names(
    server: Server, owner: Member, manager: Member
) -> None:
    scrutineer = server.staff(owner, "Sid Scrutineer", "casino supervisor")
    start_promotion(server, manager, "watched")
    path = "/api/promotions/watched/desk"
    claim = {"player": "Ann", "prize": 0, "name": "Ann Archer", "address": "1 Pitt St"}
    give(manager, "watched", "claim-prize", **claim)
    assert scrutineer.http.get(path).status_code == 403
    give(manager, "watched", "nominate-scrutineer", scrutineer="sid scrutineer")
    answer = scrutineer.http.get(path)
    shown = answer.json()["desk"]
    assert shown["records"] is None and shown["steps"] == [] and len(shown["dates"]) == 4
    assert "Archer" not in answer.text and "Ann" not in answer.text
    assert scrutineer.http.get("/promotions/watched/desk").status_code == 200


def test_entries_of_one_player_are_asked_for(manager: Member, started: str) -> None:
    for player in ("Ann", "Bob"):
        give(manager, "desk", "add-entries", player=player, entries=2, reason="by the terms")
    entries = desk(manager, f"{started}?entries_of=bob")["records"]["entries"]
    assert [each["player"] for each in entries["shown"]] == ["Bob", "Bob"]
    assert (entries["counted"], entries["players"]) == (4, 2)


def test_the_editor_has_what_the_documents_differ_in(manager: Member, started: str) -> None:
    new = manager.http.get("/promotions/new")
    assert new.status_code == 200 and "nz-pontoon" not in new.text
    assert '"cash":false' in new.text and '"cash":true' in new.text
    draft(manager, "draft-desk", milliseconds() // 1000 + 72 * HOUR)
    assert (
        'data-order="draft-promotion"' in manager.http.get("/promotions/draft-desk/desk/terms").text
    )
    assert 'data-order="record-approval"' in manager.http.get("/promotions/desk/desk/terms").text
