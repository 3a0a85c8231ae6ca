"""Players who are away, and boxes for which nobody may decide (NZ 15.5, 16.6; readings 56, 57)."""

import pytest

from game_table import NZ, PJ, S24, S65, assert_refused
from houserules.core.people import Moment, Person
from houserules.table import commands as c
from houserules.table.events import DecisionsPassed, PlayerAbsent
from houserules.table.irregularities.catalogue import irregularities
from houserules.table.irregularities.commands import TakeBackAbsence
from houserules.table.irregularities.events import AbsenceTakenBack
from houserules.table.legal import legal
from houserules.table.people.events import PlayerReturned
from houserules.table.powers import why_not_by
from houserules.table.sign.commands import ReportPatronage
from houserules.table.sign.events import BoxUncontrolled
from rules.irregularities.irregular_table import IrregularTable
from rules.sign.sign_table import SignTable, place
from seated_table import SUPERVISOR

NSW = [(S24, "18.10"), (S65, "17.10.1"), (PJ, "15.10")]


def standing(name: str = NZ, first: str = "5c 9s 3d") -> IrregularTable:
    """Ann and Bob wager on box 5, Ann nearest the dealer; nobody sits there."""
    game = IrregularTable(name)
    game.do(c.PlaceWager("ann", 5, 2000, seated=False))
    game.do(c.PlaceWager("bob", 5, 1000, seated=False))
    game.deal(first)
    return game


@pytest.mark.clause(NZ, "16.6")
@pytest.mark.clause(S24, "18.10")
@pytest.mark.clause(S65, "17.10.1")
@pytest.mark.clause(PJ, "15.10")
def test_in_new_zealand_only_a_casino_supervisor_directs_it() -> None:
    report = c.ReportAbsent(1, 1)
    for name, clause in NSW:
        assert why_not_by(IrregularTable(name).rules, report, Person("max", "dealer")) is None, (
            clause
        )
    rules = IrregularTable(NZ).rules
    assert_refused(why_not_by(rules, report, Person("max", "dealer")), "role.may-not", "16.6")
    assert_refused(
        why_not_by(rules, report, Person("kim", "Gaming Supervisor")), "role.may-not", "16.6"
    )
    assert why_not_by(rules, report, Person("sue", "casino supervisor")) is None


@pytest.mark.clause(NZ, "16.6")
@pytest.mark.clause(S24, "18.10")
@pytest.mark.clause(S65, "17.10.1")
@pytest.mark.clause(PJ, "15.10")
def test_a_player_who_is_slow_is_not_covered_in_new_zealand() -> None:
    slow = "The same applies to a player who refuses or takes too long."
    for name in (S24, S65, PJ, NZ):
        rows = {row.id: row for row in irregularities(IrregularTable(name).rules)}
        assert (slow in rows["player-absent"].table_does) == (name != NZ)


@pytest.mark.clause(NZ, "16.6", "15.3(a)")
def test_with_nobody_seated_the_next_bettor_decides() -> None:
    game = standing()
    game.do(c.ReportAbsent(5, 1))
    assert game.last(DecisionsPassed) == DecisionsPassed(5, "bob", "16.6")
    assert_refused(game.say(c.Hit("ann", 5, 1)), "decision.not-yours", "15.3(a)")
    game.do(c.Hit("bob", 5, 1))
    game.deal("Kc")
    game.do(c.ReportAbsent(5, 1))  # bob goes too: 18 stands
    assert game.hand(5).done and game.table.phase == "dealer"


@pytest.mark.clause(NZ, "16.6", "15.3(a)")
def test_a_seated_player_who_is_away_gives_no_decision_to_others() -> None:
    game = IrregularTable(NZ)
    game.bet((1, "ann", "20"), (1, "bob", "10"))  # ann sits
    game.deal("5c 9s 3d")
    game.do(c.ReportAbsent(1, 1))
    assert_refused(game.say(c.Hit("bob", 1, 1)), "decision.not-yours", "15.3(a)")
    game.deal("2c 3h")  # drawn until 12 or more
    assert game.hand(1).total == 13 and game.hand(1).done


@pytest.mark.clause(S24, "18.10")
@pytest.mark.clause(S65, "17.10.1")
@pytest.mark.clause(PJ, "15.10")
@pytest.mark.parametrize(("name", "clause"), NSW)
def test_in_new_south_wales_control_does_not_pass(name: str, clause: str) -> None:
    game = standing(name, "9c 9s 8d")
    game.do(c.ReportAbsent(5, 1))
    assert game.last(PlayerAbsent) == PlayerAbsent(5, "ann", clause)
    assert game.hand(5).done
    assert_refused(game.say(c.ComeBack("ann", 5)), "absence.lasts", clause)


