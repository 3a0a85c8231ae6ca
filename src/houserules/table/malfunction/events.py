"""What has happened about a shuffling device that failed."""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.cards import Card
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.bases import HouseEvent


@dataclass(frozen=True, slots=True)
class DeviceMalfunctioned(HouseEvent):
    """The device failed; the conditions under which the rules say what follows."""

    name: ClassVar[str] = "device.malfunctioned"
    harms: bool
    other_device: bool
    practicable: bool
    damaged: tuple[Card, ...]
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class DamagedCardsReplaced(HouseEvent):
    """Cards that the device had damaged are out of play; the same from a new deck are in."""

    name: ClassVar[str] = "device.damaged-replaced"
    cards: tuple[Card, ...]
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardsTransferred(HouseEvent):
    """The undamaged cards went from the failed device to another."""

    name: ClassVar[str] = "device.cards-transferred"
    cards: int
    clause: Clause


@dataclass(frozen=True, slots=True)
class DeviceEmptied(HouseEvent):
    """The cards were taken out of the failed device, to be dealt from a card shoe."""

    name: ClassVar[str] = "device.emptied"
    cards: int
    clause: Clause


@dataclass(frozen=True, slots=True)
class ReturnOffered(HouseEvent):
    """These players may take back what they wagered in the round."""

    name: ClassVar[str] = "wagers.return-offered"
    players: tuple[str, ...]
    damaged: tuple[Card, ...]
    what: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class ReturnAnswered(HouseEvent):
    """A player took the wagers back or left them in; `said`: False if no answer was given."""

    name: ClassVar[str] = "return.answered"
    player: str
    takes_back: bool
    said: bool


@dataclass(frozen=True, slots=True)
class ReturnsDecided(HouseEvent):
    """Everybody had the opportunity; these players take their wagers back."""

    name: ClassVar[str] = "returns.decided"
    taken_back: tuple[str, ...]
    clause: Clause
