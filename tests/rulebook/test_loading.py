"""The four rulebooks: what they say against the documents, and what does not load."""

import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from houserules.rulebook.loading import RULEBOOKS, RulebookError, load, rulebook
from houserules.rulebook.options import values
from houserules.rulebook.readings import readings
from houserules.rulebook.render import entries_in_order
from houserules.rulebook.typed import PART_OF, written
from houserules.rulebook.values import NotOffered

in_every_rulebook = pytest.mark.parametrize("name", RULEBOOKS)

# The documents side by side: a key, then what NSW Pontoon, Pontoon 6 to 5, New Zealand and Pinkjack
# say and the clause that says it. None: the game has no such part, by that clause.
SAID: dict[str, tuple[tuple[Any, str], ...]] = {
    # cards and boxes
    "decks": ((8, "4.1"), (8, "3.1"), (8, "3.3(a)"), (8, "3.1")),
    "tens_in_deck": ((False, "4.1"), (False, "3.1"), (False, "3.3(a)"), (True, "3.1")),
    "boxes": ((7, "3.2.1"), (7, "2.2.1"), (7, "3.1"), (9, "2.2.1")),
    # who wagers, who controls, limits, chips
    "bettors_per_box": ((3, "6.5"), (3, "5.4"), (3, "15.1"), (3, "5.4")),
    "controls_without_seated": (
        ("highest-wager", "6.6.2"),
        ("highest-wager", "5.5.2"),
        ("nearest-dealer", "15.3(a)"),
        ("highest-wager", "5.5.2"),
    ),
    "minimum": (("5.00", "7.1"), ("5.00", "6.1"), ("5.00", "15.6"), ("5.00", "6.1")),
    "maximum": (("5000.00", "7.1"), ("5000.00", "6.1"), ("5000.00", "15.2"), ("5000.00", "6.1")),
    "unit": (
        ("the smallest chip", "7.1"),
        ("the smallest chip", "6.1"),
        ("the smallest chip", "12.3(b)"),
        ("the smallest chip", "6.1"),
    ),
    "smallest_chip": (("0.50", "6.10"), ("0.50", "5.9"), ("0.50", "5.4"), ("0.50", "5.9")),
    "no_more_bets": (("may", "8.1"), ("may", "7.1"), ("shall", "8.2"), ("may", "7.1")),
    # insurance
    "insurance_against": (("A", "9.1"), ("A", "8.1"), ("A", "10.1"), (None, "5.3")),
    "insurance_most": (
        ("1 to 2", "9.1"),
        ("1 to 2", "8.1"),
        ("1 to 2", "10.4(a)"),
        (None, "5.3"),
    ),
    "insurance_pays": (
        ("2 to 1", "17.1.6"),
        ("2 to 1", "16.1.6"),
        ("2 to 1", "10.5"),
        (None, "5.3"),
    ),
    "insurance_payable": (
        ("rounded up", "17.1.6"),
        ("rounded up", "16.1.6"),
        ("exactly", "10.4(b)"),
        (None, "5.3"),
    ),
    # surrender
    "surrender_against": (("JQKA", "10.1"), ("JQKA", "9.1"), ("JQKA", "9.3"), (None, "5.3")),
    "surrender_of_others": (
        ("may follow", "10.4"),
        ("may follow", "9.4"),
        ("are bound", "9.6"),
        (None, "5.3"),
    ),
    "surrender_keeps": (
        ("1 to 2", "17.1.11"),
        ("1 to 2", "16.1.11"),
        ("1 to 2", "9.5"),
        (None, "5.3"),
    ),
    # naturals
    "pontoon_pays": (("3 to 2", "11.1"), ("6 to 5", "10.1"), ("3 to 2", "9.1"), (None, "8.1")),
    "pinkjack_pays": ((None, "11.5"), (None, "10.5"), (None, "9.1"), ("5 to 1", "8.1.1")),
    "suited_blackjack_pays": ((None, "11.5"), (None, "10.5"), (None, "9.1"), ("3 to 1", "8.1.3")),
    "unsuited_blackjack_pays": (
        (None, "11.5"),
        (None, "10.5"),
        (None, "9.1"),
        ("2 to 1", "8.1.4"),
    ),
    "ultimate_pinkjack_pays": (
        (None, "11.5"),
        (None, "10.5"),
        (None, "9.1"),
        ("5 to 1", "14.1.1"),
    ),
    "ultimate_pinkjack_bonus": (
        (None, "11.5"),
        (None, "10.5"),
        (None, "9.1"),
        ("1000.00", "14.1.1"),
    ),
    "held_pinkjack_pays": ((None, "11.5"), (None, "10.5"), (None, "9.1"), ("5 to 1", "14.1.1.1")),
    "dealer_pinkjack_counts_as_blackjack": (
        (None, "11.5"),
        (None, "10.5"),
        (None, "9.1"),
        (False, "11.6"),
    ),
    # the payout table
    **{
        key: ((odds, "11.5"), (odds, "10.5"), (odds, "11.1"), (None, "8.1"))
        for key, odds in {
            "five_card_21_pays": "3 to 2",
            "mixed_678_pays": "3 to 2",
            "mixed_777_pays": "3 to 2",
            "six_card_21_pays": "2 to 1",
            "suited_678_pays": "2 to 1",
            "suited_777_pays": "2 to 1",
            "seven_card_21_pays": "3 to 1",
            "spades_678_pays": "3 to 1",
            "spades_777_pays": "3 to 1",
        }.items()
    },
    "twenty_one_pays": (
        ("1 to 1", "11.5"),
        ("1 to 1", "10.5"),
        ("1 to 1", "11.1"),
        ("1 to 1", "9.6"),
    ),
    "five_card_trick_pays": ((None, "11.5"), (None, "10.5"), (None, "11.1"), ("1 to 1", "9.7")),
    # the Super Bonus and the $50s
    "super_bonus_lowest_wager": (
        ("5.00", "11.5"),
        ("5.00", "10.5"),
        ("2.00", "11.2"),
        (None, "8.1"),
    ),
    "super_bonus_small": (
        ("1000.00", "11.5"),
        ("1000.00", "10.5"),
        ("1000.00", "11.2"),
        (None, "8.1"),
    ),
    "super_bonus_large_from": (
        ("25.00", "11.5"),
        ("25.00", "10.5"),
        ("25.00", "11.2"),
        (None, "8.1"),
    ),
    "super_bonus_large": (
        ("5000.00", "11.5"),
        ("5000.00", "10.5"),
        ("5000.00", "11.2"),
        (None, "8.1"),
    ),
    "bonus_of_others": (("50.00", "11.5"), ("50.00", "10.5"), ("50.00", "11.3"), (None, "8.1")),
    "bonus_of_others_counts": (
        ("players", "11.5"),
        ("players", "10.5"),
        ("wagers", "11.3"),
        (None, "8.1"),
    ),
    # drawing, and the absent player
    "must_draw_below": ((0, "12.2"), (0, "11.2"), (12, "14.1(d)"), (12, "9.2")),
    "absent_player": (
        ("stand", "18.10"),
        ("stand", "17.10.1"),
        ("draw-to-12", "16.6"),
        ("draw-to-12", "15.10"),
    ),
    # doubling
    "double_most_cards": (
        ("any number", "13.1.3"),
        ("any number", "12.1.3"),
        ("any number", "12.1"),
        (3, "10.1"),
    ),
    "double_most": (
        ("1 to 1", "13.1"),
        ("1 to 1", "12.1"),
        ("1 to 1", "12.3(a)"),
        ("1 to 1", "10.1"),
    ),
    "double_least": (
        ("any amount", "13.1"),
        ("any amount", "12.1"),
        ("the unit", "12.3(b)"),
        ("any amount", "10.1"),
    ),
    "aces_when_doubling": (
        ("every ace is 1", "13.1.4"),
        ("every ace is 1", "12.1.4"),
        ("initial aces are 1", "12.2"),
        ("usual", "3.2.1"),
    ),
    "doubled_21_pays": (
        ("1 to 1", "13.2"),
        ("1 to 1", "12.2"),
        ("1 to 1", "12.5"),
        ("1 to 1", "9.6"),
    ),
    "others_not_doubling_get": (
        ("even money", "13.4"),
        ("even money", "12.4"),
        ("payout odds", "12.6"),
        ("even money", "9.6"),
    ),
    # splitting
    "resplit": ((False, "14.8"), (False, "13.8"), (True, "13.4(a)"), (True, "11.4")),
    "hands_most": ((3, "14.9.3"), (3, "13.9.3"), (3, "13.4(a)"), (3, "11.4.2")),
    "resplit_aces": ((True, "14.9.4"), (True, "13.9.4"), (False, "13.4(b)"), (True, "11.4")),
    "split_aces_get_one_card": (
        (True, "14.6"),
        (True, "13.6"),
        (True, "13.4(b)"),
        (False, "11.3"),
    ),
    "naturals_after_split": (
        (False, "14.3"),
        (False, "13.3"),
        (False, "13.4(c)"),
        (True, "11.3.1"),
    ),
    "others_not_splitting": (
        ("first hand", "14.10.2"),
        ("first hand", "13.10.2"),
        ("designate", "15.3(d)"),
        ("first hand", "11.5.2"),
    ),
    # the dealer
    "dealer_stands_on_hard": ((17, "15.4"), (17, "14.4"), (17, "14.3"), (17, "12.2")),
    "dealer_stands_on_soft": ((18, "15.4"), (18, "14.4"), (18, "14.3"), (17, "12.2")),
    # side wagers
    "perfect_pairs": (
        ("not offered", "16.3"),
        ("not offered", "15.3"),
        ("not offered", "15A.4"),
        (None, "13.1"),
    ),
    "perfect_pairs_for": (
        ("any player", "16.5"),
        ("any player", "15.5"),
        ("bettors of the box", "15A.2"),
        (None, "13.1"),
    ),
    "perfect_pairs_per_box": ((3, "16.6"), (3, "15.6"), (3, "15A.2"), (None, "13.1")),
    "mixed_pair_pays": (
        ("5 to 1", "16.8.1"),
        ("5 to 1", "15.8.1"),
        ("5 to 1", "11.2A"),
        (None, "13.1"),
    ),
    "coloured_pair_pays": (
        ("10 to 1", "16.8.2"),
        ("10 to 1", "15.8.2"),
        ("10 to 1", "11.2A"),
        (None, "13.1"),
    ),
    "perfect_pair_pays": (
        ("25 to 1", "16.8.3"),
        ("25 to 1", "15.8.3"),
        ("25 to 1", "11.2A"),
        (None, "13.1"),
    ),
    "suits_you": ((None, "16.1"), (None, "15.1"), (None, "15A.1"), ("not offered", "13.3")),
    "suits_you_for": ((None, "16.1"), (None, "15.1"), (None, "15A.1"), ("any player", "13.5")),
    "suits_you_per_box": ((None, "16.1"), (None, "15.1"), (None, "15A.1"), (1, "13.6")),
    "suit_pays": ((None, "16.1"), (None, "15.1"), (None, "15A.1"), ("2 to 1", "13.7.1")),
    "suit_of_jack_pays": ((None, "16.1"), (None, "15.1"), (None, "15A.1"), ("10 to 1", "13.7.2")),
    # final settlement
    "dealer_bust_pays": (
        ("1 to 1", "17.1.4"),
        ("1 to 1", "16.1.4"),
        ("1 to 1", "5.1(a)"),
        ("1 to 1", "14.1.3"),
    ),
    "higher_total_pays": (
        ("1 to 1", "17.1.5"),
        ("1 to 1", "16.1.5"),
        ("1 to 1", "5.1(b)"),
        ("1 to 1", "14.1.2"),
    ),
    "equal_totals": (
        ("stand-off", "17.1.10"),
        ("stand-off", "16.1.10"),
        ("stand-off", "5.1(e)"),
        ("lose", "14.1.4"),
    ),
    "natural_collects": (
        ("busted-bets-plus-one", "17.1.7"),
        ("busted-bets-plus-one", "16.1.7"),
        ("one-in-all", "13.7"),
        ("busted-bets-plus-one", "11.6"),
    ),
}


