"""Events of a table: facts in the past tense, with the verdict inside.

Event names are stored and never change; old payloads load forever. `tokens` says how much of an
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
    """A fact recorded at a table."""

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
    """A player brought chips to the table."""

    player: str
    amount: Cents


@event("chips.taken")
class ChipsTaken(Event):
    """A player took chips away from the table."""

    player: str
    amount: Cents


@event("wager.placed")
class WagerPlaced(Event):
    """A player placed an initial wager on a box."""

    box: int
    player: str
    amount: Cents
    seated: bool
    tokens: Cents = 0


@event("wager.withdrawn")
class WagerWithdrawn(Event):
    """A player took an initial wager back."""

    box: int
    player: str
    amount: Cents
    tokens: Cents = 0


@event("side-wager.placed")
class SideWagerPlaced(Event):
    """A player placed a side wager on a box."""

    box: int
    player: str
    kind: SideKind
    amount: Cents
    suit: str | None
    tokens: Cents = 0


@event("side-wager.withdrawn")
class SideWagerWithdrawn(Event):
    """A player took a side wager back."""

    box: int
    player: str
    kind: SideKind
    amount: Cents
    tokens: Cents = 0


@event("wager.cut-back")
class WagerCutBack(Event):
    """A wager above the maximum was cut back to it, and the rest handed back."""

    box: int
    player: str
    plays: Cents
    handed_back: Cents
    clause: Clause
    tokens: Cents = 0  # of what is handed back


@event("bets.closed")
class BetsClosed(Event):
    """Bets were closed; says who controls each box."""

    controllers: tuple[tuple[int, str], ...]


@event("card.dealt")
class CardDealt(Event):
    """A card was dealt to a hand, or to the dealer (without box and hand)."""

    card: Card
    box: int | None
    hand: int | None
    total: int
    soft: bool


@event("offers.opened")
class OffersOpened(Event):
    """The dealer offered insurance, surrender or both."""

    insurance: bool
    surrender: bool


@event("insurance.placed")
class InsurancePlaced(Event):
    """A player insured a wager."""

    box: int
    player: str
    amount: Cents
    tokens: Cents = 0


@event("wager.surrendered")
class WagerSurrendered(Event):
    """A bettor surrendered; `ends_hand` says whether that ended the hand for everybody."""

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
    """A hand stood, by choice or under the clause given."""

    box: int
    hand: int
    clause: Clause | None


@event("hand.doubled")
class HandDoubled(Event):
    """The controlling player doubled; `total` is what the hand counts from now on."""

    box: int
    hand: int
    player: str
    amount: Cents
    total: int
    soft: bool
    tokens: Cents = 0


@event("double.followed")
class DoubleFollowed(Event):
    """Another bettor on the hand doubled too."""

    box: int
    hand: int
    player: str
    amount: Cents
    tokens: Cents = 0


@event("hand.split")
class HandSplit(Event):
    """The controlling player split a hand in two, with a new wager on the second."""

    box: int
    hand: int
    player: str
    amount: Cents
    total: int
    soft: bool
    tokens: Cents = 0


@event("split.followed")
class SplitFollowed(Event):
    """Another bettor followed the split with an equal wager on the second hand."""

    box: int
    hand: int
    player: str
    amount: Cents
    tokens: Cents = 0


@event("wager.designated")
class WagerDesignated(Event):
    """A bettor who did not follow a split chose the hand their wager stays on."""

    box: int
    hand: int
    player: str
    to: int


@event("answers.awaited")
class AnswersAwaited(Event):
    """The table asked these players and waits for their answers."""

    question: Question
    box: int
    hand: int
    players: tuple[str, ...]


@event("answer.declined")
class AnswerDeclined(Event):
    """A player declined to double, split or forfeit."""

    question: Question
    box: int
    player: str


@event("decisions.passed")
class DecisionsPassed(Event):
    """The decisions for a box passed to another player, because one is away or came back."""

    box: int
    player: str  # who decides now
    clause: Clause


@event("player.absent")
class PlayerAbsent(Event):
    """A player was reported away and does not decide for the rest of the round.

    If the player is another bettor who was asked something, the answer is no.
    """

    box: int
    player: str
    clause: Clause


@event("wager.settled")
class WagerSettled(Event):
    """A wager was settled: the result, the odds, the amount returned and the clause."""

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
    """The cards of a settled hand were put into the discard rack."""

    box: int
    hand: int


@event("dealer.turn-began")
class DealerTurnBegan(Event):
    """The dealer's turn began."""


@event("round.ended")
class RoundEnded(Event):
    """The round ended: every wager is settled."""


@event("table.cleared")
class TableCleared(Event):
    """The layout was cleared: its cards went to the discard rack."""


@event("round.voided")
class RoundVoided(Event):
    """The round was declared void, and open wagers were handed back."""

    clause: Clause


@event("controller.changed")
class ControllerChanged(Event):
    """Another player took control of a box, because its controller has no wager on it now."""

    box: int
    player: str
