"""Differences between stored and recomputed decisions, and the changed readings that explain them.

Only decisions that an audit repeats matter here. Staff orders are accepted as stored, so readings about
them (46, 60 to 62 and others) never make a difference. Neither does a reading that now allows more than
before (45, 63, 72, 74), because refused commands are not in the journal.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

from houserules.core.codec import Data, to_data
from houserules.core.money import dollars, format_money
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.options import OptionError, vary
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.commands import Command, PlaceWager
from houserules.table.event_builder import EventBuilder
from houserules.table.events import Event, HandCleared, HandStood, WagerSettled
from houserules.table.evolve import evolve
from houserules.table.judge import carry_out
from houserules.table.narrator.refusals import address_refusal
from houserules.table.round import wagers
from houserules.table.sign.events import BoxUncontrolled
from houserules.table.state import Table, changed

# What differs between stored events and the same command decided again.


@dataclass(frozen=True, slots=True)
class EventDifference:
    """A stored event and the recomputed one that differs from it; None where one is missing."""

    detail: str
    stored: Any = None
    decided: Any = None
    table: str = ""
    round: int | None = None
    position: int = 0
    at: int = 0
    reading: int | None = None  # the reading of the rulebook that it depends on
    earlier: tuple[int, ...] = ()  # readings that have changed since, if they account for it

    @property
    def clause(self) -> Clause | None:
        """The clause in the rulebook now, or else the stored one."""
        now = getattr(self.decided, "clause", None)
        return now or getattr(self.stored, "clause", None)

    def under(self, readings: tuple[int, ...]) -> "EventDifference":
        """Return this difference, explained by earlier readings."""
        return replace(self, reading=readings[0], earlier=readings)

    def as_data(self) -> Data:
        return {
            "table": self.table,
            "round": self.round,
            "position": self.position,
            "time": self.at,
            "clause": self.clause,
            "reading": self.reading,
            "earlier": list(self.earlier),
            "detail": self.detail,
            "stored": _event_data(self.stored),
            "decided": _event_data(self.decided),
        }


def _event_data(event: Any) -> Data | None:
    if event is None:
        return None
    return {"name": getattr(event, "name", "refused"), **to_data(event)}


def impossible(event: Any, why: str, *, reading: int) -> EventDifference:
    """Return the finding that a stored event cannot have happened."""
    return EventDifference(f"{_words(event)} is stored; {why}", event, reading=reading)


def differences(
    stored: Sequence[Any], decided: Sequence[Any] | Refusal
) -> Iterator[tuple[int, EventDifference]]:
    """Yield each difference with its place among the stored events."""
    if isinstance(decided, Refusal):
        said = f"{_words(stored[0])} is stored; it would be refused: {decided.detail}"
        yield 0, EventDifference(said, stored[0], decided)
        return
    left, unmatched = list(decided), []
    for place, event in enumerate(stored):
        if event in left:
            left.remove(event)
        else:
            unmatched.append((place, event))
    for place, event in unmatched:
        other = next((candidate for candidate in left if _about(candidate) == _about(event)), None)
        if other is not None:
            left.remove(other)
        yield place, EventDifference(_between(event, other), event, other)
    for event in left:
        yield len(stored), EventDifference(_between(None, event), None, event)


def _about(event: Any) -> tuple[Any, ...]:
    """Return the subject of an event, without its result."""
    return (type(event), *(getattr(event, key, None) for key in ("box", "hand", "player", "wager")))


def _between(stored: Any, decided: Any) -> str:
    if decided is None:
        return f"{_words(stored)} is stored; under the rulebook it would not happen"
    if stored is None:
        return f"{_words(decided)} would happen under the rulebook; it is not stored"
    return f"{_words(stored)} is stored; under the rulebook it is {_words(decided, shortly=True)}"


def _words(event: Any, *, shortly: bool = False) -> str:
    if isinstance(event, WagerSettled):
        odds = f" at {event.odds}" if event.odds else ""
        result = f"{event.result}{odds}, {format_money(event.returned)} returned ({event.clause})"
        if shortly:
            return result
        where = "" if event.box is None else f" on box {event.box}"
        where += "" if event.hand is None else f", hand {event.hand}"
        return f"{event.player}'s {event.wager} of {format_money(event.stake)}{where}: {result}"
    said = ", ".join(f"{key} {value}" for key, value in to_data(event).items() if value is not None)
    return said if shortly else f"{event.name} ({said})" if said else event.name


Outcome = tuple[Event, ...] | Refusal
PlacedDifferences = list[tuple[int, EventDifference]]
"""Differences, each with its place among the stored events."""


def decide_again(rules: Rulebook, table: Table, command: Command) -> Outcome:
    """Decide as the table would now; a wager that was only too late counts as found."""
    outcome = carry_out(rules, table, command)
    if isinstance(outcome, Refusal) and isinstance(command, PlaceWager):
        if refusal := wagers.why_not_place(rules, table, command, found=True):
            return address_refusal(refusal, command)
        builder = EventBuilder(rules, table, evolve)
        wagers.place(builder, command)
        return tuple(builder.events)
    if isinstance(outcome, Refusal):
        return address_refusal(outcome, command)
    return outcome[0]


@dataclass(frozen=True, slots=True)
class Earlier:
    """A reading that has changed, with the rules, table or events as they were before."""

    reading: int
    rules: Callable[[Rulebook], Rulebook] = lambda rules: rules
    table: Callable[[Table], Table] = lambda table: table
    events: Callable[[Rulebook, tuple[Event, ...]], tuple[Event, ...]] = lambda _, events: events
    refused: str | None = None  # it matters only if today's table refuses with this code
    concerns: Callable[[Command], bool] = lambda _: True


def _with(key: str, value: object) -> Callable[[Rulebook], Rulebook]:
    """Return a function that sets the earlier value in a rulebook that has the key."""

    def vary_rules(rules: Rulebook) -> Rulebook:
        try:
            return vary(rules, key, value)
        except OptionError:
            return rules

    return vary_rules


def _cents(rules: Rulebook) -> Rulebook:
    """Earlier, only the unit restricted wager amounts, not the smallest chip."""
    unit, chip = rules.limits.unit.value, rules.wagers.smallest_chip.value
    return vary(vary(rules, "unit", dollars(unit or chip)), "smallest_chip", "0.01")


def _in_tokens(command: Command) -> bool:
    return bool(getattr(command, "tokens", 0))


def _no_card_ready(table: Table) -> Table:
    """Earlier, an exposed card did not close insurance."""
    return changed(table, aftermath=changed(table.aftermath, ready=()))


def _anybody_decides(rules: Rulebook, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Earlier, at a full table, a bettor seated elsewhere could decide."""
    return tuple([event for event in events if not isinstance(event, BoxUncontrolled)])


