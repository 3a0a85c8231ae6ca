"""What every request passes: one shape of errors, limits on bodies, headers, a log without secrets."""

import json
import time
from typing import Any

import pytest

from web.server import PASSWORD, Server


def shape(data: Any) -> None:
    """See that an error has the one shape."""
    assert set(data) == {"error"}
    assert set(data["error"]) == {"code", "detail", "clause", "where"}


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/nowhere", None, 404, "http.not-found"),
        ("GET", "/nowhere", None, 404, "http.not-found"),
        ("DELETE", "/api/tables", None, 405, "http.method"),
        ("GET", "/api/tables/none", None, 404, "table.unknown"),
        ("POST", "/api/sign-in", b"{", 422, "request.invalid"),
        ("POST", "/api/sign-in", b"[]", 422, "request.invalid"),
        ("POST", "/api/sign-in", b'{"handle": 1, "password": "x"}', 422, "request.invalid"),
        (
            "POST",
            "/api/sign-in",
            b'{"handle": "a", "password": "x", "y": 1}',
            422,
            "request.invalid",
        ),
        ("POST", "/api/sign-in", b"\xff\xfe", 422, "request.invalid"),
        ("POST", "/api/sign-in", b"x" * 70_000, 413, "http.too-large"),
        ("GET", "/api/rulebooks/chess", None, 404, "rulebook.unknown"),
        ("GET", "/api/rulebooks/nz-pontoon/clauses/99.9", None, 404, "clause.unknown"),
        ("GET", "/api/odds/chess", None, 404, "rulebook.unknown"),
        ("GET", "/api/odds/nz-pontoon?decks=0", None, 422, "request.invalid"),
        ("GET", "/api/odds/nz-pontoon?set=x", None, 422, "request.invalid"),
    ],
)
def test_errors_have_one_shape(  # noqa: PLR0917
    server: Server, method: str, path: str, body: bytes | None, status: int, code: str
) -> None:
    json_ = {"Content-Type": "application/json"}
    answer = server.guest().http.request(method, path, content=body, headers=json_)
    shape(answer.json())
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


@pytest.mark.parametrize("text", ["a\u202eb", "a\u2066b", "a\u200bb", "a\u2028b", "a\x85b"])
def test_text_that_turns_around_is_refused_as_over_the_websocket(server: Server, text: str) -> None:
    member = server.guest()
    sent = {"do": "raise-dispute", "about": text}
    answer = member.http.post("/api/tables/t1/commands", json=sent)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "request.invalid")
    shape(answer.json())
    with member.live("t1") as live:
        live.hear()
        assert live.do("raise-dispute", about=text)["code"] == "message.malformed"


def test_a_body_without_a_length_is_counted(server: Server) -> None:
    def parts() -> Any:
        for _ in range(100):
            yield b" " * 1000

    answer = server.http().post(
        "/api/sign-in", content=parts(), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 413
    shape(answer.json())


def test_our_own_mistake_is_said_without_its_words(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the next card is Qd")

    with monkeypatch.context() as patched:
        patched.setattr("houserules.web.routes.tables.table_listing", fail)
        answer = server.http().get("/api/tables")
    shape(answer.json())
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "server.error")
    id_ = answer.headers["X-Request-Id"]
    assert id_ in answer.json()["error"]["detail"]
    failed = [json.loads(line) for line in server.log.lines if id_ in line and "kind" in line]
    assert failed[0]["error"]["kind"] == "RuntimeError"
    assert "fail" in failed[0]["error"]["at"][-1]
    assert not [line for line in server.log.lines if "Qd" in line]
    assert "Qd" not in answer.text


def test_a_failing_command_over_the_websocket_is_said_without_its_words(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise AssertionError("DealCard(Qd) was refused")

    with server.guest().live("t1") as live:
        live.hear()
        with monkeypatch.context() as patched:
            patched.setattr(server.floor, "carry_out", fail)
            said = live.do("be-ready", id="mine")
        assert (said["type"], said["code"], said["id"]) == ("error", "server.error", "mine")
        assert "Qd" not in said["detail"]
        live.say(type="ping")
        live.until("pong")
    assert not [line for line in server.log.lines if "Qd" in line]


def test_headers_for_browsers(server: Server) -> None:
    headers = server.http().get("/api/tables").headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Request-Id"]


def test_the_log_has_every_request_and_no_secret(server: Server) -> None:
    member = server.player("Nora")
    sent = {"label": "bot", "scopes": ["read"], "password": PASSWORD}
    token = member.http.post("/api/me/tokens", json=sent).json()["token"]
    member.http.get("/api/me", headers={"Authorization": f"Bearer {token}"})
    member.http.post("/api/sign-in", json={"handle": "Nora", "password": "a wrong guess"})
    cookie = member.http.cookies["houserules"]
    member.http.get("/api/me?token=hr_in_the_address")
    lines = server.log.lines
    while '"path": "/api/me"' not in lines[-1]:  # the line comes after the answer
        time.sleep(0.01)
    requests = [json.loads(line) for line in lines if '"request"' in line]
    assert {"time", "level", "id", "method", "path", "status", "ms"} <= set(requests[-1])
    assert requests[-1]["path"] == "/api/me"
    text = "\n".join(lines)
    for secret in (PASSWORD, "a wrong guess", cookie, token, "hr_in_the_address", "Nora"):
        assert secret not in text


def test_the_docs_need_nothing_from_elsewhere(server: Server) -> None:
    page = server.http().get("/api/docs")
    assert page.status_code == 200
    assert "/api/tables/{table}/commands" in page.text
    assert "<script" not in page.text and "http://" not in page.text and "https://" not in page.text


def test_health_readiness_and_figures(server: Server) -> None:
    http = server.http()
    assert http.get("/api/health").json()["status"] == "alive"
    ready = http.get("/api/ready").json()
    assert (ready["status"], ready["locked"]) == ("ready", 0)
    with server.guest().live("t1") as live:
        live.hear()
        live.do("be-ready")
        text = http.get("/metrics").text
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(figures["houserules_connections"]) == 1
    assert float(figures["houserules_tables"]) >= 4
    assert float(figures["houserules_journal_appends"]) >= 1
    assert float(figures['houserules_commands_total{outcome="refused"}']) >= 1
    assert "Guest" not in text


def test_not_ready_while_the_database_is_away(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    from houserules.journal.errors import UnavailableError

    def away() -> None:
        raise UnavailableError("gone")

    with monkeypatch.context() as patched:
        patched.setattr(server.floor.store.journal, "tip", away)
        answer = server.http().get("/api/ready")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store.unavailable")
    assert "houserules_up 1" in server.http().get("/metrics").text
