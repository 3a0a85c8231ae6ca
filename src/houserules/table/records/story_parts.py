"""What every part of a story is told with: a step, and the table at that moment."""

from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from houserules.core.cards import Card
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.state import Box, Hand, Phase, Table
from houserules.table.totals import is_natural, is_pinkjack

T = TypeVar("T")
Part = Literal["wagers", "deal", "offers", "play", "dealer", "settlement", "result", "refusal"]

_PART_OF: Final[dict[Phase, Part]] = {
    "betting": "wagers",
    "dealing": "deal",
    "offers": "offers",
    "playing": "play",
    "dealer": "dealer",
    "over": "settlement",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of the story; cards stand in it as cards, so that a terminal can colour them."""

    part: Part
    words: tuple[str | Card, ...]
    clauses: tuple[Clause, ...] = ()
    readings: tuple[int, ...] = ()
    arithmetic: str | None = None

    @property
    def text(self) -> str:
        """The sentence with cards as a record writes them."""
        return "".join(map(str, self.words))


@dataclass(frozen=True, slots=True)
class Now:
    """The rules and the table as an event has left it."""

    rules: Rulebook
    table: Table

    @property
    def part(self) -> Part:
        """The part of the story that the round has come to."""
        return _PART_OF[self.table.phase]

    def box(self, number: int | None) -> Box:
        """Give a box that an event has named."""
        found = self.table.box(number or 0)
        assert found is not None
        return found

    def hand(self, box: int | None, hand: int | None) -> Hand:
        """Give a hand that an event has named; of a wager on a box alone, its first."""
        return self.box(box).hands[(hand or 1) - 1]

    def where(self, box: int | None, hand: int | None) -> str:
        """Name a hand; by its number only where the box has several."""
        split = hand is not None and self.box(box).is_split
        return f"hand {hand} of box {box}" if split else f"box {box}"

    def natural(self, cards: tuple[Card, ...], *, split: bool = False) -> str | None:
        """Name the natural that the cards are, if they count as one: after a split not everywhere."""
        if not is_natural(cards) or (split and not self.rules.splitting.naturals_after_split.value):
            return None
        if isinstance(self.rules.blackjack, NotOffered):
            return "pontoon"
        return "Pinkjack" if is_pinkjack(cards) else "blackjack"


def offered(part: T | NotOffered) -> T:
    """Give a part of the rules that an event has shown to be there."""
    assert not isinstance(part, NotOffered)
    return part
