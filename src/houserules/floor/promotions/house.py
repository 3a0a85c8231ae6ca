"""What the house does for its promotions: start them, count play, close entries, warn of deadlines."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import tzinfo
from secrets import token_bytes
from typing import Any, Final, Protocol

from houserules.core.codec import Data
from houserules.core.people import Moment, Person
from houserules.floor.money.wallets import Wallets
from houserules.floor.people.app import People
from houserules.floor.people.signed_in import Caller
from houserules.floor.promotions.app import Promotions
from houserules.floor.promotions.earning import EntryCounter, criteria_of
from houserules.floor.promotions.inspection import PromotionInspection, inspect_promotion
from houserules.floor.rounds.history import History
from houserules.floor.store import AWAY, Store
from houserules.floor.tables.decision import HOUSE, SECOND, Rejected
from houserules.floor.tables.run import Accepted, RunningTable, Update
from houserules.promotion.agenda import SOON, DuePromotionStep, due_steps
from houserules.promotion.commands import (
    ClosePromotionEntries,
    EarnEntries,
    StartPromotion,
    VoidEarnedEntry,
)
from houserules.promotion.criteria import Earning
from houserules.promotion.entries import earned_entries
from houserules.promotion.event_builder import terms_of
from houserules.table.events import RoundEnded

OPERATOR: Final = Person(HOUSE, "Gaming Manager")

_MICROSECONDS: Final = 1_000_000
_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PressingStep:
    """A step whose deadline is near or has passed, and its promotion."""

    promotion: str
    name: str
    step: DuePromotionStep
    is_overdue: bool


class Surroundings(Protocol):
    """What promotions need of the floor."""

    store: Store
    people: People
    wallets: Wallets
    history: History
    now: Callable[[], int]
    zone: tzinfo

    def spawn(self, work: Any, /) -> None:
        """Run something in the background."""


class PromotionHouse:
    """Takes every step that needs nobody, in whatever process looks first."""

    def __init__(self, floor: Surroundings, tables: Mapping[str, RunningTable]) -> None:
        self._floor = floor
        self.promotions = Promotions(
            floor.store,
            floor.wallets,
            now=floor.now,
            random=token_bytes,
            has_account=self._has_account,
        )
        self._counter = EntryCounter(floor.history, tables, floor.zone)
        self._counted: dict[str, Mapping[str, int]] = {}
        self._counting: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def _has_account(self, handle: str) -> bool:
        return await self._floor.people.person(handle) is not None

    def _moment(self) -> Moment:
        return Moment(self._floor.now() // SECOND)

    async def carry_out(
        self, caller: Caller, promotion: str, name: str, data: Data, command_id: str | None = None
    ) -> Accepted | Rejected:
        """Carry out a person's command; entries are counted before they are closed."""
        if name == "close-promotion-entries" and promotion in self.promotions.all:
            await self._count_again(promotion)
        return await self.promotions.carry_out(caller, promotion, name, data, command_id)

    def follow_table(self, update: Update) -> None:
        """Count a round as soon as it is settled."""
        if any(isinstance(event, RoundEnded) for event in update.events):
            for name, known in self.promotions.all.items():
                if known.state.phase == "open" and known.state.criteria:
                    self._floor.spawn(self.count(name))

    async def look(self) -> None:
        """Take the steps that are due in every promotion."""
        for name, known in tuple(self.promotions.all.items()):
            if known.state.phase in ("draft", "open"):
                with suppress(*AWAY):  # the next look tries again
                    await self.advance(name)

    async def advance(self, promotion: str) -> None:
        """Start a promotion at its time, count play, and close the entries at theirs."""
        known, at = self.promotions.all[promotion], self._moment()
        terms = terms_of(known.state)
        if known.state.phase == "draft" and at * _MICROSECONDS >= terms.starts:
            await self._give(promotion, StartPromotion(OPERATOR, at, ""))
        elif known.state.phase == "open":
            await self.count(promotion)
            if terms.entries_close is not None and at * _MICROSECONDS >= terms.entries_close:
                await self._count_again(promotion)
                await self._give(promotion, ClosePromotionEntries(OPERATOR, at))

    async def count(self, promotion: str) -> None:
        """Enter players for rounds that were settled since the last count."""
        async with self._counting[promotion]:
            known = self.promotions.all[promotion]
            if known.state.phase != "open":
                return
            count = await self._counter.count(known, self._counted.get(promotion, {}))
            for earning in count.earned:
                await self._earn(promotion, earning)
            self._counted[promotion] = count.counted

    async def _earn(self, promotion: str, earning: Earning, *, beside: int = 0) -> None:
        command = EarnEntries(
            OPERATOR,
            self._moment(),
            earning.player,
            earning.place,
            earning.settled_at,
            earning.entries,
            beside,
        )
        await self._give(promotion, command)

    async def _count_again(self, promotion: str) -> None:
        """Make the entries those that the journal gives: a round may have been put right since."""
        self._counted.pop(promotion, None)
        await self.count(promotion)
        known = self.promotions.all[promotion]
        if known.state.phase != "open" or criteria_of(known) is None:
            return
        due = {(each.place, each.player): each for each in await self._counter.recount(known)}
        places = [(e.earned_by, e.player) for e in known.state.entries if e.earned_by is not None]
        for place, player in dict.fromkeys(places):
            there, earning = earned_entries(known.state, place, player), due.get((place, player))
            more = (earning.entries if earning else 0) - len(there)
            for entry in [each for each in there if not each.void][more:] if more < 0 else ():
                at = self._moment()
                await self._give(promotion, VoidEarnedEntry(OPERATOR, at, entry.number))
            if earning and more > 0:  # another round of the day no longer uses up its limit
                await self._earn(promotion, replace(earning, entries=more), beside=len(there))

    async def _give(self, promotion: str, command: Any) -> None:
        answer = await self.promotions.decide(promotion, command, actor=HOUSE)
        if not isinstance(answer, Accepted):
            _log.info("promotion %s: %s", promotion, answer.detail)

    async def inspect(self, promotion: str, *, count: bool) -> PromotionInspection:
        """Verify a promotion against the journal and its rulebook; `count`: its entries, too."""
        known, counter = self.promotions.all[promotion], self._counter if count else None
        return await inspect_promotion(self._floor.store, counter, known, now=self._moment())

    # Deadlines.

    def deadlines(self) -> tuple[PressingStep, ...]:
        """Return what must be done soon or is overdue in every promotion, by deadline."""
        now = self._moment()
        pressing = [
            PressingStep(name, terms_of(known.state).name, step, is_overdue=step.is_overdue(now))
            for name, known in self.promotions.all.items()
            if known.state.phase != "new"
            for step in due_steps(known.rules, known.state)
            if step.due is not None and step.due - now <= SOON
        ]
        return tuple(sorted(pressing, key=lambda each: (each.step.due, each.promotion)))
