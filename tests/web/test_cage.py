"""The cage over HTTP: roles, approval, limits, and what API tokens may do with money."""

from typing import Any, get_args

import pytest

from houserules.core.people import Role
from houserules.floor.people.events import Scope
from houserules.floor.people.second_factor import code_at, step_of
from houserules.floor.tables.settings import Setting
from web.server import PASSWORD, Member, Server

ROLES: tuple[Role, ...] = get_args(Role)
SEES = {
    "cashier", "Gaming Supervisor", "casino supervisor", "Assistant Gaming Manager",
    "Gaming Manager", "inspector", "Surveillance",
}  # fmt: skip


@pytest.fixture(scope="module")
def everybody(server: Server, owner: Member) -> dict[str, Member]:
    """One person of every role, and a player who buys chips."""
    server.player("Ann")
    members: dict[str, Member] = {
        role: server.staff(owner, f"P{number}", role)
        for number, role in enumerate(ROLES)
        if role != "player"
    }
    return {**members, "player": server.player("P-player")}


ROUTES: tuple[tuple[str, str, Any, set[str]], ...] = (
    ("GET", "/api/cage", None, SEES),
    ("POST", "/api/wallets/Ann/buy-in", {"amount": 100}, {"cashier"}),
    ("POST", "/api/wallets/Ann/cash-out", {"amount": 100}, {"cashier"}),
    (
        "POST",
        "/api/cage/requests",
        {"direction": "buy-in", "handle": "Ann", "amount": 600_000},
        {"cashier"},
    ),
    (
        "PUT",
        "/api/cage/limits",
        {"cashier": 1, "assistant_manager": 1, "manager": 1, "approval_above": 1},
        set(),  # the owner alone
    ),
    ("GET", "/cage", None, SEES),
)


@pytest.mark.parametrize("role", ROLES)
def test_every_role_at_every_route_of_the_cage(everybody: dict[str, Member], role: Role) -> None:
    for method, path, body, may in ROUTES:
        answer = everybody[role].http.request(method, path, json=body)
        expected = (200, 201) if role in may else (403,)
        assert answer.status_code in expected, (method, path, answer.text)


def test_a_second_person_approves_what_a_cashier_may_not_alone(
    server: Server, owner: Member, cashier: Member, manager: Member
) -> None:
    server.player("Bea")
    sent = {"amount": 6_000_00}
    alone = cashier.http.post("/api/wallets/Bea/buy-in", json=sent)
    assert (alone.status_code, alone.json()["error"]["code"]) == (409, "cash.approval-needed")
    made = cashier.http.post(
        "/api/cage/requests", json={**sent, "direction": "buy-in", "handle": "bea"}
    )
    number = made.json()["request"]["number"]
    assert made.json()["request"]["handle"] == "Bea"
    own = cashier.http.post(f"/api/cage/requests/{number}/approve")
    assert (own.status_code, own.json()["error"]["code"]) == (403, "role.may-not")
    waiting = manager.http.get("/pit/now").json()["cash"]
    assert [each["amount"] for each in waiting if each["number"] == number] == [6_000_00]
    done = manager.http.post(f"/api/cage/requests/{number}/approve")
    assert done.json() == {"practice": 0, "chips": 6_000_00, "repeated": False}
    seen = cashier.http.get("/api/cage").json()
    assert number not in [each["number"] for each in seen["waiting"]]
    (handled,) = [each for each in seen["today"] if each["handle"] == "Bea"]
    assert (handled["by"], handled["approved_by"], handled["request"]) == ("Cass", "Max", number)
    assert seen["mine"]["used"] >= 6_000_00
    again = manager.http.post(f"/api/cage/requests/{number}/approve")
    assert (again.status_code, again.json()["error"]["code"]) == (404, "cash-request.unknown")
    wallet = manager.http.get("/api/wallets/Bea").json()
    assert [(each["by"], each["amount"]) for each in wallet["transfers"]] == [("Cass", 6_000_00)]


def test_guests_have_no_cash(server: Server, cashier: Member) -> None:
    guest = server.guest()
    sent = {"direction": "buy-in", "handle": guest.handle, "amount": 600_000}
    answer = cashier.http.post("/api/cage/requests", json=sent)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "guest.may-not")


def bot_of(
    server: Server, member: Member, scopes: list[Scope], **more: Any
) -> tuple[Any, dict[str, str]]:
    made = member.http.post(
        "/api/me/tokens", json={"label": "bot", "scopes": scopes, "password": PASSWORD, **more}
    )
    assert made.status_code == 201, made.text
    token = made.json()["token"]
    return server.http(Authorization=f"Bearer {token}"), made.json()["made"]


def test_a_token_moves_money_only_by_its_own_scope(server: Server, owner: Member) -> None:
    clock = server.now
    secret, member = server.staff_with_secret(owner, "Tess", "cashier")
    server.player("Tim")
    plain, _ = bot_of(server, member, ["staff", "read"])
    for path, body in (
        ("/api/wallets/Tim/buy-in", {"amount": 100}),
        ("/api/cage/requests", {"direction": "buy-in", "handle": "Tim", "amount": 100}),
        ("/api/cage/requests/1/approve", {}),
    ):
        answer = plain.post(path, json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "scope.missing"), path
    assert plain.get("/api/cage").json()["mine"]["handles"] is False
    sent = {"label": "bot", "scopes": ["money"]}
    answer = member.http.post("/api/me/tokens", json=sent)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "second-factor.needed")
    code = code_at(secret, step_of(clock()) + 1)
    paying, made = bot_of(server, member, ["money"], code=code, days=7)
    assert made["until"] == made["at"] + 7 * 24 * 60 * 60  # type: ignore[operator]
    for _ in range(2):
        assert paying.post("/api/wallets/Tim/buy-in", json={"amount": 100}).status_code == 200
    assert paying.get("/api/persons").status_code == 403
    uses = member.http.get(f"/api/me/tokens/{made['id']}/uses").json()["uses"]
    said = [(each["what"], each["origin"]) for each in uses]
    assert said[1:] == [("POST /api/wallets/{handle}/buy-in", "127.0.0.1")] * 2
    assert said[0] == ("GET /api/persons", "127.0.0.1")


def test_a_staff_token_does_not_fill_a_float(server: Server, manager: Member) -> None:
    table = Setting(
        "floats", "Floats", "nz-pontoon", kind="practice", dealt_by="dealer with real shoe"
    )
    server.set_up(table)
    plain, made = bot_of(server, manager, ["staff"])
    for do in ("fill-float", "credit-float"):
        answer = plain.post("/api/tables/floats/commands", json={"do": do, "amount": 100})
        assert answer.json()["error"]["code"] == "scope.missing"
    done = manager.http.post(
        "/api/tables/floats/commands", json={"do": "fill-float", "amount": 100}
    )
    assert done.status_code == 200, done.text
    path = f"/api/me/tokens/{made['id']}"
    gone = manager.http.request("DELETE", path, json={"password": PASSWORD})
    assert gone.status_code == 204, gone.text
