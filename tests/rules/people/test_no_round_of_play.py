"""What is refused before the first card, and a round that never began (readings 66 and 70)."""

import pytest

from game_table import NZ, PJ, S24, S65, assert_refused, by_nsw_rulebook, by_rulebook
from houserules.table import commands as c
from houserules.table.cards import commands as k
from houserules.table.legal import legal, with_amount
from houserules.table.people.commands import RefuseWager, RequireToVacate
from houserules.table.sign.commands import RaiseWager, RestrictForShoe
from houserules.table.state import changed
from rules.sign.sign_table import SIDE, SignTable, after, place, raise_wager, stated
from seated_table import SUPERVISOR

NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")
DEALER = type(SUPERVISOR)("dora", "dealer")


def full_desk(name: str) -> SignTable:
    seats = tuple(zip(NAMES, range(1, 8), strict=True))
    return SignTable(name, stated("5", "1000"), seats=seats, **({"boxes": 7} if name == PJ else {}))


def never_begun(game: SignTable, amount: str) -> None:
    """Close the bets on one wager, refuse it before the first card, and clear the table."""
    game.do(place("ann", 1, amount))
    game.do(c.CloseBets())
    game.do(RefuseWager(SUPERVISOR, after(1), "ann", 1, "placed too late"))
    assert game.table.phase == "over"
    game.do(c.ClearTable())


@pytest.mark.clause(S24, "2.1:round-of-play", "6.11", "20.10")
@pytest.mark.clause(S65, "1.1:round-of-play", "5.10", "19.9")
@pytest.mark.clause(PJ, "1.1:round-of-play", "5.10", "17.9")
@pytest.mark.parametrize(("name", "vacate"), by_nsw_rulebook("20.10", "19.9", "17.9"))
def test_a_round_without_a_card_counts_for_nothing(name: str, vacate: str) -> None:
    game = full_desk(name)
    for amount in ("6", "7", "8"):
        never_begun(game, amount)
    assert_refused(game.say(RequireToVacate(SUPERVISOR, after(2), "bob")), "seat.not-idle", vacate)
    clause = game.rules.powers.may_restrict_for_shoe.clause
    for player in ("ann", "bob"):
        restrict = RestrictForShoe(SUPERVISOR, after(2), player)
        assert_refused(game.say(restrict), "restriction.no-ground", clause)
    for _ in range(3):  # rounds of play do count
        game.round("ann")
    game.do(RestrictForShoe(SUPERVISOR, after(3), "bob"))
    game.do(RequireToVacate(SUPERVISOR, after(3), "bob"))


@pytest.mark.clause(S24, "20.12")
@pytest.mark.clause(S65, "19.11")
@pytest.mark.clause(PJ, "17.11")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("20.12", "19.11", "17.11"))
def test_what_was_refused_stays_refused_for_the_round_to_come(name: str, clause: str) -> None:
    game = full_desk(name)
    never_begun(game, "100")
    assert_refused(game.say(place("ann", 1, "100")), "wager.refused", clause)
    game.round("bob")
    game.do(place("ann", 1, "100"))


@pytest.mark.clause(S24, "20.12")
@pytest.mark.clause(S65, "19.11")
@pytest.mark.clause(PJ, "17.11")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("20.12", "19.11", "17.11"))
def test_a_refused_wager_does_not_come_back_in_parts(name: str, clause: str) -> None:
    game = full_desk(name)
    game.do(place("ann", 1, "100"))
    game.do(RefuseWager(SUPERVISOR, after(1), "ann", 1, "suspicion"))
    game.do(place("ann", 1, "50"))
    assert_refused(game.say(raise_wager("ann", 1, "50")), "wager.refused", clause)
    raises = [o for o in legal(game.rules, game.table) if isinstance(o.command, RaiseWager)]
    assert len(raises) == 2
    assert [(o.least, o.most) for o in raises] == [(50, 4_950), (5_050, 95_000)]
    game.do(with_amount(raises[0], 4_950))


