"""A wrongly dealt round that cannot be put right: void in New South Wales, hands in New Zealand."""

import pytest

from game_table import NSW, NZ, PJ, S24, S65, assert_refused, by_nsw_rulebook
from houserules.core.cards import cards
from houserules.core.people import Person
from houserules.table import commands as c
from houserules.table.events import RoundVoided
from houserules.table.irregularities import commands as m
from houserules.table.people.commands import FindWagerInvalid
from houserules.table.people.state import Debt
from rules.irregularities.irregular_table import IrregularTable
from seated_table import DEALER, NOW, SUPERVISOR


def void(*hands: tuple[int, int], dealer: str | None = None) -> m.VoidMisdeal:
    return m.VoidMisdeal(SUPERVISOR, NOW, hands, None if dealer is None else cards(dealer))


def mixed(name: str, **options: object) -> IrregularTable:
    """Ann's natural is paid, Bob is bust, Cat has 18 and the turn; the dealer shows a 6."""
    game = IrregularTable(name, **options)  # type: ignore[arg-type]
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "40"))
    game.deal("Ac 7s 9s 6s Kd 9d 9h")
    game.do(c.Hit("bob", 2, 1))
    game.deal("Kc")
    assert game.up("bob") == -2000 and game.up("ann") > 0
    return game


@pytest.mark.clause(S24, "18.8", "18.8.1", "2.1:void")
@pytest.mark.clause(S65, "17.8", "17.8.1", "1.1:void")
@pytest.mark.clause(PJ, "15.8", "15.8.1", "1.1:void")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("18.8", "17.8", "15.8"))
def test_all_money_goes_back_but_what_was_paid(name: str, clause: str) -> None:
    game = mixed(name)
    paid = game.up("ann")
    assert game.report() is None
    assert_refused(game.say(void((2, 1))), "misdeal.whole-round", clause)
    game.do(void())
    assert game.table.phase == "over" and isinstance(game.events[-1], RoundVoided)
    assert [game.up(player) for player in ("ann", "bob", "cat")] == [paid, 0, 0]
    assert_refused(game.report(), "misdeal.void", clause)
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
    assert game.table.irregularity is None
    clause = game.rules.misdeal.misdeal_is_reconstructed
    code = "misdeal.no-round" if stage == "cleared" else "misdeal.void"
    assert_refused(game.report(), code, clause)


@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("18.8", "17.8", "15.8"))
def test_a_round_that_can_be_put_right_is_not_void(name: str, clause: str) -> None:
    game = mixed(name)
    assert_refused(game.say(void()), "misdeal.none", clause)
    assert game.report("Ac 7s 8s 6s Kd 9d 9h Kc") is None
    assert_refused(game.say(void()), "misdeal.possible", clause)
    for role in ("dealer", "inspector"):
        person = Person("x", role)  # type: ignore[arg-type]
        assert_refused(game.say(m.VoidMisdeal(person, NOW)), "role.may-not", clause)
    assert game.confirm() is None


@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("18.8", "17.8", "15.8"))
@pytest.mark.parametrize("cleared", [False, True])
def test_what_was_paid_last_and_is_gone_is_owed(name: str, clause: str, *, cleared: bool) -> None:
    game = mixed(name)
    paid = game.up("ann")
    game.do(c.Stand("cat", 3, 1))
    game.deal("Ks Qs")
    game.do(c.TakeChips("cat", game.table.racks["cat"] - 1500))
    if cleared:
        game.do(c.ClearTable())
    assert game.report() is None
    game.do(void())
    assert [game.up(player) for player in ("ann", "bob")] == [paid, 0]
    assert game.table.racks["cat"] == 0
    assert game.table.people.debts == (Debt("cat", 2500, clause),)  # type: ignore[arg-type]


@pytest.mark.clause(NZ, "16.5")
def test_what_was_paid_on_a_void_hand_and_is_gone_is_owed() -> None:
    game = mixed(NZ)
    paid = game.up("ann")
    game.do(c.TakeChips("ann", game.table.racks["ann"]))
    assert game.report() is None
    game.do(void((1, 1)))
    assert game.table.people.outstanding == (("ann", paid),)


