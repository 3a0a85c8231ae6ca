"""The readings register: complete, about clauses that exist, switched by options that exist."""

import re
from pathlib import Path

import pytest

from houserules.rulebook.clauses import register_of
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import choose, options
from houserules.rulebook.readings import (
    FIRST_OF_OURS,
    ReadingsError,
    read_readings,
    readings,
)

SOURCE = Path(__file__).parents[3] / "shared" / "READINGS.md"
FIRST_OF_TOURNAMENTS = 201
"""Readings on tournaments and promotions come with them."""
SWITCHED = {
    6: "natural_collects",
    8: "natural_collects",
    9: "dealer_pinkjack_counts_as_blackjack",
    23: "absent_player",
    46: "refused_card_binds",
    60: "invalid_wager_lost",
    110: "malfunction_returns",
    62: "invalidated_refunds",
    131: "void_round_returns",
    132: "late_surrender",
    201: "undisclosed_follows",
}
with_the_source = pytest.mark.skipif(
    not SOURCE.exists(), reason="READINGS.md is not beside the repository"
)


def test_the_readings_are_in_order_those_given_and_then_our_own() -> None:
    numbers = [entry.number for entry in readings().entries]
    ours = [number for number in numbers if number >= FIRST_OF_OURS]
    assert ours == sorted(set(ours))
    assert numbers == [*range(1, 80), *ours]


def test_every_reading_asks_and_answers() -> None:
    for entry in readings().entries:
        assert entry.question.endswith("?"), entry.number
        assert entry.reading.endswith("."), entry.number
        assert all(other.says.endswith(".") for other in entry.alternatives), entry.number


def test_every_clause_is_one_of_the_rulebook() -> None:
    for entry in readings().entries:
        for name, numbers in entry.clauses.items():
            known = [each.number for each in register_of(rulebook(name).registers).entries]
            assert set(numbers) <= set(known), entry.number
            assert list(numbers) == sorted(numbers, key=known.index), entry.number


def test_a_reading_is_found_by_its_number() -> None:
    assert readings().by_number(24).clauses == {"nsw-pinkjack-2016": ("14.1.4",)}
    for number in (0, 80, -1):
        with pytest.raises(KeyError, match=f"no reading {number}; .* 1 to 79 and 101 to"):
            readings().by_number(number)


def test_readings_are_found_by_clause() -> None:
    def at(name: str, clause: str) -> list[int]:
        return [entry.number for entry in readings().at(name, clause)]

    assert at("nz-pontoon", "11.3") == [5, 40, 55, 140]
    assert at("nsw-pinkjack-2016", "11.6") == [8, 9, 38]
    assert at("nsw-pontoon-6to5-2017", "17.10.1") == [23]
    assert at("nsw-pontoon-2024", "17.10.1") == []
    assert at("nsw-pontoon-2024", "15.4") == []


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_readings_of_a_rulebook_are_those_with_clauses_of_it(name: str) -> None:
    concerned = readings().of(name)
    assert concerned
    assert [entry.number for entry in concerned] == [
        entry.number for entry in readings().entries if name in entry.clauses
    ]


def test_which_readings_are_switched_by_an_option() -> None:
    assert {e.number: e.option for e in readings().entries if e.option} == SWITCHED


@pytest.mark.parametrize("number", SWITCHED)
def test_the_option_of_a_reading_can_be_chosen_and_points_back_to_it(number: int) -> None:
    entry = readings().by_number(number)
    assert entry.option is not None
    for name in entry.clauses:
        option = options(rulebook(name))[entry.option]
        assert number in option.readings
        chosen = [other.value for other in entry.alternatives if other.value is not None]
        assert tuple(chosen) == option.alternatives
        for value in chosen:
            assert choose(rulebook(name), {entry.option: value}) != rulebook(name)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_option_that_rests_on_a_choice_of_readings_is_among_them(name: str) -> None:
    switching = {
        key
        for key, option in options(rulebook(name)).items()
        if option.alternatives and option.readings
    }
    assert switching == {e.option for e in readings().of(name) if e.option}


@with_the_source
def test_every_entry_of_the_source_is_there_and_in_other_words() -> None:
    rows = re.findall(r"^\| (\d+) \|(.*)$", SOURCE.read_text("utf-8"), flags=re.MULTILINE)
    given = [entry for entry in readings().entries if entry.number < FIRST_OF_OURS]
    built = [(int(number), row) for number, row in rows if int(number) < FIRST_OF_TOURNAMENTS]
    assert [number for number, _ in built] == [entry.number for entry in given]
    for (_, row), entry in zip(built, given, strict=True):
        ours = " ".join([entry.question, entry.reading, *(a.says for a in entry.alternatives)])
        assert not _runs(ours) & _runs(row), entry.number


