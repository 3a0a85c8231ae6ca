"""A table over the WebSocket: snapshot, numbered updates, commands with ids, coming back."""

import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from houserules.floor.tables.settings import Setting
from houserules.web.pages.staff_desk import orders_for
from web.server import PASSWORD, Live, Member, Server


def table(server: Server, name: str) -> str:
    """Set up a table for one test; nobody looks at its clocks here."""
    server.set_up(Setting(name, name, "nsw-pontoon-2024"))
    return name


def opened(member: Member, name: str, **more: int) -> Live:
    """Follow a table, and hear its snapshot."""
    live = member.live(name, **more)  # type: ignore[arg-type]
    assert live.hear()["type"] == "snapshot"
    return live


def lobby_options(server: Server, name: str) -> dict[str, Any]:
    """Return the options of a table as the lobby lists them."""
    tables = server.http().get("/api/tables").json()["tables"]
    options: dict[str, Any] = next(each["options"] for each in tables if each["table"] == name)
    return options


def test_a_round_from_sitting_down_to_getting_up(server: Server) -> None:
    with opened(server.guest(), table(server, "whole")) as live:
        assert live.state["table"]["phase"] == "betting"
        assert [each["seat"] for each in live.state["mine"]["legal"]] == [1, 2, 3, 4, 5, 6, 7]
        assert set(live.legal()) == {"take-seat"}
        live.sit()
        assert "get-up" in live.legal()
        live.play_round()
        settled = [event for event in live.events if event["name"] == "wager.settled"]
        assert settled and all(event["clause"] for event in settled)
        live.done("get-up")
        assert live.state["table"]["seats"] == []


@pytest.mark.clause("nsw-pontoon-2024", "14.9", "14.9.1")
def test_a_gaming_manager_permits_splitting_again_and_players_hear_of_it(
    server: Server, manager: Member
) -> None:
    name = table(server, "again")
    as_opened = lobby_options(server, name)
    with opened(server.guest(), name) as player, opened(manager, name) as live:
        refused = player.do("permit-resplit", permitted=True)
        assert refused["type"] == "refused"
        live.done("permit-resplit", permitted=True)
        player.say(type="ping")
        player.until("pong")
        (heard,) = (each for each in player.events if each["name"] == "resplit.permitted")
        sentence = heard.pop("sentence")
        assert heard == {"name": "resplit.permitted", "permitted": True, "clause": "14.9"}
        assert sentence["template"].startswith("From the next round, split hands")
        assert lobby_options(server, name) == {**as_opened, "resplit": True}
        live.done("permit-resplit", permitted=False)
        assert lobby_options(server, name) == as_opened
    (order,) = [
        each
        for each in orders_for("nsw-pontoon-2024", "Gaming Manager")
        if each["do"] == "permit-resplit"
    ]
    assert (order["clause"], order["group"]) == ("14.9", "Limits and sign")
    for role in ("casino supervisor", "dealer"):
        assert all(each["do"] != "permit-resplit" for each in orders_for("nsw-pontoon-2024", role))


def test_updates_are_numbered_without_a_gap_and_everybody_gets_them(server: Server) -> None:
    name = table(server, "numbered")
    with opened(server.guest(), name) as live, opened(server.guest(), name) as onlooker:
        live.sit()
        live.play_round()
        live.say(type="ping")
        live.until("pong")
        onlooker.say(type="ping")
        onlooker.until("pong")
        for each in (live, onlooker):
            states = [json.loads(text) for text in each.heard if '"type":"update"' in text]
            assert [m["from"] for m in states] == [m["position"] for m in each_before(each)]
        assert live.state["table"] == onlooker.state["table"]
        assert onlooker.state["mine"]["purses"] == []
        assert not any(event["name"] == "chips.brought" for event in onlooker.events)


def each_before(live: Live) -> list[dict[str, int]]:
    """Return the states that the updates of a connection follow."""
    states = [json.loads(text) for text in live.heard]
    return [m for m in states if m["type"] in ("snapshot", "update")][:-1]


def test_a_retry_by_the_same_id_is_not_a_second_wager(server: Server) -> None:
    with opened(server.guest(), table(server, "retry")) as live:
        live.sit()
        first = live.do("place-wager", box=1, amount=10_00, seated=True, id="once")
        again = live.do("place-wager", box=1, amount=10_00, seated=True, id="once")
        assert again == first | {"repeated": True}
        assert live.state["table"]["boxes"][0]["bettors"][0]["placed"] == 10_00


