"""Coming in and going over HTTP: cookies, forged requests, roles, API tokens."""

import httpx
import pytest

from houserules.floor.people.second_factor import code_at, step_of
from web.server import PASSWORD, Member, Server

PROOF = {"password": PASSWORD}


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
    made = member.http.post(
        "/api/me/tokens", json={"label": "bot", "scopes": ["read", "play"], "password": PASSWORD}
    )
    token = made.json()["token"]
    program = server.http(**{"X-Houserules": "", "Authorization": f"Bearer {token}"})
    signed = program.get("/api/me").json()["signed"]
    assert (signed["handle"], signed["is_bot"]) == ("Tess", True)
    assert program.post("/api/me/wallet/practice-money").status_code == 200
    assert error(program.post("/api/sign-out")) == (401, "session.none")
    id_ = made.json()["made"]["id"]
    assert member.http.request("DELETE", f"/api/me/tokens/{id_}", json=PROOF).status_code == 204
    assert error(program.get("/api/me")) == (401, "session.none")


def test_a_token_is_told_once(server: Server) -> None:
    member = server.player("Una")
    made = member.http.post(
        "/api/me/tokens", json={"label": "bot", "scopes": ["read"], "password": PASSWORD}
    ).json()
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


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/second-factor", {}),
        ("POST", "/api/me/tokens", {"label": "bot", "scopes": ["staff"]}),
        ("DELETE", "/api/me/tokens/{token}", {}),
        ("POST", "/api/sign-out?everywhere=true", {}),
        ("POST", "/api/persons/Rose/reset-access", {"why": "lost"}),
    ],
)
def test_a_stolen_cookie_changes_no_credentials(
    owner: Member, method: str, path: str, body: dict[str, object]
) -> None:
    made = {"label": "kept", "scopes": ["read"], **PROOF}
    token = owner.http.post("/api/me/tokens", json=made).json()["made"]["id"]
    path = path.format(token=token)
    before = owner.http.get("/api/me").json()["tokens"]
    assert error(owner.http.request(method, path)) in {
        (403, "proof.needed"),
        (422, "request.invalid"),
    }
    assert error(owner.http.request(method, path, json=body)) == (403, "proof.needed")
    wrong = {**body, "password": "not the one I chose"}
    assert error(owner.http.request(method, path, json=wrong)) == (403, "password.wrong")
    assert error(owner.http.request(method, path, json={**body, "code": "000000"})) in {
        (403, "code.wrong"),
        (429, "sign-in.locked"),
    }
    assert owner.http.get("/api/me").json()["tokens"] == before
    last = owner.http.request("DELETE", f"/api/me/tokens/{token}", json=PROOF)
    assert last.status_code == 204
    changes = owner.http.get("/api/me").json()["changes"]
    assert (changes[0]["name"], changes[0]["label"]) == ("token.revoked", "kept")


def test_a_code_proves_as_well_as_the_password(server: Server) -> None:
    member = server.player("Cody")
    server.enrol(member)
    secret = server.run(server.floor.store.secret("totp", "cody"))
    body = {"code": code_at(secret, step_of(server.now()) + 1)}
    assert member.http.post("/api/second-factor", json=body).status_code == 201
    assert error(member.http.post("/api/second-factor", json=body)) == (403, "code.wrong")


def test_whoever_is_attacked_comes_in_by_a_known_device_and_is_told(server: Server) -> None:
    victim, attacker = server.player("Vic"), server.http()
    device = victim.http.cookies["houserules-device"]
    wrong = {"handle": "Vic", "password": "not the one I chose"}
    right = {"handle": "Vic", "password": PASSWORD}
    answers = [attacker.post("/api/sign-in", json=wrong) for _ in range(5)]
    assert error(answers[-1]) == (429, "sign-in.locked")
    assert error(server.http().post("/api/sign-in", json=right)) == (429, "sign-in.locked")
    victim.http.post("/api/sign-out")
    came = victim.http.post("/api/sign-in", json=right)
    assert came.status_code == 200 and victim.http.cookies["houserules-device"] != device
    (told,) = came.json()["failed_sign_ins"]
    assert (told["origin"], told["count"]) == ("127.0.0.1", 5)
    page = victim.http.get("/sign-in?next=/account")
    assert "Someone tried to sign in as you" in page.text and "127.0.0.1" in page.text
    assert "127.0.0.1" in victim.http.get("/account").text
    assert victim.http.post("/api/me/failed-sign-ins/dismiss").status_code == 204
    assert victim.http.get("/api/me").json()["failed_sign_ins"] == []
    assert victim.http.get("/sign-in?next=/account").headers["location"] == "/account"


def test_one_browser_is_a_known_device_of_several_people(server: Server) -> None:
    browser = server.http()
    for name in ("Ida", "Jon"):
        browser.post("/api/sign-up", json={"handle": name, "password": PASSWORD})
        browser.post("/api/sign-out")
    attacker = server.http()
    for name in ("Ida", "Jon"):
        wrong = {"handle": name, "password": "not the one I chose"}
        for _ in range(5):
            attacker.post("/api/sign-in", json=wrong)
        came = browser.post("/api/sign-in", json={"handle": name, "password": PASSWORD})
        assert came.status_code == 200, came.text
        browser.post("/api/sign-out")
