"""What an operator may choose, rulebook by rulebook, and what only mathematics may vary."""

import pytest

from houserules.core.money import Odds
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import OptionError, allowed_values, choose, options, values, vary
from houserules.rulebook.value_text import describe_type, describe_value, read_value, write_value

COMMON = {"bettors_per_box", "decks", "smallest_chip", "minimum", "maximum", "unit"}
FOLLOWS = {"the original wager", "the box"}
REFUNDS = {"every wager", "all but payments", "open wagers"}
NSW = {
    "dealt_from",
    "malfunction_returns",
    "invalidated_refunds",
    "void_round_returns",
    "refused_card_binds",
}
PONTOON = {"resplit", "low_limit", "perfect_pairs", "natural_collects", "shuffled_by"} | {
    "undisclosed_follows"
}
OPTIONS = {
    "nsw-pontoon-2024": COMMON | NSW | PONTOON | {"invalid_wager_lost"},
    "nsw-pontoon-6to5-2017": COMMON | NSW | PONTOON | {"absent_player"},
    "nz-pontoon": COMMON
    | {"boxes", "perfect_pairs", "cutting_cards", "first_card_burned", "late_surrender"}
    | {"shuffled_by"},
    "nsw-pinkjack-2016": COMMON
    | NSW
    | {"boxes", "suits_you", "natural_collects", "dealer_pinkjack_counts_as_blackjack"},
}
MAY_BE = [
    ("nsw-pontoon-2024", "bettors_per_box", {1, 2, 3}, "6.5"),
    ("nsw-pontoon-2024", "decks", {6, 8}, "4.1"),
    ("nsw-pontoon-2024", "resplit", {False, True}, "14.8"),
    ("nsw-pontoon-2024", "natural_collects", {"busted-bets-plus-one", "original-hand"}, "17.1.7"),
    ("nsw-pontoon-2024", "low_limit", {False, True}, "7/6.7"),
    ("nsw-pontoon-6to5-2017", "low_limit", {False, True}, "6.7"),
    ("nsw-pontoon-6to5-2017", "bettors_per_box", {1, 2, 3}, "5.4"),
    ("nsw-pontoon-6to5-2017", "decks", {6, 8}, "3.1"),
    ("nsw-pontoon-6to5-2017", "resplit", {False, True}, "13.8"),
    ("nsw-pontoon-6to5-2017", "absent_player", {"stand", "draw-to-12"}, "17.10.1"),
    (
        "nsw-pontoon-6to5-2017",
        "natural_collects",
        {"busted-bets-plus-one", "original-hand"},
        "16.1.7",
    ),
    ("nz-pontoon", "bettors_per_box", {1, 2, 3}, "15.1"),
    ("nz-pontoon", "decks", {4, 5, 6, 7, 8}, "3.3(a)"),
    ("nz-pontoon", "boxes", {1, 2, 3, 4, 5, 6, 7}, "3.1"),
    ("nsw-pinkjack-2016", "bettors_per_box", {1, 2, 3}, "5.4"),
    ("nsw-pinkjack-2016", "decks", {6, 8}, "3.1"),
    ("nsw-pinkjack-2016", "boxes", {5, 6, 7, 8, 9}, "2.2.1"),
    ("nsw-pinkjack-2016", "natural_collects", {"busted-bets-plus-one", "original-hand"}, "11.6"),
    ("nsw-pinkjack-2016", "dealer_pinkjack_counts_as_blackjack", {False, True}, "11.6"),
    ("nsw-pontoon-2024", "dealt_from", {"card shoe", "shuffling device"}, "3.3.1"),
    ("nsw-pontoon-2024", "shuffled_by", {"hand", "multishuffler"}, "5.1"),
    ("nsw-pontoon-2024", "void_round_returns", {"all but payments", "open wagers"}, "18.8"),
    ("nsw-pontoon-2024", "undisclosed_follows", FOLLOWS, "21.8.2.6"),
    ("nsw-pontoon-6to5-2017", "undisclosed_follows", FOLLOWS, "20.8.2.6"),
    ("nsw-pontoon-2024", "invalid_wager_lost", {"handed back", "stays lost"}, "17.21.2"),
    ("nsw-pontoon-6to5-2017", "dealt_from", {"card shoe", "shuffling device"}, "2.3.1"),
    ("nsw-pontoon-6to5-2017", "shuffled_by", {"hand", "multishuffler"}, "4.1"),
    ("nsw-pontoon-6to5-2017", "void_round_returns", {"all but payments", "open wagers"}, "17.8"),
    ("nz-pontoon", "cutting_cards", {1, 2}, "3.3(b)"),
    ("nz-pontoon", "shuffled_by", {"hand", "automatic shuffler"}, "3.3(e)"),
    ("nz-pontoon", "first_card_burned", {False, True}, "8.1"),
    ("nz-pontoon", "late_surrender", {"either", "both"}, "16.12"),
    ("nsw-pinkjack-2016", "dealt_from", {"card shoe", "shuffling device"}, "2.3.1"),
    ("nsw-pinkjack-2016", "void_round_returns", {"all but payments", "open wagers"}, "15.8"),
    ("nsw-pontoon-2024", "refused_card_binds", {"the player", "the hand"}, "18.3"),
    ("nsw-pontoon-2024", "malfunction_returns", {"all but payments", "open wagers"}, "19.4"),
    ("nsw-pontoon-2024", "invalidated_refunds", REFUNDS, "20.6"),
    ("nsw-pontoon-6to5-2017", "refused_card_binds", {"the player", "the hand"}, "17.3"),
    ("nsw-pontoon-6to5-2017", "malfunction_returns", {"all but payments", "open wagers"}, "18.4"),
    ("nsw-pontoon-6to5-2017", "invalidated_refunds", REFUNDS, "19.5"),
    ("nsw-pinkjack-2016", "refused_card_binds", {"the player", "the hand"}, "15.3"),
    ("nsw-pinkjack-2016", "malfunction_returns", {"all but payments", "open wagers"}, "16.4"),
    ("nsw-pinkjack-2016", "invalidated_refunds", REFUNDS, "17.5"),
]
in_every_rulebook = pytest.mark.parametrize("name", RULEBOOKS)


