"""A wrongly dealt round that cannot be put right: void in New South Wales, hands in New Zealand."""

import pytest

from houserules.core.cards import cards
from houserules.core.people import Person
from houserules.table import commands as c
from houserules.table.events import RoundVoided
from houserules.table.mishaps import commands as m
from rules.mishaps.pit import DEALER, NOW, NSW, SUPERVISOR, Pit, nsw
from talk import NZ, PJ, S24, S65, refused


def void(*hands: tuple[int, int], dealer: str | None = None) -> m.VoidMisdeal:
    return m.VoidMisdeal(SUPERVISOR, NOW, hands, None if dealer is None else cards(dealer))


def mixed(name: str, **options: object) -> Pit:
    """Ann's natural is paid, Bob is bust, Cat has 18 and the turn; the dealer shows a 6."""
    game = Pit(name, **options)  # type: ignore[arg-type]
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "40"))
    game.deal("Ac 7s 9s 6s Kd 9d 9h")
    game.do(c.Hit("bob", 2, 1))
    game.deal("Kc")
    assert game.up("bob") == -2000 and game.up("ann") > 0
    return game


@pytest.mark.clause(S24, "18.8", "18.8.1", "2.1:void")
@pytest.mark.clause(S65, "17.8", "17.8.1", "1.1:void")
@pytest.mark.clause(PJ, "15.8", "15.8.1", "1.1:void")
@pytest.mark.parametrize(("name", "clause"), nsw("18.8", "17.8", "15.8"))
def test_all_money_goes_back_but_what_was_paid(name: str, clause: str) -> None:
    game = mixed(name)
    paid = game.up("ann")
    assert game.report() is None
    refused(game.say(void((2, 1))), "misdeal.whole-round", clause)
    game.do(void())
    assert game.table.phase == "over" and isinstance(game.events[-1], RoundVoided)
    assert [game.up(player) for player in ("ann", "bob", "cat")] == [paid, 0, 0]
    refused(game.report(), "misdeal.void", clause)
    left = game.table.source
    game.do(c.ClearTable())
    assert game.table.source is not None and left is not None
    assert game.table.source.left == left.left and not game.table.source.due  # play goes on
    game.bet((1, "ann", "10"))
    game.deal("2c")


@pytest.mark.clause(S24, "18.8")
@pytest.mark.clause(S65, "17.8")
@pytest.mark.clause(PJ, "15.8")
@pytest.mark.parametrize("name", NSW)
def test_where_every_interim_settlement_stands_a_bust_stays_lost(name: str) -> None:
    game = mixed(name, void_round_returns="open wagers")
    paid = game.up("ann")
    assert game.report() is None
    game.do(void())
    assert [game.up(player) for player in ("ann", "bob", "cat")] == [paid, -2000, 0]


@pytest.mark.clause(S24, "18.8")
@pytest.mark.clause(S65, "17.8")
@pytest.mark.clause(PJ, "15.8")
@pytest.mark.parametrize("option", ["all but payments", "open wagers"])
@pytest.mark.parametrize("stage", ["over", "cleared"])
@pytest.mark.parametrize("name", NSW)
def test_a_final_settlement_goes_back_too(name: str, stage: str, option: str) -> None:
    game = mixed(name, void_round_returns=option)
    paid = game.up("ann")
    game.do(c.Stand("cat", 3, 1))
    game.deal("Ks Qs")  # the dealer is bust: Cat wins
    assert game.up("cat") == 4000
    if stage == "cleared":
        game.do(c.ClearTable())
        game.bet((3, "cat", "25"))
    assert game.report() is None
    game.do(void())
    lost = 0 if option == "all but payments" else -2000
    placed = -2500 if stage == "cleared" else 0
    assert [game.up(player) for player in ("ann", "bob", "cat")] == [paid, lost, placed]
    assert game.table.phase == ("betting" if stage == "cleared" else "over")
    assert game.table.mishap is None
    clause = game.rules.misdeal.misdeal_is_reconstructed
    code = "misdeal.no-round" if stage == "cleared" else "misdeal.void"
    refused(game.report(), code, clause)


@pytest.mark.parametrize(("name", "clause"), nsw("18.8", "17.8", "15.8"))
def test_a_round_that_can_be_put_right_is_not_void(name: str, clause: str) -> None:
    game = mixed(name)
    refused(game.say(void()), "misdeal.none", clause)
    assert game.report("Ac 7s 8s 6s Kd 9d 9h Kc") is None
    refused(game.say(void()), "misdeal.possible", clause)
    for role in ("dealer", "inspector"):
        person = Person("x", role)  # type: ignore[arg-type]
        refused(game.say(m.VoidMisdeal(person, NOW)), "role.may-not", clause)
    assert game.confirm() is None


@pytest.mark.parametrize(("name", "clause"), nsw("18.8", "17.8", "15.8"))
def test_what_was_paid_last_must_be_there_to_go_back(name: str, clause: str) -> None:
    game = mixed(name)
    game.do(c.Stand("cat", 3, 1))
    game.deal("Ks Qs")
    game.do(c.TakeChips("cat", game.table.racks["cat"]))
    assert game.report() is None
    refused(game.say(void()), "misdeal.chips-gone", clause)
    game.do(c.BringChips("cat", 4000))
    game.do(void())


