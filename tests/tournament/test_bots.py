"""Bots: their styles and their play are the simulator's, and they see what a player sees."""

import random
from dataclasses import replace

import numpy as np
import pytest

from houserules.core.cards import CARDS
from houserules.rulebook.loader import rulebook
from houserules.simulator import pack
from houserules.simulator.cards import hands
from houserules.simulator.decisions import Action
from houserules.simulator.strategy_sources import rough_chart
from houserules.simulator.tournament import layout
from houserules.simulator.tournament.styles import choose_entry as choose_compiled
from houserules.tournament.bots.hands import choose_play
from houserules.tournament.bots.styles import (
    EXPLAINED,
    STYLES,
    ChosenEntry,
    Rival,
    Situation,
    choose_entry,
)

ALONE = Situation(
    chips=1000_00,
    pass_cards=0,
    forms=0,
    minimum=25_00,
    maximum=500_00,
    left=1,
    aim=1,
    earlier=(Rival(1200_00, None),),
    later=(),
)
NO_LUCK = (0, 0)


def test_the_styles_are_those_of_the_simulator() -> None:
    assert STYLES == layout.STYLES
    assert tuple(EXPLAINED) == STYLES


def random_situation(rng: random.Random) -> Situation:
    def rivals() -> tuple[Rival, ...]:
        return tuple(
            Rival(
                rng.randrange(1, 60) * 25_00,
                rng.choice([None, None, 0, rng.randrange(1, 21) * 25_00]),
            )
            for _ in range(rng.randrange(4))
        )

    return Situation(
        chips=rng.randrange(1, 60) * 25_00 + rng.choice([0, 0, 10_00]),
        pass_cards=rng.choice([0, 0, 1, 2]),
        forms=rng.choice([0, 0, 1]),
        minimum=25_00,
        maximum=rng.choice([100_00, 500_00]),
        left=rng.choice([1, 1, 2, 3, 5, 6, 10]),
        aim=rng.choice([1, 1, 2, 3]),
        earlier=rivals(),
        later=rivals(),
    )


def compiled_entry(style: str, situation: Situation, luck: tuple[int, int]) -> ChosenEntry:
    """Return what the simulator's kernel chooses for the same player."""
    me = len(situation.earlier)
    others = (*situation.earlier, *situation.later)
    seats = np.zeros((len(others) + 1, layout.SEAT), dtype=np.int64)
    seats[:, layout.IS_IN] = 1
    for number, other in enumerate(others):
        row = number if number < me else number + 1
        seats[row, layout.CHIPS] = other.chips
        seats[row, layout.WAGER] = layout.NOT_YET if other.wager is None else other.wager
    seats[me, layout.CHIPS] = situation.chips
    seats[me, layout.PASS_CARDS] = situation.pass_cards
    seats[me, layout.FORMS] = situation.forms
    seats[me, layout.STYLE] = STYLES.index(style)
    chosen = choose_compiled(
        seats, 0, len(seats), me, situation.minimum, situation.maximum,
        situation.left, situation.aim, *luck,
    )  # fmt: skip
    return ChosenEntry(*map(int, chosen))


@pytest.mark.parametrize("style", STYLES)
def test_a_bot_wagers_as_the_simulated_player_of_its_style(style: str) -> None:
    rng = random.Random(f"bots {style}")
    for _ in range(3000):
        situation = random_situation(rng)
        luck = (rng.getrandbits(31), rng.getrandbits(31))
        chosen = choose_entry(style, situation, luck)  # type: ignore[arg-type]
        assert chosen == compiled_entry(style, situation, luck), situation


def test_a_bot_plays_every_hand_as_the_rough_chart_without_surrender() -> None:
    rules = rulebook("nsw-pontoon-2024")
    chart = rough_chart(pack(rules), gives_up=False)
    ranks = "A23456789K"
    checked = 0
    for state, values in enumerate(hands().values):
        cards = [CARDS[f"{ranks[value]}s"] for value in values]
        if not 2 <= len(cards) <= 6:
            continue
        open_to = {"hit", "stand"}
        open_to |= {"double"} if len(cards) <= 4 else set()
        open_to |= {"split"} if len(cards) == 2 and values[0] == values[1] else set()
        for up in range(10):
            asked = Action(int(chart.actions[up, 0, state])).name.lower()
            played = choose_play(cards, CARDS[f"{ranks[up]}h"], open_to)  # type: ignore[arg-type]
            if asked == "hit" and played == "stand":  # the rules make the player draw
                assert sum(value + 1 for value in values) < 12
                continue
            assert played == asked, (cards, up)
            checked += 1
    assert checked > 5_000


def test_only_what_is_open_is_played() -> None:
    pair, up = (CARDS["8s"], CARDS["8h"]), CARDS["6d"]
    assert choose_play(pair, up, {"hit", "stand", "split"}) == "split"
    assert choose_play(pair, up, {"hit", "stand"}) == "stand"
    assert choose_play(pair, up, {"hit"}) == "hit"  # a total on which the rules make it draw


@pytest.mark.parametrize(
    ("left", "steady"),
    [(2, 25_00), (1, 225_00)],  # from 1000 to above 1200, in the last round
)
def test_a_steady_player_waits_for_the_last_round(left: int, steady: int) -> None:
    assert choose_entry("steady", replace(ALONE, left=left), NO_LUCK) == (steady, 0)


def test_an_aggressive_player_needs_a_lead_above_one_maximum() -> None:
    for lead, wager in ((475_00, 500_00), (500_00, 500_00), (525_00, 25_00)):
        rival = (Rival(1000_00 - lead, None),)
        situation = replace(ALONE, left=5, earlier=rival)
        assert choose_entry("aggressive", situation, NO_LUCK) == (wager, 0), lead


def test_whoever_is_safe_passes_and_whoever_is_not_seals_the_last_wager() -> None:
    safe = replace(ALONE, earlier=(Rival(400_00, None),), pass_cards=1, forms=1)
    assert choose_entry("tactical", safe, NO_LUCK) == (0, 0)
    assert choose_entry("steady", replace(ALONE, forms=1), NO_LUCK) == (0, 225_00)
