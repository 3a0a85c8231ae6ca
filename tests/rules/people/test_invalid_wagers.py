"""Invalid wagers: handed back before the hand, without winnings in it, and standing after it."""

import pytest

from game_table import NZ, PJ, S24, S65, assert_refused
from houserules.core.people import Person
from houserules.table import commands as c
from houserules.table.people.commands import (
    ExcludeFromGame,
    FindDeviceUse,
    FindWagerInvalid,
    Invalidity,
    LeaveTable,
)
from houserules.table.people.events import WagersFoundInvalid, WinningsTakenBack
from rules.tokens.token_table import tokens_in_all, voucher
from seated_table import DEALER, NOW, OTHERS, STAFF, SUPERVISOR, SeatedTable, present


def invalid(
    player: str = "ann",
    reason: Invalidity = "another's card",
    *,
    plea: str = "",
    by: Person = DEALER,
) -> FindWagerInvalid:
    return FindWagerInvalid(by, NOW, player, reason, plea)


def in_play(**options: object) -> SeatedTable:
    """Ann has lost on box 1 and was paid a pontoon on box 4; on box 2 she is behind Bob."""
    game = SeatedTable(S24, **options)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceWager("bob", 2, 2_000))
    game.do(c.PlaceWager("ann", 2, 1_000))
    game.do(c.PlaceWager("ann", 4, 1_000))
    game.deal("Kc 9c As 9s 6d 8d Kd")
    game.do(c.Hit("ann", 1, 1))
    game.deal("Kh")
    assert game.up("ann") == -1_000 - 1_000 + 1_500
    return game


@pytest.mark.clause(S24, "17.21", "17.21.1", "2.1:invalid-wager", "2.1:void", "20.1")
def test_before_the_hand_invalid_wagers_are_handed_back() -> None:
    game = SeatedTable(S24, perfect_pairs="5")
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceSideWager("ann", 1, "perfect-pairs", 500))
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.do(c.PlaceWager("ann", 2, 700))
    game.do(c.PlaceSideWager("cat", 2, "perfect-pairs", 500))
    game.do(invalid())
    assert game.up("ann") == 0
    assert [box.number for box in game.table.boxes] == [2]
    assert [each.player for each in game.table.boxes[0].bettors] == ["bob"]
    assert [each.player for each in game.table.boxes[0].sides] == ["cat"]
    found = game.last(WagersFoundInvalid)
    assert isinstance(found, WagersFoundInvalid)
    assert (found.player, found.reason, found.by, found.at, found.clause) == (
        "ann",
        "another's card",
        "dora",
        NOW,
        "17.21.1",
    )


@pytest.mark.clause(S24, "17.21.1", "16.5")
def test_a_side_wager_that_would_lie_alone_goes_back_too() -> None:
    game = SeatedTable(S24, perfect_pairs="5")
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceSideWager("cat", 1, "perfect-pairs", 500))
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.do(invalid())
    assert (game.up("ann"), game.up("cat")) == (0, 0)
    assert [box.number for box in game.table.boxes] == [2]
    game.deal("9c 9s 9d")


@pytest.mark.clause(S24, "17.21", "17.21.2", "2.1:invalid-wager", "2.1:void")
def test_in_the_hand_an_invalid_wager_has_no_result_and_wins_nothing() -> None:
    game = in_play()
    game.do(invalid())
    assert game.up("ann") == -1_000  # what was lost stays lost
    assert game.table.float_tray == 1_000
    taken = game.last(WinningsTakenBack)
    assert taken == WinningsTakenBack(4, 1, "ann", "original", 1_500, 0, "17.21.2")
    voided = [each for each in game.settled if each.result == "void"]
    assert [(each.box, each.player, each.returned, each.clause) for each in voided] == [
        (2, "ann", 1_000, "17.21.2")
    ]
    game.do(c.Stand("bob", 2, 1))
    game.deal("Kh")
    assert (game.up("ann"), game.up("bob")) == (-1_000, -2_000)


@pytest.mark.clause(S24, "17.21.2")
def test_a_house_may_hand_a_lost_invalid_wager_back() -> None:
    game = in_play(invalid_wager_lost="handed back")
    game.do(invalid())
    assert game.up("ann") == 0
    assert game.table.float_tray == 0


@pytest.mark.clause(S24, "17.21.2")
def test_nobody_gets_a_lost_wager_back_by_confessing() -> None:
    game = SeatedTable(S24)
    game.do(c.PlaceWager("ann", 1, 2_500))
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.deal("Ks 9c 7h 9d 9s")
    game.do(c.Hit("ann", 1, 1))
    game.deal("Kc")
    game.do(invalid(reason="for another person"))
    assert game.up("ann") == -2_500


