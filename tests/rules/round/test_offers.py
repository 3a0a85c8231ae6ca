"""Insurance and surrender: against what, by whom, how much, until when."""

import pytest

from game_table import NZ, PJ, S24, S65, GameTable, assert_refused
from houserules.core.cards import cards
from houserules.table import commands as c
from houserules.table.events import OffersOpened
from houserules.table.irregularities.commands import ReportNotOffered
from houserules.table.legal import legal
from houserules.table.people.commands import DeclareWagersVoid, FindDeviceUse, FindWagerInvalid
from rules.irregularities.irregular_table import IrregularTable
from seated_table import DEALER, NOW, SUPERVISOR

PONTOON = [(S24, 9, 10), (S65, 8, 9)]


def insured(name: str, dealt: str = "9s 8s Ah 7c 6d", **options: object) -> GameTable:
    """Box 1: ann and bob; box 2: cat; the dealer's card is the third."""
    game = GameTable(name, **options)
    game.bet((1, "ann", "25"), (1, "bob", "13"), (2, "cat", "20"))
    game.deal(dealt)
    return game


@pytest.mark.clause(S24, "9.1", "9.4")
@pytest.mark.clause(S65, "8.1", "8.4")
@pytest.mark.parametrize(("name", "section", "_"), PONTOON)
def test_insurance_up_to_half_the_wager(name: str, section: int, _: int) -> None:
    game = insured(name)
    assert OffersOpened(insurance=True, surrender=True) in game.events
    assert_refused(game.say(c.Insure("ann", 1, 1251)), "insurance.amount", f"{section}.1")
    assert_refused(game.say(c.Insure("ann", 1, 0)), "insurance.amount", f"{section}.1")
    assert_refused(game.say(c.Insure("cat", 1, 100)), "insurance.no-wager", f"{section}.1")
    game.do(c.Insure("ann", 1, 1250))
    assert_refused(game.say(c.Insure("bob", 1, 651)), "insurance.amount", f"{section}.1")
    game.do(c.Insure("bob", 1, 650))  # half of 13
    stays = game.rules.wagers.placed_wagers_stay
    assert_refused(game.say(c.Insure("ann", 1, 1)), "insurance.twice", stays)
    game.do(c.CloseOffers())
    assert_refused(game.say(c.Insure("cat", 2, 100)), "insurance.closed", f"{section}.4")


@pytest.mark.clause(NZ, "10.1", "10.3", "10.4", "10.4(a)", "10.4(b)", "15.3(f)", "5.2")
def test_insurance_in_new_zealand_must_be_payable_in_chips() -> None:
    game = insured(NZ, smallest_chip="1")
    assert_refused(game.say(c.Insure("ann", 1, 1300)), "insurance.amount", "10.4(a)")
    assert_refused(game.say(c.Insure("ann", 1, 1225)), "insurance.not-payable", "10.4(b)")
    assert_refused(
        game.say(c.Insure("ann", 1, 1250)), "chips.odd-amount", "5.2"
    )  # though it pays 25
    game.do(c.Insure("ann", 1, 1200))
    game.do(c.Insure("bob", 1, 600))
    game.do(c.CloseOffers())
    assert_refused(game.say(c.Insure("cat", 2, 100)), "insurance.closed", "10.3")


@pytest.mark.clause(S24, "9.1", "9.2")
@pytest.mark.clause(S65, "8.1", "8.2")
@pytest.mark.clause(NZ, "10.1", "10.2", "1.0:insurance-wager")
@pytest.mark.parametrize(
    ("name", "against", "natural"),
    [(S24, "9.1", "9.2"), (S65, "8.1", "8.2"), (NZ, "10.1", "10.2")],
)
def test_no_insurance_without_an_ace_or_with_a_natural(
    name: str, against: str, natural: str
) -> None:
    for first in ["K", "9", "2"]:
        game = insured(name, f"9s 8s {first}h 7c 6d")
        assert_refused(game.say(c.Insure("ann", 1, 100)), "insurance.not-now", against)
    game = insured(name, "As 8s Ah Kc 6d")
    assert_refused(game.say(c.Insure("ann", 1, 100)), "insurance.natural", natural)
    game.do(c.Insure("cat", 2, 100))
    fresh = GameTable(name)
    fresh.bet((1, "ann", "5"))
    assert_refused(fresh.say(c.Insure("ann", 1, 100)), "insurance.not-now", against)


