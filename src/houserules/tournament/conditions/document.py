"""The conditions of a tournament as data (S65 20.4, S24 21.4).

An operator writes them one item at a time, so everything that a document must state may still be
missing here: it is None then, and `conditions.check.why_not_publish` finds it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from houserules.core.money import Cents, Odds
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.table.session.state import Limits

FORMAT: Final = "houserules/tournament-1"

StageKind = Literal["heats", "semi-final", "final", "repechage", "catch-up"]
State = Literal["missing", "wrong"]
PoolMoney = Literal["buy-ins", "buy-backs"]


@dataclass(frozen=True, slots=True)
class ConditionFinding:
    """Something that keeps the conditions from being published: where, why, and what is allowed."""

    key: str  # as in chips.amount
    clause: Clause
    state: State
    detail: str


@dataclass(frozen=True, slots=True)
class Chips:
    """What each player starts a session with (20.4.2(b), 20.6.2, 20.6.9)."""

    method: Literal["allotted", "bought"] | None
    amount: Cents | None
    price: Cents | None  # the buy-in
    cash_value: bool | None
    issued_at: Odds | None  # tournament chips to cash
    redeemed_at: Odds | None


@dataclass(frozen=True, slots=True)
class Stage:
    """Sessions played on one level: the heats, a semi-final, the final, a second chance."""

    name: str
    kind: StageKind
    rounds: int | None  # either rounds or minutes
    minutes: int | None
    tables: int | None  # active at the same time
    players_per_table: int | None
    advance: int | None  # from each table; a final has prizes instead
    entrants: int | None  # of a repechage or catch-up session: at most so many
    byes: bool  # seat full tables only and let the others go on without playing
    limits: tuple[Limits, ...]  # empty: those of the tournament

    @property
    def is_second_chance(self) -> bool:
        """Whether players who have not advanced play here to join those who have."""
        return self.kind in ("repechage", "catch-up")


@dataclass(frozen=True, slots=True)
class PlayConditions:
    """How a session is played (20.4.2(f))."""

    allocation: str | None  # of tables and boxes
    order_of_wagering: bool | None
    deal_from_marker: bool
    pass_cards: int | None
    undisclosed_wagers: int | None
    wager_seconds: int | None  # None: no clock
    wager_clock_notice: str | None


@dataclass(frozen=True, slots=True)
class BuyBack:
    """Whether an eliminated player may return (20.4.2(g))."""

    offered: bool | None
    times: int | None
    price: Cents | None
    method: str | None
    timing: str | None


@dataclass(frozen=True, slots=True)
class Eligibility:
    """Who may enter (20.4.2(h))."""

    statement: str | None
    may_refuse: bool | None
    refusal_statement: str | None
    selects: bool | None
    criteria: str | None


@dataclass(frozen=True, slots=True)
class EntryTerms:
    """How players enter and withdraw, and how many there may be (20.4.2(i))."""

    terms: str | None
    withdrawal_hours: int | None  # before the first session
    application_form: str | None
    minimum: int | None
    maximum: int | None
    agreement_in_writing: bool  # 20.4.3


@dataclass(frozen=True, slots=True)
class AddedValue:
    """What the operator adds to the prize pool (20.3.1)."""

    kind: str
    value: Cents
    description: str


@dataclass(frozen=True, slots=True)
class PlacePrize:
    """The prize of one place: a share of the pool, an amount, or goods or services."""

    place: int
    share: int | None  # in hundredths of a percent
    amount: Cents | None
    goods: str | None


@dataclass(frozen=True, slots=True)
class Prizes:
    """The prizes, how they are paid, and what the operator undertakes (20.3, 20.4.2(j))."""

    places: tuple[PlacePrize, ...]
    payment: str | None
    guarantee: Cents | None
    guarantee_entries: int | None  # the guarantee holds from so many entries
    may_cancel: bool
    added: tuple[AddedValue, ...]
    includes: tuple[PoolMoney, ...]  # beside the entry fees (reading 221)

    @property
    def added_cash(self) -> Cents:
        return sum(value.value for value in self.added if value.kind == "cash")


def covers(listed: Iterable[str], key: str) -> bool:
    """Whether a key of a document is listed, itself or as part of a section."""
    return any(key == each or key.startswith((f"{each}.", f"{each}[")) for each in listed)


@dataclass(frozen=True, slots=True)
class Changes:
    """What may change after publication, and how long before players are told (20.5.3, 20.6.15)."""

    keys: tuple[str, ...]  # as in play.wager_seconds; a section stands for everything in it
    notice_minutes: int | None  # None: notice is given, but no time is set


@dataclass(frozen=True, slots=True)
class TournamentConditions:
    """A conditions document, finished or not."""

    rules: Rulebook
    name: str
    entry_fee: Cents | None
    chips: Chips
    minimum_wager: bool | None  # whether every round has one
    limits: tuple[Limits, ...]
    stages: tuple[Stage, ...]
    play: PlayConditions
    buy_back: BuyBack
    eligibility: Eligibility
    entry: EntryTerms
    prizes: Prizes
    rules_prevail: str | None
    changes: Changes

    def limits_of(self, stage: Stage) -> tuple[Limits, ...]:
        """Return the limits of a stage by round."""
        return stage.limits or self.limits
