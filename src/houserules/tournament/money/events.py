"""Events that move money: the floor books their amounts in the same batch."""

from typing import Literal

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.events import Event, event

RefundReason = Literal["refused", "withdrawn", "lapsed", "approved", "cancelled"]
PoolSource = Literal["cash", "goods", "services", "guarantee"]
Account = Literal["pool", "chips", "house"]


@event("tournament.fee-paid")
class FeePaid(Event):
    """A player paid the entry fee into the prize pool."""

    player: str
    amount: Cents
    at: Moment
    clause: Clause


@event("tournament.fee-refunded")
class FeeRefunded(Event):
    """An entry fee was refunded from the prize pool."""

    player: str
    amount: Cents
    why: RefundReason
    clause: Clause


@event("tournament.value-added")
class ValueAdded(Event):
    """The operator added value to the prize pool; only cash moves."""

    kind: PoolSource
    amount: Cents
    description: str
    clause: Clause


@event("tournament.value-returned")
class ValueReturned(Event):
    """What was left in the pool went to the operator, because the tournament was cancelled."""

    amount: Cents
    clause: Clause


@event("tournament.buy-in-paid")
class BuyInPaid(Event):
    """A player bought the tournament chips of a session."""

    player: str
    session: int
    amount: Cents
    chips: Cents
    to: Account
    clause: Clause


@event("tournament.buy-in-refunded")
class BuyInRefunded(Event):
    """A buy-in was refunded: its session is not played."""

    player: str
    session: int
    amount: Cents
    source: Account
    clause: Clause


@event("tournament.chips-redeemed")
class ChipsRedeemed(Event):
    """Tournament chips were redeemed at the ratio at which they were issued."""

    player: str
    session: int
    chips: Cents
    amount: Cents
    clause: Clause


@event("tournament.chips-settled")
class ChipsSettled(Event):
    """The operator took what was left of a session's buy-ins, or made up what was missing."""

    session: int
    amount: Cents  # to the operator; below zero: from the operator
    clause: Clause


@event("tournament.bought-back")
class BoughtBack(Event):
    """An eliminated player bought back into the tournament."""

    player: str
    amount: Cents
    to: Account
    at: Moment
    clause: Clause


@event("tournament.buy-back-refunded")
class BuyBackRefunded(Event):
    """A buy-back was refunded: its player had no session before the tournament was cancelled."""

    player: str
    amount: Cents
    source: Account
    clause: Clause


@event("tournament.prize-awarded")
class PrizeAwarded(Event):
    """A place won a prize."""

    place: int
    player: str
    amount: Cents
    goods: str | None
    clause: Clause


@event("tournament.prize-paid")
class PrizePaid(Event):
    """A prize was paid or handed over."""

    place: int
    player: str
    amount: Cents
    how: str
    by: str
    at: Moment
    clause: Clause
