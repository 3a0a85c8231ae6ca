"""What has happened to the sign and to the orders about wagers."""

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.events import Event, event
from houserules.table.sign.state import (
    Announced,
    Length,
    Marker,
    OwnLimits,
    Restated,
    Share,
    Stated,
)


@event("sign.put-up")
class SignPutUp(Event):
    """The table has a sign."""

    stated: Stated


@event("limits.changed")
class LimitsChanged(Event):
    """The sign states other limits; the markers, announcements and own limits that are left."""

    stated: Stated
    markers: tuple[Marker, ...]
    announced: tuple[Announced, ...]
    own_limits: tuple[OwnLimits, ...]
    clause: Clause


@event("wagers.kept")
class WagersKept(Event):
    """Wagers on the layout stay as they were lawful before: box, player, and how much of it."""

    wagers: tuple[tuple[int, str, Cents], ...]
    clause: Clause


@event("wager.found")
class WagerFound(Event):
    """Staff found a wager on the layout outside the limits; it is placed as it lies."""

    box: int
    player: str
    amount: Cents
    by: str
    at: Moment
    clause: Clause


@event("wager.found-in-play")
class WagerFoundInPlay(Event):
    """A supervisor found a wager outside the limits after bets were closed, and what now plays.

    `shares` are those of every bettor in the round on the box, `wagers` what changes with them:
    initial wagers, doubles, splits, insurance, side wagers.
    """

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


@event("limits.announced")
class LimitsAnnounced(Event):
    """A sign with limits to come went up or down; those that stand now, by their hours."""

    announced: tuple[Announced, ...]
    clause: Clause


@event("limits.own-set")
class OwnLimitsSet(Event):
    """Limits of one player's own; None: the table's hold again."""

    player: str
    limits: OwnLimits | None
    clause: Clause
    agreed: bool = False  # the player agreed to the higher minimum


@event("player.maximum-set")
class PlayerMaximumSet(Event):
    """The most that one named player may have on any one box; None: what the sign says for all."""

    player: str
    maximum: Cents | None
    clause: Clause


@event("player.restricted")
class PlayerRestricted(Event):
    """A player is held to the minimum."""

    player: str
    length: Length
    shoe: int
    clause: Clause


@event("player.restriction-lifted")
class RestrictionLifted(Event):
    """A restriction ended before its time."""

    player: str
    length: Length


@event("side-wagers.limited")
class SideWagersLimited(Event):
    """Side wagers are for who has an initial wager too, and the sign says so; or not so now."""

    limited: bool
    clause: Clause


@event("side-wager.confirmed")
class SideWagerConfirmed(Event):
    """The dealer has confirmed a side wager, which stays until it is decided (NZ 5.6)."""

    box: int
    player: str
    kind: str
    by: str
    at: Moment
    clause: Clause


@event("resplit.permitted")
class ResplitPermitted(Event):
    """Players are told that split hands may be split again from the next round on, or may not."""

    permitted: bool
    clause: Clause


@event("side-wager.displaced")
class SideWagerDisplaced(Event):
    """A side wager went back to its rack because somebody else has the first claim."""

    box: int
    player: str
    kind: str
    amount: Cents
    clause: Clause
    tokens: Cents = 0


@event("wager.displaced")
class WagerDisplaced(Event):
    """An initial wager went back to its rack to make room for the player seated at the box."""

    box: int
    player: str
    amount: Cents
    clause: Clause
    tokens: Cents = 0


@event("bettors.limited")
class BettorsLimited(Event):
    """A box takes so many bettors."""

    bettors: int | None
    clause: Clause


@event("players.limited")
class PlayersLimited(Event):
    """The table takes so many players; whether a box is one player's alone."""

    players: int | None
    one_a_box: bool
    clause: Clause


@event("boxes.limited")
class BoxesLimited(Event):
    """A player may wager on so many boxes."""

    boxes: int | None
    clause: Clause


@event("box.uncontrolled")
class BoxUncontrolled(Event):
    """Nobody may decide for a box: its bettors sit at other boxes of a full house (NZ 15.5)."""

    box: int
    clause: Clause


@event("patronage.reported")
class PatronageReported(Event):
    """The house is full, or is so no longer."""

    full: bool
    clause: Clause


@event("boxes.reserved")
class BoxesReserved(Event):
    """These boxes, and no others, are reserved for a player."""

    player: str
    boxes: tuple[int, ...]
    clause: Clause


@event("box.given-up")
class BoxGivenUp(Event):
    """A player gave a box up to another."""

    box: int
    player: str
    to: str
    clause: Clause


@event("wager.raised")
class WagerRaised(Event):
    """More lies on a wager than before."""

    box: int
    player: str
    amount: Cents  # what was added
    tokens: Cents = 0


@event("wagers.arranged")
class WagersArranged(Event):
    """The dealer put a box's wagers in another line, nearest first."""

    box: int
    players: tuple[str, ...]
    clause: Clause
