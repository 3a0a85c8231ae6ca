"""`houserules replay`: rounds listed, and any of them shown again as it was."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.journals import at, copied, run
from floor.playing import Batches, disturbed_shift
from houserules.core.money import format_money, signed_money
from houserules.floor.rounds.find import Round, rounds_of, steps_of
from houserules.floor.stored_events import stored_form
from houserules.floor.tables.settings import table_stream
from houserules.journal.records import Append, Batch, NewRecord
from houserules.journal.sqlite import SqliteJournal
from houserules.rulebook.loader import RULEBOOKS
from houserules.table.events import CardDealt, WagerSettled
from houserules.table.irregularities.events import RoundTakenBack
from houserules.table.records.read import read_record
from houserules.table.records.report import settle


def events_of(file: Path, table: str, number: int) -> list[Any]:
    with SqliteJournal(file, read_only=True) as journal:
        played = rounds_of(journal, table).find(number)
        assert played is not None
        return [step.event for step in steps_of(journal, played)]


def test_rounds_are_listed(night_file: Path) -> None:
    result = run("replay", "t1", *at(night_file))
    assert result.exit_code == 0
    head, *lines = result.output.splitlines()
    assert head.split() == ["Round", "Bets", "closed", "(UTC)", "Ended", "Players", "Records"]
    assert [line.split()[0] for line in lines] == [str(n + 1) for n in range(len(lines))]
    assert lines[0].split()[1] == "2026-11-18"
    output = json.loads(run("replay", "t1", *at(night_file), "--json").output)
    assert output["table"] == "t1" and len(output["rounds"]) == len(lines)
    assert output["rounds"][0]["first_position"] == 1


def test_a_round_is_shown_with_every_card_and_payment(night_file: Path) -> None:
    result = run("replay", "t1", "2", *at(night_file))
    assert result.exit_code == 0
    assert "REPLAY  round 2" in result.output and "PRACTICE" not in result.output
    events = events_of(night_file, "t1", 2)
    dealt = [each for each in events if isinstance(each, CardDealt)]
    for event in dealt:
        rank = "10" if event.card.rank == "T" else event.card.rank
        assert f"{rank}{'♠♥♦♣'['shdc'.index(event.card.suit)]}" in result.output
    calls = [line for line in result.output.splitlines() if line.startswith(("  Box", "  Dealer"))]
    paid = [each for each in events if isinstance(each, WagerSettled)]
    assert len(calls) == len(dealt) + len(paid)
    lines = iter(result.output.splitlines())
    for event in paid:
        words = (event.player, event.wager, format_money(event.stake), event.result, event.clause)
        assert any(all(word in line for word in words) for line in lines), event
    net = sum(each.net for each in paid if each.player == paid[0].player)
    assert f"  {paid[0].player} {signed_money(net)}" in result.output


def test_json_has_every_event_and_the_record(night_file: Path) -> None:
    output = json.loads(run("replay", "t2", "1", *at(night_file), "--json").output)
    events = events_of(night_file, "t2", 1)
    assert [each["name"] for each in output["steps"]] == [each.name for each in events]
    assert output["steps"][0]["position"] == output["first_position"] == 1
    settled = settle(read_record(output["record"]))
    assert output["no_record"] is None
    assert set(settled["net"]) == set(output["players"])


@pytest.mark.parametrize("columns", [40, 60, 120])
def test_it_fits_any_screen(night_file: Path, columns: int) -> None:
    result = run("replay", "t1", "1", *at(night_file), columns=columns)
    assert result.exit_code == 0
    drawn = [line for line in result.output.splitlines() if line.startswith(("╭", "│", "╰"))]
    assert drawn and all(len(line) <= columns for line in drawn)


def filed(batches: Batches, file: Path) -> tuple[Round, ...]:
    """Write a shift into a journal; gives its rounds."""
    with SqliteJournal(file) as journal:
        for number, events in enumerate(batches):
            entries = tuple(NewRecord(*stored_form(event)) for event in events)
            append = Append(table_stream("t1"), None, entries)
            journal.append(Batch((append,), actor="Max", time=number))
        return rounds_of(journal, "t1").all()


@pytest.mark.parametrize("name", RULEBOOKS)
def test_rounds_with_irregularities_are_shown_too(name: str, tmp_path: Path) -> None:
    file, shown = tmp_path / "shift.db", 0
    for played in filed(disturbed_shift(name, 8, length=150)[1], file)[:4]:
        result = run("replay", "t1", str(played.number), *at(file))
        assert result.exit_code == 0, result.output[-500:]
        shown += 1
    assert shown


def test_a_round_that_was_taken_back_is_shown_with_what_was_put_right(tmp_path: Path) -> None:
    for seed in range(50, 200):  # the first that does it and ends, as long as the shifts stay
        batches = disturbed_shift("nsw-pontoon-2024", seed, length=120)[1]
        if any(isinstance(event, RoundTakenBack) for batch in batches for event in batch):
            break
    file = tmp_path / "shift.db"
    rounds = filed(batches, file)
    with SqliteJournal(file, read_only=True) as journal:
        taken = next(
            each
            for each in rounds
            if any(isinstance(step.event, RoundTakenBack) for step in steps_of(journal, each))
        )
    result = run("replay", "t1", str(taken.number), *at(file))
    assert result.exit_code == 0
    assert "has the round put right: the cards are dealt again" in result.output
    output = json.loads(run("replay", "t1", str(taken.number), *at(file), "--json").output)
    assert "dealt again" in [each["kind"] for each in output["record"]["corrections"]]
    assert output["no_record"] is None


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("t9",), "no such table: t9 (tables: t1, t2)"),
        (("t1", "99"), "t1 has no round 99 (rounds: 1 to "),
        (("t1", "0"), "t1 has no round 0 (rounds: 1 to "),
    ],
)
def test_what_is_not_there_is_said(night_file: Path, args: tuple[str, ...], says: str) -> None:
    result = run("replay", *args, *at(night_file))
    assert result.exit_code == 2
    assert says in result.output
    result = run("replay", *args, *at(night_file), "--json")
    assert says in json.loads(result.output)["error"]["message"]


def test_a_record_that_nobody_can_read_is_said(night_file: Path, tmp_path: Path) -> None:
    file = copied(night_file, tmp_path)
    with SqliteJournal(file) as journal:
        for name in ("bets.closed", "card.eaten"):
            entry = NewRecord(name, 1, {"controllers": []})
            append = Append(table_stream("t1"), None, (entry,))
            journal.append(Batch((append,), actor="Max", time=1))
        last = len(rounds_of(journal, "t1").all())
    result = run("replay", "t1", str(last), *at(file))
    assert result.exit_code == 2
    assert "'card.eaten' is not an event that this version of houserules knows" in result.output
    assert "houserules verify journal" in result.output
