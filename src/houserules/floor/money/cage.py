"""The cage: cash handled for chips, by whom, within which limits, and who approved it.

It is one stream, so two cashiers acting at once are decided one after the other.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from typing import ClassVar, Final, Literal

from houserules.core.money import Cents, format_money
from houserules.core.people import Moment, Role, handle_key
from houserules.floor.denial import Denied
from houserules.floor.local_time import day_at
from houserules.floor.people.roles import why_not_reason
from houserules.floor.people.signed_in import Caller

STREAM: Final = "cash-desk/main"
MOST: Final[Cents] = 10_000_000_00
"""The most that is moved at one time, and the highest limit."""
APPROVERS: Final[tuple[Role, ...]] = ("cashier", "Assistant Gaming Manager", "Gaming Manager")
"""Who may be the second person."""
_PENDING_MOST: Final = 20
_TWO_DAYS: Final = 2 * 24 * 60 * 60

Direction = Literal["buy-in", "cash-out"]
"""Chips are sold for cash, or redeemed."""


@dataclass(frozen=True, slots=True)
class CashLimits:
    """Limits on handling cash, in cents per person and casino day."""

    cashier: Cents = 50_000_00  # sold, redeemed and approved
    assistant_manager: Cents = 100_000_00  # approved
    manager: Cents = 250_000_00  # approved
    approval_above: Cents = 5_000_00  # per player and direction; above it, a second person approves

    def of(self, role: Role) -> Cents:
        """Return the limit of a role; zero for roles that do not handle cash."""
        limits = {
            "cashier": self.cashier,
            "Assistant Gaming Manager": self.assistant_manager,
            "Gaming Manager": self.manager,
        }
        return limits.get(role, 0)


@dataclass(frozen=True, slots=True)
class CashLimitsSet:
    """The owner set the limits of the cage."""

    name: ClassVar[str] = "cash.limits-set"
    limits: CashLimits
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class CashRequested:
    """A cashier asked for a second person's approval."""

    name: ClassVar[str] = "cash.requested"
    number: int  # from 1
    direction: Direction
    handle: str
    amount: Cents
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class CashDeclined:
    """A request was declined, or withdrawn by the cashier who made it."""

    name: ClassVar[str] = "cash.declined"
    number: int
    why: str
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class CashHandled:
    """Chips were sold or redeemed; the transfer itself is in the wallet's stream."""

    name: ClassVar[str] = "cash.handled"
    direction: Direction
    handle: str
    amount: Cents
    by: str
    approved_by: str | None
    request: int | None  # the number of the request that was approved
    at: Moment


CashEvent = CashLimitsSet | CashRequested | CashDeclined | CashHandled
EVENTS: Final[dict[str, type]] = {
    kind.name: kind for kind in (CashLimitsSet, CashRequested, CashDeclined, CashHandled)
}


@dataclass(frozen=True, slots=True)
class Cage:
    """The cage as its stream leaves it: limits, open requests, recent transactions."""

    position: int = 0
    limits: CashLimits = field(default_factory=CashLimits)
    requests: int = 0
    pending: tuple[CashRequested, ...] = ()
    handled: tuple[CashHandled, ...] = ()  # of two days: enough for any casino day

    def waiting(self, at: Moment, zone: tzinfo) -> tuple[CashRequested, ...]:
        """Return the open requests; they lapse at the end of the casino day."""
        return tuple(
            request for request in self.pending if day_at(request.at, zone) == day_at(at, zone)
        )

    def today(self, at: Moment, zone: tzinfo) -> tuple[CashHandled, ...]:
        """Return the transactions of the casino day that a time falls on."""
        return tuple(
            transaction
            for transaction in self.handled
            if day_at(transaction.at, zone) == day_at(at, zone)
        )


def after(cage: Cage, events: Iterable[CashEvent]) -> Cage:
    """Return the cage after further events of its stream."""
    for event in events:
        cage = replace(_after(cage, event), position=cage.position + 1)
    return cage


