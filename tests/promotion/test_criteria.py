"""Entries earned by play: each criterion below, at and above its limit; the same rounds, the same entries."""

import random
from dataclasses import replace
from typing import Any

import pytest

from houserules.core.cards import cards
from houserules.core.people import Moment
from houserules.core.record_keys import MalformedRecord
from houserules.promotion import commands as c
from houserules.promotion.criteria import (
    Earning,
    EntryCriteria,
    PlayedBox,
    PlayedHand,
    earnings,
    read_criteria,
)
from houserules.promotion.state import EarnedBy
from promotion.office import CLOSES, OPENS, Office, clauses, number_of
from promotion.promotions import S24, S65

PERIOD = (OPENS * 1_000_000, CLOSES * 1_000_000)


def box(at: int = OPENS, held: str = "Th 9h", result: Any = "win", **changes: Any) -> PlayedBox:
    """Return one box of a settled round with one hand."""
    hand = PlayedHand(cards(held), changes.pop("is_split", False), result)
    given: dict[str, Any] = {
        "place": EarnedBy(changes.pop("table", "t1"), changes.pop("round", 1), 1),
        "player": "Ann",
        "rulebook": S65,
        "settled_at": Moment(at),
        "day": at // 86_400,
        "minute": at // 60 % 1440,
        "wager": 25_00,
        "hands": (hand,),
    }
    return PlayedBox(**{**given, **changes})


def earned(criteria: dict[str, Any] | EntryCriteria, *boxes: PlayedBox) -> int:
    """Return how many entries some boxes earn."""
    read = criteria if isinstance(criteria, EntryCriteria) else read_criteria(criteria)
    assert read is not None
    return sum(each.entries for each in earnings(read, boxes, rulebook=S65, period=PERIOD))


def test_without_criteria_every_settled_box_earns_an_entry_within_the_period() -> None:
    assert earned({}, box(OPENS), box(CLOSES - 1)) == 2
    assert earned({}, box(OPENS - 1), box(CLOSES)) == 0
    assert earned({"entries": 3}, box()) == 3
    assert earned({}, box(result="void"), box(result=None)) == 0
    assert earned({}, box(result="lose"), box(result="surrendered")) == 2


def test_the_minimum_wager() -> None:
    criteria = {"minimum_wager": "25"}
    assert [earned(criteria, box(wager=each)) for each in (24_99, 25_00, 25_01)] == [0, 1, 1]


def test_rulebooks_and_tables() -> None:
    assert earned({}, box(rulebook=S24)) == 0
    assert earned({"rulebooks": [S24]}, box(rulebook=S24), box()) == 1
    assert earned({"tables": ["t2"]}, box(), box(table="t2")) == 1


@pytest.mark.parametrize(
    ("hand", "held", "earns"),
    [
        ("7-7-7", "7h 7s 7d", 1),
        ("7-7-7", "7h 7s 7d 7c", 0),
        ("suited 7-7-7", "7h 7h 7h", 1),
        ("suited 7-7-7", "7h 7h 7s", 0),
        ("6-7-8", "8s 6h 7d", 1),
        ("suited 6-7-8", "8s 6s 7s", 1),
        ("suited 6-7-8", "8s 6s 7h", 0),
        ("natural", "Ah Kd", 1),
        ("natural", "Ah 4d 6c", 0),
        ("21", "Ah 4d 6c", 1),
        ("21", "Ah Kd", 0),
        ("21", "Th 9d", 0),
        ("any", "Th 9d", 1),
    ],
)
def test_hands(hand: str, held: str, earns: int) -> None:
    assert earned({"hand": hand}, box(held=held)) == earns
    assert earned({"hand": hand}, box(held=held, result="void")) == 0


def test_a_split_ace_is_no_natural_and_a_loss_no_win() -> None:
    assert earned({"hand": "natural"}, box(held="Ah Kd", is_split=True)) == 0
    results = ("win", "bonus", "lose", "stand-off", "forfeited")
    assert [earned({"hand": "win"}, box(result=each)) for each in results] == [1, 1, 0, 0, 0]


def test_windows_of_time() -> None:
    from_text, until = "2026-09-02T10:00:00+10:00", "2026-09-03T10:00:00+10:00"
    criteria = {"from": from_text, "until": until}
    day = 86_400
    begins = OPENS + day
    times = (begins - 1, begins, begins + day - 1, begins + day)
    assert [earned(criteria, box(at)) for at in times] == [0, 1, 1, 0]
    minutes = (17 * 60 + 59, 18 * 60, 19 * 60 + 59, 20 * 60)
    assert [earned({"hours": "18:00-20:00"}, box(minute=each)) for each in minutes] == [0, 1, 1, 0]
    night = (21 * 60 + 59, 22 * 60, 1 * 60 + 59, 2 * 60)
    assert [earned({"hours": "22:00-02:00"}, box(minute=each)) for each in night] == [0, 1, 1, 0]


