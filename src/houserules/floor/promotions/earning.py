"""Entries that play earns: rounds are counted as they settle, and once more before the list is closed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from json import loads

from houserules.core.people import Moment
from houserules.floor.promotions.played import played_boxes, settled_rounds
from houserules.floor.promotions.stream import FloorPromotion
from houserules.floor.rounds.history import History
from houserules.floor.tables.run import RunningTable
from houserules.promotion.criteria import (
    Earning,
    EntryCriteria,
    PlayedBox,
    earnings,
    read_criteria,
)
from houserules.promotion.entries import PUT_RIGHT
from houserules.promotion.event_builder import terms_of
from houserules.promotion.state import EarnedBy, PromotionEntry


@dataclass(frozen=True, slots=True)
class Count:
    """What rounds have earned, and up to which round of each table they were counted."""

    earned: tuple[Earning, ...]
    counted: Mapping[str, int]


class EntryCounter:
    """Counts the settled rounds of the house's tables for promotions."""

    def __init__(
        self,
        history: History,
        tables: Mapping[str, RunningTable],
        zone: tzinfo,
    ) -> None:
        self._history, self._tables, self._zone = history, tables, zone

    async def count(self, known: FloorPromotion, counted: Mapping[str, int]) -> Count:
        """Return what the rounds after those counted have earned, beside the entries there are."""
        criteria = criteria_of(known)
        if criteria is None:
            return Count((), counted)
        boxes, now = [], dict(counted)
        for table in self._tables_of(known, criteria):
            found, last = await self._boxes(known, table, counted.get(table, 0))
            boxes += found
            now[table] = max(now.get(table, 0), last)
        there = {(entry.earned_by, entry.player) for entry in known.state.entries}
        new = [box for box in boxes if (box.place, box.player) not in there]
        return Count(tuple(self._earnings(known, criteria, new, self.earned(known))), now)

    async def recount(self, known: FloorPromotion) -> tuple[Earning, ...]:
        """Return what all rounds of the promotion's time have earned, from nothing but the journal."""
        criteria = criteria_of(known)
        if criteria is None:
            return ()
        boxes = []
        for table in self._tables_of(known, criteria):
            found, _ = await self._boxes(known, table, 0)
            boxes += found
        return tuple(self._earnings(known, criteria, boxes, ()))

    def earned(self, known: FloorPromotion) -> tuple[Earning, ...]:
        """Return what was earned so far, by the entries of the promotion."""
        groups: dict[tuple[EarnedBy, str], list[PromotionEntry]] = {}
        for entry in known.state.entries:
            if entry.earned_by is not None and entry.void != PUT_RIGHT:
                groups.setdefault((entry.earned_by, entry.player), []).append(entry)
        return tuple(
            Earning(place, player, entries[0].at, self._day(entries[0].at), len(entries))
            for (place, player), entries in groups.items()
        )

    def _day(self, at: Moment) -> int:
        return datetime.fromtimestamp(at, self._zone).toordinal()

    def _earnings(
        self,
        known: FloorPromotion,
        criteria: EntryCriteria,
        boxes: Iterable[PlayedBox],
        earned: Iterable[Earning],
    ) -> Iterable[Earning]:
        terms = terms_of(known.state)
        assert terms.entries_close is not None
        period = (terms.starts, terms.entries_close)
        return earnings(criteria, boxes, rulebook=terms.rules.id, period=period, earned=earned)

    def _tables_of(self, known: FloorPromotion, criteria: EntryCriteria) -> list[str]:
        """Return the house's tables of the promotion's kind: live play counts for live ones only."""
        rulebooks = criteria.rulebooks or (known.rules.id,)
        return sorted(
            name
            for name, running in self._tables.items()
            if running.state.setting.kind == known.setting.kind
            and running.state.setting.rulebook in rulebooks
            and (not criteria.tables or name in criteria.tables)
        )

    async def _boxes(
        self, known: FloorPromotion, table: str, after: int
    ) -> tuple[list[PlayedBox], int]:
        terms = terms_of(known.state)
        assert terms.entries_close is not None
        period = (terms.starts // 1000, -(-terms.entries_close // 1000))
        rounds = await settled_rounds(self._history, table, period, after=after)
        boxes = [
            box
            for played in rounds
            for box in await played_boxes(self._history, played, self._zone)
        ]
        return boxes, max((played.number for played in rounds), default=after)


def criteria_of(known: FloorPromotion) -> EntryCriteria | None:
    """Return the criteria of a promotion, if entries are earned by play."""
    return read_criteria(loads(known.state.criteria)) if known.state.criteria else None
