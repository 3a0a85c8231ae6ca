"""What people see of a promotion, as data."""

from dataclasses import dataclass
from typing import Any

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.promotion.agenda import DuePromotionStep
from houserules.promotion.checklist import CheckItem
from houserules.promotion.state import (
    Approval,
    Claim,
    Conversion,
    IntegrityDoubt,
    Marketing,
    OutsideSource,
    PrizeDraw,
    PrizePayment,
    PromotionDispute,
    PromotionEntry,
    PromotionPhase,
    Submission,
    WinnerNotice,
)


@dataclass(frozen=True, slots=True)
class PrizeResult:
    """How far the draw of a prize has come; the winner as a code, which only they know."""

    prize: int
    commitment: str
    is_drawn: bool
    entry: int | None
    code: str | None
    is_awarded: bool


@dataclass(frozen=True, slots=True)
class WonPrize:
    """A prize that was drawn for the player, and what has become of it."""

    prize: int
    drawn_at: Moment
    told: tuple[WinnerNotice, ...]
    passed_over: str  # why it went on to somebody else; empty: it is theirs
    paid: PrizePayment | None


@dataclass(frozen=True, slots=True)
class MyPromotion:
    """A player's own part of a promotion."""

    code: str  # under which their entries are published
    entries: tuple[PromotionEntry, ...]
    won: tuple[int, ...]  # prizes
    prizes: tuple[WonPrize, ...]
    claims: tuple[Claim, ...]
    disputes: tuple[PromotionDispute, ...]


@dataclass(frozen=True, slots=True)
class PromotionStaffView:
    """What only staff in charge and inspectors see."""

    entries: tuple[PromotionEntry, ...]
    draws: tuple[PrizeDraw, ...]
    claims: tuple[Claim, ...]
    disputes: tuple[PromotionDispute, ...]
    doubts: tuple[IntegrityDoubt, ...]
    submissions: tuple[Submission, ...]
    approvals: tuple[Approval, ...]
    conversions: tuple[Conversion, ...]
    marketing: tuple[Marketing, ...]
    checklist: tuple[CheckItem, ...]
    due: tuple[DuePromotionStep, ...]
    overdue: tuple[DuePromotionStep, ...]
    findings: tuple[CheckItem, ...]  # of the promotion as a promotion file


@dataclass(frozen=True, slots=True)
class PromotionView:
    """A promotion for one person."""

    name: str
    rulebook: str
    phase: PromotionPhase
    document: dict[str, Any]  # terms and prizes, as a promotion file has them
    version: int
    starts: Moment
    closes: Moment | None
    held_on: Moment | None
    outside: OutsideSource
    outside_event: str
    criteria: dict[str, Any] | None
    available: tuple[str, ...]
    scrutineer: str | None
    postponed: str  # why, while it is
    reason: str  # of a cancellation
    entries: int
    list_hash: str
    prize_values: tuple[Cents, ...]
    results: tuple[PrizeResult, ...]
    may: tuple[str, ...]  # what this person can do for themselves now, by API name
    mine: MyPromotion | None
    staff: PromotionStaffView | None
