"""The event stream of a tournament, on a real server."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from houserules.floor.clock import milliseconds
from houserules.web.live import followers
from houserules.web.settings import Settings
from tournament.desk import small
from web.server import OPEN, Member, Server

HOUR = 3600


def draft(manager: Member, name: str, **changes: Any) -> str:
    """Set up a practice tournament."""
    sent = {"tournament": name, "conditions": small(**changes)}
    answer = manager.http.post("/api/tournaments", json=sent)
    assert answer.status_code == 201, answer.text
    return f"/api/tournaments/{name}"


def give(who: Member, path: str, do: str, **fields: Any) -> int:
    answer = who.http.post(f"{path}/commands", json={"do": do, **fields})
    assert answer.status_code == 200, answer.text
    return int(answer.json()["position"])


def publish(manager: Member, name: str) -> str:
    path = draft(manager, name)
    starts = milliseconds() // 1000 + 48 * HOUR
    give(manager, path, "publish-tournament", starts=starts, rounds_per_hour=40, pause_minutes=0)
    return path


@contextmanager
def follow(http: httpx.Client, path: str) -> Iterator[Iterator[int]]:
    """Follow a tournament; the positions come as they are told."""
    with http.stream("GET", f"{path}/updates") as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] == "no-store"
        yield (
            json.loads(line.removeprefix("data: "))["position"]
            for line in answer.iter_lines()
            if line
        )


def wait_for_followers(server: Server, count: int) -> None:
    for _ in range(500):
        if len(server.app.state.services.followers) == count:
            return
        time.sleep(0.02)
    raise AssertionError(len(server.app.state.services.followers))


def apply(server: Server, path: str) -> int:
    return give(server.guest(), path, "apply-for-entry", form="F", entitled=True)


def test_a_spectator_hears_of_every_change_and_of_no_other_tournament(
    server: Server, manager: Member
) -> None:
    path, other = publish(manager, "followed"), publish(manager, "other")
    with follow(server.http(), path) as positions:
        now = manager.http.get(path).json()["position"]
        assert next(positions) == now
        apply(server, other)
        latest = apply(server, path)
        assert latest > now
        assert next(positions) == latest
    wait_for_followers(server, 0)


def test_the_position_is_said_again_as_a_heartbeat(
    server: Server, manager: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = publish(manager, "heartbeat")
    monkeypatch.setattr(followers, "HEARTBEAT", 0.05)
    with follow(server.http(), path) as positions:
        assert len({next(positions) for _ in range(4)}) == 1


def test_a_draft_is_followed_by_staff_alone(server: Server, manager: Member) -> None:
    path = draft(manager, "hidden")
    for http in (server.http(), server.guest().http):
        assert http.get(f"{path}/updates").json()["error"]["code"] == "tournament.unknown"
    with follow(manager.http, path) as positions:
        assert next(positions) > 0


def test_a_stream_ends_when_its_session_does(
    server: Server, manager: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, player = publish(manager, "signing-out"), server.player("Leaving")
    monkeypatch.setattr(followers, "HEARTBEAT", 0.05)
    with follow(player.http, path) as positions:
        next(positions)
        leaving = server.http()
        leaving.cookies = player.http.cookies
        assert leaving.post("/api/sign-out").status_code == 204
        for _ in positions:  # it ends
            pass
    wait_for_followers(server, 0)


def test_streams_are_counted_by_person_and_by_address(manager: Member) -> None:
    limits = Settings(
        by_address=OPEN, by_person=OPEN, connections_of_person=2, connections_of_address=3
    )
    with Server(limits) as server:
        path = publish(server.staff(server.the_owner(), "Mia", "Gaming Manager"), "full")
        ann, bob = server.player("Ann"), server.player("Bob")
        with follow(ann.http, path) as first, follow(ann.http, path) as second:
            next(first), next(second)
            refused = ann.http.get(f"{path}/updates")
            assert refused.status_code == 429
            assert refused.json()["error"]["code"] == "connections.too-many"
            with follow(bob.http, path) as third:
                next(third)
                assert bob.http.get(f"{path}/updates").status_code == 429
            wait_for_followers(server, 2)
            with follow(server.http(), path) as third:
                next(third)
                assert server.http().get(f"{path}/updates").status_code == 429
        wait_for_followers(server, 0)


def test_a_stream_ends_when_the_server_shuts_down() -> None:
    with Server() as server:
        path = publish(server.staff(server.the_owner(), "Max", "Gaming Manager"), "shutdown")
        http = httpx.Client(base_url=server.url, trust_env=False, timeout=30)
        streaming = follow(http, path)
        positions = streaming.__enter__()
        next(positions)
        server._server.should_exit = True
        assert list(positions) == []  # it ends as it should: a broken stream would raise
        streaming.__exit__(None, None, None)
        http.close()
