"""A session as it stands: its conditions, its players, and what happened before the cards."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause

Ground = Literal[
    "absent",
    "no wager",
    "broke a rule",
    "raised the buy-in",
    "took chips off the table",
    "exchanged chips",
    "hid chips",
    "advice",
    "conduct",
]
"""Why a player is disqualified (20.5.6.2, 20.5.7, 20.6.4 to 20.6.7, 20.11)."""

Ending = Literal["rounds", "clock", "early", "nobody left", "play-off decided"]
"""Why a session is over."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The minimum and maximum wager from some round on."""

    from_round: int
    minimum: Cents
    maximum: Cents


@dataclass(frozen=True, slots=True)
class SessionConditions:
    """What the tournament conditions say about one session."""

    rounds: int | None  # None: by the clock, or a play-off
    chips: Cents  # what each player starts with
    advance: int  # how many go on; in a final, how many places have a prize
    final: bool
    pass_cards: int  # per player
    undisclosed_wagers: int  # per player
    order_of_wagering: bool
    deal_from_marker: bool
    limits: tuple[Limits, ...]
    minutes: int | None = None  # a session by the clock
    wager_seconds: int | None = None  # within which a wager must be made; None: no clock
    cash_value: bool = False  # of the tournament chips
    play_off: int | None = None  # of a play-off: the first place that is at stake

    def limits_in(self, number: int) -> Limits:
        """Return the limits of a round, counted from 1."""
        return [limits for limits in self.limits if limits.from_round <= number][-1]


@dataclass(frozen=True, slots=True)
class Player:
    """A tournament player at a box."""

    name: str
    box: int


@dataclass(frozen=True, slots=True)
class Form:
    """An undisclosed wager as it was written; a part that is missing is None."""

    kind: str | None
    amount: Cents | None

    @property
    def is_complete(self) -> bool:
        """Whether the form names an original wager and its amount (20.8.3.4, reading 203)."""
        return self.kind == "original" and self.amount is not None


class Elimination(NamedTuple):
    """How a player went out; the greater of two is placed above the other (20.10.4).

    Later rounds come first, then more chips left, then the larger total staked in that round, then
    whose last chips were collected later (readings 214 and 215).
    """

    round: int
    chips: Cents
    staked: Cents
    collected: tuple[int, int]


LAST_COLLECTED: Final = (1_000_000, 0)
"""A player who had nothing collected counts as collected last."""


@dataclass(frozen=True, slots=True)
class Disqualification:
    """A disqualification that the Tournament Manager has declared."""

    player: str
    ground: Ground
    clause: Clause


@dataclass(frozen=True)
class SessionPlayer:
    """What one player of the session has left, and how they left it."""

    name: str
    box: int
    pass_cards: int
    forms: int
    chips: Cents  # at the last count: after the last round that counted
    deductions: int = 0  # rounds in which the minimum was deducted for absence
    staked: Cents = 0  # in the last round that counted
    collected: tuple[int, int] = LAST_COLLECTED  # when the last chips of that round went
    eliminated: Elimination | None = None
    disqualified: Disqualification | None = None

    @property
    def is_in(self) -> bool:
        """Whether the player is still in the session."""
        return self.eliminated is None and self.disqualified is None


@dataclass(frozen=True)
class Entry:
    """What one player did before the cards of a round; a wager's amount lies on the box."""

    player: str
    wager: bool = False
    form: Form | None = None  # sealed until the round is settled
    examined: bool = False  # the form; its indicator lies in front of the player
    pass_card: bool = False
    absent: bool = False  # the minimum is deducted after the round

    @property
    def plays(self) -> bool:
        """Whether the player's box is dealt cards."""
        return self.wager or self.form is not None


@dataclass(frozen=True, slots=True)
class OpenedForm:
    """A form that was opened after its round, and what it was deemed to be for."""

    player: str
    form: Form
    deemed: Cents | None  # None: it showed no wager, and the minimum was deducted
    clause: Clause | None  # by which it counts for something else than it says


@dataclass(frozen=True, slots=True)
class PlaceTaken:
    """The place of a player; those who share one have the same number."""

    place: int
    player: str
    chips: Cents


@dataclass(frozen=True, slots=True)
class CountedChips:
    """The chips of a player as somebody counted them, and as the software has them."""

    player: str
    counted: Cents
    expected: Cents


@dataclass(frozen=True, slots=True)
class MissingChips:
    """Tournament chips that were not returned: so many of one denomination (20.5.9)."""

    denomination: Cents
    number: int


@dataclass(frozen=True, slots=True)
class SessionResult:
    """Who finished where, who goes on and who plays off, as the Tournament Manager announced it."""

    places: tuple[PlaceTaken, ...]
    advance: tuple[str, ...]
    play_off: tuple[str, ...]  # the players of the first tie that needs a play-off, by boxes
    disqualified: tuple[tuple[str, Cents], ...]  # with the chips of their last count
    counts: tuple[CountedChips, ...]


@dataclass(frozen=True)
class Session:
    """The session at a table: from the moment it is begun until its chips are back in the tray."""

    name: str  # by which the tournament knows it
    conditions: SessionConditions
    players: tuple[SessionPlayer, ...]  # by box
    float_set_aside: Cents  # the table's own chips, which take no part
    begun: Moment
    first_round: int  # as the table counts its rounds
    counted: int = 0  # rounds
    marker: int | None = None  # the box that has it
    entries: tuple[Entry, ...] = ()  # before the cards of this round, in their order
    late: tuple[str, ...] = ()  # whose time to wager was over before they wagered
    wager_seconds: int | None = None
    clock_from: tuple[int, int] | None = None  # announced: the round, and the seconds from then on
    declared: tuple[Disqualification, ...] = ()  # to take effect before the next round
    opened: tuple[OpenedForm, ...] = ()  # anybody at the table may read them
    concluded: Literal["clock", "early"] | None = None  # no other round begins
    void: bool = False  # the round on the table was declared void
    cleared: Literal["count", "void"] | None = None  # what becomes of the round just cleared
    last: "Session | None" = None  # before the last round was counted
    ending: Ending | None = None  # None: not over
    places: tuple[PlaceTaken, ...] = ()  # once it is over
    count_due: bool = False  # the Tournament Manager has ordered one, or the session is over
    counts: tuple[CountedChips, ...] = ()  # the last count
    result: SessionResult | None = None
    returned: bool = False  # the tournament chips are back in the tray
    missing: tuple[MissingChips, ...] = ()

    @property
    def issued(self) -> Cents:
        """What all players received: as much as all tournament chips at the table together."""
        return self.conditions.chips * len(self.players)

    @property
    def round(self) -> int:
        """The number of the round that is played or comes next."""
        return self.counted + 1

    @property
    def limits(self) -> Limits:
        """The limits of the round that is played or comes next."""
        return self.conditions.limits_in(self.round)

    @property
    def players_in(self) -> tuple[SessionPlayer, ...]:
        """Who is still in, by boxes."""
        return tuple([player for player in self.players if player.is_in])

    @property
    def is_over(self) -> bool:
        """Whether no other round is played."""
        return self.ending is not None

    def player(self, name: str) -> SessionPlayer | None:
        """Return a player of the session, also one who has left it."""
        return next((player for player in self.players if player.name == name), None)

    def entry(self, player: str) -> Entry | None:
        """Return what a player has done before the cards of this round."""
        return next((entry for entry in self.entries if entry.player == player), None)