@pytest.mark.parametrize(
    ("name", "key", "value", "clause"),
    [
        pytest.param(
            name, key, value, clause, id=f"{name}-{key}", marks=pytest.mark.clause(name, clause)
        )
        for key, said in SAID.items()
        for name, (value, clause) in zip(RULEBOOKS, said, strict=True)
    ],
)
def test_a_rulebook_says_what_its_document_says(
    name: str, key: str, value: object, clause: str
) -> None:
    rules = rulebook(name)
    part = getattr(rules, PART_OF[key])
    if isinstance(part, NotOffered):
        assert (value, clause) == (None, part.clause)
    else:
        entry = getattr(part, key)
        assert (written(key, entry.value), entry.clause) == (value, clause)


def test_every_value_of_every_rulebook_is_held_against_its_document() -> None:
    assert {key for name in RULEBOOKS for key, _ in values(rulebook(name))} == SAID.keys()


@pytest.mark.clause("nsw-pontoon-2024", "13.5", "13.6", "13.7")
@pytest.mark.clause("nsw-pontoon-6to5-2017", "12.5", "12.6", "12.7")
@pytest.mark.clause("nz-pontoon", "12.8")
@pytest.mark.clause("nsw-pinkjack-2016", "5.3")
def test_only_the_pontoon_games_have_a_forfeit() -> None:
    def forfeit(name: str) -> object:
        part = rulebook(name).forfeit
        if isinstance(part, NotOffered):
            return part.clause
        return part.forfeit_closes, part.forfeit_by_controller, part.forfeit_by_others

    assert forfeit("nsw-pontoon-2024") == ("13.5", "13.6", "13.7")
    assert forfeit("nsw-pontoon-6to5-2017") == ("12.5", "12.6", "12.7")
    assert forfeit("nz-pontoon") == ("12.8", "12.8", "12.8")
    assert forfeit("nsw-pinkjack-2016") == "5.3"


