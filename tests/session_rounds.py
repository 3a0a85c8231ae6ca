"""Random sessions of a tournament: players with forms and pass cards, absences, staff, irregularities."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from any_command import PLAYERS
from game_table import report_found
from house_rounds import DEALER, LEANINGS, Given, Shift, shift
from houserules.core.people import Moment, Person
from houserules.rulebook.values import NotOffered
from houserules.table import commands as c
from houserules.table.cards import commands as k
from houserules.table.irregularities import commands as mishaps
from houserules.table.legal import Open
from houserules.table.people.commands import PresentPlayerCard
from houserules.table.people.state import PlayerCard
from houserules.table.session import commands as s
from houserules.table.session.order import missing_entries
from houserules.table.session.state import Player, SessionConditions
from houserules.table.staff import commands as staff

MANAGER: Final = Person("tom", "Tournament Manager")
SUPERVISOR: Final = Person("gus", "Gaming Supervisor")
OF_A_SESSION: Final = (
    *(s.Disqualify, s.CallTime, s.AnnounceWagerClock, s.OrderCount, s.ConcludeSession),
    *(s.DeductForAbsence, s.RecordForm, s.HandInForm, s.TakeBackEntry, s.PlayPassCard),
    *(staff.InvalidateGame, mishaps.ReportMisdeal, mishaps.VoidMisdeal),
    *(mishaps.ConfirmReconstruction, mishaps.ReportMisdeal, mishaps.DismissMisdeal),
)
"""What happens in a session beside its game."""
NAMES: Final = (*PLAYERS, "dan", "eve", "flo", "gil")


@dataclass(slots=True)
class SessionShift(Shift):
    """A table at which one session after another is played."""

    conditions: SessionConditions | None = None  # None: any
    sessions: int = 0

    def opening(self) -> Iterator[Given]:
        """Open the table and begin a session."""
        virtual = self.shoe is not None
        yield self.give(k.OpenTable(DEALER, self.now, colours=("red", "blue"), virtual=virtual))
        if self.table.source is None:
            yield self.give(k.OpenTable(DEALER, self.now, colours=("red",), virtual=virtual))
        yield from self.begin()

    def begin(self) -> Iterator[Given]:
        """Begin a session, with Player Cards where they are needed."""
        self.sessions += 1
        layout = range(1, self.rules.equipment.boxes.value + 1)
        number = min(self.rng.choice((1, 2, 3, 3, 4, 7)), len(layout))
        boxes = sorted(self.rng.sample(layout, number))
        names = self.rng.sample(NAMES, len(boxes))
        players = tuple(Player(name, box) for name, box in zip(names, boxes, strict=True))
        conditions = self.conditions or self.anything().conditions()
        order = s.BeginSession(MANAGER, self.now, f"session {self.sessions}", conditions, players)
        yield self.give(order)
        if not isinstance(self.rules.player_cards, NotOffered):
            for player in names:
                card = PlayerCard(f"card of {player}", player)
                yield self.give(PresentPlayerCard(player, card, self.now))

    def step(self, kinds: Sequence[type], *, disturbed: float) -> Iterator[Given]:
        """Go on with the session, or with this chance do anything of any kind."""
        self.now = Moment(self.now + self.rng.choice((0, 0, 1, 10, 60)))
        if self.table.session is None and self.table.irregularity is None:
            yield from self.begin()
        elif self.rng.random() < disturbed:
            yield from self.disturb(kinds)
        elif given := self._goes_on():
            yield given

    def _goes_on(self) -> Given | None:
        session, disputes = self.table.session, self.table.staff.disputes
        if disputes and session is not None:
            return self.give(s.RuleOnDispute(MANAGER, self.now, disputes[0].number, "It stands."))
        options = self.listed()
        missing = missing_entries(session) if session is not None else ()
        if self.table.phase == "betting" and missing and self.rng.random() < 0.05:
            return self._without(missing[0].name)
        if self.table.phase == "betting":
            self.lean = self.rng.choice(LEANINGS)
        if options:
            return self.give(self.filled(self.chosen(options)))
        return self._without(missing[0].name) if missing else None

    def _without(self, player: str) -> Given:
        """Deduct for somebody's absence, or disqualify them."""
        ground = self.rng.choice(("absent", "no wager"))
        given = self.give(s.DeductForAbsence(MANAGER, self.now, player))
        if given.before is self.table:
            return self.give(s.Disqualify(MANAGER, self.now, player, ground))
        return given

    def chosen(self, options: list[Open]) -> Open:
        """Pick a kind of command first; wagers, cards and calls more often than what takes back."""
        kinds = sorted({each.kind for each in options}, key=lambda kind: kind.__name__)
        (kind,) = self.rng.choices(kinds, [_WEIGHTS.get(each, 1) for each in kinds])
        return self.rng.choice([each for each in options if each.kind is kind])

    def varied(self, command: c.Command) -> c.Command:
        """Give a wager found outside the limits, or a form that does not comply."""
        if isinstance(command, k.CutCards | k.CutForPlayers | k.PlaceCuttingCard):
            return Shift.varied(self, command)
        if isinstance(command, c.PlaceWager) and self.shoe is None and self.rng.random() < 0.2:
            amount = self.rng.choice((100, 1_050, 3_350, command.amount + 7_000))
            return report_found(replace(command, amount=amount))
        if isinstance(command, s.HandInForm) and self.rng.random() < 0.3:
            amount = self.rng.choice((None, 0, 150, 12_345, 900_000))
            return replace(
                command, kind=self.rng.choice(("original", None, "split")), amount=amount
            )
        if isinstance(command, s.RecordCount) and self.rng.random() < 0.1:
            return replace(command, counts=self.anything().counts())
        return command


_WEIGHTS: Final[dict[type, float]] = {
    c.PlaceWager: 8,
    c.PlaceSideWager: 2,
    s.HandInForm: 3,
    s.PlayPassCard: 1.5,
    s.TakeBackEntry: 0.2,
    c.WithdrawWager: 0.1,
    c.WithdrawSideWager: 0.1,
    s.ExamineForm: 6,
    c.CloseBets: 4,
    c.DealCard: 20,
    c.Split: 5,
    c.Insure: 3,
    c.ReportAbsent: 0.3,
    k.DrawCuttingCard: 0.2,
    s.CallTime: 0.5,
    s.ConcludeSession: 0.3,
}


def session_shift(name: str, seed: object, *, virtual: bool) -> SessionShift:
    """Return a shift of sessions under a rulebook with a side wager."""
    for attempt in count():
        usual = shift(name, f"session {seed} {attempt}", virtual=virtual)  # type: ignore[arg-type]
        low = usual.rules.low_limit_gaming
        if isinstance(low, NotOffered) or not low.low_limit.value:
            return SessionShift(usual.rules, usual.rng, usual.now, usual.shoe)
    raise AssertionError
