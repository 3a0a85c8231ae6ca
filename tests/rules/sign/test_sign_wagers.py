"""Raising a wager, low limit gaming, and what the list of open wagers says about amounts."""

import random

import pytest

from game_table import ALL, NSW, NZ, PJ, S24, S65, GameTable, assert_refused, by_rulebook
from houserules.core.cards import cards
from houserules.table import commands as c
from houserules.table.events import WagerCutBack
from houserules.table.judge import why_not
from houserules.table.legal import legal, with_amount
from houserules.table.sign.commands import (
    AllowMore,
    ChangeLimits,
    LimitBettors,
    LimitBoxes,
    RaiseMinimum,
    RaiseWager,
    RestrictForShoe,
)
from houserules.table.sign.state import Stated
from houserules.table.state import Table, changed
from rules.sign.sign_table import START, SignTable, place, raise_wager, stated
from seated_table import SUPERVISOR

LIMITS = stated("10", "100", unit="5")


@pytest.mark.clause(S24, "6.3", "6.4", "7.1")
@pytest.mark.clause(S65, "5.2", "5.3", "6.1")
@pytest.mark.clause(NZ, "5.5(b)", "15.2")
@pytest.mark.clause(PJ, "5.2", "5.3", "6.1")
@pytest.mark.parametrize(("name", "late"), by_rulebook("6.4", "5.3", "5.5(b)", "5.3"))
def test_a_wager_is_raised_before_the_first_card_within_the_limits(name: str, late: str) -> None:
    desk = SignTable(name, LIMITS)
    limits, wagers = desk.rules.limits, desk.rules.wagers
    assert_refused(desk.say(raise_wager("ann", 1, "5")), "wager.none", wagers.placed_wagers_stay)
    desk.do(place("ann", 3, "10"))
    desk.do(place("bob", 3, "40"))
    assert_refused(desk.say(raise_wager("ann", 3, "0")), "chips.none", wagers.wagers_in_chips)
    assert_refused(desk.say(raise_wager("ann", 3, "4.50")), "wager.unit", limits.unit.clause)
    assert_refused(
        desk.say(raise_wager("ann", 3, "55")), "wager.above-maximum", limits.maximum_shared
    )
    desk.do(raise_wager("ann", 3, "50"))
    assert desk.table.racks["ann"] == 1_000_000 - 6_000
    assert [(b.player, b.placed, b.plays) for b in desk.table.boxes[0].bettors] == [
        ("ann", 6_000, 6_000),
        ("bob", 4_000, 4_000),
    ]
    assert_refused(
        desk.say(raise_wager("ann", 3, "5")), "wager.above-maximum", limits.maximum_shared
    )
    desk.deal("7s")
    assert_refused(desk.say(raise_wager("ann", 3, "5")), "wager.too-late", late)


@pytest.mark.parametrize("name", ALL)
def test_a_wager_is_raised_with_chips_that_are_there_without_a_sign_too(name: str) -> None:
    game = GameTable(name)
    game.bet((1, "ann", "10"))
    game.do(c.TakeChips("ann", 999_000 - 500))
    assert_refused(
        game.say(raise_wager("ann", 1, "5.50")), "chips.short", game.rules.wagers.wagers_in_chips
    )
    game.do(raise_wager("ann", 1, "5"))
    twice = game.say(place("ann", 1, "10"))
    assert_refused(twice, "wager.twice", game.rules.wagers.placed_wagers_stay)


@pytest.mark.clause(S24, "7/6.7", "6.7.2")
@pytest.mark.clause(S65, "6.7", "6.7.2")
@pytest.mark.parametrize("name", [S24, S65])
def test_low_limit_gaming_needs_a_shuffling_device(name: str) -> None:
    shoe = SignTable(name, LIMITS, low_limit=True)
    assert_refused(shoe.say(place("ann", 1, "10")), "low-limit.shoe", "6.7.2")
    device = SignTable(name, LIMITS, low_limit=True, kind="shuffling device")
    device.do(place("ann", 1, "10"))
    usual = SignTable(name, LIMITS)
    usual.do(place("ann", 1, "10"))


@pytest.mark.parametrize("name", [NZ, PJ])
def test_the_others_know_no_low_limit_gaming(name: str) -> None:
    desk = SignTable(name, LIMITS)
    desk.do(place("ann", 1, "10"))


def busy(name: str, rng: random.Random) -> SignTable:
    """A table where different players play by different limits."""
    key = {"suits": "5"} if name == PJ else {"pairs": "5 20" if name == S24 else "5"}
    desk = SignTable(name, stated("10", "60", unit="2.50", **key))
    desk.round("ann", "bob")
    desk.do(RestrictForShoe(SUPERVISOR, START, "cat"))
    if name in NSW:
        desk.do(AllowMore(SUPERVISOR, START, "bob", 2_000, 9_000, agreed=True))
    desk.do(RaiseMinimum(SUPERVISOR, START, stated("15", "60", unit="2.50", **key)))
    desk.come("dan")
    desk.do(LimitBettors(SUPERVISOR, START, rng.choice([None, 2])))
    desk.do(LimitBoxes(SUPERVISOR, START, rng.choice([None, 3])))
    for player in ("ann", "bob"):
        held = desk.table.racks[player]
        desk.do(c.TakeChips(player, held - 10_000))
    return desk


def whole(table: Table) -> int:
    return sum(table.racks.values()) + table.layout() + table.float_tray


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("seed", range(6))
def test_every_amount_that_is_listed_is_allowed_and_one_step_more_is_not(
    name: str, seed: int
) -> None:
    rng = random.Random(f"{name} {seed}")
    desk = busy(name, rng)
    chips = whole(desk.table)
    for turn in range(25):
        if turn == 15:
            desk.do(ChangeLimits(SUPERVISOR, START, lower(desk)))
        options = [o for o in legal(desk.rules, desk.table) if o.who]
        for option in options:
            for amount in (option.least, option.most):
                command = with_amount(option, amount)
                assert why_not(desk.rules, desk.table, command) is None, command
            if isinstance(option.command, c.PlaceWager | RaiseWager):
                above = with_amount(option, option.most + option.step)
                below = with_amount(option, option.least - option.step)
                assert why_not(desk.rules, desk.table, above) is not None, above
                assert why_not(desk.rules, desk.table, below) is not None, below
        option = rng.choice(options)
        steps = rng.randint(0, (option.most - option.least) // option.step)
        desk.do(with_amount(option, option.least + steps * option.step))
        assert whole(desk.table) == chips
    if desk.table.boxes:
        desk.do(c.CloseBets())
    cut = [e for e in desk.events if isinstance(e, WagerCutBack)]
    for event in cut:  # all of it was allowed; but the seated player has first option
        assert desk.table.patron_at(event.box) not in (None, desk.table.patron(event.player))


def lower(desk: SignTable) -> Stated:
    """Return the sign's limits with a lower maximum."""
    assert desk.table.sign is not None
    return changed(desk.table.sign.stated, maximum=4_000)


@pytest.mark.parametrize("name", ALL)
def test_a_raised_wager_plays_for_the_whole_of_it(name: str) -> None:
    desk = SignTable(name, LIMITS)
    desk.do(place("ann", 1, "10"))
    desk.do(raise_wager("ann", 1, "10"))
    desk.do(c.CloseBets())
    for card in cards("Ks 7h Ac"):
        desk.do(c.DealCard(card))
    assert [(e.stake, e.result) for e in desk.settled] == [(2_000, "win")]