def _runs(text: str) -> set[tuple[str, ...]]:
    """Return every nine words that stand together."""
    words = re.findall(r"[a-z0-9$]+", text.lower())
    return {tuple(words[place : place + 9]) for place in range(len(words) - 8)}


ENTRY = """
[[reading]]
number = 1
question = "What becomes of an absent player's hand?"
reading = "It is left as it is."
option = "absent_player"
[[reading.alternatives]]
value = "draw-to-12"
says = "It is drawn to 12."
[reading.clauses]
nsw-pontoon-6to5-2017 = ["17.10", "17.10.1"]
"""


def test_an_entry_is_read() -> None:
    (entry,) = read_readings(ENTRY).entries
    assert (entry.number, entry.option) == (1, "absent_player")
    assert entry.clauses == {"nsw-pontoon-6to5-2017": ("17.10", "17.10.1")}
    assert [(other.value, other.says) for other in entry.alternatives] == [
        ("draw-to-12", "It is drawn to 12.")
    ]


@pytest.mark.parametrize(
    ("written", "instead", "entry", "problem"),
    [
        ("number = 1", "number = 2", "reading 2", "number is missing or out of order; 1 stands"),
        ("number = 1", "", r"reading \(the one at place 1\)", "number is missing"),
        ("number = 1", 'number = "1"', "reading 1", "number is missing or out of order"),
        ("option =", 'remark = "x"\noption =', "reading 1", "remark is unknown; there may be"),
        ('question = "What', 'query = "What', "reading 1", "query is unknown"),
        ('reading = "It is left as it is."', "", "reading 1", "reading is missing"),
        ('reading = "It is left as it is."', 'reading = " "', "reading 1", "reading is missing"),
        ('says = "It is drawn to 12."', "", "reading 1: an alternative", "says is missing"),
        ("value = ", "means = ", "reading 1", "an alternative has says and"),
        ("17.10.1", "17.99", "reading 1", "nsw-pontoon-6to5-2017 17.99 is not in the register"),
        ("17.10.1", "17.10", "reading 1", "nsw-pontoon-6to5-2017 17.10 is given twice"),
        ('["17.10", "17.10.1"]', "[]", "reading 1", "is not a list of clauses"),
        ('["17.10", "17.10.1"]', '"17.10"', "reading 1", "is not a list of clauses"),
        (
            "nsw-pontoon-6to5-2017 =",
            "baccarat =",
            "reading 1",
            "baccarat is not a rulebook; there are",
        ),
        (
            '"absent_player"',
            '"absence"',
            "reading 1",
            "absence is not an option of nsw-pontoon-6to5",
        ),
        ('"absent_player"', '"equal_totals"', "reading 1", "equal_totals is not an option of"),
        ('"draw-to-12"', '"stand"', "reading 1", "absent_player of .* may not be 'stand'"),
        ('"draw-to-12"', "12", "reading 1", "absent_player of .* may not be 12"),
        ('option = "absent_player"', "", "reading 1", "go together"),
        ('value = "draw-to-12"', "", "reading 1", "go together"),
        ("[[reading.alternatives]]", "[reading.alternatives]", "reading 1", "not a list of tables"),
        ("[[reading]]", "x = 1\n[[reading]]", "x", "is unknown; there is only"),
        ("number = 1", "number = ", r"\(the file\)", "is not TOML"),
    ],
)
def test_a_faulty_entry_is_refused_by_name(
    written: str, instead: str, entry: str, problem: str
) -> None:
    assert written in ENTRY
    with pytest.raises(ReadingsError, match=f"^readings.toml: {entry}: .*{problem}"):
        read_readings(ENTRY.replace(written, instead, 1))


def test_an_entry_without_clauses_is_refused() -> None:
    with pytest.raises(ReadingsError, match="reading 1: clauses is missing"):
        read_readings(ENTRY[: ENTRY.index("[reading.clauses]")])


@pytest.mark.parametrize("text", ["", "reading = 3", "reading = [1]"])
def test_a_register_without_entries_is_refused(text: str) -> None:
    with pytest.raises(ReadingsError, match="reading is missing or not a list of tables"):
        read_readings(text)
