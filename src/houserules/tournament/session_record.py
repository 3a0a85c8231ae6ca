"""A session record as data: the conditions that matter, who sat where, and every round."""

from dataclasses import dataclass
from typing import Final, Literal

from houserules.core.cards import Card
from houserules.core.money import Cents
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.table.records.record import Decision

FORMAT: Final = "houserules/session-1"


@dataclass(frozen=True, slots=True)
class Limits:
    """The minimum and maximum wager from some round on."""

    from_round: int
    minimum: Cents
    maximum: Cents


@dataclass(frozen=True, slots=True)
class SessionConditions:
    """What the tournament conditions say about one session."""

    rounds: int
    chips: Cents  # what each player starts with
    advance: int  # how many go on; in a final, how many places have a prize
    final: bool
    pass_cards: int  # per player
    undisclosed_wagers: int  # per player
    order_of_wagering: bool
    deal_from_marker: bool
    limits: tuple[Limits, ...]

    def limits_in(self, number: int) -> Limits:
        """Return the limits of a scheduled round, counted from 1."""
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


@dataclass(frozen=True, slots=True)
class Entry:
    """What one player did before the cards of a round."""

    player: str
    amount: Cents | None = None  # chips on the box, as found once the first card is out
    late: bool = False
    perfect_pairs: bool = False
    form: Form | None = None
    pass_card: bool = False
    absent: Literal["deduct", "disqualify"] | None = None
    disqualified_under: Clause | None = None

    @property
    def plays(self) -> bool:
        """Whether the player's box is dealt cards."""
        return self.amount is not None or self.form is not None


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """One round of a session as written."""

    where: str  # as in rounds[2]
    entries: tuple[Entry, ...]
    cards: tuple[Card, ...] = ()
    decisions: tuple[Decision, ...] = ()
    void: bool = False


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """One session of a tournament at one table."""

    rules: Rulebook
    conditions: SessionConditions
    players: tuple[Player, ...]  # by box
    rounds: tuple[RoundEntry, ...]
    play_off: tuple[RoundEntry, ...] = ()
    concluded: Literal["early", "clock"] | None = None

    @property
    def counted(self) -> int:
        """How many of the scheduled rounds counted."""
        return sum(not entry.void for entry in self.rounds)

    @property
    def is_over(self) -> bool:
        """Whether the session has had its rounds, or was concluded before (20.5.5, reading 220)."""
        return self.concluded is not None or self.counted == self.conditions.rounds
