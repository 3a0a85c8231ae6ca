"""Carded play in this process: the players' streams, who may play and pay in, and people's commands."""

import asyncio
from collections.abc import Callable, Iterable
from datetime import tzinfo
from typing import Any, Final

from houserules.carded import judge
from houserules.carded.commands import EraseIdentity, VerifyIdentity
from houserules.carded.events import (
    CardSuspended,
    ChipsBought,
    ChipsCashed,
    FeePaid,
    FeeReturned,
    IdentityRead,
    ResultBooked,
)
from houserules.carded.regulation import OTHER_CARD
from houserules.carded.state import CardedPlayer, Today
from houserules.carded.view import CardedView, carded_view
from houserules.core.codec import Data
from houserules.core.money import Cents
from houserules.core.people import Moment, handle_key
from houserules.core.refusal import Refusal
from houserules.core.state_codec import StateCodec
from houserules.floor.carded.authority import command_from, request_of
from houserules.floor.carded.duties import STREAM as DUTIES
from houserules.floor.carded.duties import DutyArose, Key, duty_append
from houserules.floor.carded.duties import follow as follow_duties
from houserules.floor.carded.duties import new_record as new_duty
from houserules.floor.carded.identities import Identities
from houserules.floor.carded.identity import (
    Identity,
    Sealer,
    digest_of,
    why_not_identity,
)
from houserules.floor.carded.statement import CardedStatement, Span, statement
from houserules.floor.carded.stream import (
    appends,
    carded_stream,
    follow,
    new_record,
    read_record,
    today_at,
)
from houserules.floor.denial import ID_USED, Denied
from houserules.floor.local_time import day_at
from houserules.floor.money.accounts import MoneyMoved
from houserules.floor.people.signed_in import Caller
from houserules.floor.store import AWAY, Store, why_away
from houserules.floor.tables.decision import HOUSE, SECOND, Rejected
from houserules.floor.tables.run import Accepted
from houserules.journal.errors import KeyFileError
from houserules.journal.records import Append, Appended, Batch, Delete, Fence, Put, Reused

_TRIES: Final = 20
GUEST: Final = Denied("carded.guest", "Guests play at practice tables, without a card.")
_BUSY: Final = Denied("carded.busy", "Too many changes at once. Try again.")
_VERIFYING: Final = "identities"
"""The lease under which identities are verified."""
_REMEMBERED: Final = 10_000
_PLAYERS: Final = StateCodec(CardedPlayer)


