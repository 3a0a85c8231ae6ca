"""What staff deal with at a table beside chips and cards: notices, disputes, wrong payments."""

from dataclasses import dataclass, field
from typing import Final, Literal

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause

AttemptKind = Literal[
    "identify", "contact", "liaise", "reimburse", "request return", "demand return", "not practical"
]
"""Attempts to put a wrong payment right; "not practical" says why there is none."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Somebody was told something."""

    to: str  # "inspector", "Surveillance", "NICC", "players"
    about: str  # what it is about: "restriction to the minimum"
    player: str | None
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class NoticeOwed:
    """A notice that the rules require now and that has not been given."""

    to: str
    about: str
    clause: Clause
    player: str | None = None  # None: about nobody in particular

    def is_met_by(self, to: str, about: str, player: str | None) -> bool:
        """Whether this is the notice that is owed; a notice about another person is not."""
        return (self.to, self.about) == (to, about) and self.player in (None, player)


@dataclass(frozen=True, slots=True)
class ClosingSign:
    """The sign with the proposed closing time, and when it was put up."""

    closes: Moment
    shown: Moment


@dataclass(frozen=True, slots=True)
class DisputeDecision:
    """What a supervisor decided about a dispute, and what is to be paid."""

    by: str
    at: Moment
    says: str
    pays: Cents  # to the player; below zero: back to the house


@dataclass(frozen=True)
class Dispute:
    """A dispute or complaint: at most two decisions, of which the later one counts."""

    number: int
    player: str
    about: str
    round: int  # the last in which the player had a wager
    decisions: tuple[DisputeDecision, ...] = ()
    review_asked: bool = False
    accepted: bool = False  # the player is satisfied
    advised: bool = False  # of the right to complain to an inspector
    closed: bool = False

    @property
    def is_decided(self) -> bool:
        """Whether every decision is made: the first, and the review if one was requested."""
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
    """An attempt to put a wrong payment right."""

    kind: AttemptKind
    outcome: str
    by: str
    at: Moment


@dataclass(frozen=True)
class WrongPayment:
    """A payment of too much or too little, and what was done about it."""

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
    regulator_told: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it is still to be put right."""
        return self.rectified is None and not self.annulled

    @property
    def is_finished(self) -> bool:
        """Whether nothing more has to be done: put right and looked into, or annulled.

        A payment that the decision of a dispute ordered was looked into there.
        """
        is_known = self.enquiries is not None or self.dispute is not None
        return self.annulled or (self.rectified is not None and is_known)

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


@dataclass(frozen=True, slots=True)
class SettledRound:
    """A round whose cards were cleared, and the wagers of it that have a result."""

    number: int
    wagers: tuple[SettledWager, ...]


RECENT_ROUNDS: Final = 20
"""Rounds whose wagers a table remembers; a floor looks older ones up in its journal."""


def is_recent(number: int, rounds: int) -> bool:
    """Whether a table that has begun so many rounds still remembers one of them."""
    return number > rounds - RECENT_ROUNDS


@dataclass(frozen=True, slots=True)
class Voucher:
    """A promotional voucher that the dealer has exchanged for tokens of its value."""

    number: str
    player: str
    value: Cents
    conditions: str  # as they stand on the voucher; the dealer keeps to them
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a floor has looked up in its journal for one command: the table has put it away."""

    rounds: tuple[SettledRound, ...] = ()
    payments: tuple[WrongPayment, ...] = ()
    last_round: int | None = None  # the last in which the player of a dispute had a wager
    voucher: Voucher | None = None  # exchanged before, here or at another table


@dataclass(frozen=True)
class Staff:
    """What staff still have to deal with at the table, and what their next orders depend on.

    What is finished leaves. A floor has it in its registers, which it reads from the journal.
    """

    notices: tuple[Notice, ...] = ()  # that an order needs first, and that none has used up
    owed: tuple[NoticeOwed, ...] = ()
    closing: ClosingSign | None = None
    closed: bool = False
    disputes: tuple[Dispute, ...] = ()  # open ones
    disputes_raised: int = 0
    payments: tuple[WrongPayment, ...] = ()  # not finished, or of a recent round
    payments_entered: int = 0
    settled: tuple[SettledRound, ...] = ()  # recent rounds, the oldest first
    late_payment: int | None = None  # the round whose naturals, 21s and bonuses wait for its end
    recalled: Recalled = field(default_factory=Recalled)  # only while a floor decides a command

    def dispute(self, number: int) -> Dispute | None:
        """Return an open dispute by its number."""
        return next((dispute for dispute in self.disputes if dispute.number == number), None)

    def was_raised(self, number: int) -> bool:
        """Whether there is a dispute with this number, open or closed."""
        return 1 <= number <= self.disputes_raised

    def payment(self, number: int) -> WrongPayment | None:
        """Return an entry of the register of wrong payments that is at hand."""
        at_hand = (*self.payments, *self.recalled.payments)
        return next((payment for payment in at_hand if payment.number == number), None)

    def was_entered(self, number: int) -> bool:
        """Whether the register of wrong payments has an entry with this number."""
        return 1 <= number <= self.payments_entered
