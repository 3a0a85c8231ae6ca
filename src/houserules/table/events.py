"""What has happened at the table: past tense, with the verdict inside.

The names are promises: they are stored, and old payloads load forever. `tokens` is how much of an
amount is in promotional tokens.
"""

from collections.abc import Callable
from typing import Any, ClassVar, Literal, TypeVar, dataclass_transform

from houserules.core.cards import Card
from houserules.core.deferred import deferred_dataclass
from houserules.core.money import Cents, Odds, format_money
from houserules.core.refusal import Clause
from houserules.table.state import Question, Result, SideKind

WagerKind = Literal[
    "original",
    "split",
    "double",
    "insurance",
    "perfect-pairs",
    "suits-you",
    "super-bonus",
    "bonus",
    "ultimate-pinkjack",
]
Stage = Literal["interim", "final"]


Kind = TypeVar("Kind")


@deferred_dataclass
class Event:
    """Something that has happened at a table."""

    name: ClassVar[str]  # under which it is stored


@dataclass_transform(frozen_default=True)
def event(name: str) -> Callable[[type[Kind]], type[Kind]]:
    """Make a class an event: frozen, slotted, and stored under this name forever."""

    def decorate(kind: type[Kind]) -> type[Kind]:
        made: Any = deferred_dataclass(kind)
        made.name = name
        return made  # type: ignore[no-any-return]

    return decorate


@event("chips.brought")
class ChipsBrought(Event):
    """Chips came into a rack from outside the table."""

    player: str
    amount: Cents


@event("chips.taken")
class ChipsTaken(Event):
    """Chips left a rack for good."""

    player: str
    amount: Cents


@event("wager.placed")
class WagerPlaced(Event):
    """An initial wager lies on a box."""

    box: int
    player: str
    amount: Cents
    seated: bool
    tokens: Cents = 0


@event("wager.withdrawn")
class WagerWithdrawn(Event):
    """An initial wager went back to the rack."""

    box: int
    player: str
    amount: Cents
    tokens: Cents = 0


@event("side-wager.placed")
class SideWagerPlaced(Event):
    """A side wager lies on a box."""

    box: int
    player: str
    kind: SideKind
    amount: Cents
    suit: str | None
    tokens: Cents = 0


@event("side-wager.withdrawn")
class SideWagerWithdrawn(Event):
    """A side wager went back to the rack."""

    box: int
    player: str
    kind: SideKind
    amount: Cents
    tokens: Cents = 0


@event("wager.cut-back")
class WagerCutBack(Event):
    """A wager above the maximum plays for less; the rest is handed back."""

    box: int
    player: str
    plays: Cents
    handed_back: Cents
    clause: Clause
    tokens: Cents = 0  # of what is handed back


@event("bets.closed")
class BetsClosed(Event):
    """No more bets; who controls each box."""

    controllers: tuple[tuple[int, str], ...]


@event("card.dealt")
class CardDealt(Event):
    """A card left the shoe for a hand, or for the dealer (box and hand are None)."""

    card: Card
    box: int | None
    hand: int | None
    total: int
    soft: bool


@event("offers.opened")
class OffersOpened(Event):
    """The dealer called for insurance, surrender or both."""

    insurance: bool
    surrender: bool


@event("insurance.placed")
class InsurancePlaced(Event):
    """An insurance wager lies on the line."""

    box: int
    player: str
    amount: Cents
    tokens: Cents = 0


@event("wager.surrendered")
class WagerSurrendered(Event):
    """A bettor gave up half; `ends_hand`: the controlling player did, and the hand takes no card."""

    box: int
    player: str
    ends_hand: bool


@event("play.began")
class PlayBegan(Event):
    """The subsequent deal began."""


@event("card.asked")
class CardAsked(Event):
    """The controlling player asked for a card, or the rules draw one for an absent player."""

    box: int
    hand: int


@event("hand.stood")
class HandStood(Event):
    """The hand takes no more cards, by choice or by the clause named."""

    box: int
    hand: int
    clause: Clause | None


@event("hand.doubled")
class HandDoubled(Event):
    """The controlling player doubled; the total as it counts from now on."""

    box: int
    hand: int
    player: str
    amount: Cents
    total: int
    soft: bool
    tokens: Cents = 0


@event("double.followed")
class DoubleFollowed(Event):
    """Another bettor doubled too."""

    box: int
    hand: int
    player: str
    amount: Cents
    tokens: Cents = 0


@event("hand.split")
class HandSplit(Event):
    """A hand became two; every wager is on the first, the controlling player's new one on the second."""

    box: int
    hand: int
    player: str
    amount: Cents
    total: int
    soft: bool
    tokens: Cents = 0


@event("split.followed")
class SplitFollowed(Event):
    """Another bettor put an equal wager on the second hand."""

    box: int
    hand: int
    player: str
    amount: Cents
    tokens: Cents = 0


@event("wager.designated")
class WagerDesignated(Event):
    """A bettor who did not follow a split named the hand that the wager is on."""

    box: int
    hand: int
    player: str
    to: int


@event("answers.awaited")
class AnswersAwaited(Event):
    """The round waits for these players' answers."""

    question: Question
    box: int
    hand: int
    players: tuple[str, ...]


@event("answer.declined")
class AnswerDeclined(Event):
    """A player answered no."""

    question: Question
    box: int
    player: str


@event("decisions.passed")
class DecisionsPassed(Event):
    """Somebody else decides for a box from now on, because a player is away or is back."""

    box: int
    player: str  # who decides now
    clause: Clause


@event("player.absent")
class PlayerAbsent(Event):
    """The controlling player of a box does not decide for the rest of the round.

    Another bettor on the box: owed an answer and is away, so the answer is no.
    """

    box: int
    player: str
    clause: Clause


@event("wager.settled")
class WagerSettled(Event):
    """A wager was decided: what it pays, at which odds, under which clause."""

    box: int | None
    hand: int | None
    player: str
    wager: WagerKind
    stake: Cents
    result: Result
    odds: Odds | None
    returned: Cents
    stage: Stage
    clause: Clause
    token_stake: Cents = 0  # of the stake
    tokens: Cents = 0  # of what is returned; winnings are chips

    def __repr__(self) -> str:
        """Return one line: whose wager, how it ended, what came back and by which clause."""
        place = "" if self.box is None else f" on box {self.box}"
        place += "" if self.hand is None else f", hand {self.hand}"
        odds = f" at {self.odds}" if self.odds else ""
        return (
            f"WagerSettled({self.player}'s {self.wager}{place}: {self.result}{odds}, "
            f"{format_money(self.stake)} staked, {format_money(self.returned)} back, {self.clause})"
        )

    @property
    def net(self) -> Cents:
        """What the player is up by it."""
        return self.returned - self.stake


@event("hand.cleared")
class HandCleared(Event):
    """A settled hand's cards went to the discard rack."""

    box: int
    hand: int


@event("dealer.turn-began")
class DealerTurnBegan(Event):
    """Every player has decided, and the dealer's cards matter."""


@event("round.ended")
class RoundEnded(Event):
    """Every wager is settled."""


@event("table.cleared")
class TableCleared(Event):
    """The cards left on the layout went to the discard rack."""


@event("round.voided")
class RoundVoided(Event):
    """The round has no result; what was still open was handed back."""

    clause: Clause


@event("controller.changed")
class ControllerChanged(Event):
    """Somebody else decides for a box, because who did has no wager on it any more."""

    box: int
    player: str
