"""A device that harms somebody ends the round: what goes back, what stands, what comes next."""

import pytest

from game_table import NSW, PJ, S24, S65
from houserules.table import commands as c
from houserules.table.events import RoundVoided
from houserules.table.irregularities import events as e
from houserules.table.staff.events import WagerReturned
from houserules.table.tokens import ExchangeVoucher
from rules.device_malfunction.device_table import DeviceTable, numbered
from seated_table import DEALER, NOW

in_nsw = pytest.mark.parametrize("name", NSW)


def at_play(name: str, **options: object) -> DeviceTable:
    """Ann is bust with $10; Bob ($20) doubled to 18 and keeps it; Cat ($40) has the turn."""
    game = DeviceTable(name, **options)
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "40"))
    game.deal("9c 5s 9s 6s Kd 6d 9d")
    game.do(c.Hit("ann", 1, 1))
    game.deal("8h")
    game.do(c.Double("bob", 2, 1, 2_000))
    game.deal("7h")
    if game.table.awaiting:
        game.do(c.Decline("bob", 2))
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (-1_000, -4_000, -4_000)
    return game


@pytest.mark.clause(S24, "19.4", "19.1.3")
@pytest.mark.clause(S65, "18.4", "18.1.3")
@pytest.mark.clause(PJ, "16.4", "16.1.3")
@in_nsw
def test_every_amount_wagered_goes_back(name: str) -> None:
    game = at_play(name)
    game.fails(harms=True)
    assert game.table.phase == "over"
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (0, 0, 0)
    assert (game.table.float_tray, game.table.layout()) == (0, 0)
    clause = numbered(name, "4")
    assert game.all(RoundVoided) == [RoundVoided(clause)]
    returned = WagerReturned(1, 1, "ann", "original", 1_000, clause)
    assert game.all(WagerReturned) == [returned]


@pytest.mark.clause(S24, "19.4")
@pytest.mark.clause(S65, "18.4")
@pytest.mark.clause(PJ, "16.4")
@in_nsw
def test_the_operator_may_let_what_was_collected_stand(name: str) -> None:
    game = at_play(name, malfunction_returns="open wagers")
    game.fails(harms=True)
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (-1_000, 0, 0)


@pytest.mark.clause(S24, "19.4")
@pytest.mark.clause(S65, "18.4")
@pytest.mark.clause(PJ, "16.4")
@in_nsw
def test_what_was_paid_in_the_round_stands(name: str) -> None:
    game = DeviceTable(name)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("Ah 5s 9s Kc 8d")
    paid = game.up("ann")
    assert paid > 0
    game.fails(harms=True)
    assert (game.up("ann"), game.up("bob")) == (paid, 0)


@pytest.mark.clause(S24, "19.4")
@pytest.mark.clause(S65, "18.4")
@pytest.mark.clause(PJ, "16.4")
@in_nsw
def test_rounds_completed_before_stand(name: str) -> None:
    game = DeviceTable(name)
    game.bet((1, "ann", "10"))
    game.deal("9c 9s 8d")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Kh")  # 17 against 19
    game.do(c.ClearTable())
    assert game.up("ann") == -1_000
    game.bet((1, "ann", "50"))
    game.deal("9c")
    game.fails(harms=True)
    assert game.up("ann") == -1_000


@in_nsw
@pytest.mark.parametrize("cards", ["9c", "9c 5s Ks", "9c 5s Ks 6s", "9c 5s Ks 6s Kd"])
def test_a_round_may_end_at_every_moment_of_the_deal(name: str, cards: str) -> None:
    side = {"suits_you": "5"} if name == PJ else {"perfect_pairs": "5"}
    game = DeviceTable(name, **side)
    game.bet((1, "ann", "10"), (1, "cat", "15"), (2, "bob", "20"))
    kind = "suits-you" if name == PJ else "perfect-pairs"
    game.do(c.PlaceSideWager("bob", 1, kind, 500, "c" if name == PJ else None))
    game.deal(cards)
    paid = max(game.table.float_tray * -1, 0)  # a side wager that has won is paid
    game.fails(harms=True)
    assert game.up("ann") + game.up("bob") + game.up("cat") == paid
    assert game.table.layout() == 0


@pytest.mark.clause(S24, "19.4", "19.2")
@pytest.mark.clause(S65, "18.4", "18.2")
@pytest.mark.clause(PJ, "16.4", "16.2")
@in_nsw
def test_the_next_round_comes_from_the_other_device(name: str) -> None:
    game = at_play(name)
    game.fails(harms=True)
    assert len(game.all(e.CardsTransferred)) == 1
    game.do(c.ClearTable())
    assert game.source.kind == "shuffling device"
    game.bet((1, "ann", "10"))
    game.deal("9c")


@pytest.mark.clause(S24, "19.4", "19.5.3")
@pytest.mark.clause(S65, "18.4", "18.5.3")
@pytest.mark.clause(PJ, "16.4", "16.5.4")
@in_nsw
@pytest.mark.parametrize(("other", "practicable"), [(False, True), (True, False)])
def test_without_another_device_the_next_round_comes_from_a_shoe(
    name: str, *, other: bool, practicable: bool
) -> None:
    game = at_play(name)
    game.fails(harms=True, other=other, practicable=practicable)
    assert game.table.irregularity is None
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (0, 0, 0)
    game.do(c.ClearTable())
    assert game.source.kind == "card shoe"
    assert game.make_ready()[:2] == ["shuffle", "cut"]
    game.bet((1, "ann", "10"))
    game.deal("9c 9s 9d")


@pytest.mark.clause(S24, "19.4")
@pytest.mark.clause(S65, "18.4")
@pytest.mark.clause(PJ, "16.4")
@in_nsw
def test_tokens_that_were_collected_come_back_as_tokens(name: str) -> None:
    game = DeviceTable(name)
    game.do(ExchangeVoucher(DEALER, NOW, "V1", "ann", 1_000))
    game.do(c.PlaceWager("ann", 1, 1_500, seated=True, tokens=1_000))
    game.bet((2, "bob", "20"))
    game.deal("9c 5s 6s Kd 6d")
    game.do(c.Hit("ann", 1, 1))
    game.deal("8h")
    assert (game.table.token_tray, game.table.float_tray) == (1_000, 500)
    assert (game.table.tokens["ann"], game.up("ann")) == (0, -500)
    game.fails(harms=True)
    assert (game.table.token_tray, game.table.float_tray) == (0, 0)
    assert (game.table.tokens["ann"], game.up("ann"), game.up("bob")) == (1_000, 0, 0)
