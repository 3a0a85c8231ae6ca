"""A casino supervisor refuses a wager before the first card and has it removed."""

import pytest

from game_table import NSW, NZ, PJ, S24, S65, assert_refused
from houserules.core.people import Person
from houserules.table import commands as c
from houserules.table.legal import legal
from houserules.table.people.commands import RefuseWager
from houserules.table.people.events import WagerRefused
from houserules.table.people.state import RefusedWager
from seated_table import NOT_SUPERVISORS, NOW, SUPERVISOR, SUPERVISORS, SeatedTable

CLAUSE = {S24: "20.12", S65: "19.11", PJ: "17.11"}
SIDE = {S24: "perfect-pairs", S65: "perfect-pairs", PJ: "suits-you"}

in_nsw = pytest.mark.parametrize("name", NSW)


def refuse(
    player: str = "ann",
    box: int = 1,
    reason: str = "it may be for the boss",
    by: Person = SUPERVISOR,
) -> RefuseWager:
    return RefuseWager(by, NOW, player, box, reason)


@pytest.mark.clause(S24, "20.12")
@pytest.mark.clause(S65, "19.11")
@pytest.mark.clause(PJ, "17.11")
@in_nsw
def test_a_refused_wager_is_removed_and_the_grounds_are_kept(name: str) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceWager("ann", 2, 1_000))
    game.do(c.PlaceWager("bob", 1, 1_000))
    game.do(refuse())
    assert (game.up("ann"), game.up("bob")) == (-1_000, -1_000)
    assert [(box.number, [b.player for b in box.bettors]) for box in game.table.boxes] == [
        (1, ["bob"]),
        (2, ["ann"]),
    ]
    grounds = "it may be for the boss"
    assert game.last(WagerRefused) == WagerRefused(
        "ann", 1, "original", 1_000, grounds, "sue", NOW, CLAUSE[name]
    )
    assert game.table.people.refused == (
        RefusedWager("ann", 1, "original", 1_000, grounds, 0, "sue", NOW),
    )


@pytest.mark.clause(S24, "20.12")
@pytest.mark.clause(S65, "19.11")
@pytest.mark.clause(PJ, "17.11")
@in_nsw
def test_side_wagers_go_with_it(name: str) -> None:
    game = SeatedTable(name, **{SIDE[name].replace("-", "_"): "5"})
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceSideWager("ann", 1, SIDE[name], 500, "s"))
    game.do(refuse())
    assert (game.up("ann"), game.table.boxes) == (0, ())
    assert [each.wager for each in game.table.people.refused] == ["original", SIDE[name]]


@in_nsw
def test_a_side_wager_alone_may_be_refused(name: str) -> None:
    game = SeatedTable(name, **{SIDE[name].replace("-", "_"): "5"})
    game.do(c.PlaceWager("bob", 2, 1_000))
    side = c.PlaceSideWager("ann", 2, SIDE[name], 500, "s")
    game.do(side)
    game.do(refuse(box=2))
    assert (game.up("ann"), game.up("bob")) == (0, -1_000)
    assert_refused(game.say(side), "wager.refused", CLAUSE[name])


@pytest.mark.clause(S24, "20.12")
@pytest.mark.clause(S65, "19.11")
@pytest.mark.clause(PJ, "17.11")
@in_nsw
def test_the_same_wager_is_refused_for_that_round_and_another_is_not(name: str) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 100_000))
    game.do(refuse())
    assert_refused(game.say(c.PlaceWager("ann", 1, 100_000)), "wager.refused", CLAUSE[name])
    game.do(c.PlaceWager("bob", 1, 100_000))
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(refuse())
    assert_refused(game.say(c.PlaceWager("ann", 1, 1_000)), "wager.refused", CLAUSE[name])
    game.do(c.WithdrawWager("bob", 1))
    game.round("bob")
    game.do(c.PlaceWager("ann", 1, 100_000))