@pytest.mark.clause(S24, "17.21.2")
def test_winnings_that_are_gone_are_asked_for_and_owed() -> None:
    game = in_play()
    game.do(c.TakeChips("ann", game.table.racks["ann"] - 100))
    game.do(invalid())
    # what lay on box 2 comes back first, then 100 + 1,000 of the 1,500 are there
    taken = game.last(WinningsTakenBack)
    assert isinstance(taken, WinningsTakenBack)
    assert (taken.amount, taken.outstanding) == (1_100, 400)
    assert game.table.racks["ann"] == 0
    assert game.table.people.outstanding == (("ann", 400),)


@pytest.mark.clause(S24, "17.21.2", "2.1:round-of-play")
def test_the_hand_lasts_until_its_cards_are_in_the_rack() -> None:
    game = SeatedTable(S24)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.deal("Kc Ks 8s Kd Kh")
    game.do(c.Stand("ann", 1, 1))
    game.do(c.Stand("bob", 2, 1))
    game.deal("Qs")
    assert (game.table.phase, game.up("ann"), game.up("bob")) == ("over", 1_000, 1_000)
    game.do(invalid())
    assert (game.up("ann"), game.up("bob")) == (0, 1_000)


@pytest.mark.clause(S24, "17.21", "17.21.3")
def test_hands_that_are_over_stand() -> None:
    game = in_play()
    game.do(c.Stand("bob", 2, 1))
    game.deal("Kh")
    game.do(c.ClearTable())
    up = game.up("ann")
    game.do(invalid())
    found = game.last(WagersFoundInvalid)
    assert isinstance(found, WagersFoundInvalid)
    assert found.clause == "17.21.3"
    assert game.up("ann") == up == -1_000 - 1_000 + 1_500
    assert not any(isinstance(each, WinningsTakenBack) for each in game.events)


@pytest.mark.clause(S24, "17.21.2")
def test_a_super_bonus_goes_back_and_those_of_the_others_stand() -> None:
    game = SeatedTable(S24)
    game.do(c.PlaceWager("ann", 1, 2_500))
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.deal("7s 9c 7h 7s 9d")
    game.do(c.Hit("ann", 1, 1))
    game.deal("7s")
    assert game.up("ann") == 3 * 2_500 + 500_000
    assert game.up("bob") == -1_000 + 5_000
    game.do(invalid())
    assert (game.up("ann"), game.up("bob")) == (0, 4_000)


@pytest.mark.clause(S24, "17.21.2")
@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
def test_no_bonus_of_the_others_on_an_invalid_wager(*, late: bool) -> None:
    game = SeatedTable(S24, perfect_pairs="5")
    game.do(c.PlaceWager("ann", 1, 2_500))
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.do(c.PlaceWager("cat", 2, 1_000))
    game.do(c.PlaceSideWager("bob", 1, "perfect-pairs", 500))
    game.deal("7s 9c 7h 7s 9d")
    if not late:
        game.do(invalid("bob"))
    game.do(c.Hit("ann", 1, 1))
    game.deal("7s")
    if late:
        assert game.up("bob") == -1_000 + 25 * 500 + 5_000
        game.do(invalid("bob"))
    assert (game.up("bob"), game.up("cat")) == (0, -1_000 + 5_000)


@pytest.mark.clause(S24, "20.1", "20.1.1", "20.1.2")
@pytest.mark.parametrize("plea", ["", "under a power of attorney", "it is my brother's money"])
def test_no_plea_makes_the_wager_valid(plea: str) -> None:
    game = in_play()
    game.do(invalid(reason="for another person", plea=plea))
    assert game.up("ann") == -1_000
    assert [each.plea for each in game.table.people.invalid] == [plea]


@pytest.mark.clause(S24, "20.1", "6.1")
@pytest.mark.parametrize("reason", ["no valid card", "another's card"])
def test_without_an_own_card_play_goes_on_only_when_one_is_shown(reason: Invalidity) -> None:
    game = SeatedTable(S24)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(invalid(reason=reason))
    assert_refused(game.say(c.PlaceWager("ann", 1, 1_000)), "player-card.missing", "6.1")
    game.do(present("ann", "a new card"))
    game.do(c.PlaceWager("ann", 1, 1_000))


@pytest.mark.clause(S24, "20.1")
def test_a_card_found_to_be_anothers_is_not_taken_again() -> None:
    game = SeatedTable(S24)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(invalid())
    assert_refused(game.say(present("ann")), "player-card.not-own", "20.1")
    game.do(present("bob", "card of ann"))  # whose it is after all


@pytest.mark.clause(S24, "6.1", "20.1")
def test_a_card_that_was_not_valid_may_be_so_again() -> None:
    game = SeatedTable(S24)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(invalid(reason="no valid card"))
    game.do(present("ann"))


@pytest.mark.clause(S24, "20.1")
def test_who_wagered_for_another_may_wager_for_herself() -> None:
    game = SeatedTable(S24)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(invalid(reason="for another person"))
    game.do(c.PlaceWager("ann", 1, 1_000))


