"""Faced cards, rounds without wagers, burned cards: what goes to the discard rack."""

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
from houserules.core.cards import cards
from houserules.core.people import Person
from houserules.table import commands as c
from houserules.table.cards.commands import CheckCards, DrawCuttingCard, ShuffleCards
from houserules.table.cards.events import CardBurned
from houserules.table.irregularities import commands as m
from houserules.table.irregularities.events import CardsTakenOut
from houserules.table.state import changed
from rules.irregularities.irregular_table import IrregularTable, of
from seated_table import DEALER, NOW, SUPERVISOR


def faced(text: str, by: Person = DEALER) -> m.ReportFacedCard:
    return m.ReportFacedCard(by, NOW, of(text))


@pytest.mark.clause(S24, "18.1", "2.1:burned", "18.17")
@pytest.mark.clause(S65, "17.1", "1.1:burned", "17.17")
@pytest.mark.clause(NZ, "16.1")
@pytest.mark.clause(PJ, "15.1", "1.1:burned", "15.16")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.1", "17.1", "16.1", "15.1"))
def test_a_faced_card_is_burned_and_play_goes_on(name: str, clause: str) -> None:
    game = IrregularTable(name)
    game.do(faced("2h"))  # before a round
    assert game.events[-1] == CardBurned(of("2h"), clause)  # type: ignore[arg-type]
    game.bet((1, "ann", "10"))
    game.deal("9c")
    game.do(faced("3h"))  # in the initial deal
    game.deal("7s Kd")
    game.do(faced("4h"))  # while Ann decides
    game.do(c.Stand("ann", 1, 1))
    game.do(faced("5h"))
    game.deal("Jd")
    assert game.hand(1).cards == cards("9c Kd") and game.table.dealer == cards("7s Jd")
    assert game.table.discards == cards("2h 3h 4h 5h")
    assert game.table.source is not None and game.table.source.left == game.table.source.cards - 8


@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.8", "17.8", "16.5", "15.8"))
def test_irregularities_are_reported_by_staff_at_an_open_table(name: str, clause: str) -> None:
    game = IrregularTable(name)
    for role in ("player", "inspector", "Surveillance"):
        refusal = game.say(faced("2h", Person("x", role)))  # type: ignore[arg-type]
        assert_refused(refusal, "role.may-not", clause)
    game.do(faced("2h", Person("x", "Gaming Supervisor")))
    written = GameTable(name)  # cards from a record: no shoe, nothing to report
    not_open = written.rules.powers.may_open_table.clause
    reports = (
        faced("2h"),
        m.ReportCardInError(DEALER, NOW, of("2h")),
        m.ReportEmptyRound(DEALER, NOW, ()),
        m.ReportNotOffered(DEALER, NOW, "insurance"),
        m.ReportMisdeal(DEALER, NOW, None),
    )
    for report in reports:
        assert_refused(written.say(report), "table.not-open", not_open)


@pytest.mark.parametrize("name", ALL)
def test_more_faced_cards_than_there_are_cannot_be(name: str) -> None:
    game = IrregularTable(name)
    for _ in range(8):
        game.do(faced("2h"))
    assert_refused(game.say(faced("2h")), "card.impossible", game.rules.cards.card_impossible)
    assert game.table.source is not None
    game.table = changed(game.table, source=changed(game.table.source, left=0))
    refusal = super(IrregularTable, game).say(faced("3h"))
    assert_refused(refusal, "cards.ran-out", game.rules.shuffle.cards_ran_out)


def check(by: Person = SUPERVISOR) -> m.HaveCardsChecked:
    return m.HaveCardsChecked(by, NOW)


@pytest.mark.clause(S24, "18.1.1")
@pytest.mark.clause(S65, "17.1.1")
@pytest.mark.clause(PJ, "15.1.1")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("18.1.1", "17.1.1", "15.1.1"))
def test_the_rest_may_be_checked_after_the_round(name: str, clause: str) -> None:
    game = IrregularTable(name, kind="shuffling device", dealt_from="shuffling device")
    assert_refused(game.say(check()), "faced-cards.none", clause)
    game.bet((1, "ann", "10"))
    game.deal("9c")
    game.do(faced("2h"))
    assert_refused(game.say(check(DEALER)), "role.may-not", clause)
    assert_refused(game.say(check()), "faced-cards.later", clause)
    game.deal("7s Kd")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Jd")
    assert_refused(game.say(check()), "faced-cards.later", clause)
    game.do(c.ClearTable())
    game.do(check())
    assert game.events[-2] == CardsTakenOut(SUPERVISOR.name, NOW, clause)  # type: ignore[arg-type]
    assert game.table.source is not None
    assert [due.step for due in game.table.source.due][:2] == ["check", "shuffle"]
    game.bet((1, "ann", "10"))
    checked = game.rules.cards.cards_checked_by.clause
    assert_refused(game.say(c.CloseBets()), "cards.not-ready", checked)
    game.do(CheckCards(DEALER, NOW))
    game.do(ShuffleCards(DEALER, NOW))
    assert_refused(game.say(check()), "faced-cards.none", clause)


