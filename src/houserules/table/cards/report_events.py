"""What went wrong with the cards and was reported."""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.shoe.state import Kind, Step
from houserules.table.bases import HouseEvent


@dataclass(frozen=True, slots=True)
class StepMissed(HouseEvent):
    """A step was left out and play went on without it."""

    name: ClassVar[str] = "step.missed"
    step: Step
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardExposed(HouseEvent):
    """A card was seen before the cards went into the shoe."""

    name: ClassVar[str] = "card.exposed"
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class DiscardsLeftInRack(HouseEvent):
    """The discards stay in the rack until the next round's initial deal is complete."""

    name: ClassVar[str] = "discards.left"
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardsDropped(HouseEvent):
    """Cards were dropped or mishandled, and the supervisor was told."""

    name: ClassVar[str] = "cards.dropped"
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardsVerified(HouseEvent):
    """A supervisor verified that all dropped cards were picked up."""

    name: ClassVar[str] = "cards.verified"
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardDamaged(HouseEvent):
    """A card was found damaged."""

    name: ClassVar[str] = "card.damaged"
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class DamagedCardReplaced(HouseEvent):
    """Damaged cards were replaced by the same cards of a new deck."""

    name: ClassVar[str] = "damaged-card.replaced"
    cards: int
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class SourceChanged(HouseEvent):
    """Cards come from something else from now on, once they have been shuffled for it."""

    name: ClassVar[str] = "source.changed"
    kind: Kind
    clause: Clause
