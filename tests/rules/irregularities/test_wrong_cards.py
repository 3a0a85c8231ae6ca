"""A missing or a foreign card: the round is void, the shoe is void, the decks are checked."""

import pytest

from game_table import NZ, PJ, S24, S65, assert_refused, by_nsw_rulebook
from houserules.core.cards import cards
from houserules.core.people import Person
from houserules.table import commands as c
from houserules.table.cards.commands import CheckCards, ReportDroppedCards, ShuffleCards
from houserules.table.events import RoundVoided
from houserules.table.irregularities import commands as m
from houserules.table.irregularities.events import DecksVerified, WrongCardsFound
from houserules.table.irregularities.state import Wrong
from houserules.table.irregularities.wrong_cards import ABOUT
from houserules.table.people.state import Debt
from houserules.table.staff.commands import GiveNotice
from rules.irregularities.irregular_table import IrregularTable
from seated_table import DEALER, NOW, SUPERVISOR

FOUND = ("18.16", "17.16", "15.15")


def report(wrong: Wrong = "missing", by: Person = DEALER) -> m.ReportWrongCards:
    return m.ReportWrongCards(by, NOW, wrong, cards("7s"))


def verify() -> m.VerifyDecks:
    return m.VerifyDecks(SUPERVISOR, NOW, cards("7s"), ())


def under_way(name: str) -> IrregularTable:
    """Ann's natural is paid; Bob has 18 and the turn."""
    game = IrregularTable(name)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("Ac 9s 6s Kd 9d")
    return game


@pytest.mark.clause(S24, "18.16", "18.16.2", "18.16.3", "18.16.4")
@pytest.mark.clause(S65, "17.16", "17.16.2", "17.16.3", "17.16.4")
@pytest.mark.clause(PJ, "15.15", "15.15.2", "15.15.3", "15.15.4")
@pytest.mark.parametrize("wrong", ["missing", "foreign"])
@pytest.mark.parametrize(("name", "found"), by_nsw_rulebook(*FOUND))
def test_round_and_shoe_are_void_and_the_decks_checked(name: str, found: str, wrong: Wrong) -> None:
    game = under_way(name)
    paid = game.up("ann")
    game.do(report(wrong))
    voided = [each for each in game.events if isinstance(each, RoundVoided)]
    assert [each.clause for each in voided] == [f"{found}.2"]
    assert (game.up("ann"), game.up("bob")) == (paid, 0)  # the interim settlement stands
    assert game.table.phase == "betting" and game.table.irregularity is not None
    assert game.table.irregularity.clause == f"{found}.3"
    owed = [(each.to, each.about, each.clause) for each in game.table.staff.owed]
    assert owed == [(to, ABOUT, f"{found}.4") for to in ("Surveillance", "inspector")]
    assert_refused(game.say(c.PlaceWager("ann", 1, 1000, True)), "irregularity.open", f"{found}.3")  # noqa: FBT003
    assert_refused(game.say(verify()), "decks.not-checked", f"{found}.3")
    game.do(CheckCards(DEALER, NOW))
    game.do(verify())
    assert game.events[-1] == DecksVerified(cards("7s"), (), SUPERVISOR.name, NOW, f"{found}.3")  # type: ignore[arg-type]
    assert game.table.irregularity is None
    assert_refused(game.say(verify()), "decks.not-void", f"{found}.3")
    game.do(ShuffleCards(DEALER, NOW))
    assert game.table.discards == ()
    for to in ("Surveillance", "inspector"):
        game.do(GiveNotice(DEALER, NOW, to, ABOUT))
    assert game.table.staff.owed == ()


@pytest.mark.clause(S24, "18.16.1")
@pytest.mark.clause(S65, "17.16.1")
@pytest.mark.clause(PJ, "15.15.1")
@pytest.mark.parametrize(("name", "found"), by_nsw_rulebook(*FOUND))
def test_rounds_completed_before_stand(name: str, found: str) -> None:
    game = under_way(name)
    game.do(c.Stand("bob", 2, 1))
    game.deal("Ks Qs")
    game.do(c.ClearTable())
    up = game.up("bob")
    assert up == 2000
    game.do(report())
    assert (game.up("bob"), game.table.phase) == (up, "betting")
    told = next(each for each in game.events if isinstance(each, WrongCardsFound))
    assert told.clause == f"{found}.1"
    assert not [each for each in game.events if isinstance(each, RoundVoided)]


@pytest.mark.clause(S24, "18.16.1", "18.16.2", "2.1:round-of-play")
@pytest.mark.clause(S65, "17.16.1", "17.16.2", "1.1:round-of-play")
@pytest.mark.clause(PJ, "15.15.1", "15.15.2", "1.1:round-of-play")
@pytest.mark.parametrize(("name", "stands"), [(S24, False), (S65, False), (PJ, True)])
def test_a_round_is_complete_as_its_document_says(name: str, *, stands: bool) -> None:
    game = under_way(name)
    game.do(c.Stand("bob", 2, 1))
    game.deal("Ks Qs")
    assert game.table.phase == "over"  # paid, and the cards not collected yet
    game.do(report())
    assert game.up("bob") == (2000 if stands else 0)
    assert game.table.phase == "betting"


@pytest.mark.parametrize(("name", "found"), by_nsw_rulebook(*FOUND))
def test_who_may_and_what_is_gone_is_owed(name: str, found: str) -> None:
    game = under_way(name)
    assert_refused(game.say(report(by=Person("x", "player"))), "role.may-not", found)
    game.do(c.Stand("bob", 2, 1))
    game.deal("Ks Qs")
    game.do(c.TakeChips("bob", game.table.racks["bob"]))
    game.do(report())
    owed = () if name == PJ else (Debt("bob", 2000, f"{found}.2"),)  # type: ignore[arg-type]
    assert game.table.people.debts == owed


@pytest.mark.clause(NZ, "2.0")
def test_new_zealand_has_no_such_clause() -> None:
    game = under_way(NZ)
    assert_refused(game.say(report()), "role.may-not", "2.0")
    assert_refused(game.say(verify()), "role.may-not", "2.0")


@pytest.mark.parametrize(("name", "found"), by_nsw_rulebook(*FOUND))
def test_dropped_cards_need_no_look_of_their_own_when_all_decks_are_checked(
    name: str, found: str
) -> None:
    game = under_way(name)
    game.do(ReportDroppedCards(DEALER, NOW))
    game.do(report())
    assert game.table.source is not None and game.table.source.due[0].step == "check"
    game.do(CheckCards(DEALER, NOW))
    game.do(verify())
