"""Held to the minimum: who sat out, by whom, for how long, and after which notice."""

import pytest

from game_table import (
    ALL,
    NSW,
    NZ,
    PJ,
    S24,
    S65,
    GameTable,
    assert_refused,
    by_nsw_rulebook,
    by_rulebook,
)
from houserules.table import commands as c
from houserules.table.commands import StaffCommand
from houserules.table.legal import legal
from houserules.table.people.commands import ComeToTable, LeaveTable
from houserules.table.sign.commands import (
    AllowMore,
    LiftRestriction,
    LimitToOneBox,
    RaiseMinimum,
    RestrictForFurtherShoes,
    RestrictForShoe,
)
from houserules.table.sign.events import PlayerRestricted
from houserules.table.sign.limits import limits_for, sat_out
from houserules.table.sign.state import TO_ONE_BOX, TO_THE_MINIMUM, Length
from rules.sign.sign_table import START, SignTable, place, stated
from seated_table import MANAGER, SUPERVISOR

LIMITS = stated("10", "500")


def most(desk: SignTable, player: str) -> int | None:
    return limits_for(desk.rules, desk.table, player).most(0)


@pytest.mark.clause(S24, "6.11")
@pytest.mark.clause(S65, "5.10")
@pytest.mark.clause(NZ, "5.8", "5.8(a)", "5.8(b)")
@pytest.mark.clause(PJ, "5.10")
@pytest.mark.parametrize(
    ("name", "first", "later"),
    [(S24, "6.11", "6.11"), (S65, "5.10", "5.10"), (NZ, "5.8(a)", "5.8(b)"), (PJ, "5.10", "5.10")],
)
def test_the_table_knows_who_sat_out(name: str, first: str, later: str) -> None:
    desk = SignTable(name, LIMITS)

    def grounds() -> list[str | None]:
        return [sat_out(desk.rules, desk.table, each) for each in ("ann", "bob", "cat")]

    assert grounds() == [None, None, None]  # no round of the shoe has begun
    desk.round("ann", "bob")
    assert grounds() == [None, None, first]
    desk.round("ann", "cat")
    assert grounds() == [None, later, first]
    desk.round("ann", "bob", "cat")
    assert grounds() == [None, later, first]
    desk.new_shoe()
    assert grounds() == [None, None, None]
    desk.round("bob", "cat")
    assert grounds() == [first, None, None]


@pytest.mark.clause(S24, "6.11")
@pytest.mark.clause(S65, "5.10")
@pytest.mark.clause(NZ, "5.8", "5.8(a)", "5.8(b)")
@pytest.mark.clause(PJ, "5.10")
@pytest.mark.parametrize(
    ("name", "clause", "ground"),
    [(S24, "6.11", "6.11"), (S65, "5.10", "5.10"), (NZ, "5.8", "5.8(a)"), (PJ, "5.10", "5.10")],
)
def test_who_sat_out_is_held_to_the_minimum_until_the_shoe_ends(
    name: str, clause: str, ground: str
) -> None:
    desk = SignTable(name, LIMITS)
    early = RestrictForShoe(SUPERVISOR, START, "cat")
    assert_refused(desk.say(early), "restriction.no-ground", clause)
    desk.round("ann", "bob")
    assert_refused(
        desk.say(RestrictForShoe(SUPERVISOR, START, "ann")), "restriction.no-ground", clause
    )
    desk.do(early)
    assert_refused(desk.say(early), "restriction.standing", clause)
    assert_refused(desk.say(place("cat", 3, "9.50")), "wager.below-minimum", minimum_of(desk))
    assert_refused(desk.say(place("cat", 3, "10.50")), "wager.restricted", ground)
    desk.do(place("cat", 3, "10"))
    desk.do(place("cat", 4, "10"))  # on as many boxes as before
    desk.do(place("ann", 1, "500"))
    desk.new_shoe()
    assert most(desk, "cat") == 50_000
    ordered = [e for e in desk.events if isinstance(e, PlayerRestricted)]
    assert [(e.player, e.length, e.clause) for e in ordered] == [("cat", "this shoe", ground)]


def minimum_of(desk: SignTable) -> str:
    return desk.rules.limits.minimum.clause


@pytest.mark.clause(NZ, "5.8(b)")
def test_in_new_zealand_a_later_round_sat_out_has_its_own_ground() -> None:
    desk = SignTable(NZ, LIMITS)
    desk.round("ann", "bob")
    desk.round("ann")
    desk.do(RestrictForShoe(SUPERVISOR, START, "bob"))
    assert_refused(desk.say(place("bob", 2, "10.50")), "wager.restricted", "5.8(b)")


