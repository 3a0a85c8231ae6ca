"""Strategies: read from rows, refused where they are wrong, and built in."""

from typing import Any

import pytest

from houserules.rulebook.loading import RULEBOOKS, rulebook
from houserules.simulator import Bettor, Fresh, game, play_out, rough_chart
from houserules.simulator.builtin import mimic_the_dealer, never_bust
from houserules.simulator.deciding import Action, split, unsplit
from houserules.simulator.hands import hands
from houserules.simulator.packing import pack
from houserules.simulator.strategy import MISSING, Strategy, StrategyError, from_rows


def row(upcard: str, cards: str, best: str, **more: Any) -> dict[str, Any]:
    return {
        "upcard": upcard,
        "cards": cards,
        "suits": None,
        "split_from": None,
        **more,
        "best": best,
    }


def state(*values: int) -> int:
    return hands().number[values]


def test_a_row_is_looked_up() -> None:
    strategy = from_rows({"hands": [row("7", "T 6", "hit"), row("A", "8 8", "split")]})
    assert strategy.action(6, unsplit(0), state(5, 9), 0) == Action.HIT
    assert strategy.action(0, unsplit(0), state(7, 7), 0) == Action.SPLIT
    assert strategy.action(1, unsplit(0), state(7, 7), 0) == MISSING


def test_suits_are_told_apart_where_a_bonus_hangs_on_them() -> None:
    rows = [row("7", "7 7", "split", suits="mixed"), row("7", "7 7", "hit", suits="spades")]
    strategy = from_rows({"hands": [*rows, row("7", "6 8", "hit")]})
    sevens = state(6, 6)
    actions = [strategy.action(6, unsplit(0), sevens, suits) for suits in range(3)]
    assert actions == [Action.SPLIT, MISSING, Action.HIT]
    assert strategy.action(6, unsplit(0), state(5, 7), 1) == Action.HIT


def test_initial_aces_and_splits_are_contexts() -> None:
    rows = [
        row("5", "A A 4", "double", initial_aces=1),
        row("5", "A A 4", "hit", initial_aces=2),
        row("5", "8 3", "double", split_from={"card": "8", "hands": 3}),
    ]
    strategy = from_rows({"hands": rows})
    hand = state(0, 0, 3)
    actions = [strategy.action(4, unsplit(aces), hand, 0) for aces in range(3)]
    assert actions == [MISSING, Action.DOUBLE, Action.HIT]
    assert strategy.action(4, split(7, 3), state(2, 7), 0) == Action.DOUBLE
    assert strategy.action(4, split(7, 2), state(2, 7), 0) == MISSING


def test_exceptions_are_for_two_upcards_alone() -> None:
    rows = {"hands": [row("A", "T 6", "hit")], "exceptions": [row("Ad", "T 6", "stand")]}
    strategy = from_rows(rows)
    hand = state(5, 9)
    assert strategy.action(0, unsplit(0), hand, 0) == Action.HIT
    assert strategy.action(10, unsplit(0), hand, 0) == Action.STAND


def test_a_forfeit_is_found_by_hand_card_and_total() -> None:
    forfeit = [
        {"upcard": "T", "cards": "5 6 3", "total": 14, "forfeit": True},
        {"upcard": "T", "cards": "5 6 4", "total": 15, "forfeit": False},
        {
            "upcard": "9",
            "cards": "8 3 2",
            "total": 13,
            "forfeit": True,
            "split_from": {"card": "8", "hands": 2},
        },
    ]
    strategy = from_rows({"forfeit": forfeit})
    hand, eleven = state(4, 5), state(2, 7)
    assert strategy.forfeits_on(9, unsplit(0), state=hand, card=2, total=14)
    assert strategy.forfeits_on(11, unsplit(0), state=hand, card=2, total=14)  # Jd is a T
    assert not strategy.forfeits_on(9, unsplit(0), state=hand, card=3, total=15)
    assert strategy.forfeits_on(8, split(7, 2), state=eleven, card=1, total=13)
    assert not strategy.forfeits_on(8, unsplit(0), state=eleven, card=1, total=13)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (row("X", "T 6", "hit"), "upcard"),
        (row("7", "T X", "hit"), "cards are written"),
        (row("7", "T T 2", "hit"), "exceeds 21"),
        (row("7", "T 6", "fold"), "no decision"),
        (row("7", "7 7", "hit", suits="red"), "suits are"),
        (row("7", "7 7", "hit", split_from={"card": "7", "hands": 9}), "2 to 4"),
    ],
)
def test_a_wrong_row_is_named(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(StrategyError, match=says):
        from_rows({"hands": [wrong]})


def test_what_is_missing_or_refused_is_named() -> None:
    rules = rulebook("nz-pontoon")
    with pytest.raises(StrategyError, match="no decision on A A against"):
        game(rules, [Bettor(from_rows({}))], equipment=Fresh())
    stand = from_rows({"hands": [row("5", "2 3", "stand")]})
    with pytest.raises(StrategyError, match="stand, refused, on 2 3 against 5h"):
        play_out(rules, "2s 5h 3c", [Bettor(stand)])


def to_rows(strategy: Strategy) -> dict[str, Any]:
    """Write the unsplit part of a strategy as rows."""
    rows = []
    for up, upcard in enumerate("A23456789T"):
        for number, values in enumerate(hands().values):
            cards = " ".join("A23456789T"[value] for value in values)
            rows.append(row(upcard, cards, Action(strategy.actions[up, 0, number]).name.lower()))
    return {"hands": rows}


def test_rows_of_a_chart_give_the_chart() -> None:
    chart = rough_chart(pack(rulebook("nsw-pontoon-2024")))
    again = from_rows(to_rows(chart))
    assert (again.actions[:, :3] == chart.actions[:, :3]).all()


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_built_in_strategies_are_lawful(name: str) -> None:
    packed = pack(rulebook(name))
    for strategy in (never_bust(packed), mimic_the_dealer(packed), rough_chart(packed)):
        assert game(rulebook(name), [Bettor(strategy)], equipment=Fresh()).alone


def test_never_bust_never_busts() -> None:
    strategy = never_bust(pack(rulebook("nsw-pontoon-2024")))
    for number, values in enumerate(hands().values):
        if strategy.actions[0, 0, number] == Action.HIT:
            assert hands().hard[number] + 10 <= 21, values


def test_the_dealer_is_mimicked() -> None:
    pontoon, pinkjack = (
        mimic_the_dealer(pack(rulebook(name))) for name in ("nsw-pontoon-2024", "nsw-pinkjack-2016")
    )
    soft_17 = state(0, 5)
    assert pontoon.actions[0, 0, soft_17] == Action.HIT
    assert pinkjack.actions[0, 0, soft_17] == Action.STAND
