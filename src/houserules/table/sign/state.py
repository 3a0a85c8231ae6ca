"""What stands on a table's sign, and what staff have ordered about wagers at that table."""

from dataclasses import dataclass, field
from typing import Final, Literal

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause

Length = Literal["this shoe", "further shoes", "one box"]
"""How far a restriction to the minimum goes."""

TO_THE_MINIMUM: Final = "restriction to the minimum in further shoes"
TO_ONE_BOX: Final = "restriction to one box and the minimum"
SIDE_WAGERS: Final = "restriction of side wagers to players with an initial wager"
TOLD_FIRST: Final = frozenset({TO_THE_MINIMUM, TO_ONE_BOX, SIDE_WAGERS})
"""What somebody has to be told about before each order (S24 6.12, 6.13, 16.4.1)."""


@dataclass(frozen=True, slots=True)
class SideLimits:
    """What a side wager takes: one amount, or any from the least to the most (S24 7.1)."""

    kind: str
    least: Cents
    most: Cents


@dataclass(frozen=True)
class Stated:
    """The limits that a sign states."""

    minimum: Cents
    maximum: Cents | None = None  # of a box; None: only the player's is limited
    unit: Cents | None = None  # None: the smallest chip
    player_maximum: Cents | None = None  # of one player on one box
    side_wagers: tuple[SideLimits, ...] = ()  # those that are offered

    def most_of_one(self) -> Cents:
        """Return the most that one player alone may have on a box."""
        return min(each for each in (self.maximum, self.player_maximum) if each is not None)

    def side(self, kind: str) -> SideLimits | None:
        """Return what a side wager takes; None: it is not offered."""
        return next((each for each in self.side_wagers if each.kind == kind), None)


@dataclass(frozen=True, slots=True)
class Share:
    """One bettor's initial wager on a box: as it was found, and what plays of it."""

    player: str
    placed: Cents
    plays: Cents
    seated: bool
    tokens: Cents = 0  # of what plays


@dataclass(frozen=True, slots=True)
class Restated:
    """A wager on a box that counts for another amount from now on; 0: it is handed back."""

    player: str
    wager: Literal["original", "split", "double", "insurance", "perfect-pairs", "suits-you"]
    hand: int | None  # None: it lies beside the hands
    amount: Cents
    tokens: Cents = 0  # of the amount


@dataclass(frozen=True, slots=True)
class Announced:
    """A sign with limits to come, the hour at which they are to come, and since when it stands."""

    stated: Stated
    when: Moment
    since: Moment
    player: str | None = None  # whose own limits they are to be; None: the table's


@dataclass(frozen=True, slots=True)
class Marker:
    """A player keeps the minimum and the unit of before until leaving the table (S24 7.5.1).

    The maximum is the new one; the sign shows the old one too (S24 7.5.3, reading 65).
    """

    player: str
    minimum: Cents
    maximum: Cents | None  # of the table then
    unit: Cents | None = None  # None: that of the sign


@dataclass(frozen=True, slots=True)
class OwnLimits:
    """One player may wager above the table's maximum (S24 7.6)."""

    player: str
    minimum: Cents
    maximum: Cents


@dataclass(frozen=True, slots=True)
class Restriction:
    """A player is held to the minimum."""

    player: str
    length: Length
    shoe: int  # the number of the shoe in which it was ordered
    clause: Clause


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A box that a player has given up to another who had no seat."""

    box: int
    player: str
    to: str


@dataclass(frozen=True)
class Orders:
    """What staff have ordered beside the limits; None: nothing."""

    bettors: int | None = None  # to a box
    players: int | None = None  # at the table
    one_a_box: bool = False  # a box is its own player's alone
    boxes: int | None = None  # that one player may wager on
    side_wagers_beside_own: bool = False  # only for players with an initial wager in the round
    full_patronage: bool = False
    resplit: bool | None = None  # split hands may be split again; None: as the table was opened
    restrictions: tuple[Restriction, ...] = ()
    player_maxima: tuple[tuple[str, Cents], ...] = ()  # of named players, on any one box
    reserved: tuple[tuple[int, str], ...] = ()  # box and player
    given_up: tuple[GivenUp, ...] = ()

    def maximum_of(self, player: str) -> Cents | None:
        """Return the most that was directed for this player by name."""
        return next((most for name, most in self.player_maxima if name == player), None)

    def reserved_for(self, box: int) -> str | None:
        """Return for whom a box is reserved."""
        return next((player for number, player in self.reserved if number == box), None)


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who has wagered since the shoe began."""

    shoe: int = 0  # its number
    rounds: int = 0  # begun in it
    first: tuple[str, ...] = ()  # wagered on its first round
    every: tuple[str, ...] = ()  # wagered on every round of it
    refilled: bool = False  # reshuffled to complete a round, with which the shoe ends


@dataclass(frozen=True)
class Sign:
    """The sign of a table and everything that depends on it."""

    stated: Stated
    closed_with: Stated | None = None  # as it was when bets were last closed; None: not up then
    announced: tuple[Announced, ...] = ()  # by their hours
    markers: tuple[Marker, ...] = ()
    own_limits: tuple[OwnLimits, ...] = ()
    orders: Orders = field(default_factory=Orders)
    attendance: Attendance = field(default_factory=Attendance)
    taken_off: tuple[SideLimits, ...] = ()  # side wagers not offered now, as they last were

    def in_force(self, phase: str) -> Stated | None:
        """Return the limits of now: a round is played by those with which its bets were closed."""
        return self.stated if phase in ("betting", "over") else self.closed_with

    def marker_of(self, player: str) -> Marker | None:
        """Return the player's marker."""
        return next((each for each in self.markers if each.player == player), None)

    def own_limits_of(self, player: str) -> OwnLimits | None:
        """Return the limits that hold for this player alone."""
        return next((each for each in self.own_limits if each.player == player), None)
