"""Sessions and tournaments decided again: honest ones agree, and whatever was planted is found."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from floor.playing import Batches, journal_of, played_shift
from floor.test_audit import audited, places, plant
from floor.whole_tournament import write_tournament
from houserules.floor.rounds.audit import Auditor
from houserules.floor.tables.settings import table_stream
from houserules.floor.tournaments.audit import TournamentAuditor
from houserules.journal.chain import RecordRow
from houserules.journal.memory import MemoryJournal
from houserules.table.session import events as s
from repetitions import repetitions
from session_rounds import OF_A_SESSION, session_shift
from session_table import BOTH

RULEBOOKS = [name for name, _ in BOTH]


def a_shift(name: str, seed: int) -> Batches:
    """Play sessions with absences, disqualifications and void rounds at random moments."""
    shift = session_shift(name, f"audited {seed}", virtual=seed % 2 == 0)
    return played_shift(shift, OF_A_SESSION, 400, disturbed=0.08)[1]


@pytest.mark.parametrize("name", RULEBOOKS)
def test_sessions_at_random_give_no_false_alarm(name: str) -> None:
    decided: Counter[str] = Counter()
    for seed in range(repetitions(5, 100)):
        auditor = audited(journal_of(a_shift(name, seed)))
        assert auditor.found == [], auditor.found[0].detail
        decided.update(auditor.commands)
    for command in (
        *("BeginSession", "PlayPassCard", "HandInForm", "ExamineForm", "DeductForAbsence"),
        *("Disqualify", "RecordCount", "AnnounceResult", "ReturnChips", "EndSession"),
    ):
        assert decided[command], command


FORGED: dict[type, dict[str, Any]] = {
    s.PlayerEliminated: {"chips": 1},
    s.PlayerDisqualified: {"chips": 7},
    s.SessionRoundCounted: {"staked": (("nobody", 1),)},
    s.SessionRoundBegan: {"minimum": 1},
    s.FormOpened: {"deemed": 1},
    s.UndisclosedWagerSettled: {"returned": 1},
    s.MinimumDeducted: {"amount": 1},
    s.SessionOver: {"places": ()},
    s.ChipsCounted: {"clause": "1.1"},
    s.DisqualificationDeclared: {"clause": "1.1"},
}


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_event_of_a_session_is_found_where_it_is(kind: type) -> None:
    for seed in range(20):
        batches = a_shift(RULEBOOKS[seed % 2], seed)
        found = places(batches, lambda event: isinstance(event, kind))
        for place in found[:4]:  # one that follows from an irregularity is taken as recorded
            forged = plant([*batches], place, lambda event: (replace(event, **FORGED[kind]),))
            if any(each.position == place + 1 for each in audited(forged).found):
                return
    raise AssertionError(f"no forged {kind.__name__} was found in any session")


@pytest.fixture(scope="module")
def journal() -> MemoryJournal:
    made = MemoryJournal()
    write_tournament(made)
    return made


def rows_of(journal: MemoryJournal, stream: str) -> list[RecordRow]:
    with journal.snapshot() as snapshot:
        return list(snapshot.stream(stream))


def audit_tournament(
    journal: MemoryJournal, rows: list[RecordRow], *, since: int = 0
) -> TournamentAuditor:
    results = dict[str, Any]()
    for table in ("spring-1", "spring-2"):
        at_table = Auditor(table)
        list(at_table.follow(rows_of(journal, table_stream(table))))
        results |= at_table.results
        assert at_table.found == []
    auditor = TournamentAuditor("spring", since, at_tables=results)
    list(auditor.follow(rows))
    return auditor


def test_a_tournament_is_decided_again_the_same(journal: MemoryJournal) -> None:
    rows = rows_of(journal, "tournament/spring")
    auditor = audit_tournament(journal, rows)
    assert auditor.found == []
    assert auditor.commands["tournament.result-recorded"] >= 3
    assert auditor.commands["tournament.fee-paid"] == 9
    later = audit_tournament(journal, rows, since=rows[-1].time + 1)
    assert not later.commands and not later.found


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("tournament.fee-paid", {"amount": 1}),
        ("tournament.prize-awarded", {"amount": 1}),
        ("tournament.entries-closed", {"entries": 99}),
        ("tournament.session-decided", {"advanced": ["nobody"]}),
        ("tournament.draw-revealed", {"salt": "00" * 32}),
    ],
)
def test_a_doctored_event_of_a_tournament_is_found(
    journal: MemoryJournal, name: str, change: dict[str, Any]
) -> None:
    rows = rows_of(journal, "tournament/spring")
    at = next(at for at, row in enumerate(rows) if row.name == name)
    payload = json.dumps({**json.loads(rows[at].payload), **change})
    rows[at] = rows[at]._replace(payload=payload)
    found = audit_tournament(journal, rows).found
    assert any(each.position == rows[at].position for each in found), found
    assert all(each.table == "tournament/spring" for each in found)


def test_a_result_that_is_not_that_of_the_table_is_found(journal: MemoryJournal) -> None:
    """Two players change places in the tournament's stream alone."""
    rows = rows_of(journal, "tournament/spring")
    at = next(at for at, row in enumerate(rows) if row.name == "tournament.result-recorded")
    data = json.loads(rows[at].payload)
    first, last = data["results"][0], data["results"][-1]
    first["player"], last["player"] = last["player"], first["player"]
    rows[at] = rows[at]._replace(payload=json.dumps(data))
    details = [each.detail for each in audit_tournament(journal, rows).found]
    assert any("not the one that its table announced" in detail for detail in details)


def test_a_stream_that_breaks_ends_the_audit_there(journal: MemoryJournal) -> None:
    rows = rows_of(journal, "tournament/spring")
    rows[5] = rows[5]._replace(name="tournament.unheard-of")
    auditor = audit_tournament(journal, rows)
    assert [each.position for each in auditor.found] == [rows[5].position]
    assert "cannot be replayed" in auditor.found[0].detail
