"""The seat draw: committed, cut by somebody else, revealed, and proved from its record (20.5.4)."""

import copy
import json
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from houserules.cli.app import app
from houserules.core.people import Person
from houserules.core.record_keys import MalformedRecord
from houserules.tournament import commands as c
from houserules.tournament.play.events import DrawCommitted
from houserules.tournament.play.seat_draw import (
    allot,
    commit_order,
    cut_order,
    draw_record,
    entropy_needed,
    shuffle_players,
    verify_draw,
)
from tournament.desk import DEALER, MANAGER, Desk, clauses, peer

ANN = Person("ann", "player")
HEATS = [
    {"kind": "heats", "rounds": 10, "tables": 1, "players_per_table": 3, "advance": 1},
    {"kind": "final", "rounds": 10, "tables": 1, "players_per_table": 7},
]


def closed(book: str = "nsw-pontoon-6to5-2017") -> Desk:
    desk = Desk(book).publish(stages=HEATS, entry__minimum=4)
    return desk.enter("ann", "bob", "cy", "dan", "eve").close("1", "2")


def record_of(desk: Desk) -> dict[str, Any]:
    stage = desk.state.stages[-1]
    assert stage.draw is not None
    return draw_record(desk.state.name, stage.name, stage.draw)


@clauses("5.4")
def test_the_order_is_secret_until_it_is_cut_and_revealed(book: str, section: str) -> None:
    desk = closed(book)
    entropy = desk.entropy()
    (committed,) = desk.give(c.CommitSeatDraw, entropy=entropy)
    assert isinstance(committed, DrawCommitted)
    assert committed.entrants == ("ann", "bob", "cy", "dan", "eve")
    order, salt = shuffle_players(committed.entrants, bytes.fromhex(entropy))
    assert committed.commitment == commit_order(order, salt)
    assert salt not in json.dumps(record_of(desk)) and "order" not in record_of(desk)
    not_cut = ("tournament.draw-not-cut", peer(section, "5.4"))
    assert desk.refusal(c.RevealSeatDraw, entropy=entropy) == not_cut
    desk.give(c.CutSeatDraw, ANN, position=2)
    other = bytes(entropy_needed(5)).hex()
    assert desk.refusal(c.RevealSeatDraw, entropy=other) == (
        "tournament.draw-differs",
        peer(section, "5.4"),
    )
    desk.give(c.RevealSeatDraw, entropy=entropy)
    seats = [seat.player for session in desk.state.sessions for seat in session.seats]
    assert tuple(seats) == (*order[2:], *order[:2])
    assert [len(session.seats) for session in desk.state.sessions] == [3, 2]
    assert [seat.box for seat in desk.state.sessions[0].seats] == [1, 2, 3]
    record = record_of(desk)
    assert all(check.passed for check in verify_draw(record))
    assert (record["order"], record["salt"], record["cut_by"]) == (list(order), salt, "ann")


@clauses("5.4")
def test_somebody_else_cuts_once_and_within_the_order(book: str, section: str) -> None:
    desk, clause = closed(book), peer(section, "5.4")
    assert desk.refusal(c.CutSeatDraw, ANN, position=0) == ("tournament.no-draw", clause)
    assert desk.refusal(c.RevealSeatDraw, entropy="00") == ("tournament.no-draw", clause)
    desk.give(c.CommitSeatDraw, entropy=desk.entropy())
    stranger = Person("zoe", "player")
    assert desk.refusal(c.CutSeatDraw, stranger, position=0) == ("tournament.not-in-draw", clause)
    shuffler = Person(MANAGER.name, "dealer")
    assert desk.refusal(c.CutSeatDraw, shuffler, position=0) == ("tournament.own-draw", clause)
    for outside in (-1, 5):
        refusal = desk.refusal(c.CutSeatDraw, ANN, position=outside)
        assert refusal == ("tournament.cut-outside", clause)
    desk.give(c.CutSeatDraw, ANN, position=4)
    assert desk.refusal(c.CutSeatDraw, DEALER, position=0) == ("tournament.draw-cut", clause)


@clauses("5.4")
def test_the_manager_may_allot_seats_otherwise(book: str, section: str) -> None:
    desk, clause = closed(book), peer(section, "5.4")
    order = ("eve", "dan", "cy", "bob", "ann")
    for wrong in (order[1:], (*order, "zoe"), ("eve", "eve", *order[2:])):
        refusal = desk.refusal(c.AllotSeats, order=wrong, how="Balls from a bag")
        assert refusal == ("tournament.seats-wrong", clause)
    assert desk.refusal(c.AllotSeats, order=order, how=" ") == ("tournament.no-reason", clause)
    assert desk.refusal(c.AllotSeats, DEALER, order=order, how="Bag") == ("role.may-not", clause)
    desk.give(c.AllotSeats, order=order, how="Balls from a bag")
    assert [seat.player for seat in desk.state.sessions[0].seats] == ["eve", "dan", "cy"]


@clauses("4.2(e)", "5.1")
def test_a_stage_is_drawn_once_and_needs_its_tables(book: str, section: str) -> None:
    stages = [{**HEATS[0], "tables": 2}, HEATS[1]]
    desk = Desk(book).publish(stages=stages, entry__minimum=4).enter(*"abcde")
    desk.give(c.CloseEntries)
    short = ("tournament.tables-short", peer(section, "5.1"))
    assert desk.refusal(c.CommitSeatDraw, entropy=desk.entropy()) == short
    desk.give(c.DesignateTables, tables=("1",))
    assert desk.refusal(c.CommitSeatDraw, entropy=desk.entropy()) == short
    desk.give(c.DesignateTables, tables=("1", "2"))
    desk.draw()
    again = desk.refusal(c.CommitSeatDraw, entropy="00")
    assert again == ("tournament.stage-open", peer(section, "4.2(e)"))