@pytest.mark.clause(S24, "17.21.2", "18.8", "18.16.2")
@pytest.mark.parametrize("doubled", [False, True])
@pytest.mark.parametrize("how", ["misdeal", "cleared misdeal", "wrong cards", "misdeal first"])
def test_winnings_of_an_invalid_wager_go_back_once(how: str, *, doubled: bool) -> None:
    game = IrregularTable(S24)
    game.bet((1, "ann", "25"), (2, "bob", "10"))
    game.deal("6s 9c 7h 5d 7c")
    if doubled:
        game.do(c.Double("ann", 1, 1, 2500))
        game.deal("9d")
        game.do(c.Decline("ann", 1))
    else:
        game.do(c.Hit("ann", 1, 1))
        game.deal("9d")
        game.do(c.Stand("ann", 1, 1))
    game.do(c.Stand("bob", 2, 1))
    game.deal("Kc")
    assert game.up("ann") == (5000 if doubled else 2500)
    find = FindWagerInvalid(SUPERVISOR, NOW, "ann", "for another person")
    if how != "misdeal first":
        game.do(find)
        assert game.up("ann") == 0
    if how == "cleared misdeal":
        game.do(c.ClearTable())
    if how == "wrong cards":
        game.do(m.ReportWrongCards(DEALER, NOW, "foreign", cards("Th")))
    else:
        assert game.report() is None
        game.do(void())
    if how == "misdeal first":
        game.do(find)
    assert (game.up("ann"), game.up("bob")) == (0, 0)


@pytest.mark.clause(S24, "17.21.2", "18.8")
def test_a_round_dealt_again_leaves_out_a_wager_found_invalid() -> None:
    game = IrregularTable(S24)
    game.bet((1, "ann", "20"), (2, "bob", "10"))
    game.deal("Ks 9c 7h Kd 7c")
    game.do(c.Stand("ann", 1, 1))
    game.do(c.Stand("bob", 2, 1))
    game.deal("Kc")
    game.do(FindWagerInvalid(SUPERVISOR, NOW, "ann", "another's card"))
    assert game.report("Ks 9c 7h Kd 7c 9d") is None
    assert game.confirm() is None
    assert (game.up("ann"), game.hand(1).open_stakes) == (0, ())  # her $20 back, nothing won
    assert len(game.table.people.invalid) == 1  # found once, not once more
    game.deal("4h")  # the dealer has 16, and draws to 20
    assert (game.up("ann"), game.up("bob")) == (0, -1_000)


@pytest.mark.clause(NZ, "16.5", "16.5(a)", "10.7")
def test_in_new_zealand_only_the_hands_affected_are_void() -> None:
    game = IrregularTable(NZ)
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "40"))
    game.deal("9c 7s 9s As Kd 9d 9h")
    game.do(c.Insure("bob", 2, 1000))
    game.do(c.CloseOffers())
    game.do(c.Stand("ann", 1, 1))
    assert game.report() is None
    assert_refused(game.say(void()), "misdeal.hands", "16.5(a)")
    assert_refused(game.say(void((2, 2))), "misdeal.hands", "16.5(a)")
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
    game = IrregularTable(NZ)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("9c 7s 6s Kd 9d")
    game.do(c.Stand("ann", 1, 1))
    game.do(c.Stand("bob", 2, 1))
    game.deal("Ks Qs")  # 26: bust, and both are paid
    assert (game.up("ann"), game.up("bob")) == (1000, 2000)
    assert game.report() is None
    assert_refused(game.say(void((2, 1), dealer="Jd")), "misdeal.dealers-hand", "16.5(b)")
    game.do(void((2, 1), dealer="Ks"))  # the queen should have gone to Bob
    assert (game.up("ann"), game.up("bob")) == (-1000, 0)
    assert game.table.phase == "dealer" and game.table.dealer == cards("6s Ks")
    assert game.table.discards[-1:] == cards("Qs")
    game.deal("5h")
    assert game.table.dealer_total == 21 and game.up("ann") == -1000 and game.up("bob") == 0


