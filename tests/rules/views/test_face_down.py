"""Face-down cards: approved by an inspector, exposed before a third card (S24 4.6.2, S65 3.6.2)."""

import pytest

from game_table import NZ, PJ, S24, S65, GameTable, assert_refused
from houserules.core.people import Moment, Person, Role
from houserules.core.refusal import Clause
from houserules.table import commands as c
from houserules.table.event_builder import EventBuilder
from houserules.table.evolve import evolve
from houserules.table.face_down import (
    ApprovalTakenBack,
    ApproveFaceDown,
    CardsExposed,
    ChooseFacing,
    ExposeCards,
    FaceDownApproved,
    FacingChosen,
    TakeBackApproval,
)
from houserules.table.legal import legal
from houserules.table.round.void import void_wagers_of
from rules.views.face_down_table import (
    DEALER,
    DOWN,
    FACE_DOWN,
    INSPECTOR,
    UP,
    FaceDownTable,
    approve,
    down,
    up,
)

face_down = pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.clause(n, DOWN[n])) for n in FACE_DOWN]
)


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.clause(n, UP[n])) for n in FACE_DOWN]
)
def test_cards_are_dealt_face_up_unless_something_else_is_chosen(name: str) -> None:
    game = GameTable(name)
    game.do(approve())
    game.bet((1, "ann", "20"))
    game.deal("8s 6c 7h")
    hand = game.table.hand(1, 1)
    assert hand is not None
    assert not hand.face_down
    assert_refused(game.say(ExposeCards("ann", 1)), "expose.face-up", UP[name])


@face_down
def test_face_down_only_after_an_inspector_has_approved_it(name: str) -> None:
    game = GameTable(name)
    assert_refused(game.say(down()), "face-down.not-approved", DOWN[name])
    game.do(up())  # needs no approval
    game.do(approve())
    game.do(down())
    clause, at = Clause(DOWN[name]), Moment(0)
    assert game.events[-2:] == [
        FaceDownApproved("ines", at, clause),
        FacingChosen("down", "dora", Moment(1), clause),
    ]


@face_down
@pytest.mark.parametrize("role", ["player", "dealer", "Gaming Manager", "Surveillance"])
def test_nobody_but_an_inspector_approves(name: str, role: Role) -> None:
    game = GameTable(name)
    refusal = game.say(ApproveFaceDown(Person("eve", role), Moment(0)))
    assert_refused(refusal, "role.may-not", DOWN[name])
    assert refusal is not None
    assert refusal.detail.startswith("Only an inspector may do this, not a")


@face_down
def test_an_inspector_may_take_the_approval_back(name: str) -> None:
    game = GameTable(name)
    back = TakeBackApproval(INSPECTOR, Moment(5))
    assert_refused(game.say(back), "face-down.not-approved", DOWN[name])
    game.do(approve())
    game.do(down())
    game.bet((1, "ann", "20"))
    game.deal("8s 6c 7h")
    assert_refused(game.say(TakeBackApproval(DEALER, Moment(5))), "role.may-not", DOWN[name])
    game.do(back)
    assert game.events[-1] == ApprovalTakenBack("ines", Moment(5), Clause(DOWN[name]))
    assert_refused(
        game.say(c.Hit("ann", 1, 1)), "cards.face-down", DOWN[name]
    )  # it lies as it was dealt
    game.do(ExposeCards("ann", 1))
    game.do(c.Stand("ann", 1, 1))
    game.deal("Kc 5d")
    game.do(c.ClearTable())
    assert_refused(game.say(down()), "face-down.not-approved", DOWN[name])
    game.bet((1, "ann", "20"))
    game.deal("8s 6c 7h")
    hand = game.table.hand(1, 1)
    assert hand is not None and not hand.face_down


@face_down
def test_staff_choose_and_players_do_not(name: str) -> None:
    game = GameTable(name)
    game.do(approve())
    ann = ChooseFacing(Person("ann", "player"), Moment(0), "down")
    assert_refused(game.say(ann), "role.may-not", DOWN[name])
    game.do(ChooseFacing(Person("sue", "Gaming Supervisor"), Moment(0), "down"))


