"""Carded play in this process: the players' streams, who may play and pay in, and people's commands."""

from collections.abc import Callable
from datetime import tzinfo
from typing import Any, Final

from houserules.carded import judge
from houserules.carded.commands import VerifyIdentity
from houserules.carded.events import ChipsBought, ChipsCashed, IdentityErased, IdentityRead
from houserules.carded.state import CardedPlayer, Today
from houserules.carded.view import CardedView, carded_view
from houserules.core.codec import Data
from houserules.core.money import Cents
from houserules.core.people import Moment, handle_key
from houserules.core.refusal import Refusal
from houserules.core.state_codec import StateCodec
from houserules.floor.carded.authority import command_from, request_of
from houserules.floor.carded.identity import (
    SEALED,
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
from houserules.floor.people.signed_in import Caller
from houserules.floor.store import AWAY, Store, why_away
from houserules.floor.tables.decision import HOUSE, SECOND, Rejected
from houserules.floor.tables.run import Accepted
from houserules.journal.records import Append, Appended, Batch, Delete, Put, Reused

_TRIES: Final = 20
GUEST: Final = Denied("carded.guest", "Guests play at practice tables, without a card.")
_BUSY: Final = Denied("carded.busy", "Too many changes at once. Try again.")
_NO_IDENTITY: Final = Denied("identity.none", "No identity of this person is on record.")
_REMEMBERED: Final = 10_000
_PLAYERS: Final = StateCodec(CardedPlayer)


class CardedPlay:
    """What carded play knows about players; nothing is asked or recorded while it is turned off."""

    def __init__(
        self, store: Store, sealer: Sealer | None, *, now: Callable[[], int], zone: tzinfo
    ) -> None:
        self._store, self._sealer, self._now, self._zone = store, sealer, now, zone
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
        self, caller: Caller, handle: str, identity: Identity
    ) -> Accepted | Rejected:
        """Record a verified identity: the details sealed, their digest in the journal."""
        if no := caller.why_not("people"):
            return no
        at = self.moment()
        if no := why_not_identity(identity, day_at(at, self._zone)):
            return no
        assert self._sealer is not None
        sealed = self._sealer.seal(handle_key(handle), identity)
        command = VerifyIdentity(caller.person, at, handle, digest_of(sealed))
        put = Put(SEALED, handle_key(handle), sealed)
        return await self._give(caller, handle, command, puts=(put,))

    async def read_identity(self, caller: Caller, handle: str, why: str) -> Identity | Rejected:
        """Return a sealed identity; who read it, and why, is in the journal first."""
        if no := judge.why_not_read(caller.person, why):
            return no
        sealed = await self._store.secret(SEALED, handle_key(handle))
        opened = self._sealer.open(handle_key(handle), sealed) if sealed and self._sealer else None
        if opened is None:
            return _NO_IDENTITY
        entry = new_record(IdentityRead(why, caller.handle, self.moment()))
        append = Append(carded_stream(handle), None, (entry,))
        await self._store.append(Batch((append,), actor=caller.handle, time=self._now()))
        return opened

    async def _give(
        self,
        caller: Caller,
        handle: str,
        command: Any,
        *,
        command_id: str | None = None,
        request: bytes | None = None,
        puts: tuple[Put, ...] = (),
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
                deletes = tuple(
                    Delete(SEALED, handle_key(handle))
                    for event in events
                    if isinstance(event, IdentityErased)
                )
                batch = Batch(
                    (Append(stream, position, tuple(map(new_record, events))),),
                    actor=caller.handle,
                    time=self._now(),
                    command_id=command_id,
                    request=request,
                    puts=puts,
                    deletes=deletes,
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