@pytest.mark.clause(S24, "10.1", "10.3", "10.4", "10.5", "2.1:surrender")
@pytest.mark.clause(S65, "9.1", "9.3", "9.4", "9.5", "1.1:surrender")
@pytest.mark.parametrize(("name", "_", "section"), PONTOON)
def test_others_may_follow_a_surrender_and_not_go_first(name: str, _: int, section: int) -> None:
    game = insured(name)
    assert_refused(game.say(c.Surrender("bob", 1)), "surrender.not-first", f"{section}.5")
    game.do(c.Surrender("ann", 1))
    assert_refused(game.say(c.Surrender("ann", 1)), "surrender.twice", f"{section}.3")
    assert_refused(game.say(c.Surrender("cat", 1)), "surrender.not-first", f"{section}.5")
    game.do(c.Surrender("bob", 1))
    assert_refused(game.say(c.Surrender("bob", 1)), "surrender.twice", f"{section}.3")
    assert_refused(game.say(c.Surrender("ann", 5)), "surrender.no-wager", f"{section}.1")
    game.do(c.CloseOffers())
    assert_refused(game.say(c.Hit("ann", 1, 1)), "hand.finished", f"{section}.3")
    assert_refused(game.say(c.Surrender("cat", 2)), "surrender.closed", f"{section}.1")


@pytest.mark.clause(NZ, "9.3", "9.6", "1.0:surrender")
def test_in_new_zealand_everybody_on_the_box_is_bound() -> None:
    game = insured(NZ)
    assert_refused(game.say(c.Surrender("bob", 1)), "surrender.not-first", "9.6")
    game.do(c.Surrender("ann", 1))
    assert [stake.surrendered for stake in game.table.boxes[0].hands[0].stakes] == [True, True]
    assert_refused(game.say(c.Surrender("bob", 1)), "surrender.not-first", "9.6")
    game.do(c.CloseOffers())
    assert_refused(game.say(c.Stand("ann", 1, 1)), "hand.finished", "9.5")
    assert_refused(game.say(c.Surrender("cat", 2)), "surrender.closed", "9.3")


@pytest.mark.clause(S24, "10.1")
@pytest.mark.clause(S65, "9.1")
@pytest.mark.clause(NZ, "9.3")
@pytest.mark.parametrize(("name", "clause"), [(S24, "10.1"), (S65, "9.1"), (NZ, "9.3")])
def test_surrender_against_court_cards_and_aces_only(name: str, clause: str) -> None:
    for first in "JQKA":
        insured(name, f"9s 8s {first}h 7c 6d").do(c.Surrender("ann", 1))
    for first in "29":
        game = insured(name, f"9s 8s {first}h 7c 6d")
        assert game.table.phase == "playing"
        assert_refused(game.say(c.Surrender("ann", 1)), "surrender.not-now", clause)
    natural = insured(name, "As 8s Kh Kc 6d")
    assert_refused(natural.say(c.Surrender("ann", 1)), "surrender.natural", clause)


@pytest.mark.parametrize("name", [S24, S65, NZ])
def test_nothing_is_played_while_an_offer_is_open(name: str) -> None:
    game = insured(name)
    turn = game.rules.play.turn_order
    assert_refused(game.say(c.Hit("ann", 1, 1)), "decision.too-early", turn)
    assert_refused(game.say(c.ReportAbsent(1, 1)), "decision.too-early", turn)
    game.do(c.CloseOffers())
    assert_refused(game.say(c.CloseOffers()), "offers.none", turn)


