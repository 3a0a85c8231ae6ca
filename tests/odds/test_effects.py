"""What moves money, what can be set, and what a single rule change is worth."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import permutations
from typing import Any, Literal, get_args, get_origin

import pytest

from houserules.core.money import Odds
from houserules.odds import effects as worth
from houserules.odds.effects import changes, differences, essence
from houserules.odds.game import (
    MAIN,
    PARTS,
    RANGES,
    SIDE,
    Game,
    ImpossibleError,
    UnknownNameError,
    check_game,
    check_rules,
    game_of,
    may_be,
    money_names,
    money_values,
    setting,
    vary_value,
    why_impossible,
    with_part,
    without_part,
)
from houserules.odds.side_wagers import side_wagers
from houserules.odds.solved_game import solve
from houserules.odds.solver.shoe import full_shoe
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import OptionError, values, vary
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import HINTS, is_money
from houserules.rulebook.values import NO_VALUE, NotOffered

S24, S65, NZ, PJ = RULEBOOKS
WAGERS = (100, 400, 1000, 2500)


def bases() -> list[Rulebook]:
    """Return the four rulebooks with pairs that may be split again, and one as it is."""
    again = [vary_value(rulebook(name), "resplit", raw=True) for name in RULEBOOKS]
    return [*again, rulebook(S24)]


def candidates(name: str) -> Iterator[str | int | bool]:
    """Yield values of the kind that a name takes."""
    kind = get_args(HINTS[name])[0]
    kinds = [each for each in get_args(kind) if each is not type(None)] or [kind]
    if name in NO_VALUE:
        yield NO_VALUE[name]
    if is_money(name):
        yield from ("1", "3", "7.50", "30", "2000")
    elif get_origin(kind) is Literal:
        yield from get_args(kind)
    elif bool in kinds:
        yield from (True, False)
    elif int in kinds:
        yield from (0, 1, 2, 3, 4, 7, 12, 18)
    elif Odds in kinds:
        yield from ("7 to 3", "1 to 4")
    else:
        yield from ("A", "2K")


def games(rules: Rulebook) -> tuple[Game, ...]:
    """Return the games for some sizes of wager."""
    return tuple(game_of(rules, wager) for wager in WAGERS)


def sides(rules: Rulebook) -> object:
    """Return the side wagers on a full shoe."""
    return side_wagers(rules, full_shoe(game_of(rules, 2500)))


def changed(rules: Rulebook, name: str) -> Iterator[Rulebook]:
    """Yield the rulebook with one value changed to all that it might be."""
    for raw in candidates(name):
        try:
            yield vary(rules, name, raw)
        except OptionError:
            continue


@pytest.mark.parametrize("name", MAIN)
def test_each_of_these_values_moves_the_money_of_a_wager(name: str) -> None:
    there = [rules for rules in bases() if name in dict(values(rules))]
    assert any(games(new) != games(rules) for rules in there for new in changed(rules, name))


@pytest.mark.parametrize("name", SIDE)
def test_each_of_these_values_moves_a_side_wager_alone(name: str) -> None:
    there = [rulebook(each) for each in RULEBOOKS if name in dict(values(rulebook(each)))]
    assert any(sides(new) != sides(rules) for rules in there for new in changed(rules, name))
    assert all(games(new) == games(rules) for rules in there for new in changed(rules, name))


@pytest.mark.parametrize("name", RULEBOOKS)
def test_no_other_value_moves_anything(name: str) -> None:
    rules = all_changed = rulebook(name)
    others = [key for key in dict(values(rules)) if key not in (*MAIN, *SIDE)]
    assert len(others) > 50
    for key in others:
        for new in changed(rules, key):
            assert games(new) == games(rules), key
        *_, all_changed = changed(all_changed, key)
    assert games(all_changed) == games(rules)
    assert sides(all_changed) == sides(rules)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_comes_and_goes(part: str) -> None:
    for name in RULEBOOKS:
        rules = with_part(rulebook(name), part)
        without = without_part(rules, part)
        assert isinstance(getattr(without, part), NotOffered)
        assert setting(rules, part) is True and setting(without, part) is False
        if not (part == "super_bonus" and name == PJ):  # a prize on top of odds that it has not
            assert game_of(without, 2500) != game_of(rules, 2500)
        assert without_part(without, part) is without and with_part(rules, part) is rules


def test_a_part_brought_in_can_be_varied() -> None:
    rules = vary_value(rulebook(S24), "five_card_trick", raw=True)
    assert game_of(vary_value(rules, "five_card_trick_pays", "2:1"), 2500).trick == 2


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_rulebooks_as_they_are_can_be_solved(name: str) -> None:
    check_rules(rulebook(name))
    check_game(game_of(rulebook(name), 2500))
    assert set(money_names(rulebook(name))) >= {"decks", "resplit", "forfeit"}


@pytest.mark.parametrize("name", RANGES)
def test_whole_numbers_are_possible_up_to_their_bounds(name: str) -> None:
    rules, (least, most) = rulebook(S24), RANGES[name]
    for good in (least, most):
        assert setting(vary_value(rules, name, good), name) == good
    for bad in {max(least - 1, 0), most + 1} - {least}:
        with pytest.raises(ImpossibleError, match=f"a whole number from {least} to {most}"):
            vary_value(rules, name, bad)
        with pytest.raises(ImpossibleError):
            check_rules(vary(rules, name, bad))
    game = replace(game_of(rules, 2500), **{name: most + 1})
    with pytest.raises(ImpossibleError):
        check_game(game)


def test_a_surrender_keeps_at_most_the_wager() -> None:
    assert why_impossible("surrender_keeps", Odds(1, 1)) is None
    with pytest.raises(ImpossibleError, match="at most '1 to 1'"):
        vary_value(rulebook(S24), "surrender_keeps", "2:1")


@pytest.mark.parametrize(
    ("name", "raw", "said"),
    [
        ("pontoon_pays", "six", "it takes odds"),
        ("resplit", "maybe", "it takes true or false"),
        ("equal_totals", "win", "'stand-off' or 'lose'"),
        ("forfeit", "yes", "true or false"),
        ("super_bonus_large", "lots", "dollars"),
    ],
)
def test_an_impossible_value_is_told_what_is_possible(name: str, raw: str, said: str) -> None:
    with pytest.raises(ImpossibleError, match=said):
        vary_value(rulebook(S24), name, raw)
    assert name in PARTS or may_be(name)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nonsense", "not a value of any rulebook"),
        ("boxes", "does not move money"),
        ("pinkjack_pays", f"not a value of {S24}"),
        ("five_card_trick_pays", "five_card_trick=true brings it in"),
    ],
)
def test_an_unknown_name_is_told_why(name: str, said: str) -> None:
    with pytest.raises(UnknownNameError, match=said):
        vary_value(rulebook(S24), name, "1:1")


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_change_makes_another_game_once(name: str) -> None:
    every = changes(rulebook(name), 2500)
    made = [essence(change.game) for change in every]
    assert len(set(made)) == len(made)
    assert essence(game_of(rulebook(name), 2500)) not in made
    assert {"decks", "what-if"} <= {change.group for change in every}
    for change in every:
        check_game(change.game)
        assert change.before != change.after and change.clause


def test_the_changes_are_those_that_people_ask_about() -> None:
    said = [change.says for change in changes(rulebook(S24), 2500)]
    for words in (
        "resplit: yes",
        "decks: 6",
        "dealer stands on soft: 17",
        "pontoon pays: 6 to 5",
        "no surrender",
        "no forfeit after a double",
        "no doubling",
        "double most cards: 2",
        "split into up to 4 hands",
        "no Super Bonus",
        f"five card trick, as in {PJ}",
    ):
        assert words in said
    assert "split into up to 3 hands" not in said  # the option resplit says it


def merged(base: Any, changed: list[Any]) -> Any:
    """Put together what several changes of one object did to it."""
    if not is_dataclass(base) or any(type(each) is not type(base) for each in changed):
        different = [each for each in changed if each != base]
        assert len(set(different)) <= 1
        return different[0] if different else base
    parts = {
        field.name: merged(
            getattr(base, field.name), [getattr(each, field.name) for each in changed]
        )
        for field in fields(base)
    }
    return replace(base, **parts)  # type: ignore[type-var]


@pytest.mark.parametrize(("left", "right"), list(permutations(RULEBOOKS, 2)))
@pytest.mark.parametrize("wager", [300, 2500])
def test_all_differences_together_make_the_other_game(left: str, right: str, wager: int) -> None:
    now, then = rulebook(left), rulebook(right)
    made = [change.game for change in differences(now, then, wager)]
    assert made
    together: Game = merged(game_of(now, wager), made)
    assert essence(together) == essence(game_of(then, wager))


def test_a_rulebook_does_not_differ_from_itself() -> None:
    assert differences(rulebook(NZ), rulebook(NZ), 2500) == ()


@pytest.fixture(scope="module")
def decks_one() -> dict[str, Rulebook]:
    return {name: vary(rulebook(name), "decks", 1) for name in (S24, S65)}


def test_a_comparison_adds_up(decks_one: dict[str, Rulebook]) -> None:
    left, right = decks_one[S24], vary(decks_one[S65], "equal_totals", "lose")
    steps: list[tuple[int, int]] = []
    found = worth.compare(left, right, progress=lambda *told: steps.append(told))
    assert [each.change.name for each in found.effects] == ["pontoon_pays", "equal_totals"]
    assert steps == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert found.left == solve(left).house_edge
    assert found.effects[0].house_edge == solve(decks_one[S65]).house_edge
    assert found.difference == pytest.approx(found.right - found.left, abs=1e-15)
    assert found.total + found.rest == pytest.approx(found.difference, abs=1e-15)
    assert all(each.effect > 0 for each in found.effects)


def test_an_effect_is_the_difference_that_a_change_makes(
    decks_one: dict[str, Rulebook], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = {"pontoon pays: 6 to 5", "tens in deck: yes"}
    every = [each for each in changes(decks_one[S24], 2500) if each.says in wanted]
    monkeypatch.setattr(worth, "changes", lambda rules, wager: tuple(every))
    found = worth.effects(decks_one[S24])
    by_name = {each.change.name: each for each in found.effects}
    assert by_name["pontoon_pays"].house_edge == solve(decks_one[S65]).house_edge
    assert by_name["pontoon_pays"].effect == pytest.approx(24 / 47 / 12 * 0.3, abs=1e-12)
    assert by_name["tens_in_deck"].effect < 0


def test_changes_whose_shoe_lacks_a_removed_card_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = vary(rulebook(PJ), "decks", 1)
    from houserules.core.cards import cards

    every = [each for each in changes(rules, 2500) if each.name == "tens_in_deck"]
    monkeypatch.setattr(worth, "changes", lambda rules, wager: tuple(every))
    assert len(every) == 1
    assert worth.effects(rules, removed=cards("Ts")).effects == ()


def test_money_values_are_those_of_the_rulebook() -> None:
    there = money_values(rulebook(PJ))
    assert "pinkjack_pays" in there and "pontoon_pays" not in there
