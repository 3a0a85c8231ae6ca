"""One irregularity while another is open: nothing that can happen has to wait to be reported."""

from collections.abc import Callable

import pytest

from game_table import ALL, NSW, NZ, PJ, S24, S65, assert_refused
from houserules.core.cards import cards
from houserules.table import commands as c
from houserules.table.cards import commands as r
from houserules.table.irregularities import commands as f
from houserules.table.irregularities import commands as m
from houserules.table.irregularities.state import (
    CardOnOffer,
    DeviceMalfunction,
    LateOffer,
    ShoeVoid,
    WrongDeal,
)
from houserules.table.judge import why_not
from houserules.table.legal import legal
from houserules.table.people import commands as p
from houserules.table.staff.commands import InvalidateGame
from rules.irregularities.irregular_table import IrregularTable, of
from seated_table import DEALER, NOW, SUPERVISOR


def three(name: str, dealer: str = "6s") -> IrregularTable:
    """Ann has 15, Bob 15, Cat 18; nobody has decided."""
    device = {"kind": "shuffling device", "dealt_from": "shuffling device"} if name != NZ else {}
    game = IrregularTable(name, **device)  # type: ignore[arg-type]
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "40"))
    game.deal(f"5s 9c 9s {dealer} Kd 6d 9d")
    return game


def card_on_offer(name: str) -> IrregularTable:
    game = three(name)
    assert game.in_error("4h") is None
    assert isinstance(game.table.irregularity, CardOnOffer)
    return game


def late_offer(name: str) -> IrregularTable:
    game = three(name, "As")
    game.do(c.CloseOffers())
    game.do(m.ReportNotOffered(DEALER, NOW, "insurance"))
    assert isinstance(game.table.irregularity, LateOffer)
    return game


def misdeal(name: str) -> IrregularTable:
    game = three(name)
    assert game.report("9c 5s 9s 6s Kd 6d 9d") is None
    assert isinstance(game.table.irregularity, WrongDeal)
    return game


def malfunction(name: str) -> IrregularTable:
    game = three(name)
    game.do(f.ReportMalfunction(DEALER, NOW, False, False, False))  # noqa: FBT003
    assert isinstance(game.table.irregularity, DeviceMalfunction)
    return game


def void_shoe(name: str) -> IrregularTable:
    game = three(name)
    game.do(m.ReportWrongCards(DEALER, NOW, "missing"))
    assert isinstance(game.table.irregularity, ShoeVoid)
    return game


OPEN: dict[str, tuple[Callable[[str], IrregularTable], tuple[str, ...]]] = {
    "card in error": (card_on_offer, ALL),
    "late offer": (late_offer, (S24, S65, NZ)),
    "misdeal": (misdeal, ALL),
    "device malfunction": (malfunction, NSW),
    "shoe void": (void_shoe, NSW),
}
REPORTS = (
    m.ReportFacedCard(DEALER, NOW, of("2h")),
    m.ReportCardInError(DEALER, NOW, of("2h")),
    m.ReportCardInError(DEALER, NOW, None),
    m.ReportCardInError(DEALER, NOW, None, to_dealer=True),
    m.ReportEmptyRound(DEALER, NOW, ()),
    m.ReportNotOffered(DEALER, NOW, "insurance"),
    m.ReportNotOffered(DEALER, NOW, "surrender"),
    m.ReportMisdeal(DEALER, NOW, None),
    m.ReportWrongCards(DEALER, NOW, "foreign", (of("Th"),)),
    f.ReportMalfunction(DEALER, NOW, True, True, True),  # noqa: FBT003
    r.ReportNotCut(DEALER, NOW),
    r.ReportNotBurned(DEALER, NOW),
    r.ReportNotShuffled(DEALER, NOW),
    r.ReportNoCuttingCard(DEALER, NOW),
    r.ReportDiscardsLeft(DEALER, NOW),
    r.ReportBurnedCard(DEALER, NOW),
    r.ReportDroppedCards(DEALER, NOW),
    r.ReportDamagedCard(DEALER, NOW),
    p.FindWagerInvalid(SUPERVISOR, NOW, "ann", "another's card"),
    p.FindDeviceUse(SUPERVISOR, NOW, "ann", "a phone"),
    p.DeclareWagersVoid(SUPERVISOR, NOW, "ann"),
    p.RefuseWager(SUPERVISOR, NOW, "ann", 1, "placed late"),
    InvalidateGame(SUPERVISOR, NOW, "fire"),
)
IMPOSSIBLE: dict[tuple[str, type], str] = {
    ("late offer", m.ReportNotOffered): "what is being offered was forgotten once",
    ("late offer", m.ReportEmptyRound): "there are wagers",
    ("card in error", m.ReportEmptyRound): "there are wagers",
    ("misdeal", m.ReportNotOffered): "which card asks for an offer, the misdeal decides",
    ("device malfunction", m.ReportFacedCard): "no card leaves a device that has failed",
    ("device malfunction", m.ReportCardInError): "no card leaves a device that has failed",
    ("device malfunction", m.ReportEmptyRound): "there are wagers",
    ("device malfunction", m.ReportNotOffered): "nobody has wagers until all have answered",
    ("device malfunction", f.ReportMalfunction): "the device is out of use",
    ("shoe void", m.ReportFacedCard): "no card leaves a void shoe; the check finds it",
    ("shoe void", m.ReportCardInError): "no card leaves a void shoe",
    ("shoe void", m.ReportEmptyRound): "no card leaves a void shoe",
    ("shoe void", m.ReportNotOffered): "no round is under way",
    ("shoe void", m.ReportWrongCards): "what else is wrong, the verification records",
    ("shoe void", f.ReportMalfunction): "no round is under way",
}
"""Reports that an open irregularity of this kind rules out, and why."""