def edition(name: str) -> str:
    return files("houserules.rulebook").joinpath("editions", f"{name}.toml").read_text("utf-8")


def sections(name: str) -> dict[str, dict[str, Any]]:
    """Give the sections of an edition, in the order of its file."""
    document = tomllib.loads(edition(name))
    return {head: entries for head, entries in document.items() if isinstance(entries, dict)}


@in_every_rulebook
def test_an_edition_stands_in_the_order_of_its_document(name: str) -> None:
    order = [entry.number for entry in entries_in_order(rulebook(name))]
    given = [entry["clause"] for entries in sections(name).values() for entry in entries.values()]
    assert given == sorted(given, key=order.index)


@in_every_rulebook
def test_an_entry_stands_in_the_section_of_its_clause(name: str) -> None:
    section_of = {entry.number: entry.section for entry in entries_in_order(rulebook(name))}
    for head, entries in sections(name).items():
        assert {section_of[entry["clause"]] for entry in entries.values()} == {head.split()[0]}


@in_every_rulebook
def test_a_reading_that_is_cited_exists_and_is_about_that_clause(name: str) -> None:
    cited = [
        (key, value, number) for key, value in values(rulebook(name)) for number in value.readings
    ]
    assert cited
    for key, value, number in cited:
        assert value.clause in readings().numbered(number).clauses[name], (key, number)


