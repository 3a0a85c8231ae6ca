"""What people ask of the table: verbs. Cards come in commands too, so a round needs no chance.

`tokens` is how much of a wager is in promotional tokens; the rest of it is in chips.
"""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.cards import Card
from houserules.core.money import Cents
from houserules.core.people import Moment, Person
from houserules.table.state import SideKind

# What every command of staff, every further command of players and every house event has.


@dataclass(frozen=True, slots=True)
class StaffCommand:
    """Somebody with an office orders or reports something, at an hour."""

    power: ClassVar[str] = "may_deal"  # the key of the rulebook's powers that it takes
    starts_wait: ClassVar[bool] = False  # a time that must pass runs from it
    by: Person
    at: Moment


@dataclass(frozen=True, slots=True)
class PlayerCommand:
    """A player does or answers something."""

    right: ClassVar[str] = "decisions_by_controller"  # the key of the rulebook that gives it
    player: str


@dataclass(frozen=True, slots=True)
class HouseEvent:
    """Something that happened around the cards; subclasses have a stored `name`."""

    name: ClassVar[str]


@dataclass(frozen=True, slots=True)
class BringChips:
    """A player puts chips into the rack before him."""

    player: str
    amount: Cents


@dataclass(frozen=True, slots=True)
class TakeChips:
    """A player takes chips from the rack away."""

    player: str
    amount: Cents


@dataclass(frozen=True, slots=True)
class PlaceWager:
    """An initial wager before the first card."""

    player: str
    box: int
    amount: Cents
    seated: bool = False
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class WithdrawWager:
    """An initial wager is taken back before the first card."""

    player: str
    box: int


@dataclass(frozen=True, slots=True)
class PlaceSideWager:
    """A Perfect Pairs or Suits You wager."""

    player: str
    box: int
    kind: SideKind
    amount: Cents
    suit: str | None = None
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class WithdrawSideWager:
    """A side wager is taken back before the first card."""

    player: str
    box: int
    kind: SideKind


@dataclass(frozen=True, slots=True)
class CloseBets:
    """The dealer: no more bets."""


@dataclass(frozen=True, slots=True)
class DealCard:
    """The next card leaves the shoe; the table knows where it goes."""

    card: Card


@dataclass(frozen=True, slots=True)
class Insure:
    """A player insures a wager against a dealer's natural."""

    player: str
    box: int
    amount: Cents
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class Surrender:
    """A player gives up half the wager."""

    player: str
    box: int


@dataclass(frozen=True, slots=True)
class CloseOffers:
    """The dealer: insurance and surrender are closed."""


@dataclass(frozen=True, slots=True)
class Hit:
    """The controlling player asks for a card."""

    player: str
    box: int
    hand: int


@dataclass(frozen=True, slots=True)
class Stand:
    """The controlling player takes no more cards."""

    player: str
    box: int
    hand: int


@dataclass(frozen=True, slots=True)
class Double:
    """The controlling player doubles, or another bettor follows."""

    player: str
    box: int
    hand: int
    amount: Cents
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class Split:
    """The controlling player splits, or another bettor follows."""

    player: str
    box: int
    hand: int
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class Designate:
    """A bettor who does not follow a split names the hand that the wager goes to."""

    player: str
    box: int
    hand: int


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A bettor takes the double back and gives up the wager."""

    player: str
    box: int
    hand: int


@dataclass(frozen=True, slots=True)
class Decline:
    """A bettor answers no to the question that is open on a box."""

    player: str
    box: int


@dataclass(frozen=True, slots=True)
class ReportAbsent:
    """The controlling player of the box in play is away or, in New South Wales, does not decide.

    `bettor`: somebody is away who owes an answer to a double, split or forfeit; the answer is no.
    """

    box: int
    hand: int
    bettor: str | None = None


@dataclass(frozen=True, slots=True)
class ComeBack:
    """A player who was away is back and decides for the box again (NZ 16.6)."""

    player: str
    box: int


@dataclass(frozen=True, slots=True)
class ClearTable:
    """The dealer picks up the cards that are left."""


Command = (
    BringChips
    | TakeChips
    | PlaceWager
    | WithdrawWager
    | PlaceSideWager
    | WithdrawSideWager
    | CloseBets
    | DealCard
    | Insure
    | Surrender
    | CloseOffers
    | Hit
    | Stand
    | Double
    | Split
    | Designate
    | Forfeit
    | Decline
    | ReportAbsent
    | ComeBack
    | ClearTable
    | StaffCommand
    | PlayerCommand
)