# The proof.


def test_all_orders_are_reached_equally_often() -> None:
    def draws(*numbers: int) -> bytes:
        return bytes(32) + b"".join(number.to_bytes(8, "big") for number in (*numbers, 0, 0))

    orders = [shuffle_players("abc", draws(i, j))[0] for i in range(3) for j in range(2)]
    assert Counter(orders) == Counter(permutations("abc"))


def test_a_value_that_would_favour_somebody_is_thrown_away() -> None:
    greatest = bytes([255] * 8)  # 2**64 is no multiple of 3
    entropy = bytes(32) + greatest + bytes(24)
    assert shuffle_players("abc", entropy) == shuffle_players("abc", bytes(64))


def test_a_draw_takes_exactly_its_bytes() -> None:
    assert entropy_needed(5) == 32 + 8 * 6
    for size in (entropy_needed(5) - 1, entropy_needed(5) + 1):
        with pytest.raises(ValueError, match="needs 80 bytes"):
            shuffle_players("abcde", bytes(size))


def test_byes_and_those_without_a_seat_come_last() -> None:
    order = cut_order("abcdefgh", 3)
    assert "".join(order) == "defghabc"
    allotment = allot(order, (2, 2), byes=1)
    assert [[seat.player for seat in session] for session in allotment.sessions] == [
        ["d", "e"],
        ["f", "g"],
    ]
    assert (allotment.byes, allotment.left_out) == (("h",), ("a", "b", "c"))


def revealed() -> dict[str, Any]:
    return record_of(closed().draw())


@pytest.mark.parametrize(
    ("change", "fails"),
    [
        ({"salt": "00" * 32}, {"commitment"}),
        ({"commitment": "0" * 64}, {"commitment"}),
        ({"cut": 2}, {"seats"}),
        ({"cut": 5}, {"cut", "seats"}),
        ({"cut": -1}, {"cut", "seats"}),
        ({"entrants": ["ann", "bob", "cy", "dan", "zoe"]}, {"players"}),
        ({"sessions": [2, 3]}, {"seats"}),
        ({"byes": 1}, set()),  # nobody was left to have one
    ],
)
def test_a_changed_record_is_found_out(change: dict[str, Any], fails: set[str]) -> None:
    checks = verify_draw(revealed() | change)
    assert {check.name for check in checks if not check.passed} == fails


def test_two_players_who_change_places_are_found_out() -> None:
    record = revealed()
    record["order"][0], record["order"][1] = record["order"][1], record["order"][0]
    assert [check.passed for check in verify_draw(record)] == [True, False, True, False]
    record = copy.deepcopy(revealed())
    record["seats"][0]["box"] = 7
    assert [check.passed for check in verify_draw(record)] == [True, True, True, False]
    record = revealed()
    record["order"] = ["ann"] * 5
    assert not verify_draw(record)[0].passed


def test_the_example_is_what_the_tests_draw() -> None:
    example = Path(__file__).parent / "examples" / "draw.json"
    assert json.loads(example.read_text("utf-8")) == revealed()


def test_a_commitment_noted_before_is_compared() -> None:
    record = revealed()
    assert verify_draw(record, record["commitment"])[1].passed
    assert not verify_draw(record, "0" * 64)[1].passed


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"format": "houserules/seat-draw-2"}, "format"),
        ({"order": [1]}, "order"),
        ({"sessions": [0]}, "sessions"),
        ({"sessions": ["3"]}, "sessions"),
        ({"cut": "2"}, "cut"),
        ({"seats": [{"seat": 1}]}, "seats[0].seat"),
        ({"luck": 1}, "luck"),
        ({"cut_by": 1}, "cut_by"),
    ],
)
def test_what_is_no_record_is_malformed(change: dict[str, Any], where: str) -> None:
    with pytest.raises(MalformedRecord) as error:
        verify_draw(revealed() | change)
    assert error.value.where == where


def test_a_draw_that_is_not_revealed_proves_nothing_yet() -> None:
    desk = closed()
    desk.give(c.CommitSeatDraw, entropy=desk.entropy())
    with pytest.raises(MalformedRecord):
        verify_draw(record_of(desk))
    with pytest.raises(MalformedRecord):
        verify_draw([])


def run(*args: str, given: Any) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["verify", "draw", "-", *args], input=json.dumps(given))
    return result.exit_code, result.output


def test_the_command_verifies_a_record() -> None:
    record = revealed()
    code, output = run(given=record)
    assert code == 0 and "Verified: all 4 checks passed." in output
    code, output = run("--published", "0" * 64, given=record)
    assert code == 1 and "Not verified: 1 of 4 checks failed." in output and "FAIL" in output
    code, output = run("--json", "--published", record["commitment"].upper(), given=record)
    assert code == 0
    assert json.loads(output)["verified"]
    assert [each["check"] for each in json.loads(output)["checks"]] == [
        *("players", "commitment", "cut", "seats")
    ]
    assert run("--json", given=record | {"cut": "x"})[0] == 2
    assert run(given=record | {"cut": "x"})[0] == 2
