"""Decide a stored promotion again: terms, entries, draws, claims and prizes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any, ClassVar

from houserules.core.people import Moment
from houserules.floor.desk_audit import Decided, DeskAuditor
from houserules.floor.promotions.recount import compare_entries, recount_entries
from houserules.floor.promotions.stream import (
    STREAMS,
    FloorPromotion,
    PromotionSetUp,
    after_events,
    read_record,
)
from houserules.floor.rounds.differences import EventDifference
from houserules.journal.chain import RecordRow
from houserules.journal.protocol import Journal
from houserules.promotion.causes import decide_again
from houserules.promotion.events import EntriesEarned, PromotionDrafted
from houserules.promotion.promotion_file import read_promotion
from houserules.promotion.state import EarnedBy
from houserules.rulebook.schema import Rulebook


@dataclass(slots=True)
class PromotionAuditor(DeskAuditor[FloorPromotion]):
    """Goes through the stream of one promotion."""

    prefix: ClassVar[str] = STREAMS
    earned: dict[tuple[EarnedBy, str], RecordRow] = field(default_factory=dict)

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

    def _check(self, known: FloorPromotion, event: Any, row: RecordRow) -> None:
        """Note where the entries of a round are stored."""
        if isinstance(event, EntriesEarned):
            self.earned[event.earned_by, event.player] = row

    def count_entries(self, journal: Journal, zone: tzinfo) -> None:
        """Count the entries that play earned again; the whole stream was followed."""
        if self.known is None or not self.is_whole:
            return
        earned = recount_entries(journal, self.known, zone)
        for finding in compare_entries(earned, self.known.state):
            row = self.earned.get((finding.earned_by, finding.player))
            if row is None and not self.since:
                row = self.last
            if row is not None:
                self._find(row, EventDifference(str(finding)))

    def _decide_again(
        self, known: FloorPromotion, events: list[Any], at: Moment
    ) -> Iterator[Decided]:
        first = events[0]
        drafts = isinstance(first, PromotionDrafted)
        rules = read_promotion({**first.document, "log": []}).rules if drafts else known.rules
        yield decide_again(rules, known.state, first, at)