@pytest.mark.clause(S24, "18.1.1")
@pytest.mark.clause(S65, "17.1.1")
@pytest.mark.clause(PJ, "15.1.1")
@pytest.mark.clause(NZ, "16.1")
def test_of_a_card_shoe_only_pinkjack_has_the_rest_checked() -> None:
    for name, clause in by_nsw_rulebook("18.1.1", "17.1.1", "15.1.1"):
        game = IrregularTable(name)
        game.do(faced("2h"))
        if name == PJ:
            game.do(check())
        else:
            assert_refused(game.say(check()), "faced-cards.shoe", clause)
    game = IrregularTable(NZ)
    game.do(faced("2h"))
    assert_refused(game.say(check()), "role.may-not", "16.1")


@pytest.mark.clause(PJ, "15.1.1", "4.3.3", "4.4.2")
def test_pinkjack_checks_the_rest_before_the_shuffle_that_the_cutting_card_asks_for() -> None:
    game = IrregularTable(PJ)
    game.bet((2, "bob", "10"))
    game.deal("9c")
    game.do(faced("2h"))
    game.deal("7s")
    game.do(DrawCuttingCard(DEALER, NOW))
    game.deal("Kd")
    game.do(c.Stand("bob", 2, 1))
    game.deal("Jd")
    game.do(c.ClearTable())
    assert game.table.source is not None
    asks = game.table.source.preparation
    assert [due.step for due in asks.due] == ["shuffle", "cut", "cutting card", "burn"]
    game.do(check())
    source = game.table.source
    assert [due.step for due in source.due] == ["check", *[due.step for due in asks.due]]
    assert (source.preparation.cause, source.preparation.box) == (asks.cause, 2)
    assert_refused(game.say(check()), "cards.not-ready", "3.3")
    game.do(CheckCards(DEALER, NOW))
    game.do(ShuffleCards(DEALER, NOW))
    assert_refused(game.say(check()), "faced-cards.none", "15.1.1")


@pytest.mark.clause(S24, "18.6", "18.7")
@pytest.mark.clause(S65, "17.6", "17.7")
@pytest.mark.clause(PJ, "15.6", "15.7")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("18.7", "17.7", "15.7"))
def test_the_card_under_the_shoe_is_the_first_card_of_an_empty_round(
    name: str, clause: str
) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"))
    game.deal("9c 7s Kd")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Jd")
    assert game.in_error(None) is None
    game.do(c.ClearTable())
    assert game.table.source is not None and game.table.source.under == "face down"
    left = game.table.source.left
    game.do(m.ReportEmptyRound(DEALER, NOW, ()))
    assert game.table.source.under == "face down", "nobody saw it"
    game.do(m.ReportEmptyRound(DEALER, NOW, cards("2h 3h")))
    assert (game.table.source.under, game.table.source.left) == (None, left - 1)
    assert game.table.discards[-2:] == cards("2h 3h")
    assert [event.name for event in game.events[-2:]] == ["card.under-shoe-burned", "card.burned"]
    assert game.events[-2].clause == clause  # type: ignore[union-attr]
    game.do(m.ReportEmptyRound(DEALER, NOW, cards("4h")))
    assert game.table.source.left == left - 2


@pytest.mark.clause(S24, "18.7")
@pytest.mark.clause(S65, "17.7")
@pytest.mark.clause(PJ, "15.7")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("18.7", "17.7", "15.7"))
def test_a_round_begun_without_wagers_is_void_and_its_cards_burned(name: str, clause: str) -> None:
    game = IrregularTable(name)
    assert_refused(game.say(c.CloseBets()), "bets.none", clause)
    game.do(m.ReportEmptyRound(DEALER, NOW, cards("2h 3h")))
    assert game.table.discards == cards("2h 3h") and game.table.rounds == 0
    assert [getattr(event, "clause", None) for event in game.events[-3:]] == [clause] * 3
    game.do(m.ReportEmptyRound(DEALER, NOW, ()))  # nobody saw a card
    game.bet((1, "ann", "10"))
    report = m.ReportEmptyRound(DEALER, NOW, cards("4h"))
    assert_refused(game.say(report), "empty-round.wagers", clause)
    game.deal("9c")
    assert_refused(game.say(report), "empty-round.wagers", clause)


@pytest.mark.parametrize("name", NSW)
def test_no_more_cards_are_burned_than_can_have_come(name: str) -> None:
    game = IrregularTable(name)
    report = m.ReportEmptyRound(DEALER, NOW, cards("2h " * 9))
    assert_refused(game.say(report), "card.impossible", game.rules.cards.card_impossible)


@pytest.mark.clause(NZ, "5.1")
def test_new_zealand_does_not_provide_for_a_round_without_wagers() -> None:
    game = IrregularTable(NZ)
    assert_refused(game.say(c.CloseBets()), "bets.none", "5.1")
    report = m.ReportEmptyRound(DEALER, NOW, cards("2h"))
    assert_refused(game.say(report), "empty-round.not-provided", "5.1")
