"""What would have won, beside exact figures and beside sessions that bots play at a real table."""

from collections.abc import Iterator
from dataclasses import replace
from math import sqrt

import pytest

from floor.tables import Played
from houserules.analysis.tournament_chances import (
    BEST,
    BOTS,
    DOUBLE,
    NEVER_BUST,
    Decision,
    chance_of,
    find_chances,
    open_entries,
    open_ways,
    prepared_game,
)
from houserules.analysis.tournament_decision import RoundBefore, SeatBefore
from houserules.core.people import Moment, Person
from houserules.floor.commands import BeReady
from houserules.floor.tables.auto_dealer import waited_for
from houserules.floor.tables.settings import Setting
from houserules.odds.solved_game import solve
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import choose
from houserules.rulebook.schema import Rulebook
from houserules.simulator.tournament import layout
from houserules.table.commands import PlaceWager
from houserules.table.session.commands import BeginSession
from houserules.table.session.state import Limits, Player, SessionConditions
from houserules.tournament.bots.moves import Bot, bot_command
from repetitions import repetitions

S65 = "nsw-pontoon-6to5-2017"
OPTIONS = (("smallest_chip", "1"),)
TRIALS = repetitions(100, 2_000)
LIMITS = ((1, 25_00, 500_00),)
ALIKE = RoundBefore(
    rounds=1,
    chips=1000_00,
    advance=1,
    final=False,
    limits=LIMITS,
    pass_cards=0,
    forms=0,
    order_of_wagering=False,
    deal_from_marker=False,
    round=1,
    marker=None,
    seats=(
        SeatBefore(1, "steady", 1000_00, 0, 0),
        SeatBefore(2, "tactical", 1000_00, 0, 0),
        SeatBefore(4, "tactical", 1000_00, 0, 0),
    ),
    me=1,
    entry=(125_00, 0),
)


@pytest.fixture(scope="module")
def rules() -> Rulebook:
    return choose(rulebook(S65), dict(OPTIONS))


def against_one_who_passes(ahead: int) -> RoundBefore:
    """Return the last round against one player who is ahead and passes: only the own cards decide."""
    return replace(
        ALIKE,
        pass_cards=1,
        seats=(
            SeatBefore(1, "tactical", 1000_00, 0, 0),
            SeatBefore(2, "steady", 1000_00 + ahead, 1, 0),
        ),
        me=0,
        entry=(25_00, 0),
    )


@pytest.mark.parametrize(("ahead", "wagers_needed"), [(5_00, 0.2), (31_00, 1.24), (61_00, 2.44)])
def test_where_only_the_own_cards_decide_the_chance_is_exact(
    rules: Rulebook, ahead: int, wagers_needed: float
) -> None:
    """The chance is that of a net result above the lead, by the exact distribution of a round."""
    exact = sum(
        chance
        for net, chance in solve(rules, wager=25_00).distribution.items()
        if net > wagers_needed
    )
    found = find_chances(rules, against_one_who_passes(ahead), sessions=60_000)
    entered = found["entered"]
    assert 0 < exact < 1
    assert entered["error"] == pytest.approx(sqrt(exact * (1 - exact) / 60_000), rel=0.1)
    assert abs(entered["chance"] - exact) < 4 * entered["error"]


def test_a_lead_that_no_wager_can_lose_is_certain(rules: Rulebook) -> None:
    """Far ahead, everything wins; far behind, nothing does; and with enough seats all go on."""
    ahead = replace(
        ALIKE, seats=(ALIKE.seats[0], replace(ALIKE.seats[1], chips=50_000_00), ALIKE.seats[2])
    )
    found = find_chances(rules, ahead, sessions=500)
    assert {row["chance"] for row in found["entries"]} == {1.0}
    assert (found["cost"]["chance"], found["cost"]["error"]) == (0.0, 0.0)
    behind = replace(
        ALIKE, seats=(replace(ALIKE.seats[0], chips=50_000_00), *ALIKE.seats[1:]), entry=(500_00, 0)
    )
    assert find_chances(rules, behind, sessions=500)["best"]["chance"] == 0.0


