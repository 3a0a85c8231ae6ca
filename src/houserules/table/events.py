"""What has happened at the table: past tense, with the verdict inside.

The names are promises: they are stored, and old payloads load forever. `tokens` is how much of an
amount is in promotional tokens.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from houserules.core.cards import Card
from houserules.core.money import Cents, Odds
from houserules.core.refusal import Clause
from houserules.table.commands import HouseEvent
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


@dataclass(frozen=True, slots=True)
class ChipsBrought:
    """Chips came into a rack from outside the table."""

    name: ClassVar[str] = "chips.brought"
    player: str
    amount: Cents


@dataclass(frozen=True, slots=True)
class ChipsTaken:
    """Chips left a rack for good."""

    name: ClassVar[str] = "chips.taken"
    player: str
    amount: Cents


@dataclass(frozen=True, slots=True)
class WagerPlaced:
    """An initial wager lies on a box."""

    name: ClassVar[str] = "wager.placed"
    box: int
    player: str
    amount: Cents
    seated: bool
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class WagerWithdrawn:
    """An initial wager went back to the rack."""

    name: ClassVar[str] = "wager.withdrawn"
    box: int
    player: str
    amount: Cents
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class SideWagerPlaced:
    """A side wager lies on a box."""

    name: ClassVar[str] = "side-wager.placed"
    box: int
    player: str
    kind: SideKind
    amount: Cents
    suit: str | None
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class SideWagerWithdrawn:
    """A side wager went back to the rack."""

    name: ClassVar[str] = "side-wager.withdrawn"
    box: int
    player: str
    kind: SideKind
    amount: Cents
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class WagerCutBack:
    """A wager above the maximum plays for less; the rest is handed back."""

    name: ClassVar[str] = "wager.cut-back"
    box: int
    player: str
    plays: Cents
    handed_back: Cents
    clause: Clause
    tokens: Cents = 0  # of what is handed back


@dataclass(frozen=True, slots=True)
class BetsClosed:
    """No more bets; who controls each box."""

    name: ClassVar[str] = "bets.closed"
    controllers: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card left the shoe for a hand, or for the dealer (box and hand are None)."""

    name: ClassVar[str] = "card.dealt"
    card: Card
    box: int | None
    hand: int | None
    total: int
    soft: bool


@dataclass(frozen=True, slots=True)
class OffersOpened:
    """The dealer called for insurance, surrender or both."""

    name: ClassVar[str] = "offers.opened"
    insurance: bool
    surrender: bool


@dataclass(frozen=True, slots=True)
class InsurancePlaced:
    """An insurance wager lies on the line."""

    name: ClassVar[str] = "insurance.placed"
    box: int
    player: str
    amount: Cents
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class WagerSurrendered:
    """A bettor gave up half; `ends_hand`: the controlling player did, and the hand takes no card."""

    name: ClassVar[str] = "wager.surrendered"
    box: int
    player: str
    ends_hand: bool


@dataclass(frozen=True, slots=True)
class PlayBegan:
    """The subsequent deal began."""

    name: ClassVar[str] = "play.began"


@dataclass(frozen=True, slots=True)
class CardAsked:
    """The controlling player asked for a card, or the rules draw one for an absent player."""

    name: ClassVar[str] = "card.asked"
    box: int
    hand: int


@dataclass(frozen=True, slots=True)
class HandStood:
    """The hand takes no more cards, by choice or by the clause named."""

    name: ClassVar[str] = "hand.stood"
    box: int
    hand: int
    clause: Clause | None


@dataclass(frozen=True, slots=True)
class HandDoubled:
    """The controlling player doubled; the total as it counts from now on."""

    name: ClassVar[str] = "hand.doubled"
    box: int
    hand: int
    player: str
    amount: Cents
    total: int
    soft: bool
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class DoubleFollowed:
    """Another bettor doubled too."""

    name: ClassVar[str] = "double.followed"
    box: int
    hand: int
    player: str
    amount: Cents
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class HandSplit:
    """A hand became two; every wager is on the first, the controlling player's new one on the second."""

    name: ClassVar[str] = "hand.split"
    box: int
    hand: int
    player: str
    amount: Cents
    total: int
    soft: bool
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class SplitFollowed:
    """Another bettor put an equal wager on the second hand."""

    name: ClassVar[str] = "split.followed"
    box: int
    hand: int
    player: str
    amount: Cents
    tokens: Cents = 0


@dataclass(frozen=True, slots=True)
class WagerDesignated:
    """A bettor who did not follow a split named the hand that the wager is on."""

    name: ClassVar[str] = "wager.designated"
    box: int
    hand: int
    player: str
    to: int


@dataclass(frozen=True, slots=True)
class AnswersAwaited:
    """The round waits for these players' answers."""

    name: ClassVar[str] = "answers.awaited"
    question: Question
    box: int
    hand: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnswerDeclined:
    """A player answered no."""

    name: ClassVar[str] = "answer.declined"
    question: Question
    box: int
    player: str


@dataclass(frozen=True, slots=True)
class DecisionsPassed:
    """Somebody else decides for a box from now on, because a player is away or is back."""

    name: ClassVar[str] = "decisions.passed"
    box: int
    player: str  # who decides now
    clause: Clause


@dataclass(frozen=True, slots=True)
class PlayerAbsent:
    """The controlling player of a box does not decide for the rest of the round.

    Another bettor on the box: owed an answer and is away, so the answer is no.
    """

    name: ClassVar[str] = "player.absent"
    box: int
    player: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class WagerSettled:
    """A wager was decided: what it pays, at which odds, under which clause."""

    name: ClassVar[str] = "wager.settled"
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

    @property
    def net(self) -> Cents:
        """What the player is up by it."""
        return self.returned - self.stake


@dataclass(frozen=True, slots=True)
class HandCleared:
    """A settled hand's cards went to the discard rack."""

    name: ClassVar[str] = "hand.cleared"
    box: int
    hand: int


@dataclass(frozen=True, slots=True)
class DealerTurnBegan:
    """Every player has decided, and the dealer's cards matter."""

    name: ClassVar[str] = "dealer.turn-began"


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """Every wager is settled."""

    name: ClassVar[str] = "round.ended"


@dataclass(frozen=True, slots=True)
class TableCleared:
    """The cards left on the layout went to the discard rack."""

    name: ClassVar[str] = "table.cleared"


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round has no result; what was still open was handed back."""

    name: ClassVar[str] = "round.voided"
    clause: Clause


@dataclass(frozen=True, slots=True)
class ControllerChanged:
    """Somebody else decides for a box, because who did has no wager on it any more."""

    name: ClassVar[str] = "controller.changed"
    box: int
    player: str


Event = (
    ChipsBrought
    | ChipsTaken
    | WagerPlaced
    | WagerWithdrawn
    | SideWagerPlaced
    | SideWagerWithdrawn
    | WagerCutBack
    | BetsClosed
    | CardDealt
    | OffersOpened
    | InsurancePlaced
    | WagerSurrendered
    | PlayBegan
    | CardAsked
    | HandStood
    | HandDoubled
    | DoubleFollowed
    | HandSplit
    | SplitFollowed
    | WagerDesignated
    | AnswersAwaited
    | AnswerDeclined
    | DecisionsPassed
    | PlayerAbsent
    | WagerSettled
    | HandCleared
    | DealerTurnBegan
    | RoundEnded
    | TableCleared
    | RoundVoided
    | ControllerChanged
    | HouseEvent
)
