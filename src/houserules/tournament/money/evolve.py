"""The tournament after money moved."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from houserules.tournament.ledger import CHIPS, HOUSE, POOL, account_of
from houserules.tournament.money import events
from houserules.tournament.state import AwardedPrize
from houserules.tournament.state import TournamentState as State


def _fee_paid(state: State, event: events.FeePaid) -> State:
    state = state.with_entrant(event.player, paid=event.amount)
    return state.move(account_of(event.player), POOL, event.amount)


def _fee_refunded(state: State, event: events.FeeRefunded) -> State:
    refunded = state.entrants[event.player].refunded + event.amount
    state = state.with_entrant(event.player, paid=None, refunded=refunded)
    return state.move(POOL, account_of(event.player), event.amount)


def _value_added(state: State, event: events.ValueAdded) -> State:
    is_cash = event.kind in ("cash", "guarantee")
    return state.move(HOUSE, POOL, event.amount) if is_cash else state


def _value_returned(state: State, event: events.ValueReturned) -> State:
    return state.move(POOL, HOUSE, event.amount)


def _buy_in_paid(state: State, event: events.BuyInPaid) -> State:
    bought_in = (*state.sessions[event.session - 1].bought_in, event.player)
    state = state.with_session(event.session, bought_in=bought_in)
    return state.move(account_of(event.player), event.to, event.amount)


def _buy_in_refunded(state: State, event: events.BuyInRefunded) -> State:
    bought_in = state.sessions[event.session - 1].bought_in
    rest = tuple(player for player in bought_in if player != event.player)
    state = state.with_session(event.session, bought_in=rest)
    return state.move(event.source, account_of(event.player), event.amount)


def _chips_redeemed(state: State, event: events.ChipsRedeemed) -> State:
    return state.move(CHIPS, account_of(event.player), event.amount)


def _chips_settled(state: State, event: events.ChipsSettled) -> State:
    return state.move(CHIPS, HOUSE, event.amount)


def _bought_back(state: State, event: events.BoughtBack) -> State:
    entrant = state.entrants[event.player]
    state = state.with_entrant(
        event.player,
        status="accepted",
        out_in=None,
        clause=None,
        buy_backs=entrant.buy_backs + 1,
        unused_buy_back=event.amount,
    )
    return state.move(account_of(event.player), event.to, event.amount)


def _buy_back_refunded(state: State, event: events.BuyBackRefunded) -> State:
    state = state.with_entrant(event.player, unused_buy_back=0)
    return state.move(event.source, account_of(event.player), event.amount)


def _prize_awarded(state: State, event: events.PrizeAwarded) -> State:
    prize = AwardedPrize(event.place, event.player, event.amount, event.goods)
    return replace(state, prizes=(*state.prizes, prize))


def _prize_paid(state: State, event: events.PrizePaid) -> State:
    prizes = [
        replace(prize, is_paid=True) if prize.place == event.place else prize
        for prize in state.prizes
    ]
    state = replace(state, prizes=tuple(prizes))
    return state.move(POOL, account_of(event.player), event.amount)


STEPS: Final[dict[type, Callable[[State, Any], State]]] = {
    events.FeePaid: _fee_paid,
    events.FeeRefunded: _fee_refunded,
    events.ValueAdded: _value_added,
    events.ValueReturned: _value_returned,
    events.BuyInPaid: _buy_in_paid,
    events.BuyInRefunded: _buy_in_refunded,
    events.ChipsRedeemed: _chips_redeemed,
    events.ChipsSettled: _chips_settled,
    events.BoughtBack: _bought_back,
    events.BuyBackRefunded: _buy_back_refunded,
    events.PrizeAwarded: _prize_awarded,
    events.PrizePaid: _prize_paid,
}
