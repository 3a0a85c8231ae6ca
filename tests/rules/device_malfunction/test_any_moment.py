"""Devices that fail at random moments of random rounds: no chip and no card is lost."""

import random

import pytest

from game_table import NSW, PJ
from houserules.core.cards import Card, deck
from houserules.table import commands as c
from houserules.table.cards.census import why_not_there
from houserules.table.irregularities import commands as m
from houserules.table.irregularities.state import DeviceMalfunction
from houserules.table.legal import legal, with_amount, with_card
from rules.device_malfunction.device_table import CARDS, DeviceTable
from seated_table import DEALER, chips_in_all, count_cards

ROUNDS = 25


def wager(game: DeviceTable, rng: random.Random) -> None:
    for player, box in (("ann", 1), ("bob", 2), ("cat", rng.choice([1, 2, 3]))):
        game.bet((box, player, rng.choice(["5", "20", "33.50"])))
    kind = "suits-you" if game.rules.id == PJ else "perfect-pairs"
    suit = "h" if game.rules.id == PJ else None
    if rng.random() < 0.5:
        game.do(c.PlaceSideWager("bob", 1, kind, 500, suit))
    game.do(c.CloseBets())


def card(game: DeviceTable, rng: random.Random) -> Card:
    faces = list(deck(tens=game.rules.equipment.tens_in_deck.value))
    there = [each for each in faces if why_not_there(game.rules, game.table, each) is None]
    return rng.choice(there)


def step(game: DeviceTable, rng: random.Random) -> None:
    """Do something that is open: make cards ready, deal, decide, answer."""
    irregularity = game.table.irregularity
    if isinstance(irregularity, DeviceMalfunction):
        answer = rng.choice([m.TakeWagersBack, m.PlayOn])
        if rng.random() < 0.2:
            game.must(m.EndReturnOffer, by=DEALER)
        else:
            game.do(answer(rng.choice(irregularity.waiting)))
        return
    game.make_ready()
    option = rng.choice(legal(game.rules, game.table))
    if option.takes_card:
        game.do(with_card(option, card(game, rng)))
    else:
        game.do(with_amount(option, option.most))


def played(game: DeviceTable, rng: random.Random, moment: int) -> bool:
    """Play a round whose device fails after some steps; whether it did."""
    wager(game, rng)
    did = False
    while game.table.phase != "over":
        if moment == 0 and game.source.kind == "shuffling device":
            harms, other, practicable = (rng.random() < chance for chance in (0.3, 0.5, 0.5))
            damaged = (card(game, rng),) if rng.random() < 0.5 else ()
            how = {"harms": harms, "other": other, "practicable": practicable}
            did = game.fail(**how, damaged=damaged) is None
        else:
            step(game, rng)
        moment -= 1
        assert count_cards(game.table) == CARDS[game.rules.id]
    game.do(c.ClearTable())
    return did


@pytest.mark.parametrize("name", NSW)
def test_a_failure_at_any_moment_loses_no_chip_and_no_card(name: str) -> None:
    rng = random.Random(f"failing devices of {name}")
    side = {"suits_you": "5"} if name == PJ else {"perfect_pairs": "5"}
    failures = 0
    for _ in range(ROUNDS):
        game = DeviceTable(name, **side)
        before = chips_in_all(game.table)
        failures += played(game, rng, rng.randint(1, 14))
        assert (chips_in_all(game.table), game.table.layout()) == (before, 0)
        assert game.table.phase == "betting" and game.table.irregularity is None
    assert failures > ROUNDS // 3
