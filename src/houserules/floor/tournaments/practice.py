"""Practice tournaments: one person against bots, private, set up and started with one request."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import cycle
from secrets import token_bytes
from typing import Final

from houserules.core.codec import Data
from houserules.core.people import Moment, Person, handle_key
from houserules.floor.denial import Denied
from houserules.floor.people.limits import DAY, Throttle
from houserules.floor.people.signed_in import Caller
from houserules.floor.store import Store
from houserules.floor.tables.decision import SECOND, Rejected
from houserules.floor.tables.run import Accepted, CommandRequest, RunningTable
from houserules.floor.tables.settings import PRIVATE
from houserules.floor.tournaments.bots import SEEDS, BotPlayers, FindTable
from houserules.floor.tournaments.house import TournamentHouse
from houserules.floor.tournaments.manager import MANAGER
from houserules.floor.tournaments.practice_conditions import (
    Stages,
    practice_conditions,
    stages_for,
    why_not_practice,
)
from houserules.floor.tournaments.stream import FloorTournament, TournamentSetUp
from houserules.journal.records import Put
from houserules.rulebook.loader import rulebook
from houserules.table.session.commands import Disqualify
from houserules.tournament.bots.moves import Bot
from houserules.tournament.bots.styles import STYLES
from houserules.tournament.commands import (
    AcceptEntry,
    ApplyForEntry,
    CloseEntries,
    DisqualifyEntrant,
    DraftTournament,
    GiveConditions,
    PublishTournament,
    TournamentCommand,
)

NEW_OF_ORIGIN: Final = 30
"""Practice tournaments that may be set up from one address in a day."""
MOST_OF_PERSON: Final = 2
"""Practice tournaments that one person may have in progress."""
MOST_IN_HOUSE: Final = 30
_SEED_BYTES: Final = 32
_ROUNDS_PER_HOUR: Final = 3600
_NAMES: Final = (  # as many as bots play
    "Ada Ben Cora Dan Edie Finn Gia Hugo Ines Jack Kira Leo Mia Ned Opal Pete Quinn Rosa Sid Tess "
    "Una Vic Wren Xavi Yara Zach Alma Bert Cleo Dora Emil Faye Gus Hana Ivo Joan Kurt Lena Max Nora "
    "Otto Pia Rex Sara Theo Ursa Viola Walt"
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The practice tournament that somebody asks for."""

    rulebook: str
    players: int
    rounds: int
    stages: Stages | None = None  # None: what suits the number of players
    pass_cards: int = 1
    forms: int = 1
    order_of_wagering: bool = True


class PracticeTournaments:
    """Sets practice tournaments up for people, and lets them leave one."""

    def __init__(self, store: Store, house: TournamentHouse, find_table: FindTable) -> None:
        self._tournaments, self._house = house.tournaments, house
        self.bots = BotPlayers(store, house, find_table)
        self._new = Throttle(NEW_OF_ORIGIN, within=DAY)

    async def start(
        self, caller: Caller, wanted: Wanted, *, origin: str | None, now: int
    ) -> FloorTournament | Rejected:
        """Set up a tournament for the caller and bots, close its entries and draw the seats."""
        stages = wanted.stages or stages_for(wanted.players)
        no = (
            caller.why_not("play")
            or why_not_practice(wanted.rulebook, wanted.players, wanted.rounds, stages)
            or self._why_not_another(caller.handle)
        )
        if no is not None:
            return no
        if not self._new.admit(origin, now):
            detail = "Too many practice tournaments were started from your network today."
            return Denied("tournament.too-many", detail)
        number = await self._tournaments.count(prefix := private_prefix(caller.handle)) + 1
        name, at = f"{prefix}{number}", Moment(now // SECOND)
        bots = tuple(
            Bot(f"{name} (bot)", style)
            for name, style in zip(
                _NAMES.split()[: wanted.players - 1], cycle(STYLES), strict=False
            )
        )
        conditions = practice_conditions(
            rulebook(wanted.rulebook),
            name=f"Practice tournament {number}",
            players=wanted.players,
            rounds=wanted.rounds,
            stages=stages,
            pass_cards=wanted.pass_cards,
            forms=wanted.forms,
            order_of_wagering=wanted.order_of_wagering,
        )
        setting = TournamentSetUp(name, "practice", "software", caller.handle, caller.handle, at)
        entries = {caller.handle: "Practice", **{bot.name: bot.style for bot in bots}}
        made = await self._tournaments.set_up_with(
            setting,
            _first_commands(conditions, entries, at),
            actor=caller.handle,
            puts=(Put(SEEDS, name, token_bytes(_SEED_BYTES)),),
        )
        if not isinstance(made, Accepted):
            return made
        await self._house.advance(name)
        return self._tournaments.all[name]

    def _why_not_another(self, owner: str) -> Denied | None:
        running = [
            known.setting.owner
            for known in self._tournaments.all.values()
            if known.setting.owner and known.state.phase not in ("finished", "cancelled")
        ]
        if running.count(owner) >= MOST_OF_PERSON:
            detail = (
                f"You have {MOST_OF_PERSON} practice tournaments in progress. Finish or leave one."
            )
            return Denied("tournament.practice-running", detail)
        if len(running) >= MOST_IN_HOUSE:
            detail = "Too many practice tournaments are in progress. Try again in a few minutes."
            return Denied("tournament.too-many", detail)
        return None

    async def leave(self, known: FloorTournament, caller: Caller, now: int) -> Accepted | Rejected:
        """Let the owner go: disqualified as absent, while the bots play on to the prizes (20.5.6.2)."""
        name, owner, at = known.setting.tournament, caller.handle, Moment(now // SECOND)
        if owner != known.setting.owner:
            return Denied("tournament.unknown", "There is no such tournament.")
        table = self.bots.table_of(known, owner)
        if table is not None:
            return await _disqualify_at(table, owner, at, now)
        command = DisqualifyEntrant(MANAGER, at, owner, "absent", "The player has left.")
        answer = await self._tournaments.decide(name, command, actor=owner)
        if isinstance(answer, Accepted):
            await self._house.advance(name)
        return answer


async def _disqualify_at(
    running: RunningTable, owner: str, at: Moment, now: int
) -> Accepted | Rejected:
    command = Disqualify(MANAGER, at, owner, "absent")
    return await running.carry_out(CommandRequest(command, owner), at=now)


def private_prefix(owner: str) -> str:
    """Return how the ids of a person's practice tournaments and their tables begin."""
    return f"{PRIVATE}{sha256(handle_key(owner).encode()).hexdigest()[:16]}_cup"


def _first_commands(
    conditions: Data, entries: dict[str, str], at: Moment
) -> Iterator[TournamentCommand]:
    """Yield what brings a tournament from its draft to closed entries, ready to start now.

    A tournament is published before it starts, so all of this counts as done a second ago.
    """
    starts, at = at, Moment(at - 1)
    yield DraftTournament(MANAGER, at, conditions)
    yield PublishTournament(MANAGER, at, starts, _ROUNDS_PER_HOUR, 0)
    for player, form in entries.items():
        by = Person(player, "player")
        yield ApplyForEntry(by, at, player, form, entitled=True)
        yield GiveConditions(by, at, player, "on the page")
        yield AcceptEntry(MANAGER, at, player)
    yield CloseEntries(MANAGER, at)
