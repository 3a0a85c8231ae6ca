"""What people ask of the table: verbs. Cards come in commands too, so a round needs no chance.

`tokens` is how much of a wager is in promotional tokens; the rest of it is in chips.
"""

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar, dataclass_transform

from houserules.core.cards import Card
from houserules.core.deferred import deferred_dataclass
from houserules.core.money import Cents
from houserules.core.people import Moment, Person
from houserules.table.state import SideKind

Kind = TypeVar("Kind")


@deferred_dataclass
class Command:
    """Something that a person asks of a table."""

    api_name: ClassVar[str]


@deferred_dataclass
class StaffCommand(Command):
    """A member of staff orders or reports something, at a time."""

    power: ClassVar[str] = "may_deal"  # the key of the rulebook's powers that it takes
    starts_wait: ClassVar[bool] = False  # a time that must pass runs from it
    by: Person
    at: Moment


@deferred_dataclass
class PlayerCommand(Command):
    """A player does or answers something."""

    right: ClassVar[str] = "decisions_by_controller"  # the key of the rulebook that gives it
    player: str


@dataclass_transform(frozen_default=True)
def command(api_name: str) -> Callable[[type[Kind]], type[Kind]]:
    """Make a class a command: frozen, slotted, and known to the API by this name."""

    def decorate(kind: type[Kind]) -> type[Kind]:
        made: Any = deferred_dataclass(kind)
        made.api_name = api_name
        return made  # type: ignore[no-any-return]

    return decorate


@command("bring-chips")
class BringChips(Command):
    """A player puts chips into the rack before him."""

    player: str
    amount: Cents


@command("take-chips")
class TakeChips(Command):
    """A player takes chips from the rack away."""

    player: str
    amount: Cents


@command("place-wager")
class PlaceWager(Command):
    """An initial wager before the first card."""

    player: str
    box: int
    amount: Cents
    seated: bool = False
    tokens: Cents = 0


@command("withdraw-wager")
class WithdrawWager(Command):
    """An initial wager is taken back before the first card."""

    player: str
    box: int


@command("place-side-wager")
class PlaceSideWager(Command):
    """A Perfect Pairs or Suits You wager."""

    player: str
    box: int
    kind: SideKind
    amount: Cents
    suit: str | None = None
    tokens: Cents = 0


@command("withdraw-side-wager")
class WithdrawSideWager(Command):
    """A side wager is taken back before the first card."""

    player: str
    box: int
    kind: SideKind


@command("close-bets")
class CloseBets(Command):
    """The dealer: no more bets."""


@command("deal-card")
class DealCard(Command):
    """The next card leaves the shoe; the table knows where it goes."""

    card: Card


@command("insure")
class Insure(Command):
    """A player insures a wager against a dealer's natural."""

    player: str
    box: int
    amount: Cents
    tokens: Cents = 0


@command("surrender")
class Surrender(Command):
    """A player gives up half the wager."""

    player: str
    box: int


@command("close-offers")
class CloseOffers(Command):
    """The dealer: insurance and surrender are closed."""


@command("hit")
class Hit(Command):
    """The controlling player asks for a card."""

    player: str
    box: int
    hand: int


@command("stand")
class Stand(Command):
    """The controlling player takes no more cards."""

    player: str
    box: int
    hand: int


@command("double")
class Double(Command):
    """The controlling player doubles, or another bettor follows."""

    player: str
    box: int
    hand: int
    amount: Cents
    tokens: Cents = 0


@command("split")
class Split(Command):
    """The controlling player splits, or another bettor follows."""

    player: str
    box: int
    hand: int
    tokens: Cents = 0


@command("designate")
class Designate(Command):
    """A bettor who does not follow a split names the hand that the wager goes to."""

    player: str
    box: int
    hand: int


@command("forfeit")
class Forfeit(Command):
    """A bettor takes the double back and gives up the wager."""

    player: str
    box: int
    hand: int


@command("decline")
class Decline(Command):
    """A bettor answers no to the question that is open on a box."""

    player: str
    box: int


@command("report-absent")
class ReportAbsent(Command):
    """The controlling player of the box in play is away or, in New South Wales, does not decide.

    `bettor`: somebody is away who owes an answer to a double, split or forfeit; the answer is no.
    """

    box: int
    hand: int
    bettor: str | None = None


@command("come-back")
class ComeBack(Command):
    """A player who was away is back and decides for the box again (NZ 16.6)."""

    player: str
    box: int


@command("clear-table")
class ClearTable(Command):
    """The dealer picks up the cards that are left."""
