"""A player of carded play for tests: events one after the other, in a time that starts at noon."""

from dataclasses import dataclass, field

from houserules.carded import events
from houserules.carded.commands import CardedCommand
from houserules.carded.evolve import evolve
from houserules.carded.judge import carry_out, why_not_play
from houserules.carded.limits import GamingLimits
from houserules.carded.regulation import HOUR
from houserules.carded.state import CardedPlayer, Today
from houserules.core.people import Moment, Person
from houserules.core.refusal import Clause, Refusal
from houserules.table.events import Event

DAY = 24 * HOUR
MIDNIGHT = 1_000_000_000 - 12 * HOUR  # when the first day began, a Wednesday
TODAY = Today(
    "2026-11-18",
    "2026-W47",
    "2026-11",
    Moment(MIDNIGHT),
    week_since=Moment(MIDNIGHT - 2 * DAY),
    month_since=Moment(MIDNIGHT - 17 * DAY),
)
ANN = Person("Ann", "player")
SUE = Person("Sue", "casino supervisor")
NOON = 1_000_000_000


@dataclass
class Patron:
    """A player, and the time."""

    player: CardedPlayer = field(default_factory=CardedPlayer)
    now: int = NOON

    @property
    def at(self) -> Moment:
        return Moment(self.now)

    def happens(self, *what: Event) -> None:
        for event in what:
            self.player = evolve(self.player, event)

    def gives(self, command: CardedCommand) -> Refusal | None:
        """Carry out a command; return its refusal."""
        decided = carry_out(self.player, command)
        if isinstance(decided, Refusal):
            return decided
        self.happens(*decided)
        return None

    def plays(self, seconds: int, *, net: int = 0, staked: int = 0, today: Today = TODAY) -> None:
        """Play one round that lasts so long."""
        began = self.at
        self.now += seconds
        self.happens(
            events.PlayBegan("t1", began),
            events.ResultBooked("t1", "pontoon", staked, net, today, self.at),
            events.PlayEnded("t1", today, self.at),
        )

    def refusal(self, stake: int = 0, today: Today = TODAY) -> str | None:
        """Return the code of why the player may not wager."""
        no = why_not_play(self.player, self.at, today, stake)
        return no.code if no else None


def ready(limits: GamingLimits | None = None) -> Patron:
    """Return a verified and informed player, who has set limits or declined them."""
    patron = Patron()
    clause, at = Clause("31J(1)(b)"), patron.at
    patron.happens(events.IdentityVerified("", "Sue", at), events.InformationGiven(at, clause))
    if limits is None:
        patron.happens(events.LimitsDeclined(at, clause))
    else:
        from houserules.carded.commands import SetLimits

        assert patron.gives(SetLimits(ANN, at, "Ann", limits)) is None
    return patron


__all__ = ["ANN", "HOUR", "NOON", "SUE", "TODAY", "Patron", "ready"]