def test_a_rulebook_that_is_not_there_names_the_four() -> None:
    with pytest.raises(KeyError, match="no rulebook 'baccarat'") as error:
        rulebook("baccarat")
    for name in RULEBOOKS:
        assert name in str(error.value)


def changed(name: str, key: str, entry: str) -> str:
    """Give an edition with another entry under one of its keys."""
    text, count = re.subn(rf"^{key} = .*$", f"{key} = {entry}", edition(name), flags=re.MULTILINE)
    assert count == 1
    return text


def clause_of(name: str, key: str) -> str:
    return next(entries[key]["clause"] for entries in sections(name).values() if key in entries)


def refused(text: str) -> RulebookError:
    """Load an edition that must not load; the message begins with file and key."""
    with pytest.raises(RulebookError) as caught:
        load(text, "an-edition.toml")
    error = caught.value
    assert error.file == "an-edition.toml"
    assert str(error).startswith(f"an-edition.toml: {error.key}: ")
    return error


@in_every_rulebook
def test_an_edition_loads_from_its_text(name: str) -> None:
    assert load(edition(name), "an-edition.toml") == rulebook(name)


@in_every_rulebook
def test_an_unknown_key_does_not_load(name: str) -> None:
    clause = clause_of(name, "decks")
    error = refused(edition(name) + f'sixth_sense = {{ value = 1, clause = "{clause}" }}\n')
    assert error.key == "sixth_sense"


