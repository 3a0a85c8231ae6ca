"""Making a game invalid: on which grounds, what is refunded, whose wagers are forfeited."""

import pytest

from game_table import NSW, PJ, S24, S65, assert_refused
from houserules.table import commands as c
from houserules.table.events import RoundVoided
from houserules.table.people.commands import FindWagerInvalid
from houserules.table.people.events import WinningsTakenBack
from houserules.table.staff import commands as o
from houserules.table.staff import events as e
from rules.tokens.token_table import voucher
from seated_table import DEALER, GAMING_SUPERVISOR, SeatedTable, chips_in_all

DISRUPTION = {S24: "20.5.1", S65: "19.4.1", PJ: "17.4.1"}
FRAUD = {S24: "20.5.2", S65: "19.4.2", PJ: "17.4.2"}
REFUND = {S24: "20.6", S65: "19.5", PJ: "17.5"}
GROUNDS = ("civil commotion", "fire", "riot", "brawl", "robbery", "act of God")
in_nsw = pytest.mark.parametrize("name", NSW)


def side(name: str) -> dict[str, str]:
    return {"suits_you": "5"} if name == PJ else {"perfect_pairs": "5"}


def at_play(name: str, **options: object) -> SeatedTable:
    """Ann is bust with $10 and has lost a side wager; Bob ($20) has the turn; Cat ($40) waits."""
    game = SeatedTable(name, **side(name), **options)
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "40"))
    kind = "suits-you" if name == PJ else "perfect-pairs"
    game.do(c.PlaceSideWager("ann", 1, kind, 500, "h" if name == PJ else None))
    game.deal("9c 5s 9s 6s Kd 8d 9d")
    game.do(c.Hit("ann", 1, 1))
    game.deal("8h")
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (-1_500, -2_000, -4_000)
    return game


@pytest.mark.clause(S24, "20.5", "20.5.1", "20.6")
@pytest.mark.clause(S65, "19.4", "19.4.1", "19.5")
@pytest.mark.clause(PJ, "17.4", "17.4.1", "17.5")
@in_nsw
@pytest.mark.parametrize("ground", GROUNDS)
def test_a_disrupted_game_is_made_invalid_and_refunded(name: str, ground: str) -> None:
    game = at_play(name)
    game.must(o.InvalidateGame, ground)
    assert game.table.phase == "over"
    assert set(game.table.racks.values()) == {1_000_000}
    assert (game.table.float_tray, game.table.layout()) == (0, 0)
    declared = game.all(e.GameInvalidated)[-1]
    assert (declared.ground, declared.clause, declared.by) == (ground, DISRUPTION[name], "sue")
    assert game.all(RoundVoided)[-1].clause == REFUND[name]


@pytest.mark.clause(S24, "20.5.2")
@pytest.mark.clause(S65, "19.4.2")
@pytest.mark.clause(PJ, "17.4.2")
@in_nsw
def test_fraud_is_a_ground_too_whoever_it_was(name: str) -> None:
    game = at_play(name)
    game.must(o.InvalidateGame, "fraud", by=GAMING_SUPERVISOR)
    assert game.all(e.GameInvalidated)[-1].clause == FRAUD[name]
    assert set(game.table.racks.values()) == {1_000_000}


@pytest.mark.clause(S24, "20.5", "20.5.1")
@pytest.mark.clause(S65, "19.4", "19.4.1")
@pytest.mark.clause(PJ, "17.4", "17.4.1")
@in_nsw
def test_nothing_else_is_a_ground(name: str) -> None:
    game = at_play(name)
    answer = game.order(o.InvalidateGame, "a bad run")
    assert_refused(answer, "invalidate.ground", DISRUPTION[name])
    assert answer is not None and "fire" in answer.detail


@pytest.mark.clause(S24, "20.5")
@pytest.mark.clause(S65, "19.4")
@pytest.mark.clause(PJ, "17.4")
@in_nsw
def test_without_a_game_there_is_nothing_to_make_invalid(name: str) -> None:
    game = SeatedTable(name)
    game.bet((1, "ann", "10"))
    early = game.order(o.InvalidateGame, "fire")
    assert_refused(early, "invalidate.no-game", DISRUPTION[name])
    early = game.order(o.InvalidateGame, "fraud")
    assert_refused(early, "invalidate.no-game", FRAUD[name])


