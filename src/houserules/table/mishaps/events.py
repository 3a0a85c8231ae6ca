"""What has happened about cards that went wrong; a wrongly dealt round has `misdeal_events`."""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.cards import Card
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.bases import HouseEvent
from houserules.table.mishaps.state import Irregularity, Offer, Spot, Wrong


@dataclass(frozen=True, slots=True)
class IrregularityReported(HouseEvent):
    """Somebody reported an irregularity; what follows from it comes next."""

    name: ClassVar[str] = "irregularity.reported"
    kind: Irregularity
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardsSetReady(HouseEvent):
    """Cards that were drawn and seen lie ready: they are dealt before those of the shoe."""

    name: ClassVar[str] = "cards.set-ready"
    cards: tuple[Card, ...]
    clause: Clause


@dataclass(frozen=True, slots=True)
class ReadyCardUsed(HouseEvent):
    """The first of the cards that lay ready is dealt or burned now."""

    name: ClassVar[str] = "ready-card.used"


@dataclass(frozen=True, slots=True)
class CardOffered(HouseEvent):
    """The card that lies ready is offered to these hands, one after the other."""

    name: ClassVar[str] = "card.offered"
    card: Card
    asked: tuple[Spot, ...]
    what: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardAccepted(HouseEvent):
    """The player asked first takes the card."""

    name: ClassVar[str] = "card.accepted"
    box: int
    hand: int
    player: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardRefused(HouseEvent):
    """The player asked first does not take the card, or can take none."""

    name: ClassVar[str] = "card.refused"
    box: int
    hand: int
    player: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardRefusedByAll(HouseEvent):
    """Nobody takes the card: it is the dealer's next."""

    name: ClassVar[str] = "card.refused-by-all"
    clause: Clause


@dataclass(frozen=True, slots=True)
class LateOfferOpened(HouseEvent):
    """Insurance or surrender is offered after all."""

    name: ClassVar[str] = "late-offer.opened"
    offer: Offer
    player: str | None
    what: str
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class LateOfferClosed(HouseEvent):
    """The late offer is closed; the round goes on."""

    name: ClassVar[str] = "late-offer.closed"


@dataclass(frozen=True, slots=True)
class WrongCardsFound(HouseEvent):
    """A card is missing, or a foreign one was found; rounds completed before stand."""

    name: ClassVar[str] = "wrong-cards.found"
    wrong: Wrong
    cards: tuple[Card, ...]
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardsTakenOut(HouseEvent):
    """After a faced card the rest was taken out of the shoe or device to be checked."""

    name: ClassVar[str] = "cards.taken-out"
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class ShoeDeclaredVoid(HouseEvent):
    """No card of the shoe or device is dealt any more until the decks are checked and verified."""

    name: ClassVar[str] = "shoe.declared-void"
    what: str
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class DecksVerified(HouseEvent):
    """The decks were verified; what was found missing or foreign beside the first."""

    name: ClassVar[str] = "decks.verified"
    missing: tuple[Card, ...]
    foreign: tuple[Card, ...]
    by: str
    at: Moment
    clause: Clause
