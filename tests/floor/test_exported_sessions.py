"""Sessions exported from a journal settle to what the floor recorded, in every kind of export."""

import json
from pathlib import Path
from typing import Any

import pytest

from floor.whole_tournament import write_tournament
from houserules.core.money import dollars
from houserules.floor.rounds.export import export
from houserules.floor.rounds.export_check import read_manifest, wrong_with
from houserules.floor.rounds.export_selection import NothingError, What
from houserules.floor.tournaments.played_sessions import (
    find_session,
    record_of_session,
    tournament_of,
)
from houserules.floor.tournaments.stream import FloorTournament
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.tournament.records.record import SessionRecord, UnwrittenSession
from houserules.tournament.records.report import settle_session
from houserules.tournament.records.write import session_dict


@pytest.fixture(scope="module")
def journal() -> Journal:
    made = MemoryJournal()
    write_tournament(made)
    return made


@pytest.fixture(scope="module")
def spring(journal: Journal) -> FloorTournament:
    with journal.snapshot() as snapshot:
        known = tournament_of(snapshot, "spring")
    assert known is not None and known.state.phase == "finished"
    return known


def exported(journal: Journal, folder: Path, kind: Any, name: str) -> dict[str, list[Any]]:
    made = export(journal, What(kind, name), folder, now=1)
    assert list(wrong_with(folder, read_manifest(folder))) == []
    assert made.manifest["what"] == {kind: name}
    return {
        path.stem: [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for path in folder.glob("*.jsonl")
    }


def test_a_tournament_is_exported_with_every_session(
    journal: Journal, spring: FloorTournament, tmp_path: Path
) -> None:
    out = exported(journal, tmp_path, "tournament", "spring")
    sessions = spring.state.sessions
    assert {row["session"] for row in out["sessions"]} == {
        f"spring/{session.number}" for session in sessions
    }
    written = {row["session"]: row["no_session_record"] for row in out["sessions"]}
    main = [session for session in sessions if session.play_off_of is None]
    assert [written[f"spring/{session.number}"] for session in main] == [None] * len(main)
    assert len(out["session-records"]) == len(main)
    streams = {row["stream"] for row in out["records"]}
    assert {"tournament/spring", "pool/spring"} <= streams
    assert {row["table"] for row in out["rounds"]} == {session.table for session in sessions}
    serials = [row["serial"] for row in out["records"]]
    assert serials == sorted(serials)


def test_every_session_settles_to_the_recorded_result(
    journal: Journal, spring: FloorTournament
) -> None:
    with journal.snapshot() as snapshot:
        for session in spring.state.sessions:
            found = find_session(snapshot, f"spring/{session.number}")
            assert found is not None
            record = record_of_session(snapshot, found)
            if session.play_off_of is not None:
                assert isinstance(record, UnwrittenSession) and "play-off" in record.why
                continue
            assert isinstance(record, SessionRecord), record
            settled = settle_session(session_dict(record))
            places = {(row["player"], row["place"], row["chips"]) for row in settled["places"]}
            assert places == {
                (each.player, each.place, dollars(each.chips))
                for each in session.results
                if each.place is not None
            }
            assert len(found.players) == len(session.players)


def test_one_session_comes_with_its_rounds_and_a_file_to_read(
    journal: Journal, spring: FloorTournament, tmp_path: Path
) -> None:
    out = exported(journal, tmp_path, "session", "spring/1")
    assert (tmp_path / "session-spring_1.toml").exists()
    assert [row["session"] for row in out["sessions"]] == ["spring/1"]
    first = spring.state.sessions[0]
    assert {row["table"] for row in out["rounds"]} == {first.table}
    names = [row["name"] for row in out["records"]]
    assert names[0] == "session.begun" and names[-1] == "session.ended"


def test_tables_and_players_come_with_their_sessions(journal: Journal, tmp_path: Path) -> None:
    with journal.snapshot() as snapshot:
        found = find_session(snapshot, "spring/1")
    assert found is not None
    table = exported(journal, tmp_path / "table", "table", found.table)
    assert "spring/1" in {row["session"] for row in table["sessions"]}
    player = exported(journal, tmp_path / "player", "player", found.players[0])
    assert "spring/1" in {row["session"] for row in player["sessions"]}
    alone = exported(journal, tmp_path / "round", "round", f"{found.table}/1")
    assert "sessions" not in alone


@pytest.mark.parametrize(
    ("kind", "name", "words"),
    [
        ("session", "spring/99", "no session 'spring/99'"),
        ("session", "spring", "no session 'spring'"),
        ("tournament", "summer", "no tournament 'summer'"),
    ],
)
def test_what_is_not_there_is_named(
    journal: Journal, tmp_path: Path, kind: Any, name: str, words: str
) -> None:
    with pytest.raises(NothingError, match=words):
        export(journal, What(kind, name), tmp_path, now=1)


def test_a_session_under_way_has_no_record_and_gives_no_sealed_form_away(tmp_path: Path) -> None:
    journal = MemoryJournal()
    write_tournament(journal, stop_after=20)
    with journal.snapshot() as snapshot:
        found = find_session(snapshot, "spring/1")
        assert found is not None and found.ended is None
        assert record_of_session(snapshot, found) == UnwrittenSession("it is not over")
    out = exported(journal, tmp_path, "session", "spring/1")
    assert out["sessions"][0]["no_session_record"] == "it is not over"
    forms = [row for row in out["records"] if row["name"] == "form.handed-in"]
    opened = [row for row in out["records"] if row["name"] == "form.opened"]
    assert len(forms) <= len(opened)