@pytest.mark.clause(S24, "20.6")
@pytest.mark.clause(S65, "19.5")
@pytest.mark.clause(PJ, "17.5")
@in_nsw
@pytest.mark.parametrize("cards", ["", "9c", "9c 5s Ks", "9c 5s Ks 6s", "9c 5s Ks 6s Kd"])
def test_wagers_are_refunded_at_every_moment_of_the_deal(name: str, cards: str) -> None:
    game = SeatedTable(name, **side(name))
    game.bet((1, "ann", "10"), (1, "cat", "15"), (2, "bob", "20"))
    kind = "suits-you" if name == PJ else "perfect-pairs"
    game.do(c.PlaceSideWager("bob", 1, kind, 500, "s" if name == PJ else None))
    game.do(c.CloseBets())
    game.deal(cards)
    game.must(o.InvalidateGame, "fire")
    assert set(game.table.racks.values()) == {1_000_000}
    assert game.table.float_tray == 0


@pytest.mark.clause(S24, "20.6")
@pytest.mark.clause(S65, "19.5")
@pytest.mark.clause(PJ, "17.5")
@in_nsw
def test_the_outcome_of_a_finished_game_may_be_made_invalid_too(name: str) -> None:
    game = at_play(name)
    game.do(c.Stand("bob", 2, 1))
    game.do(c.Stand("cat", 3, 1))
    game.deal("Qh 2c")  # the dealer has 18: Bob loses with 14, Cat's 18 stands off or loses
    assert game.table.phase == "over"
    game.must(o.InvalidateGame, "brawl")
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (0, 0, 0)


@pytest.mark.clause(S24, "20.6")
@pytest.mark.clause(S65, "19.5")
@pytest.mark.clause(PJ, "17.5")
@in_nsw
@pytest.mark.parametrize(("refunds", "stands"), [("every wager", 0), ("all but payments", 1)])
def test_an_invalid_game_has_no_winners(name: str, refunds: str, stands: int) -> None:
    game = SeatedTable(name, invalidated_refunds=refunds)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("Ah 5s 9s Kc 8d")
    paid = game.up("ann")
    assert paid > 0
    game.must(o.InvalidateGame, "riot")
    assert (game.up("ann"), game.up("bob")) == (paid * stands, 0)
    game.must(o.InvalidateGame, "fire")
    assert (game.up("ann"), len(game.all(RoundVoided))) == (paid * stands, 1)


@pytest.mark.clause(S24, "20.6")
@pytest.mark.clause(S65, "19.5")
@pytest.mark.clause(PJ, "17.5")
@in_nsw
def test_winnings_of_an_invalid_game_that_are_gone_are_owed(name: str) -> None:
    game = SeatedTable(name)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("Ah 5s 9s Kc 8d")
    paid = game.up("ann")
    game.do(c.TakeChips("ann", game.table.racks["ann"] - 200))
    game.must(o.InvalidateGame, "riot")
    assert game.table.racks["ann"] == 0
    assert game.table.people.outstanding == (("ann", paid - 200),)
    assert game.table.people.debts[0].clause == REFUND[name]


@pytest.mark.clause(S24, "11.2.3", "20.6")
def test_the_bonuses_of_an_invalid_game_go_back() -> None:
    game = SeatedTable(S24)
    game.bet((1, "ann", "25"), (2, "bob", "10"))
    game.deal("7s 9c 7h 7s 8c")
    game.do(c.Hit("ann", 1, 1))
    game.deal("7s")
    assert (game.up("ann"), game.up("bob")) == (507_500, 4_000)
    game.must(o.InvalidateGame, "fire")
    assert (game.up("ann"), game.up("bob")) == (0, 0)


@pytest.mark.clause(S24, "20.6")
@pytest.mark.clause(S65, "19.5")
@pytest.mark.clause(PJ, "17.5")
@in_nsw
def test_the_operator_may_let_what_was_collected_stand(name: str) -> None:
    game = at_play(name, invalidated_refunds="open wagers")
    game.must(o.InvalidateGame, "riot")
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (-1_500, 0, 0)


