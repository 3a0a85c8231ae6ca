"""The seated player has first option on the box, whoever came before (readings 45, 64, 72, 74)."""

import pytest

from game_table import NZ, PJ, S24, S65, assert_refused, by_nsw_rulebook
from houserules.table import commands as c
from houserules.table.events import WagerCutBack, WagerSettled
from houserules.table.legal import legal
from houserules.table.people.commands import RefuseWager
from houserules.table.records.read import read_record
from houserules.table.records.replay import Replayed, replay
from houserules.table.sign.commands import AllowMore, LimitBettors, LimitSideWagers
from houserules.table.sign.events import SideWagerDisplaced, WagerDisplaced
from houserules.table.sign.state import SIDE_WAGERS
from rules.sign.sign_table import SIDE, START, SignTable, place, raise_wager, stated
from seated_table import MANAGER, SUPERVISOR

RICH = 1_000_000


def open_desk(name: str, maximum: str = "1000", **seats: int | None) -> SignTable:
    side = {"suits": "5"} if name == PJ else {"pairs": "5"}
    seated = seats or {"ann": 1, "bob": None, "cat": None, "dan": None}
    return SignTable(name, stated("5", maximum, **side), seats=tuple(seated.items()))


def side(name: str, player: str, box: int = 1) -> c.PlaceSideWager:
    suit = "d" if name == PJ else None
    return c.PlaceSideWager(player, box, SIDE[name], 500, suit)  # type: ignore[arg-type]


def plays(game: SignTable, box: int = 1) -> list[tuple[str, int]]:
    there = game.table.box(box)
    assert there is not None
    return [(bettor.player, bettor.plays) for bettor in there.bettors]


@pytest.mark.clause(S24, "7.1.1", "7.3.1")
@pytest.mark.clause(S65, "6.1.1", "6.3.1")
@pytest.mark.clause(PJ, "6.1.1", "6.3.1")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.3.1", "6.3.1", "6.3.1"))
def test_the_seated_player_may_take_the_maximum_that_others_have_used(
    name: str, clause: str
) -> None:
    game = open_desk(name)
    game.do(place("bob", 1, "600"))
    game.do(place("cat", 1, "400"))
    assert any(o.who == "ann" and o.most == 100_000 for o in legal(game.rules, game.table))
    assert_refused(game.say(place("ann", 1, "1000.50")), "wager.above-maximum", clause[:2] + "1")
    game.do(place("ann", 1, "300"))
    game.do(raise_wager("ann", 1, "200"))
    game.do(c.CloseBets())
    assert plays(game) == [("bob", 50_000), ("cat", 0), ("ann", 50_000)]
    cut = [e for e in game.events if isinstance(e, WagerCutBack)]
    assert [(e.player, e.handed_back, e.clause) for e in cut] == [
        ("bob", 10_000, clause),
        ("cat", 40_000, clause),
    ]
    assert game.table.racks["cat"] == RICH


@pytest.mark.clause(S24, "7.1.2", "7.1.3")
@pytest.mark.parametrize("name", [S24, S65, PJ])
def test_a_bettor_behind_has_no_first_option(name: str) -> None:
    game = open_desk(name)
    game.do(place("bob", 1, "1000"))
    shared = game.rules.limits.maximum_shared
    assert_refused(game.say(place("cat", 1, "5")), "wager.above-maximum", shared)


@pytest.mark.clause(NZ, "15.2")
def test_new_zealand_knows_no_first_option() -> None:
    game = open_desk(NZ)
    game.do(place("bob", 1, "1000"))
    assert_refused(game.say(place("ann", 1, "5")), "wager.above-maximum", "15.2")
    game = open_desk(NZ)
    for player in ("bob", "cat", "dan"):
        game.do(place(player, 1, "5"))
    assert_refused(game.say(place("ann", 1, "5")), "box.full", "15.1")


@pytest.mark.clause(S24, "7.6")
@pytest.mark.clause(S65, "6.6")
@pytest.mark.clause(PJ, "6.6")
@pytest.mark.parametrize("name", [S24, S65, PJ])
@pytest.mark.parametrize("order", [("ann", "bob"), ("bob", "ann")])
def test_ones_own_maximum_takes_nothing_from_others_in_either_order(
    name: str, order: tuple[str, str]
) -> None:
    game = open_desk(name)
    game.do(AllowMore(SUPERVISOR, START, "ann", 500, 500_000))
    for player in order:
        game.do(place(player, 3, "5000" if player == "ann" else "1000"))
    game.do(c.CloseBets())
    assert dict(plays(game, 3)) == {"ann": 500_000, "bob": 100_000}


