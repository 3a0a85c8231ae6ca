"""What a command brings about: its events so far, and the promotion as they leave it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from json import loads

from houserules.promotion.promotion_file import PromotionFile, read_promotion
from houserules.promotion.state import PromotionState
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_promotion import Promotions
from houserules.rulebook.values import require_offered
from houserules.table.events import Event


@dataclass(slots=True)
class PromotionEvents:
    """Collect the events of one command; each is decided on the state that the last one left."""

    rules: Rulebook
    state: PromotionState
    evolve: Callable[[PromotionState, Event], PromotionState]
    events: list[Event] = field(default_factory=list)

    def emit(self, event: Event) -> None:
        self.events.append(event)
        self.state = self.evolve(self.state, event)

    @property
    def part(self) -> Promotions:
        """What the rulebook says about promotional prizes."""
        return require_offered(self.rules.promotions)


def terms_of(state: PromotionState) -> PromotionFile:
    """Return the terms and prizes of a promotion, read from the document in its state."""
    return _read_text(state.document)


@lru_cache(maxsize=32)
def _read_text(document: str) -> PromotionFile:
    return read_promotion(loads(document))