@pytest.mark.clause(S24, "6/6.7", "18.10")
@pytest.mark.clause(S65, "5.6", "17.10.1")
@pytest.mark.clause(PJ, "5.6", "15.10")
@pytest.mark.parametrize(("name", "clause"), NSW)
def test_a_bettor_who_is_present_decides_nothing_for_one_who_is_away(
    name: str, clause: str
) -> None:
    """Control was ascertained before the round and stays where it is (reading 73)."""
    game = standing(name, "8c 9s 8d")
    game.do(c.Split("ann", 5, 1))
    game.do(c.Split("bob", 5, 1))
    game.deal("3c")
    game.do(c.ReportAbsent(5, 1))
    assert game.last(PlayerAbsent) == PlayerAbsent(5, "ann", clause)
    assert not [each for each in game.events if isinstance(each, DecisionsPassed)]
    box = game.table.box(5)
    assert box is not None and box.controller == "ann"
    assert not [each for each in legal(game.rules, game.table) if each.who == "bob"]
    for hand in (1, 2):
        answer = game.say(c.Hit("bob", 5, hand))
        assert answer is not None and answer.code.startswith(("decision.", "hand.")), answer


def split_and_away() -> IrregularTable:
    """Ann splits 8s on box 1 and is away; a card is due on her first hand."""
    game = IrregularTable(NZ)
    game.bet((1, "ann", "20"))
    game.deal("8c 9s 8d")
    game.do(c.Split("ann", 1, 1))
    game.deal("2c")  # 10
    game.do(c.ReportAbsent(1, 1))
    return game


@pytest.mark.clause(NZ, "16.6")
def test_absence_ends_when_the_player_is_back() -> None:
    game = split_and_away()
    assert c.ComeBack("ann", 1) in [each.command for each in legal(game.rules, game.table)]
    game.do(c.ComeBack("ann", 1))
    assert game.last(PlayerReturned) == PlayerReturned(1, "ann", "16.6")
    game.deal("3c")  # the card that was asked for meanwhile
    game.do(c.Stand("ann", 1, 1))
    game.deal("3d")
    game.do(c.Double("ann", 1, 2, 2000))


@pytest.mark.clause(NZ, "16.6")
def test_without_coming_back_the_box_is_played_out() -> None:
    game = split_and_away()
    game.deal("3c 3d 9c")
    assert [hand.total for hand in game.table.boxes[0].hands] == [13, 20]
    assert game.table.phase == "dealer"


@pytest.mark.clause(NZ, "16.6")
def test_who_is_back_decides_again_before_the_next_in_line() -> None:
    game = standing()
    assert_refused(game.say(c.ComeBack("ann", 5)), "absence.none", "16.6")
    game.do(c.ReportAbsent(5, 1))
    game.do(c.ComeBack("ann", 5))
    assert game.last(DecisionsPassed) == DecisionsPassed(5, "ann", "16.6")
    game.do(c.Hit("ann", 5, 1))
    assert_refused(game.say(c.ComeBack("ann", 5)), "absence.none", "16.6")


def full_house(*wagers: tuple[str, int]) -> SignTable:
    """Ann sits at box 1, Bob at box 2, Cat stands; the house is full."""
    desk = SignTable(NZ, seats=(("ann", 1), ("bob", 2), ("cat", None)))
    desk.do(ReportPatronage(SUPERVISOR, Moment(0), full=True))
    for player, box in wagers:
        desk.do(place(player, box, "10"))
    return desk


@pytest.mark.clause(NZ, "15.5", "16.6")
def test_in_a_full_house_nobody_decides_for_a_box_where_they_do_not_sit() -> None:
    desk = full_house(("ann", 1), ("ann", 3))
    desk.deal("9c 5d Kd 8c 2d")
    assert BoxUncontrolled(3, "15.5") in desk.events
    assert_refused(desk.say(c.Surrender("ann", 3)), "decision.seated-elsewhere", "15.5")
    desk.do(c.CloseOffers())
    assert_refused(desk.say(c.Hit("ann", 3, 1)), "decision.seated-elsewhere", "15.5")
    desk.do(c.Stand("ann", 1, 1))
    desk.deal("4d 6h")  # box 3 draws from 7 to 12 or more by itself
    box = desk.table.box(3)
    assert box is not None and box.hands[0].total == 17 and box.hands[0].done
    assert desk.table.phase == "dealer"


