"""Events of the cards, from their first check to the cutting card.

`steps` lists the steps that are due from now on, decided once by the rules in force that day.
"""

from houserules.core.cards import Card
from houserules.core.people import Moment, Role
from houserules.core.refusal import Clause
from houserules.shoe.state import Cause, Due, Kind, PreShuffled, Step
from houserules.table.events import Event, event


@event("cards.checked")
class CardsChecked(Event):
    """A set of cards was checked."""

    colour: str
    with_device: bool
    by: str
    role: Role
    at: Moment
    clause: Clause


@event("cards.prepared")
class CardsPrepared(Event):
    """A set was spread, washed, stacked, riffled or loaded."""

    step: Step
    colour: str
    by: str
    at: Moment
    clause: Clause


@event("shuffle.called")
class ShuffleCalled(Event):
    """A shuffle was called for the end of the round."""

    cause: Cause
    clause: Clause
    by: str | None = None


@event("shuffle.due")
class ShuffleBecameDue(Event):
    """A shuffle was called for now."""

    cause: Cause
    clause: Clause
    steps: tuple[Due, ...]
    by: str | None = None


@event("cards.shuffled")
class CardsShuffled(Event):
    """The cards were shuffled: all except those on the layout, or only those in the device."""

    cause: Cause
    how: str  # "hand", "multishuffler", "automatic shuffler", "shuffling device", "software"
    colour: str  # of the set that is in play from now on
    left: int  # the cards in the stack
    with_rack: bool  # the discard rack is empty now
    new_shoe: bool  # False: the round under way is completed with them
    by_hand_too: bool
    commitment: str | None
    steps: tuple[Due, ...]
    by: str
    at: Moment
    clause: Clause


@event("cut.declined")
class CutDeclined(Event):
    """A player declined the cut."""

    player: str
    clause: Clause


@event("cut.passed-on")
class CutPassedOn(Event):
    """Staff passed the cut on because a player refused it or did not answer."""

    player: str
    by: str
    at: Moment
    clause: Clause


@event("cards.cut")
class CardsCut(Event):
    """The stack was cut; `clause` says under which rule, and so who was asked."""

    depth: int | None
    by: str
    clause: Clause


@event("cutting-card.placed")
class CuttingCardPlaced(Event):
    """The cutting card was put into the stack, and the stack into the shoe."""

    behind: int | None
    second: bool  # another one lies at the very back
    by: str
    clause: Clause


@event("card.burned")
class CardBurned(Event):
    """A card was burned: it went to the discard rack unplayed (null if nobody saw its face)."""

    card: Card | None
    clause: Clause
    from_source: bool = True  # False: it lay on the table already and is counted out


@event("card.under-shoe-burned")
class CardUnderShoeBurned(Event):
    """The card kept under the shoe was burned."""

    card: Card
    clause: Clause


@event("burned-card.asked")
class BurnedCardAsked(Event):
    """A player asked to see the burned card."""

    player: str
    clause: Clause


@event("burned-card.shown")
class BurnedCardShown(Event):
    """The burned card was shown."""

    card: Card
    clause: Clause


@event("cutting-card.out")
class CuttingCardCameOut(Event):
    """The cutting card came out: first in a round, on a box, or on the dealer's hand."""

    cause: Cause
    box: int | None
    player: str | None  # who decides for that box
    clause: Clause


@event("bets.reopened")
class BetsReopened(Event):
    """Bets were opened again because the cutting card came out before the first card of the round."""

    clause: Clause


@event("discards.into-device")
class DiscardsIntoDevice(Event):
    """The cards of the discard rack were put into the shuffling device."""

    cards: tuple[Card, ...]
    unseen: int
    clause: Clause


@event("card.kept-under-shoe")
class CardKeptUnderShoe(Event):
    """A card was kept under the shoe as the first of the next round (null: nobody saw its face)."""

    card: Card | None
    clause: Clause
    from_source: bool = True  # False: it was counted out when it was drawn


# Cards that come to the table: at its opening, as replacements, or pre-shuffled.
#
# `steps` lists the steps that are due from now on, decided once by the rules in force that day.


@event("table.opened")
class TableOpened(Event):
    """The table opened for gaming with these cards."""

    kind: Kind
    cards: int  # of a set
    colours: tuple[str, ...]
    virtual: bool
    pre_shuffled: PreShuffled | None
    steps: tuple[Due, ...]
    by: str
    at: Moment
    clause: Clause


@event("cards.replaced")
class CardsReplaced(Event):
    """All cards at the table were replaced with new ones."""

    colours: tuple[str, ...]
    pre_shuffled: PreShuffled | None
    steps: tuple[Due, ...]
    by: str
    at: Moment
    clause: Clause


@event("cards.secured")
class CardsSecured(Event):
    """Staff confirmed that the pre-shuffled cards were kept secure."""

    colour: str
    by: str
    at: Moment
    clause: Clause


@event("riffle.asked")
class RiffleAsked(Event):
    """A player asked for a riffle of pre-shuffled cards."""

    player: str
    clause: Clause


@event("riffle.approved")
class RiffleApproved(Event):
    """A supervisor approved the riffle."""

    by: str
    at: Moment
    clause: Clause


# Reports about the cards.


@event("step.missed")
class StepMissed(Event):
    """A step with the cards was missed and reported."""

    step: Step
    by: str
    at: Moment
    clause: Clause


@event("card.exposed")
class CardExposed(Event):
    """A card was seen before the cards went into the shoe."""

    by: str
    at: Moment
    clause: Clause


@event("discards.left")
class DiscardsLeftInRack(Event):
    """The discards were left in the rack until the initial deal of the next round is complete."""

    by: str
    at: Moment
    clause: Clause


@event("cards.dropped")
class CardsDropped(Event):
    """Cards were dropped or mishandled, and the supervisor was told."""

    by: str
    at: Moment
    clause: Clause


@event("cards.verified")
class CardsVerified(Event):
    """A supervisor verified that all dropped cards were picked up."""

    by: str
    at: Moment
    clause: Clause


@event("card.damaged")
class CardDamaged(Event):
    """A card was found damaged."""

    by: str
    at: Moment
    clause: Clause


@event("damaged-card.replaced")
class DamagedCardReplaced(Event):
    """Damaged cards were replaced by the same cards of a new deck."""

    cards: int
    by: str
    at: Moment
    clause: Clause


@event("source.changed")
class SourceChanged(Event):
    """The table changed to a card shoe or a shuffling device; the cards are shuffled first."""

    kind: Kind
    clause: Clause
