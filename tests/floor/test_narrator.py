"""The narrator has a sentence for every event: who, what, which cards, and the clause."""

import json
from pathlib import Path
from typing import Any

import pytest

from game_table import S24
from houserules.core.cards import cards
from houserules.core.codec import from_data
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.floor.narrator import CALLS, NOTES, narrate
from houserules.floor.promotions.stream import KINDS as PROMOTIONS
from houserules.floor.stored_events import KINDS, read_event
from houserules.floor.tournaments.stream import KINDS as TOURNAMENTS
from houserules.rulebook.loader import rulebook
from houserules.table import events as round_events
from houserules.table.irregularities import events as irregularity_events
from houserules.table.irregularities.state import Move
from houserules.table.narrator.sentence import Scene, Sentence
from houserules.table.people.events import DebtWrittenOff
from houserules.table.sign.events import WagerFoundInPlay
from houserules.table.sign.state import Share
from houserules.table.staff.events import ClosingSignShown
from rules.irregularities.irregular_table import of

FOLDER = Path(__file__).parent / "stored"
SAMPLES = [
    file
    for kind in ("table", "tournament", "promotion")
    for file in sorted(FOLDER.glob(f"{kind}.*.json"))
]
AT_A_DESK = {**TOURNAMENTS, **PROMOTIONS}
AT = Moment(0)


def stored(file: Path) -> Any:
    sample = json.loads(file.read_text("utf-8"))
    if sample["name"] in AT_A_DESK:
        return from_data(AT_A_DESK[sample["name"]], sample["payload"])
    return read_event(sample["name"], sample["version"], sample["payload"])


def test_every_event_has_one_sentence() -> None:
    assert {*CALLS, *NOTES} == {*KINDS.values(), *AT_A_DESK.values()}
    assert not set(CALLS) & set(NOTES)


def test_every_sentence_is_whole_and_says_the_clause() -> None:
    for file in SAMPLES:
        event = stored(file)
        for scene in (Scene(), Scene(rulebook(S24), for_staff=True)):
            sentence = narrate(event, scene)
            text = sentence.text()
            assert not set("{}|") & set(text), (file.name, text)
            assert "None" not in text and "  " not in text, (file.name, text)
            clause = getattr(event, "clause", None)
            assert clause is None or f"({clause})" in text, (file.name, text)


def test_a_player_reads_you() -> None:
    doubled = round_events.HandDoubled(1, 1, "Ann", 2500, 11, soft=False)
    assert narrate(doubled).text() == "Ann doubles box 1 for $25 on 11."
    assert narrate(doubled).text("Bob") == "Ann doubles box 1 for $25 on 11."
    assert narrate(doubled).text("Ann") == "You double box 1 for $25 on 11."
    shares = (Share("Ann", 2500, 2000, seated=True), Share("Bob", 2500, 2500, seated=False))
    found = WagerFoundInPlay(1, "Ann", 2500, shares, (), "Bob", "Sue", AT, Clause("7.4"))
    assert narrate(found).text("Bob") == (
        "Ann's wager on box 1 is found to be $25: Ann plays for $20, you play for $25 (7.4). "
        "You decide from now on."
    )
    assert narrate(found).text("Ann").startswith("Your wager on box 1 is found to be $25: you play")


def test_a_name_cannot_open_a_gap() -> None:
    placed = round_events.WagerPlaced(1, "{amount}", 2500, seated=True)
    assert narrate(placed).text() == "{amount} places $25 on box 1."


def test_a_reader_writes_moments_by_its_own_clock() -> None:
    sign = narrate(ClosingSignShown(Moment(0), "Max", AT, Clause("3.4")))
    assert "the table closes at noon (3.4)" in sign.text(moment_text=lambda moment: "noon")


def test_a_note_of_the_staff_is_for_staff() -> None:
    event = DebtWrittenOff("Ann", 500, "goodwill", "Max", AT, Clause("20.1"))
    assert narrate(event).text("Ann") == "$5 that you owed the house is written off (20.1)."
    assert "goodwill" in narrate(event, Scene(for_staff=True)).text()


def test_a_hidden_hand_has_no_total() -> None:
    dealt = round_events.CardDealt(of("8h"), 1, 1, 17, soft=False)
    hidden = Scene(rulebook(S24), hidden=frozenset({1}))
    sentence = narrate(dealt, hidden)
    assert sentence.text() == "Box 1: a card face down."
    assert sentence == Sentence(
        "{place}: {card}{total}.",
        values={"place": "box 1", "card": "a card face down", "total": ""},
    )
    assert narrate(round_events.HandStood(1, 1, None), hidden).text() == "Box 1 stands."


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            irregularity_events.IrregularityReported("card in error", "dora", AT, Clause("18.2")),
            "dora reports: card in error (18.2).",
        ),
        (
            irregularity_events.CardOffered(of("4h"), ((1, 1), (2, 1)), "", Clause("18.2")),
            "The four of hearts was dealt by mistake and is offered to box 1 and box 2 (18.2).",
        ),
        (
            irregularity_events.MisdealReported(
                cards("9c 5s"),
                (Move(of("5s"), "box 1, hand 1", "dealer"),),
                (),
                (),
                "",
                "dora",
                AT,
                Clause("18.8"),
            ),
            "dora reports a misdeal (18.8). "
            "To be put right: five of spades from box 1, hand 1 to dealer.",
        ),
        (
            irregularity_events.RoundTakenBack(1, "sue", AT, Clause("18.8")),
            "sue has the round put right: the cards are dealt again (18.8).",
        ),
    ],
)
def test_irregularities_say_who_and_what(event: object, words: str) -> None:
    assert narrate(event).text() == words
