"""What the desk of a promotion shows, as data."""

from dataclasses import dataclass
from typing import Literal

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
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
    PromotionDispute,
    PromotionEntry,
    PromotionPhase,
    Submission,
)
from houserules.table.desk import StepRefusal

DateStatus = Literal["done", "late", "overdue", "soon", "ahead"]
"""`late`: done after the deadline; `soon`: within 24 hours."""


@dataclass(frozen=True, slots=True)
class PromotionStep:
    """One thing that is due, and why it cannot be done yet."""

    step: DuePromotionStep
    status: DateStatus
    refusal: StepRefusal | None


@dataclass(frozen=True, slots=True)
class PromotionAct:
    """A command that the caller can give now, and its clause."""

    command: str  # as the API knows it
    clause: Clause
    prize: int | None
    number: int | None  # of a claim or a dispute


@dataclass(frozen=True, slots=True)
class PromotionDate:
    """A date of the timeline: what happens or must be done, by when, and when it was done."""

    what: str
    clause: Clause
    due: Moment | None
    done_at: Moment | None
    status: DateStatus


@dataclass(frozen=True, slots=True)
class DeskPrize:
    """A prize with its draw, and how it may be awarded."""

    number: int
    kind: str
    description: str
    value: Cents | None
    alternative: Cents | None  # in money
    ways: tuple[str, ...]  # in which money is paid
    winner_chooses: bool  # among them
    needs_scrutineer: bool
    draw: PrizeDraw | None


@dataclass(frozen=True, slots=True)
class DeskEntries:
    """The entries: how many, and the newest, of one player if asked for."""

    counted: int
    void: int
    players: int
    shown: tuple[PromotionEntry, ...]


@dataclass(frozen=True, slots=True)
class DeskRecords:
    """What only staff in charge and inspectors see: names, addresses, findings."""

    entries: DeskEntries
    claims: tuple[Claim, ...]
    disputes: tuple[PromotionDispute, ...]
    doubts: tuple[IntegrityDoubt, ...]
    submissions: tuple[Submission, ...]
    approvals: tuple[Approval, ...]
    conversions: tuple[Conversion, ...]
    marketing: tuple[Marketing, ...]
    checklist: tuple[CheckItem, ...]
    findings: tuple[CheckItem, ...]  # of the promotion as a promotion file


@dataclass(frozen=True, slots=True)
class PromotionDesk:
    """The desk of a promotion for one person."""

    name: str
    rulebook: str
    phase: PromotionPhase
    version: int
    digest: str  # of the terms
    resends: bool  # amended terms are sent again
    available: tuple[str, ...]
    outside: OutsideSource
    outside_event: str
    has_criteria: bool
    scrutineer: str | None
    postponed: str
    reason: str
    list_hash: str
    steps: tuple[PromotionStep, ...]
    acts: tuple[PromotionAct, ...]
    dates: tuple[PromotionDate, ...]
    prizes: tuple[DeskPrize, ...]
    records: DeskRecords | None
