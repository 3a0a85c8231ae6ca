"""Decide a stored promotion again: terms, entries, draws, claims and prizes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from houserules.core.people import Moment
from houserules.floor.desk_audit import Decided, DeskAuditor
from houserules.floor.promotions.stream import (
    STREAMS,
    FloorPromotion,
    PromotionSetUp,
    after_events,
    read_record,
)
from houserules.journal.chain import RecordRow
from houserules.promotion.causes import decide_again
from houserules.promotion.events import PromotionDrafted
from houserules.promotion.promotion_file import read_promotion
from houserules.rulebook.schema import Rulebook


@dataclass(slots=True)
class PromotionAuditor(DeskAuditor[FloorPromotion]):
    """Goes through the stream of one promotion."""

    prefix: ClassVar[str] = STREAMS

    @property
    def rules(self) -> Rulebook | None:
        """The rulebook that the terms name."""
        return None if self.known is None or not self.known.state.document else self.known.rules

    def _read(self, row: RecordRow) -> Any:
        return read_record(row)

    def _begin(self, setting: Any) -> FloorPromotion:
        assert isinstance(setting, PromotionSetUp), "it does not begin with its setting"
        return FloorPromotion(setting)

    def _after(self, known: FloorPromotion, events: Sequence[Any]) -> FloorPromotion:
        return after_events(known, events)

    def _decide_again(
        self, known: FloorPromotion, events: list[Any], at: Moment
    ) -> Iterator[Decided]:
        first = events[0]
        drafts = isinstance(first, PromotionDrafted)
        rules = read_promotion({**first.document, "log": []}).rules if drafts else known.rules
        yield decide_again(rules, known.state, first, at)
