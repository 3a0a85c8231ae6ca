"""The cut: whom it is offered to, in which order, how deep, and where the cutting card goes."""

import pytest

from game_table import ALL, NSW, NZ, PJ, S24, S65, assert_refused, by_rulebook
from houserules.core.money import Odds
from houserules.core.people import Person
from houserules.shoe.cut import (
    Seat,
    clockwise,
    cutting_card_depth,
    farthest_left,
    farthest_right,
    in_turn,
)
from houserules.shoe.state import Step
from houserules.table import commands as c
from houserules.table.cards import commands as k
from houserules.table.people.commands import ComeToTable, LeaveTable
from rules.cards.shoe_table import DEVICE, GAME_SUPERVISOR, ShoeTable
from seated_table import DEALER, NOW, SUPERVISOR


def after_cutting_card(name: str, *, cards: int, box: int = 3) -> ShoeTable:
    """Deal so many cards of a round on boxes 3 and 5, then the cutting card; up to the cut."""
    game = ShoeTable(name).sit(cat=5, ann=2, bob=box).ready()
    game.begin((3, "bob"), (5, "cat")).deal_some(cards)
    assert game.cutting_card() is None
    return game.play_out().until("cut") if cards else game.until("cut")


@pytest.mark.clause(S24, "5.3.1")
@pytest.mark.clause(S65, "4.3.1")
@pytest.mark.clause(NZ, "7.3(a)")
@pytest.mark.clause(PJ, "4.4.1")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.3.1", "4.3.1", "7.3(a)", "4.4.1"))
def test_at_the_start_the_first_player_to_come_cuts(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(cat=5, ann=2, bob=7).open().until("cut")
    assert game.asked == "cat"
    assert_refused(game.say(k.CutCards("bob")), "cut.not-yours", clause)
    game.do(k.CutCards("cat"))
    assert (game.last("cards.cut").by, game.last("cards.cut").clause) == ("cat", clause)


@pytest.mark.clause(S24, "5.3.2")
@pytest.mark.clause(S65, "4.3.2")
@pytest.mark.clause(NZ, "7.3(b)")
@pytest.mark.clause(PJ, "4.4.2")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.3.2", "4.3.2", "7.3(b)", "4.4.2"))
@pytest.mark.parametrize(("dealt", "player"), [(1, "cat"), (3, "bob"), (4, "cat"), (5, "bob")])
def test_the_player_on_whose_box_the_cutting_card_came_out(
    name: str, clause: str, dealt: int, player: str
) -> None:
    game = ShoeTable(name).sit(cat=5, ann=2, bob=3).ready().begin((3, "bob"), (5, "cat"))
    game.deal_some(min(dealt, 5))
    if dealt == 5:
        game.do(c.Hit("bob", 3, 1))
    game.cutting_card()
    game.play_out().until("cut")
    assert game.asked == player
    assert_refused(game.say(k.CutCards("nobody")), "cut.not-yours", clause)
    game.do(k.CutCards(player))
    assert game.last("cards.cut").clause == clause


@pytest.mark.clause(S24, "5.3.3")
@pytest.mark.clause(S65, "4.3.3")
@pytest.mark.clause(NZ, "7.3(c)")
@pytest.mark.clause(PJ, "4.4.3")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.3.3", "4.3.3", "7.3(c)", "4.4.3"))
@pytest.mark.parametrize("second", [False, True])
def test_the_farthest_right_if_it_came_out_on_the_dealers_hand(
    name: str, clause: str, *, second: bool
) -> None:
    game = ShoeTable(name).sit(cat=5, ann=2, bob=3).ready().begin((3, "bob"), (5, "cat"))
    game.deal_some(5 if second else 2)
    if second:
        game.do(c.Stand("bob", 3, 1))
        game.do(c.Stand("cat", 5, 1))
    game.cutting_card()
    game.play_out().until("cut")
    assert game.asked == "cat"
    assert_refused(game.say(k.CutCards("nobody")), "cut.not-yours", clause)
    game.do(k.CutCards("cat"))
    assert game.last("cards.cut").clause == clause


@pytest.mark.clause(S24, "5.3.4")
@pytest.mark.clause(S65, "4.3.4")
@pytest.mark.clause(NZ, "7.3(c)")
@pytest.mark.clause(PJ, "4.4.4")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.3.4", "4.3.4", "7.3(c)", "4.4.4"))
def test_the_farthest_right_if_it_was_the_first_card(name: str, clause: str) -> None:
    game = after_cutting_card(name, cards=0)
    assert game.asked == "cat"
    assert_refused(game.say(k.CutCards("nobody")), "cut.not-yours", clause)
    game.do(k.CutCards("cat"))
    assert game.last("cards.cut").clause == clause


@pytest.mark.clause(S24, "5.3.5")
@pytest.mark.clause(S65, "4.3.5")
@pytest.mark.clause(NZ, "7.3(d)")
@pytest.mark.clause(PJ, "4.4.5")
@pytest.mark.parametrize(
    ("name", "player", "clause"),
    [(S24, "cat", "5.3.5"), (S65, "cat", "4.3.5"), (NZ, "ann", "7.3(d)"), (PJ, "cat", "4.4.5")],
)
def test_replaced_cards_far_right_and_in_new_zealand_far_left(
    name: str, player: str, clause: str
) -> None:
    game = ShoeTable(name).sit(bob=3, cat=5, ann=2).ready().begin((3, "bob"), (5, "cat"))
    game.deal_some(1)
    game.cutting_card()
    game.play_out().do(k.ReplaceCards(SUPERVISOR, NOW))
    game.until("cut")
    assert game.asked == player
    assert_refused(game.say(k.CutCards("nobody")), "cut.not-yours", clause)
    game.do(k.CutCards(player))
    assert game.last("cards.cut").clause == clause


@pytest.mark.clause(S24, "5.4")
@pytest.mark.clause(S65, "4.4")
@pytest.mark.clause(NZ, "7.4")
@pytest.mark.clause(PJ, "4.5")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.4", "4.4", "7.4", "4.5"))
def test_refusals_go_clockwise_once_round_the_table(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(cat=3, ann=1, bob=7, dan=5).open().until("cut")
    turn = []
    while (player := game.asked) is not None:
        turn.append(player)
        assert len(game.named("cut.declined")) == len(turn) - 1
        assert_refused(game.say(k.CutForPlayers(SUPERVISOR, NOW)), "cut.players-first", clause)
        game.do(k.DeclineCut(player))
        assert_refused(game.say(k.DeclineCut(player)), "cut.not-yours", clause)
    assert turn == ["cat", "dan", "bob", "ann"]
    assert_refused(game.say(k.CutCards("cat")), "cut.not-yours", clause)


@pytest.mark.clause(S24, "5.4")
@pytest.mark.clause(NZ, "7.4")
@pytest.mark.clause(PJ, "4.5")
@pytest.mark.parametrize("name", ALL)
def test_from_the_farthest_right_the_offer_wraps_round(name: str) -> None:
    game = after_cutting_card(name, cards=0)
    game.do(k.DeclineCut("cat"))
    assert game.asked == "ann"
    game.do(k.DeclineCut("ann"))
    assert game.asked == "bob"
    game.do(k.CutCards("bob"))
    assert game.last("cards.cut").clause == game.rules.cut.cut_refused


@pytest.mark.clause(S24, "5.4")
@pytest.mark.clause(S65, "4.4")
@pytest.mark.clause(NZ, "7.4")
@pytest.mark.clause(PJ, "4.5")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.4", "4.4", "7.4", "4.5"))
@pytest.mark.parametrize("by", [DEALER, GAME_SUPERVISOR, SUPERVISOR])
def test_then_a_supervisor_cuts_and_in_new_zealand_anybody_of_the_house(
    name: str, clause: str, by: Person
) -> None:
    game = ShoeTable(name).sit(ann=1).open().until("cut")
    game.do(k.DeclineCut("ann"))
    answer = game.say(k.CutForPlayers(by, NOW))
    if name != NZ and by is DEALER:
        assert_refused(answer, "role.may-not", clause)
    else:
        assert answer is None
        assert (game.last("cards.cut").by, game.last("cards.cut").clause) == (by.name, clause)


@pytest.mark.clause(S24, "5.3")
@pytest.mark.clause(S65, "4.3")
@pytest.mark.clause(NZ, "7.2", "7.3", "7.4")
@pytest.mark.clause(PJ, "4.4")
def test_only_in_new_zealand_must_who_cuts_be_seated() -> None:
    for name, asked in ((S24, "bob"), (S65, "bob"), (NZ, "ann"), (PJ, "bob")):
        game = ShoeTable(name).sit(bob=None, ann=4).open().until("cut")
        assert game.asked == asked, name
        game.do(k.DeclineCut(asked))
        assert game.asked == (None if name == NZ else "ann")


@pytest.mark.clause(S24, "5.3.2")
@pytest.mark.clause(NZ, "7.3", "7.3(b)")
def test_the_box_of_somebody_who_stands() -> None:
    for name, asked in ((S24, "bob"), (NZ, "cat")):
        game = ShoeTable(name).sit(bob=None, ann=2, cat=5).ready()
        game.begin((2, "ann"), (4, "bob")).deal_some(1)
        game.cutting_card()
        game.play_out().until("cut")
        assert game.asked == asked, "New Zealand goes on clockwise to a seated player"


@pytest.mark.clause(S24, "5.4")
@pytest.mark.clause(NZ, "7.4")
@pytest.mark.parametrize("name", ALL)
def test_who_has_gone_is_not_asked_and_who_comes_is(name: str) -> None:
    game = after_cutting_card(name, cards=1)
    assert game.asked == "cat"
    game.do(LeaveTable("cat"))
    assert game.asked == "ann"
    game.do(LeaveTable("ann"))
    game.do(LeaveTable("bob"))
    assert game.asked is None
    game.do(ComeToTable("dan", 6))
    assert game.asked == "dan"


@pytest.mark.clause(S24, "5.5")
@pytest.mark.clause(S65, "4.5")
@pytest.mark.clause(NZ, "7.5")
@pytest.mark.clause(PJ, "4.6")
@pytest.mark.parametrize(
    ("name", "clause", "deck"),
    [(S24, "5.5", 48), (S65, "4.5", 48), (NZ, "7.5", 48), (PJ, "4.6", 52)],
)
@pytest.mark.parametrize("virtual", [True, False])
def test_at_least_one_deck_in_from_either_end(
    name: str, clause: str, deck: int, *, virtual: bool
) -> None:
    game = ShoeTable(name).sit(ann=1).open(virtual=virtual).until("cut")
    size = game.source.left
    for depth in (0, deck - 1, size - deck + 1, size):
        assert_refused(game.say(k.CutCards("ann", depth)), "cut.too-shallow", clause)
    before = game.table
    for depth in (deck, deck + 1, size - deck - 1, size - deck):
        game.table = before
        game.do(k.CutCards("ann", depth))
        assert game.last("cards.cut").depth == depth


@pytest.mark.clause(S24, "5.5")
@pytest.mark.clause(NZ, "7.5")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.5", "4.5", "7.5", "4.6"))
def test_the_house_keeps_to_the_depth_too(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).open(virtual=True).until("cut")
    game.do(k.DeclineCut("ann"))
    assert_refused(game.say(k.CutForPlayers(SUPERVISOR, NOW, 47)), "cut.too-shallow", clause)
    game.do(k.CutForPlayers(SUPERVISOR, NOW, game.source.left // 2))


@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.5", "4.5", "7.5", "4.6"))
def test_only_a_real_stack_is_cut_without_counting(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).open(virtual=True).until("cut")
    assert_refused(game.say(k.CutCards("ann")), "cut.no-depth", clause)


@pytest.mark.clause(S24, "5.6")
@pytest.mark.clause(S65, "4.6")
@pytest.mark.clause(NZ, "7.6")
@pytest.mark.clause(PJ, "4.7")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.6", "4.6", "7.6", "4.7"))
@pytest.mark.parametrize("virtual", [True, False])
def test_the_cutting_card_at_most_half_way_in_from_the_back(
    name: str, clause: str, *, virtual: bool
) -> None:
    game = ShoeTable(name).sit(ann=1).open(virtual=virtual).until("cutting card")
    half = game.source.left // 2
    for behind in (-1, 0, half + 1, game.source.left):
        assert_refused(
            game.say(k.PlaceCuttingCard(DEALER, NOW, behind)), "cutting-card.depth", clause
        )
    before = game.table
    for behind in (1, half - 1, half):
        game.table = before
        game.do(k.PlaceCuttingCard(DEALER, NOW, behind))
        assert game.source.behind == behind


@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.6", "4.6", "7.6", "4.7"))
def test_the_cutting_card_follows_the_cut(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).open(virtual=True).until("cut")
    place = k.PlaceCuttingCard(DEALER, NOW, 100)
    assert_refused(game.say(place), "cutting-card.not-due", clause)
    game.until("cutting card")
    empty = k.PlaceCuttingCard(DEALER, NOW)
    assert_refused(game.say(empty), "cutting-card.no-depth", clause)
    game.do(place)
    assert_refused(game.say(place), "cutting-card.not-due", clause)


@pytest.mark.clause(NZ, "3.3(b)", "7.6")
@pytest.mark.parametrize("count", [1, 2])
def test_a_second_cutting_card_lies_at_the_back(count: int) -> None:
    game = ShoeTable(NZ, cutting_cards=count).sit(ann=1).ready()
    assert game.last("cutting-card.placed").second == (count == 2)


@pytest.mark.clause(S24, "4.1")
@pytest.mark.parametrize("name", NSW)
def test_new_south_wales_has_one_cutting_card(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready()
    assert not game.last("cutting-card.placed").second
    assert not game.rules.cut.cutting_cards.alternatives


@pytest.mark.clause(S24, "5.7")
@pytest.mark.clause(S65, "4.7")
@pytest.mark.clause(PJ, "4.1")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.7", "4.7", "4.1", names=NSW))
def test_cards_in_a_device_are_not_cut(name: str, clause: str) -> None:
    game = ShoeTable(name, **DEVICE).sit(ann=1).open()
    assert game.due == ["check", "shuffle", "burn"]
    game.until("burn")
    assert_refused(game.say(k.CutCards("ann", 100)), "cut.device", clause)
    game.until(None)
    assert_refused(game.say(k.DeclineCut("ann")), "cut.device", clause)


@pytest.mark.clause(NZ, "7.2")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.3", "4.3", "7.2", "4.4"))
def test_a_shuffled_stack_is_cut_once(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).open()
    assert_refused(game.say(k.CutCards("ann")), "cut.not-due", clause)
    game.until("cut").wager((1, "ann"))
    assert_refused(game.say(c.CloseBets()), "cards.not-ready", clause)
    game.do(k.CutCards("ann"))
    assert_refused(game.say(k.CutCards("ann")), "cut.not-due", clause)


@pytest.mark.clause(S24, "5.3.1", "5.1.4")
@pytest.mark.clause(S65, "4.3.1", "4.1.4")
@pytest.mark.clause(NZ, "7.3(a)", "7.1(e)")
@pytest.mark.clause(PJ, "4.4.1", "4.3.4")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.3.1", "4.3.1", "7.3(a)", "4.4.1"))
@pytest.mark.parametrize("step", ["cut", "cutting card", None])
def test_an_order_before_the_first_round_leaves_the_cut_to_the_first_player(
    name: str, clause: str, step: Step | None
) -> None:
    game = ShoeTable(name).sit(cat=2, ann=6).open().until(step)
    game.do(k.OrderShuffle(SUPERVISOR, NOW))
    game.until("cut")
    assert game.last("cards.shuffled").clause == game.rules.powers.may_order_shuffle.clause
    assert_refused(game.say(k.CutCards("ann")), "cut.not-yours", clause)
    game.do(k.CutCards("cat"))
    assert game.last("cards.cut").clause == clause


@pytest.mark.clause(S24, "5.3.2", "5.1.4")
@pytest.mark.clause(S65, "4.3.2", "4.1.4")
@pytest.mark.clause(NZ, "7.3(b)", "7.1(e)")
@pytest.mark.clause(PJ, "4.4.2", "4.3.4")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.3.2", "4.3.2", "7.3(b)", "4.4.2"))
def test_an_order_before_the_cut_takes_it_from_nobody(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(cat=2, ann=6).ready().begin((2, "cat"), (6, "ann")).deal_some(3)
    game.cutting_card()
    game.play_out().until("cut").do(k.OrderShuffle(SUPERVISOR, NOW))
    game.until("cut")
    assert_refused(game.say(k.CutCards("ann")), "cut.not-yours", clause)
    game.do(k.CutCards("cat"))
    game.until(None).do(k.OrderShuffle(SUPERVISOR, NOW))
    game.until("cut")
    assert game.asked == "ann", "once it was cut, a new shuffle has a new cut"


@pytest.mark.clause(S24, "5.6")
@pytest.mark.clause(S65, "4.6")
@pytest.mark.clause(NZ, "7.6")
@pytest.mark.clause(PJ, "4.7")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.6", "4.6", "7.6", "4.7"))
def test_the_dealer_places_the_cutting_card(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).open().until("cutting card")
    assert_refused(game.say(k.PlaceCuttingCard(SUPERVISOR, NOW)), "role.may-not", clause)


SEATS = [Seat("eve", None), Seat("cat", 5), Seat("ann", 2), Seat("bob", 3), Seat("fay", None)]


@pytest.mark.parametrize(
    ("start", "order"),
    [
        (1, ("ann", "bob", "cat", "eve", "fay")),
        (2, ("ann", "bob", "cat", "eve", "fay")),
        (3, ("bob", "cat", "ann", "eve", "fay")),
        (6, ("ann", "bob", "cat", "eve", "fay")),
    ],
)
def test_clockwise_from_a_box_then_who_stands(start: int, order: tuple[str, ...]) -> None:
    assert clockwise(SEATS, start=start) == order


def test_far_left_and_far_right_are_seats_and_without_any_the_first_to_come() -> None:
    assert (farthest_left(SEATS), farthest_right(SEATS)) == (SEATS[2], SEATS[1])
    standing = [SEATS[0], SEATS[4]]
    assert farthest_left(standing) == farthest_right(standing) == SEATS[0]
    assert farthest_left([]) is farthest_right([]) is None


def test_in_turn_everybody_once_beginning_with_the_first() -> None:
    assert in_turn(SEATS, SEATS[3], box=1) == ("bob", "cat", "ann", "eve", "fay")
    assert in_turn(SEATS, SEATS[4], box=3) == ("fay", "bob", "cat", "ann", "eve")
    assert in_turn(SEATS, None, box=4) == ("cat", "ann", "bob", "eve", "fay")


@pytest.mark.parametrize(
    ("size", "least", "most"), [(384, 1, 192), (385, 1, 192), (2, 1, 1), (1, 0, 0)]
)
def test_half_way_of_an_odd_stack_is_the_smaller_half(size: int, least: int, most: int) -> None:
    assert cutting_card_depth(size, Odds(1, 2)) == (least, most)


@pytest.mark.clause(S24, "5.4")
@pytest.mark.clause(S65, "4.4")
@pytest.mark.clause(NZ, "7.4")
@pytest.mark.clause(PJ, "4.5")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.4", "4.4", "7.4", "4.5"))
@pytest.mark.parametrize("by", [DEALER, SUPERVISOR])
def test_staff_pass_the_cut_on_from_a_player_who_does_not_answer(
    name: str, clause: str, by: Person
) -> None:
    game = ShoeTable(name).sit(ann=1, bob=3).open().until("cut")
    assert game.asked == "ann"
    assert_refused(game.say(k.CutForPlayers(SUPERVISOR, NOW)), "cut.players-first", clause)
    early = game.say(k.PassCutOn(by, NOW, "bob"))
    assert early is not None and early.code == "cut.not-yours"
    game.do(k.PassCutOn(by, NOW, "ann"))
    noted = game.last("cut.passed-on")
    assert (noted.player, noted.by, noted.clause) == ("ann", by.name, clause)
    assert game.asked == "bob"
    game.do(k.DeclineCut("bob"))
    assert game.asked is None
    game.do(k.CutForPlayers(SUPERVISOR, NOW))
    assert game.due == ["cutting card", "burn"]
    assert_refused(
        game.say(k.PassCutOn(by, NOW, "ann")),
        "cut.not-due",
        str(game.rules.cut.cut_offered_to.clause),
    )
