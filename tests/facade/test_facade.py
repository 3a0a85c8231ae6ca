"""`from houserules import ...`: one import line plays, writes down, settles, solves and simulates."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import houserules
from houserules import (
    RULEBOOKS,
    MalformedRecord,
    Refusal,
    Table,
    cards,
    carry_out,
    commands,
    legal,
    record_round,
    rulebook,
    settle,
    to_toml,
)
from houserules.table.records.read import read_record
from houserules.table.records.replay import Replayed, replay
from rounds.golden import FOLDER

S24 = "nsw-pontoon-2024"
WAGER = {"box": 1, "player": "ann", "amount": "10", "seated": True}
RECORD = {"format": "houserules/round-1", "rulebook": S24, "cards": "As 7h Kd", "wagers": [WAGER]}


def test_every_name_can_be_imported_and_completed() -> None:
    assert dir(houserules) == sorted(houserules.__all__)
    for name in houserules.__all__:
        assert getattr(houserules, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        houserules.nothing  # noqa: B018


@pytest.mark.parametrize(
    "first",
    [
        "import houserules.rulebook.loader",
        "from houserules.rulebook import loader",
        "from houserules import rulebook",
        "import houserules.table.judge",
    ],
)
def test_rulebook_is_the_function_whatever_was_imported_first(first: str) -> None:
    code = f"{first}\nfrom houserules import rulebook\nimport houserules.rulebook.options\n"
    code += "from houserules.rulebook.options import choose\nimport houserules\n"
    code += f"assert houserules.rulebook is rulebook and rulebook({S24!r}).id == {S24!r}"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, houserules; print(*[m for m in sys.modules if m.startswith('houserules')])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert set(done.stdout.split()) == {"houserules", "houserules.version", "houserules.rulebook"}


def test_a_hand_is_played_written_down_and_settled() -> None:
    rules, table, events = rulebook(S24, decks=6), Table(), []
    for command in [
        commands.BringChips("ann", 100_00),
        commands.PlaceWager("ann", 1, 25_00),
        commands.CloseBets(),
        *map(commands.DealCard, cards("8s 7h 3d")),
        commands.Double("ann", 1, 1, 25_00),
        *map(commands.DealCard, cards("Kc")),
    ]:
        outcome = carry_out(rules, table, command)
        assert not isinstance(outcome, Refusal)
        events += outcome[0]
        table = outcome[1]
    assert [type(option.command) for option in legal(rules, table)] == [commands.ClearTable]
    record = record_round(rules, events)
    assert "decks = 6" in to_toml(record)
    assert settle(record)["net"] == {"ann": "50.00"}
    assert table.racks == {"ann": 150_00}


def test_a_round_that_is_not_over_cannot_be_written_down() -> None:
    with pytest.raises(ValueError, match="not over"):
        record_round(rulebook(S24), ())


@pytest.mark.parametrize("name", RULEBOOKS)
def test_records_read_back_from_events_pay_the_same(name: str) -> None:
    written = 0
    for file in sorted((FOLDER / name).glob("*.toml")):
        try:
            record = read_record(tomllib.loads(file.read_text("utf-8")))
            outcome = replay(record)
        except MalformedRecord:
            continue
        if not isinstance(outcome, Replayed) or record.paid is not None:
            continue
        again = record_round(record.rules, outcome.events)
        before, after = settle(record), settle(again)
        assert {**after, "unused": ""} == {**before, "unused": ""}, file.name
        written += 1
    assert written > 10


def test_settle_takes_a_dict_or_a_file(tmp_path: Path) -> None:
    expected = settle(RECORD)
    assert expected["net"] == {"ann": "15.00"}
    as_json, as_toml = tmp_path / "round.json", tmp_path / "round.toml"
    as_json.write_text(json.dumps(RECORD))
    as_toml.write_text(to_toml(read_record(RECORD)))
    assert settle(as_json) == settle(str(as_toml)) == expected
    as_toml.write_text("format = ")
    with pytest.raises(MalformedRecord, match=r"round\.toml"):
        settle(as_toml)


def test_reprs_are_one_short_line() -> None:
    rules = rulebook(S24)
    assert repr(rules) == "<Rulebook nsw-pontoon-2024: Pontoon, New South Wales, 16 August 2024>"
    assert repr(rules.equipment.decks) == "<8 (4.1)>"
    assert repr(rules.final.higher_total_pays.value) == "1 to 1"
    assert repr(cards("Qd As")) == "(Qd, As)"
    table = Table()
    for command in [
        commands.BringChips("ann", 100_00),
        commands.PlaceWager("ann", 1, 25_00),
        commands.CloseBets(),
    ]:
        _, table = carry_out(rules, table, command)  # type: ignore[misc]
    assert repr(table) == "Table(round 1, dealing, box 1: no cards, ann $75)"
    assert "<td>decks</td><td>8</td><td>4.1</td>" in rules._repr_html_()


@pytest.mark.parametrize("name", ["solve", "advise", "simulate"])
def test_a_missing_extra_is_named(name: str) -> None:
    source = str(Path(houserules.__file__).parents[1])
    code = f"import sys; sys.path.insert(0, {source!r})\nfrom houserules import {name}"
    command = [sys.executable, "-I", "-S", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "pip install 'houserules[numbers]'" in done.stderr