def play_at_a_table(seed: int) -> tuple[bool, bool]:
    """Play the same session at a table with bots; return whether the player goes on, or ties."""
    bots = {
        seat.box: Bot(f"p{seat.box}", seat.style)  # type: ignore[arg-type]
        for seat in ALIKE.seats
    }
    conditions = SessionConditions(
        rounds=1,
        chips=ALIKE.chips,
        advance=1,
        final=False,
        pass_cards=0,
        undisclosed_wagers=0,
        order_of_wagering=False,
        deal_from_marker=False,
        limits=(Limits(1, 25_00, 500_00),),
    )
    played = Played(Setting("t1", "Table", S65, OPTIONS), seed=f"chances {seed}")
    manager, players = (
        Person("house", "Tournament Manager"),
        tuple(Player(bot.name, box) for box, bot in bots.items()),
    )
    played.do(BeginSession(manager, Moment(0), "cup/1", conditions, players))
    me = bots[ALIKE.seats[ALIKE.me].box]
    while (session := played.state.table.session) is not None and session.result is None:
        for command in _next_commands(played, bots, me):
            played.do(command)
            break
    assert session is not None and session.result is not None
    return me.name in session.result.advance, me.name in session.result.play_off


def _next_commands(played: Played, bots: dict[int, Bot], me: Bot) -> Iterator[object]:
    state = played.state
    by_name = {bot.name: bot for bot in bots.values()}
    waits = waited_for(state)
    if not waits:
        yield BeReady(me.name)
        return
    bot, session = by_name[waits[0]], state.table.session
    assert session is not None
    if bot is me and state.table.phase == "betting" and not state.table.source.due:  # type: ignore[union-attr]
        box = session.player(me.name).box  # type: ignore[union-attr]
        yield PlaceWager(me.name, box, ALIKE.entry[0], seated=True)
    command = bot_command(state.setting.rules, state.table, bot, lambda _: (0, 0))
    yield command or BeReady(bot.name)


def test_bots_at_a_table_win_as_often_as_in_the_simulation(rules: Rulebook) -> None:
    """A tie is played off at another table, so it counts half here and widens the margin."""
    results = [play_at_a_table(seed) for seed in range(TRIALS)]
    wins, ties = (sum(each[place] for each in results) / TRIALS for place in (0, 1))
    simulated = chance_of(Decision(rules, ALIKE, 40_000, 1).play_out(ALIKE.entry, BOTS))
    share = wins + ties / 2
    margin = 4 * sqrt(share * (1 - share) / TRIALS + simulated.error**2) + ties / 2
    assert abs(simulated.chance - share) < margin, (share, simulated)


# What is open, and what stays as it was.


def test_whoever_had_entered_keeps_the_entry(rules: Rulebook) -> None:
    """A rival ahead by $100 who is known to pass cannot be caught with less than $100 and a half."""
    seats = (ALIKE.seats[1], SeatBefore(5, "random", 1100_00, 1, 0, entry=(0, 0)))
    before = replace(ALIKE, seats=seats, me=0, pass_cards=1)
    found = {
        row["wager"]: row["chance"] for row in find_chances(rules, before, sessions=3000)["entries"]
    }
    assert found[25_00] < 0.05 < found[125_00]


def test_every_choice_that_was_open_is_there() -> None:
    seat = replace(ALIKE.seats[1], pass_cards=1, forms=1, chips=160_00)
    before = replace(ALIKE, seats=(ALIKE.seats[0], seat, ALIKE.seats[2]))
    entries = list(open_entries(before))
    wagers = [25_00 * step for step in range(1, 7)]
    assert entries == [(0, 0), *[(each, 0) for each in wagers], *[(0, each) for each in wagers]]
    plain = replace(before, seats=ALIKE.seats)
    assert list(open_entries(plain)) == [(25_00 * step, 0) for step in range(1, 21)]
    beside = replace(plain, entry=(25_00, 50_00))
    assert list(open_entries(beside))[-1] == (25_00, 50_00)
    rich = replace(plain, limits=((1, 10_00, 1000_00),))
    wide = [wager for wager, _ in open_entries(replace(rich, entry=(10_00, 0)))]
    assert (len(wide), wide[0], wide[-1]) == (20, 10_00, 1000_00)


def test_a_double_needs_the_chips_for_it() -> None:
    chips = ALIKE.seats[1].chips
    assert DOUBLE in open_ways(ALIKE, (chips // 2, 0))
    assert DOUBLE not in open_ways(ALIKE, (chips // 2 + 25_00, 0))
    assert list(open_ways(ALIKE, (0, 25_00))) == [BEST, BOTS, NEVER_BUST]


def test_a_way_holds_for_one_round(rules: Rulebook) -> None:
    """In the first of two rounds the way matters; the kernel then plays on as always."""
    game = prepared_game(rules)
    assert len(game.plays) == 8
    decision = Decision(rules, replace(ALIKE, rounds=2), 200, 1)
    decision.play_out((500_00, 0), NEVER_BUST)
    assert (decision._table.seats[:3, layout.NEXT_WAY] == layout.BY_STYLE).all()
    assert decision._table.seats[ALIKE.me, layout.WAY] == BEST
