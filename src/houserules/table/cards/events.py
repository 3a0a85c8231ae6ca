"""What has happened with the cards: from their check to the cutting card.

`steps` are those that are due from now on; they are decided once, by the rules of that day.
"""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.cards import Card
from houserules.core.people import Moment, Role
from houserules.core.refusal import Clause
from houserules.shoe.state import Cause, Due, Kind, PreShuffled, Step
from houserules.table.commands import HouseEvent


@dataclass(frozen=True, slots=True)
class CardsChecked(HouseEvent):
    """Somebody checked a set of cards."""

    name: ClassVar[str] = "cards.checked"
    colour: str
    with_device: bool
    by: str
    role: Role
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardsPrepared(HouseEvent):
    """A set was spread, washed, stacked, riffled or loaded."""

    name: ClassVar[str] = "cards.prepared"
    step: Step
    colour: str
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class ShuffleCalled(HouseEvent):
    """The cards are to be shuffled when the round is over."""

    name: ClassVar[str] = "shuffle.called"
    cause: Cause
    clause: Clause
    by: str | None = None


@dataclass(frozen=True, slots=True)
class ShuffleBecameDue(HouseEvent):
    """The cards are to be shuffled now."""

    name: ClassVar[str] = "shuffle.due"
    cause: Cause
    clause: Clause
    steps: tuple[Due, ...]
    by: str | None = None


@dataclass(frozen=True, slots=True)
class CardsShuffled(HouseEvent):
    """The cards were shuffled: all but those on the layout, or those of the device alone."""

    name: ClassVar[str] = "cards.shuffled"
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


@dataclass(frozen=True, slots=True)
class CutDeclined(HouseEvent):
    """A player did not want to cut."""

    name: ClassVar[str] = "cut.declined"
    player: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class CutPassedOn(HouseEvent):
    """Staff noted that a player refused the cut or did not answer."""

    name: ClassVar[str] = "cut.passed-on"
    player: str
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardsCut(HouseEvent):
    """The stack was cut; `clause` says whose cut it was."""

    name: ClassVar[str] = "cards.cut"
    depth: int | None
    by: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class CuttingCardPlaced(HouseEvent):
    """The cutting card is in the stack, and the stack in the shoe."""

    name: ClassVar[str] = "cutting-card.placed"
    behind: int | None
    second: bool  # another one lies at the very back
    by: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardBurned(HouseEvent):
    """A card went into the discard rack without being played; None: nobody saw its face."""

    name: ClassVar[str] = "card.burned"
    card: Card | None
    clause: Clause
    from_source: bool = True  # False: it lay on the table already and is counted out


@dataclass(frozen=True, slots=True)
class CardUnderShoeBurned(HouseEvent):
    """The card that was kept under the shoe went into the discard rack without being played."""

    name: ClassVar[str] = "card.under-shoe-burned"
    card: Card
    clause: Clause


@dataclass(frozen=True, slots=True)
class BurnedCardAsked(HouseEvent):
    """A player asked to see the burned card."""

    name: ClassVar[str] = "burned-card.asked"
    player: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class BurnedCardShown(HouseEvent):
    """The burned card was turned up."""

    name: ClassVar[str] = "burned-card.shown"
    card: Card
    clause: Clause


@dataclass(frozen=True, slots=True)
class CuttingCardCameOut(HouseEvent):
    """The cutting card came out: first in a round, on a box, or on the dealer's hand."""

    name: ClassVar[str] = "cutting-card.out"
    cause: Cause
    box: int | None
    player: str | None  # who decides for that box
    clause: Clause


@dataclass(frozen=True, slots=True)
class BetsReopened(HouseEvent):
    """The cutting card came before the first card: wagers may be placed and taken back again."""

    name: ClassVar[str] = "bets.reopened"
    clause: Clause


@dataclass(frozen=True, slots=True)
class DiscardsIntoDevice(HouseEvent):
    """The cards of the discard rack went into the shuffling device."""

    name: ClassVar[str] = "discards.into-device"
    cards: tuple[Card, ...]
    unseen: int
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardKeptUnderShoe(HouseEvent):
    """A card lies under the shoe as the first of the next round; None: nobody saw its face."""

    name: ClassVar[str] = "card.kept-under-shoe"
    card: Card | None
    clause: Clause
    from_source: bool = True  # False: it was counted out when it was drawn


# Which cards have come to a table: at its opening, in place of others, shuffled ahead of time.
#
# `steps` are those that are due from now on; they are decided once, by the rules of that day.


@dataclass(frozen=True, slots=True)
class TableOpened(HouseEvent):
    """A table opened for gaming with these cards."""

    name: ClassVar[str] = "table.opened"
    kind: Kind
    cards: int  # of a set
    colours: tuple[str, ...]
    virtual: bool
    pre_shuffled: PreShuffled | None
    steps: tuple[Due, ...]
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardsReplaced(HouseEvent):
    """New cards took the place of all those at the table."""

    name: ClassVar[str] = "cards.replaced"
    colours: tuple[str, ...]
    pre_shuffled: PreShuffled | None
    steps: tuple[Due, ...]
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardsSecured(HouseEvent):
    """Somebody confirmed that pre-shuffled cards were kept secure until now."""

    name: ClassVar[str] = "cards.secured"
    colour: str
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class RiffleAsked(HouseEvent):
    """A player asked for a riffle of pre-shuffled cards."""

    name: ClassVar[str] = "riffle.asked"
    player: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class RiffleApproved(HouseEvent):
    """A supervisor approved the riffle."""

    name: ClassVar[str] = "riffle.approved"
    by: str
    at: Moment
    clause: Clause


# What went wrong with the cards and was reported.


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
