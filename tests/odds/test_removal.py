"""Effects of removal: the cards that are told apart, what they add up to, and single solves."""

from fractions import Fraction

import pytest

from houserules.core.cards import cards
from houserules.odds.game import game_of
from houserules.odds.removal import Removal, Removals, removals
from houserules.odds.side_wagers import side_wagers
from houserules.odds.solved_game import solve
from houserules.odds.solver.shoe import full_shoe
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import vary

STEPS: list[tuple[int, int]] = []


@pytest.fixture(scope="module")
def pontoon() -> Removals:
    rules = vary(rulebook("nsw-pontoon-2024"), "decks", 1)
    return removals(rules, progress=lambda *step: STEPS.append(step))


@pytest.fixture(scope="module")
def pinkjack() -> Removals:
    return removals(vary(rulebook("nsw-pinkjack-2016"), "decks", 1))


def named(every: tuple[Removal, ...]) -> dict[str, Removal]:
    return {each.name: each for each in every}


def test_pontoon_tells_spades_apart_in_678(pontoon: Removals) -> None:
    assert "".join(named(pontoon.by_value)) == "A23456789T"
    assert list(named(pontoon.by_face)) == ["6s", "6hdc", "7s", "7hdc", "8s", "8hdc"]
    assert sum(each.cards for each in pontoon.by_value) == 48
    assert STEPS[-1] == (13, 13) and [done for done, _ in STEPS] == list(range(1, 14))


def test_pinkjack_tells_the_pink_cards_apart(pinkjack: Removals) -> None:
    numbers = {each.name: each.cards for each in pinkjack.by_face}
    assert numbers == {"Ashc": 3, "Ad": 1, "TJQKshc": 12, "TQKd": 3, "Jd": 1}
    change = {each.name: each.house_edge for each in pinkjack.by_face}
    assert change["Ad"] > change["Ashc"] > change["Jd"] > change["TJQKshc"] > 0
    assert all(each.insurance is None for each in pinkjack.by_value)


@pytest.mark.parametrize("alike", ["6h 6d 6c", "Js Kd", "As Ac"])
def test_pontoon_faces_that_are_alike(pontoon: Removals, alike: str) -> None:
    faces = cards(alike)
    table = (*pontoon.by_face, *pontoon.by_value)
    row = next(each for each in table if set(faces) <= set(each.faces))
    for face in faces:
        edge = solve(pontoon.game, removed=[face]).house_edge
        assert edge - pontoon.house_edge == pytest.approx(row.house_edge, abs=1e-13)


def test_pinkjack_faces_that_are_alike(pinkjack: Removals) -> None:
    row = named(pinkjack.by_face)["TJQKshc"]
    for face in cards("Js Th"):
        edge = solve(pinkjack.game, removed=[face]).house_edge
        assert edge - pinkjack.house_edge == pytest.approx(row.house_edge, abs=1e-13)


def test_a_value_is_the_mean_of_its_faces(pontoon: Removals, pinkjack: Removals) -> None:
    faces, value = named(pontoon.by_face), named(pontoon.by_value)["7"]
    mean = (faces["7s"].house_edge + 3 * faces["7hdc"].house_edge) / 4
    assert value.house_edge == pytest.approx(mean, abs=1e-15)
    tens = named(pinkjack.by_value)["T"]
    low, high = sorted(named(pinkjack.by_face)[name].house_edge for name in ("TJQKshc", "Jd"))
    assert low < tens.house_edge < high and tens.cards == 16


@pytest.mark.parametrize("game", ["pontoon", "pinkjack"])
def test_to_know_which_card_is_gone_helps_a_little(
    game: str, request: pytest.FixtureRequest
) -> None:
    """The same play would earn the same on the average; the best play for what is left, more."""
    every = request.getfixturevalue(game).by_value
    mean = sum(each.cards * each.house_edge for each in every) / sum(each.cards for each in every)
    assert -0.002 < mean < 0


def test_insurance_changes_by_whole_cards(pontoon: Removals) -> None:
    rules = vary(rulebook("nsw-pontoon-2024"), "decks", 1)
    shoe = full_shoe(game_of(rules, 2500))
    before, after = (
        side_wagers(rules, each)["insurance"].when_open
        for each in (shoe, shoe.without(cards("5h")))
    )
    rows = named(pontoon.by_value)
    assert before is not None and after is not None
    assert rows["5"].insurance == after - before < 0
    tens = rows["T"].insurance
    assert isinstance(tens, Fraction) and tens > 0