@face_down
def test_the_choice_is_made_between_two_rounds(name: str) -> None:
    game = GameTable(name)
    game.do(approve())
    game.bet((1, "ann", "20"))
    game.do(down())
    game.do(c.CloseBets())
    assert_refused(game.say(up()), "face-down.not-now", DOWN[name])
    game.deal("8s 6c 7h")
    assert_refused(game.say(up()), "face-down.not-now", DOWN[name])
    game.do(c.Stand("ann", 1, 1))
    assert_refused(game.say(up()), "face-down.not-now", DOWN[name])
    game.deal("5c 6d")
    assert game.table.phase == "over"
    game.do(up())
    game.do(c.ClearTable())
    game.bet((1, "ann", "20"))
    game.deal("8s 6c 7h")
    assert not game.table.boxes[0].hands[0].face_down


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        pytest.param(NZ, "8.2(a)", marks=pytest.mark.clause(NZ, "8.2(a)")),
        pytest.param(PJ, "3.7", marks=pytest.mark.clause(PJ, "3.7")),
    ],
)
def test_elsewhere_every_card_is_dealt_face_up(name: str, clause: str) -> None:
    game = GameTable(name)
    assert_refused(game.say(approve()), "role.may-not", clause)
    assert_refused(game.say(down()), "role.may-not", clause)
    game.bet((1, "ann", "20"))
    game.deal("8s 6c 7h")
    assert_refused(game.say(ExposeCards("ann", 1)), "face-down.none", clause)


@face_down
def test_no_third_card_before_the_first_two_are_exposed(name: str) -> None:
    game = FaceDownTable(name)
    game.bet((1, "ann", "20"))
    game.deal("8s 6c 8h")
    for command in (
        c.Hit("ann", 1, 1),
        c.Double("ann", 1, 1, 2000),
        c.Split("ann", 1, 1),
    ):
        assert_refused(game.say(command), "cards.face-down", DOWN[name])
    game.do(ExposeCards("ann", 1))
    assert game.events[-1] == CardsExposed(1, "ann", Clause(DOWN[name]))
    assert_refused(game.say(ExposeCards("ann", 1)), "expose.face-up", UP[name])
    game.do(c.Hit("ann", 1, 1))
    game.deal("2d")
    game.do(c.Hit("ann", 1, 1))  # once is enough
    assert not game.hand().face_down


@face_down
@pytest.mark.parametrize("decision", [c.Double("ann", 1, 1, 2000), c.Split("ann", 1, 1)])
def test_double_and_split_are_open_once_the_cards_are_exposed(
    name: str, decision: c.Command
) -> None:
    game = FaceDownTable(name)
    game.bet((1, "ann", "20"))
    game.deal("8s 6c 8h")
    game.do(ExposeCards("ann", 1))
    game.do(decision)
    game.deal("2d")
    assert not any(hand.face_down for _, _, hand in game.table.hands())


@face_down
def test_a_refused_split_does_not_tell_the_cards(name: str) -> None:
    game = FaceDownTable(name)
    game.bet((1, "ann", "20"))
    game.deal("8s 6c 9h")
    refusal = game.say(c.Split("ann", 1, 1))
    assert_refused(refusal, "cards.face-down", DOWN[name])
    assert refusal is not None
    assert not {"8", "9", "♠", "♥"} & set(refusal.detail)


@face_down
def test_who_stands_need_not_expose_and_the_dealer_does_at_the_end(name: str) -> None:
    game = FaceDownTable(name)
    game.bet((1, "ann", "20"), (2, "bob", "20"))
    game.deal("Ks Kd 6c 9h 8d")
    game.do(c.Stand("ann", 1, 1))
    assert game.hand(1).face_down
    assert game.hand(2).face_down
    game.do(c.Stand("bob", 2, 1))
    game.deal("5c")
    assert game.hand(1).face_down  # the dealer's cards are still coming
    game.deal("7d")
    assert [(e.box, e.player) for e in game.events if isinstance(e, CardsExposed)] == [
        (1, None),
        (2, None),
    ]
    first = next(i for i, e in enumerate(game.events) if e.name == "wager.settled")
    assert all(not isinstance(e, CardsExposed) for e in game.events[first:])


@face_down
def test_a_natural_is_exposed_and_paid_after_the_initial_deal(name: str) -> None:
    game = FaceDownTable(name)
    game.bet((1, "ann", "20"), (2, "bob", "20"))
    game.deal("As 8d 6c Kh 8c")
    names = [event.name for event in game.events]
    assert names[-4:-1] == ["cards.exposed", "wager.settled", "hand.cleared"]
    assert not game.hand(1).face_down
    assert game.hand(2).face_down


