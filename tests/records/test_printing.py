"""Records print, and what is printed reads back as the same record."""

import json
import random
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houserules.core.cards import CARDS
from houserules.core.money import dollars
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import options
from houserules.rulebook.value_text import write_value
from houserules.table.records.read import read_record
from houserules.table.records.record import Record, Wager, WrittenDecision
from houserules.table.records.report import settle
from houserules.table.records.write import to_dict, to_json, to_toml, write_decision
from random_rounds import random_round

EXAMPLE = """\
format = "houserules/round-1"
rulebook = "nsw-pontoon-2024"
cards = "7s 9c 7h 7s 5c 7s 4d Kc"
decisions = [
  "1 hit",
  "2 double 10",
]

[table]
decks = 8
smallest_chip = "0.50"
perfect_pairs = "5"
resplit = false

[[wagers]]
box = 1
player = "ann"
amount = "25"
seated = true

[[wagers]]
box = 2
player = "bob"
amount = "20.50"

[[side_wagers]]
kind = "perfect-pairs"
box = 1
player = "ann"
amount = "5"
"""

NAMES = (
    st.text(min_size=1, max_size=12)
    .filter(str.isprintable)
    .map(lambda text: " ".join(text.split()) or "ann")
)
AMOUNTS = st.integers(1, 10**8)


def chosen(name: str) -> st.SearchStrategy[dict[str, Any]]:
    """Some of the rulebook's options with values that they may take."""
    values = {
        key: st.sampled_from(
            [write_value(key, each) for each in (value.value, *value.alternatives)]
        )
        for key, value in options(rulebook(name)).items()
        if value.alternatives
    }
    money = {
        key: AMOUNTS.map(dollars)
        for key, value in options(rulebook(name)).items()
        if value.choice and key != "minimum"
    }
    top = {"maximum": st.just("5000.00")}
    return st.fixed_dictionaries({}, optional={**values, **money, **top})


def decisions(box: int, players: list[str]) -> st.SearchStrategy[WrittenDecision]:
    by = st.none() | st.sampled_from(players)
    hand = st.none() | st.just(1)
    plain = st.sampled_from(["surrender", "hit", "stand", "split", "forfeit", "double"])
    return st.one_of(
        st.builds(WrittenDecision, st.just(box), plain, hand, player=by),
        st.builds(
            WrittenDecision,
            st.just(box),
            st.sampled_from(["insure", "double"]),
            hand,
            AMOUNTS,
            player=by,
        ),
        st.builds(
            WrittenDecision, st.just(box), st.just("designate"), designated=st.just(1), player=by
        ),
        st.builds(WrittenDecision, st.just(box), st.just("absent"), hand),
    )


@st.composite
def records(draw: st.DrawFn) -> dict[str, Any]:
    """Records as people write them: they read, whether or not the round can be played."""
    name = draw(st.sampled_from(RULEBOOKS))
    players = draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
    table = draw(chosen(name))
    box = draw(st.integers(1, table.get("boxes", 7)))
    seat = draw(st.sampled_from([None, *players]))
    tens = rulebook(name).equipment.tens_in_deck.value
    deck = [text for text in CARDS if tens or text[0] != "T"]
    kind = "suits-you" if name == "nsw-pinkjack-2016" else "perfect-pairs"
    sides = [
        {"kind": kind, "box": box, "player": player, "amount": dollars(draw(AMOUNTS))}
        | ({"suit": draw(st.sampled_from("shdc"))} if kind == "suits-you" else {})
        for player in draw(st.lists(st.sampled_from(players), max_size=2))
    ]
    return {
        "format": "houserules/round-1",
        "rulebook": name,
        "cards": " ".join(draw(st.lists(st.sampled_from(deck), min_size=3, unique=True))),
        "decisions": [str(each) for each in draw(st.lists(decisions(box, players)))],
        "table": table,
        "wagers": [
            {"box": box, "player": p, "amount": dollars(draw(AMOUNTS)), "seated": p == seat}
            for p in players
        ],
        "side_wagers": sides,
    }