@pytest.mark.clause(S24, "6.5", "6.6.1")
@pytest.mark.clause(S65, "5.4", "5.5.1")
@pytest.mark.clause(PJ, "5.4", "5.5.1")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("6.5", "5.4", "5.4"))
def test_the_last_to_come_gives_way_to_the_seated_player(name: str, clause: str) -> None:
    game = open_desk(name)
    for player in ("bob", "cat", "dan"):
        game.do(place(player, 1, "5"))
    game.come("eve")
    assert_refused(game.say(place("eve", 1, "5")), "box.full", clause)
    game.do(place("ann", 1, "50"))
    gone = [e for e in game.events if isinstance(e, WagerDisplaced)]
    assert [(e.player, e.amount, e.clause) for e in gone] == [("dan", 500, clause)]
    assert game.table.racks["dan"] == RICH
    assert plays(game) == [("bob", 500), ("cat", 500), ("ann", 5_000)]


@pytest.mark.clause(S24, "6.5")
@pytest.mark.parametrize("name", [S24, S65, PJ])
def test_as_many_give_way_as_the_order_asks_for(name: str) -> None:
    game = open_desk(name)
    for player in ("bob", "cat", "dan"):
        game.do(place(player, 1, "5"))
    game.do(LimitBettors(SUPERVISOR, START, 2))
    game.do(place("ann", 1, "50"))
    assert plays(game) == [("bob", 500), ("ann", 5_000)]


@pytest.mark.clause(S24, "6.3", "6.4", "16.5")
@pytest.mark.clause(S65, "5.2", "5.3", "15.5")
@pytest.mark.clause(PJ, "5.2", "5.3", "13.5")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("16.5", "15.5", "13.5"))
def test_a_strangers_side_wager_does_not_lock_a_wager(name: str, clause: str) -> None:
    game = open_desk(name)
    game.do(place("ann", 1, "500"))
    game.do(side(name, "bob"))
    game.do(c.WithdrawWager("ann", 1))
    back = [e for e in game.events if isinstance(e, SideWagerDisplaced)]
    assert [(e.player, e.amount, e.clause) for e in back] == [("bob", 500, clause)]
    assert (game.table.racks["ann"], game.table.racks["bob"]) == (RICH, RICH)
    assert not game.table.boxes


@pytest.mark.clause(S24, "16.5")
@pytest.mark.parametrize("name", [S24, S65, PJ])
def test_a_side_wager_stays_beside_another_initial_wager(name: str) -> None:
    game = open_desk(name)
    game.do(place("ann", 1, "500"))
    game.do(place("cat", 1, "5"))
    game.do(side(name, "bob"))
    game.do(c.WithdrawWager("ann", 1))
    assert [each.player for each in game.table.boxes[0].sides] == ["bob"]


@pytest.mark.clause(S24, "16.4", "20.12")
@pytest.mark.clause(S65, "15.4", "19.11")
@pytest.mark.clause(PJ, "13.4", "17.11")
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("name", [S24, S65, PJ])
def test_with_the_only_initial_wager_a_limited_side_wager_is_refused_too(
    name: str, *, closed: bool
) -> None:
    game = open_desk(name, ann=1, bob=2)
    for who in ("Surveillance", "inspector"):
        game.told(who, SIDE_WAGERS)
    game.do(LimitSideWagers(MANAGER, START))
    game.do(place("ann", 1, "10"))
    game.do(place("bob", 2, "10"))
    game.do(side(name, "ann", 2))
    if closed:
        game.do(c.CloseBets())
    game.do(RefuseWager(SUPERVISOR, START, "ann", 1, "placed too late"))
    assert game.table.racks["ann"] == RICH
    there = game.table.box(2)
    assert there is not None and not there.sides and len(there.bettors) == 1


@pytest.mark.clause(NZ, "15A.2")
@pytest.mark.parametrize(("name", "wins"), [(S24, True), (S65, True), (NZ, False)])
def test_perfect_pairs_of_a_bettor_cut_back_to_nothing(name: str, *, wins: bool) -> None:
    data = {
        "format": "houserules/round-1",
        "rulebook": name,
        "cards": "9s 9c 9d 9h Kh",
        "decisions": ["1 stand"],
        "table": {"maximum": "600", "perfect_pairs": "5"},
        "wagers": [
            {"box": 1, "player": "ann", "amount": "600", "seated": True},
            {"box": 1, "player": "dan", "amount": "10"},
        ],
        "side_wagers": [{"kind": "perfect-pairs", "box": 1, "player": "dan", "amount": "5"}],
    }
    found = replay(read_record(data))
    assert isinstance(found, Replayed)
    settled = [e for e in found.events if isinstance(e, WagerSettled) and e.player == "dan"]
    assert [(e.wager, e.result) for e in settled] == [("perfect-pairs", "win")] * wins
    back = [e for e in found.events if isinstance(e, SideWagerDisplaced)]
    assert [(e.player, e.clause) for e in back] == [("dan", "15A.2")] * (not wins)
