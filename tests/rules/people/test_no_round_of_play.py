"""What is refused before the first card, and a round that never began (readings 66 and 70)."""

import pytest

from houserules.table import commands as c
from houserules.table.cards import commands as k
from houserules.table.legal import legal, with_amount
from houserules.table.people.commands import RefuseWager, RequireToVacate
from houserules.table.sign.commands import RaiseWager, RestrictForShoe
from houserules.table.state import changed
from rules.sign.desk import SIDE, SUPERVISOR, Desk, after, each, more, nsw, place, stated
from talk import NZ, PJ, S24, S65, refused

NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")
DEALER = type(SUPERVISOR)("dora", "dealer")


def full_desk(name: str) -> Desk:
    seats = tuple(zip(NAMES, range(1, 8), strict=True))
    return Desk(name, stated("5", "1000"), seats=seats, **({"boxes": 7} if name == PJ else {}))


def never_begun(desk: Desk, amount: str) -> None:
    """Close the bets on one wager, refuse it before the first card, and clear the table."""
    desk.do(place("ann", 1, amount))
    desk.do(c.CloseBets())
    desk.do(RefuseWager(SUPERVISOR, after(1), "ann", 1, "placed too late"))
    assert desk.table.phase == "over"
    desk.do(c.ClearTable())


@pytest.mark.clause(S24, "2.1:round-of-play", "6.11", "20.10")
@pytest.mark.clause(S65, "1.1:round-of-play", "5.10", "19.9")
@pytest.mark.clause(PJ, "1.1:round-of-play", "5.10", "17.9")
@pytest.mark.parametrize(("name", "vacate"), nsw("20.10", "19.9", "17.9"))
def test_a_round_without_a_card_counts_for_nothing(name: str, vacate: str) -> None:
    desk = full_desk(name)
    for amount in ("6", "7", "8"):
        never_begun(desk, amount)
    refused(desk.say(RequireToVacate(SUPERVISOR, after(2), "bob")), "seat.not-idle", vacate)
    clause = desk.rules.powers.may_restrict_for_shoe.clause
    for player in ("ann", "bob"):
        restrict = RestrictForShoe(SUPERVISOR, after(2), player)
        refused(desk.say(restrict), "restriction.no-ground", clause)
    for _ in range(3):  # rounds of play do count
        desk.round("ann")
    desk.do(RestrictForShoe(SUPERVISOR, after(3), "bob"))
    desk.do(RequireToVacate(SUPERVISOR, after(3), "bob"))


@pytest.mark.clause(S24, "20.12")
@pytest.mark.clause(S65, "19.11")
@pytest.mark.clause(PJ, "17.11")
@pytest.mark.parametrize(("name", "clause"), nsw("20.12", "19.11", "17.11"))
def test_what_was_refused_stays_refused_for_the_round_to_come(name: str, clause: str) -> None:
    desk = full_desk(name)
    never_begun(desk, "100")
    refused(desk.say(place("ann", 1, "100")), "wager.refused", clause)
    desk.round("bob")
    desk.do(place("ann", 1, "100"))


@pytest.mark.clause(S24, "20.12")
@pytest.mark.clause(S65, "19.11")
@pytest.mark.clause(PJ, "17.11")
@pytest.mark.parametrize(("name", "clause"), nsw("20.12", "19.11", "17.11"))
def test_a_refused_wager_does_not_come_back_in_parts(name: str, clause: str) -> None:
    desk = full_desk(name)
    desk.do(place("ann", 1, "100"))
    desk.do(RefuseWager(SUPERVISOR, after(1), "ann", 1, "suspicion"))
    desk.do(place("ann", 1, "50"))
    refused(desk.say(more("ann", 1, "50")), "wager.refused", clause)
    raises = [o for o in legal(desk.rules, desk.table) if isinstance(o.command, RaiseWager)]
    assert len(raises) == 2
    assert [(o.least, o.most) for o in raises] == [(50, 4_950), (5_050, 95_000)]
    desk.do(with_amount(raises[0], 4_950))