def test_a_refusal_names_the_clause(server: Server) -> None:
    with opened(server.guest(), table(server, "refused")) as live:
        live.sit()
        refused = live.do("place-wager", box=1, amount=1, seated=True)
        assert (refused["type"], refused["code"], refused["clause"]) == (
            "refused",
            "wager.below-minimum",
            "7.1",
        )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("not json", "message.malformed"),
        ("[]", "message.malformed"),
        ('{"type":"dance"}', "message.malformed"),
        ('{"type":"ping","x":1}', "message.malformed"),
        ('{"type":"command","do":"hit"}', "message.malformed"),
        ('{"type":"command","id":"a","do":"hit","box":1.5,"hand":1}', "message.malformed"),
        ('{"type":"command","id":"a","do":"hit","box":1e400,"hand":1}', "message.malformed"),
        ('{"type":"command","id":"a","do":"hit","box":99999999999999999999}', "message.malformed"),
        ('{"type":"command","id":"a","do":"fly"}', "command.malformed"),
        ('{"type":"command","id":"a","do":"hit","box":"1","hand":1}', "command.malformed"),
        (
            '{"type":"command","id":"a","do":"hit","box":1,"hand":1,"player":"B"}',
            "command.malformed",
        ),
        (
            '{"type":"command","id":"a","do":"give-notice","to":"\\u0000","about":"x"}',
            "message.malformed",
        ),
        (
            '{"type":"command","id":"a","do":"give-notice","to":"\\ud800","about":"x"}',
            "message.malformed",
        ),
        ("[" * 15_000, "message.malformed"),
    ],
)
def test_what_cannot_be_read_is_said_and_harms_nothing(
    server: Server, text: str, code: str
) -> None:
    with opened(server.guest(), "t1") as live:
        live.socket.send(text)
        assert live.until("error")["code"] == code
        live.say(type="ping")
        live.until("pong")


def test_bytes_are_no_message(server: Server) -> None:
    with opened(server.guest(), "t1") as live:
        live.socket.send(b"{}")
        assert live.until("error")["code"] == "message.malformed"


def test_a_message_too_large_ends_the_connection(server: Server) -> None:
    with opened(server.guest(), "t1") as live:
        live.socket.send(json.dumps({"type": "ping", "x": "y" * 17_000}))
        with pytest.raises(ConnectionClosed) as closed:
            live.hear()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


def test_who_comes_back_gets_what_was_missed(server: Server) -> None:
    name, member = table(server, "back"), server.guest()
    with opened(member, name) as live:
        live.sit()
        position = live.state["position"]
    with opened(member, name) as live:
        live.done("place-wager", box=1, amount=5_00, seated=True)
        live.done("be-ready")
        now = live.state
    with member.live(name, after=position) as live:
        assert [live.hear()["type"] for _ in range(2)] == ["update", "update"]
        assert live.events[0]["name"] == "wager.placed"
        assert live.state | {"now": 0} == now | {"now": 0}


@pytest.mark.parametrize("after", [0, 1, 10**9])
def test_a_gap_brings_a_snapshot(server: Server, after: int) -> None:
    with server.guest().live("t1", after=after) as live:
        assert live.hear()["type"] == "snapshot"


def test_a_snapshot_can_be_asked_for(server: Server) -> None:
    with opened(server.guest(), "t1") as live:
        live.say(type="snapshot")
        assert live.hear()["type"] == "snapshot"


def rejected(server: Server, path: str, **more: object) -> tuple[int, str]:
    """Try to connect; gives status and code of what the server says instead."""
    url = f"{server.url.replace('http', 'ws')}{path}"
    with pytest.raises(InvalidStatus) as said:
        connect(url, proxy=None, **more)  # type: ignore[arg-type]
    response = said.value.response
    assert response.body
    return response.status_code, json.loads(response.body)["error"]["code"]


