"""What somebody may see of a table: values that have only fields meant to be seen.

Nothing of the table itself is in them, so a field that the table gets later is seen by nobody until
it is listed here.
"""

from dataclasses import dataclass
from typing import Literal

from houserules.core.cards import Card
from houserules.core.money import Cents
from houserules.core.people import Moment, Role
from houserules.core.refusal import Clause
from houserules.table.session.views import FormView, SessionView
from houserules.table.sign.placards import Subject
from houserules.table.state import Phase, Question, Result, SideKind


@dataclass(frozen=True, slots=True)
class StakeView:
    """What a bettor has on a hand."""

    player: str
    kind: Literal["original", "split"]
    amount: Cents
    tokens: Cents
    double: Cents
    double_tokens: Cents
    surrendered: bool
    result: Result | None


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand; a card that lies face down is None, and then there is no total."""

    cards: tuple[Card | None, ...]
    total: int | None
    soft: bool | None
    stakes: tuple[StakeView, ...]
    doubled: bool
    split: bool
    surrendered: bool
    done: bool
    cleared: bool


@dataclass(frozen=True, slots=True)
class BettorView:
    """Somebody with an initial wager on a box."""

    player: str
    placed: Cents
    plays: Cents
    tokens: Cents
    seated: bool


@dataclass(frozen=True, slots=True)
class BesideView:
    """A side wager or an insurance."""

    player: str
    kind: SideKind | Literal["insurance"]
    amount: Cents
    tokens: Cents
    suit: str | None
    settled: bool


@dataclass(frozen=True, slots=True)
class BoxView:
    """A box with everything that lies on it."""

    number: int
    controller: str | None
    absent: bool
    bettors: tuple[BettorView, ...]
    beside: tuple[BesideView, ...]
    hands: tuple[HandView, ...]


@dataclass(frozen=True, slots=True)
class QuestionView:
    """Whom the table waits for, and what they were asked."""

    question: Question
    box: int
    hand: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """Somebody at the table; without a seat the player stands."""

    player: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class ShoeView:
    """Where the cards come from, and how many are there; never their order."""

    kind: str
    cards: int
    left: int
    due: tuple[str, ...]  # what is done with the cards before they are dealt
    checked_by: tuple[str, ...]  # who has checked the set that somebody else must check too
    cutting_card_out: bool
    card_under: bool  # a card lies under the shoe, for the next round
    commitment: str | None  # to the order, published before the cut


@dataclass(frozen=True, slots=True)
class FacingView:
    """Which way up the first two cards are dealt, and by which clause."""

    facing: Literal["up", "down"]
    clause: Clause


@dataclass(frozen=True, slots=True)
class MishapView:
    """What has to be put right first."""

    what: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class ToldView:
    """What this person is told now, because software cannot see whether it is kept."""

    clause: str
    says: str


@dataclass(frozen=True, slots=True)
class PurseView:
    """The chips and the tokens before a player."""

    player: str
    chips: Cents
    tokens: Cents


@dataclass(frozen=True, slots=True)
class VoucherView:
    """A voucher that was exchanged, and its conditions."""

    number: str
    player: str
    value: Cents
    conditions: str


@dataclass(frozen=True, slots=True)
class NoticeView:
    """A notice that was given; one that is owed has neither who gave it nor an hour."""

    to: str
    about: str
    player: str | None
    by: str | None
    at: Moment | None
    clause: Clause | None


@dataclass(frozen=True, slots=True)
class PlacardView:
    """What stands at the table to be read: closing, limits to come, a marker, one player's limits."""

    subject: Subject
    text: str
    clause: Clause
    when: Moment | None
    player: str | None
    box: int | None


@dataclass(frozen=True, slots=True)
class DecisionView:
    """A decision in a dispute, and what it orders for the player (below zero: for the house)."""

    by: str
    at: Moment
    says: str
    pays: Cents


@dataclass(frozen=True, slots=True)
class DisputeView:
    """A dispute, its decisions, and what the player may still answer."""

    dispute: int
    player: str
    about: str
    round: int
    decisions: tuple[DecisionView, ...]
    review_asked: bool
    accepted: bool
    advice: str | None  # on the right to complain to an inspector; None: not given yet
    closed: bool
    may_ask_review: bool
    may_accept: bool


@dataclass(frozen=True, slots=True)
class DebtView:
    """What a player owes the house, and the clause by which it was asked back."""

    player: str
    amount: Cents
    clause: Clause


@dataclass(frozen=True, slots=True)
class PersonalView:
    """The part of a table that depends on who looks. None and nothing: not for this person."""

    told: tuple[ToldView, ...]
    purses: tuple[PurseView, ...]
    vouchers: tuple[VoucherView, ...]
    float_tray: Cents | None
    token_tray: Cents | None
    notices: tuple[NoticeView, ...]
    disputes: tuple[DisputeView, ...]
    debts: tuple[DebtView, ...]
    forms: tuple[FormView, ...]  # sealed
    free_chips: Cents | None  # what a tournament player can still stake


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one person sees it. None and nothing: not for this person."""

    person: str
    role: Role
    phase: Phase
    rounds: int
    boxes: tuple[BoxView, ...]
    dealer: tuple[Card, ...]
    dealer_total: int
    question: QuestionView | None
    seats: tuple[SeatView, ...]
    shoe: ShoeView | None
    discards: int
    facing: FacingView
    mishap: MishapView | None
    placards: tuple[PlacardView, ...]
    session: SessionView | None  # of a tournament
    told: tuple[ToldView, ...]
    purses: tuple[PurseView, ...]
    vouchers: tuple[VoucherView, ...]
    float_tray: Cents | None
    token_tray: Cents | None
    notices: tuple[NoticeView, ...]
    disputes: tuple[DisputeView, ...]
    debts: tuple[DebtView, ...]
    forms: tuple[FormView, ...]
    free_chips: Cents | None
