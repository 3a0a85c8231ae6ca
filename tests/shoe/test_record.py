"""Shoe records: written and read again, and everything that is wrong with one said with its place."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st

from houserules.core.record_keys import MalformedRecord
from houserules.shoe.record_format import read_shoe, shoe_to_dict, shoe_to_json
from shoe.shoes import ALL, NZ, S24, changed, dealt, refilled

Table = dict[str, Any]
GOOD = shoe_to_dict(dealt(S24, rounds=2))


@pytest.mark.parametrize("name", ALL)
def test_what_is_written_is_read_again(name: str) -> None:
    for record in (dealt(name), dealt(name, decks=6, burned=False), refilled(name)):
        assert read_shoe(shoe_to_dict(record)) == record
        assert read_shoe(json.loads(shoe_to_json(record))) == record


def test_what_did_not_happen_is_written_too() -> None:
    record = changed(dealt(NZ, rounds=1), cut=None, cutting_card=None, burn=None)
    assert read_shoe(json.loads(shoe_to_json(record))) == record


@settings(max_examples=30, deadline=None)
@over(st.sampled_from(ALL), st.integers(0, 9999), st.integers(0, 300), st.integers(0, 300))
def test_writing_is_the_inverse_of_reading(name: str, seed: int, at: int, behind: int) -> None:
    record = dealt(name, seed, at=at, behind=behind)
    written = shoe_to_dict(record)
    assert read_shoe(written) == record
    assert shoe_to_dict(read_shoe(written)) == written


def test_json_has_a_line_for_every_card() -> None:
    text = shoe_to_json(dealt(S24, rounds=2))
    rows = [line.strip().rstrip(",") for line in text.splitlines() if '"to"' in line]
    assert len(rows) == 12
    assert [json.loads(row)["round"] for row in rows] == [1] * 6 + [2] * 6
    assert text.endswith("}\n")


def changing(*path: str | int, to: Any) -> Callable[[Table], None]:
    """Change what stands at a place."""

    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = to

    return change


def dropping(*path: str | int) -> Callable[[Table], None]:
    """Drop what stands at a place."""

    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        del data[path[-1]]

    return change


S, OUT = ("segments", 0), ("segments", 0, "out", 0)
REFILL = {key: value for key, value in GOOD["segments"][0].items() if key != "layout"}

MALFORMED = [
    (changing("format", to="houserules/shoe-2"), "format", "must be 'houserules/shoe-1'"),
    (dropping("format"), "format", "is missing"),
    (changing("rulebook", to="nsw-pontoon"), "rulebook", "there is no 'nsw-pontoon'"),
    (changing("source", to="shuffling device"), "source", "must be 'card shoe'"),
    (dropping("source"), "source", "is missing"),
    (changing("table", to={"decks": 7}), "table.decks", "it may be 6, 8"),
    (changing("table", to={"deck": 8}), "table.deck", "is not an option"),
    (changing("table", to=[]), "table", "must be a table, not a list"),
    (changing("extra", to=1), "extra", "is not a key here"),
    (changing("segments", to=[]), "segments", "must have one entry at least"),
    (changing("segments", to={}), "segments", "must be a list, not a table"),
    (changing("segments", 0, to="x"), "segments[0]", "must be a table, not a string"),
    (changing(*S, "layout", to=""), "segments[0].layout", "is not a key here"),
    (changing("segments", to=[REFILL, REFILL]), "segments[1].layout", "is missing"),
    (changing(*S, "salt", to="ab"), "segments[0].salt", "must be 64 hex digits"),
    (changing(*S, "salt", to="AB" * 32), "segments[0].salt", "small a-f"),
    (changing(*S, "commitment", to="0" * 63), "segments[0].commitment", "64 hex digits"),
    (changing(*S, "commitment", to=None), "segments[0].commitment", "a string, not null"),
    (changing(*S, "stack", to="7s 8x"), "segments[0].stack[1]", "'8x' is not a card"),
    (changing(*S, "cut", "at", to=-1), "segments[0].cut.at", "is -1; it may be from 0 to 384"),
    (changing(*S, "cut", "at", to=385), "segments[0].cut.at", "is 385; it may be from 0 to 384"),
    (changing(*S, "cut", "at", to=True), "segments[0].cut.at", "number, not true or false"),
    (changing(*S, "cut", "at", to=1.5), "segments[0].cut.at", "not a number with a point"),
    (changing(*S, "cut", "by", to=" "), "segments[0].cut.by", "is not a name"),
    (changing(*S, "cut", "by", to="a\nb"), "segments[0].cut.by", "is not a name"),
    (changing(*S, "cut", "on", to=1), "segments[0].cut.on", "is not a key here"),
    (dropping(*S, "cut"), "segments[0].cut", "is missing"),
    (dropping(*S, "burn"), "segments[0].burn", "is missing"),
    (dropping(*S, "cutting_card"), "segments[0].cutting_card", "is missing"),
    (changing(*S, "cutting_card", to=96), "segments[0].cutting_card", "must be a table"),
    (
        changing(*S, "cutting_card", "from_back", to=400),
        "segments[0].cutting_card.from_back",
        "from 0 to 384",
    ),
    (
        changing("table", to={"dealt_from": "shuffling device"}),
        "table.dealt_from",
        "a card shoe is recorded",
    ),
    (changing(*S, "burn", "card", to="7"), "segments[0].burn.card", "is not a card"),
    (changing(*S, "burn", "seen", to=True), "segments[0].burn.seen", "is not a key here"),
    (changing(*S, "left", to=-1), "segments[0].left", "is -1; it may be 0 or more"),
    (changing(*S, "out", to="7s"), "segments[0].out", "must be a list, not a string"),
    (changing(*OUT, to=7), "segments[0].out[0]", "must be a table, not a whole number"),
    (changing(*OUT, "round", to=0), "segments[0].out[0].round", "it may be 1 or more"),
    (changing(*OUT, "to", to="box 8"), "segments[0].out[0].to", "'box 1' to 'box 7'"),
    (changing(*OUT, "to", to="box 0"), "segments[0].out[0].to", "is not a place"),
    (changing(*OUT, "to", to="box 1.0"), "segments[0].out[0].to", "is not a place"),
    (changing(*OUT, "to", to="rack"), "segments[0].out[0].to", "is not a place"),
    (changing(*OUT, "from", to="shoe"), "segments[0].out[0].from", "may be 'under the shoe'"),
    (changing(*OUT, "hand", to=1), "segments[0].out[0].hand", "is not a key here"),
    (dropping(*OUT, "card"), "segments[0].out[0].card", "is missing"),
    (
        changing(*OUT, to={"round": 1, "cutting_card": 3}),
        "segments[0].out[0].cutting_card",
        "1 to 2",
    ),
    (
        changing(*OUT, to={"round": 1, "cutting_card": 1, "card": "7s"}),
        "segments[0].out[0].card",
        "is not a key here",
    ),
]


@pytest.mark.parametrize(("change", "where", "message"), MALFORMED)
def test_what_is_malformed_is_said_with_its_place(
    change: Callable[[Table], None], where: str, message: str
) -> None:
    data = deepcopy(GOOD)
    change(data)
    with pytest.raises(MalformedRecord) as found:
        read_shoe(data)
    assert found.value.where == where
    assert message in found.value.message


@pytest.mark.parametrize("data", [None, [], "shoe", 1])
def test_a_record_is_an_object(data: object) -> None:
    with pytest.raises(MalformedRecord, match=r"\(the record\): must be a table"):
        read_shoe(data)


@settings(max_examples=200, deadline=None)
@over(st.data())
def test_whatever_stands_in_a_record_it_is_read_or_said_to_be_malformed(
    data: st.DataObject,
) -> None:
    junk = st.one_of(
        *(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
        *(st.just([]), st.just({}), st.just([{}]), st.just({"at": 1})),
    )
    record: Any = deepcopy(GOOD)
    inside = data.draw(
        st.sampled_from(
            [
                record,
                record["segments"],
                record["segments"][0],
                record["segments"][0]["cut"],
                record["segments"][0]["out"],
                record["segments"][0]["out"][0],
            ]
        )
    )
    key = data.draw(st.sampled_from(list(inside) if isinstance(inside, dict) else [0]))
    inside[key] = data.draw(junk)
    try:
        read_shoe(record)
    except MalformedRecord as error:
        found = error.where
    else:
        found = "nowhere"
    assert found