@in_every_rulebook
def test_an_unknown_word_in_an_entry_does_not_load(name: str) -> None:
    clause = clause_of(name, "decks")
    error = refused(changed(name, "decks", f'{{ value = 8, clause = "{clause}", klause = "1" }}'))
    assert error.key == "decks.klause"
    assert "alternatives" in error.problem


@pytest.mark.parametrize(
    ("name", "key"),
    [(name, key) for name in RULEBOOKS for key in ("decks", "turn_order", "resplit")],
)
def test_a_missing_key_does_not_load(name: str, key: str) -> None:
    text = re.sub(rf"^{key} = .*\n", "", edition(name), flags=re.MULTILINE)
    error = refused(text)
    assert (error.key, error.problem) == (key, "is missing")


@in_every_rulebook
@pytest.mark.parametrize("head", ["id", "title", "edition", "registers"])
def test_a_missing_head_does_not_load(name: str, head: str) -> None:
    assert refused(re.sub(rf"^{head} = .*\n", "", edition(name), flags=re.MULTILINE)).key == head


@in_every_rulebook
@pytest.mark.parametrize("entry", ["8", "{ value = 8 }", "{ value = 8, clause = 4 }"])
def test_a_value_without_a_clause_does_not_load(name: str, entry: str) -> None:
    error = refused(changed(name, "decks", entry))
    assert error.key == "decks"
    assert error.problem.startswith("has no clause")


@in_every_rulebook
def test_a_clause_without_its_value_does_not_load(name: str) -> None:
    error = refused(changed(name, "decks", f'{{ clause = "{clause_of(name, "decks")}" }}'))
    assert (error.key, error.problem) == ("decks", "has no value")


@in_every_rulebook
@pytest.mark.parametrize("key", ["decks", "turn_order"])
def test_a_clause_that_is_not_in_the_register_does_not_load(name: str, key: str) -> None:
    entry = '{ value = 8, clause = "99.9" }' if key == "decks" else '{ clause = "99.9" }'
    error = refused(changed(name, key, entry))
    assert error.key == key
    assert "99.9" in error.problem


@in_every_rulebook
def test_a_part_left_out_by_a_clause_that_is_not_in_the_register_does_not_load(name: str) -> None:
    part = next(
        key for entries in sections(name).values() for key in entries if is_out(key, entries)
    )
    error = refused(changed(name, part, '{ offered = false, clause = "99.9" }'))
    assert error.key == part


def is_out(key: str, entries: dict[str, Any]) -> bool:
    return entries[key].get("offered") is False


@in_every_rulebook
def test_a_key_in_two_sections_does_not_load(name: str) -> None:
    clause = clause_of(name, "decks")
    error = refused(edition(name) + f'decks = {{ value = 6, clause = "{clause}" }}\n')
    assert (error.key, error.problem) == ("decks", "is given twice")


