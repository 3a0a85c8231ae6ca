"""What the API serves of a tournament that was played: its history, and its sessions as records."""

import tomllib
from collections.abc import Iterator

import pytest

from floor.whole_tournament import write_tournament
from houserules.journal.sqlite import SqliteJournal
from houserules.tournament.records.report import settle_session
from web.server import Member, Server

PATH = "/api/tournaments/spring"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("spring") / "spring.db"
    write_tournament(SqliteJournal(file))
    with Server(journal=SqliteJournal(file)) as running:
        yield running


@pytest.fixture(scope="module")
def inspector(server: Server) -> Member:
    return server.staff(server.the_owner(), "Ines", "inspector")


def test_a_session_is_served_as_a_record_that_settles(server: Server, inspector: Member) -> None:
    record = inspector.http.get(f"{PATH}/sessions/1/record").json()
    as_file = inspector.http.get(f"{PATH}/sessions/1/record.toml")
    assert as_file.headers["content-disposition"].endswith('"spring-1.toml"')
    settled = settle_session(record)
    assert settled == settle_session(tomllib.loads(as_file.text))
    stages = inspector.http.get(PATH).json()["view"]["stages"]
    (first,) = [each for each in stages[0]["sessions"] if each["number"] == 1]
    places = {row["player"]: row["place"] for row in settled["places"]}
    assert places == {seat["player"]: seat["place"] for seat in first["seats"] if seat["place"]}


def test_only_players_of_a_session_and_staff_get_its_record(
    server: Server, inspector: Member
) -> None:
    stranger = server.guest()
    refused = stranger.http.get(f"{PATH}/sessions/1/record")
    assert (refused.status_code, refused.json()["error"]["code"]) == (404, "session.unknown")
    assert inspector.http.get(f"{PATH}/sessions/99/record").status_code == 404
    assert server.http().get(f"{PATH}/sessions/1/record").status_code == 401


def test_history_is_in_sentences_newest_first(server: Server, inspector: Member) -> None:
    newest = inspector.http.get(f"{PATH}/history?limit=3").json()
    assert newest["more"] and len(newest["happenings"]) == 3
    assert newest["happenings"][0]["event"]["name"] == "tournament.finished"
    below = newest["happenings"][-1]["position"]
    older = inspector.http.get(f"{PATH}/history?before={below}&limit=200").json()["happenings"]
    assert older[0]["position"] < below
    public = server.http().get(f"{PATH}/history?limit=200").json()["happenings"]
    assert all(each["event"]["sentence"]["called"] and each["by"] is None for each in public)
    names = {each["event"]["name"] for each in older}
    assert "tournament.fee-paid" in names - {each["event"]["name"] for each in public}


def test_registers_list_the_tournament(inspector: Member) -> None:
    course = inspector.http.get("/api/registers/tournaments?table=tournament/spring&limit=5").json()
    assert course["entries"][0]["event"]["name"] == "tournament.finished"
    assert course["more"]
    page = inspector.http.get(
        "/api/registers/tournaments",
        params={"table": "tournament/spring", "cursor": course["next"]},
    ).json()
    assert page["entries"][0]["position"] < course["entries"][-1]["position"]