@pytest.mark.clause(NZ, "16.5(b)")
def test_when_all_hands_are_void_there_is_nothing_to_complete() -> None:
    game = IrregularTable(NZ)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("9c 7s 6s")
    assert game.report() is None
    game.do(void((1, 1), (2, 1)))
    assert game.table.phase == "over" and game.up("ann") == game.up("bob") == 0
    assert game.table.dealer == cards("6s")
    assert_refused(game.report(), "misdeal.void", "16.5")


@pytest.mark.clause(NZ, "8.5", "16.5(b)")
@pytest.mark.parametrize("all_void", [True, False])
def test_the_second_card_is_dealt_unless_every_hand_is_void(*, all_void: bool) -> None:
    game = IrregularTable(NZ)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("9c 7s 6s 5d 9d")
    game.do(c.Hit("ann", 1, 1))
    game.deal("Kc")  # ann is bust
    assert game.report() is None
    game.do(void((1, 1), (2, 1)) if all_void else void((2, 1)))
    assert game.table.phase == ("over" if all_void else "dealer")
    assert game.up("ann") == (0 if all_void else -1000)


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
    assert game.table.irregularity is None
    if stage == "cleared":
        assert_refused(game.report(), "misdeal.no-round", "16.5")
        return
    game.do(m.ReportMisdeal(DEALER, NOW, None))  # another hand turns out to be affected
    assert_refused(game.say(void((3, 1))), "misdeal.hands", "16.5(a)")
    game.do(void((1, 1)))
    assert game.up("ann") == 0


@pytest.mark.clause(NZ, "16.5")
def test_nobody_answers_what_was_asked_about_a_void_hand() -> None:
    game = IrregularTable(NZ)
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
    game = IrregularTable(NZ)
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


def split_eights(first: str = "9c", second: str = "9d") -> IrregularTable:
    """Ann ($10) and Bob ($20, on the second hand) on split eights against an ace, both insured."""
    game = IrregularTable(NZ)
    game.bet((1, "ann", "10"), (1, "bob", "20"))
    game.deal("8c As 8d")
    game.do(c.Insure("ann", 1, 500))
    game.do(c.Insure("bob", 1, 1000))
    game.do(c.CloseOffers())
    game.do(c.Split("ann", 1, 1))
    game.do(c.Designate("bob", 1, 2))
    for hand, text in ((1, first), (2, second)):
        game.deal(text)
        if game.table.phase == "playing" and not game.hand(1, hand).done:
            game.do(c.Stand("ann", 1, hand))
    return game


@pytest.mark.clause(NZ, "13.7", "13.8")
@pytest.mark.parametrize(("voided", "anns"), [(1, 0), (2, -1000)])
def test_no_other_hand_answers_for_a_void_original_hand(voided: int, anns: int) -> None:
    game = IrregularTable(NZ)
    game.bet((1, "ann", "10"))
    game.deal("8c Ks 8d")
    game.do(c.CloseOffers())
    game.do(c.Split("ann", 1, 1))
    game.deal("9c")
    game.do(c.Stand("ann", 1, 1))
    game.deal("9d")
    game.do(c.Stand("ann", 1, 2))
    assert game.report() is None
    game.do(void((1, voided)))
    game.deal("Ah")  # pontoon
    assert game.up("ann") == anns


@pytest.mark.clause(NZ, "13.7", "13.8")
@pytest.mark.parametrize("voided", [False, True])
def test_an_original_hand_paid_for_21_and_then_void_is_no_winner(*, voided: bool) -> None:
    game = IrregularTable(NZ)
    game.bet((1, "ann", "10"))
    game.deal("8c Ks 8d")
    game.do(c.CloseOffers())
    game.do(c.Split("ann", 1, 1))
    game.deal("3c")
    game.do(c.Hit("ann", 1, 1))
    game.deal("Kc")  # 21, paid at once
    assert game.up("ann") == 0  # $10 won, and $10 on the second hand
    game.deal("9d")
    game.do(c.Stand("ann", 1, 2))
    assert game.report() is None
    game.do(void((1, 1)) if voided else m.DismissMisdeal(SUPERVISOR, NOW))
    game.deal("Ah")
    assert game.up("ann") == 0  # void: nothing won or lost; else: $10 won, $10 collected elsewhere
    rows = [(each.hand, each.result) for each in game.settled[-1:]]
    assert rows == [(2, "stand-off" if voided else "lose")]