def test_who_may_not_connect_is_told_why(server: Server) -> None:
    path, offered = "/api/tables/t1/live", {"subprotocols": ["houserules.v1"]}
    cookie = "; ".join(f"{k}={v}" for k, v in server.guest().http.cookies.items())
    signed = {**offered, "additional_headers": {"Cookie": cookie}}
    elsewhere = {"Cookie": cookie, "Origin": "https://elsewhere.example"}
    assert rejected(server, path, **offered) == (401, "session.none")
    assert rejected(server, path) == (400, "live.protocol")
    assert rejected(server, path, subprotocols=["houserules.v1", "bearer.hr_no"]) == (
        401,
        "session.none",
    )
    assert rejected(server, path, **offered, additional_headers=elsewhere) == (
        403,
        "request.forged",
    )
    assert rejected(server, "/api/tables/none/live", **signed) == (404, "table.unknown")
    assert rejected(server, f"{path}?after=x", **signed) == (422, "request.invalid")


@pytest.mark.parametrize("by", ["header", "subprotocol"])
def test_a_program_connects_by_its_token(server: Server, by: str) -> None:
    member = server.player(f"Bot {by}")
    sent = {"label": "bot", "scopes": ["read", "play"], "password": PASSWORD}
    token = member.http.post("/api/me/tokens", json=sent).json()["token"]
    protocols = ["houserules.v1"] + ([f"bearer.{token}"] if by == "subprotocol" else [])
    headers = {"Authorization": f"Bearer {token}"} if by == "header" else {}
    connecting = connect(
        f"{server.url.replace('http', 'ws')}/api/tables/{table(server, by)}/live",
        subprotocols=protocols,  # type: ignore[arg-type]
        additional_headers=headers,
        proxy=None,
    )
    with Live(connecting, member) as live:
        assert live.socket.subprotocol == "houserules.v1"
        live.hear()
        live.sit()


def test_a_session_that_ends_closes_its_connections(server: Server) -> None:
    member = server.player("Leo")
    with opened(member, "t1") as live:
        member.http.post("/api/sign-out")
        with pytest.raises(ConnectionClosed) as closed:
            live.hear()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401


def test_a_suspended_player_is_put_out_at_once(server: Server, owner: Member) -> None:
    with opened(server.player("Sly"), "t1") as live:
        answer = owner.http.post("/api/persons/Sly/suspend", json={"why": "he cheats"})
        assert answer.status_code == 200, answer.text
        with pytest.raises(ConnectionClosed):
            live.hear()


def test_guests_and_bots_do_not_play_at_live_tables(server: Server) -> None:
    server.set_up(Setting("live", "Live", "nz-pontoon", kind="live"))
    with opened(server.guest(), "live") as live:
        refused = live.do("take-seat", seat=1)
        assert (refused["type"], refused["code"]) == ("refused", "table.live")


@pytest.mark.clause("nsw-pontoon-2024", "20.13", "20.14")
def test_a_player_hears_the_decision_of_a_dispute_and_may_ask_for_a_review(
    server: Server, owner: Member
) -> None:
    server.set_up(Setting("disp", "T", "nsw-pontoon-2024"))
    gil = server.staff(owner, "Gil", "Gaming Supervisor")
    ann, bob = server.guest(), server.guest()

    def order(do: str, **fields: Any) -> Any:
        return gil.http.post("/api/tables/disp/commands", json={"do": do, **fields})

    with ann.live("disp") as live, bob.live("disp") as other:
        live.until("snapshot")
        other.until("snapshot")
        live.sit(1)
        live.done("place-wager", box=1, amount=25_00, seated=True)
        assert live.do("raise-dispute", about="my total was wrong")["type"] == "accepted"
        decided = order("decide-dispute", dispute=1, says="The total was right.", pays=0)
        assert decided.status_code == 200, decided.text
        assert order("advise-of-complaint", dispute=1).status_code == 200
        closed = order("close-dispute", dispute=1)
        assert closed.json()["error"]["code"] == "dispute.review-open"
        live.say(type="snapshot")
        (mine,) = live.until("snapshot")["mine"]["disputes"]
        assert mine["decisions"][0]["says"] == "The total was right."
        assert "inspector (20.14)" in mine["advice"]
        names = [each["name"] for each in live.events]
        assert names[-2:] == ["dispute.decided", "complaint.advised"]
        assert live.do("ask-review", dispute=1)["type"] == "accepted"
        other.say(type="snapshot")
        assert other.until("snapshot")["mine"]["disputes"] == []
        assert not [each for each in other.events if "dispute" in each["name"]]
