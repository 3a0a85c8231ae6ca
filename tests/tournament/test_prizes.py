"""Prizes in whole cents, the guarantee, added value, and chips redeemed for cash (20.3, 20.6.9)."""

from typing import Any

import pytest

from houserules.core.people import Person
from houserules.core.refusal import Clause
from houserules.tournament import commands as c
from houserules.tournament.conditions.document import PlacePrize
from houserules.tournament.events import TournamentFinished
from houserules.tournament.money.events import ChipsRedeemed, PrizeAwarded, ValueAdded
from houserules.tournament.money.prizes import divide_pool
from houserules.tournament.state import PlayerResult
from tournament.desk import DEALER, OPERATOR, Desk, clauses, peer, placed

CASH = {
    "method": "bought",
    "amount": "1000",
    "price": "100",
    "cash_value": True,
    "issued_at": "10 to 1",
    "redeemed_at": "10 to 1",
}


def played(book: str, *players: str, **changes: Any) -> Desk:
    """Return a tournament whose final is over; the players are placed in their order."""
    desk = Desk(book).publish(**changes).enter(*players).close().draw()
    for player in players:
        desk.ask(c.PayBuyIn, player=player)
    desk.start()
    desk.result(1, *placed(*((player, 900 - n, "in") for n, player in enumerate(players))))
    return desk


@clauses("3.1", "3.2", "4.2(j)")
def test_the_whole_pool_goes_to_the_winners(book: str, section: str) -> None:
    desk = played(book, "ann", "bob", "cy")
    added, *awarded = desk.give(c.AwardPrizes)
    assert added == ValueAdded("cash", 500_00, "Sponsor", Clause(peer(section, "3.1")))
    clause = Clause(peer(section, "4.2(j)"))
    assert awarded == [
        PrizeAwarded(1, "ann", 455_00, None, clause),
        PrizeAwarded(2, "bob", 195_00, None, clause),
    ]
    assert desk.refusal(c.AwardPrizes) == ("tournament.prizes-awarded", peer(section, "3.2"))
    assert desk.refusal(c.PassStage) == ("tournament.placed", peer(section, "5.8"))
    pay = {"place": 1, "how": "Bank transfer"}
    assert desk.refusal(c.PayPrize, DEALER, **pay) == ("role.may-not", peer(section, "3.2"))
    assert desk.refusal(c.PayPrize, place=3, how="Cash") == ("tournament.no-prize", clause)
    assert desk.refusal(c.PayPrize, place=1, how="") == ("tournament.no-reason", clause)
    desk.give(c.PayPrize, **pay)
    assert desk.refusal(c.PayPrize, **pay) == ("tournament.prize-paid", clause)
    assert desk.state.phase == "placed"
    *_, finished = desk.give(c.PayPrize, OPERATOR, place=2, how="Cash")
    assert isinstance(finished, TournamentFinished)
    assert desk.balances() == (0, 0)
    assert desk.state.ledger.balance("player:ann") == 455_00 - 50_00
    assert desk.refusal(c.PayPrize, **pay) == ("tournament.finished", peer(section, "3.2"))
    assert desk.refusal(c.StartSession, session=1)[0] == "tournament.finished"


@clauses("3.3")
@pytest.mark.parametrize(("entries", "pool"), [(3, 650_00), (4, 2000_00), (5, 2000_00)])
def test_the_guarantee_binds_with_enough_entries(
    book: str, section: str, entries: int, pool: int
) -> None:
    desk = played(book, *("ann", "bob", "cy", "dan", "eve")[:entries])
    events = desk.give(c.AwardPrizes)
    assert sum(prize.amount for prize in desk.state.prizes) == pool
    guarantee = [e for e in events if isinstance(e, ValueAdded) and e.kind == "guarantee"]
    assert [each.clause for each in guarantee] == [peer(section, "3.3")] * (entries > 3)