@pytest.mark.clause(NZ, "16.5", "16.5(a)", "10.7")
def test_in_new_zealand_only_the_hands_affected_are_void() -> None:
    game = Pit(NZ)
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "40"))
    game.deal("9c 7s 9s As Kd 9d 9h")
    game.do(c.Insure("bob", 2, 1000))
    game.do(c.CloseOffers())
    game.do(c.Stand("ann", 1, 1))
    assert game.report() is None
    refused(game.say(void()), "misdeal.hands", "16.5(a)")
    refused(game.say(void((2, 2))), "misdeal.hands", "16.5(a)")
    game.do(void((2, 1)))
    assert game.up("bob") == 0
    rows = [(each.wager, each.result, each.clause) for each in game.settled]
    assert rows == [("insurance", "void", "10.7"), ("original", "void", "16.5(a)")]
    assert game.hand(2).cleared and game.table.discards == cards("7s 9d")
    turn = game.table.turn()
    assert turn is not None and turn[0].number == 3  # the other hands stand as dealt
    game.do(c.Stand("cat", 3, 1))
    game.deal("7c")
    assert game.table.phase == "over"
    assert (game.up("ann"), game.up("cat")) == (1000, 0)  # 19 and 18 against 18


@pytest.mark.clause(NZ, "16.5", "16.5(a)")
def test_what_was_settled_on_a_void_hand_goes_back() -> None:
    game = mixed(NZ)  # Ann's pontoon was paid, Bob is bust
    assert game.report() is None
    game.do(void((1, 1), (2, 1)))
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (0, 0, -4000)
    assert game.table.phase == "playing"
    game.do(c.Stand("cat", 3, 1))
    game.deal("Ks Qs")
    assert game.up("cat") == 4000


@pytest.mark.clause(NZ, "16.5(b)", "16.3")
def test_the_dealers_hand_is_put_right_and_completed() -> None:
    game = Pit(NZ)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("9c 7s 6s Kd 9d")
    game.do(c.Stand("ann", 1, 1))
    game.do(c.Stand("bob", 2, 1))
    game.deal("Ks Qs")  # 26: bust, and both are paid
    assert (game.up("ann"), game.up("bob")) == (1000, 2000)
    assert game.report() is None
    refused(game.say(void((2, 1), dealer="Jd")), "misdeal.dealers-hand", "16.5(b)")
    game.do(void((2, 1), dealer="Ks"))  # the queen should have gone to Bob
    assert (game.up("ann"), game.up("bob")) == (-1000, 0)
    assert game.table.phase == "dealer" and game.table.dealer == cards("6s Ks")
    assert game.table.discards[-1:] == cards("Qs")
    game.deal("5h")
    assert game.table.dealer_total == 21 and game.up("ann") == -1000 and game.up("bob") == 0


@pytest.mark.clause(NZ, "16.5(b)")
def test_when_all_hands_are_void_there_is_nothing_to_complete() -> None:
    game = Pit(NZ)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("9c 7s 6s")
    assert game.report() is None
    game.do(void((1, 1), (2, 1)))
    assert game.table.phase == "over" and game.up("ann") == game.up("bob") == 0
    assert game.table.dealer == cards("6s")
    refused(game.report(), "misdeal.void", "16.5")


@pytest.mark.clause(NZ, "16.5", "8.6")
@pytest.mark.parametrize("stage", ["over", "cleared"])
def test_hands_of_a_settled_round_are_void_too(stage: str) -> None:
    game = mixed(NZ)
    game.do(c.Stand("cat", 3, 1))
    game.deal("Ks Qs")
    if stage == "cleared":
        game.do(c.ClearTable())
    assert game.report() is None
    game.do(void((3, 1), (2, 1)))
    assert (game.up("bob"), game.up("cat")) == (0, 0) and game.up("ann") > 0
    assert game.table.mishap is None
    if stage == "cleared":
        refused(game.report(), "misdeal.no-round", "16.5")
        return
    game.do(m.ReportMisdeal(DEALER, NOW, None))  # another hand turns out to be affected
    refused(game.say(void((3, 1))), "misdeal.hands", "16.5(a)")
    game.do(void((1, 1)))
    assert game.up("ann") == 0


@pytest.mark.clause(NZ, "16.5")
def test_nobody_answers_what_was_asked_about_a_void_hand() -> None:
    game = Pit(NZ)
    game.bet((1, "ann", "10"), (1, "bob", "10"), (3, "cat", "40"))
    game.deal("5c 9s 6s 6d 9d")
    game.do(c.Double("ann", 1, 1, 1000))
    assert game.table.awaiting is not None and game.table.awaiting.players == ("bob",)
    game.report()
    game.do(void((1, 1)))
    assert game.table.awaiting is None
    assert (game.up("ann"), game.up("bob")) == (0, 0)
    game.do(c.Stand("cat", 3, 1))


@pytest.mark.clause(NZ, "16.5")
@pytest.mark.parametrize(("hand", "left"), [(1, 2), (2, 1)])
def test_who_was_asked_about_a_split_stays_where_the_wager_lies(hand: int, left: int) -> None:
    game = Pit(NZ)
    game.bet((1, "ann", "10"), (1, "bob", "10"))
    game.deal("8c 6s 8d")
    game.do(c.Split("ann", 1, 1))
    assert game.table.awaiting is not None and game.table.awaiting.question == "split"
    game.report()
    game.do(void((1, hand)))
    assert game.table.awaiting is None
    turn = game.table.turn()
    assert turn is not None and (turn[0].number, turn[1]) == (1, left)
    assert game.up("bob") == (0 if hand == 1 else -1000)