def check(record: Record) -> None:
    """What is printed reads back, and prints the same again."""
    for text, read in ((to_toml(record), tomllib.loads), (to_json(record), json.loads)):
        again = read_record(read(text))
        assert again == record
        assert text == (to_toml if read is tomllib.loads else to_json)(again)


@settings(max_examples=200, deadline=None)
@given(records())
def test_what_is_printed_reads_back_and_prints_the_same(data: dict[str, Any]) -> None:
    check(read_record(data))


@pytest.mark.parametrize("name", RULEBOOKS)
def test_played_rounds_survive_printing_with_their_settlement(name: str) -> None:
    rng = random.Random(5)
    for _ in range(25):
        record = read_record(random_round(name, rng))
        check(record)
        assert settle(read_record(to_dict(record))) == settle(record)


def test_a_record_prints_as_the_contract_writes_it() -> None:
    assert to_toml(read_record(tomllib.loads(EXAMPLE))) == EXAMPLE


def test_json_has_the_keys_in_the_order_of_the_contract() -> None:
    record = read_record(tomllib.loads(EXAMPLE))
    keys = ["format", "rulebook", "cards", "decisions", "table", "wagers", "side_wagers"]
    assert list(json.loads(to_json(record))) == keys
    assert "\n" not in to_json(record, indent=None)
    assert json.loads(to_json(record, indent=None)) == to_dict(record)


def test_what_is_not_there_is_not_printed() -> None:
    record = Record(
        rules=rulebook("nz-pontoon"), options=(), cards=(), wagers=(Wager(1, "ann", 500),)
    )
    assert to_toml(record).splitlines()[2:] == [
        'cards = ""',
        "decisions = []",
        "",
        "[[wagers]]",
        "box = 1",
        'player = "ann"',
        'amount = "5"',
    ]
    assert "side_wagers" not in to_dict(record)


def test_many_cards_go_over_several_lines() -> None:
    cards = tuple(CARDS.values())
    record = Record(
        rules=rulebook("nsw-pinkjack-2016"), options=(), cards=cards, wagers=(Wager(1, "ann", 500),)
    )
    assert max(map(len, to_toml(record).splitlines())) <= 100
    check(record)


@pytest.mark.parametrize(
    ("decision", "text"),
    [
        (WrittenDecision(1, "hit"), "1 hit"),
        (WrittenDecision(2, "double", amount=1000), "2 double 10"),
        (
            WrittenDecision(2, "double", hand=3, amount=1050, player="ann"),
            "2.3 double 10.50 by ann",
        ),
        (WrittenDecision(1, "designate", designated=2, player="bob"), "1 designate 2 by bob"),
        (WrittenDecision(1, "stand", player="by the 5.00"), "1 stand by by the 5.00"),
    ],
)
def test_a_decision_is_written_as_short_as_a_person_would(
    decision: WrittenDecision, text: str
) -> None:
    assert write_decision(decision) == text


@pytest.mark.parametrize("player", ['Ann "Ace" O\'Neill', "back\\slash", "Zoë", "安", "🂡"])
def test_names_of_every_kind_survive(player: str) -> None:
    record = read_record(
        {
            "format": "houserules/round-1",
            "rulebook": "nsw-pinkjack-2016",
            "cards": "9s 6c 9d 3s Kc",
            "decisions": [f"1 stand by {player}"],
            "wagers": [{"box": 1, "player": player, "amount": "5"}],
        }
    )
    assert record.players == (player,)
    check(record)


def test_a_character_that_steers_a_terminal_is_written_as_its_number() -> None:
    wager = Wager(1, "a\x7f\x1bb", 500)
    record = Record(rules=rulebook("nz-pontoon"), options=(), cards=(), wagers=(wager,))
    assert 'player = "a\\u007f\\u001bb"' in to_toml(record)
    assert tomllib.loads(to_toml(record))["wagers"][0]["player"] == wager.player
