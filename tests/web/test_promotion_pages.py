"""Pages of promotions as a browser gets them: the list, the terms, and what nobody else is told."""

import pytest

from houserules.floor.clock import milliseconds
from web.promotions import HOUR, draft, give, start_promotion
from web.server import Member, Server

BROWSER = {"Accept": "text/html,application/xhtml+xml"}


@pytest.fixture(scope="module")
def started(server: Server, manager: Member) -> str:
    start_promotion(server, manager, "paged")
    return "/promotions/paged"


def test_an_empty_list_says_what_to_do() -> None:
    with Server() as server:
        page = server.http().get("/promotions", headers=BROWSER).text
        assert "No promotion has been announced yet." in page
        floor = server.http().get("/", headers=BROWSER).text
        assert "All promotions" not in floor and 'href="/promotions"' in floor.split("<main")[0]


def test_the_list_shows_phase_prizes_and_own_entries(
    server: Server, manager: Member, started: str
) -> None:
    player = server.player("Lister of P")
    give(manager, "paged", "add-entries", player="Lister of P", entries=2, reason="by the terms")
    page = player.http.get("/promotions", headers=BROWSER).text
    row = page[page.index('href="/promotions/paged"') :].partition("</li>")[0]
    for said in ("Pontoon 6 to 5", "Practice", "Open to entry", "2 entries of yours", "$500"):
        assert said in row, said
    other = server.http().get("/promotions", headers=BROWSER).text
    assert "of yours" not in other
    assert "Spring draw" in server.http().get("/", headers=BROWSER).text


def test_a_draft_is_for_staff_until_its_terms_are_published(
    server: Server, manager: Member
) -> None:
    draft(manager, "paged-draft", milliseconds() // 1000 + 72 * HOUR)
    path = "/promotions/paged-draft"
    hidden = server.guest().http.get(path, headers=BROWSER)
    assert hidden.status_code == 404 and "Spring draw" not in hidden.text
    assert manager.http.get(path, headers=BROWSER).status_code == 200
    give(manager, "paged-draft", "send-terms", how="by email")
    give(manager, "paged-draft", "publish-terms", where="at the cage")
    seen = server.guest().http.get(path, headers=BROWSER)
    assert seen.status_code == 200 and "Announced" in seen.text


def test_terms_are_readily_available_with_their_clauses(server: Server, started: str) -> None:
    page = server.http().get(started, headers=BROWSER).text
    for item in range(1, 12):
        assert f'href="/rules/nsw-pontoon-6to5-2017#c-21.7.{item}"' in page
    assert 'href="/api/promotions/paged/terms.pdf"' in page
    copy = server.http().get("/api/promotions/paged/terms.json")
    assert copy.headers["x-terms-sha256"] in page


def test_a_page_has_the_own_part_alone_and_staff_get_no_claims_with_it(
    server: Server, manager: Member, started: str
) -> None:
    ann = server.player("Ann of P")
    give(ann, "paged", "claim-prize", prize=0, name="Ann Archer", address="1 Pitt Street")
    own = ann.http.get(started, headers=BROWSER).text
    assert "1 Pitt Street" in own and "Everything on record" not in own
    for other in (server.http(), server.player("Bob of P").http, manager.http):
        page = other.get(started, headers=BROWSER).text
        assert "1 Pitt Street" not in page and "Ann of P" not in page
    assert "/promotions/paged/inspection" in manager.http.get(started, headers=BROWSER).text


def test_an_unknown_promotion_is_a_page_that_says_so(server: Server) -> None:
    missing = server.http().get("/promotions/nowhere", headers=BROWSER)
    assert missing.status_code == 404 and "There is no such promotion." in missing.text