@pytest.mark.clause(PJ, "5.3")
def test_pinkjack_has_neither_insurance_nor_surrender_nor_forfeit() -> None:
    game = insured(PJ)
    assert game.table.phase == "playing"
    assert_refused(game.say(c.Insure("ann", 1, 100)), "insurance.none", "5.3")
    assert_refused(game.say(c.Surrender("ann", 1)), "surrender.none", "5.3")
    game.do(c.Double("ann", 1, 1, 2500))
    game.do(c.Decline("bob", 1))
    game.deal("2c")
    assert_refused(game.say(c.Forfeit("ann", 1, 1)), "forfeit.none", "5.3")


@pytest.mark.clause(S24, "9.4")
@pytest.mark.clause(S65, "8.4")
@pytest.mark.clause(NZ, "10.3")
@pytest.mark.parametrize(("name", "clause"), [(S24, "9.4"), (S65, "8.4"), (NZ, "10.3")])
def test_an_exposed_card_closes_insurance(name: str, clause: str) -> None:
    """Otherwise everybody insures, refuses the king and wins for certain (reading 53)."""
    game = IrregularTable(name)
    game.bet((1, "ann", "20"), (2, "bob", "20"))
    game.deal("9s 9c Ah 7d 7c")
    game.do(c.Insure("bob", 2, 1000))  # placed before, so it stands
    game.in_error("Kd")
    assert_refused(game.say(c.Insure("ann", 1, 1000)), "insurance.card-exposed", clause)
    assert not [
        each for each in legal(game.rules, game.table) if isinstance(each.command, c.Insure)
    ]
    game.do(c.CloseOffers())
    game.answer(1, take=False)
    game.answer(2, take=False)
    assert game.table.dealer == cards("Ah Kd")
    won = [each for each in game.settled if each.wager == "insurance"]
    assert [(each.player, each.net) for each in won] == [("bob", 2000)]


@pytest.mark.parametrize("name", [S24, S65, NZ])
def test_insurance_may_be_offered_late_once_the_exposed_card_is_dealt(name: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "20"), (2, "bob", "20"))
    game.deal("9s 9c Ah 3d 7c")
    game.do(c.CloseOffers())
    game.in_error("5d")
    game.answer(1, take=True)
    game.do(ReportNotOffered(DEALER, NOW, "insurance", None))
    game.do(c.Insure("ann", 1, 1000))


@pytest.mark.clause(S24, "10.4")
@pytest.mark.clause(S65, "9.4")
@pytest.mark.parametrize("name", [S24, S65])
def test_offers_stay_open_while_somebody_may_still_use_them(name: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "20"), (1, "bob", "20"), (3, "cat", "20"))
    game.deal("9s 9c Ah 7d 7c")
    game.do(c.Surrender("ann", 1))
    game.do(FindDeviceUse(SUPERVISOR, NOW, "cat", "a phone"))
    game.do(DeclareWagersVoid(SUPERVISOR, NOW, "cat"))
    assert game.table.phase == "offers"
    game.do(c.Insure("ann", 1, 1000))
    game.do(c.Surrender("bob", 1))
    game.do(c.CloseOffers())
    assert game.table.phase == "dealer"


@pytest.mark.clause(S24, "10.4")
def test_who_takes_over_a_surrendered_hand_may_surrender_too() -> None:
    game = IrregularTable(S24)
    game.bet((1, "ann", "20"), (1, "bob", "20"))
    game.deal("9s Kh 7d")
    game.do(c.Surrender("ann", 1))
    game.do(FindWagerInvalid(SUPERVISOR, NOW, "ann", "another's card"))
    assert game.table.phase == "offers"
    game.do(c.Surrender("bob", 1))
    assert_refused(game.say(c.Surrender("bob", 1)), "surrender.twice", "10.3")


@pytest.mark.parametrize("name", [S24, S65])
def test_offers_end_when_nobody_has_a_wager_left(name: str) -> None:
    game = IrregularTable(name)
    game.bet((3, "cat", "20"))
    game.deal("9s Ah 7d")
    game.do(FindDeviceUse(SUPERVISOR, NOW, "cat", "a phone"))
    game.do(DeclareWagersVoid(SUPERVISOR, NOW, "cat"))
    assert game.table.phase == "over"