def _after(cage: Cage, event: CashEvent) -> Cage:
    match event:
        case CashLimitsSet(limits):
            return replace(cage, limits=limits)
        case CashRequested():
            return replace(cage, requests=event.number, pending=(*cage.pending, event))
        case CashDeclined(number):
            return replace(cage, pending=_without(cage, number))
        case CashHandled():
            lately = tuple(
                transaction for transaction in cage.handled if transaction.at > event.at - _TWO_DAYS
            )
            pending = _without(cage, event.request)
            return replace(cage, handled=(*lately, event), pending=pending)


def _without(cage: Cage, number: int | None) -> tuple[CashRequested, ...]:
    return tuple(request for request in cage.pending if request.number != number)


def used_by(handle: str, today: Iterable[CashHandled]) -> Cents:
    """Return how much of these transactions a person sold, redeemed or approved."""
    return sum(
        transaction.amount
        for transaction in today
        if handle in (transaction.by, transaction.approved_by)
    )


def why_not_cashier(by: Caller, handle: str, amount: Cents) -> Denied | None:
    """Cashiers sell and redeem chips, never their own."""
    if no := by.why_not("money"):
        return no
    if by.role != "cashier":
        return _may_not("Only a cashier sells and redeems chips. See the cage.")
    if handle_key(by.handle) == handle_key(handle):
        return _may_not("You cannot sell chips to yourself.")
    if not 0 < amount <= MOST:
        return Denied("money.amount", f"Enter an amount from $0.01 to {format_money(MOST)}.")
    return None


def why_not_limit(
    limits: CashLimits, role: Role, amount: Cents, *, who: str, used: Cents
) -> Denied | None:
    """Nobody goes past the daily limit of their role."""
    most = limits.of(role)
    if used + amount <= most:
        return None
    left = format_money(max(0, most - used))
    detail = f"{who}: the limit of the role {role} is {format_money(most)} per day. {left} is left today."
    return Denied("cash.limit", detail)


def why_not_alone(
    limits: CashLimits,
    direction: Direction,
    handle: str,
    amount: Cents,
    today: Iterable[CashHandled],
) -> Denied | None:
    """Above a daily amount per player, a second person must approve, however it is split."""
    alone = sum(
        transaction.amount
        for transaction in today
        if (transaction.direction, handle_key(transaction.handle))
        == (direction, handle_key(handle))
        and transaction.approved_by is None
    )
    if alone + amount <= limits.approval_above:
        return None
    most = format_money(limits.approval_above)
    had = f" {handle} has had {format_money(alone)} today." if alone else ""
    detail = f"Above {most} per player and day, a second person must approve.{had}"
    return Denied("cash.approval-needed", detail)


def why_not_request(cage: Cage, by: Caller, at: Moment, zone: tzinfo) -> Denied | None:
    """A cashier may have only a few open requests."""
    waiting = [request for request in cage.waiting(at, zone) if request.by == by.handle]
    if len(waiting) < _PENDING_MOST:
        return None
    return Denied(
        "cash.too-many", f"You have {_PENDING_MOST} requests waiting; withdraw one first."
    )


def why_not_second(by: Caller, request: CashRequested) -> Denied | None:
    """The approver is another cashier or a manager, and not the player."""
    if no := by.why_not("money"):
        return no
    if by.role not in APPROVERS:
        return _may_not("Another cashier or a manager approves.")
    if by.handle == request.by:
        return _may_not("You made this request; another person approves it.")
    if handle_key(by.handle) == handle_key(request.handle):
        return _may_not("You cannot approve your own chips.")
    return None


def why_not_decline(by: Caller, request: CashRequested, why: str) -> Denied | None:
    """Approvers may decline a request; the cashier may withdraw it."""
    no = by.why_not("money") if by.handle == request.by else why_not_second(by, request)
    return no or why_not_reason(why)


def why_not_set(by: Caller, limits: CashLimits) -> Denied | None:
    """The owner sets the limits of the cage."""
    if no := by.why_not("money"):
        return no
    if not by.owner:
        return _may_not("Only the owner of the house sets the limits of the cage.")
    amounts = (limits.cashier, limits.assistant_manager, limits.manager, limits.approval_above)
    if not all(0 <= amount <= MOST for amount in amounts):
        return Denied("money.amount", f"Enter limits from $0 to {format_money(MOST)}.")
    return None


def _may_not(detail: str) -> Denied:
    return Denied("role.may-not", detail)