def test_so_many_entries_a_day_and_no_more() -> None:
    criteria = {"entries": 2, "most_per_day": 3}
    boxes = [box(OPENS + number, round=number) for number in range(3)]
    assert earned(criteria, boxes[0]) == 2
    assert earned(criteria, *boxes) == 3
    assert earned(criteria, *boxes, replace(boxes[0], player="Bob")) == 5
    assert earned(criteria, *boxes, box(OPENS + 86_400, round=9)) == 5


def test_round_by_round_earns_the_same_as_all_at_once() -> None:
    rng = random.Random(1)
    read = read_criteria({"minimum_wager": "20", "hand": "win", "entries": 2, "most_per_day": 5})
    assert read is not None
    boxes = [
        box(
            OPENS + 3_000 * number,
            result=rng.choice(("win", "lose", "void")),
            round=number,
            wager=rng.choice((10_00, 20_00)),
            player=rng.choice(("Ann", "Bob")),
        )
        for number in range(300)
    ]
    at_once = list(earnings(read, reversed(boxes), rulebook=S65, period=PERIOD))
    so_far: list[Earning] = []
    for each in boxes:
        so_far += earnings(read, [each], rulebook=S65, period=PERIOD, earned=so_far)
    assert so_far == at_once
    assert 20 < len(at_once) < 300


@pytest.mark.parametrize(
    ("where", "criteria"),
    [
        ("criteria.extra", {"extra": 1}),
        ("criteria.hand", {"hand": "royal flush"}),
        ("criteria.tables[0]", {"tables": [1]}),
        ("criteria.rulebooks[0]", {"rulebooks": ["whist"]}),
        ("criteria.hours", {"hours": "24:00-25:00"}),
        ("criteria.from", {"from": "noon"}),
        ("criteria.entries", {"entries": 0}),
        ("criteria.most_per_day", {"most_per_day": 1001}),
        ("criteria.minimum_wager", {"minimum_wager": "-1"}),
    ],
)
def test_malformed_criteria_say_where(where: str, criteria: dict[str, Any]) -> None:
    with pytest.raises(MalformedRecord) as error:
        read_criteria(criteria)
    assert error.value.where == where
    refusal = Office().refusal(c.DraftPromotion, document={}, criteria=criteria)
    assert refusal[0] in ("promotion.malformed", "promotion.criteria")


@clauses("7.4")
def test_the_terms_state_the_minimum_wager_of_the_criteria(book: str) -> None:
    office = Office(book)
    criteria = {"minimum_wager": "25"}
    from promotion.office import document

    refusal = office.refusal(c.DraftPromotion, document=document(book), criteria=criteria)
    assert refusal == ("promotion.minimum-not-stated", number_of(book, "7.4"))
    wrong = document(book, terms__minimum_wager="20")
    assert office.refusal(c.DraftPromotion, document=wrong, criteria=criteria) == refusal
    office.draft(criteria=criteria, terms__minimum_wager="25")
    assert office.refusal(c.DraftPromotion, document=document(book), criteria={"hand": "x"})[0] == (
        "promotion.criteria"
    )


@clauses("7.3")
def test_a_round_earns_its_entries_once(book: str) -> None:
    office = Office(book).start(criteria={"hand": "win"})
    given = {
        "player": "Ann",
        "earned_by": EarnedBy("t1", 7, 2),
        "earned_at": CLOSES - 1,
        "entries": 2,
    }
    office.give(c.EarnEntries, **given, at=CLOSES + 60)
    clause = number_of(book, "7.3")
    assert office.refusal(c.EarnEntries, **given) == ("promotion.earned", clause)
    late = {**given, "earned_by": EarnedBy("t1", 8, 2), "earned_at": CLOSES}
    assert office.refusal(c.EarnEntries, **late)[0] == "promotion.closing-time"
    assert [entry.number for entry in office.state.entries] == [1, 2]
    assert {entry.at for entry in office.state.entries} == {CLOSES - 1}
    without = Office(book).start()
    assert without.refusal(c.EarnEntries, **given) == ("promotion.no-criteria", clause)
