"""The source of a table's cards, as everybody may see it: never their order."""

from dataclasses import dataclass, field
from typing import Final, Literal

from houserules.core.cards import Card
from houserules.core.refusal import Clause

Kind = Literal["card shoe", "shuffling device"]

Step = Literal[
    "check",
    "secured",  # since they were shuffled ahead of time
    "spread",
    "wash",
    "stack",
    "riffle",
    "load",  # a set into the automatic shuffler
    "shuffle",
    "cut",
    "cutting card",
    "burn",
    "show burned card",
    "verify",  # that dropped cards are all there
    "replace damaged card",
]

Cause = Literal[
    "start",
    "cutting card on a box",
    "cutting card on the dealer's hand",
    "cutting card first",
    "replaced",
    "suspicion",
    "vacant",
    "ran out",
    "not cut",
    "cutting card not inserted",
    "shoe void",
    "removed to be checked",
    "malfunction",
]
"""Why cards are shuffled; it decides who is offered the cut."""

CUTTING_CARD_CAUSES: Final[tuple[Cause, ...]] = (
    "cutting card on a box",
    "cutting card on the dealer's hand",
    "cutting card first",
)

PreShuffled = Literal["casino", "Angel"]
"""Who shuffled the cards ahead of time."""

FaceDown = Literal["face down"]


@dataclass(frozen=True, slots=True)
class Due:
    """A step that a set of cards needs before it may be dealt."""

    step: Step
    colour: str = ""  # of the set


@dataclass(frozen=True, slots=True)
class Called:
    """A shuffle that is required, and its clause."""

    cause: Cause
    clause: Clause


@dataclass(frozen=True)
class Preparation:
    """How far the cards are ready: what is due, why, and what was done about the cut."""

    due: tuple[Due, ...] = ()  # in order; empty: the cards are ready
    cause: Cause | None = None  # of the shuffle that is due, or was made last
    clause: Clause | None = None  # that requires it
    box: int | None = None  # where the cutting card came out
    player: str | None = None  # who decided for that box
    declined: tuple[str, ...] = ()  # players who declined
    checked_by: tuple[tuple[str, str], ...] = ()  # name and role, of this set
    pre_shuffled: PreShuffled | None = None
    riffle: Literal["asked", "approved", "done"] | None = None
    mixed: bool = False  # pre-shuffled cards went through the multishuffler all the same


@dataclass(frozen=True)
class Source:
    """A card shoe or a shuffling device, and how far its cards are ready and dealt.

    By default it is ready to deal from.
    """

    kind: Kind
    cards: int  # of the set in use
    left: int  # in the shoe or device; before that, in the stack
    virtual: bool = False  # the house's dealer knows the place of every card
    colour: str = ""  # of the set in use
    other: str | None = None  # the colour of the set in the automatic shuffler
    preparation: Preparation = field(default_factory=Preparation)
    after_round: Called | None = None  # the cards are shuffled when the round is over
    behind: int | None = None  # the cards behind the cutting card, if they were counted
    out: bool = False  # the cutting card has come out
    burned: int = 0  # face down in the discard rack
    under: Card | FaceDown | None = None  # kept under the shoe: the first card of the next round
    returned: tuple[Card, ...] = ()  # from the rack into the device in the last round,
    returned_unseen: int = 0  # and how many that nobody saw
    vacant: bool = False  # nobody was at the table for a while after the last round
    damaged: int = 0  # cards to be replaced when the round is over
    commitment: str | None = None  # to the stack, published before the cut
    shoe: int = 0  # counts the shuffles; a refill within a round belongs to its shoe
    rounds: int = 0  # completed in this shoe

    @property
    def due(self) -> tuple[Due, ...]:
        """The steps left before cards may be dealt."""
        return self.preparation.due

    @property
    def all_cards(self) -> int:
        """The cards of the game, including those in the automatic shuffler."""
        return self.cards * (2 if self.other is not None else 1)

    @property
    def cutting_card_is_next(self) -> bool:
        """Whether the next thing out of a virtual shoe is the cutting card."""
        here = self.behind is not None and self.left <= self.behind
        return self.virtual and here and not self.out
