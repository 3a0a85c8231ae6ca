"""Pages as a browser gets them: an account with a Player Card, and errors as pages."""

import pytest

from web.server import Member, Server

BROWSER = {"Accept": "text/html,application/xhtml+xml"}


def test_the_account_page_lists_player_cards(server: Server, manager: Member) -> None:
    ann = server.player("Ann Card")
    for card in ({"number": "CARD1"}, {"number": "CARD2", "valid_until": 4_000_000_000}):
        issued = manager.http.post("/api/persons/Ann Card/cards", json=card)
        assert issued.status_code < 300, issued.text
    page = ann.http.get("/account", headers=BROWSER)
    assert page.status_code == 200
    assert "CARD1" in page.text and "CARD2" in page.text and "until" in page.text
    manager.http.request(
        "POST", "/api/persons/Ann Card/cards/CARD1/withdraw", json={"why": "It was lost."}
    )
    page = ann.http.get("/account", headers=BROWSER)
    assert "CARD1" not in page.text and "CARD2" in page.text


def test_an_unexpected_error_is_a_page_with_a_reference(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = server.player("Bob Page")

    async def fail(handle: str) -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(server.floor.people, "person", fail)
    page = bob.http.get("/account", headers=BROWSER)
    assert (page.status_code, page.headers["Content-Type"]) == (500, "text/html; charset=utf-8")
    assert "Something went wrong" in page.text and page.headers["X-Request-Id"] in page.text
    assert "secret" not in page.text
    said = bob.http.get("/api/me", headers=BROWSER).json()["error"]
    assert said["code"] == "server.error"
