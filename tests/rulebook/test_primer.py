"""The page for players: complete for every game, and every value and clause in it is the rulebook's."""

from dataclasses import replace

import pytest

from houserules.core.money import Odds
from houserules.rulebook.clauses import register_of
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import choose
from houserules.rulebook.primer import Chapter, Point, pitch, primer
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered

CHOICES = {"Hit", "Stand", "Double", "Forfeit", "Split", "Insurance", "Surrender"}


def points(rules: Rulebook) -> list[Point]:
    return [point for chapter in primer(rules) for point in chapter.points]


def text_of(rules: Rulebook) -> str:
    return " ".join(f"{each.term} {each.text}" for each in points(rules))


def chapter(rules: Rulebook, title: str) -> Chapter:
    return next(each for each in primer(rules) if each.title == title)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_game_is_explained_and_every_clause_is_there(name: str) -> None:
    rules = rulebook(name)
    register = register_of(rules.registers)
    for point in points(rules):
        assert point.clauses and all(register.find(each) for each in point.clauses), point
    assert {each.term for each in chapter(rules, "Your choices").points} >= CHOICES
    paid = [each.term for each in chapter(rules, "What pays what").points]
    assert len(paid) == len(set(paid)) >= 8
    assert rules.title.split()[0] in pitch(rules)


def test_the_values_are_those_of_the_table() -> None:
    rules = rulebook("nsw-pontoon-2024")
    assert not isinstance(rules.pontoon, NotOffered)
    other = replace(rules.pontoon.pontoon_pays, value=Odds(7, 5))
    changed = replace(rules, pontoon=replace(rules.pontoon, pontoon_pays=other))
    for said in (text_of(changed), pitch(changed), chapter(changed, "What pays what").note):
        assert "7 to 5" in said
    six = choose(rules, {"decks": 6, "resplit": True})
    assert "Six decks of 48 cards" in text_of(six)
    assert "up to three hands" in text_of(six)
    assert "not split again" in text_of(rules)


def test_games_differ_where_their_rulebooks_do() -> None:
    pontoon, sixes, nz, pinkjack = (text_of(rulebook(name)) for name in RULEBOOKS)
    assert "Pontoon 3 to 2" in pontoon and "Pontoon 6 to 5" in sixes
    assert "draws on a soft hand below 18" in pontoon
    assert "You must draw on a total below 12." in nz and "You must draw" not in pontoon
    assert "Every other player" in pontoon and "Every other wager" in nz
    assert "Equal totals lose." in pinkjack and "stand-off" in nz
    assert "Eight decks of 52 cards." in pinkjack
    assert pinkjack.count("Not in this game") == 3
