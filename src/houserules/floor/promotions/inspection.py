"""Everything about a promotion that an inspector wants verified: its record, decisions, entries and draws."""

from collections.abc import Iterable
from dataclasses import dataclass

from houserules.core.people import Moment
from houserules.core.record_keys import MalformedRecord
from houserules.floor.promotions.audit import PromotionAuditor
from houserules.floor.promotions.earning import EntryCounter, criteria_of
from houserules.floor.promotions.recount import EntryFinding, compare_entries
from houserules.floor.promotions.stream import STREAMS, FloorPromotion
from houserules.floor.store import Store
from houserules.journal.chain import RecordRow, record_hash
from houserules.journal.protocol import Journal
from houserules.promotion.checklist import CheckItem, current_findings
from houserules.promotion.desk_types import PromotionDate
from houserules.promotion.draw_record import prize_draw_record, verify_prize_draw
from houserules.promotion.event_builder import terms_of
from houserules.promotion.state import PrizeDraw, PromotionState
from houserules.promotion.timeline import promotion_dates
from houserules.table.records.draw_check import DrawCheck


@dataclass(frozen=True, slots=True)
class StreamFinding:
    """What is wrong at a place of the promotion's stream."""

    position: int
    detail: str


@dataclass(frozen=True, slots=True)
class InspectedDraw:
    """The draw of a prize, checked from its record alone; no checks: it was not held yet."""

    prize: int
    checks: tuple[DrawCheck, ...]


@dataclass(frozen=True, slots=True)
class PromotionInspection:
    """What an inspection of a promotion found."""

    position: int  # of the stream, up to which it was inspected
    hashes: tuple[StreamFinding, ...]  # records that are not what was written
    decisions: tuple[StreamFinding, ...]  # events that the rules do not bring about
    counts_play: bool  # entries are earned by play
    entries: tuple[EntryFinding, ...] | None  # None: they were not counted
    draws: tuple[InspectedDraw, ...]
    dates: tuple[PromotionDate, ...]  # deadlines, kept or missed
    findings: tuple[CheckItem, ...]  # of `houserules promotion check`


async def inspect_promotion(
    store: Store, counter: EntryCounter | None, known: FloorPromotion, *, now: Moment
) -> PromotionInspection:
    """Verify a promotion against the journal and its rulebook.

    `counter` counts entries again, which takes long where many rounds were played; None: it is left out.
    """
    name, state, rules = known.setting.promotion, known.state, known.rules
    hashes, decisions = await store.call(lambda: _read_again(store.journal, name))
    return PromotionInspection(
        known.position,
        hashes,
        decisions,
        criteria_of(known) is not None,
        None if counter is None else compare_entries(await counter.recount(known), state),
        tuple(_inspect_draw(state, draw) for draw in state.draws),
        promotion_dates(rules, state, now),
        current_findings(rules, state, now),
    )


def _read_again(
    journal: Journal, name: str
) -> tuple[tuple[StreamFinding, ...], tuple[StreamFinding, ...]]:
    """Check every hash of the stream, and decide every event again."""
    auditor = PromotionAuditor(name)
    with journal.snapshot() as snapshot:
        rows = list(snapshot.stream(f"{STREAMS}{name}"))
    for _ in auditor.follow(rows):
        pass
    decisions = tuple(StreamFinding(each.position, each.detail) for each in auditor.found)
    return tuple(_altered(rows)), decisions


def _altered(rows: Iterable[RecordRow]) -> Iterable[StreamFinding]:
    last: RecordRow | None = None
    for row in rows:
        if record_hash(row) != row.hash:
            yield StreamFinding(row.position, "It is not what was hashed.")
        elif last is not None and row.previous != last.hash:
            yield StreamFinding(row.position, "It does not follow the record before it.")
        last = row


def _inspect_draw(state: PromotionState, draw: PrizeDraw) -> InspectedDraw:
    if not draw.winners:
        return InspectedDraw(draw.prize, ())
    try:
        checks = verify_prize_draw(prize_draw_record(terms_of(state), state, draw))
    except MalformedRecord as error:  # a forged event may leave a record that nobody can read
        checks = (DrawCheck("record", passed=False, detail=f"{error.where} {error.message}."),)
    return InspectedDraw(draw.prize, checks)
