"""Pages of tournaments as a browser or program gets them: the list, the PDF, the record of a draw."""

import sys
from io import BytesIO

import pytest
from pypdf import PdfReader

from houserules.floor.clock import milliseconds
from houserules.floor.tables.settings import Setting
from houserules.floor.tournaments.sessions import table_options
from houserules.tournament.play.seat_draw import verify_draw
from houserules.web.pages import tournaments as pages
from tournament.desk import small
from web.server import Member, Server

BROWSER = {"Accept": "text/html,application/xhtml+xml"}
HOUR = 3600


def give(who: Member, name: str, do: str, **fields: object) -> None:
    answer = who.http.post(f"/api/tournaments/{name}/commands", json={"do": do, **fields})
    assert answer.status_code == 200, (do, answer.text)


def set_up(manager: Member, name: str) -> None:
    sent = {"tournament": name, "conditions": small(name=f"The {name} Cup")}
    assert manager.http.post("/api/tournaments", json=sent).status_code == 201


def publish(manager: Member, name: str) -> None:
    set_up(manager, name)
    starts = milliseconds() // 1000 + 72 * HOUR
    give(manager, name, "publish-tournament", starts=starts, rounds_per_hour=40, pause_minutes=0)


def test_an_empty_list_says_what_to_do() -> None:
    with Server() as server:
        page = server.http().get("/tournaments", headers=BROWSER).text
        assert "No tournament has been announced yet." in page
        assert 'href="/tournaments"' not in page.split("<main")[1]
        floor = server.http().get("/", headers=BROWSER).text
        assert "All tournaments" not in floor


def test_the_list_shows_game_fee_entries_and_pool(server: Server, manager: Member) -> None:
    publish(manager, "listed")
    page = server.http().get("/tournaments", headers=BROWSER).text
    row = page[page.index("The listed Cup") :].partition("</li>")[0]
    for said in ("Pontoon 6 to 5", "Practice", "Open to entry", "$50", "0 of 7", "$500"):
        assert said in row
    player = server.player("Lister")
    give(player, "listed", "apply-for-entry", form="F", entitled=True)
    assert "You have applied" in player.http.get("/tournaments", headers=BROWSER).text


def test_a_draft_is_for_staff_alone(server: Server, manager: Member) -> None:
    set_up(manager, "secret")
    for path in ("/tournaments/secret", "/tournaments/secret/conditions.pdf"):
        hidden = server.guest().http.get(path, headers=BROWSER)
        assert hidden.status_code == 404
        assert "The secret Cup" not in hidden.text
        assert manager.http.get(path, headers=BROWSER).status_code == 200
    assert "Draft" in manager.http.get("/tournaments", headers=BROWSER).text
    assert "The secret Cup" not in server.http().get("/tournaments", headers=BROWSER).text


def test_the_page_states_every_condition_with_its_clause(server: Server, manager: Member) -> None:
    publish(manager, "stated")
    page = server.http().get("/tournaments/stated", headers=BROWSER).text
    for letter in "abcdefgijk":
        assert f'href="/rules/nsw-pontoon-6to5-2017#c-20.4.2({letter})"' in page
    assert "The entry fee is $50 per player." in page


def test_the_conditions_as_a_pdf(server: Server, manager: Member) -> None:
    publish(manager, "printed")
    answer = server.http().get("/tournaments/printed/conditions.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    assert 'filename="printed-conditions-1.pdf"' in answer.headers["content-disposition"]
    text = " ".join(PdfReader(BytesIO(answer.content)).pages[0].extract_text().split())
    for said in ("The printed Cup", "Published, version 1", "First session", "20.4.2(a)"):
        assert said in text


def test_without_typst_the_pdf_says_what_is_missing(
    server: Server, manager: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(manager, "unprinted")
    pages._pdf.cache_clear()
    monkeypatch.setitem(sys.modules, "typst", None)
    answer = server.http().get("/tournaments/unprinted/conditions.pdf")
    assert answer.status_code == 503
    error = answer.json()["error"]
    assert error["code"] == "sheets.missing"
    assert "houserules[sheets]" in error["detail"]


def test_the_record_of_a_draw_can_be_verified(
    server: Server, owner: Member, manager: Member
) -> None:
    publish(manager, "drawn")
    tess = server.staff(owner, "Tess Drawn", "Tournament Manager")
    players = [server.player(f"Drawn {number}") for number in range(4)]
    for player in players:
        player.http.post("/api/me/wallet/practice-money", json={})
        give(player, "drawn", "apply-for-entry", form="F", entitled=True)
        give(player, "drawn", "give-conditions", how="on the page")
        give(tess, "drawn", "accept-entry", player=player.handle)
        give(player, "drawn", "pay-entry-fee")
    give(tess, "drawn", "close-entries")
    options = table_options(small())
    server.set_up(Setting("drawn-1", "Drawn", "nsw-pontoon-6to5-2017", options))
    give(tess, "drawn", "designate-tables", tables=["drawn-1"])
    path = "/tournaments/drawn/draws/1.json"
    assert server.http().get(path).status_code == 404
    give(tess, "drawn", "commit-seat-draw")
    sealed = server.http().get(path).json()
    assert sealed["commitment"] and "order" not in sealed
    give(players[0], "drawn", "cut-seat-draw", position=3)
    give(tess, "drawn", "reveal-seat-draw")
    record = server.http().get(path).json()
    assert all(check.passed for check in verify_draw(record, sealed["commitment"]))
    assert server.http().get("/tournaments/drawn/draws/2.json").status_code == 404


def test_private_practice_tournaments_are_not_in_the_public_lists(
    server: Server, manager: Member
) -> None:
    player = server.player("Private Practice")
    sent = {"rulebook": "nsw-pontoon-6to5-2017", "players": 2, "rounds": 1}
    made = player.http.post("/api/practice-tournaments", json=sent)
    assert made.status_code == 201, made.text
    name = made.json()["tournament"]
    for member in (player, manager):
        listed = member.http.get("/api/tournaments").json()["tournaments"]
        assert name in {each["tournament"] for each in listed}
        for path in ("/", "/tournaments"):
            page = member.http.get(path, headers=BROWSER).text
            assert f'href="/tournaments/{name}"' not in page
    assert player.http.get(f"/tournaments/{name}", headers=BROWSER).status_code == 200
    assert server.guest().http.get(f"/tournaments/{name}", headers=BROWSER).status_code == 404
