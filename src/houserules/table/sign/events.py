"""What has happened to the sign and to the orders about wagers."""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.commands import HouseEvent
from houserules.table.sign.state import (
    Announced,
    Length,
    Marker,
    OwnLimits,
    Restated,
    Share,
    Stated,
)


@dataclass(frozen=True, slots=True)
class SignPutUp(HouseEvent):
    """The table has a sign."""

    name: ClassVar[str] = "sign.put-up"
    stated: Stated


@dataclass(frozen=True, slots=True)
class LimitsChanged(HouseEvent):
    """The sign states other limits; the markers, announcements and own limits that are left."""

    name: ClassVar[str] = "limits.changed"
    stated: Stated
    markers: tuple[Marker, ...]
    announced: tuple[Announced, ...]
    own_limits: tuple[OwnLimits, ...]
    clause: Clause


@dataclass(frozen=True, slots=True)
class WagersKept(HouseEvent):
    """Wagers on the layout stay as they were lawful before: box, player, and how much of it."""

    name: ClassVar[str] = "wagers.kept"
    wagers: tuple[tuple[int, str, Cents], ...]
    clause: Clause


@dataclass(frozen=True, slots=True)
class WagerFound(HouseEvent):
    """Staff found a wager on the layout outside the limits; it is placed as it lies."""

    name: ClassVar[str] = "wager.found"
    box: int
    player: str
    amount: Cents
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class WagerFoundInPlay(HouseEvent):
    """A supervisor found a wager outside the limits after bets were closed, and what now plays.

    `shares` are those of every bettor in the round on the box, `wagers` what changes with them:
    initial wagers, doubles, splits, insurance, side wagers.
    """

    name: ClassVar[str] = "wager.found-in-play"
    box: int
    player: str
    amount: Cents  # as it lay
    shares: tuple[Share, ...]
    wagers: tuple[Restated, ...]
    controller: str | None  # who decides for the box from now on; None: who did
    by: str
    at: Moment
    clause: Clause
    tokens: Cents = 0  # of the amount


@dataclass(frozen=True, slots=True)
class LimitsAnnounced(HouseEvent):
    """A sign with limits to come went up or down; those that stand now, by their hours."""

    name: ClassVar[str] = "limits.announced"
    announced: tuple[Announced, ...]
    clause: Clause


@dataclass(frozen=True, slots=True)
class OwnLimitsSet(HouseEvent):
    """Limits of one player's own; None: the table's hold again."""

    name: ClassVar[str] = "limits.own-set"
    player: str
    limits: OwnLimits | None
    clause: Clause
    agreed: bool = False  # the player agreed to the higher minimum


@dataclass(frozen=True, slots=True)
class PlayerMaximumSet(HouseEvent):
    """The most that one named player may have on any one box; None: what the sign says for all."""

    name: ClassVar[str] = "player.maximum-set"
    player: str
    maximum: Cents | None
    clause: Clause


@dataclass(frozen=True, slots=True)
class PlayerRestricted(HouseEvent):
    """A player is held to the minimum."""

    name: ClassVar[str] = "player.restricted"
    player: str
    length: Length
    shoe: int
    clause: Clause


@dataclass(frozen=True, slots=True)
class RestrictionLifted(HouseEvent):
    """A restriction ended before its time."""

    name: ClassVar[str] = "player.restriction-lifted"
    player: str
    length: Length


@dataclass(frozen=True, slots=True)
class SideWagersLimited(HouseEvent):
    """Side wagers are for who has an initial wager too, and the sign says so; or not so now."""

    name: ClassVar[str] = "side-wagers.limited"
    limited: bool
    clause: Clause


@dataclass(frozen=True, slots=True)
class SideWagerConfirmed(HouseEvent):
    """The dealer has confirmed a side wager, which stays until it is decided (NZ 5.6)."""

    name: ClassVar[str] = "side-wager.confirmed"
    box: int
    player: str
    kind: str
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class ResplitPermitted(HouseEvent):
    """Players are told that split hands may be split again from the next round on, or may not."""

    name: ClassVar[str] = "resplit.permitted"
    permitted: bool
    clause: Clause


@dataclass(frozen=True, slots=True)
class SideWagerDisplaced(HouseEvent):
    """A side wager went back to its rack because somebody else has the first claim."""

    name: ClassVar[str] = "side-wager.displaced"
    box: int
    player: str
    kind: str
    amount: Cents
    clause: Clause
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class WagerDisplaced(HouseEvent):
    """An initial wager went back to its rack to make room for the player seated at the box."""

    name: ClassVar[str] = "wager.displaced"
    box: int
    player: str
    amount: Cents
    clause: Clause
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class BettorsLimited(HouseEvent):
    """A box takes so many bettors."""

    name: ClassVar[str] = "bettors.limited"
    bettors: int | None
    clause: Clause


@dataclass(frozen=True, slots=True)
class PlayersLimited(HouseEvent):
    """The table takes so many players; whether a box is one player's alone."""

    name: ClassVar[str] = "players.limited"
    players: int | None
    one_a_box: bool
    clause: Clause


@dataclass(frozen=True, slots=True)
class BoxesLimited(HouseEvent):
    """A player may wager on so many boxes."""

    name: ClassVar[str] = "boxes.limited"
    boxes: int | None
    clause: Clause


@dataclass(frozen=True, slots=True)
class BoxUncontrolled(HouseEvent):
    """Nobody may decide for a box: its bettors sit at other boxes of a full house (NZ 15.5)."""

    name: ClassVar[str] = "box.uncontrolled"
    box: int
    clause: Clause


@dataclass(frozen=True, slots=True)
class PatronageReported(HouseEvent):
    """The house is full, or is so no longer."""

    name: ClassVar[str] = "patronage.reported"
    full: bool
    clause: Clause


@dataclass(frozen=True, slots=True)
class BoxesReserved(HouseEvent):
    """These boxes, and no others, are reserved for a player."""

    name: ClassVar[str] = "boxes.reserved"
    player: str
    boxes: tuple[int, ...]
    clause: Clause


@dataclass(frozen=True, slots=True)
class BoxGivenUp(HouseEvent):
    """A player gave a box up to another."""

    name: ClassVar[str] = "box.given-up"
    box: int
    player: str
    to: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class WagerRaised(HouseEvent):
    """More lies on a wager than before."""

    name: ClassVar[str] = "wager.raised"
    box: int
    player: str
    amount: Cents  # what was added
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class WagersArranged(HouseEvent):
    """The dealer put a box's wagers in another line, nearest first."""

    name: ClassVar[str] = "wagers.arranged"
    box: int
    players: tuple[str, ...]
    clause: Clause