@in_every_rulebook
def test_a_key_twice_in_one_section_does_not_load(name: str) -> None:
    line = re.search(r"^decks = .*\n", edition(name), flags=re.MULTILINE)
    assert line is not None
    error = refused(edition(name).replace(line[0], line[0] * 2))
    assert "line" in error.problem


@in_every_rulebook
@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("decks", '"8"', "a whole number"),
        ("decks", "true", "a whole number"),
        ("decks", "8.0", "a whole number"),
        ("tens_in_deck", "0", "true or false"),
        ("tens_in_deck", '"no"', "true or false"),
        ("minimum", "5", "a string of dollars"),
        ("minimum", '"five"', "dollars"),
        ("minimum", '"0"', "more than 0"),
        ("twenty_one_pays", '"even"', "3 to 2"),
        ("twenty_one_pays", "1", "3 to 2"),
        ("equal_totals", '"win"', "'stand-off' or 'lose'"),
        ("double_most_cards", '"some"', "'any number'"),
    ],
)
def test_a_value_of_the_wrong_type_does_not_load(
    name: str, key: str, value: str, expected: str
) -> None:
    entry = f'{{ value = {value}, clause = "{clause_of(name, key)}" }}'
    error = refused(changed(name, key, entry))
    assert error.key == key
    assert expected in error.problem


@in_every_rulebook
def test_an_alternative_of_the_wrong_type_does_not_load(name: str) -> None:
    entry = f'{{ value = 8, alternatives = ["6"], clause = "{clause_of(name, "decks")}" }}'
    assert refused(changed(name, "decks", entry)).key == "decks"


@in_every_rulebook
def test_broken_toml_does_not_load(name: str) -> None:
    error = refused(edition(name).replace("]", "", 1))
    assert "is not TOML" in error.problem


@in_every_rulebook
def test_an_entry_outside_the_sections_does_not_load(name: str) -> None:
    first = edition(name).index('\n["') + 1
    error = refused(edition(name)[:first] + "decks = 8\n" + edition(name)[first:])
    assert (error.key, error.problem) == ("decks", "stands outside the sections")


def test_a_part_that_is_out_may_not_have_values_too() -> None:
    text = edition("nsw-pinkjack-2016") + 'pontoon_pays = { value = "3 to 2", clause = "8.1" }\n'
    assert refused(text).key == "pontoon_pays"


STRICT = [
    ("decks", "value = -3", "decks"),
    ("decks", "value = 8, alternatives = 6", "decks.alternatives"),
    ("decks", "value = 8, alternatives = [6, 8]", "decks.alternatives"),
    ("decks", "value = 8, choice = 'amount'", "decks.choice"),
    ("minimum", "value = '5', choice = 'junk'", "minimum.choice"),
    ("minimum", "value = '5', choice = 'amount', alternatives = ['6']", "minimum.choice"),
    ("minimum", "value = '5', readings = 2", "minimum.readings"),
    ("minimum", "value = '5', readings = ['2']", "minimum.readings"),
]


@in_every_rulebook
@pytest.mark.parametrize(("key", "rest", "at"), STRICT)
def test_an_option_is_declared_properly_or_not_at_all(
    name: str, key: str, rest: str, at: str
) -> None:
    entry = f'{{ {rest}, clause = "{clause_of(name, key)}" }}'
    assert refused(changed(name, key, entry)).key == at


@in_every_rulebook
def test_only_what_may_be_missing_can_be_left_out(name: str) -> None:
    out = f'{{ offered = false, clause = "{clause_of(name, "decks")}" }}'
    error = refused(edition(name) + f"\n[out]\nequipment = {out}\n")
    assert error.key == "equipment"


@in_every_rulebook
def test_registers_must_be_there(name: str) -> None:
    text = edition(name).replace('registers = ["', 'registers = ["no-such-register", "')
    assert refused(text).key == "registers"
