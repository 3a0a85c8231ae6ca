"""Entries and draws: closing times, the scrutineer, outside chance, a draw that anybody can check."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from houserules.cli.app import app
from houserules.core.people import Person
from houserules.core.record_keys import MalformedRecord
from houserules.promotion import commands as c
from houserules.promotion.draw_record import prize_draw_record, verify_prize_draw
from houserules.promotion.event_builder import terms_of
from houserules.promotion.prize_draw import ListedEntry, draw_entries, player_code
from promotion.office import (
    ASSISTANT,
    CLOSES,
    HOUR,
    OPENS,
    SCRUTINEER,
    Office,
    clauses,
    number_of,
    prize,
)
from promotion.promotions import BOOKS
from repetitions import repetitions

EVERY = pytest.mark.parametrize("book", BOOKS)
BIG = prize(value="10000.01")


def record_of(office: Office, number: int = 0) -> dict[str, Any]:
    """Return the record of a draw as it is published."""
    state = office.state
    return prize_draw_record(terms_of(state), state, state.draws[number])


@clauses("7.6")
def test_entries_close_at_the_time_in_the_terms(book: str) -> None:
    office, clause = Office(book).start(), number_of(book, "7.6")
    entry = {"player": "Ann", "entries": 1, "reason": "by the terms"}
    assert office.refusal(c.ClosePromotionEntries, at=CLOSES - 1) == (
        "promotion.closes-later",
        clause,
    )
    office.give(c.AddEntries, **entry, at=CLOSES - 1)
    assert office.refusal(c.AddEntries, **entry, at=CLOSES) == ("promotion.closing-time", clause)
    assert office.refusal(c.DrawPrize, prize=0, entropy=office.entropy) == (
        "promotion.entries-open",
        clause,
    )
    office.give(c.ClosePromotionEntries, at=CLOSES)
    assert office.refusal(c.AddEntries, **entry) == ("promotion.entries-closed", clause)


@clauses("7.3", ":promotional-prizes")
def test_entries_by_hand_have_a_reason_and_may_be_void(book: str) -> None:
    office, clause = Office(book).start(), number_of(book, "7.3")
    entry = {"player": "Ann", "entries": 2, "reason": "Won a hand"}
    for wrong, code in (
        ({"reason": " "}, "promotion.no-text"),
        ({"player": ""}, "promotion.no-text"),
        ({"entries": 0}, "promotion.entries-number"),
        ({"entries": 1001}, "promotion.entries-number"),
    ):
        assert office.refusal(c.AddEntries, **{**entry, **wrong}) == (code, clause)
    office.give(c.AddEntries, **entry)
    assert office.refusal(c.VoidEntry, entry=3, reason="x")[0] == "promotion.entry-unknown"
    assert office.refusal(c.VoidEntry, entry=2, reason="")[0] == "promotion.no-text"
    office.give(c.VoidEntry, entry=2, reason="Entered twice")
    assert office.refusal(c.VoidEntry, entry=2, reason="x") == ("promotion.entry-void", clause)
    assert [entry.number for entry in office.state.counted] == [1]


@clauses("2")
def test_a_scrutineer_oversees_the_draw_of_a_prize_above_the_limit(book: str) -> None:
    clause = number_of(book, "2")
    for value, needed in (("10000", False), ("10000.01", True)):
        office = Office(book).draft(prize(value=value)).send()
        office.entropy = office.bytes_for(1)
        office.give(c.StartPromotion, entropy=office.entropy, at=OPENS)
        office.enter("Ann").close()
        office.give(c.GiveDrawEntropy, prize=0, value="3 14 15")
        draw = {"prize": 0, "entropy": office.entropy}
        if needed:
            assert office.refusal(c.DrawPrize, **draw) == ("promotion.no-scrutineer", clause)
            assert office.refusal(c.NominateScrutineer, scrutineer=" gus") == (
                "promotion.own-scrutineer",
                clause,
            )
            office.give(c.NominateScrutineer, Person("Mo", "Gaming Manager"), scrutineer="gus")
            assert office.refusal(c.DrawPrize, **draw) == ("promotion.scrutineer-draws", clause)
            office.give(c.DrawPrize, ASSISTANT, **draw)
            assert office.state.log[-1].keys["scrutineer"] == "gus"
        else:
            office.give(c.DrawPrize, **draw)
        assert office.findings() == []


@clauses("2")
def test_a_draw_needs_chance_from_outside_and_what_was_committed_to(book: str) -> None:
    office, clause = Office(book).start(prize(), prize()).enter("Ann", "Bob").close(), "2"
    clause = number_of(book, clause)
    first = {"prize": 0, "entropy": office.entropy}
    assert office.refusal(c.DrawPrize, **first) == ("promotion.no-entropy", clause)
    given = {"prize": 0, "value": "3 14  15"}
    assert office.refusal(c.GiveDrawEntropy, prize=2, value="x")[0] == "promotion.prize-unknown"
    assert office.refusal(c.GiveDrawEntropy, prize=0, value=" ") == ("promotion.no-text", clause)
    office.give(c.GiveDrawEntropy, **given)
    assert office.state.draws[0].value == "3 14 15"
    assert office.refusal(c.GiveDrawEntropy, **given) == ("promotion.entropy-given", clause)
    other = {"prize": 0, "entropy": "00" * 96}
    assert office.refusal(c.DrawPrize, **other) == ("promotion.draw-differs", clause)
    assert office.refusal(c.DrawPrize, prize=0, entropy="")[0] == "promotion.draw-differs"
    office.give(c.DrawPrize, **first)
    assert office.refusal(c.DrawPrize, **first) == ("promotion.drawn", clause)


def test_the_scrutineer_gives_their_own_numbers() -> None:
    office = Office().start(outside="scrutineer", outside_event="").enter("Ann").close()
    given = {"prize": 0, "value": "dice: 3 1 4"}
    assert office.refusal(c.GiveDrawEntropy, **given) == ("promotion.not-scrutineer", "21.2")
    assert office.refusal(c.GiveDrawEntropy, Person("Ivo", "inspector"), **given) == (
        "role.may-not",
        "21.1",
    )
    office.give(c.GiveDrawEntropy, SCRUTINEER, **given)
    assert office.state.draws[0].given_by == "Iris"
    other = {"scrutineer": "Ivo"}
    assert office.refusal(c.NominateScrutineer, **other) == ("promotion.scrutineer-gave", "21.2")
    assert office.draw() == "Ann"
    office.give(c.NominateScrutineer, **other)


def test_nobody_draws_with_numbers_of_their_own() -> None:
    """Also when another scrutineer has taken over before the next rank is drawn."""
    office = Office().start(outside="scrutineer", outside_event="").enter("Ann", "Bob").close()
    ada = Person("Ada", "Assistant Gaming Manager")
    office.give(c.NominateScrutineer, scrutineer="Ada")
    office.give(c.GiveDrawEntropy, ada, prize=0, value="3 1 4")
    draw = {"prize": 0, "entropy": office.entropy}
    assert office.refusal(c.DrawPrize, ada, **draw)[0] == "promotion.scrutineer-draws"
    office.give(c.DrawPrize, **draw)
    record = record_of(office)
    assert failed(record) == []
    assert failed({**record, "given_by": "Gus"}) == ["scrutineer"]
    assert failed({**record, "given_by": "Mo"}) == ["scrutineer"]
    office.give(c.TellWinner, prize=0, way="email", note="")
    office.give(c.PassOverWinner, prize=0, reason="Has left the country")
    office.give(c.NominateScrutineer, scrutineer="Ivo")
    assert office.refusal(c.DrawPrize, ada, **draw)[0] == "promotion.scrutineer-draws"
    office.give(c.DrawPrize, **draw)
    assert failed(record_of(office)) == []


@pytest.mark.parametrize(
    "written", ["7 - 12 - 40", "07,12,40", " 7\t12  40.", "７ 12 40", "007/012/040"]
)
def test_the_house_cannot_choose_among_ways_to_write_a_result(written: str) -> None:
    """It knows its secret when it enters the result: each way to write it would draw another winner."""
    office = Office().start().enter("Ann", "Bob", "Cy").close()
    office.give(c.GiveDrawEntropy, prize=0, value=written)
    assert office.state.draws[0].value == "7 12 40"
    office.give(c.DrawPrize, prize=0, entropy=office.entropy)
    record = record_of(office)
    assert failed(record, value=written) == []
    assert failed(record, value="7 12 41") == ["value"]
    assert "value" in failed({**record, "value": "07 12 40"})


def test_a_result_without_words_or_numbers_is_none() -> None:
    office = Office().start().enter("Ann").close()
    assert office.refusal(c.GiveDrawEntropy, prize=0, value=" - ")[0] == "promotion.no-text"
    office.give(c.GiveDrawEntropy, prize=0, value="Red 0")
    assert office.state.draws[0].value == "red 0"


def test_nobody_declares_an_entry_void_once_the_result_may_be_known() -> None:
    """Late closing leaves no room to take entries off the list until the right one is drawn."""
    office = Office().start().enter("Ann", "Bob")
    void = {"entry": 1, "reason": "Not eligible"}
    assert office.refusal(c.VoidEntry, **void, at=CLOSES) == ("promotion.closing-time", "21.7.6")
    office.give(c.VoidEntry, **void, at=CLOSES - 1)


def test_without_entries_there_is_no_draw() -> None:
    office = Office().start().close()
    office.give(c.GiveDrawEntropy, prize=0, value="3")
    draw = {"prize": 0, "entropy": office.entropy}
    assert office.refusal(c.DrawPrize, **draw) == ("promotion.no-entries", "21.2")
    office.give(c.FinishPromotion)


@clauses("12")
def test_there_is_no_draw_while_the_promotion_is_postponed_or_cancelled(book: str) -> None:
    office, clause = Office(book).start().enter("Ann").close(), number_of(book, "12")
    office.give(c.GiveDrawEntropy, prize=0, value="3")
    office.give(c.PostponePromotion, reason="Entries were lost")
    draw = {"prize": 0, "entropy": office.entropy}
    assert office.refusal(c.DrawPrize, **draw) == ("promotion.postponed", clause)
    assert office.refusal(c.PostponePromotion, reason="x") == ("promotion.postponed", clause)
    assert office.refusal(c.ResumePromotion, validated="")[0] == "promotion.no-text"
    office.give(c.ResumePromotion, validated="Entries were counted again")
    assert office.refusal(c.ResumePromotion, validated="x") == ("promotion.not-postponed", clause)
    office.give(c.CancelPromotion, reason="Too few entries")
    assert office.refusal(c.DrawPrize, **draw) == ("promotion.cancelled", clause)


def test_a_winner_who_is_passed_over_does_not_win_again() -> None:
    office = Office().start().enter("Ann", "Bob", entries=3).close()
    first = office.draw()
    passed = {"prize": 0, "reason": "Cannot be found"}
    assert office.refusal(c.PassOverWinner, **passed) == ("promotion.winner-not-told", "21.8")
    office.give(c.TellWinner, prize=0, way="mail", note="returned")
    assert office.refusal(c.PassOverWinner, prize=0, reason="")[0] == "promotion.no-text"
    office.give(c.PassOverWinner, **passed)
    assert office.refusal(c.PassOverWinner, **passed) == ("promotion.no-winner", "21.2")
    second = office.draw()
    assert {first, second} == {"Ann", "Bob"}
    assert all(check.passed for check in verify_prize_draw(record_of(office)))
    assert record_of(office)["rank"] == 2
    office.give(c.TellWinner, prize=0, way="email", note="")
    office.give(c.PassOverWinner, **passed)
    assert office.refusal(c.DrawPrize, prize=0, entropy="")[0] == "promotion.no-entries"


# The choice itself.


def test_every_entry_is_as_likely_as_any_other() -> None:
    """A chi-square test with 4 degrees of freedom; above 23.5 once in 10,000."""
    rounds = repetitions(2_000, 50_000)
    entries = [ListedEntry(number, f"code {number}") for number in range(1, 6)]
    drawn = Counter(
        draw_entries(entries, prize=0, secret="s", value=str(value), ranks=1)[0].entry
        for value in range(rounds)
    )
    expected = rounds / 5
    assert sum((drawn[number] - expected) ** 2 / expected for number in range(1, 6)) < 23.5


def test_a_player_with_more_entries_wins_more_often() -> None:
    entries = [ListedEntry(1, "Ann"), *(ListedEntry(number, "Bob") for number in range(2, 5))]
    drawn = Counter(
        draw_entries(entries, prize=0, secret="s", value=str(value), ranks=1)[0].code
        for value in range(1_000)
    )
    assert 690 < drawn["Bob"] < 810


def test_each_part_changes_the_draw() -> None:
    entries = [ListedEntry(number, f"code {number}") for number in range(1, 1001)]
    drawn = {
        draw_entries(listed, prize=prize_, secret=secret, value=value, ranks=1)[0].entry
        for listed in (entries, entries[:-1])
        for prize_ in (0, 1)
        for secret in ("a", "b")
        for value in ("3", "4")
    }
    assert len(drawn) > 10


def test_codes_show_nobody_and_differ_between_promotions() -> None:
    assert player_code("s", "Ann") == player_code("s", "ann")
    assert len({player_code("s", "Ann"), player_code("s", "Bob"), player_code("t", "Ann")}) == 3
    office = Office().start().enter("Ann", "Bob").close()
    assert "Ann" not in json.dumps(record_of(office))


# The record.


@pytest.fixture
def record() -> dict[str, Any]:
    office = Office().start(BIG).enter("Ann", "Bob", "Cat", "Dan", entries=5).close()
    office.at += HOUR
    office.draw()
    return record_of(office)


def failed(record: dict[str, Any], **noted: str) -> list[str]:
    """Return the names of the checks that fail."""
    return [check.name for check in verify_prize_draw(record, **noted) if not check.passed]


def test_the_record_grows_with_the_draw_and_verifies_at_its_end() -> None:
    office = Office().start()
    keys = [set(record_of(office))]
    office.enter("Ann").close()
    keys.append(set(record_of(office)))
    office.give(c.GiveDrawEntropy, prize=0, value="3")
    keys.append(set(record_of(office)))
    with pytest.raises(MalformedRecord):
        verify_prize_draw(record_of(office))
    office.give(c.DrawPrize, prize=0, entropy=office.entropy)
    keys.append(set(record_of(office)))
    assert keys == sorted(keys, key=len) and keys[0] < keys[1] < keys[2] < keys[3]
    assert not {"secret", "entries", "value"} & keys[0]
    assert "secret" not in keys[2]
    assert failed(record_of(office)) == []


def test_a_changed_list_is_found(record: dict[str, Any]) -> None:
    assert failed(record, published_list=record["list_hash"]) == []
    shorter = {**record, "entries": record["entries"][1:]}
    assert "list" in failed(shorter)
    twice = {**record, "entries": [*record["entries"], record["entries"][0]]}
    assert "list" in failed(twice)
    assert failed(record, published_list="0" * 64) == ["list"]


def test_another_secret_or_commitment_is_found(record: dict[str, Any]) -> None:
    assert "commitment" in failed({**record, "secret": "00" * 32})
    assert "commitment" in failed({**record, "commitment": "0" * 64})
    assert failed(record, published="0" * 64) == ["commitment"]
    assert failed(record, published=record["commitment"]) == []


def test_another_winner_is_found(record: dict[str, Any]) -> None:
    other = next(each for each in record["entries"] if each["entry"] != record["winner"])
    wrong = {**record, "winner": other["entry"], "code": other["code"]}
    assert failed(wrong) == ["winner"]
    (check,) = (each for each in verify_prize_draw(wrong) if each.name == "winner")
    assert f"is entry {record['winner']}" in check.detail
    assert failed({**record, "rank": 9}) == ["winner"]


def test_changed_chance_from_outside_is_found(record: dict[str, Any]) -> None:
    assert failed(record, value="3 14 15") == []
    assert failed(record, value="3 14 16") == ["value"]
    changed = [failed({**record, "value": str(number)}) for number in range(20)]
    assert sum("winner" in names for names in changed) > 10
    assert "value" in failed({**record, "value": " "})


def test_steps_in_the_wrong_order_are_found(record: dict[str, Any]) -> None:
    early, late = "2026-08-01T00:00:00Z", "2026-12-01T00:00:00Z"
    for key, at in (
        *(("committed_at", record["closes_at"]), ("closed_at", early)),
        *(("given_at", early), ("drawn_at", early), ("closed_at", late)),
    ):
        assert failed({**record, key: at}) == ["order"], key


@clauses("2")
def test_a_draw_without_its_scrutineer_is_found(book: str) -> None:
    office = Office(book).start(BIG).enter("Ann", "Bob").close()
    office.draw()
    record = record_of(office)
    assert failed(record) == []
    without = {key: said for key, said in record.items() if key != "scrutineer"}
    (check,) = (each for each in verify_prize_draw(without) if not each.passed)
    assert check.name == "scrutineer" and number_of(book, "2") in check.detail
    assert failed({**without, "prize_value": "10000.00"}) == []
    assert failed({**record, "scrutineer": "GUS"}) == ["scrutineer"]


@pytest.mark.parametrize(
    ("where", "change"),
    [
        ("format", {"format": "houserules/seat-draw-1"}),
        ("extra", {"extra": 1}),
        ("rank", {"rank": 0}),
        ("rulebook", {"rulebook": "nz-pontoon"}),
        ("drawn_at", {"drawn_at": "noon"}),
        ("secret", {"secret": 1}),
        ("entries", {"entries": []}),
        ("entries[0].code", {"entries": [{"entry": 1}]}),
    ],
)
def test_malformed_records_say_where(
    record: dict[str, Any], where: str, change: dict[str, Any]
) -> None:
    with pytest.raises(MalformedRecord) as error:
        verify_prize_draw({**record, **change})
    assert error.value.where == where


def test_the_command_verifies_prize_draws_too(record: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "draw.json"

    def run(said: dict[str, Any], *options: str) -> tuple[int, Any]:
        file.write_text(json.dumps(said), "utf-8")
        done = CliRunner().invoke(app, ["verify", "draw", str(file), "--json", *options])
        return done.exit_code, json.loads(done.stdout)

    code, output = run(record, "--list", record["list_hash"], "--value", " 3 14 15")
    assert (code, output["verified"]) == (0, True)
    names = ["list", "commitment", "value", "order", "scrutineer", "winner"]
    assert [row["check"] for row in output["checks"]] == names
    assert run(record, "--published", "0" * 64)[0] == 1
    assert run({**record, "extra": 1}) == (
        2,
        {
            "malformed": {
                "where": "extra",
                "message": run({**record, "extra": 1})[1]["malformed"]["message"],
            }
        },
    )
    seats = {"format": "houserules/seat-draw-1"}
    assert run(seats, "--value", "3")[1]["malformed"]["where"] == "format"