@pytest.mark.clause(S24, "20.12")
@pytest.mark.clause(S65, "19.11")
@pytest.mark.clause(PJ, "17.11")
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize(("name", "clause"), nsw("20.12", "19.11", "17.11"))
def test_a_side_wager_is_refused_alone(name: str, clause: str, *, closed: bool) -> None:
    desk = Desk(name, stated("5", "1000", **{"suits" if name == PJ else "pairs": "5"}))
    kind = SIDE[name]
    side = c.PlaceSideWager("ann", 1, kind, 500, "d" if name == PJ else None)  # type: ignore[arg-type]
    desk.do(place("ann", 1, "10"))
    refuse = RefuseWager(SUPERVISOR, after(1), "ann", 1, "placed too late", wager=kind)  # type: ignore[arg-type]
    refused(desk.say(refuse), "refuse-wager.none", clause)
    desk.do(side)
    if closed:
        desk.do(c.CloseBets())
    desk.do(refuse)
    there = desk.table.box(1)
    assert there is not None and not there.sides
    assert [bettor.plays for bettor in there.bettors] == [1_000]
    assert desk.table.racks["ann"] == 1_000_000 - 1_000
    if not closed:
        refused(desk.say(side), "wager.refused", clause)
        desk.do(more("ann", 1, "5"))


@pytest.mark.clause(S24, "16.5", "20.12")
@pytest.mark.parametrize("closed", [False, True])
def test_an_initial_wager_is_refused_alone_where_the_side_wager_can_stand(*, closed: bool) -> None:
    desk = Desk(S24, stated("5", "1000", pairs="5"))
    desk.do(place("ann", 1, "10"))
    desk.do(place("bob", 1, "10"))
    desk.do(c.PlaceSideWager("ann", 1, "perfect-pairs", 500))
    if closed:
        desk.do(c.CloseBets())
    desk.do(RefuseWager(SUPERVISOR, after(1), "ann", 1, "suspicion", wager="original"))
    assert desk.table.racks["ann"] == 1_000_000 - 500
    desk.do(RefuseWager(SUPERVISOR, after(1), "bob", 1, "suspicion", wager="original"))
    assert (
        desk.table.racks["ann"] == desk.table.racks["bob"] == 1_000_000
    )  # nothing to stand beside


@pytest.mark.clause(S24, "6.11", "18.9")
@pytest.mark.clause(S65, "5.10", "17.9")
@pytest.mark.clause(NZ, "5.8", "16.7")
@pytest.mark.clause(PJ, "5.10", "15.9")
@pytest.mark.parametrize(("name", "clause"), each("6.11", "5.10", "5.8(a)", "5.10"))
def test_the_reshuffle_within_a_round_ends_a_restriction_after_it(name: str, clause: str) -> None:
    desk = Desk(name, stated("5", "1000"))
    desk.round("ann")
    desk.do(RestrictForShoe(SUPERVISOR, after(1), "bob"))
    source = desk.table.source
    assert source is not None
    desk.table = changed(desk.table, source=changed(source, left=3))
    desk.do(place("ann", 1, "5"))
    desk.deal("9c 9s 5d")
    desk.do(c.Hit("ann", 1, 1))
    desk.do(k.ShuffleCards(DEALER, after(2)))
    desk.do(k.CutCards("bob"))
    desk.do(k.PlaceCuttingCard(DEALER, after(2)))
    if desk.table.source and desk.table.source.due:
        desk.do(k.BurnCard(DEALER, after(2)))
    desk.deal("2d")
    desk.do(c.Stand("ann", 1, 1))
    desk.deal("Kd")
    limits = desk.table.sign
    assert limits is not None and len(limits.orders.restrictions) == 1  # until the round is over
    desk.do(c.ClearTable())
    desk.do(place("bob", 2, "50"))
    restrict = RestrictForShoe(SUPERVISOR, after(3), "bob")
    ground = desk.rules.powers.may_restrict_for_shoe.clause
    refused(desk.say(restrict), "restriction.no-ground", ground)
    desk.do(c.WithdrawWager("bob", 2))
    desk.round("ann")
    desk.do(RestrictForShoe(SUPERVISOR, after(4), "bob"))
    refused(desk.say(place("bob", 2, "50")), "wager.restricted", clause)
