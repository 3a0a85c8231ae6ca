"""A table at which a session of a tournament is played; every chip of both kinds is counted."""

from dataclasses import replace
from typing import Any, Final

from game_table import S24, S65, GameTable
from houserules.core.cards import cards
from houserules.core.money import cents
from houserules.core.people import Moment, Person
from houserules.core.refusal import Refusal
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import choose
from houserules.shoe.state import Source
from houserules.table import commands as c
from houserules.table.events import Event
from houserules.table.evolve import evolve
from houserules.table.session import commands as s
from houserules.table.session.state import Limits, Player, Session, SessionConditions
from houserules.table.state import Table
from seated_table import DEALER, NOW, SUPERVISOR, chips_in_all, present

TOURNAMENT_MANAGER: Final = Person("tom", "Tournament Manager")
FLOAT: Final = 500_000
CONDITIONS: Final = SessionConditions(
    rounds=3,
    chips=100_000,
    advance=1,
    final=False,
    pass_cards=1,
    undisclosed_wagers=1,
    order_of_wagering=False,
    deal_from_marker=False,
    limits=(Limits(1, 2_500, 50_000),),
)
BOTH: Final = ((S65, "20"), (S24, "21"))
"""The rulebooks with tournaments, and the number of their section."""


def by_tournament_rulebook(*clauses: str) -> list[tuple[str, str]]:
    """Pair the two rulebooks that have tournaments with their clauses."""
    return list(zip((S65, S24), clauses, strict=True))


class SessionTable(GameTable):
    """Ann, Bob and Cat play a session at boxes 1, 2 and 4, with a thousand dollars each."""

    def __init__(
        self,
        name: str = S65,
        players: tuple[Player, ...] = (Player("ann", 1), Player("bob", 2), Player("cat", 4)),
        *,
        begin: bool = True,
        options: dict[str, object] | None = None,
        **conditions: Any,
    ) -> None:
        self.rules = choose(rulebook(name), options or {})
        self.table = Table(source=Source("card shoe", 384, 384), float_tray=FLOAT)
        self.events = []
        self.conditions = replace(CONDITIONS, **conditions)
        self.at = NOW
        if begin:
            self.must(s.BeginSession, "heat 1", self.conditions, players)

    def say(self, command: c.Command) -> Refusal | None:
        """Carry out a command: chips of both kinds are conserved, and events alone make the table."""
        before, count = self.table, len(self.events)
        answer = super().say(command)
        table = before
        for event in self.events[count:]:
            table = evolve(table, event)
            assert_conserved(table)
        assert table == self.table
        if isinstance(command, s.BeginSession) and answer is None:
            for patron in self.table.patrons if self.rules.id == S24 else ():
                self.do(present(patron.name))
        return answer

    def order(
        self, kind: type[c.StaffCommand], *fields: object, by: Person | None = None, **named: Any
    ) -> Refusal | None:
        """Give an order that may be refused, as somebody who has the power for it."""
        who = by or {
            "may_manage_tournament": TOURNAMENT_MANAGER,
            "may_examine_forms": SUPERVISOR,
            "may_correct_payment": SUPERVISOR,
        }.get(kind.power, DEALER)
        return self.say(kind(who, Moment(self.at), *fields, **named))

    def must(self, kind: type[c.StaffCommand], *fields: object, **named: Any) -> None:
        """Give an order that must be carried out."""
        refusal = self.order(kind, *fields, **named)
        assert refusal is None, refusal

    @property
    def session(self) -> Session:
        """The session, which must be there."""
        assert self.table.session is not None
        return self.table.session

    def wager(self, player: str, dollars: str) -> Refusal | None:
        """Place a wager on the player's own box."""
        seat = self.session.player(player)
        assert seat is not None
        return self.say(c.PlaceWager(player, seat.box, cents(dollars)))

    def wagers(self, **dollars: str) -> None:
        """Place wagers that must be allowed."""
        for player, amount in dollars.items():
            refusal = self.wager(player, amount)
            assert refusal is None, refusal

    def form(self, player: str, dollars: str | None, kind: str | None = "original") -> None:
        """Hand in a form and have it examined."""
        self.do(s.HandInForm(player, kind, None if dollars is None else cents(dollars)))
        self.must(s.ExamineForm, player)

    def play(self, text: str) -> None:
        """Close bets and deal cards; every hand that waits for a decision stands."""
        self.do(c.CloseBets())
        for card in cards(text):
            self._stand()
            self.do(c.DealCard(card))
        self._stand()

    def _stand(self) -> None:
        if self.table.phase == "offers":
            self.do(c.CloseOffers())
        while self.table.phase == "playing" and self.table.awaiting is None:
            turn = self.table.turn()
            if turn is None or turn[2].card_due:
                return
            assert turn[0].controller is not None
            self.do(c.Stand(turn[0].controller, turn[0].number, turn[1]))

    def round(self, text: str = "9c 9d 9h 9s Kc Kd Kh Ks", **dollars: str) -> None:
        """Play a round with these wagers to its end; by default every hand ties at 19."""
        self.wagers(**dollars)
        self.play(text)
        assert self.table.phase == "over", self.table.phase
        self.do(c.ClearTable())

    def chips(self) -> dict[str, int]:
        """What everybody has in front of them, in dollars."""
        return {player: held // 100 for player, held in self.table.racks.items()}

    def last(self, kind: type[Event]) -> Any:
        """Return the latest event of a kind."""
        return next(event for event in self.events[::-1] if isinstance(event, kind))

    def all(self, kind: type[Event]) -> list[Any]:
        """Return every event of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]


def assert_conserved(table: Table) -> None:
    """Check that tournament chips add up to what was issued, and that the float is whole."""
    session = table.session
    assert all(held >= 0 for held in table.racks.values()), table.racks
    if session is None:
        assert chips_in_all(table) == FLOAT
    else:
        assert chips_in_all(table) == session.issued
        assert session.float_set_aside == FLOAT
