"""What would have won, over the API: for the owner of a practice tournament, after the session, and never live."""

import time
from typing import Any

import pytest

from floor.practice import look, play
from houserules.floor.tournaments.bots import BotPace
from tournament.desk import small
from web.server import Member, Server

S24 = "nsw-pontoon-2024"


class RealTime:
    """The server's own clock, which no test moves."""

    def __init__(self, server: Server) -> None:
        self._server = server

    @property
    def at(self) -> int:
        return self._server.now()

    @at.setter
    def at(self, _: int) -> None: ...


@pytest.fixture(autouse=True)
def at_once(server: Server) -> None:
    server.floor.bots.pace = BotPace(0, 0, 0)


def started(member: Member, **wanted: Any) -> str:
    sent = {"rulebook": S24, "rounds": 2, "players": 3, **wanted}
    answer = member.http.post("/api/practice-tournaments", json=sent)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["tournament"])


def played(server: Server, member: Member) -> str:
    """Start a tournament and play it to the end."""
    name = started(member)
    now: Any = RealTime(server)
    server.run(look(server.floor, now))
    server.run(play(server.floor, now, name))
    return name


def when_ready(member: Member, path: str) -> Any:
    for _ in range(200):
        answer = member.http.get(path)
        if answer.status_code not in (429, 503):
            return answer
        time.sleep(0.5)
    raise AssertionError(answer.text)


def test_the_owner_sees_what_would_have_won_in_the_last_rounds(server: Server) -> None:
    ann = server.guest()
    name = played(server, ann)
    listed = ann.http.get(f"/api/practice-tournaments/{name}/decisions").json()
    (session,) = [each for each in listed["sessions"] if each["session"] == 1]
    assert 1 <= len(session["decisions"]) <= 2
    last = session["decisions"][-1]
    assert last["left"] == 3 - last["round"]
    address = f"/api/practice-tournaments/{name}/chances?session=1&round={last['round']}"
    answer = when_ready(ann, address)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert (found["round"], found["goal"]) == (last["round"], "win")
    entered = {key: found["entered"][key] for key in ("wager", "form")}
    assert entered == {"wager": last["wager"], "form": last["form"]}
    assert found["best"]["chance"] == max(row["chance"] for row in found["entries"])
    cost = found["best"]["chance"] - found["entered"]["chance"]
    assert found["cost"]["chance"] == pytest.approx(cost)
    assert {row["way"] for row in found["ways"]} >= {"best", "bots", "never bust"}
    page = ann.http.get(f"/tournaments/{name}/what-would-have-won", headers={"Accept": "text/html"})
    assert page.status_code == 200 and "What would have won" in page.text


def test_nobody_else_sees_it_not_even_staff(server: Server, inspector: Member) -> None:
    ann, bob = server.guest(), server.guest()
    name = started(ann)
    for path in (
        f"/api/practice-tournaments/{name}/decisions",
        f"/api/practice-tournaments/{name}/chances?session=1&round=1",
        f"/tournaments/{name}/what-would-have-won",
    ):
        assert bob.http.get(path).status_code == 404, path
        no = inspector.http.get(path, headers={"Accept": "application/json"})
        assert no.status_code == 403, path
        assert no.json()["error"]["code"] == "tournament.not-yours"


def test_not_before_the_session_is_over_and_only_for_rounds_that_were_decided(
    server: Server,
) -> None:
    ann = server.guest()
    name = started(ann)
    server.run(look(server.floor, RealTime(server)))  # type: ignore[arg-type]
    assert ann.http.get(f"/api/practice-tournaments/{name}/decisions").json()["sessions"] == []
    no = ann.http.get(f"/api/practice-tournaments/{name}/chances?session=1&round=1")
    assert no.status_code == 409
    assert no.json()["error"]["code"] == "tournament.session-running"
    for session, round_ in ((9, 1), (0, 1), (1, 0)):
        path = f"/api/practice-tournaments/{name}/chances?session={session}&round={round_}"
        assert ann.http.get(path).status_code == (404 if session == 9 else 422)
    done = played(server, ann)
    path = f"/api/practice-tournaments/{done}/chances?session=1&round=3"
    assert when_ready(ann, path).json()["error"]["code"] == "tournament.no-decision"


def test_never_for_tournaments_of_the_house(server: Server, owner: Member) -> None:
    manager = server.staff(owner, "Tina", "Tournament Manager")
    for kind in ("live", "practice"):
        sent = {"tournament": f"house-{kind}", "kind": kind, "conditions": small()}
        assert manager.http.post("/api/tournaments", json=sent).status_code == 201
        for who in (manager, server.guest()):
            for what in ("decisions", "chances?session=1&round=1"):
                no = who.http.get(f"/api/practice-tournaments/house-{kind}/{what}")
                if no.status_code == 404:  # a draft is for staff
                    continue
                assert no.status_code == 403
                assert no.json()["error"]["code"] == "tournament.practice-only"
                assert no.json()["error"]["clause"]
        no = manager.http.get(f"/api/practice-tournaments/house-{kind}/decisions")
        assert no.status_code == 403
