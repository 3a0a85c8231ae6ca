"""Write a finished round as a round record that `houserules settle` pays the same way."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from houserules.core.money import Cents, dollars
from houserules.floor.rounds.corrections import CorrectedRound, read_corrections
from houserules.floor.rounds.find import Round, Step
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import OptionError, choose, options
from houserules.table.events import RoundEnded, RoundVoided, WagerSettled
from houserules.table.records.from_events import dealt_cards, read_back, wagers_on
from houserules.table.records.read import read_record
from houserules.table.records.record import (
    Correction,
    Decision,
    MalformedRecord,
    Record,
)
from houserules.table.records.replay import Violation, replay
from houserules.table.records.write import to_dict
from houserules.table.state import Box, Table


@dataclass(frozen=True, slots=True)
class Unwritten:
    """Why a round cannot be written as a round record."""

    why: str


def record_of(played: Round, steps: Iterable[Step]) -> Record | Unwritten:
    """Return the round record; settling it pays what was finally paid."""
    so = read_corrections(steps)
    if not any(isinstance(event, RoundEnded | RoundVoided) for event in so.events):
        return Unwritten("it is not over")
    laid, decisions = read_back(played.setting.rules, so.events)
    paid, corrections = _count_settlements(so.payments), tuple(so.corrections)
    for amounts in ("placed", "plays"):
        record = _record(played, laid, amounts, dealt_cards(so.events), decisions)
        if record is not None:
            record = replace(record, corrections=corrections)
            if _settles(record) == paid:
                return record
    record = _as_paid(played, laid, so, decisions)
    return record if _settles(record) == paid else _UNTOLD


_UNTOLD: Final = Unwritten("it has limits or an irregularity that a record cannot tell")


def _as_paid(
    played: Round, laid: Table, so: CorrectedRound, decisions: tuple[Decision, ...]
) -> Record:
    """Return a record with its payments, which do not follow from cards and decisions."""
    said = "what was paid does not follow from the wagers, cards and decisions alone"
    paid = Correction("as paid", said, payments=tuple(so.payments))
    wagers, sides = wagers_on(laid, "placed")
    setting, cards = played.setting, dealt_cards(so.events)
    corrections = (*so.corrections, paid)
    options = setting.options
    return Record(setting.rules, options, cards, wagers, sides, decisions, corrections)


def _record(
    played: Round, laid: Table, amounts: str, cards: tuple[Any, ...], decisions: tuple[Any, ...]
) -> Record | None:
    wagers, sides = wagers_on(laid, amounts)
    chosen = dict(_options(played, laid.boxes, amounts))
    try:
        rules = choose(rulebook(played.setting.rulebook), chosen)
    except OptionError:
        return None
    return Record(rules, tuple(chosen.items()), cards, wagers, sides, decisions)


def _options(
    played: Round, boxes: tuple[Box, ...], amounts: str
) -> Iterator[tuple[str, str | int | bool]]:
    """Return the table's options, overridden by the sign where it affects payments."""
    yield from played.setting.options
    may = options(played.setting.rules)
    if played.resplit is not None:
        yield "resplit", played.resplit
    for name, amount in _limits(played, boxes, amounts):
        if amount is not None and name in may and may[name].value != amount:
            yield name, dollars(amount)


def _limits(
    played: Round, boxes: tuple[Box, ...], amounts: str
) -> Iterator[tuple[str, Cents | None]]:
    stated = played.stated
    if stated is not None:
        yield "minimum", stated.minimum
        yield "unit", stated.unit
    if amounts == "plays":
        most = max(sum(bettor.plays for bettor in box.bettors) for box in boxes)
        yield "maximum", max(most, played.setting.rules.limits.maximum.value)
    elif stated is not None:
        yield "maximum", stated.maximum
    for side in (side for box in boxes for side in box.sides):
        yield side.kind.replace("-", "_"), side.amount


def _settles(record: Record) -> Counter[tuple[Any, ...]] | None:
    """Settle a record; None: it is not accepted."""
    try:
        outcome = replay(read_record(to_dict(record)))
    except MalformedRecord:
        return None
    return None if isinstance(outcome, Violation) else _count_settlements(outcome.events)


def _count_settlements(events: Iterable[Any]) -> Counter[tuple[Any, ...]]:
    """Count payments and collections in any order: approval to pay late moves both."""
    return Counter(
        (
            event.box,
            event.hand,
            event.player,
            event.wager,
            event.stake,
            event.result,
            event.returned,
        )
        for event in events
        if isinstance(event, WagerSettled)
    )
