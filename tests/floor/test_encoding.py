"""Nouns as data and back: everything that is stored or sent, and clear words for what does not fit."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from houserules.core.cards import CARDS, Card
from houserules.core.codec import DataError, LimitError, from_data, from_message, reader, to_data
from houserules.core.people import Moment, Person
from houserules.floor.stored_events import KINDS, StoredError, read_event, stored_form
from houserules.floor.tables.authority import COMMANDS
from houserules.table.commands import Double, PlaceWager
from houserules.table.events import CardDealt
from houserules.table.view_types import TableView


@dataclass(frozen=True, slots=True)
class Sample:
    """One of each type that events have."""

    card: Card | None
    cards: tuple[Card, ...]
    pairs: tuple[tuple[int, str], ...]
    by: Person
    at: Moment
    flag: bool = False


SAMPLE = Sample(
    CARDS["Qd"], (CARDS["As"], CARDS["Th"]), ((1, "Ann"),), Person("Max", "dealer"), Moment(5)
)


def test_what_is_written_is_read_again() -> None:
    data = to_data(SAMPLE)
    assert data == {
        "card": "Qd",
        "cards": ["As", "Th"],
        "pairs": [[1, "Ann"]],
        "by": {"name": "Max", "role": "dealer"},
        "at": 5,
        "flag": False,
    }
    assert from_data(Sample, data) == SAMPLE


@dataclass(frozen=True, slots=True)
class Counts:
    """What a saved simulation has beside the types of events."""

    unit: Fraction
    rounds: Mapping[int, int]


def test_fractions_and_numbered_keys_are_written_as_text() -> None:
    counts = Counts(Fraction(1, 2), {-3: 7, 12: 1})
    data = json.loads(json.dumps(to_data(counts)))
    assert data == {"unit": "1/2", "rounds": {"-3": 7, "12": 1}}
    assert from_data(Counts, data) == counts
    for wrong, says in (
        ({"unit": "a half"}, "Counts.unit: expected a fraction, not 'a half'"),
        ({"unit": "1/0"}, "Counts.unit: expected a fraction"),
        ({"rounds": {"x": 1}}, "Counts.rounds: expected a whole number as key, not 'x'"),
    ):
        with pytest.raises(DataError, match=says):
            from_data(Counts, data | wrong)


def test_every_event_command_and_view_has_a_form() -> None:
    for kind in (*KINDS.values(), *COMMANDS.values(), TableView):
        assert callable(reader(kind)), kind


@dataclass(frozen=True)
class Document:
    """A value with data of any shape."""

    conditions: dict[str, Any]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"card": "1x"}, "Sample.card: '1x' is not a card"),
        ({"card": 7}, "Sample.card: '7' is not a card"),
        ({"cards": "As"}, "Sample.cards: expected a list, not 'As'"),
        ({"cards": ["As", "Zz"]}, r"Sample.cards\[1\]: 'Zz' is not a card"),
        ({"pairs": [[1]]}, r"Sample.pairs\[0\]: expected 2 items, not 1"),
        ({"by": {"name": "Max", "role": "cook"}}, "Sample.by.role: 'cook' is not one of player, "),
        ({"by": {"name": "Max"}}, "Sample.by: the field role is missing"),
        ({"at": 5.0}, "Sample.at: expected a whole number, not 5.0"),
        ({"at": True}, "Sample.at: expected a whole number, not True"),
        ({"flag": 1}, "Sample.flag: expected true or false, not 1"),
        (
            {"more": 1},
            "Sample: 'more' is not a field; the fields are card, cards, pairs, by, at, flag",
        ),
        ({"at": "x" * 100}, "Sample.at: expected a whole number, not 'x{36}\\.\\.\\."),
    ],
)
def test_data_that_does_not_fit_is_named(changes: dict[str, object], says: str) -> None:
    with pytest.raises(DataError, match=says):
        from_data(Sample, {**to_data(SAMPLE), **changes})


def test_data_that_is_no_object_is_named() -> None:
    with pytest.raises(DataError, match=r"^Double: expected an object, not \[\]"):
        from_data(Double, [])


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"by": {"name": "a\u202eb", "role": "dealer"}}, "Sample.by.name: text has at most 2000"),
        ({"by": {"name": "x" * 2001, "role": "dealer"}}, "Sample.by.name: text has at most 2000"),
        ({"by": {"name": "Max", "role": "\x00"}}, "Sample.by.role: text has"),
        ({"pairs": [[2**53, "Ann"]]}, r"Sample.pairs\[0\]\[0\]: numbers are whole"),
        ({"at": 1.5}, "Sample.at: numbers are whole, from -9007199254740991"),
        ({"card": "A\x00"}, "Sample.card: text has"),
    ],
)
def test_what_is_sent_has_limits(changes: dict[str, object], says: str) -> None:
    with pytest.raises(LimitError, match=says):
        from_message(Sample, {**to_data(SAMPLE), **changes}, "Sample")


def test_what_is_sent_within_the_limits_is_read() -> None:
    data = {**to_data(SAMPLE), "at": 2**53 - 1}
    assert from_message(Sample, data, "Sample") == replace(SAMPLE, at=Moment(2**53 - 1))


def test_a_wrong_value_is_quoted_however_deep_it_is() -> None:
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(DataError, match=r"Sample.at: expected a whole number, not a list$"):
        from_message(Sample, {**to_data(SAMPLE), "at": deep}, "Sample")


def document(depth: int, width: int = 1) -> Any:
    return [document(depth - 1)] * width if depth > 1 else "two\nlines"


@pytest.mark.parametrize(("depth", "width", "fits"), [(8, 1, True), (9, 1, False), (2, 1999, True)])
def test_a_document_may_have_any_shape_within_limits(depth: int, width: int, fits: bool) -> None:  # noqa: FBT001
    data = {"conditions": {"stages": document(depth, width)}}
    if fits:
        assert from_message(Document, data, "Document").conditions == data["conditions"]
    else:
        with pytest.raises(LimitError, match="8 levels deep"):
            from_message(Document, data, "Document")


@pytest.mark.parametrize("value", [1.5, 2**53, "x" * 2001, "\x00", {"a\u202eb": 1}, ["a"] * 2000])
def test_every_value_of_a_document_has_limits(value: Any) -> None:
    with pytest.raises(LimitError, match=r"Document\.conditions\.a"):
        from_message(Document, {"conditions": {"a": value}}, "Document")


def test_a_stored_document_is_read_as_it_is() -> None:
    stored = Document({"stages": [{"rounds": 10}], "name": "Cup"})
    assert from_data(Document, to_data(stored)) == stored


def test_defaults_may_be_left_out() -> None:
    assert from_data(PlaceWager, {"player": "Ann", "box": 1, "amount": 5}).tokens == 0


def test_a_default_is_written_all_the_same() -> None:
    assert to_data(PlaceWager("Ann", 1, 5))["tokens"] == 0


def test_stored_events_have_a_name_and_a_version() -> None:
    event = CardDealt(CARDS["Qd"], 1, 1, 10, soft=False)
    name, version, payload = stored_form(event)
    assert (name, version) == ("card.dealt", 1)
    assert read_event(name, version, payload) == event


def test_a_name_or_a_version_from_elsewhere_is_refused() -> None:
    with pytest.raises(StoredError, match=r"'card\.eaten'"):
        read_event("card.eaten", 1, {})
    with pytest.raises(StoredError, match=r"card\.dealt"):
        read_event("card.dealt", 99, {})
