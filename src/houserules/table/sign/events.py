"""Events of the sign and of the orders about wagers."""

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
    """A sign with the limits was put up."""

    stated: Stated


@event("limits.changed")
class LimitsChanged(Event):
    """The limits on the sign changed; lists the markers, signs and own limits that remain."""

    stated: Stated
    markers: tuple[Marker, ...]
    announced: tuple[Announced, ...]
    own_limits: tuple[OwnLimits, ...]
    clause: Clause


@event("wagers.kept")
class WagersKept(Event):
    """Wagers on the layout, lawful before the limits changed, were allowed to stay."""

    wagers: tuple[tuple[int, str, Cents], ...]
    clause: Clause


@event("wager.found")
class WagerFound(Event):
    """Staff found a wager outside the limits on the layout; it was placed as found."""

    box: int
    player: str
    amount: Cents
    by: str
    at: Moment
    clause: Clause


@event("wager.found-in-play")
class WagerFoundInPlay(Event):
    """A supervisor corrected a wager outside the limits that was found after bets were closed.

    `shares` lists what each bettor on the box now plays for, `wagers` what changes with it: initial
    wagers, doubles, splits, insurance and side wagers.
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
    """A sign with future limits was put up or taken down; lists those that stand, by time."""

    announced: tuple[Announced, ...]
    clause: Clause


@event("limits.own-set")
class OwnLimitsSet(Event):
    """A player was given limits of their own, or (null) put back on the table's."""

    player: str
    limits: OwnLimits | None
    clause: Clause
    agreed: bool = False  # the player agreed to the higher minimum


@event("player.maximum-set")
class PlayerMaximumSet(Event):
    """A player was given a maximum per box, or (null) put back on the sign's."""

    player: str
    maximum: Cents | None
    clause: Clause


@event("player.restricted")
class PlayerRestricted(Event):
    """A player was restricted to the minimum wager."""

    player: str
    length: Length
    shoe: int
    clause: Clause


@event("player.restriction-lifted")
class RestrictionLifted(Event):
    """A restriction was lifted early."""

    player: str
    length: Length


@event("side-wagers.limited")
class SideWagersLimited(Event):
    """Side wagers were restricted to players with an initial wager, or opened to all again."""

    limited: bool
    clause: Clause


@event("side-wager.confirmed")
class SideWagerConfirmed(Event):
    """The dealer confirmed a side wager, so it stays until it is settled (NZ 5.6)."""

    box: int
    player: str
    kind: str
    by: str
    at: Moment
    clause: Clause


@event("resplit.permitted")
class ResplitPermitted(Event):
    """Players were told whether split hands may be split again from the next round."""

    permitted: bool
    clause: Clause


@event("side-wager.displaced")
class SideWagerDisplaced(Event):
    """A side wager was handed back because another player has the first claim to the place."""

    box: int
    player: str
    kind: str
    amount: Cents
    clause: Clause
    tokens: Cents = 0


@event("wager.displaced")
class WagerDisplaced(Event):
    """An initial wager was handed back to make room for the player seated at the box."""

    box: int
    player: str
    amount: Cents
    clause: Clause
    tokens: Cents = 0


@event("bettors.limited")
class BettorsLimited(Event):
    """The number of bettors per box was changed."""

    bettors: int | None
    clause: Clause


@event("players.limited")
class PlayersLimited(Event):
    """The number of players at the table was limited, with or without boxes for one player only."""

    players: int | None
    one_a_box: bool
    clause: Clause


@event("boxes.limited")
class BoxesLimited(Event):
    """The number of boxes per player was changed."""

    boxes: int | None
    clause: Clause


@event("box.uncontrolled")
class BoxUncontrolled(Event):
    """Nobody may decide for a box: the house is full and its bettors sit elsewhere (NZ 15.5)."""

    box: int
    clause: Clause


@event("patronage.reported")
class PatronageReported(Event):
    """The house was reported full, or no longer full."""

    full: bool
    clause: Clause


@event("boxes.reserved")
class BoxesReserved(Event):
    """These boxes, and no others, were reserved for a player."""

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
    """A player raised a wager."""

    box: int
    player: str
    amount: Cents  # what was added
    tokens: Cents = 0


@event("wagers.arranged")
class WagersArranged(Event):
    """The dealer rearranged the wagers of a box; lists them nearest the dealer first."""

    box: int
    players: tuple[str, ...]
    clause: Clause
