"""`houserules report`: the month's wrong payments above $1,000, in the casino's time zone (18.20.2)."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from cli.journals import at, run
from game_table import S24, S65
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.floor.local_time import HoursError, local_text, month_named, month_of, zone_named
from houserules.floor.stored_events import stored_form
from houserules.floor.tables.card_handler import card_handler_of
from houserules.floor.tables.settings import Kind, Setting, table_stream
from houserules.floor.tables.stream import set_up
from houserules.journal.records import Append, Batch, NewRecord
from houserules.journal.sqlite import SqliteJournal
from houserules.table.staff.events import EnquiriesMade, WrongPaymentEntered

SYDNEY = zone_named("Australia/Sydney")


def _moment(*parts: int) -> Moment:
    """A moment in UTC."""
    return Moment(int(datetime(*parts, tzinfo=UTC).timestamp()))  # type: ignore[arg-type, misc]


def _entered(number: int, paid: int, due: int, found: Moment) -> WrongPaymentEntered:
    clause = Clause("18.18")
    return WrongPaymentEntered(number, 1, 2, "ann", paid, due, None, "Sue", found, clause)


def _journal(
    file: Path, *events: Any, table: str = "t1", rules: str = S24, kind: Kind = "live"
) -> Path:
    setting = Setting(table, "Table", rules, (), kind, "dealer with real shoe")
    made = (*set_up(setting, card_handler_of(setting), by="Max", at=1_000), *events)
    entries = tuple(NewRecord(*stored_form(each)) for each in made)
    with SqliteJournal(file) as journal:
        journal.append(Batch((Append(table_stream(table), 0, entries),), actor="Max", time=1_000))
    return file


def _report(file: Path, month: str, zone: str = "Australia/Sydney") -> dict[str, Any]:
    result = run("report", "--month", month, "--zone", zone, *at(file), "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.output)
    return found


@pytest.mark.clause(S24, "18.20.2", "2.1:nicc")
@pytest.mark.parametrize(
    ("paid", "due", "reported"),
    [
        (1_999_99, 1_000_00, False),  # $999.99 too much
        (2_000_00, 1_000_00, False),  # exactly $1,000
        (2_000_01, 1_000_00, True),
        (0, 1_000_00, False),  # too little counts the same
        (0, 1_000_01, True),
    ],
)
def test_only_what_is_over_the_amount_is_reported(
    tmp_path: Path, paid: int, due: int, *, reported: bool
) -> None:
    file = _journal(tmp_path / "a.db", _entered(1, paid, due, _moment(2026, 11, 10, 3)))
    found = _report(file, "2026-11")
    assert (found["to"], found["zone"]) == ("NICC", "Australia/Sydney")
    assert [each["over"] for each in found["payments"]] == ([paid - due] if reported else [])


@pytest.mark.clause(S24, "18.20.2")
@pytest.mark.parametrize(
    ("found", "month"),
    [
        # Daylight saving began on 4 October 2026: 30 September ends at 14:00 UTC, October at 13:00.
        (_moment(2026, 9, 30, 13, 59, 59), "2026-09"),
        (_moment(2026, 9, 30, 14, 0, 0), "2026-10"),
        (_moment(2026, 10, 31, 12, 59, 59), "2026-10"),
        (_moment(2026, 10, 31, 13, 0, 0), "2026-11"),
        (_moment(2026, 12, 31, 12, 59, 59), "2026-12"),
        (_moment(2026, 12, 31, 13, 0, 0), "2027-01"),
    ],
)
def test_a_month_begins_and_ends_at_the_casinos_midnight(
    tmp_path: Path, found: Moment, month: str
) -> None:
    file = _journal(tmp_path / "a.db", _entered(1, 5_000_00, 0, found))
    months = ["2026-09", "2026-10", "2026-11", "2026-12", "2027-01"]
    assert [each for each in months if _report(file, each)["payments"]] == [month]


def test_months_have_an_hour_more_or_less_where_the_clocks_change() -> None:
    def hours(month: int) -> int:
        begins, ends = month_of(2026, month, SYDNEY)
        return (ends - begins) // 3600

    assert (hours(9), hours(10), hours(4)) == (30 * 24, 31 * 24 - 1, 30 * 24 + 1)


@pytest.mark.clause(S24, "18.18", "18.20.2")
def test_the_report_says_what_is_left_to_do(tmp_path: Path) -> None:
    at_ = _moment(2026, 11, 10, 3)
    asked = EnquiriesMade(1, "a slip", False, "Max", at_, Clause("18.18.1"))  # noqa: FBT003
    file = _journal(tmp_path / "a.db", _entered(1, 5_000_00, 0, at_), asked)
    (found,) = _report(file, "2026-11")["payments"]
    assert found["no_credit"] is True
    assert found["excused"] is False
    assert [each["clause"] for each in found["duties"]] == ["18.18.2"]
    shown = run("report", "--month", "2026-11", "--zone", "Australia/Sydney", *at(file)).output
    assert "$5,000 too much" in shown and "2:00 pm AEDT, Tue 10 Nov" in shown
    assert "still to do" in shown


@pytest.mark.clause(S24, "18.20.2")
@pytest.mark.parametrize(("rules", "kind"), [(S24, "practice"), (S65, "live")])
def test_practice_and_rulebooks_without_the_clause_have_nothing_to_report(
    tmp_path: Path, rules: str, kind: Kind
) -> None:
    entered = _entered(1, 5_000_00, 0, _moment(2026, 11, 10))
    file = _journal(tmp_path / "a.db", entered, rules=rules, kind=kind)
    assert _report(file, "2026-11")["payments"] == []


@pytest.mark.parametrize(
    ("month", "zone", "says"),
    [
        ("2026-13", "UTC", "is not a month"),
        ("11/2026", "UTC", "is not a month"),
        ("2026-11", "Sydney", "is not a time zone"),
    ],
)
def test_a_month_or_zone_that_does_not_exist(
    tmp_path: Path, month: str, zone: str, says: str
) -> None:
    file = _journal(tmp_path / "a.db")
    result = run("report", "--month", month, "--zone", zone, *at(file))
    assert result.exit_code == 2
    assert says in result.output + result.stderr


def test_times_are_those_of_the_casino() -> None:
    assert local_text(_moment(2026, 11, 18, 9, 40), SYDNEY) == "8:40 pm AEDT, Wed 18 Nov"
    assert local_text(_moment(2026, 6, 30, 14, 0), SYDNEY) == "12:00 am AEST, Wed 1 Jul"
    assert local_text(Moment(2**53), SYDNEY) == "a time beyond the calendar"
    auckland = zone_named("Pacific/Auckland")
    assert local_text(_moment(2026, 11, 18, 9, 40), auckland) == "10:40 pm NZDT, Wed 18 Nov"
    with pytest.raises(HoursError):
        month_named("0001-01")