@pytest.mark.clause(S24, "20.12")
@pytest.mark.clause(S65, "19.11")
@pytest.mark.clause(PJ, "17.11")
@in_nsw
def test_after_the_first_card_no_wager_is_refused(name: str) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.deal("9c")
    assert_refused(game.say(refuse()), "refuse-wager.too-late", CLAUSE[name])


@in_nsw
def test_it_takes_grounds_and_a_wager(name: str) -> None:
    game = SeatedTable(name)
    assert_refused(game.say(refuse()), "refuse-wager.none", CLAUSE[name])
    game.do(c.PlaceWager("ann", 1, 1_000))
    assert_refused(game.say(refuse(reason=" ")), "refuse-wager.no-grounds", CLAUSE[name])
    assert_refused(game.say(refuse(box=2)), "refuse-wager.none", CLAUSE[name])
    assert_refused(game.say(refuse("bob")), "refuse-wager.none", CLAUSE[name])


@pytest.mark.clause(S24, "20.12")
@pytest.mark.clause(S65, "19.11")
@pytest.mark.clause(PJ, "17.11")
@in_nsw
@pytest.mark.parametrize("person", NOT_SUPERVISORS, ids=lambda person: person.role)
def test_who_may_not_refuse_is_told_who_may(name: str, person: Person) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    answer = game.say(refuse(by=person))
    assert_refused(answer, "role.may-not", CLAUSE[name])
    assert answer is not None and "casino supervisor" in answer.detail


@in_nsw
@pytest.mark.parametrize("person", SUPERVISORS, ids=lambda person: person.role)
def test_a_casino_supervisor_and_above_may_refuse(name: str, person: Person) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(refuse(by=person))


def test_new_zealand_leaves_it_to_division_1() -> None:
    game = SeatedTable(NZ)
    game.do(c.PlaceWager("ann", 1, 1_000))
    assert_refused(game.say(refuse()), "role.may-not", "2.0")


@in_nsw
@pytest.mark.parametrize("amount", [1_000, 1_500, 500_000])
def test_what_is_listed_as_open_leaves_the_refused_amount_out(name: str, amount: int) -> None:
    game = SeatedTable(name, minimum="10", maximum="5000", unit="5")
    game.do(c.PlaceWager("ann", 1, amount))
    game.do(refuse())
    open_now = [
        (option.least, option.most)
        for option in legal(game.rules, game.table)
        if isinstance(option.command, c.PlaceWager)
        and (option.who, option.command.box, option.command.seated) == ("ann", 1, True)
    ]
    whole = [(1_000, amount - 500), (amount + 500, 500_000)]
    assert open_now == [(least, most) for least, most in whole if least <= most]


@pytest.mark.clause(S24, "20.12")
@pytest.mark.clause(S65, "19.11")
@pytest.mark.clause(PJ, "17.11")
@in_nsw
def test_a_wager_may_be_refused_until_the_first_card_is_out(name: str) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceWager("ann", 2, 1_000))
    game.do(c.PlaceWager("bob", 2, 2_000))
    game.do(c.CloseBets())
    game.do(refuse())
    assert (game.up("ann"), game.settled[-1].result) == (-1_000, "void")
    assert game.settled[-1].clause == CLAUSE[name]
    assert [each.before for each in game.table.people.refused] == [0]
    game.deal("9c")
    assert_refused(game.say(refuse(box=2)), "refuse-wager.too-late", CLAUSE[name])
    game.deal("9s 9d")
    assert next(hand.cards for _, _, hand in game.table.hands()) == ()
    game.do(c.Stand("bob", 2, 1))
    game.deal("Kh")
    game.do(c.ClearTable())
    game.do(c.PlaceWager("ann", 1, 1_000))  # it was refused for that round only


@in_nsw
def test_a_round_whose_only_wager_is_refused_is_over(name: str) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.CloseBets())
    game.do(refuse())
    assert (game.table.phase, game.up("ann")) == ("over", 0)
    assert_refused(game.say(refuse()), "refuse-wager.too-late", CLAUSE[name])
    game.do(c.ClearTable())
