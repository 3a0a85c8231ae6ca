"""Every value that moves money is on a PAR sheet, beside its clause."""

from typing import Any

import pytest

from houserules.odds.game import game_of
from houserules.rulebook.clauses import register_of
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import values, vary
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import ValueTextError, read_value
from houserules.rulebook.values import NotOffered
from houserules.sheets.par_rules import GROUPS, PARTS, POINTS, SAID, RuleLine, rule_groups

OTHERS: tuple[Any, ...] = (
    *(True, False, 1, 5, 19, "A", "7 to 4", "12.50", "3456.00", "any number", "original-hand"),
    *("one-in-all", "busted-bets-plus-one", "usual", "every ace is 1", "lose", "stand-off"),
)
WAGERS = (100, 400, 2500)


def lines(rules: Rulebook) -> list[RuleLine]:
    return [line for _, group in rule_groups(rules) for line in group]


def _moves_money(rules: Rulebook, key: str) -> bool:
    games = [game_of(rules, wager) for wager in WAGERS]
    for other in OTHERS:
        try:
            read_value(key, other)
        except ValueTextError:
            continue
        varied = vary(rules, key, other)
        if [game_of(varied, wager) for wager in WAGERS] != games:
            return True
    return False


@pytest.mark.parametrize("name", RULEBOOKS)
def test_nothing_that_moves_money_is_missing(name: str) -> None:
    rules = rulebook(name)
    moving = {key for key, _ in values(rules) if _moves_money(rules, key)}
    assert len(moving) > 20
    assert moving <= POINTS


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_line_cites_a_clause_of_its_document(name: str) -> None:
    rules = rulebook(name)
    register = register_of(rules.registers)
    assert all(register.has(line.clause) for line in lines(rules))


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_point_is_said_once(name: str) -> None:
    rules = rulebook(name)
    missing = {part for part in PARTS if isinstance(getattr(rules, part), NotOffered)}
    words = [line.words for line in lines(rules)]
    assert len(words) == len(set(words))
    assert {PARTS[part] for part in missing} <= set(words)
    assert all(line.value for line in lines(rules))


def test_what_is_said_of_clauses_is_asked_for() -> None:
    assert SAID.keys() <= POINTS
    assert len(POINTS) == sum(len(group.points) for group in GROUPS)


@pytest.mark.parametrize(
    ("name", "words", "value", "clause"),
    [
        ("nsw-pontoon-2024", "Pontoon pays", "3 to 2", "11.1"),
        ("nsw-pontoon-2024", "Dealer stands on soft totals from", "18", "15.4"),
        ("nsw-pontoon-2024", "Larger Super Bonus", "$5,000", "11.5"),
        ("nsw-pontoon-2024", "A player must draw below a total of", "no minimum", "12.2"),
        ("nsw-pontoon-6to5-2017", "Pontoon pays", "6 to 5", "10.1"),
        ("nz-pontoon", "A player must draw below a total of", "12", "14.1(d)"),
        ("nz-pontoon", "Surrender before any further card, against", "J, Q, K, A", "9.3"),
        ("nsw-pinkjack-2016", "Equal totals", "the player loses", "14.1.4"),
        ("nsw-pinkjack-2016", "Surrender", "not in this game", "5.3"),
    ],
)
def test_a_line_says_what_the_rulebook_says(name: str, words: str, value: str, clause: str) -> None:
    line = next(each for each in lines(rulebook(name)) if each.words == words)
    assert (line.value, line.clause, line.changed) == (value, clause, None)


def test_a_changed_value_says_from_what_and_whose_choice_it_is() -> None:
    rules = vary(vary(rulebook("nsw-pontoon-2024"), "decks", 6), "pontoon_pays", "6:5")
    changed = {line.words: line.changed for line in lines(rules) if line.changed}
    assert changed == {
        "Decks in the shoe": "the rulebook has 8; an option of the operator",
        "Pontoon pays": "the rulebook has 3 to 2; not an option of the operator: a what-if",
    }


def test_an_amount_on_the_sign_is_the_operators() -> None:
    rules = vary(rulebook("nsw-pontoon-2024"), "perfect_pairs", "5")
    line = next(each for each in lines(rules) if each.changed)
    assert (line.value, line.changed) == (
        "$5",
        "the rulebook has not offered; an option of the operator",
    )
