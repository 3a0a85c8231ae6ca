"""A round record as data, and what is wrong with one that is none."""

import re
from dataclasses import dataclass
from typing import Final, Literal, get_args

from houserules.core.cards import Card
from houserules.core.money import Cents, dollars
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.table.events import WagerSettled
from houserules.table.state import SideKind

FORMAT: Final = "houserules/round-1"

Action = Literal[
    "insure", "surrender", "hit", "stand", "double", "split", "designate", "forfeit", "absent"
]
ACTIONS: Final = get_args(Action)


@dataclass(frozen=True, slots=True)
class Wager:
    """An initial wager; a box's wagers stand nearest the dealer first."""

    box: int
    player: str
    amount: Cents
    seated: bool = False


@dataclass(frozen=True, slots=True)
class WrittenSideWager:
    """A side wager."""

    kind: SideKind
    box: int
    player: str
    amount: Cents
    suit: str | None = None


@dataclass(frozen=True, slots=True)
class WrittenDecision:
    """`BOX[.HAND] ACTION [AMOUNT] [by PLAYER]`."""

    box: int
    action: Action
    hand: int | None = None
    amount: Cents | None = None  # of insure and double
    designated: int | None = None  # the hand that designate names
    player: str | None = None

    def __str__(self) -> str:
        """Write the decision as a record does."""
        words = [str(self.box) if self.hand is None else f"{self.box}.{self.hand}", self.action]
        if self.amount is not None:
            words.append(dollars(self.amount))
        if self.designated is not None:
            words.append(str(self.designated))
        if self.player is not None:
            words.append(f"by {self.player}")
        return " ".join(words)


DECISION: Final = re.compile(
    r"(?P<box>\d{1,3})(?:\.(?P<hand>\d{1,3}))?\s+(?P<action>[a-z]+)"
    r"(?:\s+(?P<amount>[\d.]{1,33}))?(?:\s+by\s+(?P<player>\S.*?))?\s*",
    re.ASCII,
)


CorrectionKind = Literal[
    "dealt again",
    "round void",
    "hands void",
    "payment taken back",
    "winnings taken back",
    "wager invalid",
    "wager found",
    "wager handed back",
    "wager forfeited",
    "card offered",
    "late offer",
    "control passed",
    "nobody in control",
    "player back",
    "tokens",
    "as paid",
]


@dataclass(frozen=True, slots=True)
class Correction:
    """Something that went wrong in the round or was put right, and by whom.

    It documents what happened; only `payments` has a bearing on the settlement: they are what was paid
    where wagers, cards and decisions alone do not give it.
    """

    kind: CorrectionKind
    what: str
    by: str | None = None
    reported_by: str | None = None
    clause: Clause | None = None
    dealt: tuple[Card, ...] = ()  # as the cards were dealt before
    changes: tuple[str, ...] = ()
    payments: tuple[WagerSettled, ...] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One round: the rules it is played by, the wagers, the cards and the decisions."""

    rules: Rulebook
    options: tuple[tuple[str, str | int | bool], ...]  # [table], as written
    cards: tuple[Card, ...]
    wagers: tuple[Wager, ...]
    side_wagers: tuple[WrittenSideWager, ...] = ()
    decisions: tuple[WrittenDecision, ...] = ()
    corrections: tuple[Correction, ...] = ()

    @property
    def paid(self) -> tuple[WagerSettled, ...] | None:
        """What the last correction with payments says was paid; None: play decides."""
        said = [each.payments for each in self.corrections if each.payments is not None]
        return said[-1] if said else None

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody with a wager in the round, in the order of the record."""
        initial = [wager.player for wager in self.wagers]
        return tuple(dict.fromkeys([*initial, *[side.player for side in self.side_wagers]]))
