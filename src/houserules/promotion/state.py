"""A promotion as it stands: value types only. `evolve` makes the next state; nothing here reads rules."""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from houserules.core.money import Cents
from houserules.core.people import Moment

PromotionPhase = Literal["new", "draft", "open", "closed", "finished", "cancelled"]
"""`open`: the promotion has started and takes entries. `closed`: entries are closed."""

OutsideSource = Literal["public event", "scrutineer"]
"""Who adds chance to a draw beside the house."""

NoticeWay = Literal["face-to-face", "mail", "telephone", "email"]
"""The four ways in which a winner is told."""

ClaimStatus = Literal["open", "met", "refused"]


@dataclass(frozen=True)
class EarnedBy:
    """The settled round that earned an entry."""

    table: str
    round: int
    box: int


@dataclass(frozen=True)
class PromotionEntry:
    """One entry: earned by play, or added by hand with a reason."""

    number: int
    player: str
    at: Moment
    earned_by: EarnedBy | None
    reason: str = ""  # of an entry that was added by hand
    void: str = ""  # why it does not count


@dataclass(frozen=True)
class Submission:
    """Terms that were sent to the Authority: which version, and the hash of what was sent."""

    version: int
    digest: str
    at: Moment
    how: str
    by: str


@dataclass(frozen=True)
class Approval:
    """Amended terms that the Authority has approved; each approval serves one amendment."""

    document: str
    reference: str
    at: Moment


@dataclass(frozen=True)
class Conversion:
    """A prize that was approved for conversion into money, and into how much."""

    prize: int
    amount: Cents
    reference: str
    at: Moment


@dataclass(frozen=True)
class Marketing:
    """Marketing material, and how it refers to the terms."""

    title: str
    reference: str
    at: Moment


@dataclass(frozen=True)
class WinnerNotice:
    """One attempt to tell a winner."""

    way: NoticeWay
    at: Moment
    note: str
    by: str


@dataclass(frozen=True)
class PrizePayment:
    """How a prize was awarded: goods, or money by one or more ways."""

    at: Moment
    by: str
    reference: str
    goods: bool
    cash: Cents = 0
    cheque: Cents = 0
    transfer: Cents = 0


@dataclass(frozen=True)
class DrawnWinner:
    """An entry that was drawn for a prize; with a rank above 1 after others were passed over."""

    rank: int
    entry: int
    player: str
    at: Moment
    by: str
    scrutineer: str | None
    notices: tuple[WinnerNotice, ...] = ()
    passed_over: str = ""  # why the prize went on
    paid: PrizePayment | None = None


@dataclass(frozen=True)
class PrizeDraw:
    """The draw of one prize: committed to by the house, joined by outside chance, revealed."""

    prize: int
    commitment: str
    committed_at: Moment
    committed_by: str
    value: str | None = None  # what the public event or the scrutineer gave
    given_by: str | None = None
    given_at: Moment | None = None
    secret: str | None = None
    winners: tuple[DrawnWinner, ...] = ()

    @property
    def winner(self) -> DrawnWinner | None:
        """Who has the prize, as far as it was drawn and nobody was passed over since."""
        last = self.winners[-1] if self.winners else None
        return None if last is None or last.passed_over else last


@dataclass(frozen=True)
class Claim:
    """A claim to a prize. What is known of a refused one is kept for good."""

    number: int
    prize: int
    player: str
    name: str
    address: str
    at: Moment
    status: ClaimStatus = "open"
    reason: str = ""  # of a refusal
    refused_at: Moment | None = None
    told_at: Moment | None = None
    told_how: str = ""


@dataclass(frozen=True)
class PromotionDispute:
    """A dispute about the terms; the operator's decision is final, a complaint remains possible."""

    number: int
    player: str
    about: str
    raised_at: Moment
    decision: str | None = None
    decided_by: str | None = None


@dataclass(frozen=True)
class IntegrityDoubt:
    """A finding that the promotion or a draw was compromised."""

    number: int
    says: str
    at: Moment
    told_at: Moment | None = None  # the inspector
    answered: bool = False  # it was postponed or cancelled since


@dataclass(frozen=True)
class LogLine:
    """Something that happened, as a promotion file's log has it."""

    at: Moment
    event: str
    keys: dict[str, Any]
    claim: int | None = None  # the claim that it is about


@dataclass(frozen=True)
class PromotionState:
    """One promotion, from the draft of its terms to the last prize."""

    phase: PromotionPhase = "new"
    document: str = ""  # the terms and prizes as JSON: a promotion file without a log
    version: int = 0  # of the document
    outside: OutsideSource = "public event"
    outside_event: str = ""
    criteria: str = ""  # for entries earned by play, as JSON; empty: there are none
    submissions: tuple[Submission, ...] = ()
    amended_since: Moment | None = None  # the first amendment that was not sent again
    available: tuple[str, ...] = ()  # where the terms were made available
    marketing: tuple[Marketing, ...] = ()
    scrutineer: str | None = None
    approvals: tuple[Approval, ...] = ()  # that no amendment has used up
    conversions: tuple[Conversion, ...] = ()
    salt: str = ""  # of the codes that stand for players in the published list
    entries: tuple[PromotionEntry, ...] = ()  # by number
    closed_at: Moment | None = None
    list_hash: str = ""  # of the entries, once they are closed
    draws: tuple[PrizeDraw, ...] = ()  # one per prize, from the start
    claims: tuple[Claim, ...] = ()
    disputes: tuple[PromotionDispute, ...] = ()
    doubts: tuple[IntegrityDoubt, ...] = ()
    postponed: str = ""  # why, while it is
    reason: str = ""  # of a cancellation
    log: tuple[LogLine, ...] = field(default=())

    @property
    def counted(self) -> tuple[PromotionEntry, ...]:
        """The entries that take part in draws."""
        return tuple(entry for entry in self.entries if not entry.void)

    @property
    def sent(self) -> Submission | None:
        """The first submission of the terms as they are now."""
        return next((each for each in self.submissions if each.version == self.version), None)

    def draw_of(self, prize: int) -> PrizeDraw | None:
        """Return the draw of a prize."""
        return self.draws[prize] if 0 <= prize < len(self.draws) else None

    def claim(self, number: int) -> Claim | None:
        """Return a claim by its number."""
        return self.claims[number - 1] if 1 <= number <= len(self.claims) else None

    def dispute(self, number: int) -> PromotionDispute | None:
        """Return a dispute by its number."""
        return self.disputes[number - 1] if 1 <= number <= len(self.disputes) else None

    # The state after a change.

    def with_draw(self, prize: int, **changes: Any) -> "PromotionState":
        """Return the state with the draw of one prize changed."""
        draws = list(self.draws)
        draws[prize] = replace(draws[prize], **changes)
        return replace(self, draws=tuple(draws))

    def with_winner(self, prize: int, **changes: Any) -> "PromotionState":
        """Return the state with the last winner of a prize changed."""
        *before, last = self.draws[prize].winners
        return self.with_draw(prize, winners=(*before, replace(last, **changes)))

    def with_claim(self, number: int, **changes: Any) -> "PromotionState":
        """Return the state with one claim changed."""
        claims = list(self.claims)
        claims[number - 1] = replace(claims[number - 1], **changes)
        return replace(self, claims=tuple(claims))

    def logged(
        self, at: Moment, event: str, *, claim: int | None = None, **keys: Any
    ) -> "PromotionState":
        """Return the state with a line in the log."""
        return replace(self, log=(*self.log, LogLine(at, event, keys, claim)))