@pytest.mark.clause(S24, "20.6")
@pytest.mark.clause(S65, "19.5")
@pytest.mark.clause(PJ, "17.5")
@in_nsw
def test_who_perpetrated_the_fraud_may_have_to_forfeit_and_nobody_else(name: str) -> None:
    game = at_play(name)
    game.must(o.InvalidateGame, "fraud", forfeited_by=("bob",))
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (0, -2_000, 0)
    assert game.table.layout() == 0
    assert game.all(e.GameInvalidated)[-1].forfeited_by == ("bob",)


@pytest.mark.clause(S24, "20.6")
@pytest.mark.clause(S65, "19.5")
@pytest.mark.clause(PJ, "17.5")
@in_nsw
def test_what_a_fraud_has_lost_already_stays_lost(name: str) -> None:
    game = at_play(name)
    game.must(o.InvalidateGame, "fraud", forfeited_by=("ann", "cat"))
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (-1_500, 0, -4_000)


@pytest.mark.clause(S24, "20.6")
@pytest.mark.clause(S65, "19.5")
@pytest.mark.clause(PJ, "17.5")
@in_nsw
def test_a_forfeit_is_for_fraud_and_for_a_wager(name: str) -> None:
    game = at_play(name)
    answer = game.order(o.InvalidateGame, "fire", forfeited_by=("bob",))
    assert_refused(answer, "invalidate.forfeit", REFUND[name])
    answer = game.order(o.InvalidateGame, "fraud", forfeited_by=("dan",))
    assert_refused(answer, "invalidate.no-wager", REFUND[name])


@in_nsw
def test_a_question_that_is_open_falls_away(name: str) -> None:
    game = SeatedTable(name)
    game.bet((1, "ann", "10"), (1, "bob", "20"))
    game.deal("5c 5s 6d")
    game.do(c.Double("ann", 1, 1, 1_000))
    assert game.table.awaiting is not None
    game.must(o.InvalidateGame, "fraud", forfeited_by=("bob",))
    assert game.table.awaiting is None
    assert (game.up("ann"), game.up("bob")) == (0, -2_000)


@in_nsw
def test_the_cards_are_cleared_and_the_next_game_begins(name: str) -> None:
    game = at_play(name)
    before = chips_in_all(game.table)
    game.must(o.InvalidateGame, "fire")
    game.do(c.ClearTable())
    assert (game.table.phase, game.table.boxes) == ("betting", ())
    assert len(game.table.discards) == 8
    game.round("ann", "bob")
    assert chips_in_all(game.table) == before


@in_nsw
def test_a_dealer_is_told_who_may_make_a_game_invalid(name: str) -> None:
    game = at_play(name)
    answer = game.order(o.InvalidateGame, "fire", by=DEALER)
    assert answer is not None and answer.code == "role.may-not"
    assert "casino supervisor" in answer.detail


@pytest.mark.clause(S24, "20.5.2", "20.6")
@pytest.mark.clause(S65, "19.4.2", "19.5")
@pytest.mark.clause(PJ, "17.4.2", "17.5")
@in_nsw
@pytest.mark.parametrize(
    ("settled", "anns", "bobs"),
    [("every wager", None, 0), ("all but payments", 0, 1), ("open wagers", 1, 1)],
)
def test_who_forfeits_for_fraud_does_not_keep_the_winnings(
    name: str, settled: str, anns: int | None, bobs: int
) -> None:
    game = SeatedTable(name, invalidated_refunds=settled)
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "10"))
    game.deal("Ah As 5s 9s Kc Kd 8d")
    paid = game.up("ann")
    assert 0 < paid * 2 == game.up("bob")
    game.must(o.InvalidateGame, "fraud", forfeited_by=("ann",))
    left = -1_000 if anns is None else paid * anns
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (left, paid * 2 * bobs, 0)
    taken = [(row.player, row.amount, row.clause) for row in game.all(WinningsTakenBack)]
    both = [("ann", paid, REFUND[name]), ("bob", paid * 2, REFUND[name])]
    assert taken == {None: both, 0: both[:1], 1: []}[anns]
    forfeited = [(row.player, row.amount, row.clause) for row in game.all(e.WagerForfeited)]
    assert forfeited == ([("ann", 1_000, REFUND[name])] if anns is None else [])


