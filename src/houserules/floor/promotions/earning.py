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
from houserules.floor.tables.settings import Setting
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
        return Count(tuple(earnings_of(known, criteria, new, self.earned(known))), now)

    async def recount(self, known: FloorPromotion) -> tuple[Earning, ...]:
        """Return what all rounds of the promotion's time have earned, from nothing but the journal."""
        criteria = criteria_of(known)
        if criteria is None:
            return ()
        boxes = []
        for table in self._tables_of(known, criteria):
            found, _ = await self._boxes(known, table, 0)
            boxes += found
        return tuple(earnings_of(known, criteria, boxes))

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

    def _tables_of(self, known: FloorPromotion, criteria: EntryCriteria) -> list[str]:
        tables = self._tables.items()
        return sorted(
            name for name, each in tables if counts_at(each.state.setting, known, criteria)
        )

    async def _boxes(
        self, known: FloorPromotion, table: str, after: int
    ) -> tuple[list[PlayedBox], int]:
        rounds = await settled_rounds(self._history, table, period_of(known), after=after)
        boxes = [
            box
            for played in rounds
            for box in await played_boxes(self._history, played, self._zone)
        ]
        return boxes, max((played.number for played in rounds), default=after)


def criteria_of(known: FloorPromotion) -> EntryCriteria | None:
    """Return the criteria of a promotion, if entries are earned by play."""
    return read_criteria(loads(known.state.criteria)) if known.state.criteria else None


def counts_at(setting: Setting, known: FloorPromotion, criteria: EntryCriteria) -> bool:
    """Whether rounds of a table count: live play counts for live promotions only."""
    return (
        setting.kind == known.setting.kind
        and setting.rulebook in (criteria.rulebooks or (known.rules.id,))
        and (not criteria.tables or setting.table in criteria.tables)
    )


def period_of(known: FloorPromotion) -> tuple[int, int]:
    """Return the first moment of a promotion's entries, and the first one after them, in milliseconds."""
    terms = terms_of(known.state)
    assert terms.entries_close is not None
    return terms.starts // 1000, -(-terms.entries_close // 1000)


def earnings_of(
    known: FloorPromotion,
    criteria: EntryCriteria,
    boxes: Iterable[PlayedBox],
    earned: Iterable[Earning] = (),
) -> Iterable[Earning]:
    """Return what boxes earn within the promotion's time; `earned` is what was earned before."""
    terms = terms_of(known.state)
    assert terms.entries_close is not None
    period = (terms.starts, terms.entries_close)
    return earnings(criteria, boxes, rulebook=terms.rules.id, period=period, earned=earned)