def value(name: str, key: str, **chosen: object) -> object:
    """Return the value of a key once the operator has chosen."""
    return dict(values(choose(rulebook(name), chosen)))[key].value


@in_every_rulebook
def test_a_rulebook_declares_its_options_and_no_others(name: str) -> None:
    assert options(rulebook(name)).keys() == OPTIONS[name]


@in_every_rulebook
def test_every_option_that_lists_its_values_is_held_against_the_document(name: str) -> None:
    listing = {key for key, value in options(rulebook(name)).items() if value.alternatives}
    assert listing == {key for rules, key, _, _ in MAY_BE if rules == name}


@pytest.mark.parametrize(
    ("name", "key", "may_be", "clause"),
    [
        pytest.param(*case, id=f"{case[0]}-{case[1]}", marks=pytest.mark.clause(case[0], case[3]))
        for case in MAY_BE
    ],
)
def test_an_option_takes_what_its_clause_allows(
    name: str, key: str, may_be: set[object], clause: str
) -> None:
    option = options(rulebook(name))[key]
    assert {option.value, *option.alternatives} == may_be
    assert option.clause == clause
    for each in may_be:
        assert value(name, key, **{key: each}) == each


@pytest.mark.parametrize(
    ("name", "key", "refused"),
    [
        ("nsw-pontoon-2024", "decks", 7),
        ("nsw-pontoon-2024", "natural_collects", "one-in-all"),
        ("nsw-pontoon-6to5-2017", "decks", 4),
        ("nz-pontoon", "decks", 3),
        ("nz-pontoon", "decks", 9),
        ("nz-pontoon", "boxes", 0),
        ("nz-pontoon", "boxes", 8),
        ("nsw-pinkjack-2016", "decks", 7),
        ("nsw-pinkjack-2016", "boxes", 4),
        ("nsw-pinkjack-2016", "boxes", 10),
        ("nsw-pinkjack-2016", "natural_collects", "one-in-all"),
    ],
)
def test_what_the_clause_does_not_allow_is_refused_and_what_it_does_is_named(
    name: str, key: str, refused: object
) -> None:
    option = options(rulebook(name))[key]
    with pytest.raises(OptionError) as error:
        choose(rulebook(name), {key: refused})
    assert str(error.value).startswith(f"{key}: {refused} is not allowed ({option.clause})")
    for each in (option.value, *option.alternatives):
        assert describe_value(key, each) in error.value.problem


@in_every_rulebook
@pytest.mark.parametrize(
    ("key", "refused", "expected"),
    [
        ("decks", "8", "a whole number"),
        ("decks", True, "a whole number"),
        ("minimum", 5, "a string of dollars"),
        ("minimum", "0", "more than 0"),
        ("minimum", "-5", "dollars"),
        ("smallest_chip", "0.001", "at most two places"),
    ],
)
def test_a_choice_of_the_wrong_type_is_refused(
    name: str, key: str, refused: object, expected: str
) -> None:
    with pytest.raises(OptionError, match=expected) as error:
        choose(rulebook(name), {key: refused})
    assert error.value.name == key


@in_every_rulebook
@pytest.mark.parametrize("key", ["minimum", "maximum", "smallest_chip", "unit"])
def test_the_sign_takes_any_amount(name: str, key: str) -> None:
    assert value(name, key, **{key: "7.50"}) == 750


