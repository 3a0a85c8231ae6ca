"""Taking back a wrong report that a player is away, until the next card (S24 18.10, NZ 16.6, PJ 15.10).

Nothing has been revealed until then, so play goes back to the moment of the report. Whoever decided
after it decides again in turn.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from houserules.core.people import Moment, Person
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.event_builder import EventBuilder
from houserules.table.events import AnswerDeclined, CardDealt, HandStood, PlayerAbsent, WagerSettled
from houserules.table.irregularities.commands import TakeBackAbsence
from houserules.table.irregularities.events import AbsenceTakenBack, RoundTakenBack
from houserules.table.irregularities.evolve import STEPS
from houserules.table.people.events import PlayerReturned
from houserules.table.powers import holders
from houserules.table.state import Table

_ENDS_IT: Final = frozenset({CardDealt, WagerSettled, RoundTakenBack, *STEPS})
"""What makes a report final: a card, a settled wager, or anything about another irregularity."""


def why_not_take_back(rules: Rulebook, table: Table, command: TakeBackAbsence) -> Refusal | None:
    """Only until the next card: after it, what the player would have decided is known too well."""
    if report_of(table, command.box, command.player) is not None:
        return None
    clause = rules.play.absent_player.clause
    box = table.box(command.box)
    if table.phase == "over" or box is None or command.player not in box.away:
        detail = f"{command.player} is not reported away from box {command.box}."
        return Refusal("absence.none", clause, detail)
    return Refusal(
        "absence.card-dealt",
        clause,
        "It is too late: a report of absence can be taken back only until the next card.",
    )


def take_back(builder: EventBuilder, command: TakeBackAbsence) -> None:
    """Let play go on from before the report."""
    to = report_of(builder.table, command.box, command.player)
    assert to is not None
    clause = builder.rules.play.absent_player.clause
    by, at = command.by.name, command.at
    builder.emit(AbsenceTakenBack(to, command.box, command.player, by, at, clause))


def report_of(table: Table, box: int, player: str) -> int | None:
    """Return how many events of the round came before a report that can be taken back."""
    for at in reversed(range(len(table.log))):
        event = table.log[at]
        if type(event) in _ENDS_IT:
            return None
        if isinstance(event, PlayerAbsent | PlayerReturned) and (
            (event.box, event.player) == (box, player)
        ):
            return report_begins(table.log, at) if isinstance(event, PlayerAbsent) else None
    return None


def report_begins(log: Sequence[Any], at: int) -> int:
    """Return where a report begins: a question that waited was answered no for the player."""
    before = at - 1 - isinstance(log[at - 1], HandStood)  # a split ace that stands
    no, away = log[before], log[at]
    answered = isinstance(no, AnswerDeclined) and (no.box, no.player) == (away.box, away.player)
    return before if answered else at


def reports_to_take_back(rules: Rulebook, table: Table) -> Iterator[TakeBackAbsence]:
    """List the reports that can still be taken back, each with a stand-in for the person who does it."""
    role = holders(rules, rules.powers.may_report_absent.value)[0]
    by = Person("house" if role == "dealer" else "supervisor", role)
    for event in reversed(table.log):
        if type(event) in _ENDS_IT:
            return
        if isinstance(event, PlayerAbsent):
            yield TakeBackAbsence(by, Moment(0), event.player, event.box)