def _cleared_at_once(rules: Rulebook, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Earlier, the cards of a Super Bonus were cleared before the $50 payments."""
    part = rules.super_bonus
    if isinstance(part, NotOffered):
        return events
    stays = part.super_bonus_cards_leave.clause
    at_once = [
        HandCleared(event.box, event.hand)
        if isinstance(event, HandStood) and event.clause == stays
        else event
        for event in events
        if not isinstance(event, HandCleared)
        or HandStood(event.box, event.hand, stays) not in events
    ]
    return tuple(at_once)


EARLIER: Final = (
    Earlier(
        44,
        rules=_cents,
        refused="chips.odd-amount",
        concerns=lambda command: not _in_tokens(command),
    ),
    Earlier(52, rules=_with("dealer_second_card", "as needed")),
    Earlier(53, table=_no_card_ready, refused="insurance.card-exposed"),
    Earlier(56, events=_anybody_decides),
    Earlier(57, rules=_with("absent_when", "does not decide")),
    Earlier(58, events=_cleared_at_once),
    Earlier(71, rules=_cents, refused="chips.odd-amount", concerns=_in_tokens),
)


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """A command to decide again, the table before it, and the stored events."""

    rules: Rulebook
    table: Table
    command: Command
    stored: list[Any]
    today: Outcome

    def compare(self) -> PlacedDifferences:
        """Return the differences, and the earlier readings that explain them.

        The smallest set of earlier readings that leaves the fewest differences is chosen. What is
        left differs under the earlier readings too.
        """
        now = left = list(differences(self.stored, self.today))
        names: tuple[int, ...] = ()
        for readings, outcome in self._earlier():
            then = list(differences(self.stored, outcome))
            if len(then) < len(left):
                names, left = readings, then
            if not left:
                break
        if not names:
            return now
        keys = [_key(*difference) for difference in left]
        gone = [(place, each.under(names)) for place, each in now if _key(place, each) not in keys]
        return sorted([*gone, *left], key=lambda difference: difference[0])

    def _earlier(self) -> Iterator[tuple[tuple[int, ...], Outcome]]:
        """Decide under every set of earlier readings that may matter, smallest sets first."""
        candidates = [way for way in EARLIER if self._matters(way)]
        for size in range(1, len(candidates) + 1):
            for ways in combinations(candidates, size):
                yield tuple([way.reading for way in ways]), self._decide_by(ways)

    def _matters(self, way: Earlier) -> bool:
        if not way.concerns(self.command):
            return False
        if way.refused is not None:
            return isinstance(self.today, Refusal) and self.today.code == way.refused
        return self._decide_by((way,)) != self.today or way.rules(self.rules) != self.rules

    def _decide_by(self, ways: tuple[Earlier, ...]) -> Outcome:
        rules, table = self.rules, self.table
        for way in ways:
            rules, table = way.rules(rules), way.table(table)
        outcome = decide_again(rules, table, self.command)
        for way in ways:
            outcome = outcome if isinstance(outcome, Refusal) else way.events(rules, outcome)
        return outcome


def _key(place: int, difference: EventDifference) -> Any:
    """Return the subject of a difference: a stored event, or a missing one."""
    return place if difference.stored is not None else difference.decided