@pytest.mark.clause(S24, "20.6")
@pytest.mark.clause(S65, "19.5")
@pytest.mark.clause(PJ, "17.5")
@in_nsw
def test_a_cheat_who_has_pocketed_the_payment_owes_it_and_the_wager(name: str) -> None:
    game = SeatedTable(name)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("Ah 5s 9s Kc 8d")
    paid = game.up("ann")
    game.do(c.TakeChips("ann", game.table.racks["ann"]))
    game.must(o.InvalidateGame, "fraud", forfeited_by=("ann",))
    assert game.table.people.owes("ann") == paid + 1_000
    assert game.up("bob") == 0


@pytest.mark.clause(S24, "20.6")
@pytest.mark.parametrize("name", [S24, S65])
def test_a_cheat_forfeits_tokens_as_tokens(name: str) -> None:
    game = SeatedTable(name)
    game.do(voucher("V1", "ann", "10"))
    game.do(c.PlaceWager("ann", 1, 1_000, tokens=600))
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.deal("Ah 5s 9s Kc 8d")
    assert (game.up("ann"), game.table.tokens["ann"]) == (1_500 if name == S24 else 1_200, 1_000)
    game.must(o.InvalidateGame, "fraud", forfeited_by=("ann",))
    assert (game.up("ann"), game.table.tokens["ann"]) == (-400, 400)
    assert game.table.token_tray == 600


@pytest.mark.clause(S24, "17.21.2", "20.6")
def test_winnings_go_back_once() -> None:
    game = SeatedTable(S24)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("Ah 5s 9s Kc 8d")
    game.must(o.InvalidateGame, "fraud", forfeited_by=("ann",))
    game.must(FindWagerInvalid, "ann", "another's card")
    assert (game.up("ann"), len(game.all(WinningsTakenBack))) == (-1_000, 1)


@pytest.mark.clause(S24, "17.21.2", "20.6")
@pytest.mark.parametrize("lost", ["stays lost", "handed back"])
def test_a_forfeited_wager_does_not_come_back_by_a_confession(lost: str) -> None:
    game = SeatedTable(S24, invalid_wager_lost=lost)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("5h 5s 9s Kc 8d")
    game.must(o.InvalidateGame, "fraud", forfeited_by=("ann",))
    game.must(FindWagerInvalid, "ann", "another's card")
    assert (game.up("ann"), game.up("bob")) == (-1_000, 0)


@in_nsw
def test_nobody_decides_anything_in_a_game_that_was_made_invalid(name: str) -> None:
    game = at_play(name)
    game.must(o.InvalidateGame, "fire")
    order = game.rules.play.turn_order
    for decision in (c.Hit, c.Stand, c.Split):
        assert_refused(game.say(decision("bob", 2, 1)), "hand.finished", order)
    assert_refused(game.say(c.Double("bob", 2, 1, 2_000)), "hand.finished", order)
    assert_refused(game.say(c.ReportAbsent(2, 1)), "hand.finished", order)


@pytest.mark.clause(S24, "20.6")
@pytest.mark.clause(S65, "19.5")
@pytest.mark.parametrize("name", [S24, S65])
def test_only_what_was_kept_of_a_wager_is_refunded_as_it_was_made(name: str) -> None:
    game = SeatedTable(name)
    game.do(voucher("V1", "ann", "10"))
    game.do(c.PlaceWager("ann", 1, 1_000, tokens=600))
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.deal("9c 9d Ks 7h Kc")
    game.do(c.Surrender("ann", 1))
    game.do(c.CloseOffers())
    game.do(c.Stand("bob", 2, 1))
    game.deal("9s")  # Bob stands off; of Ann's $10 the house keeps $5 in tokens
    assert (game.up("ann"), game.table.tokens["ann"], game.up("bob")) == (0, 500, 0)
    game.must(o.InvalidateGame, "fire")
    assert (game.up("ann"), game.table.tokens["ann"], game.up("bob")) == (0, 1_000, 0)
    assert [(row.player, row.amount, row.tokens) for row in game.all(e.WagerReturned)] == [
        ("ann", 500, 500)
    ]
