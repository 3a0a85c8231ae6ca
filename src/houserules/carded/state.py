"""A player as carded play knows them: identity checked, limits, time and money played, cases."""

from dataclasses import dataclass
from typing import Final, Literal

from houserules.carded.limits import LimitsSet
from houserules.carded.play_time import Period
from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause

_LONG_AGO: Final = Moment(0)

Action = Literal["none", "suspend card", "cancel card", "exclude"]
"""What may be done about somebody who used another's card, and about whose card it was (31H)."""

Outcome = Literal["may play on", "referred", "stopped"]
"""What a member of staff decided after speaking to a player in person (31L(2))."""


@dataclass(frozen=True, slots=True)
class Today:
    """The casino's day, week and month at a time, by name: `2026-11-18`, `2026-W47`, `2026-11`."""

    day: str
    week: str
    month: str
    since: Moment = _LONG_AGO  # when the day began
    week_since: Moment = _LONG_AGO
    month_since: Moment = _LONG_AGO


@dataclass(frozen=True, slots=True)
class Totals:
    """What a player won, lost and paid in within one day, week or month."""

    span: str = ""
    net: Cents = 0
    turnover: Cents = 0
    deposited: Cents = 0
    cash: Cents = 0
    seconds: int = 0  # of play
    loss_reached: bool = False  # the player's own loss limit: no more play in this span
    deposit_reached: bool = False  # the player's own deposit limit: nothing more is paid in


@dataclass(frozen=True, slots=True)
class Fee:
    """What a player paid for a tournament, and when: a refund counts in the same spans only."""

    where: str
    amount: Cents
    paid: Today


@dataclass(frozen=True, slots=True)
class Stop:
    """A time during which the player may not play."""

    until: Moment
    why: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class OtherCardCase:
    """Somebody was found playing with another person's card (31H)."""

    number: int
    user: str
    holder: str
    at: Moment
    closed: Moment | None = None


@dataclass(frozen=True)
class CardedPlayer:
    """A player after the events of carded play. Personal details are not here, but in the vault."""

    verified: Moment | None = None
    informed: Moment | None = None
    chosen: Moment | None = None  # limits were set, or expressly declined
    limits: LimitsSet | None = None  # None: never set
    stops: tuple[Stop, ...] = ()
    periods: tuple[Period, ...] = ()  # of the last fourteen days
    playing: tuple[tuple[str, Moment], ...] = ()  # tables with a wager in play, since when
    fees: tuple[Fee, ...] = ()  # of this week or month
    at_stake: tuple[tuple[str, Cents], ...] = ()  # chips in play, by table
    assessed: Moment | None = None  # of the last assessment in person
    unassessed: Moment | None = None  # since when staff owe the player one
    day: Totals = Totals()
    week: Totals = Totals()
    month: Totals = Totals()
    cases: tuple[OtherCardCase, ...] = ()

    @property
    def chips_at_stake(self) -> Cents:
        """Return what the player has in play, at all tables."""
        return sum(chips for _, chips in self.at_stake)

    def totals(self, today: Today) -> tuple[Totals, Totals, Totals]:
        """Return what counts today, this week and this month; a new span begins with nothing."""
        spans = zip((self.day, self.week, self.month), _names(today), strict=True)
        day, week, month = (
            totals if totals.span == name else Totals(name) for totals, name in spans
        )
        return day, week, month


def _names(today: Today) -> tuple[str, str, str]:
    return today.day, today.week, today.month
