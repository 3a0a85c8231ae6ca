"""What staff report about a shuffling device, and what players answer."""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.cards import Card
from houserules.table.bases import PlayerCommand, StaffCommand


@dataclass(frozen=True, slots=True)
class ReportMalfunction(StaffCommand):
    """The device fails in a round: whom it has harmed, what there is to go on with."""

    power: ClassVar[str] = "may_report_malfunction"
    harms: bool  # the house or a player is at a disadvantage by it
    other_device: bool  # another device is readily available
    practicable: bool  # the cards can be transferred to it
    damaged: tuple[Card, ...] = ()  # cards in the device that it has damaged


@dataclass(frozen=True, slots=True)
class TakeWagersBack(PlayerCommand):
    """A player takes every amount wagered in the round back."""

    right: ClassVar[str] = "wagers_may_be_taken_back"


@dataclass(frozen=True, slots=True)
class PlayOn(PlayerCommand):
    """A player leaves the wagers in; the round is completed from a card shoe."""

    right: ClassVar[str] = "wagers_may_be_taken_back"


@dataclass(frozen=True, slots=True)
class EndReturnOffer(StaffCommand):
    """Everybody had the opportunity: who has not answered leaves the wagers in."""

    power: ClassVar[str] = "may_report_malfunction"


@dataclass(frozen=True, slots=True)
class ReturnToDevice(StaffCommand):
    """A device is ready again: the card shoe that stood in for it goes."""

    power: ClassVar[str] = "may_report_malfunction"
