"""Insurance or surrender that the dealer forgot to offer: in time, or too late."""

import pytest

from game_table import NZ, PJ, S24, S65, assert_refused
from houserules.table import commands as c
from houserules.table.irregularities import commands as m
from houserules.table.irregularities.state import Offer
from houserules.table.legal import legal
from houserules.table.staff.commands import InvalidateGame
from rules.irregularities.irregular_table import IrregularTable
from seated_table import DEALER, NOW, SUPERVISOR

PONTOON = [(S24, "18.13"), (S65, "17.13"), (NZ, "16.11")]


def forgotten(name: str, dealer: str = "As", **options: object) -> IrregularTable:
    """Ann has 15, Bob 19; the dealer shows an ace, and went on without offering anything."""
    game = IrregularTable(name, **options)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal(f"9c 9s {dealer} 6d Kd")
    game.do(c.CloseOffers())
    return game


def report(offer: Offer, player: str | None = None) -> m.ReportNotOffered:
    return m.ReportNotOffered(DEALER, NOW, offer, player)


@pytest.mark.clause(S24, "18.13")
@pytest.mark.clause(S65, "17.13")
@pytest.mark.clause(NZ, "16.11")
@pytest.mark.parametrize(("name", "clause"), PONTOON)
def test_insurance_is_still_open_until_the_dealers_second_card(name: str, clause: str) -> None:
    game = forgotten(name)
    closed = game.rules.insurance
    game.do(c.Hit("ann", 1, 1))
    game.deal("4h")
    refusal = game.say(c.Insure("ann", 1, 500))
    assert_refused(refusal, "insurance.closed", getattr(closed, "insurance_closes"))  # noqa: B009
    game.do(report("insurance"))
    assert game.table.irregularity is not None and game.table.irregularity.clause == clause
    assert {each.who for each in legal(game.rules, game.table)} == {"ann", "bob", None}
    assert_refused(game.say(c.Stand("ann", 1, 1)), "irregularity.open", clause)
    game.do(c.Insure("ann", 1, 500))
    game.do(c.CloseOffers())
    game.do(c.Stand("ann", 1, 1))
    game.do(c.Stand("bob", 2, 1))
    assert game.table.phase == "dealer"
    game.do(report("insurance", "bob"))  # the dealer still has one card
    assert_refused(game.say(c.Insure("ann", 1, 100)), "insurance.closed", closed.insurance_closes)
    game.do(c.Insure("bob", 2, 1000))
    game.do(c.CloseOffers())
    game.deal("Kh")
    won = [each for each in game.settled if each.wager == "insurance"]
    assert [(each.player, each.returned) for each in won] == [("ann", 1500), ("bob", 3000)]


@pytest.mark.clause(S24, "18.13")
@pytest.mark.clause(S65, "17.13")
@pytest.mark.clause(NZ, "16.11")
@pytest.mark.parametrize(("name", "clause"), PONTOON)
def test_after_the_dealers_second_card_insurance_is_too_late(name: str, clause: str) -> None:
    game = forgotten(name)
    game.do(c.Stand("ann", 1, 1))
    game.do(c.Stand("bob", 2, 1))
    game.deal("2h")
    assert game.table.phase == "dealer"
    assert_refused(game.say(report("insurance")), "insurance.too-late", clause)
    game.deal("9h 2c 9d")
    assert game.table.phase == "over"
    assert_refused(game.say(report("insurance")), "insurance.too-late", clause)