@pytest.mark.parametrize("report", REPORTS, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("kind", OPEN)
def test_every_report_is_judged_by_the_rules_or_cannot_be(kind: str, report: c.Command) -> None:
    start, names = OPEN[kind]
    for name in names:
        game = start(name)
        refusal = why_not(game.rules, game.table, report)
        held_up = refusal is not None and refusal.code == "irregularity.open"
        assert held_up is ((kind, type(report)) in IMPOSSIBLE), (name, refusal)


@pytest.mark.parametrize("report", REPORTS, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("kind", OPEN)
def test_no_report_leaves_the_table_without_a_next_step(kind: str, report: c.Command) -> None:
    start, names = OPEN[kind]
    for name in names:
        game = start(name)
        game.say(report)
        assert legal(game.rules, game.table), name


@pytest.mark.clause(S24, "18.16", "18.16.2")
@pytest.mark.clause(S65, "17.16", "17.16.2")
@pytest.mark.clause(PJ, "15.15", "15.15.2")
@pytest.mark.parametrize("kind", ["card in error", "misdeal", "device malfunction", "late offer"])
@pytest.mark.parametrize("name", NSW)
def test_a_foreign_card_ends_the_round_whatever_else_is_open(name: str, kind: str) -> None:
    start, names = OPEN[kind]
    if name not in names:
        return
    game = start(name)
    game.do(m.ReportWrongCards(DEALER, NOW, "foreign", (of("Th"),)))
    assert game.table.phase == "betting" and game.table.irregularity is not None
    assert (
        game.table.irregularity.kind == "shoe void" and game.table.irregularity.interrupted is None
    )
    assert [game.up(player) for player in ("ann", "bob", "cat")] == [0, 0, 0]
    assert game.table.aftermath.ready == ()  # a card on offer was burned


@pytest.mark.clause(S24, "17.21.2", "18.2")
def test_a_card_on_offer_goes_on_to_the_others_when_wagers_are_invalid() -> None:
    game = card_on_offer(S24)
    game.do(p.FindWagerInvalid(SUPERVISOR, NOW, "ann", "another's card"))
    assert isinstance(game.table.irregularity, CardOnOffer)
    assert game.table.irregularity.asked == ((2, 1), (3, 1))
    game.answer(2, take=True)
    assert game.hand(2).cards == cards("9c 6d 4h")


@pytest.mark.clause(S24, "20.4.1", "18.4")
@pytest.mark.clause(S65, "19.3.1", "17.4")
@pytest.mark.clause(PJ, "17.3.1", "15.4")
@pytest.mark.parametrize("name", NSW)
def test_a_card_on_offer_is_the_dealers_when_the_last_hand_is_void(name: str) -> None:
    game = card_on_offer(name)
    game.answer(1, take=False)
    game.answer(2, take=False)
    game.do(p.FindDeviceUse(SUPERVISOR, NOW, "cat", "a phone"))
    game.do(p.DeclareWagersVoid(SUPERVISOR, NOW, "cat"))
    if name == PJ:  # nobody drew below 12, so all hands are done
        assert game.hand(1).done
    assert game.table.dealer == cards("6s 4h")


@pytest.mark.clause(S24, "19.4")
@pytest.mark.clause(S65, "18.4")
@pytest.mark.clause(PJ, "16.4")
@pytest.mark.parametrize("kind", ["card in error", "misdeal"])
@pytest.mark.parametrize("name", NSW)
def test_a_device_that_harms_somebody_ends_the_round(name: str, kind: str) -> None:
    game = OPEN[kind][0](name)
    game.do(f.ReportMalfunction(DEALER, NOW, True, True, True))  # noqa: FBT003
    assert game.table.phase == "over" and game.table.irregularity is None
    assert [game.up(player) for player in ("ann", "bob", "cat")] == [0, 0, 0]
    assert game.table.aftermath.ready == ()


@pytest.mark.clause(S24, "19.5.1")
@pytest.mark.clause(S65, "18.5.1")
@pytest.mark.clause(PJ, "16.5.1")
@pytest.mark.parametrize("kind", ["card in error", "misdeal"])
@pytest.mark.parametrize("name", NSW)
def test_what_was_open_is_open_again_after_a_malfunction(name: str, kind: str) -> None:
    game = OPEN[kind][0](name)
    before = game.table.irregularity
    game.do(f.ReportMalfunction(DEALER, NOW, False, False, False))  # noqa: FBT003
    assert isinstance(game.table.irregularity, DeviceMalfunction)
    for player in ("ann", "bob", "cat"):
        game.do(f.PlayOn(player))
    assert game.table.irregularity == before


@pytest.mark.parametrize("name", ALL)
def test_a_second_card_in_error_waits_for_the_first(name: str) -> None:
    game = card_on_offer(name)
    assert game.in_error("2h") is None
    assert game.table.aftermath.ready == cards("4h 2h")
    game.answer(1, take=True)
    assert isinstance(game.table.irregularity, CardOnOffer) and game.table.irregularity.card is of(
        "2h"
    )
    game.answer(1, take=True)
    assert game.hand(1).cards == cards("5s Kd 4h 2h")


@pytest.mark.parametrize("name", [S24, S65, NZ])
def test_a_misdeal_that_is_dismissed_leaves_the_late_offer_open(name: str) -> None:
    game = late_offer(name)
    assert game.report() is None
    game.do(m.DismissMisdeal(SUPERVISOR, NOW))
    game.do(c.Insure("bob", 2, 500))
    game.do(c.CloseOffers())
    assert game.table.irregularity is None


@pytest.mark.parametrize("name", NSW)
def test_a_misdeal_of_the_round_before_outlasts_a_void_shoe(name: str) -> None:
    game = three(name)
    for player, box in (("ann", 1), ("bob", 2), ("cat", 3)):
        game.do(c.Stand(player, box, 1))
    game.deal("Kh 5h")
    game.do(c.ClearTable())
    assert game.report() is None
    game.do(m.ReportWrongCards(DEALER, NOW, "missing"))
    assert game.table.irregularity is not None and game.table.irregularity.kind == "shoe void"
    assert isinstance(game.table.irregularity.interrupted, WrongDeal)


@pytest.mark.parametrize("name", NSW)
def test_a_misdeal_of_the_round_before_outlasts_a_refused_wager(name: str) -> None:
    game = three(name)
    for player, box in (("ann", 1), ("bob", 2), ("cat", 3)):
        game.do(c.Stand(player, box, 1))
    game.deal("Kh 5h")
    game.do(c.ClearTable())
    game.bet((1, "ann", "10"))
    game.do(c.CloseBets())
    assert game.report() is None
    game.do(p.RefuseWager(SUPERVISOR, NOW, "ann", 1, "placed late"))
    assert isinstance(game.table.irregularity, WrongDeal) and game.table.phase == "over"
    game.do(m.VoidMisdeal(SUPERVISOR, NOW))
    assert [game.up(player) for player in ("ann", "bob", "cat")] == [0, 0, 0]


VOIDED: dict[str, tuple[tuple[str, ...], tuple[c.Command, ...]]] = {
    "invalid": ((S24,), (p.FindWagerInvalid(SUPERVISOR, NOW, "ann", "another's card"),)),
    "device": (
        NSW,
        (
            p.FindDeviceUse(SUPERVISOR, NOW, "ann", "a phone"),
            p.DeclareWagersVoid(SUPERVISOR, NOW, "ann"),
        ),
    ),
}


@pytest.mark.clause(S24, "18.8", "17.21.2", "20.4.1")
@pytest.mark.clause(S65, "17.8", "19.3.1")
@pytest.mark.clause(PJ, "15.8", "17.3.1")
@pytest.mark.parametrize("how", VOIDED)
@pytest.mark.parametrize("name", NSW)
def test_a_misdeal_is_put_right_although_wagers_were_voided_meanwhile(name: str, how: str) -> None:
    names, orders = VOIDED[how]
    if name not in names:
        return
    game = misdeal(name)  # the first two cards were swapped
    for order in orders:
        game.do(order)
    assert game.up("ann") == 0 and isinstance(game.table.irregularity, WrongDeal)
    assert_refused(game.say(m.VoidMisdeal(SUPERVISOR, NOW)), "misdeal.possible", SECTION_8[name])
    assert game.confirm() is None
    assert game.hand(2).cards == cards("5s 6d")
    assert game.up("ann") == 0 and not game.hand(1).open_stakes
    turn = game.table.turn()
    assert turn is not None and turn[0].number == 2


@pytest.mark.clause(S24, "18.8", "17.21.2")
def test_wagers_leave_a_round_dealt_again_after_as_many_cards_as_before() -> None:
    game = IrregularTable(S24)
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "40"))
    game.do(c.CloseBets())
    for card in cards("5s 9c"):
        game.do(c.DealCard(card))
    game.do(p.FindWagerInvalid(SUPERVISOR, NOW, "ann", "another's card"))
    for card in cards("9s 6s 6d 9d"):
        game.do(c.DealCard(card))
    assert game.report("9c 5s 9s 6s 6d 9d") is None
    assert game.confirm() is None
    assert game.up("ann") == 0 and game.hand(1).cleared
    assert (game.hand(2).cards, game.hand(3).cards) == (cards("5s 6d"), cards("9s 9d"))
    assert game.table.dealer == cards("6s")


