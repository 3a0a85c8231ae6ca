"""Irregularities that have to be dealt with, and what they leave behind on the table."""

from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from houserules.core.cards import Card
from houserules.core.refusal import Clause

Spot = tuple[int, int]
"""A hand: its box and its number, both counted from 1."""

Offer = Literal["insurance", "surrender"]
Wrong = Literal["missing", "foreign"]
IrregularityKind = Literal[
    "faced card", "card in error", "unseen card", "card to the finished hand", "empty round"
]


@dataclass(frozen=True)
class Irregularity:
    """What happened, and the clause under which it is put right; subjects add what they need."""

    kind: str  # "card in error": tells which commands deal with it
    clause: Clause
    what: str  # for people: "A card was dealt in error."
    interrupted: "Irregularity | None" = field(
        default=None, kw_only=True
    )  # open again after this one


def without_kind(irregularity: Irregularity | None, kind: str) -> Irregularity | None:
    """Return the open and waiting irregularities, without those of one kind."""
    if irregularity is None:
        return None
    behind = without_kind(irregularity.interrupted, kind)
    if irregularity.kind == kind:
        return behind
    return (
        irregularity
        if behind is irregularity.interrupted
        else replace(irregularity, interrupted=behind)
    )


@dataclass(frozen=True)
class CardOnOffer(Irregularity):
    """A card dealt in error waits until the players have taken or refused it."""

    card: Card
    asked: tuple[Spot, ...]  # the hands that it may still go to, in order


@dataclass(frozen=True)
class LateOffer(Irregularity):
    """Insurance or surrender, offered after all; `player`: only to somebody who was passed over."""

    offer: Offer
    player: str | None


@dataclass(frozen=True)
class Move:
    """A card that lies at another place when a round is put right; None: it lies nowhere yet."""

    card: Card
    taken_from: str | None  # "box 2, hand 1", "dealer"
    put_to: str | None


@dataclass(frozen=True)
class WrongDeal(Irregularity):
    """A round that was dealt wrongly waits for a supervisor: put right as proposed, or void."""

    order: tuple[Card, ...] | None  # as the cards really left the shoe; None: nobody can say
    moves: tuple[Move, ...] = ()
    falls_away: tuple[str, ...] = ()  # decisions that cannot be kept
    leftover: tuple[Card, ...] = ()  # drawn, and not to be dealt yet
    by: str = ""  # who reported it


@dataclass(frozen=True)
class ShoeVoid(Irregularity):
    """A card was missing or foreign: the decks wait to be checked and verified."""


@dataclass(frozen=True)
class Played:
    """A round that has ended, until the next begins: how it began, and its events."""

    before: Any  # the Table when bets were closed
    log: tuple[Any, ...]


@dataclass(frozen=True)
class Aftermath:
    """What irregularities leave behind: cards that lie ready, hands that take no more, the past."""

    ready: tuple[Card, ...] = ()  # dealt in error or left over: they come before the shoe's
    taken: bool = False  # somebody has taken the first of them, and gets it when a card is due
    for_dealer: bool = False  # all have refused the first of them
    refused: tuple[Spot, ...] = ()  # hands whose player refused a card
    faced: bool = False  # a card was found facing the wrong way, and the rest not checked since
    last: Played | None = None  # the round before, while it can still be put right


# A failed shuffling device: players choose whether to take their wagers back.


KIND: Final = "device malfunction"


@dataclass(frozen=True)
class DeviceMalfunction(Irregularity):
    """Who has not answered yet, who takes the wagers back, which cards the device has damaged."""

    waiting: tuple[str, ...] = ()
    taking: tuple[str, ...] = ()
    damaged: tuple[Card, ...] = ()