@pytest.mark.clause(NZ, "10.7", "16.5(a)")
@pytest.mark.parametrize(
    ("voided", "void_for"), [([1], ["ann"]), ([2], ["bob"]), ([1, 2], ["ann", "bob"])]
)
def test_insurance_goes_with_the_hand_of_the_original_wager(
    voided: list[int], void_for: list[str]
) -> None:
    game = split_eights()
    assert game.report() is None
    game.do(void(*[(1, hand) for hand in voided]))
    rows = [each for each in game.settled if each.wager == "insurance"]
    assert [(each.player, each.result, each.clause) for each in rows] == [
        (player, "void", "10.7") for player in void_for
    ]


@pytest.mark.clause(NZ, "10.6", "10.7")
@pytest.mark.parametrize(("voided", "anns", "bobs"), [(2, -1500, 0), (1, -1000, -3000)])
def test_lost_insurance_comes_back_with_a_hand_voided_later(
    voided: int, anns: int, bobs: int
) -> None:
    game = split_eights()
    game.deal("9s")  # the dealer has 20
    assert (game.up("ann"), game.up("bob")) == (-2500, -3000)
    assert game.report() is None
    game.do(void((1, voided)))
    assert (game.up("ann"), game.up("bob")) == (anns, bobs)


@pytest.mark.clause(NZ, "10.7")
def test_insurance_of_a_bust_hand_stands_when_the_other_is_void() -> None:
    game = IrregularTable(NZ)
    game.bet((1, "ann", "10"))
    game.deal("8c As 8d")
    game.do(c.Insure("ann", 1, 500))
    game.do(c.CloseOffers())
    game.do(c.Split("ann", 1, 1))
    game.deal("6c")
    game.do(c.Hit("ann", 1, 1))
    game.deal("Kc 9d")  # the first hand is bust
    game.report()
    game.do(void((1, 2)))
    assert game.table.phase == "dealer"
    game.deal("Kd")
    assert game.up("ann") == -1000 + 1000


@pytest.mark.clause(NZ, "11.3", "16.5")
@pytest.mark.parametrize("stage", ["playing", "over", "cleared"])
def test_a_super_bonus_on_a_hand_voided_later_goes_back_and_the_fifties_stand(stage: str) -> None:
    game = IrregularTable(NZ)
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "10"))
    game.deal("9c 7s 9s 7d 5d 7s 8s")
    game.do(c.Stand("ann", 1, 1))
    game.do(c.Hit("bob", 2, 1))
    game.deal("7s")
    assert game.up("bob") == 3 * 2000 + 100_000
    if stage != "playing":
        game.do(c.Stand("cat", 3, 1))
        game.deal("Kc")
    if stage == "cleared":
        game.do(c.ClearTable())
    before = [game.up(player) for player in ("ann", "cat")]
    assert game.report() is None
    game.do(void((2, 1)))
    assert game.up("bob") == 0
    assert [game.up(player) for player in ("ann", "cat")] == before
    if stage == "playing":
        assert game.table.super_bonus == ()


@pytest.mark.clause(NZ, "11.3", "16.5(a)")
def test_no_fifty_dollars_on_a_void_wager() -> None:
    game = IrregularTable(NZ)
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "10"))
    game.deal("Ac 7s 9s 7d Kd 7s 8s")  # Ann's pontoon is paid
    assert game.report() is None
    game.do(void((1, 1)))
    game.do(c.Hit("bob", 2, 1))
    game.deal("7s")
    assert game.up("ann") == 0
    assert [each.player for each in game.settled if each.wager == "bonus"] == ["cat"]
