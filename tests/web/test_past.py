"""What has been: rounds and their records, shoes that anyone can verify; each for whom it concerns."""

import json
import tomllib

from houserules.floor.tables.settings import Setting
from houserules.shoe.proof import verify
from houserules.shoe.record_format import read_shoe
from houserules.table.records.read import read_record
from houserules.table.records.replay import Replayed, replay
from web.server import Live, Member, Server


def played(server: Server, name: str, member: Member, rounds: int = 2) -> Live:
    """Play some rounds at a table of its own."""
    server.set_up(Setting(name, name, "nz-pontoon", (("decks", 4),)))
    live = member.live(name)
    live.hear()
    live.sit(amount=500_00)
    for _ in range(rounds):
        live.play_round()
        live.done("be-ready")
    return live


def test_ones_own_rounds_with_what_they_brought(server: Server) -> None:
    member = server.guest()
    with played(server, "own", member) as live:
        listed = member.http.get("/api/tables/own/rounds").json()
        assert [each["number"] for each in listed["rounds"]] == [2, 1]
        assert listed == member.http.get("/api/me/rounds").json()
        nets = [
            event["returned"] - event["stake"]
            for event in live.events
            if event["name"] == "wager.settled"
        ]
        assert sum(each["net"] for each in listed["rounds"]) == sum(nets)
        first = member.http.get("/api/tables/own/rounds?before=2&limit=1").json()
        assert [each["number"] for each in first["rounds"]] == [1]
        assert not first["more"]


def test_a_round_step_by_step_and_as_a_record_that_settles_the_same(server: Server) -> None:
    member = server.guest()
    with played(server, "steps", member, rounds=1) as live:
        shown = member.http.get("/api/tables/steps/rounds/1").json()
        names = [step["event"]["name"] for step in shown["steps"]]
        assert names[-2:] == ["player.ready", "table.cleared"] or names[-1] == "table.cleared"
        dealt = [e["card"] for e in live.events if e["name"] == "card.dealt"]
        assert dealt == [
            s["event"]["card"] for s in shown["steps"] if s["event"]["name"] == "card.dealt"
        ]
        assert {step["by"] for step in shown["steps"]} == {None}
        replayed = replay(read_record(shown["record"]))
        assert isinstance(replayed, Replayed)
        text = member.http.get("/api/tables/steps/rounds/1/record.toml").text
        assert tomllib.loads(text) == shown["record"]
        story = member.http.get("/api/tables/steps/rounds/1/story").json()
        assert story[0]["part"] == "wagers" and story[-1]["part"] == "result"


def test_rounds_of_others_are_for_staff(server: Server, inspector: Member) -> None:
    with played(server, "others", server.guest(), rounds=1):
        stranger = server.guest().http
        assert stranger.get("/api/tables/others/rounds").json()["rounds"] == []
        assert stranger.get("/api/tables/others/rounds/1").status_code == 404
        assert stranger.get("/api/tables/others/rounds/1/record.toml").status_code == 404
        seen = inspector.http.get("/api/tables/others/rounds/1").json()
        assert seen["round"]["net"] is None
        assert {step["by"] for step in seen["steps"]} > {"Owner"}


def test_a_round_under_way_is_not_history_yet(server: Server) -> None:
    server.set_up(Setting("way", "way", "nsw-pontoon-2024"))
    member = server.guest()
    with member.live("way") as live:
        live.hear()
        live.sit()
        while live.state["table"]["phase"] in ("betting", "over"):
            live.done("place-wager", box=1, amount=5_00, seated=True)
            live.done("be-ready")
        number = live.state["table"]["rounds"]
        answer = member.http.get(f"/api/tables/way/rounds/{number}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "round.under-way")


def test_a_shoe_is_proved_by_its_record_once_it_is_over(server: Server) -> None:
    member = server.guest()
    with played(server, "shoe", member, rounds=1) as live:
        commitment = live.state["table"]["shoe"]["commitment"]
        in_use = member.http.get(f"/api/tables/shoe/shoes/{commitment}")
        assert (in_use.status_code, in_use.json()["error"]["code"]) == (409, "shoe.in-use")
        while not any(event["name"] == "shoe.revealed" for event in live.events):
            live.play_round()
            live.done("be-ready")
            if "decline-cut" in live.legal():
                live.done("decline-cut")
            if live.state["mine"]["purses"][0]["chips"] < 100_00:
                live.done("bring-chips", amount=200_00)
        shoes = member.http.get("/api/tables/shoe/shoes").json()
        assert [shoe["is_revealed"] for shoe in shoes] == [False, True]
        record = member.http.get(f"/api/tables/shoe/shoes/{commitment}").json()
        checks = verify(read_shoe(record), [commitment])
        assert [check for check in checks if not check.passed] == []
        assert json.dumps(record).count('"salt"') == len(record["segments"])


def test_other_shoes_are_not_there(server: Server) -> None:
    assert server.guest().http.get(f"/api/tables/t1/shoes/{'0' * 64}").status_code == 404
