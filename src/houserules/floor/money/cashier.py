"""The cashier: chips for cash and back within the limits of the cage, and free practice money."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from typing import Any, Final

from houserules.core.codec import Data, from_data, to_data
from houserules.core.money import Cents, format_money
from houserules.core.people import Moment, Role
from houserules.core.refusal import Refusal
from houserules.core.state_codec import StateCodec
from houserules.floor.carded.app import GUEST, CardedPlay
from houserules.floor.denial import ID_USED, Denied
from houserules.floor.money.accounts import (
    PRACTICE_GRANT,
    Balance,
    MoneyMoved,
    issue_of,
    stream_of,
    wallet_of,
)
from houserules.floor.money.cage import (
    EVENTS,
    STREAM,
    Cage,
    CashDeclined,
    CashEvent,
    CashHandled,
    CashLimits,
    CashLimitsSet,
    CashRequested,
    Direction,
    after,
    used_by,
    why_not_alone,
    why_not_cashier,
    why_not_decline,
    why_not_limit,
    why_not_request,
    why_not_second,
    why_not_set,
)
from houserules.floor.money.wallets import Wallets, read_transfer
from houserules.floor.people.signed_in import Caller
from houserules.floor.store import Store
from houserules.floor.tables.decision import SECOND
from houserules.journal.canonical import canonical, digest
from houserules.journal.records import Append, Appended, Batch, NewRecord, Reused

_TRIES: Final = 20
_CAGES: Final = StateCodec(Cage)
_VERSION: Final = 1
_UNKNOWN: Final = Denied(
    "cash-request.unknown",
    "No such request is waiting: it was decided, or it lapsed at the end of the day.",
)


@dataclass(frozen=True, slots=True)
class Moved:
    """A wallet after the cashier moved money; `repeated`: the same id had done it before."""

    balance: Balance
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Requested:
    """A request that waits for a second person; `repeated`: the same id had made it before."""

    request: CashRequested
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class _Decided:
    """What to write: transfers, and events of the cage at the position they were decided on."""

    moves: tuple[MoneyMoved, ...] = ()
    events: tuple[CashEvent, ...] = ()
    position: int = 0
    carded: tuple[Append, ...] = ()


_Decide = Callable[[], Awaitable[_Decided | Denied]]


class Cashier:
    """Moves money between persons and the house."""

    def __init__(
        self,
        store: Store,
        wallets: Wallets,
        *,
        owed: Callable[[str], Cents],
        role_of: Callable[[str], Awaitable[Role]],
        is_guest: Callable[[str], Awaitable[bool]],
        carded: CardedPlay,
        zone: tzinfo = UTC,
    ) -> None:
        self._store, self._wallets, self._owed, self._role_of = store, wallets, owed, role_of
        self._is_guest, self._carded, self._zone = is_guest, carded, zone
        self._cage = Cage()

    async def cage(self) -> Cage:
        """Return the cage as the journal has it now."""
        known = self._cage
        if not known.position and (kept := await self._store.snapshot(STREAM, _CAGES)):
            known = kept[1]
        events: list[Any] = [
            from_data(EVENTS[record.name], record.payload, record.name)
            for record in await self._store.read(STREAM, known.position)
        ]
        self._cage = after(known, events)
        self._store.snapshots.take_if_due(STREAM, self._cage.position, self._cage, _CAGES)
        return self._cage

    async def buy_in(
        self, by: Caller, handle: str, amount: Cents, *, command_id: str | None, at: int
    ) -> Moved | Denied:
        """Sell chips for cash."""
        return await self._handle("buy-in", by, handle, amount, command_id=command_id, at=at)

    async def cash_out(
        self, by: Caller, handle: str, amount: Cents, *, command_id: str | None, at: int
    ) -> Moved | Denied:
        """Pay cash for chips; what the person owes at tables stays in the wallet."""
        return await self._handle("cash-out", by, handle, amount, command_id=command_id, at=at)

    async def _handle(
        self,
        direction: Direction,
        by: Caller,
        handle: str,
        amount: Cents,
        *,
        command_id: str | None,
        at: int,
    ) -> Moved | Denied:
        if no := why_not_cashier(by, handle, amount):
            return no
        asked = _request_digest(direction, handle, amount)
        moved = _cash_moved(direction, handle, amount, by=by.handle, at=at)
        if command_id and (earlier := await self._store.earlier(by.handle, command_id, asked)):
            return await self._answer(earlier, handle, moved)

        async def decide() -> _Decided | Denied:
            cage, moment = await self.cage(), moved.at
            today = cage.today(moment, self._zone)
            used = used_by(by.handle, today)
            no = why_not_limit(cage.limits, by.role, amount, who=by.handle, used=used)
            no = no or why_not_alone(cage.limits, direction, handle, amount, today)
            if no := no or await self._why_not_wallet(direction, handle, amount, moment):
                return no
            done = CashHandled(direction, handle, amount, by.handle, None, None, moment)
            return await self._decision_on(cage, moved, done)

        outcome = await self._commit(decide, by.handle, command_id, asked, at=at)
        return await self._answer(outcome, handle, moved)

    async def request(
        self,
        direction: Direction,
        by: Caller,
        handle: str,
        amount: Cents,
        *,
        command_id: str | None,
        at: int,
    ) -> Requested | Denied:
        """Ask a second person to approve an amount above the cashier's own limit."""
        if no := why_not_cashier(by, handle, amount):
            return no
        asked = _request_digest(f"request {direction}", handle, amount)
        moment = Moment(at // SECOND)
        if command_id and (earlier := await self._store.earlier(by.handle, command_id, asked)):
            return _request_result(earlier)

        async def decide() -> _Decided | Denied:
            cage = await self.cage()
            used = used_by(by.handle, cage.today(moment, self._zone))
            no = why_not_request(cage, by, moment, self._zone)
            no = no or why_not_limit(cage.limits, by.role, amount, who=by.handle, used=used)
            if no := no or await self._why_not_wallet(direction, handle, amount, moment):
                return no
            number = cage.requests + 1
            made = CashRequested(number, direction, handle, amount, by.handle, moment)
            return _Decided((), (made,), cage.position)

        return _request_result(await self._commit(decide, by.handle, command_id, asked, at=at))

    async def approve(self, by: Caller, number: int, *, at: int) -> Moved | Denied:
        """Approve a request as the second person: the chips move at once."""
        moment = Moment(at // SECOND)
        approved: list[tuple[CashRequested, MoneyMoved]] = []

        async def decide() -> _Decided | Denied:
            cage = await self.cage()
            request = _waiting(cage, number, moment, self._zone)
            if request is None:
                return by.why_not("money") or _UNKNOWN
            if no := why_not_second(by, request):
                return no
            today, amount = cage.today(moment, self._zone), request.amount
            for who, role in ((by.handle, by.role), (request.by, await self._role_of(request.by))):
                used = used_by(who, today)
                if no := why_not_limit(cage.limits, role, amount, who=who, used=used):
                    return no
            if no := await self._why_not_wallet(request.direction, request.handle, amount, moment):
                return no
            what = (request.direction, request.handle, amount)
            moved = _cash_moved(*what, by=request.by, at=at)
            approved[:] = [(request, moved)]
            done = CashHandled(*what, request.by, by.handle, number, moment)
            return await self._decision_on(cage, moved, done)

        outcome = await self._commit(decide, by.handle, None, None, at=at)
        if isinstance(outcome, Denied):
            return outcome
        request, moved = approved[0]
        return await self._answer(outcome, request.handle, moved)

    async def decline(self, by: Caller, number: int, why: str, *, at: int) -> Denied | None:
        """Decline a request, or withdraw one's own."""
        moment = Moment(at // SECOND)

        async def decide() -> _Decided | Denied:
            cage = await self.cage()
            request = _waiting(cage, number, moment, self._zone)
            if request is None:
                return by.why_not("money") or _UNKNOWN
            if no := why_not_decline(by, request, why):
                return no
            declined = CashDeclined(number, why.strip(), by.handle, moment)
            return _Decided((), (declined,), cage.position)

        outcome = await self._commit(decide, by.handle, None, None, at=at)
        return outcome if isinstance(outcome, Denied) else None

    async def set_limits(self, by: Caller, limits: CashLimits, *, at: int) -> Denied | None:
        """Set the limits of the cage (owner only)."""
        if no := why_not_set(by, limits):
            return no

        async def decide() -> _Decided | Denied:
            position = (await self.cage()).position
            event = CashLimitsSet(limits, by.handle, Moment(at // SECOND))
            return _Decided((), (event,), position)

        outcome = await self._commit(decide, by.handle, None, None, at=at)
        return outcome if isinstance(outcome, Denied) else None

    async def _decision_on(
        self, cage: Cage, moved: MoneyMoved, done: CashHandled
    ) -> _Decided | Denied:
        """Return what is written when cash is handled, carded play's record included."""
        paid = await self._carded.paid(
            done.handle, _paid_in(done.direction, done.amount), by=done.by, at=done.at
        )
        if isinstance(paid, Refusal):
            return _not_paid_in(paid)
        return _Decided((moved,), (done,), cage.position, paid)

    async def _why_not_wallet(
        self, direction: Direction, handle: str, amount: Cents, at: Moment
    ) -> Denied | None:
        """A cash-out takes no more than the balance, and leaves what the person owes.

        Carded play limits what is paid in, and only while it is turned on.
        """
        if direction == "buy-in":
            if self._carded.is_on and await self._is_guest(handle):
                return GUEST
            no = await self._carded.why_not_pay_in(handle, amount, at)
            return _not_paid_in(no) if no else None
        held = (await self._wallets.balance(wallet_of(handle))).of("chips")
        if amount > held:
            return Denied("wallet.short", f"{handle} has {format_money(held)} in chips.")
        owed = self._owed(handle)
        if amount <= held - owed:
            return None
        return Denied(
            "debt.unpaid",
            f"{handle} owes the house {format_money(owed)}. Pay out {format_money(max(0, held - owed))}"
            " at most, or settle the debt first.",
        )

    async def grant_practice(self, to: Caller, *, at: int) -> Moved | Denied:
        """Top up a wallet to the practice grant; practice money has no value."""
        wallet, issue = wallet_of(to.handle), issue_of("practice")

        async def decide() -> _Decided | Denied:
            held = (await self._wallets.balance(wallet)).of("practice")
            if held >= PRACTICE_GRANT:
                detail = f"You have {format_money(held)} in practice chips; top up when it is less."
                return Denied("practice.enough", detail)
            missing, why, moment = PRACTICE_GRANT - held, "practice money", Moment(at // SECOND)
            moved = MoneyMoved("practice", missing, issue, wallet, why, to.handle, moment)
            return _Decided((moved,))

        outcome = await self._commit(decide, to.handle, None, None, at=at)
        if isinstance(outcome, Denied):
            return outcome
        return Moved(await self._wallets.balance(wallet))

    async def _commit(
        self, decide: _Decide, actor: str, command_id: str | None, request: bytes | None, *, at: int
    ) -> Appended | Reused | Denied:
        """Decide on the current wallet and cage and append; retry if they changed meanwhile."""
        for _ in range(_TRIES):
            decided = await decide()
            if isinstance(decided, Denied):
                return decided
            money = await self._wallets.appends(decided.moves)
            if isinstance(money, Denied):
                return money
            entries = tuple(
                NewRecord(event.name, _VERSION, to_data(event)) for event in decided.events
            )
            cage_append = (Append(STREAM, decided.position, entries),) if entries else ()
            batch = Batch(
                (*money, *cage_append, *decided.carded),
                actor=actor,
                time=at,
                command_id=command_id,
                request=request if command_id else None,
            )
            outcome = await self._store.append(batch)
            self._wallets.forget(batch)
            if isinstance(outcome, Appended | Reused):
                return outcome
        return Denied("money.busy", "Too many changes at once. Try again.")

    async def _answer(
        self, outcome: Appended | Reused | Denied, handle: str, moved: MoneyMoved
    ) -> Moved | Denied:
        if isinstance(outcome, Denied):
            return outcome
        if isinstance(outcome, Reused):
            return ID_USED
        stream = stream_of(wallet_of(handle))
        transfers = [record for record in outcome.records if record.stream == stream]
        if not transfers or replace(read_transfer(transfers[0]), at=moved.at) != moved:
            return ID_USED  # a record from before ids were bound to their requests
        return Moved(await self._wallets.balance_at(transfers[0]), repeated=outcome.repeated)


def _not_paid_in(no: Refusal) -> Denied:
    return Denied(no.code, f"{no.detail} ({no.clause})")


def _request_result(outcome: Appended | Reused | Denied) -> Requested | Denied:
    if isinstance(outcome, Denied):
        return outcome
    if isinstance(outcome, Reused):
        return ID_USED
    for record in outcome.records:
        if record.name == CashRequested.name:
            request = from_data(CashRequested, record.payload, record.name)
            return Requested(request, repeated=outcome.repeated)
    return ID_USED  # a record from before ids were bound to their requests


def _waiting(cage: Cage, number: int, at: Moment, zone: tzinfo) -> CashRequested | None:
    return next((request for request in cage.waiting(at, zone) if request.number == number), None)


def _request_digest(do: str, handle: str, amount: Cents) -> bytes:
    """Return the digest that binds a command id to its direction, person and amount."""
    said: Data = {"do": do, "wallet": wallet_of(handle), "amount": amount}
    return digest("request-1", canonical(said))


def _paid_in(direction: Direction, amount: Cents) -> Cents:
    """Return what a person pays in; less than zero is paid out."""
    return amount if direction == "buy-in" else -amount


def _cash_moved(
    direction: Direction, handle: str, amount: Cents, *, by: str, at: int
) -> MoneyMoved:
    ends = (issue_of("chips"), wallet_of(handle))
    source, to = ends if direction == "buy-in" else ends[::-1]
    return MoneyMoved("chips", amount, source, to, direction, by, Moment(at // SECOND))
