"""A table with players on their seats and the staff around it; no chip is ever lost."""

from typing import Any

from game_table import GameTable
from houserules.core.people import Moment, Person
from houserules.core.refusal import Refusal
from houserules.rulebook.values import NotOffered
from houserules.shoe.state import Source
from houserules.table import commands as c
from houserules.table.cards.census import on_layout, seen_cards
from houserules.table.events import Event
from houserules.table.evolve import evolve
from houserules.table.people.commands import ComeToTable, PresentPlayerCard
from houserules.table.people.state import PlayerCard
from houserules.table.state import Table, changed

NOW = Moment(1_000)

DEALER = Person("dora", "dealer")
GAMING_SUPERVISOR = Person("gil", "Gaming Supervisor")
SUPERVISOR = Person("sue", "casino supervisor")
SECOND_SUPERVISOR = Person("stan", "casino supervisor")
ASSISTANT = Person("amy", "Assistant Gaming Manager")
MANAGER = Person("max", "Gaming Manager")
INSPECTOR = Person("ida", "inspector")
SURVEILLANCE = Person("sam", "Surveillance")
PLAYER = Person("pat", "player")
STAFF = (DEALER, GAMING_SUPERVISOR, SUPERVISOR, ASSISTANT, MANAGER)
OTHERS = (INSPECTOR, SURVEILLANCE, PLAYER)
SUPERVISORS = (GAMING_SUPERVISOR, SUPERVISOR, ASSISTANT, MANAGER)
NOT_SUPERVISORS = (DEALER, *OTHERS)
EVERYBODY = (
    *(PLAYER, *STAFF, INSPECTOR, SURVEILLANCE),
    *(Person("tom", "Tournament Manager"), Person("cass", "cashier")),
)
STAFF_ROLES = tuple(person.role for person in STAFF)


def count_cards(table: Table) -> int:
    """Count the cards wherever they are: always those of the game (`Source.all_cards`)."""
    source = table.source
    if source is None:
        return sum(1 for _ in seen_cards(table))
    elsewhere = source.burned + (source.under is not None) + (source.all_cards - source.cards)
    return source.left + sum(1 for _ in on_layout(table)) + len(table.discards) + elsewhere


def chips_in_all(table: Table) -> int:
    """Every chip of the table."""
    return sum(table.racks.values()) + table.layout() + table.float_tray


def present(player: str, number: str = "", *, at: Moment = NOW) -> PresentPlayerCard:
    """Return a player's command to present their own card."""
    return PresentPlayerCard(player, PlayerCard(number or f"card of {player}", player), at)


class SeatedTable(GameTable):
    """Ann, Bob and Cat sit at the first boxes, each with a valid card where one is needed."""

    def __init__(self, name: str, *, carded: bool = True, **options: object) -> None:
        super().__init__(name, **options)
        self.table = changed(self.table, source=Source("card shoe", 384, 384))
        for seat, player in enumerate(("ann", "bob", "cat"), start=1):
            self.do(ComeToTable(player, seat))
            if carded and not isinstance(self.rules.player_cards, NotOffered):
                self.do(present(player))

    def say(self, command: c.Command) -> Refusal | None:
        """Carry out a command: chips are conserved by every event, and events alone make the table."""
        before, count = self.table, len(self.events)
        answer = super().say(command)
        if isinstance(command, c.BringChips | c.TakeChips):
            return answer
        table = before
        for event in self.events[count:]:
            table = evolve(table, event)
            assert chips_in_all(table) == chips_in_all(before), event
            assert all(held >= 0 for held in table.racks.values()), event
        assert table == self.table
        return answer

    def round(self, *players: str) -> None:
        """Play a round of these players, each with $10 on their own box; the dealer draws to 19."""
        for player in players:
            patron = self.table.patron(player)
            assert patron is not None and patron.seat is not None
            self.do(c.PlaceWager(player, patron.seat, 1_000))
        self.deal(f"{'9c ' * len(players)}9s {'9d ' * len(players)}")
        while self.table.phase == "playing":
            turn = self.table.turn()
            assert turn is not None and turn[0].controller is not None
            self.do(c.Stand(turn[0].controller, turn[0].number, turn[1]))
        self.deal("Kh")
        self.do(c.ClearTable())

    def up(self, player: str) -> int:
        """What the player has more than at first."""
        return self.table.racks[player] - 1_000_000

    def last(self, kind: type[Event]) -> Event:
        """Return the latest event of a kind."""
        return next(event for event in self.events[::-1] if isinstance(event, kind))

    def all(self, kind: type[Event]) -> list[Any]:
        """Return every event of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def order(
        self,
        kind: type[c.StaffCommand],
        *fields: object,
        by: Person = SUPERVISOR,
        at: int = NOW,
        **named: Any,
    ) -> Refusal | None:
        """Give an order that may be refused."""
        return self.say(kind(by, Moment(at), *fields, **named))

    def must(self, kind: type[c.StaffCommand], *fields: object, **named: Any) -> None:
        """Give an order that must be carried out."""
        refusal = self.order(kind, *fields, **named)
        assert refusal is None, refusal
