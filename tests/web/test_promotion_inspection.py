"""The inspection of a promotion as a page: who may open it, and what it verifies."""

import re
from typing import Any

import pytest

from web.promotions import give, start_promotion
from web.server import Member, Server

BROWSER = {"Accept": "text/html,application/xhtml+xml"}
PATH = "/promotions/inspected/inspection"


@pytest.fixture(scope="module")
def inspected(server: Server, manager: Member) -> str:
    """Start a promotion whose secrets nobody has: its stream was written for the test."""
    start_promotion(server, manager, "inspected")
    ann = server.player("Ann of I")
    give(ann, "inspected", "claim-prize", prize=0, name="Ann Archer", address="1 Pitt Street")
    for player, entries in (("Ann of I", 2), ("Bob of I", 1)):
        added = {"player": player, "entries": entries, "reason": "by the terms"}
        give(manager, "inspected", "add-entries", **added)
    return PATH


def test_staff_in_charge_and_inspectors_see_everything(
    manager: Member, inspector: Member, inspected: str
) -> None:
    for member in (manager, inspector):
        page = member.http.get(inspected, headers=BROWSER).text
        for said in ("1 Pitt Street", "Ann of I", "Bob of I", "Verified", "21.8", "by email"):
            assert said in page, said
    only = inspector.http.get(f"{inspected}?player=bob of i", headers=BROWSER).text
    assert re.findall(r'data-entry="(\d+)"', only) == ["3"]
    older = inspector.http.get(f"{inspected}?before=3", headers=BROWSER).text
    stream = older[older.index('id="stream"') :]
    assert "drafts the terms" in stream and "claims prize 1" not in stream


def test_an_event_that_the_rules_do_not_bring_about_is_named(
    inspector: Member, inspected: str
) -> None:
    """The start was stored days before its time, by a test and not by the judge."""
    page = inspector.http.get(inspected, headers=BROWSER).text
    assert "some events are not what the rulebook brings about" in page
    assert "Record 5: " in page


@pytest.mark.parametrize("role", ["casino supervisor", "Surveillance", "cashier"])
def test_others_do_not_open_it(server: Server, owner: Member, inspected: str, role: Any) -> None:
    member = server.staff(owner, f"No {role[:8]}", role)
    for other in (member.http, server.player(f"P {role[:8]}").http):
        refused = other.get(inspected, headers=BROWSER)
        assert refused.status_code == 403 and "1 Pitt Street" not in refused.text
    assert server.http().get(inspected, headers=BROWSER).status_code == 303


def test_the_inspection_console_leads_to_promotions_for_those_who_may_read_them(
    server: Server, owner: Member, inspector: Member, inspected: str
) -> None:
    assert PATH in inspector.http.get("/inspection", headers=BROWSER).text
    supervisor = server.staff(owner, "Sue of I", "casino supervisor")
    page = supervisor.http.get("/inspection", headers=BROWSER).text
    assert PATH not in page and 'value="promotion"' not in page
