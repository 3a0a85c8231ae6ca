"""A tournament and its stream: set it up, follow its records, and book what its events move."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from json import loads
from typing import Any, ClassVar, Final, Literal

from houserules.core.codec import from_data, to_data
from houserules.core.people import Moment
from houserules.floor.money.accounts import CAGE, MoneyMoved, issue_of, wallet_of
from houserules.floor.stored_events import StoredError
from houserules.floor.tables.settings import Kind, Money
from houserules.journal.chain import RecordRow
from houserules.journal.records import JournalRecord, NewRecord
from houserules.rulebook.schema import Rulebook
from houserules.tournament.bots.moves import Bot
from houserules.tournament.bots.styles import STYLES
from houserules.tournament.conditions.reader import read_conditions
from houserules.tournament.evolve import STEPS, evolve
from houserules.tournament.ledger import CHIPS, HOUSE, POOL, Ledger
from houserules.tournament.state import TournamentState

STREAMS: Final = "tournament/"
_VERSION: Final = 1

RunBy = Literal["Tournament Manager", "software"]
"""Who draws seats, starts sessions, records results and pays prizes."""


@dataclass(frozen=True, slots=True)
class TournamentSetUp:
    """A tournament was set up: the first record of its stream, which never changes."""

    name: ClassVar[str] = "tournament.set-up"
    tournament: str
    kind: Kind
    run_by: RunBy
    owner: str | None  # of a practice tournament against bots: the only person in it
    by: str
    at: Moment

    @property
    def money(self) -> Money:
        """The kind of money that fees and prizes are paid in."""
        return "practice" if self.kind == "practice" else "chips"


@dataclass(frozen=True)
class FloorTournament:
    """A tournament as its stream leaves it at a position."""

    setting: TournamentSetUp
    state: TournamentState = field(default_factory=TournamentState)
    position: int = 1

    @property
    def bots(self) -> tuple[Bot, ...]:
        """The bots of a practice tournament: each has entered with its style as the form."""
        return tuple(
            Bot(entrant.player, style)
            for entrant in self.state.entrants.values()
            for style in STYLES
            if self.setting.owner not in (None, entrant.player) and entrant.form == style
        )

    @property
    def rules(self) -> Rulebook:
        """The rulebook that its conditions name."""
        return _rules_of(self.state.document)


@cache
def _rules_of(document: str) -> Rulebook:
    return read_conditions(loads(document)).rules


KINDS: Final[dict[str, Any]] = {kind.name: kind for kind in (TournamentSetUp, *STEPS)}  # type: ignore[attr-defined]
"""The events of a tournament's stream, by stored name."""


def new_record(event: Any) -> NewRecord:
    """Return an event of a tournament as it is stored."""
    return NewRecord(event.name, _VERSION, to_data(event))


def read_record(record: RecordRow | JournalRecord) -> Any:
    """Read a stored event of a tournament; raises StoredError."""
    kind, payload = KINDS.get(record.name), record.payload
    if kind is None or record.version > _VERSION:
        raise StoredError(
            f"{record.stream} {record.position}: {record.name!r}, version {record.version}, is no "
            "event that this version of houserules knows"
        )
    return from_data(kind, loads(payload) if isinstance(payload, str) else payload, record.name)


def after_events(tournament: FloorTournament, events: Iterable[Any]) -> FloorTournament:
    """Return the tournament after further events of its stream."""
    for event in events:
        tournament = replace(
            tournament, state=evolve(tournament.state, event), position=tournament.position + 1
        )
    return tournament


def follow(
    tournament: FloorTournament | None, records: Iterable[RecordRow | JournalRecord]
) -> FloorTournament:
    """Return the tournament after further records; None: they begin with its setting."""
    events = [read_record(record) for record in records]
    if tournament is None:
        tournament = FloorTournament(events.pop(0))
    return after_events(tournament, events)


def transfers(
    before: FloorTournament, events: Iterable[Any], *, by: str, at: Moment
) -> tuple[MoneyMoved, ...]:
    """Return the transfers that events bring about, as the tournament's own ledger books them."""
    moves, setting = [], before.setting
    for event, after, entry in bookings(before.state, events):
        if entry is not None:
            moves.append(
                MoneyMoved(
                    setting.money,
                    entry.amount,
                    _account(setting, entry.source),
                    _account(setting, entry.to),
                    f"{after.name}: {event.name.removeprefix('tournament.').replace('-', ' ')}",
                    by,
                    at,
                )
            )
    return tuple(moves)


@dataclass(frozen=True, slots=True)
class Booking:
    """One entry of the tournament's ledger."""

    source: str
    to: str
    amount: int


def bookings(
    state: TournamentState, events: Iterable[Any]
) -> Iterator[tuple[Any, TournamentState, Booking | None]]:
    """Yield each event, the tournament after it, and what it moved; None: no money."""
    for event in events:
        after = evolve(state, event)
        entry = None if after.ledger is state.ledger else _booking(state.ledger, after.ledger)
        yield event, after, entry if entry is not None and entry.amount else None
        state = after


def _booking(before: Ledger, after: Ledger) -> Booking:
    """Return from where to where an event moved how much: one entry of the ledger."""
    changes = {
        account: after.balance(account) - before.balance(account) for account in after.balances
    }
    source = min(changes, key=lambda account: changes[account])
    to = max(changes, key=lambda account: changes[account])
    return Booking(source, to, changes[to])


def _account(setting: TournamentSetUp, account: str) -> str:
    """Return the house's account for one of the tournament's ledger."""
    match account:
        case str() if account == POOL:
            return f"pool:{setting.tournament}"
        case str() if account == CHIPS:
            return f"tournament-chips:{setting.tournament}"
        case str() if account == HOUSE:
            return CAGE if setting.kind == "live" else issue_of("practice")
    return wallet_of(account.partition(":")[2])
