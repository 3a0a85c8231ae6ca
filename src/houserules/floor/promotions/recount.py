"""Entries that play earned, counted again from nothing but the journal, and compared with those there are."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import tzinfo

from houserules.floor.promotions.earning import (
    counts_at,
    criteria_of,
    earnings_of,
    period_of,
)
from houserules.floor.promotions.played import boxes_in
from houserules.floor.promotions.stream import FloorPromotion
from houserules.floor.rounds.find import rounds_of, steps_of, tables_of
from houserules.floor.rounds.history import replay_tables
from houserules.floor.tables.settings import is_private
from houserules.journal.protocol import Journal
from houserules.promotion.criteria import Earning, PlayedBox
from houserules.promotion.state import EarnedBy, PromotionState


@dataclass(frozen=True, slots=True)
class EntryFinding:
    """A round whose entries are not those that the journal gives."""

    player: str
    earned_by: EarnedBy
    due: int  # by the criteria, over the rounds as they are in the journal
    listed: int  # entries of the promotion, those that are void among them

    def __str__(self) -> str:
        place = f"round {self.earned_by.round} at table {self.earned_by.table}"
        counted = f"{self.due} by the criteria, {self.listed} on the list"
        return f"entries of {self.player}, {place}, box {self.earned_by.box}: {counted}"


def recount_entries(journal: Journal, known: FloorPromotion, zone: tzinfo) -> tuple[Earning, ...]:
    """Return what all rounds of the promotion's time have earned."""
    criteria = criteria_of(known)
    if criteria is None:
        return ()
    boxes, (begins, ends) = list[PlayedBox](), period_of(known)
    for table in tables_of(journal):
        rounds = rounds_of(journal, table)
        setting = rounds.setting
        if setting is None or is_private(table) or not counts_at(setting, known, criteria):
            continue
        for played in rounds.all():
            if played.ended is not None and begins <= played.ended < ends:
                steps = steps_of(journal, played)
                boxes += boxes_in(played, steps, replay_tables(journal, played, steps), zone)
    return tuple(earnings_of(known, criteria, boxes))


def compare_entries(earned: Iterable[Earning], state: PromotionState) -> tuple[EntryFinding, ...]:
    """Return the rounds that earned other entries than there are.

    An entry that is void is explained. Rounds may still be counted before the list is closed, and are
    not after a cancellation.
    """
    due = Counter({(each.place, each.player): each.entries for each in earned})
    listed, void = Counter[tuple[EarnedBy, str]](), Counter[tuple[EarnedBy, str]]()
    for entry in state.entries:
        if entry.earned_by is not None:
            listed[entry.earned_by, entry.player] += 1
            void[entry.earned_by, entry.player] += bool(entry.void)
    findings = []
    for place, player in dict.fromkeys((*due, *listed)):
        owed, there = due[place, player], listed[place, player]
        is_missing = owed > there and state.closed_at is not None
        if is_missing or owed < there - void[place, player]:
            findings.append(EntryFinding(player, place, owed, there))
    return tuple(findings)