@pytest.mark.clause(S24, "6.11")
@pytest.mark.clause(S65, "5.10")
@pytest.mark.clause(PJ, "5.10")
@pytest.mark.parametrize(
    ("name", "clause", "further"),
    [(S24, "6.11", "6.12"), (S65, "5.10", "5.11"), (PJ, "5.10", "5.11")],
)
def test_nobody_sits_out_a_shoe_where_there_is_a_device(
    name: str, clause: str, further: str
) -> None:
    desk = SignTable(name, LIMITS, kind="shuffling device")
    desk.round("ann", "bob")
    assert_refused(
        desk.say(RestrictForShoe(SUPERVISOR, START, "cat")), "restriction.no-shoe", clause
    )
    assert_refused(
        desk.say(RestrictForFurtherShoes(MANAGER, START, "cat")), "restriction.no-shoe", further
    )


@pytest.mark.clause(S24, "6.12")
@pytest.mark.clause(S65, "5.11")
@pytest.mark.clause(PJ, "5.11")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("6.12", "5.11", "5.11"))
def test_further_shoes_only_after_an_inspector_was_told(name: str, clause: str) -> None:
    desk = SignTable(name, LIMITS)
    restrict = RestrictForFurtherShoes(MANAGER, START, "cat")
    assert_refused(desk.say(restrict), "restriction.no-ground", clause)
    desk.round("ann", "bob")
    assert_refused(desk.say(restrict), "restriction.not-notified", clause)
    desk.told("Surveillance", TO_THE_MINIMUM, "cat")
    desk.told("inspector", TO_THE_MINIMUM, "ann")
    desk.told("inspector", TO_ONE_BOX, "cat")
    assert_refused(desk.say(restrict), "restriction.not-notified", clause)
    desk.told("inspector", TO_THE_MINIMUM, "cat")
    desk.do(restrict)
    for _ in range(3):
        assert_refused(desk.say(place("cat", 3, "10.50")), "wager.restricted", clause)
        desk.new_shoe()
    desk.do(LeaveTable("cat"))
    desk.come("cat")
    assert_refused(desk.say(place("cat", 3, "10.50")), "wager.restricted", clause)
    desk.do(LiftRestriction(MANAGER, START, "cat", "further shoes"))
    desk.do(place("cat", 3, "500"))


@pytest.mark.clause(S24, "6.13")
@pytest.mark.clause(S65, "5.12")
@pytest.mark.clause(PJ, "5.12")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("6.13", "5.12", "5.12"))
@pytest.mark.parametrize("kind", ["card shoe", "shuffling device"])
def test_one_box_and_the_minimum_only_after_an_inspector_was_told(
    name: str, clause: str, kind: str
) -> None:
    desk = SignTable(name, LIMITS, kind=kind)  # type: ignore[arg-type]
    limit = LimitToOneBox(MANAGER, START, "ann")
    assert_refused(desk.say(limit), "restriction.not-notified", clause)
    desk.told("inspector", TO_ONE_BOX, "ann")
    desk.do(limit)
    assert_refused(desk.say(place("ann", 1, "10.50")), "wager.restricted", clause)
    desk.do(place("ann", 5, "10"))  # any one box
    assert_refused(desk.say(place("ann", 1, "10")), "box.one-only", clause)
    desk.do(c.WithdrawWager("ann", 5))
    desk.do(place("ann", 1, "10"))
    desk.do(place("bob", 2, "500"))
    desk.do(place("bob", 3, "500"))


@pytest.mark.clause(S24, "6.13")
def test_one_box_counts_side_wagers_too() -> None:
    desk = SignTable(S24, stated("10", "500", pairs="5"))
    desk.told("inspector", TO_ONE_BOX, "ann")
    desk.do(LimitToOneBox(MANAGER, START, "ann"))
    desk.do(place("ann", 1, "10"))
    desk.do(place("bob", 2, "10"))
    assert_refused(
        desk.say(c.PlaceSideWager("ann", 2, "perfect-pairs", 500)), "box.one-only", "6.13"
    )
    desk.do(c.PlaceSideWager("ann", 1, "perfect-pairs", 500))