@clauses("3.3")
def test_the_guarantee_covers_a_refund(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("ann", "bob", "cy", "dan").close()
    desk.give(c.DisqualifyEntrant, player="dan", ground="absent", reason="Away.")
    desk.give(c.ApproveRefund, player="dan", reason="Ill.")
    desk.draw()
    players = desk.start().players
    desk.result(1, *placed(*((player, 900 - n, "in") for n, player in enumerate(players))))
    desk.give(c.AwardPrizes)
    assert sum(prize.amount for prize in desk.state.prizes) == 2000_00


@clauses("3.1", "4.2(j)")
def test_goods_go_to_their_place_and_all_cash_to_the_others(book: str, section: str) -> None:
    desk = played(
        book,
        *("ann", "bob", "cy"),
        prizes__places=[
            {"place": 1, "goods": "A weekend in Cairns"},
            {"place": 2, "share": "100"},
        ],
        prizes__added=[{"kind": "services", "value": "900", "description": "A weekend"}],
    )
    desk.give(c.AwardPrizes)
    won = [(prize.player, prize.amount, prize.goods) for prize in desk.state.prizes]
    assert won == [("ann", 0, "A weekend in Cairns"), ("bob", 150_00, None)]
    desk.give(c.PayPrize, place=1, how="Voucher")
    assert desk.refusal(c.PayPrize, place=1, how="Voucher")[0] == "tournament.prize-paid"
    desk.give(c.PayPrize, place=2, how="Cash")
    assert desk.state.phase == "finished"


def place(number: int, **prize: Any) -> PlacePrize:
    return PlacePrize(number, prize.get("share"), prize.get("amount"), prize.get("goods"))


@pytest.mark.parametrize(
    ("pool", "places", "amounts"),
    [
        (100, (place(1, share=66_67), place(2, share=33_33)), (67, 33)),
        (101, (place(1, share=50_00), place(2, share=50_00)), (51, 50)),
        (1, (place(1, share=33_34), place(2, share=33_33), place(3, share=33_33)), (1, 0, 0)),
        (0, (place(1, share=100_00),), (0,)),
        (1000, (place(1, share=60_00),), (1000,)),  # the others were disqualified
        (900, (place(1, amount=2000), place(2, amount=1000)), (600, 300)),  # no guarantee
        (700, (place(1, goods="a cruise"), place(2, share=100_00)), (0, 700)),
        (700, (place(1, goods="a cruise"),), (700,)),
    ],
)
def test_the_pool_is_divided_in_whole_cents(
    pool: int, places: tuple[PlacePrize, ...], amounts: tuple[int, ...]
) -> None:
    assert divide_pool(pool, places) == amounts
    assert sum(amounts) == pool


@clauses("11.2")
def test_prizes_wait_for_an_open_dispute(book: str, section: str) -> None:
    desk = played(book, "ann", "bob", "cy")
    cy = Person("cy", "player")
    desk.give(c.RaiseEntryDispute, cy, player="cy", about="I was third.")
    refusal = desk.refusal(c.AwardPrizes)
    assert refusal == ("tournament.dispute-open", peer(section, "11.2"))
    desk.give(c.DecideEntryDispute, dispute=1, says="The count stands.")
    desk.give(c.AwardPrizes)


# Chips with a cash value.


@clauses("1.1:tournament-chips", "6.9")
def test_chips_are_redeemed_as_issued(book: str, section: str) -> None:
    desk = Desk(book).publish(chips=CASH).enter("ann", "bob", "cy").close().draw()
    for player in ("ann", "bob", "cy"):
        desk.give(c.PayBuyIn, player=player)
    assert desk.balances() == (150_00, 300_00)
    desk.start()
    results = placed(("ann", 1500, "in"), ("bob", 1, "in"), ("cy", 0, "eliminated"))
    events = desk.result(1, *results)
    clause = Clause(peer(section, "6.9"))
    redeemed = [event for event in events if isinstance(event, ChipsRedeemed)]
    assert redeemed == [
        ChipsRedeemed("ann", 1, 1500_00, 150_00, clause),
        ChipsRedeemed("bob", 1, 1_00, 10, clause),
    ]
    assert desk.balances() == (150_00, 0)
    assert desk.state.ledger.balance("house") == 300_00 - 150_10


@clauses("5.6.2", "6.9")
def test_the_disqualified_keep_the_value_of_their_chips(book: str, section: str) -> None:
    desk = Desk(book).publish(chips=CASH).enter("ann", "bob").close().draw()
    for player in ("ann", "bob"):
        desk.give(c.PayBuyIn, player=player)
    desk.start()
    under = Clause(peer(section, "5.6.2"))
    desk.result(
        1,
        PlayerResult("ann", 1, 3000_00, "in"),
        PlayerResult("bob", None, 700_00, "disqualified", "absent", under),
    )
    assert desk.state.ledger.balance("player:bob") == -50_00 - 100_00 + 70_00
    assert desk.balances() == (100_00, 0)
    assert desk.state.ledger.balance("house") == 200_00 - 370_00


@clauses("6.9")
def test_a_fraction_of_a_cent_is_rounded_up(book: str, section: str) -> None:
    thirds = CASH | {"amount": "300", "issued_at": "3 to 1", "redeemed_at": "3 to 1"}
    desk = Desk(book).publish(chips=thirds).enter("ann", "bob").close().draw()
    for player in ("ann", "bob"):
        desk.give(c.PayBuyIn, player=player)
    desk.start()
    desk.result(1, *placed(("ann", 400, "in"), ("bob", 200, "in")))
    assert desk.state.ledger.balance("player:ann") == -150_00 + 133_34
    assert desk.balances()[1] == 0


@clauses("6.9")
def test_chips_without_a_cash_value_are_not_redeemed(book: str, section: str) -> None:
    desk = played(book, "ann", "bob")
    assert not any(isinstance(event, ChipsRedeemed) for event in desk.history)


@clauses("3.2")
def test_buy_ins_go_to_the_pool_where_the_conditions_say_so(book: str, section: str) -> None:
    bought = {"method": "bought", "amount": "1000", "price": "100", "cash_value": False}
    desk = played(book, "ann", "bob", chips=bought, prizes__includes=["buy-ins"])
    assert desk.balances() == (300_00, 0)


@clauses("3.4")
def test_cancellation_refunds_buy_ins_that_were_not_played(book: str, section: str) -> None:
    desk = Desk(book).publish(chips=CASH).enter("ann", "bob").close().draw()
    desk.give(c.PayBuyIn, player="ann")
    desk.give(c.CancelTournament, OPERATOR, ground="other", reason="Flood.")
    assert set(desk.state.ledger.balances.values()) == {0}