@pytest.mark.parametrize(("name", "clause"), [(S24, "9.1"), (S65, "8.1"), (NZ, "10.1")])
def test_only_what_should_have_been_offered_can_be_missed(name: str, clause: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    assert_refused(game.say(report("insurance")), "insurance.not-now", clause)
    game.deal("9c 9s As 6d Kd")
    for offer in ("insurance", "surrender"):
        closes = getattr(getattr(game.rules, offer), f"{offer}_closes")
        assert_refused(game.say(report(offer)), "offers.open", closes)
    queen = forgotten(name, "Qs")
    assert_refused(queen.say(report("insurance")), "insurance.not-now", clause)
    before = game.rules.wagers.wagers_before_first_card
    late = forgotten(name)
    assert_refused(late.say(report("insurance", "eve")), "offer.no-wager", before)


@pytest.mark.clause(NZ, "16.12")
def test_new_zealand_makes_up_for_a_surrender() -> None:
    game = forgotten(NZ, "Qs")
    game.do(report("surrender"))
    game.do(c.Surrender("ann", 1))
    game.do(c.CloseOffers())
    turn = game.table.turn()
    assert game.hand(1).surrendered and turn is not None and turn[0].number == 2
    game.do(c.Stand("bob", 2, 1))
    game.deal("7h")
    back = next(each for each in game.settled if each.player == "ann")
    assert (back.result, back.returned) == ("surrendered", 500)


@pytest.mark.clause(NZ, "16.12")
@pytest.mark.parametrize("rule", ["either", "both"])
def test_before_a_further_card_or_before_the_dealers_second(rule: str) -> None:
    game = forgotten(NZ, "Qs", late_surrender=rule)
    game.do(c.Hit("ann", 1, 1))
    game.deal("2h")  # a further card to Ann, none to Bob, and the dealer has one
    if rule == "either":
        game.do(report("surrender", "ann"))
        game.do(c.CloseOffers())
    else:
        assert_refused(game.say(report("surrender", "ann")), "surrender.too-late", "16.12")
    game.do(c.Stand("ann", 1, 1))
    game.do(report("surrender", "bob"))
    game.do(c.CloseOffers())
    game.do(c.Stand("bob", 2, 1))
    game.deal("2c")  # the dealer's second; Bob has had no further card
    assert_refused(game.say(report("surrender", "ann")), "surrender.too-late", "16.12")
    if rule == "both":
        assert_refused(game.say(report("surrender", "bob")), "surrender.too-late", "16.12")
        return
    game.do(report("surrender", "bob"))
    game.do(c.Surrender("bob", 2))
    game.do(c.CloseOffers())
    game.deal("7d")
    assert game.table.phase == "over"
    assert_refused(game.say(report("surrender")), "surrender.too-late", "16.12")


@pytest.mark.clause(NZ, "16.12")
def test_a_split_or_doubled_hand_is_not_surrendered_late() -> None:
    game = IrregularTable(NZ)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("8c 9s Qs 8d Kd")
    game.do(c.CloseOffers())
    game.do(c.Split("ann", 1, 1))
    assert_refused(game.say(report("surrender", "ann")), "surrender.too-late", "16.12")
    game.do(report("surrender"))
    closed = game.rules.surrender
    refusal = game.say(c.Surrender("ann", 1))
    assert_refused(refusal, "surrender.closed", getattr(closed, "surrender_closes"))  # noqa: B009
    game.do(c.Surrender("bob", 2))


@pytest.mark.clause(S24, "10.1")
@pytest.mark.clause(S65, "9.1")
@pytest.mark.parametrize(("name", "clause"), [(S24, "10.1"), (S65, "9.1")])
def test_new_south_wales_has_no_late_surrender(name: str, clause: str) -> None:
    game = forgotten(name)
    assert_refused(game.say(report("surrender")), "surrender.not-provided", clause)


@pytest.mark.clause(PJ, "5.3")
def test_pinkjack_has_nothing_to_offer() -> None:
    game = IrregularTable(PJ)
    game.bet((1, "ann", "10"))
    game.deal("9c As Kd")
    assert_refused(game.say(report("insurance")), "insurance.none", "5.3")
    assert_refused(game.say(report("surrender")), "surrender.none", "5.3")


@pytest.mark.clause(S24, "18.13")
@pytest.mark.clause(S65, "17.13")
@pytest.mark.parametrize("name", [S24, S65])
@pytest.mark.parametrize(("second", "net"), [("Kd", 1000), ("9d", -500)])
def test_a_settled_round_is_insured_late_while_the_dealer_has_one_card(
    name: str, second: str, net: int
) -> None:
    """The only condition is that the dealer has no second card (reading 69)."""
    game = IrregularTable(name)
    game.bet((1, "ann", "10"))
    game.deal("9s Ah 5d")
    game.do(c.CloseOffers())
    game.do(c.Hit("ann", 1, 1))
    game.deal("7d")  # 21, paid at once: nothing is left to play for
    assert game.table.phase == "over" and len(game.table.dealer) == 1
    game.do(report("insurance"))
    game.do(c.Insure("ann", 1, 500))
    game.do(c.CloseOffers())
    game.deal(second)
    assert game.table.phase == "over"
    assert [each.net for each in game.settled if each.wager == "insurance"] == [net]
    assert_refused(
        game.say(report("insurance")), "insurance.too-late", "18.13" if name == S24 else "17.13"
    )
    game.do(c.ClearTable())


@pytest.mark.parametrize("name", [S24, S65])
def test_a_late_offer_that_nobody_uses_leaves_the_round_over(name: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"))
    game.deal("9s Ah 5d")
    game.do(c.CloseOffers())
    game.do(c.Hit("ann", 1, 1))
    game.deal("7d")
    game.do(report("insurance"))
    game.do(c.CloseOffers())
    assert game.table.phase == "over" and game.table.irregularity is None
    game.do(c.ClearTable())


@pytest.mark.parametrize("name", [S24, S65])
def test_a_void_round_is_not_insured_late(name: str) -> None:
    game = forgotten(name)
    game.do(InvalidateGame(SUPERVISOR, NOW, "fire"))
    clause = "18.13" if name == S24 else "17.13"
    assert_refused(game.say(report("insurance")), "insurance.too-late", clause)
