"""`houserules audit`: nothing differs in an honest journal; what was planted is told with its clause."""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from cli.journals import alter, at, run
from floor.playing import batches_in, play_night, practice
from houserules.core.money import format_money
from houserules.floor.stored_events import stored_form
from houserules.floor.tables import settings
from houserules.floor.tables.settings import table_stream
from houserules.journal.records import Append, Batch, NewRecord
from houserules.journal.sqlite import SqliteJournal
from houserules.rulebook.options import vary
from houserules.table.events import WagerSettled


@pytest.fixture
def planted(night_file: Path, tmp_path: Path) -> tuple[Path, WagerSettled]:
    """A journal that is chained rightly, in which one payment of t1 is a dollar too much."""
    with SqliteJournal(night_file, read_only=True) as journal:
        batches = batches_in(journal)
    true: WagerSettled | None = None
    with SqliteJournal(tmp_path / "planted.db") as journal:
        for number, events in enumerate(batches):
            entries = []
            for event in events:
                written_event = event
                if isinstance(event, WagerSettled) and true is None:
                    true = event
                    written_event = replace(event, returned=event.returned + 1_00)
                entries.append(NewRecord(*stored_form(written_event)))
            append = Append(table_stream("t1"), None, tuple(entries))
            journal.append(Batch((append,), actor="Max", time=number))
    assert true is not None
    return tmp_path / "planted.db", true


def test_an_honest_journal_agrees(night_file: Path) -> None:
    result = run("audit", *at(night_file))
    assert result.exit_code == 0
    assert result.output.splitlines()[0].startswith("t1: ")
    assert "Nothing differs." in result.output
    output = json.loads(run("audit", "t2", *at(night_file), "--json").output)
    assert output["agrees"] is True and output["differences"] == []
    (table,) = output["tables"]
    assert table["table"] == "t2" and table["rounds"] >= 3 and table["commands"] > 30


def test_a_planted_payment_is_told_with_both_amounts_and_the_clause(
    planted: tuple[Path, WagerSettled],
) -> None:
    file, true = planted
    result = run("audit", *at(file), columns=300)
    assert result.exit_code == 1
    assert "1 difference from the rulebook." in result.output
    (line,) = [line for line in result.output.splitlines() if line.startswith("  round ")]
    paid, due = format_money(true.returned + 100), format_money(true.returned)
    assert f"{paid} returned ({true.clause}) is stored" in line
    assert f"{due} returned ({true.clause})" in line
    assert f"    {true.clause}: " in result.output  # what the clause says
    (found,) = json.loads(run("audit", *at(file), "--json").output)["differences"]
    assert (found["table"], found["clause"]) == ("t1", true.clause)
    assert found["stored"]["returned"] - found["decided"]["returned"] == 100


@pytest.fixture
def earlier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A journal of New Zealand rounds in which the dealer took a second card only as needed."""
    today = settings._rules
    with monkeypatch.context() as patched, SqliteJournal(tmp_path / "earlier.db") as journal:
        patched.setattr(
            settings,
            "_rules",
            lambda name, options: vary(today(name, options), "dealer_second_card", "as needed"),
        )
        play_night(journal, practice("nz-pontoon"), rounds=40, seed="earlier")
    return tmp_path / "earlier.db"


def test_rounds_under_an_earlier_reading_are_named_and_not_wrong(earlier: Path) -> None:
    result = run("audit", *at(earlier))
    assert result.exit_code == 0
    named = [line for line in result.output.splitlines() if line.startswith("  Round ")]
    assert named
    for line in named:
        assert line.endswith("was decided under an earlier reading: see reading 52.")
    assert "Reading 52: Does the dealer take a second card" in result.output
    assert result.output.endswith("Nothing else differs.\n")
    output = json.loads(run("audit", *at(earlier), "--json").output)
    assert output["agrees"] is True
    assert {each["reading"] for each in output["differences"]} == {52}
    assert all(each["earlier"] == [52] for each in output["differences"])
    (table,) = output["tables"]
    assert table["differences"] == len(output["differences"]) and table["wrong"] == 0


def test_a_wrong_payment_among_earlier_readings_is_still_wrong(earlier: Path) -> None:
    sql = "SELECT position, payload FROM records WHERE name = 'wager.settled' ORDER BY position"
    with sqlite3.connect(earlier) as connection:
        position, payload = connection.execute(sql).fetchone()
    data = json.loads(payload)
    data["returned"] += 1_00
    change = "UPDATE records SET payload = ? WHERE name = 'wager.settled' AND position = ?"
    alter(earlier, change, json.dumps(data), position)
    result = run("audit", *at(earlier))
    assert result.exit_code == 1
    assert "see reading 52." in result.output
    assert "1 difference from the rulebook." in result.output
    output = json.loads(run("audit", *at(earlier), "--json").output)
    assert output["agrees"] is False
    wrong = [each for each in output["differences"] if not each["earlier"]]
    assert [(each["position"], each["reading"]) for each in wrong] == [(position, None)]


def test_only_from_a_day_on(night_file: Path) -> None:
    later = json.loads(run("audit", *at(night_file), "--from", "2026-11-19", "--json").output)
    assert [each["rounds"] for each in later["tables"]] == [0, 0]
    same = json.loads(run("audit", *at(night_file), "--from", "2026-11-18", "--json").output)
    assert all(each["rounds"] >= 3 for each in same["tables"])


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("t9",), "no such table: t9 (tables: t1, t2)"),
        (("--from", "soon"), "soon"),
    ],
)
def test_what_cannot_be_audited_is_said(night_file: Path, args: tuple[str, ...], says: str) -> None:
    result = run("audit", *args, *at(night_file))
    assert result.exit_code == 2 and says in result.output


def test_a_journal_that_is_not_there_is_said(tmp_path: Path) -> None:
    result = run("audit", *at(tmp_path / "none.db"), "--json")
    assert result.exit_code == 2
    assert "there is no such file" in json.loads(result.output)["error"]["message"]
