"""What has happened about cards that went wrong; a wrongly dealt round has `misdeal_events`."""

from houserules.core.cards import Card
from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.events import Event, WagerKind, event
from houserules.table.irregularities.state import IrregularityKind, Move, Offer, Spot, Wrong


@event("irregularity.reported")
class IrregularityReported(Event):
    """Somebody reported an irregularity; what follows from it comes next."""

    kind: IrregularityKind
    by: str
    at: Moment
    clause: Clause


@event("cards.set-ready")
class CardsSetReady(Event):
    """Cards that were drawn and seen lie ready: they are dealt before those of the shoe."""

    cards: tuple[Card, ...]
    clause: Clause


@event("ready-card.used")
class ReadyCardUsed(Event):
    """The first of the cards that lay ready is dealt or burned now."""


@event("card.offered")
class CardOffered(Event):
    """The card that lies ready is offered to these hands, one after the other."""

    card: Card
    asked: tuple[Spot, ...]
    what: str
    clause: Clause


@event("card.accepted")
class CardAccepted(Event):
    """The player asked first takes the card."""

    box: int
    hand: int
    player: str
    clause: Clause


@event("card.refused")
class CardRefused(Event):
    """The player asked first does not take the card, or can take none."""

    box: int
    hand: int
    player: str
    clause: Clause


@event("card.refused-by-all")
class CardRefusedByAll(Event):
    """Nobody takes the card: it is the dealer's next."""

    clause: Clause


@event("late-offer.opened")
class LateOfferOpened(Event):
    """Insurance or surrender is offered after all."""

    offer: Offer
    player: str | None
    what: str
    by: str
    at: Moment
    clause: Clause


@event("late-offer.closed")
class LateOfferClosed(Event):
    """The late offer is closed; the round goes on."""


@event("wrong-cards.found")
class WrongCardsFound(Event):
    """A card is missing, or a foreign one was found; rounds completed before stand."""

    wrong: Wrong
    cards: tuple[Card, ...]
    by: str
    at: Moment
    clause: Clause


@event("cards.taken-out")
class CardsTakenOut(Event):
    """After a faced card the rest was taken out of the shoe or device to be checked."""

    by: str
    at: Moment
    clause: Clause


@event("shoe.declared-void")
class ShoeDeclaredVoid(Event):
    """No card of the shoe or device is dealt any more until the decks are checked and verified."""

    what: str
    by: str
    at: Moment
    clause: Clause


@event("decks.verified")
class DecksVerified(Event):
    """The decks were verified; what was found missing or foreign beside the first."""

    missing: tuple[Card, ...]
    foreign: tuple[Card, ...]
    by: str
    at: Moment
    clause: Clause


@event("absence.taken-back")
class AbsenceTakenBack(Event):
    """A player was not away after all: the round stands as after its first `to` events."""

    to: int
    box: int
    player: str
    by: str
    at: Moment
    clause: Clause


# What has happened about a shuffling device that failed.


@event("device.malfunctioned")
class DeviceMalfunctioned(Event):
    """The device failed; the conditions under which the rules say what follows."""

    harms: bool
    other_device: bool
    practicable: bool
    damaged: tuple[Card, ...]
    by: str
    at: Moment
    clause: Clause


@event("device.damaged-replaced")
class DamagedCardsReplaced(Event):
    """Cards that the device had damaged are out of play; the same from a new deck are in."""

    cards: tuple[Card, ...]
    clause: Clause


@event("device.cards-transferred")
class CardsTransferred(Event):
    """The undamaged cards went from the failed device to another."""

    cards: int
    clause: Clause


@event("device.emptied")
class DeviceEmptied(Event):
    """The cards were taken out of the failed device, to be dealt from a card shoe."""

    cards: int
    clause: Clause


@event("wagers.return-offered")
class ReturnOffered(Event):
    """These players may take back what they wagered in the round."""

    players: tuple[str, ...]
    damaged: tuple[Card, ...]
    what: str
    clause: Clause


@event("return.answered")
class ReturnAnswered(Event):
    """A player took the wagers back or left them in; `said`: False if no answer was given."""

    player: str
    takes_back: bool
    said: bool


@event("returns.decided")
class ReturnsDecided(Event):
    """Everybody had the opportunity; these players take their wagers back."""

    taken_back: tuple[str, ...]
    clause: Clause


# What has happened about a round that was dealt wrongly.


@event("misdeal.reported")
class MisdealReported(Event):
    """An error in the deal was notified; what putting it right would change."""

    order: tuple[Card, ...] | None
    moves: tuple[Move, ...]
    falls_away: tuple[str, ...]
    leftover: tuple[Card, ...]
    what: str
    by: str
    at: Moment
    clause: Clause


@event("misdeal.dismissed")
class MisdealDismissed(Event):
    """No error was found."""

    by: str
    at: Moment


@event("round.taken-back")
class RoundTakenBack(Event):
    """The round stands as after its first `to` events; chips and cards are back where they were."""

    to: int
    by: str
    at: Moment
    clause: Clause


@event("payment.taken-back")
class PaymentTakenBack(Event):
    """What a void wager had won went back to the house, as far as it was there."""

    box: int | None
    hand: int | None
    player: str
    wager: WagerKind
    amount: Cents
    clause: Clause
    outstanding: Cents = 0  # asked back, but not in the rack


@event("hands.voided")
class HandsVoided(Event):
    """Hands were declared void; none named: the whole of a round whose cards were collected."""

    hands: tuple[Spot, ...]
    by: str
    at: Moment
    clause: Clause
