"""Events of irregularities: exposed cards, late offers, misdeals, failed devices."""

from houserules.core.cards import Card
from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.events import Event, WagerKind, event
from houserules.table.irregularities.state import IrregularityKind, Move, Offer, Spot, Wrong


@event("irregularity.reported")
class IrregularityReported(Event):
    """An irregularity was reported. The events after it say what was done."""

    kind: IrregularityKind
    by: str
    at: Moment
    clause: Clause


@event("cards.set-ready")
class CardsSetReady(Event):
    """Cards already drawn were set aside to be dealt before those of the shoe."""

    cards: tuple[Card, ...]
    clause: Clause


@event("ready-card.used")
class ReadyCardUsed(Event):
    """The first card set aside was dealt or burned."""


@event("card.offered")
class CardOffered(Event):
    """The card dealt by mistake was offered to these hands in turn."""

    card: Card
    asked: tuple[Spot, ...]
    what: str
    clause: Clause


@event("card.accepted")
class CardAccepted(Event):
    """A player accepted the card on offer."""

    box: int
    hand: int
    player: str
    clause: Clause


@event("card.refused")
class CardRefused(Event):
    """A player declined the card on offer, or could not take one."""

    box: int
    hand: int
    player: str
    clause: Clause


@event("card.refused-by-all")
class CardRefusedByAll(Event):
    """Nobody took the card on offer, so it is the dealer's next card."""

    clause: Clause


@event("late-offer.opened")
class LateOfferOpened(Event):
    """Insurance or surrender, which was not offered in time, was offered late."""

    offer: Offer
    player: str | None
    what: str
    by: str
    at: Moment
    clause: Clause


@event("late-offer.closed")
class LateOfferClosed(Event):
    """The late offer was closed, and the round went on."""


@event("wrong-cards.found")
class WrongCardsFound(Event):
    """A card was found to be missing or foreign. Completed rounds stand."""

    wrong: Wrong
    cards: tuple[Card, ...]
    by: str
    at: Moment
    clause: Clause


@event("cards.taken-out")
class CardsTakenOut(Event):
    """The cards left in the shoe or device were taken out to be checked: one was face up."""

    by: str
    at: Moment
    clause: Clause


@event("shoe.declared-void")
class ShoeDeclaredVoid(Event):
    """The shoe or device was declared void until its cards are checked and verified."""

    what: str
    by: str
    at: Moment
    clause: Clause


@event("decks.verified")
class DecksVerified(Event):
    """The decks were verified, with any further missing or foreign cards that were found."""

    missing: tuple[Card, ...]
    foreign: tuple[Card, ...]
    by: str
    at: Moment
    clause: Clause


@event("absence.taken-back")
class AbsenceTakenBack(Event):
    """A report of absence was taken back: the round goes on from its first `to` events."""

    to: int
    box: int
    player: str
    by: str
    at: Moment
    clause: Clause


# A shuffling device that failed.


@event("device.malfunctioned")
class DeviceMalfunctioned(Event):
    """The shuffling device failed, with the conditions that decide what happens next."""

    harms: bool
    other_device: bool
    practicable: bool
    damaged: tuple[Card, ...]
    by: str
    at: Moment
    clause: Clause


@event("device.damaged-replaced")
class DamagedCardsReplaced(Event):
    """Cards damaged by the device were replaced with the same cards of a new deck."""

    cards: tuple[Card, ...]
    clause: Clause


@event("device.cards-transferred")
class CardsTransferred(Event):
    """The undamaged cards were moved from the failed device to another."""

    cards: int
    clause: Clause


@event("device.emptied")
class DeviceEmptied(Event):
    """The cards of the failed device were moved to a card shoe."""

    cards: int
    clause: Clause


@event("wagers.return-offered")
class ReturnOffered(Event):
    """These players were asked whether they take their wagers of the round back."""

    players: tuple[str, ...]
    damaged: tuple[Card, ...]
    what: str
    clause: Clause


@event("return.answered")
class ReturnAnswered(Event):
    """A player took their wagers back or left them in; `said` is false if they did not answer."""

    player: str
    takes_back: bool
    said: bool


@event("returns.decided")
class ReturnsDecided(Event):
    """All players had their choice; these take their wagers back."""

    taken_back: tuple[str, ...]
    clause: Clause


# A misdeal.


@event("misdeal.reported")
class MisdealReported(Event):
    """A misdeal was reported, with what a correction would change."""

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
    """A reported misdeal was dismissed: there was no error."""

    by: str
    at: Moment


@event("round.taken-back")
class RoundTakenBack(Event):
    """The round was taken back to its first `to` events, and chips and cards with it."""

    to: int
    by: str
    at: Moment
    clause: Clause


@event("payment.taken-back")
class PaymentTakenBack(Event):
    """The winnings of a void wager were collected, as far as the player's rack covered them."""

    box: int | None
    hand: int | None
    player: str
    wager: WagerKind
    amount: Cents
    clause: Clause
    outstanding: Cents = 0  # asked back, but not in the rack


@event("hands.voided")
class HandsVoided(Event):
    """Hands were declared void; without hands, the whole of a round whose cards were collected."""

    hands: tuple[Spot, ...]
    by: str
    at: Moment
    clause: Clause
