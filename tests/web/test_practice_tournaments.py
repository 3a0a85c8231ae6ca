"""Practice tournaments over the API: started with one request, for their owner and staff only."""

from typing import Any

import pytest

from houserules.floor.tournaments.bots import BotPace
from houserules.floor.tournaments.practice import MOST_OF_PERSON
from houserules.tournament.bots.styles import STYLES
from web.server import Member, Server

S24 = "nsw-pontoon-2024"
ADDRESS = "/api/practice-tournaments"


@pytest.fixture(autouse=True)
def at_once(server: Server) -> None:
    server.floor.bots.pace = BotPace(0, 0, 0)


def started(member: Member, **wanted: Any) -> dict[str, Any]:
    answer = member.http.post(ADDRESS, json={"rulebook": S24, "rounds": 2, "players": 4, **wanted})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def view(member: Member, name: str) -> dict[str, Any]:
    answer = member.http.get(f"/api/tournaments/{name}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["view"])


def test_a_guest_starts_one_and_sits_at_the_table_at_once(server: Server) -> None:
    ann = server.guest()
    made = started(ann, players=7)
    name = made["tournament"]
    assert [bot["style"] for bot in made["bots"]] == [*STYLES, *STYLES][:6]
    assert set(made["styles"]) == set(STYLES)
    assert all(bot["name"].endswith(" (bot)") for bot in made["bots"])
    mine = view(ann, name)["mine"]
    assert mine["status"] == "accepted"
    table = f"{name}-1"
    with ann.live(table) as live:
        live.hear()
        session = live.state["table"]["session"]
        assert ann.handle in [player["player"] for player in session["players"]]
        assert len(session["players"]) == 7
    assert ann.http.get(f"{ADDRESS}/{name}").json() == made
    assert name in [
        row["tournament"] for row in ann.http.get("/api/tournaments").json()["tournaments"]
    ]


def test_nobody_else_sees_it(server: Server, inspector: Member) -> None:
    ann, bob = server.guest(), server.guest()
    name = started(ann)["tournament"]
    for path in (f"/api/tournaments/{name}", f"{ADDRESS}/{name}", f"/api/tables/{name}-1"):
        assert bob.http.get(path).status_code == 404, path
        assert server.http().get(path).status_code == 404, path
        assert inspector.http.get(path).status_code == 200, path
    assert name not in bob.http.get("/api/tournaments").text
    no = bob.http.post(f"{ADDRESS}/{name}/leave", json={})
    assert no.status_code == 404 and no.json()["error"]["code"] == "tournament.unknown"
    no = inspector.http.post(f"{ADDRESS}/{name}/leave", json={})
    assert no.status_code == 404


def test_whoever_leaves_is_out_and_may_start_again(server: Server) -> None:
    ann = server.guest()
    names = [started(ann)["tournament"] for _ in range(MOST_OF_PERSON)]
    no = ann.http.post(ADDRESS, json={"rulebook": S24})
    assert no.status_code == 409 and no.json()["error"]["code"] == "tournament.practice-running"
    for name in names:
        answer = ann.http.post(f"{ADDRESS}/{name}/leave", json={})
        assert answer.status_code == 200, answer.text
    for _ in range(100):
        server.run(server.floor.bots.look())
        server.run(server.floor.settle())
        if all(view(ann, name)["phase"] == "finished" for name in names):
            break
    assert [view(ann, name)["mine"]["status"] for name in names] == ["disqualified"] * len(names)
    started(ann)


def test_what_cannot_be_started(server: Server, inspector: Member) -> None:
    ann = server.guest()
    for wanted, status, code in (
        ({"rulebook": "nz-pontoon"}, 409, "tournament.none"),
        ({"rulebook": "whist"}, 404, "rulebook.unknown"),
        ({"rulebook": S24, "players": 1}, 422, "request.invalid"),
        ({"rulebook": S24, "players": 50}, 422, "request.invalid"),
        ({"rulebook": S24, "rounds": 0}, 422, "request.invalid"),
        ({"rulebook": S24, "rounds": 31}, 422, "request.invalid"),
        ({"rulebook": S24, "pass_cards": 4}, 422, "request.invalid"),
        ({"rulebook": S24, "players": 8, "stages": "final"}, 422, "tournament.size"),
        ({"rulebook": S24, "players": 7, "stages": "heats"}, 422, "tournament.size"),
    ):
        answer = ann.http.post(ADDRESS, json=wanted)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), wanted
    assert server.http().post(ADDRESS, json={"rulebook": S24}).status_code == 401
    no = inspector.http.post(ADDRESS, json={"rulebook": S24})
    assert no.status_code == 403 and no.json()["error"]["code"] == "role.may-not"
