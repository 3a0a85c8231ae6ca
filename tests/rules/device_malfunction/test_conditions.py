"""When the rules on a failed device apply, and how the game goes on from another device."""

import pytest

from game_table import NSW, NZ, PJ, S24, S65, GameTable, assert_refused
from houserules.core.cards import cards, deck
from houserules.table import commands as c
from houserules.table.irregularities import commands as m
from houserules.table.irregularities import events as e
from rules.device_malfunction.device_table import DeviceTable, numbered
from seated_table import DEALER, NOW, SeatedTable

in_nsw = pytest.mark.parametrize("name", NSW)


@pytest.mark.clause(S24, "19.1", "19.1.1")
@pytest.mark.clause(S65, "18.1", "18.1.1")
@pytest.mark.clause(PJ, "16.1", "16.1.1")
@in_nsw
def test_only_a_device_that_is_in_use_can_fail(name: str) -> None:
    for game in (SeatedTable(name), GameTable(name)):
        game.bet((1, "ann", "10"))
        game.deal("9c")
        answer = game.say(m.ReportMalfunction(DEALER, NOW, False, True, True))  # noqa: FBT003
        assert_refused(answer, "malfunction.no-device", numbered(name, "1.1"))


@pytest.mark.clause(S24, "19.1", "19.1.2")
@pytest.mark.clause(S65, "18.1", "18.1.2")
@pytest.mark.clause(PJ, "16.1", "16.1.2")
@in_nsw
def test_a_device_fails_from_no_more_bets_to_the_end_of_the_round(name: str) -> None:
    game = DeviceTable(name)
    clause = numbered(name, "1.2")
    game.bet((1, "ann", "10"))
    assert_refused(game.fail(), "malfunction.no-round", clause)
    game.do(c.CloseBets())
    game.fails()
    game.deal("9c")
    game.fails()
    game.deal("9s 9d")
    game.fails()
    game.do(c.Stand("ann", 1, 1))
    game.fails()
    game.deal("Kh")
    assert game.table.phase == "over"
    assert_refused(game.fail(), "malfunction.no-round", clause)
    assert {event.clause for event in game.all(e.DeviceMalfunctioned)} == {clause}


@pytest.mark.clause(S24, "19.1.3", "19.1.4", "19.1.5", "19.2")
@pytest.mark.clause(S65, "18.1.3", "18.1.4", "18.1.5", "18.2")
@pytest.mark.clause(PJ, "16.1.3", "16.1.4", "16.1.5", "16.2")
@in_nsw
def test_undamaged_cards_go_to_another_device_and_the_game_goes_on(name: str) -> None:
    game = DeviceTable(name)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("9c 5s 9s 9d")
    before = game.table
    game.fails()
    assert game.all(e.CardsTransferred) == [
        e.CardsTransferred(game.source.left, numbered(name, "2"))
    ]
    assert (game.table.boxes, game.table.racks) == (before.boxes, before.racks)
    assert game.table.source == before.source
    assert game.table.irregularity is None
    game.deal("8d")
    game.do(c.Stand("ann", 1, 1))
    game.do(c.Hit("bob", 2, 1))
    game.deal("6h")
    game.do(c.Stand("bob", 2, 1))
    game.deal("Kh")
    assert game.table.phase == "over"


@pytest.mark.clause(S24, "19.3", "19.3.1", "19.3.2", "19.3.3", "19.3.4")
@pytest.mark.clause(S65, "18.3", "18.3.1", "18.3.2", "18.3.3", "18.3.4")
@pytest.mark.clause(PJ, "16.3", "16.3.1", "16.3.2", "16.3.3", "16.3.4")
@in_nsw
def test_damaged_cards_are_replaced_and_the_game_goes_on(name: str) -> None:
    game = DeviceTable(name)
    game.bet((1, "ann", "10"))
    game.deal("9c 9s")
    left, bad = game.source.left, cards("7s Kd 7s")
    game.fails(damaged=bad)
    assert game.all(e.CardsTransferred) == [e.CardsTransferred(left - 3, numbered(name, "3.2"))]
    assert game.all(e.DamagedCardsReplaced) == [e.DamagedCardsReplaced(bad, numbered(name, "3.3"))]
    assert (game.source.left, game.source.kind) == (left, "shuffling device")
    game.deal("9d")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Kh")
    assert game.table.phase == "over"


