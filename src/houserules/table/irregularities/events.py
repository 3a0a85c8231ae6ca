"""What has happened about cards that went wrong; a wrongly dealt round has `misdeal_events`."""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.cards import Card
from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.commands import HouseEvent
from houserules.table.events import WagerKind
from houserules.table.irregularities.state import IrregularityKind, Move, Offer, Spot, Wrong


@dataclass(frozen=True, slots=True)
class IrregularityReported(HouseEvent):
    """Somebody reported an irregularity; what follows from it comes next."""

    name: ClassVar[str] = "irregularity.reported"
    kind: IrregularityKind
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


@dataclass(frozen=True, slots=True)
class AbsenceTakenBack(HouseEvent):
    """A player was not away after all: the round stands as after its first `to` events."""

    name: ClassVar[str] = "absence.taken-back"
    to: int
    box: int
    player: str
    by: str
    at: Moment
    clause: Clause


# What has happened about a shuffling device that failed.


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


# What has happened about a round that was dealt wrongly.


@dataclass(frozen=True, slots=True)
class MisdealReported(HouseEvent):
    """An error in the deal was notified; what putting it right would change."""

    name: ClassVar[str] = "misdeal.reported"
    order: tuple[Card, ...] | None
    moves: tuple[Move, ...]
    falls_away: tuple[str, ...]
    leftover: tuple[Card, ...]
    what: str
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class MisdealDismissed(HouseEvent):
    """No error was found."""

    name: ClassVar[str] = "misdeal.dismissed"
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class RoundTakenBack(HouseEvent):
    """The round stands as after its first `to` events; chips and cards are back where they were."""

    name: ClassVar[str] = "round.taken-back"
    to: int
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class PaymentTakenBack(HouseEvent):
    """What a void wager had won went back to the house, as far as it was there."""

    name: ClassVar[str] = "payment.taken-back"
    box: int | None
    hand: int | None
    player: str
    wager: WagerKind
    amount: Cents
    clause: Clause
    outstanding: Cents = 0  # asked back, but not in the rack


@dataclass(frozen=True, slots=True)
class HandsVoided(HouseEvent):
    """Hands were declared void; none named: the whole of a round whose cards were collected."""

    name: ClassVar[str] = "hands.voided"
    hands: tuple[Spot, ...]
    by: str
    at: Moment
    clause: Clause
