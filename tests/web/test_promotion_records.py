"""Who may read what is on record of a promotion: history, registers, the search of inspection, exports."""

import json
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, Final
from zipfile import ZipFile

import pytest

from houserules.floor.clock import milliseconds
from web.promotions import HOUR, draft, give, start_promotion
from web.server import Member, Server

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
