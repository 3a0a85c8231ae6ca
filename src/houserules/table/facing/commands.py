"""What people do about face-down cards."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from houserules.table.bases import PlayerCommand, StaffCommand


@dataclass(frozen=True, slots=True)
class ApproveFaceDown(StaffCommand):
    """An inspector approves that the players' first two cards are dealt face down."""

    power: ClassVar[str] = "may_approve_face_down"


@dataclass(frozen=True, slots=True)
class TakeBackApproval(StaffCommand):
    """An inspector takes the approval of face-down cards back: the next rounds are dealt face up."""

    power: ClassVar[str] = "may_approve_face_down"


@dataclass(frozen=True, slots=True)
class ChooseFacing(StaffCommand):
    """Staff choose between two rounds which way up the first two cards will be dealt."""

    power: ClassVar[str] = "may_choose_facing"
    facing: Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class ExposeCards(PlayerCommand):
    """The controlling player turns the two cards of a box face up."""

    right: ClassVar[str] = "exposed_before_third_card"
    box: int
