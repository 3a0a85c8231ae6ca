"""Who may read what is on record of a promotion: history, registers, the search of inspection, exports."""

import json
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, Final, get_args
from zipfile import ZipFile

import pytest
from fastapi.routing import APIRoute

from houserules.core.people import Role
from houserules.floor.clock import milliseconds
from houserules.promotion.view import STAFF
from houserules.web.app import _PAGES, ROUTES
from web.promotions import HOUR, draft, give, start_promotion
from web.server import Member, Server
from web.test_tournament_updates import follow, wait_for_followers

NAME, ADDRESS = "Ann Archer", "1 Pitt Street"
PATH: Final = "/api/promotions/recorded"


@pytest.fixture(scope="module")
def claimant(server: Server, manager: Member) -> Member:
    """Return a player whose claim to a prize was refused."""
    start_promotion(server, manager, "recorded")
    ann = server.player("Ann of Records")
    give(ann, "recorded", "claim-prize", prize=0, name=NAME, address=ADDRESS)
    give(manager, "recorded", "refuse-claim", claim=1, reason="No draw yet")
    give(ann, "recorded", "raise-promotion-dispute", about="My claim")
    return ann


@pytest.fixture(scope="module")
def supervisor(server: Server, owner: Member) -> Member:
    return server.staff(owner, "Sue of Records", "casino supervisor")


def names(member: Member, **query: Any) -> list[str]:
    answer = member.http.get(f"{PATH}/history", params=query)
    assert answer.status_code == 200, answer.text
    return [each["event"]["name"] for each in answer.json()["happenings"]]


def test_history_comes_by_page_and_by_role(
    server: Server,
    manager: Member,
    inspector: Member,
    claimant: Member,
    supervisor: Member,
) -> None:
    public = ["promotion.started", "promotion.terms-published"]
    assert names(supervisor) == names(server.player("Bob of Records")) == public
    assert [each["event"]["name"] for each in stranger(server)["happenings"]] == public
    assert names(claimant)[:3] == [
        *("promotion.dispute-raised", "promotion.claim-refused", "promotion.prize-claimed"),
    ]
    everything = names(inspector)
    assert names(manager) == everything and len(everything) == 8
    first = inspector.http.get(f"{PATH}/history", params={"limit": 3}).json()
    assert first["more"] and len(first["happenings"]) == 3
    assert names(inspector, before=first["happenings"][-1]["position"]) == everything[3:]
    assert names(inspector, before=2**53 - 1) == everything
    assert names(inspector, before=1) == []
    refused = first["happenings"][1]["event"]
    assert refused.keys() == {"name", "clause", "sentence"}
    assert refused["sentence"]["values"]["address"] == ADDRESS


def stranger(server: Server) -> Any:
    answer = server.http().get(f"{PATH}/history")
    assert ADDRESS not in answer.text and "Ann of Records" not in answer.text
    return answer.json()


@pytest.mark.parametrize("role", ["Gaming Supervisor", "Surveillance", "casino supervisor"])
def test_overseers_outside_the_promotions_find_nothing_of_them(
    server: Server, owner: Member, claimant: Member, role: Any
) -> None:
    member = server.staff(owner, f"Out {role[:8]}", role)
    for path in ("/api/registers/claims", f"/inspection/found?person={claimant.handle}"):
        answer = member.http.get(path)
        assert answer.status_code == 200
        assert "promotion." not in answer.text and ADDRESS not in answer.text
    refused = member.http.get("/api/exports/promotion", params={"name": "recorded"})
    assert refused.json()["error"]["code"] == "role.may-not"
    for kind, name in (("player", claimant.handle), ("day", today())):
        files = unzipped(member.http.get(f"/api/exports/{kind}", params={"name": name}).content)
        assert "promotion/" not in files["records.jsonl"] and ADDRESS not in str(files)


def today() -> str:
    return datetime.fromtimestamp(milliseconds() / 1000, UTC).date().isoformat()