@pytest.mark.clause(S24, "18.8", "20.12")
def test_a_wager_refused_before_the_first_card_stays_refused_in_a_round_dealt_again() -> None:
    game = IrregularTable(S24)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.do(c.CloseBets())
    game.do(p.RefuseWager(SUPERVISOR, NOW, "ann", 1, "placed late"))
    for card in cards("9c 6s 6d"):
        game.do(c.DealCard(card))
    assert game.report("6s 9c 6d") is None
    assert game.confirm() is None
    assert (game.up("ann"), game.hand(2).cards) == (0, cards("6s 6d"))
    assert len(game.table.people.refused) == 1


SECTION_8 = {S24: "18.8", S65: "17.8", PJ: "15.8"}


@pytest.mark.clause(S24, "18.8", "19.5.1")
@pytest.mark.clause(S65, "17.8", "18.5.1")
@pytest.mark.clause(PJ, "15.8", "16.5.1")
@pytest.mark.parametrize("end", ["confirmed", "dismissed", "void"])
@pytest.mark.parametrize("name", NSW)
def test_a_misdeal_is_reported_while_players_answer_about_a_failed_device(
    name: str, end: str
) -> None:
    game = malfunction(name)
    game.do(f.TakeWagersBack("ann"))
    assert (game.report() if end == "void" else game.report("9c 5s 9s 6s Kd 6d 9d")) is None
    assert isinstance(game.table.irregularity, WrongDeal)
    if end == "void":
        game.do(m.VoidMisdeal(SUPERVISOR, NOW))
        assert game.table.phase == "over" and game.table.irregularity is None
        return
    if end == "dismissed":
        game.do(m.DismissMisdeal(SUPERVISOR, NOW))
    else:
        assert game.confirm() is None
        assert game.hand(1).cards == cards("9c Kd")
    asked = ("bob", "cat") if end == "dismissed" else ("ann", "bob", "cat")  # it is another round
    irregularity = game.table.irregularity
    assert isinstance(irregularity, DeviceMalfunction) and irregularity.waiting == asked
    for player in asked:
        game.do(f.PlayOn(player))
    assert game.table.irregularity is None and game.table.phase == "playing"
    assert (game.up("ann") == 0) is (end == "dismissed")
