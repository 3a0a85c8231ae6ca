"""Tables of the floor for tests: without a journal, with a shoe that a text shuffles."""

from dataclasses import dataclass, field
from typing import Any

from houserules.core.people import Moment, Person
from houserules.floor.commands import BeReady, TakeSeat
from houserules.floor.tables.card_handler import CardHandler, SeedEntropy, card_handler_of
from houserules.floor.tables.decide import DecidedCommand, decide
from houserules.floor.tables.decision import Rejected
from houserules.floor.tables.settings import Setting
from houserules.floor.tables.stream import set_up
from houserules.floor.tables.table import FloorTable, apply_events, current_wait
from houserules.table.cards.commands import CutCards
from houserules.table.commands import Decline, Hit, PlaceWager, Stand
from houserules.table.legal import Open, legal
from houserules.table.people.state import PlayerCard

SECOND = 1000
DEALER = Person("Dora", "dealer")
MANAGER = Person("Max", "Gaming Manager")


@dataclass
class Played:
    """A table at which a test plays; `events` has everything since it was set up."""

    setting: Setting
    seed: str = "cards"
    at: int = 1_000_000
    state: FloorTable = field(init=False)
    handler: CardHandler = field(init=False)
    events: list[Any] = field(init=False)

    def __post_init__(self) -> None:
        self.handler = card_handler_of(self.setting, SeedEntropy(self.seed))
        self.events = list(set_up(self.setting, self.handler, by="Max", at=self.at))
        self.state = apply_events(FloorTable(self.setting), tuple(self.events), at=self.at)

    def ask(self, command: Any) -> DecidedCommand | Rejected:
        """Decide without doing it."""
        return decide(self.state, self.handler, command, at=self.at)

    def do(self, command: Any) -> tuple[Any, ...]:
        """Do what must be allowed."""
        decided = self.ask(command)
        assert isinstance(decided, DecidedCommand), decided
        self.state, self.handler = decided.state, decided.handler
        self.events += decided.events
        return decided.events

    def sit(self, player: str, seat: int | None, amount: int = 1_000_00) -> None:
        """Give a player a seat, a card and chips."""
        self.do(TakeSeat(player, seat, amount, PlayerCard(f"card {player}", player)))

    def options(self, player: str | None = None) -> list[Open]:
        """Return what a player may do now, or any player."""
        found = legal(self.setting.rules, self.state.table)
        return [each for each in found if each.who is not None and player in (None, each.who)]

    def cut(self) -> None:
        """Let whoever is offered the cut cut in the middle."""
        for each in self.options():
            if isinstance(each.command, CutCards):
                self.do(each.command)
                return

    def wager(self, player: str, box: int, amount: int = 25_00) -> None:
        """Put a wager on a box; who sits there is the seated player."""
        seated = self.state.table.patron_at(box)
        mine = seated is not None and seated.name == player
        self.do(PlaceWager(player, box, amount, seated=mine))

    def ready(self, *players: str) -> None:
        """Let players wait for nothing more."""
        for player in players:
            self.do(BeReady(player))

    def play_out(self) -> None:
        """Bring the round to its end: nobody insures, everybody stands as soon as they may."""
        while self.state.table.phase not in ("over", "betting"):
            before = current_wait(self.state.table)
            self.step()
            assert self.state.table.phase == "over" or current_wait(self.state.table) != before

    def step(self) -> None:
        """Let whoever is waited for do the least."""
        table = self.state.table
        turn = table.turn()
        if table.phase == "offers":
            self.ready(*sorted({each.who for each in self.options() if each.who}))
        elif table.awaiting is not None:
            self.do(Decline(table.awaiting.players[0], table.awaiting.box))
        else:
            assert turn is not None and turn[0].controller is not None
            spot = (turn[0].controller, turn[0].number, turn[1])
            stand = Stand(*spot)
            may = isinstance(self.ask(stand), DecidedCommand)  # a low hand must draw in some games
            self.do(stand if may else Hit(*spot))


def staff(command: type, by: Person, **fields: Any) -> Any:
    """Give a command of staff at a fixed hour."""
    return command(by=by, at=Moment(1000), **fields)
