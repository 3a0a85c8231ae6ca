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
    """Put chips into your rack."""

    player: str
    amount: Cents


@command("take-chips")
class TakeChips(Command):
    """Take chips from your rack."""

    player: str
    amount: Cents


@command("place-wager")
class PlaceWager(Command):
    """Place an initial wager before the first card."""

    player: str
    box: int
    amount: Cents
    seated: bool = False
    tokens: Cents = 0


@command("withdraw-wager")
class WithdrawWager(Command):
    """Take an initial wager back before the first card."""

    player: str
    box: int


@command("place-side-wager")
class PlaceSideWager(Command):
    """Place a Perfect Pairs or Suits You wager."""

    player: str
    box: int
    kind: SideKind
    amount: Cents
    suit: str | None = None
    tokens: Cents = 0


@command("withdraw-side-wager")
class WithdrawSideWager(Command):
    """Take a side wager back before the first card."""

    player: str
    box: int
    kind: SideKind


@command("close-bets")
class CloseBets(Command):
    """Call "no more bets"."""


@command("deal-card")
class DealCard(Command):
    """Deal the next card from the shoe; the table knows where it goes."""

    card: Card


@command("insure")
class Insure(Command):
    """Insure a wager against a dealer's natural."""

    player: str
    box: int
    amount: Cents
    tokens: Cents = 0


@command("surrender")
class Surrender(Command):
    """Give up half your wager and take the rest back."""

    player: str
    box: int


@command("close-offers")
class CloseOffers(Command):
    """Close insurance and surrender."""


@command("hit")
class Hit(Command):
    """Ask for another card."""

    player: str
    box: int
    hand: int


@command("stand")
class Stand(Command):
    """Take no more cards."""

    player: str
    box: int
    hand: int


@command("double")
class Double(Command):
    """Double the wager for exactly one more card, or follow the controlling player's double."""

    player: str
    box: int
    hand: int
    amount: Cents
    tokens: Cents = 0


@command("split")
class Split(Command):
    """Split the hand, or follow the controlling player's split."""

    player: str
    box: int
    hand: int
    tokens: Cents = 0


@command("designate")
class Designate(Command):
    """Choose the hand your wager stays on when you don't follow a split."""

    player: str
    box: int
    hand: int


@command("forfeit")
class Forfeit(Command):
    """Take your double back and give up the original wager."""

    player: str
    box: int
    hand: int


@command("decline")
class Decline(Command):
    """Answer no to the question that is open on a box."""

    player: str
    box: int


@command("report-absent")
class ReportAbsent(Command):
    """Report the controlling player of the box in play as away or, in NSW, as not deciding.

    `bettor`: somebody is away who owes an answer to a double, split or forfeit; the answer is no.
    """

    box: int
    hand: int
    bettor: str | None = None


@command("come-back")
class ComeBack(Command):
    """Return after being away, and decide for the box again (NZ 16.6)."""

    player: str
    box: int


@command("clear-table")
class ClearTable(Command):
    """Pick up the cards that are left on the layout."""
