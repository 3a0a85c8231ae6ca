"""What the house keeps about a table beside chips and cards."""

from dataclasses import dataclass
from typing import Literal

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause

AttemptKind = Literal[
    "identify", "contact", "liaise", "reimburse", "request return", "demand return", "not practical"
]
"""What may be tried about a wrong payment; the last: no reimbursing or asking back, and why not."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Somebody was told something, at an hour."""

    to: str  # "inspector", "Surveillance", "NICC", "players"
    about: str  # what it is about: "restriction to the minimum"
    player: str | None
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class NoticeOwed:
    """A notice that the rules now ask for and that has not been given."""

    to: str
    about: str
    clause: Clause
    player: str | None = None  # None: it is about nobody, or about whoever is named

    def is_met_by(self, to: str, about: str, player: str | None) -> bool:
        """Whether this notice is the one that is owed: one person's does not do for another."""
        return (self.to, self.about) == (to, about) and self.player in (None, player)


@dataclass(frozen=True, slots=True)
class ClosingSign:
    """The sign with the proposed time of closing, and since when it has stood."""

    closes: Moment
    shown: Moment


@dataclass(frozen=True, slots=True)
class Decision:
    """What an instance decided, and what it orders to be paid."""

    by: str
    at: Moment
    says: str
    pays: Cents  # to the player; below zero: back to the house


@dataclass(frozen=True)
class Dispute:
    """A dispute or complaint: at most two decisions, the later one counts."""

    number: int
    player: str
    about: str
    round: int  # the last in which the player had a wager
    decisions: tuple[Decision, ...] = ()
    review_asked: bool = False
    accepted: bool = False  # the player is satisfied
    advised: bool = False  # of the right to complain to an inspector
    closed: bool = False

    @property
    def is_decided(self) -> bool:
        """Whether nothing more has to be decided: neither at first nor, if asked, on review."""
        return len(self.decisions) == (2 if self.review_asked else 1)

    @property
    def may_ask_review(self) -> bool:
        """Whether the player may still ask for a review."""
        return self.is_decided and not self.review_asked and not self.closed

    @property
    def may_accept(self) -> bool:
        """Whether there is a decision that the player has not accepted yet."""
        return self.is_decided and not self.accepted and not self.closed


@dataclass(frozen=True, slots=True)
class Attempt:
    """Something that was tried about a wrong payment."""

    kind: AttemptKind
    outcome: str
    by: str
    at: Moment


@dataclass(frozen=True)
class WrongPayment:
    """An entry of the register of payments: too much or too little, and what was done about it."""

    number: int
    round: int
    box: int | None
    paid: Cents
    due: Cents
    found: Moment  # when the house became aware of it
    by: str
    player: str | None = None  # None: not identified
    dispute: int | None = None  # the dispute whose decision ordered the correction
    enquiries: str | None = None  # what they came to; None: not made yet
    suspected: bool = False  # after enquiries: of having been made intentionally
    attempts: tuple[Attempt, ...] = ()
    rectified: Moment | None = None
    annulled: bool = False  # its round is void or was dealt again: nothing is owed on it any more

    @property
    def is_open(self) -> bool:
        """Whether it is still to be put right."""
        return self.rectified is None and not self.annulled

    @property
    def owed(self) -> Cents:
        """What the house owes the patron; below zero: what the patron was paid too much."""
        return self.due - self.paid


@dataclass(frozen=True, slots=True)
class SettledWager:
    """A wager of a round that was played, and what was paid on it: stake and winnings."""

    player: str
    box: int | None  # None: a bonus for the whole round
    wager: str
    stake: Cents
    returned: Cents


@dataclass(frozen=True)
class Staff:
    """Notices given and owed, the closing of the table, disputes, wrong payments, approvals."""

    notices: tuple[Notice, ...] = ()
    owed: tuple[NoticeOwed, ...] = ()
    closing: ClosingSign | None = None
    closed: bool = False
    disputes: tuple[Dispute, ...] = ()
    payments: tuple[WrongPayment, ...] = ()
    settled: tuple[tuple[SettledWager, ...], ...] = ()  # by round, from the first
    late_payment: int | None = None  # the round whose naturals, 21s and bonuses wait for its end

    def dispute(self, number: int) -> Dispute | None:
        """Return a dispute by its number."""
        return self.disputes[number - 1] if 1 <= number <= len(self.disputes) else None

    def payment(self, number: int) -> WrongPayment | None:
        """Return an entry of the register of wrong payments by its number."""
        return self.payments[number - 1] if 1 <= number <= len(self.payments) else None