@pytest.mark.clause(S24, "17.21.2")
def test_it_is_found_once_a_hand() -> None:
    game = in_play()
    game.do(invalid())
    assert_refused(game.say(invalid(by=SUPERVISOR)), "invalid-wager.found-already", "17.21.2")
    game.do(c.Stand("bob", 2, 1))
    game.deal("Kh")
    assert_refused(game.say(invalid()), "invalid-wager.found-already", "17.21.2")
    game.do(c.ClearTable())
    game.do(invalid())
    game.do(present("ann", "a new card"))
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.deal("9c")
    up = game.up("ann")
    game.do(invalid())
    assert game.up("ann") == up + 1_000


@pytest.mark.clause(S24, "17.21.1", "2.1:round-of-play")
@pytest.mark.parametrize(("cards", "clause"), [("", "17.21.1"), ("9c", "17.21.2")])
def test_the_hand_begins_with_its_first_card(cards: str, clause: str) -> None:
    game = SeatedTable(S24)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.do(c.CloseBets())
    game.deal(cards)
    game.do(invalid())
    found = game.last(WagersFoundInvalid)
    assert isinstance(found, WagersFoundInvalid)
    assert (found.clause, game.settled[-1].clause, game.up("ann")) == (clause, clause, 0)
    assert_refused(game.say(invalid()), "invalid-wager.found-already", "17.21.2")


@pytest.mark.clause(S24, "17.21.2")
def test_who_has_left_after_being_paid_is_asked_for_the_winnings() -> None:
    game = SeatedTable(S24)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.deal("As 9c 9s Kd 8d")
    game.do(LeaveTable("ann"))
    assert game.up("ann") == 1_500
    game.do(invalid())
    assert game.up("ann") == 0
    assert_refused(game.say(invalid()), "invalid-wager.found-already", "17.21.2")
    assert_refused(game.say(invalid("dan")), "player.not-here", "6.3")


@pytest.mark.clause(S24, "17.21.2")
def test_wagers_of_the_excluded_may_be_found_invalid() -> None:
    game = SeatedTable(S24)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.deal("5c 9c As 6d 8d")
    game.do(c.Insure("ann", 1, 500))
    game.do(FindDeviceUse(SUPERVISOR, NOW, "ann", "a counting app"))
    game.do(ExcludeFromGame(SUPERVISOR, NOW, "ann"))
    game.do(invalid())
    assert (game.up("ann"), game.up("bob")) == (0, -1_000)
    game.do(c.CloseOffers())


def test_wagers_are_those_of_somebody_at_the_table() -> None:
    assert_refused(SeatedTable(S24).say(invalid("dan")), "player.not-here", "6.3")


@pytest.mark.clause(S24, "17.21")
@pytest.mark.parametrize("person", STAFF, ids=lambda person: person.role)
def test_anybody_who_works_at_the_table_may_find_it(person: Person) -> None:
    game = in_play()
    game.do(invalid(by=person))
    assert game.up("ann") == -1_000


@pytest.mark.clause(S24, "17.21")
@pytest.mark.parametrize("person", OTHERS, ids=lambda person: person.role)
def test_who_may_not_find_it_is_told_who_may(person: Person) -> None:
    answer = in_play().say(invalid(by=person))
    assert_refused(answer, "role.may-not", "17.21")
    assert answer is not None and "dealer, Gaming Supervisor" in answer.detail


@pytest.mark.parametrize(("name", "clause"), [(S65, "5.2"), (NZ, "2.0"), (PJ, "5.2")])
def test_the_other_documents_know_no_invalid_wager(name: str, clause: str) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    assert_refused(game.say(invalid(by=SUPERVISOR)), "role.may-not", clause)


def test_a_void_wager_pays_nothing_later() -> None:
    game = in_play()
    game.do(invalid())
    game.do(c.Hit("bob", 2, 1))
    game.deal("4h")  # 21 for the box
    paid = [each for each in game.settled if each.box == 2 and each.result == "win"]
    assert [each.player for each in paid] == ["bob"]
    assert (game.up("ann"), game.up("bob")) == (-1_000, 2_000)


@pytest.mark.clause(S24, "17.21.2")
def test_tokens_go_back_as_tokens_and_what_they_won_in_chips() -> None:
    game = SeatedTable(S24)
    game.do(voucher("V1", "ann", "100"))
    game.do(c.PlaceWager("ann", 1, 1_000, tokens=1_000))
    game.do(c.PlaceWager("ann", 2, 1_000, tokens=1_000))
    game.do(c.PlaceWager("ann", 4, 1_000, tokens=400))
    game.deal("Kc 9c As 9s 6d 8d Kd")
    game.do(c.Hit("ann", 1, 1))
    game.deal("Kh")
    game.do(invalid())
    assert (game.up("ann"), game.table.tokens["ann"]) == (0, 9_000)  # $10 was lost on box 1
    assert tokens_in_all(game.table) == 10_000