@pytest.mark.clause("nsw-pontoon-2024", "16.1", "16.3")
@pytest.mark.clause("nsw-pontoon-6to5-2017", "15.1", "15.3")
@pytest.mark.clause("nz-pontoon", "15A.1", "15A.4")
@pytest.mark.clause("nsw-pinkjack-2016", "13.1", "13.3")
@in_every_rulebook
def test_a_side_wager_is_offered_by_the_amount_on_the_sign(name: str) -> None:
    key = "suits_you" if name == "nsw-pinkjack-2016" else "perfect_pairs"
    assert value(name, key) is None
    assert value(name, key, **{key: "5"}) == 500
    assert value(name, key, **{key: "not offered"}) is None


@in_every_rulebook
def test_what_is_no_option_cannot_be_chosen_and_the_options_are_named(name: str) -> None:
    for key in ("dealer_stands_on_soft", "luck"):
        with pytest.raises(OptionError, match=f"^{key}: is not an option of {name}") as error:
            choose(rulebook(name), {key: 17})
        for option in OPTIONS[name]:
            assert option in error.value.problem


@in_every_rulebook
def test_the_maximum_may_meet_the_minimum_but_not_go_below_it(name: str) -> None:
    assert value(name, "maximum", minimum="10", maximum="10") == 1000
    with pytest.raises(OptionError, match=r"^maximum: \$9.99 is below the minimum of \$10"):
        choose(rulebook(name), {"minimum": "10", "maximum": "9.99"})


@in_every_rulebook
def test_choosing_changes_nothing_else(name: str) -> None:
    before, after = dict(values(rulebook(name))), dict(values(choose(rulebook(name), {"decks": 6})))
    assert after.pop("decks").value == 6
    assert before.pop("decks").value == 8
    assert after == before


@in_every_rulebook
def test_choosing_nothing_is_the_rulebook_itself(name: str) -> None:
    assert choose(rulebook(name), {}) == rulebook(name)


def test_what_an_option_takes_is_said_in_words() -> None:
    may = options(rulebook("nsw-pontoon-6to5-2017"))
    assert allowed_values("decks", may["decks"]) == "6, 8"
    assert allowed_values("resplit", may["resplit"]) == "no, yes"
    assert allowed_values("absent_player", may["absent_player"]) == "draw-to-12, stand"
    assert allowed_values("perfect_pairs", may["perfect_pairs"]) == (
        "dollars as a string, as in '12.50' or 'not offered'"
    )


@in_every_rulebook
@pytest.mark.parametrize(
    ("key", "raw", "expected"),
    [
        ("dealer_stands_on_soft", 16, 16),
        ("equal_totals", "lose", "lose"),
        ("twenty_one_pays", "6 to 5", Odds(6, 5)),
        ("tens_in_deck", True, True),
        ("double_most_cards", "any number", None),
        ("decks", 7, 7),
    ],
)
def test_any_value_may_be_varied(name: str, key: str, raw: object, expected: object) -> None:
    before = dict(values(rulebook(name)))
    after = dict(values(vary(rulebook(name), key, raw)))
    assert after[key].value == expected
    assert after[key].clause == before[key].clause
    assert {k for k in before if before[k].value != after[k].value} <= {key}


def test_what_a_game_does_not_have_cannot_be_varied() -> None:
    for key in ("insurance_pays", "luck"):
        with pytest.raises(OptionError, match=f"^{key}: is not a value of nsw-pinkjack-2016"):
            vary(rulebook("nsw-pinkjack-2016"), key, "2 to 1")


def test_a_value_is_not_varied_to_another_type() -> None:
    with pytest.raises(OptionError, match="decks: 'many' is not allowed; it takes a whole number"):
        vary(rulebook("nz-pontoon"), "decks", "many")


@in_every_rulebook
def test_a_value_that_is_written_is_read_again(name: str) -> None:
    for key, entry in values(rulebook(name)):
        for each in (entry.value, *entry.alternatives):
            assert read_value(key, write_value(key, each)) == each, key


@in_every_rulebook
def test_every_key_says_what_it_takes(name: str) -> None:
    for key, entry in values(rulebook(name)):
        words = describe_type(key)
        if isinstance(entry.value, bool):
            assert words == "true or false"
        elif isinstance(entry.value, Odds):
            assert words == "odds, as in '3 to 2'"
        elif isinstance(entry.value, str):
            assert repr(entry.value) in words or words == "ranks, as in 'JQKA'"


@pytest.mark.parametrize(
    ("key", "pair", "words"),
    [
        ("insurance_most", Odds(1, 2), "1/2 of the wager"),
        ("double_most", Odds(1, 1), "the whole wager"),
        ("cutting_card_from_back", Odds(1, 2), "1/2 of the stack"),
        ("insurance_pays", Odds(2, 1), "2 to 1"),
    ],
)
def test_a_share_is_shown_as_a_share_of_something(key: str, pair: Odds, words: str) -> None:
    assert describe_value(key, pair) == words
