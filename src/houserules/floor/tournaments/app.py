"""Every tournament of the house, as this process sees it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from houserules.core.codec import Data
from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.core.state_codec import StateCodec
from houserules.floor.carded.app import CardedPlay
from houserules.floor.carded.played import requires_cards
from houserules.floor.denial import Denied
from houserules.floor.desk import Desk, Secrets, SecretUsedError
from houserules.floor.money.accounts import MoneyMoved
from houserules.floor.money.wallets import Wallets
from houserules.floor.people.signed_in import Caller
from houserules.floor.store import Store
from houserules.floor.tables.decision import SECOND, Rejected
from houserules.floor.tables.run import Accepted
from houserules.floor.tables.settings import Kind, is_private
from houserules.floor.tournaments.authority import SENT
from houserules.floor.tournaments.stream import (
    STREAMS,
    FloorTournament,
    RunBy,
    TournamentSetUp,
    after_events,
    follow,
    new_record,
    transfers,
)
from houserules.journal.records import (
    Append,
    Appended,
    Batch,
    Delete,
    JournalRecord,
    NewRecord,
    Put,
)
from houserules.rulebook.schema import Rulebook
from houserules.tournament.commands import (
    ApplyForEntry,
    BuyBackIn,
    CommitSeatDraw,
    DraftTournament,
    PayBuyIn,
    PayEntryFee,
    RevealSeatDraw,
    TournamentCommand,
)
from houserules.tournament.conditions.reader import read_conditions
from houserules.tournament.judge import carry_out
from houserules.tournament.money.events import BuyBackRefunded, BuyInRefunded, FeeRefunded
from houserules.tournament.play.draws import open_draw
from houserules.tournament.play.seat_draw import entropy_needed
from houserules.tournament.play.stages import eligible_players, next_stage

SEAT_DRAW: Final = "seat-draw"
"""The kind under which the vault keeps the bytes of a draw until it is revealed."""


ENTERS: Final = (ApplyForEntry, PayEntryFee, PayBuyIn, BuyBackIn)
"""How players enter and stay in: as far as carded play allows, like a wager."""
REFUNDS: Final = (FeeRefunded, BuyInRefunded, BuyBackRefunded)
"""What gives players back what they paid, and is not won."""


class Tournaments(Desk[FloorTournament]):
    """The tournaments of the house."""

    prefix = STREAMS
    sent = SENT
    unknown = Denied("tournament.unknown", "There is no such tournament.")
    live = Denied("tournament.live", "Guests and bots enter practice tournaments only.")
    exists = Denied("tournament.exists", "There is already a tournament with that id.")
    states = StateCodec(FloorTournament)
    busy = Denied("tournament.busy", "Too many changes at once. Try again.")

    def __init__(
        self,
        store: Store,
        wallets: Wallets,
        *,
        now: Callable[[], int],
        random: Callable[[int], bytes],
        carded: CardedPlay | None = None,
    ) -> None:
        super().__init__(store, wallets, now=now, random=random)
        self._carded = carded

    @property
    def shared(self) -> dict[str, FloorTournament]:
        """The tournaments of the whole house, by stream: those without an owner."""
        return {
            f"{STREAMS}{name}": known
            for name, known in self.all.items()
            if known.setting.owner is None
        }

    def _is_on_request(self, name: str) -> bool:
        return is_private(name)

    async def count(self, prefix: str) -> int:
        """Return how many tournaments there are whose ids begin like this."""
        streams = self._store.journal.streams
        return await self._store.call(lambda: sum(1 for _ in streams(f"{STREAMS}{prefix}")))

    async def set_up(
        self, caller: Caller, tournament: str, *, kind: Kind, run_by: RunBy, conditions: Data
    ) -> Accepted | Rejected:
        """Set a tournament up with a draft of its conditions; raises MalformedRecord."""
        setting = TournamentSetUp(
            tournament, kind, run_by, None, caller.handle, Moment(self._now() // SECOND)
        )
        draft = SENT.read(
            "draft-tournament", {"conditions": conditions}, caller.person, at=setting.at
        )
        return await self.set_up_with(setting, (draft,), actor=caller.handle)

    async def set_up_with(
        self,
        setting: TournamentSetUp,
        commands: Iterable[TournamentCommand],
        *,
        actor: str,
        puts: tuple[Put, ...] = (),
    ) -> Accepted | Rejected:
        """Set a tournament up and carry out its first commands, all in one batch or nothing.

        They move no money. `puts`: secrets of the tournament for the vault.
        """
        name, at, known = setting.tournament, self._now(), FloorTournament(setting)
        records = [new_record(setting)]
        async with self._deciding:
            if name in self.all:
                return self.exists
            for command in commands:
                events = self._judge(known, command)
                if isinstance(events, Refusal):
                    return events
                assert not transfers(known, events, by=actor, at=setting.at), "no money moves yet"
                known = after_events(known, events)
                records += map(new_record, events)
            append = Append(STREAMS + name, 0, tuple(records))
            batch = Batch((append,), actor=actor, time=at, puts=puts)
            outcome = await self._store.append(batch)
            await self._catch_up(name)
        return Accepted(len(records)) if isinstance(outcome, Appended) else self.exists

    def _follow(
        self, known: FloorTournament | None, records: list[JournalRecord]
    ) -> FloorTournament:
        return follow(known, records)

    def _judge(self, known: FloorTournament, command: Any) -> tuple[Any, ...] | Refusal:
        decided = carry_out(_rules_for(known, command), known.state, command)
        return decided if isinstance(decided, Refusal) else decided[0]

    def _new_record(self, event: Any) -> NewRecord:
        return new_record(event)

    async def _transfers(
        self, known: FloorTournament, events: Iterable[Any], *, by: str, at: Moment
    ) -> tuple[MoneyMoved, ...]:
        return transfers(known, events, by=by, at=at)

    async def _also(
        self,
        known: FloorTournament,
        command: Any,
        events: tuple[Any, ...],
        moves: tuple[MoneyMoved, ...],
        *,
        at: Moment,
    ) -> tuple[Append, ...] | Refusal:
        is_carded = known.setting.kind == "live" and requires_cards(known.rules)
        if self._carded is None or not is_carded:
            return ()
        payer = command.player if isinstance(command, ENTERS) else None
        where = f"tournament {known.setting.tournament}"
        are_refunds = any(isinstance(event, REFUNDS) for event in events)
        return await self._carded.paid_at_desk(
            moves, payer, where, known.rules.title, at, are_refunds=are_refunds
        )

    async def _with_entropy(self, known: FloorTournament, command: Any) -> Any:
        """Return a command of a seat draw with its random bytes: new ones, or those in the vault."""
        if isinstance(command, CommitSeatDraw) and next_stage(known.state) is not None:
            size = entropy_needed(len(eligible_players(known.state)))
            return replace(command, entropy=self._random(size).hex())
        if isinstance(command, RevealSeatDraw):
            sealed = await self._store.secret(SEAT_DRAW, known.setting.tournament)
            if sealed is None and open_draw(known.state) is not None:
                raise SecretUsedError
            return replace(command, entropy=(sealed or b"").hex())
        return command

    def _secrets(self, name: str, known: FloorTournament, command: Any) -> Secrets:
        if isinstance(command, CommitSeatDraw):
            return (Put(SEAT_DRAW, name, bytes.fromhex(command.entropy)),), ()
        if isinstance(command, RevealSeatDraw):
            return (), (Delete(SEAT_DRAW, name),)
        return (), ()


def _rules_for(known: FloorTournament, command: Any) -> Rulebook:
    """Return the rulebook that decides: a new draft may name another one."""
    if isinstance(command, DraftTournament):
        return read_conditions(command.conditions).rules
    return known.rules
