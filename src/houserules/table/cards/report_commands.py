"""What staff report about the cards when a step was left out or went wrong."""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.cards import Card
from houserules.table.bases import StaffCommand


@dataclass(frozen=True, slots=True)
class ReportExposedCard(StaffCommand):
    """A card was seen before the cards went into the shoe."""

    power: ClassVar[str] = "may_report_exposed_card"


@dataclass(frozen=True, slots=True)
class ReportNotCut(StaffCommand):
    """The cards went into play without the cut that the rules ask for."""

    power: ClassVar[str] = "may_report_not_cut"


@dataclass(frozen=True, slots=True)
class ReportNotBurned(StaffCommand):
    """The dealer forgot to burn the first card."""

    power: ClassVar[str] = "may_report_not_burned"


@dataclass(frozen=True, slots=True)
class ReportNotShuffled(StaffCommand):
    """A round was begun without the shuffle that the cutting card asks for."""

    power: ClassVar[str] = "may_report_not_shuffled"


@dataclass(frozen=True, slots=True)
class ReportNoCuttingCard(StaffCommand):
    """The dealer's cutting card is found not to be in the shoe."""

    power: ClassVar[str] = "may_report_no_cutting_card"


@dataclass(frozen=True, slots=True)
class ReportDiscardsLeft(StaffCommand):
    """The discards were not put into the shuffling device after the initial deal."""

    power: ClassVar[str] = "may_report_discards_left"


@dataclass(frozen=True, slots=True)
class ReportBurnedCard(StaffCommand):
    """A card was burned that need not have been; None: nobody saw its face."""

    power: ClassVar[str] = "may_report_burned_card"
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class ReportDroppedCards(StaffCommand):
    """The dealer dropped or mishandled cards, and the supervisor is told."""

    power: ClassVar[str] = "may_report_dropped_cards"


@dataclass(frozen=True, slots=True)
class VerifyCards(StaffCommand):
    """A supervisor has verified that all dropped cards were picked up."""

    power: ClassVar[str] = "may_verify_cards"


@dataclass(frozen=True, slots=True)
class ReportDamagedCard(StaffCommand):
    """A card is found damaged."""

    power: ClassVar[str] = "may_report_damaged_card"


@dataclass(frozen=True, slots=True)
class ReplaceDamagedCard(StaffCommand):
    """Damaged cards were replaced by the same cards from a new deck."""

    power: ClassVar[str] = "may_report_damaged_card"