@pytest.mark.clause(NZ, "15.5")
def test_in_a_full_house_somebody_who_sits_nowhere_may_decide() -> None:
    desk = full_house(("ann", 3), ("cat", 3))
    desk.deal("9c 5d 8c")
    box = desk.table.box(3)
    assert box is not None and box.controller == "cat" and box.uncontrolled is None
    desk.do(c.Stand("cat", 3, 1))


@pytest.mark.clause(NZ, "15.4", "15.5")
def test_without_a_full_house_a_player_decides_for_other_boxes_too() -> None:
    desk = SignTable(NZ, seats=(("ann", 1), ("bob", 2)))
    desk.do(place("ann", 3, "10"))
    desk.deal("9c 5d 8c")
    desk.do(c.Stand("ann", 3, 1))


def away_by_mistake(name: str, first: str = "9c 5c 9s 8d 3d") -> IrregularTable:
    """Ann on box 1 and Bob on box 2; Ann is reported away though she is there."""
    game = IrregularTable(name)
    game.bet((1, "ann", "20"), (2, "bob", "10"))
    game.deal(first)
    game.do(c.ReportAbsent(1, 1))
    return game


def take_back(name: str, player: str = "ann", box: int = 1) -> TakeBackAbsence:
    by = SUPERVISOR if name == NZ else Person("max", "dealer")
    return TakeBackAbsence(by, Moment(0), player, box)


BOTH = [*NSW, (NZ, "16.6")]


@pytest.mark.clause(S24, "18.10")
@pytest.mark.clause(S65, "17.10.1")
@pytest.mark.clause(PJ, "15.10")
@pytest.mark.clause(NZ, "16.6")
@pytest.mark.parametrize(("name", "clause"), BOTH)
def test_a_wrong_report_is_taken_back_until_the_next_card(name: str, clause: str) -> None:
    game = away_by_mistake(name)
    racks = dict(game.table.racks)
    game.do(c.Double("bob", 2, 1, 1000))  # he decides again when his turn comes
    offered = [each.command for each in legal(game.rules, game.table)]
    assert [each.player for each in offered if isinstance(each, TakeBackAbsence)] == ["ann"]
    game.do(take_back(name))
    assert game.last(AbsenceTakenBack).clause == clause
    assert not game.hand(1).done and not game.hand(2).doubled_at and game.table.racks == racks
    game.do(c.Hit("ann", 1, 1))
    game.deal("2c")
    assert_refused(game.say(take_back(name)), "absence.none", clause)
    game.do(c.ReportAbsent(1, 1))
    game.do(c.Hit("bob", 2, 1))
    game.deal("3c")
    assert_refused(game.say(take_back(name)), "absence.card-dealt", clause)
    assert not any(isinstance(e.command, TakeBackAbsence) for e in legal(game.rules, game.table))


@pytest.mark.clause(NZ, "16.6")
@pytest.mark.clause(PJ, "15.10")
@pytest.mark.parametrize("name", [NZ, PJ])
def test_the_card_drawn_for_somebody_away_is_not_drawn_after_a_wrong_report(name: str) -> None:
    game = away_by_mistake(name, "2c 5c 9s 8d 3d")
    assert game.hand(1).card_due
    game.do(take_back(name))
    assert not game.hand(1).card_due
    game.do(c.Hit("ann", 1, 1))


@pytest.mark.clause(S24, "18.10")
def test_a_wrong_no_for_somebody_away_is_asked_again() -> None:
    game = standing(S24, "6c 9s 5d")
    game.do(c.Double("ann", 5, 1, 2000))
    awaiting = game.table.awaiting
    game.do(c.ReportAbsent(5, 1, "bob"))
    assert game.table.awaiting is None
    game.do(take_back(S24, "bob", 5))
    assert game.table.awaiting == awaiting
    game.do(c.Double("bob", 5, 1, 1000))


@pytest.mark.clause(NZ, "16.6")
def test_who_may_report_somebody_away_may_take_it_back() -> None:
    game = away_by_mistake(NZ)
    dealer = TakeBackAbsence(Person("max", "dealer"), Moment(0), "ann", 1)
    assert_refused(game.say(dealer), "role.may-not", "16.6")