@pytest.mark.clause(S24, "20.12")
@pytest.mark.clause(S65, "19.11")
@pytest.mark.clause(PJ, "17.11")
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("20.12", "19.11", "17.11"))
def test_a_side_wager_is_refused_alone(name: str, clause: str, *, closed: bool) -> None:
    game = SignTable(name, stated("5", "1000", **{"suits" if name == PJ else "pairs": "5"}))
    kind = SIDE[name]
    side = c.PlaceSideWager("ann", 1, kind, 500, "d" if name == PJ else None)  # type: ignore[arg-type]
    game.do(place("ann", 1, "10"))
    refuse = RefuseWager(SUPERVISOR, after(1), "ann", 1, "placed too late", wager=kind)  # type: ignore[arg-type]
    assert_refused(game.say(refuse), "refuse-wager.none", clause)
    game.do(side)
    if closed:
        game.do(c.CloseBets())
    game.do(refuse)
    there = game.table.box(1)
    assert there is not None and not there.sides
    assert [bettor.plays for bettor in there.bettors] == [1_000]
    assert game.table.racks["ann"] == 1_000_000 - 1_000
    if not closed:
        assert_refused(game.say(side), "wager.refused", clause)
        game.do(raise_wager("ann", 1, "5"))


@pytest.mark.clause(S24, "16.5", "20.12")
@pytest.mark.parametrize("closed", [False, True])
def test_an_initial_wager_is_refused_alone_where_the_side_wager_can_stand(*, closed: bool) -> None:
    game = SignTable(S24, stated("5", "1000", pairs="5"))
    game.do(place("ann", 1, "10"))
    game.do(place("bob", 1, "10"))
    game.do(c.PlaceSideWager("ann", 1, "perfect-pairs", 500))
    if closed:
        game.do(c.CloseBets())
    game.do(RefuseWager(SUPERVISOR, after(1), "ann", 1, "suspicion", wager="original"))
    assert game.table.racks["ann"] == 1_000_000 - 500
    game.do(RefuseWager(SUPERVISOR, after(1), "bob", 1, "suspicion", wager="original"))
    assert (
        game.table.racks["ann"] == game.table.racks["bob"] == 1_000_000
    )  # nothing to stand beside


@pytest.mark.clause(S24, "6.11", "18.9")
@pytest.mark.clause(S65, "5.10", "17.9")
@pytest.mark.clause(NZ, "5.8", "16.7")
@pytest.mark.clause(PJ, "5.10", "15.9")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("6.11", "5.10", "5.8(a)", "5.10"))
def test_the_reshuffle_within_a_round_ends_a_restriction_after_it(name: str, clause: str) -> None:
    game = SignTable(name, stated("5", "1000"))
    game.round("ann")
    game.do(RestrictForShoe(SUPERVISOR, after(1), "bob"))
    source = game.table.source
    assert source is not None
    game.table = changed(game.table, source=changed(source, left=3))
    game.do(place("ann", 1, "5"))
    game.deal("9c 9s 5d")
    game.do(c.Hit("ann", 1, 1))
    game.do(k.ShuffleCards(DEALER, after(2)))
    game.do(k.CutCards("bob"))
    game.do(k.PlaceCuttingCard(DEALER, after(2)))
    if game.table.source and game.table.source.due:
        game.do(k.BurnCard(DEALER, after(2)))
    game.deal("2d")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Kd")
    limits = game.table.sign
    assert limits is not None and len(limits.orders.restrictions) == 1  # until the round is over
    game.do(c.ClearTable())
    game.do(place("bob", 2, "50"))
    restrict = RestrictForShoe(SUPERVISOR, after(3), "bob")
    ground = game.rules.powers.may_restrict_for_shoe.clause
    assert_refused(game.say(restrict), "restriction.no-ground", ground)
    game.do(c.WithdrawWager("bob", 2))
    game.round("ann")
    game.do(RestrictForShoe(SUPERVISOR, after(4), "bob"))
    assert_refused(game.say(place("bob", 2, "50")), "wager.restricted", clause)