@pytest.mark.clause(S24, "19.3.1")
@pytest.mark.clause(S65, "18.3.1")
@pytest.mark.clause(PJ, "16.3.1")
@in_nsw
def test_no_more_cards_are_damaged_than_the_device_holds(name: str) -> None:
    game = DeviceTable(name)
    game.bet((1, "ann", "10"))
    game.deal("9c")
    every = deck(tens=game.rules.equipment.tens_in_deck.value) * game.rules.equipment.decks.value
    there = [card for card in every if card != cards("9c")[0]] + list(cards("9c " * 7))
    assert len(there) == game.source.left
    too_many = tuple(there) + cards("9c")
    assert_refused(
        game.fail(damaged=too_many), "malfunction.damaged-too-many", numbered(name, "3.1")
    )
    game.fails(damaged=tuple(there))


@pytest.mark.clause(S24, "19.3.1")
@pytest.mark.clause(S65, "18.3.1")
@pytest.mark.clause(PJ, "16.3.1")
@in_nsw
@pytest.mark.parametrize(("face", "most"), [("7s", 8), ("9c", 7)])
def test_a_device_damages_only_what_can_be_in_it(name: str, face: str, most: int) -> None:
    game = DeviceTable(name)
    game.bet((1, "ann", "10"))
    game.deal("9c")  # one of the eight lies on the box
    answer = game.fail(damaged=cards(f"{face} " * (most + 1)))
    assert_refused(answer, "malfunction.damaged-too-many", numbered(name, "3.1"))
    assert answer is not None and f"{most} times" in answer.detail
    game.fails(damaged=cards(f"{face} " * most))


@pytest.mark.parametrize(("name", "clause"), [(S24, "4.1"), (S65, "3.1")])
def test_a_damaged_card_is_one_of_the_game(name: str, clause: str) -> None:
    game = DeviceTable(name)
    game.bet((1, "ann", "10"))
    game.deal("9c")
    assert_refused(game.fail(damaged=cards("Ts")), "malfunction.damaged-foreign", clause)


def test_pinkjack_has_tens_to_damage() -> None:
    game = DeviceTable(PJ)
    game.bet((1, "ann", "10"))
    game.deal("9c")
    game.fails(damaged=cards("Ts"))


def test_the_division_has_no_device_to_deal_from() -> None:
    game = SeatedTable(NZ)
    game.bet((1, "ann", "10"))
    game.deal("9c")
    answer = game.say(m.ReportMalfunction(DEALER, NOW, True, True, True))  # noqa: FBT003
    assert_refused(answer, "role.may-not", "3.3(c)")
    for command in (m.TakeWagersBack("ann"), m.PlayOn("ann")):
        assert_refused(game.say(command), "return.not-offered", "3.3(c)")


@pytest.mark.clause(S24, "19.1.2", "19.5.1", "19.5.4")
@pytest.mark.clause(S65, "18.1.2", "18.5.1")
@pytest.mark.clause(PJ, "16.1.2", "16.5.1")
@in_nsw
def test_before_the_first_card_wagers_may_be_taken_back(name: str) -> None:
    game = DeviceTable(name)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.do(c.CloseBets())
    game.fails(other=False)
    game.do(m.TakeWagersBack("bob"))
    game.do(m.PlayOn("ann"))
    assert game.source.kind == "card shoe" and game.up("bob") == 0
    game.make_ready()
    game.deal("9c 7s 9d")
    assert game.table.phase == "playing"


@in_nsw
def test_before_the_first_card_everybody_may_take_wagers_back(name: str) -> None:
    game = DeviceTable(name)
    game.bet((1, "ann", "10"))
    game.do(c.CloseBets())
    game.fails(other=False)
    game.do(m.TakeWagersBack("ann"))
    assert game.table.phase == "over" and game.up("ann") == 0
    game.do(c.ClearTable())
