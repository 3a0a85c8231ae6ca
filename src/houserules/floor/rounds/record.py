"""A finished round of a table as a round record, which `houserules settle` pays the same way."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from houserules.core.money import Cents, dollars
from houserules.floor.rounds.corrections import CorrectedRound, read_corrections
from houserules.floor.rounds.event_causes import OF_A_ROUND, command_of
from houserules.floor.rounds.find import Round, Step
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import OptionError, choose, options
from houserules.rulebook.schema import Rulebook
from houserules.table.commands import (
    Designate,
    Double,
    Forfeit,
    Hit,
    Insure,
    ReportAbsent,
    Split,
    Stand,
    Surrender,
)
from houserules.table.events import (
    BetsClosed,
    CardDealt,
    RoundEnded,
    RoundVoided,
    WagerSettled,
)
from houserules.table.evolve import evolve
from houserules.table.records.read import read_record
from houserules.table.records.record import (
    Correction,
    Decision,
    MalformedRecord,
    Record,
    Side,
    Wager,
)
from houserules.table.records.replay import Violation, replay
from houserules.table.records.write import to_dict
from houserules.table.round.evolve import the_box, with_box
from houserules.table.sign import events as sign
from houserules.table.state import Bettor, Box, Table, changed


def decision_of(rules: Rulebook, table: Table, event: Any) -> Decision | None:
    """Return the decision in a record that an event goes back to; a "no" is not written."""
    command = command_of(rules, table, event)
    box = table.box(getattr(command, "box", 0))
    if command is None or box is None:
        return None
    player = getattr(command, "player", box.controller)
    by = None if player == box.controller else player
    hand = getattr(command, "hand", None) if box.is_split else None
    match command:
        case Insure(amount=amount):
            return Decision(box.number, "insure", amount=amount, player=by)
        case Surrender():
            return Decision(box.number, "surrender", player=by)
        case Designate(hand=to):
            return Decision(box.number, "designate", designated=to, player=by)
        case Double(amount=amount):
            return Decision(box.number, "double", hand, amount, player=by)
        case Hit():
            return Decision(box.number, "hit", hand, player=by)
        case Stand():
            return Decision(box.number, "stand", hand, player=by)
        case Split():
            return Decision(box.number, "split", hand, player=by)
        case Forfeit():
            return Decision(box.number, "forfeit", hand, player=by)
        case ReportAbsent():
            return Decision(box.number, "absent", hand)
    return None


@dataclass(frozen=True, slots=True)
class Unwritten:
    """Why a round is no round record."""

    why: str


def record_of(played: Round, steps: Iterable[Step]) -> Record | Unwritten:
    """Write a round down; the record has been settled, and pays what was paid in the end."""
    so = read_corrections(steps)
    if not any(isinstance(event, RoundEnded | RoundVoided) for event in so.events):
        return Unwritten("it is not over")
    laid, decisions = _replay(played.setting.rules, so.events)
    paid, corrections = _count_settlements(so.payments), tuple(so.corrections)
    for amounts in ("placed", "plays"):
        record = _record(played, laid, amounts, _cards(so.events), decisions)
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
    """Write a round down whose payments do not follow from cards and decisions: they are written too."""
    said = "what was paid does not follow from the wagers, cards and decisions alone"
    paid = Correction("as paid", said, payments=tuple(so.payments))
    wagers, sides = _laid(laid, "placed")
    setting, cards = played.setting, _cards(so.events)
    corrections = (*so.corrections, paid)
    options = setting.options
    return Record(setting.rules, options, cards, wagers, sides, decisions, corrections)


def _replay(rules: Rulebook, events: list[Any]) -> tuple[Table, tuple[Decision, ...]]:
    """Return the layout when bets were closed, and what was decided after that."""
    table, decisions = Table(), list[Decision]()
    laid = table
    for event in events:
        if isinstance(event, BetsClosed):
            laid = table
        elif isinstance(event, sign.WagerFoundInPlay):
            laid = _as_found(laid, event)
        if type(event) in OF_A_ROUND:
            if decision := decision_of(rules, table, event):
                decisions.append(decision)
            table = evolve(table, event)
    return laid, tuple(decisions)


def _as_found(laid: Table, event: sign.WagerFoundInPlay) -> Table:
    """Return the layout with a wager that was found to be another one after bets were closed."""
    box = the_box(laid, event.box)
    found = {
        each.player: Bettor(each.player, each.placed, each.plays, each.seated)
        for each in event.shares
    }
    bettors = [found.pop(each.player, each) for each in box.bettors]
    box = changed(box, bettors=(*bettors, *found.values()))
    return changed(laid, boxes=with_box(laid, box))


def _cards(events: list[Any]) -> tuple[Any, ...]:
    return tuple(event.card for event in events if isinstance(event, CardDealt))


def _record(
    played: Round, laid: Table, amounts: str, cards: tuple[Any, ...], decisions: tuple[Any, ...]
) -> Record | None:
    wagers, sides = _laid(laid, amounts)
    chosen = dict(_options(played, laid.boxes, amounts))
    try:
        rules = choose(rulebook(played.setting.rulebook), chosen)
    except OptionError:
        return None
    return Record(rules, tuple(chosen.items()), cards, wagers, sides, decisions)


def _laid(laid: Table, amounts: str) -> tuple[tuple[Wager, ...], tuple[Side, ...]]:
    wagers = tuple(
        Wager(box.number, each.player, getattr(each, amounts), each is _seated_bettor(box))
        for box in laid.boxes
        for each in box.bettors
        if getattr(each, amounts)
    )
    sides = tuple(
        Side(each.kind, box.number, each.player, each.amount, each.suit)
        for box in laid.boxes
        for each in box.sides
    )
    return wagers, sides


def _seated_bettor(box: Box) -> Any:
    """Return the bettor who sits at a box; who sat there before has moved to another seat."""
    return next((each for each in box.bettors[::-1] if each.seated), None)


def _options(
    played: Round, boxes: tuple[Box, ...], amounts: str
) -> Iterator[tuple[str, str | int | bool]]:
    """Return the table's options, overridden by what the sign said where money depends on it."""
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
        most = max(sum(each.plays for each in box.bettors) for box in boxes)
        yield "maximum", max(most, played.setting.rules.limits.maximum.value)
    elif stated is not None:
        yield "maximum", stated.maximum
    for side in (side for box in boxes for side in box.sides):
        yield side.kind.replace("-", "_"), side.amount


def _settles(record: Record) -> Counter[tuple[Any, ...]] | None:
    """Settle what would be written; None: it would not be accepted."""
    try:
        outcome = replay(read_record(to_dict(record)))
    except MalformedRecord:
        return None
    return None if isinstance(outcome, Violation) else _count_settlements(outcome.events)


def _count_settlements(events: Iterable[Any]) -> Counter[tuple[Any, ...]]:
    """Count what was paid and collected, in any order and at any stage: leave to pay late moves both."""
    return Counter(
        (each.box, each.hand, each.player, each.wager, each.stake, each.result, each.returned)
        for each in events
        if isinstance(each, WagerSettled)
    )
