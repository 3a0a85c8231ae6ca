"""A guest who signs up goes on as the same person: seat, wagers, rounds, results and money."""

from typing import Any

from houserules.floor.rounds.audit import Auditor
from web.server import PASSWORD, Live, Member, Server


def sign_up(guest: Member, handle: str) -> None:
    answer = guest.http.post("/api/sign-up", json={"handle": handle, "password": PASSWORD})
    assert answer.status_code == 201, answer.text


def practice(member: Member) -> int:
    return int(member.http.get("/api/me/wallet").json()["balance"]["practice"])


def names_in(live: Live) -> list[str]:
    return [each["player"] for each in live.state["table"]["seats"]]


def rounds_of(member: Member, table: str) -> list[dict[str, Any]]:
    answer = member.http.get(f"/api/tables/{table}/rounds")
    assert answer.status_code == 200, answer.text
    return list(answer.json()["rounds"])


def test_a_guest_who_signs_up_keeps_seat_rounds_and_money(server: Server) -> None:
    guest, watcher = server.guest(), server.player("Wanda")
    with guest.live("t1") as live, watcher.live("t1") as other:
        live.hear()
        other.hear()
        live.sit(1, amount=400_00)
        live.play_round(1)
        (before,) = rounds_of(guest, "t1")
        live.done("place-wager", box=1, amount=25_00, seated=True)
        live.done("be-ready")  # the second round is under way
        chips = server.floor.tables["t1"].state.table.racks[guest.handle]
        old = guest.handle
        sign_up(guest, "Nora")
        live.say(type="ping")  # the same connection, under the new name
        live.until("pong")
        assert (live.state["mine"]["person"], names_in(live)) == ("Nora", ["Nora"])
        while other.state["table"]["seats"] != live.state["table"]["seats"]:
            other.hear()
        renamed = [each for each in other.events if each["name"] == "player.renamed"]
        assert [(each["player"], each["to"]) for each in renamed] == [(old, "Nora")]
        assert server.floor.tables["t1"].state.table.racks == {"Nora": chips}
        while live.state["table"]["phase"] != "over":
            legal = live.legal()
            if "be-ready" in legal or live.state["table"]["phase"] == "offers":
                live.done("be-ready")
            elif "decline" in legal:
                live.done("decline", box=1)
            else:
                live.done("stand" if "stand" in legal else "hit", box=1, hand=1)
        live.done("get-up")
    found = rounds_of(guest, "t1")
    assert [each["players"] for each in found] == [["Nora"], ["Nora"]]
    assert found[1]["net"] == before["net"]
    assert practice(guest) == 1_000_00 + sum(each["net"] for each in found)
    for number in (1, 2):
        steps = guest.http.get(f"/api/tables/t1/rounds/{number}").json()
        assert old not in str(steps) and "Nora" in str(steps)
        record = guest.http.get(f"/api/tables/t1/rounds/{number}/record.toml")
        assert record.status_code == 200 and old not in record.text
        assert guest.http.get(f"/history/t1/{number}").status_code == 200
    stored = server.run(server.floor.store.read("table/t1"))
    assert any(each.payload.get("player") == old for each in stored)  # nothing was rewritten
    with server.floor.store.journal.snapshot() as snapshot:
        auditing = Auditor("t1")
        for _ in auditing.follow(snapshot.stream("table/t1")):
            pass
    assert auditing.found == []
    stranger = server.http()
    assert stranger.get("/api/me").status_code == 401


def test_what_a_crash_left_with_the_guest_is_handed_over_at_the_next_seat(server: Server) -> None:
    guest = server.guest()
    with guest.live("t2") as live:
        live.hear()
        live.sit(2, amount=300_00)
    signed = server.run(
        server.floor.people.sign_up(
            "Olga", PASSWORD, guest_token=next(iter(guest.http.cookies.values()))
        )
    )
    assert server.floor.tables["t2"].state.table.patron(guest.handle) is not None
    olga = Member(server.url, server.http(), "Olga")
    answer = olga.http.post("/api/sign-in", json={"handle": "Olga", "password": PASSWORD})
    assert answer.status_code == 200 and signed is not None
    with olga.live("t3") as live:
        live.hear()
        live.done("take-seat", seat=1, amount=100_00)
    assert server.floor.tables["t2"].state.table.racks == {"Olga": 300_00}
    assert practice(olga) == 600_00  # nothing was granted a second time
    position = server.floor.tables["t2"].state.position
    with olga.live("t3") as live:
        live.hear()
        live.done("take-seat", seat=2, amount=100_00)
    assert server.floor.tables["t2"].state.position == position
