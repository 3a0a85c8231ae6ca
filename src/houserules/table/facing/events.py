"""What has happened about face-down cards."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.bases import HouseEvent


@dataclass(frozen=True, slots=True)
class FaceDownApproved(HouseEvent):
    """An inspector has approved face-down cards at this table."""

    name: ClassVar[str] = "face-down.approved"
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class ApprovalTakenBack(HouseEvent):
    """Face-down cards are no longer approved; from the next round on all lie face up."""

    name: ClassVar[str] = "face-down.taken-back"
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class FacingChosen(HouseEvent):
    """From the next round on the first two cards are dealt this way up."""

    name: ClassVar[str] = "facing.chosen"
    facing: Literal["up", "down"]
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardsExposed(HouseEvent):
    """The two cards of a box, dealt face down, now lie face up."""

    name: ClassVar[str] = "cards.exposed"
    box: int
    player: str | None  # None: the dealer turned them up
    clause: Clause