class CardedPlay:
    """What carded play knows about players; nothing is asked or recorded while it is turned off."""

    def __init__(
        self,
        store: Store,
        sealer: Sealer | None,
        *,
        now: Callable[[], int],
        zone: tzinfo,
        holder: str = "floor",
    ) -> None:
        self._holder = holder
        self._store, self._sealer, self._now, self._zone = store, sealer, now, zone
        self._identities = Identities(store, sealer) if sealer else None
        self._duties: tuple[int, dict[Key, DutyArose]] = (0, {})
        self._verifying = asyncio.Lock()
        self._known: dict[str, tuple[int, CardedPlayer]] = {}

    @property
    def is_on(self) -> bool:
        """Whether the operator has turned carded play on."""
        return self._sealer is not None

    def moment(self) -> Moment:
        """Return the time in seconds, as the rules use it."""
        return Moment(self._now() // SECOND)

    def today(self, at: int) -> Today:
        """Return the casino's day, week and month at a time in milliseconds."""
        return today_at(Moment(at // SECOND), self._zone)

    async def player(self, handle: str) -> CardedPlayer:
        """Return a player as the journal has them now."""
        return (await self.current(handle))[1]

    async def current(self, handle: str) -> tuple[int, CardedPlayer]:
        """Return a player as the journal has them now, and the position of their stream."""
        key, stream = handle_key(handle), carded_stream(handle)
        position, player = self._known.get(key) or await self._from_snapshot(stream)
        if records := await self._store.read(stream, position):
            position, player = records[-1].position, follow(player, records)
            self._store.snapshots.take_if_due(stream, position, player, _PLAYERS)
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[key] = (position, player)
        return position, player

    async def _from_snapshot(self, stream: str) -> tuple[int, CardedPlayer]:
        found = await self._store.snapshot(stream, _PLAYERS)
        return (0, CardedPlayer()) if found is None else found

    async def view(self, handle: str) -> CardedView:
        """Return what a player sees of their own carded play."""
        at = self.moment()
        return carded_view(await self.player(handle), at, today_at(at, self._zone))

    async def statement(self, handle: str, span: Span) -> CardedStatement:
        """Return a player's record by day, week or month."""
        events = map(read_record, await self._store.read(carded_stream(handle)))
        return statement(events, span, lambda at: today_at(at, self._zone))

    # Paying in.

    async def why_not_pay_in(self, handle: str, amount: Cents, at: Moment) -> Refusal | None:
        """Whether a player may pay in cash for chips."""
        if not self.is_on:
            return None
        today = today_at(at, self._zone)
        return judge.why_not_pay_in(await self.player(handle), amount, at, today, cash=True)

    async def paid(
        self, handle: str, amount: Cents, *, by: str, at: Moment
    ) -> tuple[Append, ...] | Refusal:
        """Return the record of cash paid in for chips; of chips cashed, if it is below zero.

        What is paid in is judged on the player as they are where the record goes: a limit that is lowered
        meanwhile counts.
        """
        if not self.is_on:
            return ()
        if amount < 0:
            return appends([(handle, ChipsCashed(-amount, by, at))])
        (position, player), today = await self.current(handle), today_at(at, self._zone)
        if no := judge.why_not_pay_in(player, amount, at, today, cash=True):
            return no
        bought = ChipsBought(amount, cash=True, today=today, by=by, at=at)
        return appends([(handle, bought)], at={carded_stream(handle): position})

    async def paid_at_desk(
        self,
        moves: Iterable[MoneyMoved],
        payer: str | None,
        where: str,
        game: str,
        at: Moment,
        *,
        are_refunds: bool,
    ) -> tuple[Append, ...] | Refusal:
        """Return the records of fees, prizes and refunds of a tournament.

        `payer`: who enters with this command; it is judged like a wager of as much.
        """
        if not self.is_on:
            return ()
        today, at_stream, stake = today_at(at, self._zone), {}, 0
        new: list[tuple[str, Any]] = []
        for moved in moves:
            (source, _, giver), (to, _, winner) = (
                moved.source.partition(":"),
                moved.to.partition(":"),
            )
            if source == "wallet":
                new.append((giver, FeePaid(where, game, moved.amount, today, at)))
                stake += moved.amount
            if to == "wallet" and are_refunds:
                new.append((winner, FeeReturned(where, moved.amount, today, at)))
            elif to == "wallet":
                new.append((winner, ResultBooked(where, game, 0, moved.amount, today, at)))
        if payer is not None:
            position, player = await self.current(payer)
            if no := judge.why_not_play(player, at, today, stake):
                return no
            at_stream[carded_stream(payer)] = position
        return appends(new, at=at_stream)

    async def check_key(self) -> None:
        """Raise KeyFileError if identities in the vault were sealed with another key."""
        if self._identities and not await self._identities.fits(self._now()):
            raise KeyFileError("identities in this database were sealed with another key file")

    async def send_out(self, handle: str) -> None:
        """Send a player out who has played too long."""
        position, player = await self.current(handle)
        if due := tuple(judge.events_due(player, self.moment())):
            append = Append(carded_stream(handle), position, tuple(map(new_record, due)))
            # If it is stale, the next look tries again.
            await self._store.append(Batch((append,), actor=HOUSE, time=self._now()))

    # Commands.

    async def carry_out(
        self, caller: Caller, handle: str, name: str, data: Data, command_id: str | None = None
    ) -> Accepted | Rejected:
        """Carry out a person's command about a player; raises DataError if it is not a command."""
        if no := caller.why_not("people" if caller.is_staff else "play"):
            return no
        if caller.is_guest:
            return GUEST
        command = command_from(name, data, caller.person, handle, at=self.moment())
        request = request_of(command) if command_id else None
        return await self._give(caller, handle, command, command_id=command_id, request=request)

    async def verify_identity(
        self, caller: Caller, handle: str, identity: Identity, *, is_namesake: bool = False
    ) -> Accepted | Rejected:
        """Record a verified identity: the details sealed, their digest in the journal.

        `is_namesake`: staff are sure that somebody else has the same name and date of birth.
        """
        if no := caller.why_not("people"):
            return no
        at = self.moment()
        if no := why_not_identity(identity, day_at(at, self._zone)):
            return no
        assert self._sealer is not None and self._identities is not None
        sealed = self._sealer.seal(handle_key(handle), identity)
        command = VerifyIdentity(caller.person, at, handle, digest_of(sealed))
        try:
            async with (
                self._verifying
            ):  # one at a time, in all processes: each looks for the others
                token = await self._lease()
                if token is None:
                    return _BUSY
                no = await self._identities.why_not_own(handle, identity, is_namesake=is_namesake)
                if no:
                    return no
                puts, deletes = await self._identities.changes(handle, identity, sealed)
                return await self._give(
                    caller,
                    handle,
                    command,
                    puts=puts,
                    deletes=deletes,
                    fences=(Fence(_VERIFYING, token),),
                )
        except AWAY as error:
            return why_away(error)

    async def _lease(self) -> int | None:
        leases = self._store.journal.leases
        return await self._store.call(
            lambda: leases.acquire(_VERIFYING, self._holder, ttl_ms=10 * SECOND)
        )

    async def read_identity(self, caller: Caller, handle: str, why: str) -> Identity | Rejected:
        """Return a sealed identity; who read it, and why, is in the journal first."""
        if no := judge.why_not_read(caller.person, why):
            return no
        assert self._identities is not None
        try:
            found = await self._identities.find(handle)
            if isinstance(found, Denied):
                return found
            entry = new_record(IdentityRead(why, caller.handle, self.moment()))
            append = Append(carded_stream(handle), None, (entry,))
            batch = Batch((append,), actor=caller.handle, time=self._now())
            written = await self._store.append(batch)
        except AWAY as error:
            return why_away(error)
        return found if isinstance(written, Appended) else _BUSY

    async def suspend_card(self, handle: str, until: Moment, *, by: str) -> None:
        """Suspend a person's card after a case about another person's card."""
        event = CardSuspended(until, by, self.moment(), OTHER_CARD)
        await self._store.append(Batch(appends([(handle, event)]), actor=by, time=self._now()))

    # What staff owe.

    async def duties(self) -> dict[Key, DutyArose]:
        """Return what staff still owe, by kind, player and number."""
        position, owed = self._duties
        if records := await self._store.read(DUTIES, position):
            self._duties = (records[-1].position, follow_duties(owed, records))
        return self._duties[1]

    def known_duties(self) -> Iterable[DutyArose]:
        """Return what staff owed when it was last looked up."""
        return self._duties[1].values()

    async def owe_assessment(self, handle: str, since: Moment) -> None:
        """Record that staff have to speak to a player, once."""
        if ("assessment", handle_key(handle), 0) not in await self.duties():
            arose = DutyArose("assessment", handle, 0, since)
            append = duty_append((new_duty(arose),))
            await self._store.append(Batch(append, actor=HOUSE, time=self._now()))

    async def why_not(self, caller: Caller, handle: str, name: str, data: Data) -> Rejected | None:
        """Whether a command about a player would be refused now; raises DataError."""
        command = command_from(name, data, caller.person, handle, at=self.moment())
        return caller.why_not("people") or judge.why_not(await self.player(handle), command)

    async def _give(
        self,
        caller: Caller,
        handle: str,
        command: Any,
        *,
        command_id: str | None = None,
        request: bytes | None = None,
        puts: tuple[Put, ...] = (),
        deletes: tuple[Delete, ...] = (),
        fences: tuple[Fence, ...] = (),
    ) -> Accepted | Rejected:
        stream = carded_stream(handle)
        try:
            if command_id and (
                earlier := await self._store.earlier(caller.handle, command_id, request)
            ):
                return _answer(earlier, stream)
            for _ in range(_TRIES):
                position, player = await self.current(handle)
                events = judge.carry_out(player, command)
                if isinstance(events, Refusal):
                    return events
                if isinstance(command, EraseIdentity) and self._identities:
                    puts, deletes = await self._identities.changes(handle, None)
                batch = Batch(
                    appends(((handle, event) for event in events), at={stream: position}),
                    actor=caller.handle,
                    time=self._now(),
                    command_id=command_id,
                    request=request,
                    puts=puts,
                    deletes=deletes,
                    fences=fences,
                )
                outcome = await self._store.append(batch)
                if isinstance(outcome, Appended | Reused):
                    return _answer(outcome, stream)
        except AWAY as error:
            return why_away(error)
        return _BUSY


def _answer(outcome: Appended | Reused, stream: str) -> Accepted | Denied:
    if isinstance(outcome, Reused):
        return ID_USED
    mine = [record for record in outcome.records if record.stream == stream]
    return Accepted(mine[-1].position, repeated=outcome.repeated) if mine else ID_USED