@pytest.mark.parametrize("name", NSW)
def test_a_restriction_beats_a_marker_and_limits_of_ones_own(name: str) -> None:
    desk = SignTable(name, LIMITS)
    desk.do(AllowMore(SUPERVISOR, START, "ann", 1_000, 200_000))
    desk.do(RaiseMinimum(SUPERVISOR, START, stated("25", "500")))
    desk.told("inspector", TO_ONE_BOX, "ann")
    desk.do(LimitToOneBox(MANAGER, START, "ann"))
    force = limits_for(desk.rules, desk.table, "ann")
    assert (force.minimum, force.player_maximum) == (1_000, 2_500)
    clause = desk.rules.powers.may_limit_to_one_box.clause
    for amount in ("10.50", "24.50", "25.50"):  # one minimum or the other, and none between
        assert_refused(desk.say(place("ann", 1, amount)), "wager.restricted", clause)
    listed = [o for o in legal(desk.rules, desk.table) if o.command == place("ann", 1, "10")]
    assert [(o.least, o.most, o.step) for o in listed] == [(1_000, 2_500, 1_500)]
    desk.do(place("ann", 1, "25"))
    desk.do(c.WithdrawWager("ann", 1))
    desk.do(place("ann", 1, "10"))


@pytest.mark.clause(S24, "6.12", "6.13")
@pytest.mark.clause(S65, "5.11", "5.12")
@pytest.mark.clause(PJ, "5.11", "5.12")
@pytest.mark.parametrize(
    ("name", "further", "one"),
    [(S24, "6.12", "6.13"), (S65, "5.11", "5.12"), (PJ, "5.11", "5.12")],
)
def test_a_restriction_ordered_again_needs_a_new_notice(name: str, further: str, one: str) -> None:
    desk = SignTable(name, LIMITS)
    desk.round("ann", "bob")
    orders: list[tuple[StaffCommand, str, Length, str]] = [
        (RestrictForFurtherShoes(MANAGER, START, "cat"), TO_THE_MINIMUM, "further shoes", further),
        (LimitToOneBox(MANAGER, START, "cat"), TO_ONE_BOX, "one box", one),
    ]
    for order, about, length, clause in orders:
        desk.told("inspector", about, "cat")
        desk.told("inspector", about, "ann")
        desk.do(order)
        desk.do(LiftRestriction(MANAGER, START, "cat", length))
        assert_refused(desk.say(order), "restriction.not-notified", clause)
        desk.told("inspector", about, "ann")  # about somebody else
        assert_refused(desk.say(order), "restriction.not-notified", clause)
        desk.told("inspector", about, "cat")
        desk.do(order)
    desk.do(LimitToOneBox(MANAGER, START, "ann"))  # the notice about ann is not spent


@pytest.mark.parametrize("name", ALL)
def test_a_restriction_outlives_a_walk_around_the_table(name: str) -> None:
    desk = SignTable(name, LIMITS)
    desk.round("ann", "bob")
    desk.do(RestrictForShoe(SUPERVISOR, START, "cat"))
    desk.do(LeaveTable("cat"))
    desk.do(ComeToTable("cat"))
    assert most(desk, "cat") == 1_000


@pytest.mark.clause(S24, "6.12", "6.13")
@pytest.mark.clause(S65, "5.11", "5.12")
@pytest.mark.clause(PJ, "5.11", "5.12")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("6.13", "5.12", "5.12"))
def test_who_could_not_order_a_restriction_does_not_lift_it(name: str, clause: str) -> None:
    desk = SignTable(name, LIMITS)
    desk.told("inspector", TO_ONE_BOX, "ann")
    desk.do(LimitToOneBox(MANAGER, START, "ann"))
    lift = LiftRestriction(SUPERVISOR, START, "ann", "one box")
    assert_refused(desk.say(lift), "role.may-not", clause)
    none = LiftRestriction(MANAGER, START, "bob", "one box")
    assert_refused(desk.say(none), "restriction.none", clause)
    desk.do(LiftRestriction(MANAGER, START, "ann", "one box"))
    assert most(desk, "ann") == 50_000


@pytest.mark.parametrize(("name", "clause"), by_rulebook("6.11", "5.10", "5.8", "5.10"))
def test_a_shoes_restriction_may_end_before_the_shoe(name: str, clause: str) -> None:
    desk = SignTable(name, LIMITS)
    desk.round("ann", "bob")
    desk.do(RestrictForShoe(SUPERVISOR, START, "cat"))
    desk.do(LiftRestriction(SUPERVISOR, START, "cat", "this shoe"))
    assert most(desk, "cat") == 50_000
    again = LiftRestriction(SUPERVISOR, START, "cat", "this shoe")
    assert_refused(desk.say(again), "restriction.none", clause)


@pytest.mark.parametrize("name", ALL)
def test_restrictions_hold_to_the_minimum_on_a_sign(name: str) -> None:
    game = GameTable(name)
    commands: list[StaffCommand] = [RestrictForShoe(SUPERVISOR, START, "ann")]
    if name != NZ:
        commands += [
            RestrictForFurtherShoes(MANAGER, START, "ann"),
            LimitToOneBox(MANAGER, START, "ann"),
        ]
    for command in commands:
        assert_refused(game.say(command), "sign.none", game.rules.limits.minimum.clause)