@face_down
def test_a_hand_with_a_side_wager_is_exposed_to_settle_it(name: str) -> None:
    game = FaceDownTable(name, perfect_pairs="5")
    game.bet((1, "ann", "20"), (2, "bob", "20"))
    game.do(c.PlaceSideWager("bob", 2, "perfect-pairs", 500))
    game.do(c.PlaceSideWager("cat", 2, "perfect-pairs", 500))
    game.deal("9s 8d 6c Kh 8c")
    assert game.hand(1).face_down
    assert not game.hand(2).face_down
    assert len([e for e in game.events if isinstance(e, CardsExposed)]) == 1
    assert_refused(game.say(ExposeCards("bob", 2)), "expose.face-up", UP[name])


@face_down
def test_a_surrendered_hand_is_exposed(name: str) -> None:
    game = FaceDownTable(name)
    game.bet((1, "ann", "20"), (2, "bob", "20"))
    game.deal("9s 8d Kc 7h 8c")
    game.do(c.Surrender("ann", 1))
    assert not game.hand(1).face_down
    assert game.hand(2).face_down


@face_down
def test_the_controlling_player_exposes(name: str) -> None:
    game = FaceDownTable(name)
    game.bet((1, "ann", "20"), (1, "bob", "20"))
    game.do(c.CloseBets())
    assert_refused(game.say(ExposeCards("ann", 1)), "expose.no-cards", DOWN[name])
    game.deal("8s 6c")
    assert_refused(game.say(ExposeCards("ann", 1)), "expose.no-cards", DOWN[name])
    game.deal("7h")
    yours = {S24: "6.6", S65: "5.5"}[name]
    assert_refused(game.say(ExposeCards("bob", 1)), "decision.not-yours", yours)
    assert_refused(game.say(ExposeCards("ann", 2)), "expose.no-cards", DOWN[name])
    game.do(ExposeCards("ann", 1))


@face_down
def test_cards_may_be_exposed_while_insurance_is_open(name: str) -> None:
    game = FaceDownTable(name)
    game.bet((1, "ann", "20"), (2, "bob", "20"))
    game.deal("9s 8d Ac 7h 8c")
    assert game.table.phase == "offers"
    open_now = {each.command for each in legal(game.rules, game.table)}
    assert {ExposeCards("ann", 1), ExposeCards("bob", 2)} <= open_now
    game.do(ExposeCards("ann", 1))
    assert ExposeCards("ann", 1) not in {e.command for e in legal(game.rules, game.table)}


@pytest.mark.clause(S65, "3.6.2")
def test_cards_drawn_for_an_absent_player_are_drawn_to_exposed_ones() -> None:
    game = FaceDownTable(S65, absent_player="draw-to-12")
    game.bet((1, "ann", "20"))
    game.deal("5s 6c 6h")
    game.do(c.ReportAbsent(1, 1))
    assert not game.hand().face_down
    assert game.hand().asked


@face_down
def test_an_absent_players_cards_stay_down_where_nothing_is_drawn(name: str) -> None:
    game = FaceDownTable(name)
    game.bet((1, "ann", "20"), (2, "bob", "20"))
    game.deal("5s 8d 6c 6h 8c")
    game.do(c.ReportAbsent(1, 1))
    assert game.hand().face_down
    assert game.hand().done


@face_down
def test_a_hand_that_is_void_goes_away_unseen(name: str) -> None:
    game = FaceDownTable(name)
    game.bet((1, "ann", "20"), (2, "bob", "20"))
    game.deal("5s 8d 6c 6h 8c")
    builder = EventBuilder(game.rules, game.table, evolve)
    void_wagers_of(builder, "ann", Clause("0"))
    game.table = builder.table
    assert game.hand(1).cleared
    assert game.hand(1).face_down
    assert_refused(game.say(ExposeCards("ann", 1)), "expose.no-cards", DOWN[name])
    game.do(ExposeCards("bob", 2))
    game.do(c.Stand("bob", 2, 1))
    game.deal("Kc 2c")
    assert game.table.phase == "over"
    assert [each.box for each in game.events if isinstance(each, CardsExposed)] == [2]
