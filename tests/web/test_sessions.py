"""Coming in and going over HTTP: cookies, forged requests, roles, API tokens."""

import httpx
import pytest

from web.server import PASSWORD, Member, Server


def error(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_the_cookie_is_strict(server: Server) -> None:
    answer = server.http().post("/api/guest")
    said = answer.headers["set-cookie"]
    assert said.startswith("houserules=")
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= {part.strip() for part in said.split(";")}
    assert "Domain" not in said


def test_by_https_the_cookie_is_secure_and_held_to_the_host(server: Server) -> None:
    # the proxy on this machine says that the browser came by https
    said = server.http(**{"X-Forwarded-Proto": "https"}).post("/api/guest").headers["set-cookie"]
    assert said.startswith("__Host-houserules=") and "Secure" in said


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Houserules": ""},
        {"X-Houserules": "1", "Origin": "https://elsewhere.example"},
        {"X-Houserules": "1", "Origin": "null"},
        {"X-Houserules": "1", "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_a_forged_request_changes_nothing(server: Server, headers: dict[str, str]) -> None:
    member = server.guest()
    before = member.http.get("/api/me/wallet").json()
    refused = member.http.post("/api/me/wallet/practice-money", headers=headers)
    assert error(refused) == (403, "request.forged")
    assert member.http.get("/api/me/wallet").json() == before


def test_our_own_page_may(server: Server) -> None:
    member = server.guest()
    ours = {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    assert member.http.post("/api/me/wallet/practice-money", headers=ours).status_code == 200


def test_sign_up_in_and_out(server: Server) -> None:
    member = server.player("Zoe")
    assert member.http.get("/api/me").json()["signed"]["handle"] == "Zoe"
    assert member.http.post("/api/sign-out").status_code == 204
    assert error(member.http.get("/api/me")) == (401, "session.none")
    wrong = member.http.post("/api/sign-in", json={"handle": "zoe", "password": "not the one!"})
    assert error(wrong) == (401, "sign-in.wrong")
    right = member.http.post("/api/sign-in", json={"handle": "zoe", "password": PASSWORD})
    assert right.json()["handle"] == "Zoe"
    assert error(
        server.http().post("/api/sign-up", json={"handle": "ZOE", "password": PASSWORD})
    ) == (
        409,
        "name.taken",
    )


def test_staff_have_no_office_before_the_second_factor(server: Server, owner: Member) -> None:
    member = server.player("Dan")
    owner.http.put("/api/persons/Dan/role", json={"role": "Gaming Manager", "licence": "7"})
    signed = member.http.get("/api/me").json()
    assert signed["office"] == "Gaming Manager"
    assert (signed["signed"]["role"], signed["signed"]["pending"]) == ("player", "enrolment")
    assert error(member.http.get("/api/registers")) == (403, "second-factor.enrol")
    server.enrol(member)
    assert member.http.get("/api/registers").status_code == 200


def test_a_token_acts_for_a_program_without_a_header(server: Server) -> None:
    member = server.player("Tess")
    made = member.http.post("/api/me/tokens", json={"label": "bot", "scopes": ["read", "play"]})
    token = made.json()["token"]
    program = server.http(**{"X-Houserules": "", "Authorization": f"Bearer {token}"})
    signed = program.get("/api/me").json()["signed"]
    assert (signed["handle"], signed["is_bot"]) == ("Tess", True)
    assert program.post("/api/me/wallet/practice-money").status_code == 200
    assert error(program.post("/api/sign-out")) == (401, "session.none")
    id_ = made.json()["made"]["id"]
    assert member.http.delete(f"/api/me/tokens/{id_}").status_code == 204
    assert error(program.get("/api/me")) == (401, "session.none")


def test_a_token_is_told_once(server: Server) -> None:
    member = server.player("Una")
    made = member.http.post("/api/me/tokens", json={"label": "bot", "scopes": ["read"]}).json()
    assert made["token"] not in member.http.get("/api/me").text


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/persons"),
        ("GET", "/api/registers"),
        ("GET", "/api/registers/notices"),
        ("GET", "/api/wallets/Owner"),
        ("POST", "/api/tables"),
        ("POST", "/api/wallets/Owner/buy-in"),
        ("POST", "/api/persons/Owner/suspend"),
        ("PUT", "/api/persons/Owner/role"),
    ],
)
def test_what_staff_do_is_not_for_players(server: Server, method: str, path: str) -> None:
    body = {
        "/api/tables": {"table": "x", "title": "X", "rulebook": "nz-pontoon"},
        "/api/wallets/Owner/buy-in": {"amount": 100},
        "/api/persons/Owner/suspend": {"why": "fun"},
        "/api/persons/Owner/role": {"role": "dealer", "licence": "1"},
    }.get(path)
    assert error(server.guest().http.request(method, path, json=body)) == (403, "role.may-not")
    assert error(server.http().request(method, path, json=body)) == (401, "session.none")