def unzipped(content: bytes) -> dict[str, str]:
    with ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_staff_in_charge_find_claims_and_what_is_left_to_do(
    manager: Member, inspector: Member, claimant: Member
) -> None:
    for member in (manager, inspector):
        claims = member.http.get("/api/registers/claims?table=promotion/recorded").json()
        assert [each["event"]["name"] for each in claims["entries"]] == [
            *("promotion.claim-refused", "promotion.prize-claimed"),
        ]
        (tell,) = claims["to_do"]
        assert tell["command"] == "tell-refusal" and tell["due"]
        disputes = member.http.get("/api/registers/disputes?table=promotion/recorded").json()
        assert [each["command"] for each in disputes["to_do"]] == ["decide-promotion-dispute"]
        found = member.http.get(f"/inspection/found?person={claimant.handle}").json()
        assert {each["table"] for each in found["entries"]} >= {"promotion/recorded"}


def test_an_inspector_exports_a_promotion(inspector: Member, claimant: Member) -> None:
    answer = inspector.http.get("/api/exports/promotion", params={"name": "recorded"})
    files = unzipped(answer.content)
    manifest = json.loads(files["manifest.json"])
    assert manifest["what"] == {"promotion": "recorded"}
    assert json.loads(files["promotion-recorded.json"])["format"] == "houserules/promotion-1"
    assert not any(name.startswith("draw-") for name in files)
    unknown = inspector.http.get("/api/exports/promotion", params={"name": "autumn"})
    assert unknown.json()["error"]["code"] == "export.nothing"


def test_the_history_of_a_hidden_draft_is_for_staff(server: Server, manager: Member) -> None:
    draft(manager, "unseen", milliseconds() // 1000 + 72 * HOUR)
    hidden = server.guest().http.get("/api/promotions/unseen/history")
    assert hidden.json()["error"]["code"] == "promotion.unknown"
    seen = manager.http.get("/api/promotions/unseen/history").json()
    assert [each["event"]["name"] for each in seen["happenings"]] == [
        *("promotion.drafted", "promotion.set-up"),
    ]


def readable() -> list[str]:
    """Return every address of the API and of pages that can be read, for the promotion and the claimant."""
    given = {
        **{"promotion": "recorded", "prize": "0", "handle": "Ann of Records", "name": "claims"},
        **{"table": "t1", "rulebook": "nz-pontoon", "other": "nz-pontoon", "number": "1"},
        **{"commitment": "0" * 64, "id": "none", "tournament": "none", "session": "1"},
        **{"stage": "1", "kind": "day"},
    }
    return [
        route.path.format(**given)
        for module in (*ROUTES, *_PAGES)
        for route in module.router.routes
        if isinstance(route, APIRoute) and "GET" in route.methods
        if ":path" not in route.path and not route.path.endswith(("/updates", "/document"))
    ]


@pytest.mark.parametrize("role", [each for each in get_args(Role) if each not in STAFF])
def test_name_and_address_of_a_refused_claim_reach_nobody_else(
    server: Server, owner: Member, claimant: Member, role: Any
) -> None:
    name = f"Else {role[:8]}"
    member = server.player(name) if role == "player" else server.staff(owner, name, role)
    paths = readable()
    assert {"/promotions/recorded/inspection", "/api/promotions/recorded/desk"} <= {*paths}
    for path in paths:
        answer = member.http.get(path, headers={"Accept": "text/html, application/json"})
        assert answer.status_code != 500, (path, answer.text)
        for secret in (NAME, ADDRESS):
            assert secret not in answer.text, (role, path)


def test_followers_hear_of_changes_and_of_no_other_promotion(
    server: Server, manager: Member, claimant: Member
) -> None:
    start_promotion(server, manager, "followed")
    with follow(server.http(), "/api/promotions/followed") as positions:
        now = manager.http.get("/api/promotions/followed").json()["position"]
        assert next(positions) == now
        entry = {"player": "Ann", "entries": 1, "reason": "by the terms"}
        give(manager, "recorded", "add-entries", **entry)
        latest = give(manager, "followed", "add-entries", **entry)["position"]
        assert latest > now and next(positions) == latest
    wait_for_followers(server, 0)
    hidden = server.guest().http.get("/api/promotions/unseen/updates")
    assert hidden.json()["error"]["code"] == "promotion.unknown"
