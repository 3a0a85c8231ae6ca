"""A session record as data: the conditions that matter, who sat where, and every round."""

from dataclasses import dataclass
from typing import Final, Literal

from houserules.core.cards import Card
from houserules.core.money import Cents
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.table.records.record import WrittenDecision
from houserules.table.session.state import Form, Player, SessionConditions

FORMAT: Final = "houserules/session-1"


@dataclass(frozen=True, slots=True)
class PlayerEntry:
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
    entries: tuple[PlayerEntry, ...]
    cards: tuple[Card, ...] = ()
    decisions: tuple[WrittenDecision, ...] = ()
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
    def scheduled(self) -> int:
        """How many rounds the session has; a record always says it."""
        assert self.conditions.rounds is not None
        return self.conditions.rounds

    @property
    def counted(self) -> int:
        """How many of the scheduled rounds counted."""
        return sum(not entry.void for entry in self.rounds)

    @property
    def is_over(self) -> bool:
        """Whether the session has had its rounds, or was concluded before (20.5.5, reading 220)."""
        return self.concluded is not None or self.counted == self.scheduled


@dataclass(frozen=True, slots=True)
class UnwrittenSession:
    """Why a session cannot be written as a session record."""

    why: str
