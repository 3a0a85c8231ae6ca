"""The one judge: whether a command is allowed, and if not why. Then what it brings about."""

from houserules.core.people import Person
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.commands import Command, StaffCommand
from houserules.table.event_builder import EventBuilder
from houserules.table.events import Event
from houserules.table.evolve import evolve
from houserules.table.people.admission import why_not_barred
from houserules.table.powers import why_not_by
from houserules.table.registry import AFTERWARDS, COMMANDS, why_not_during_irregularity
from houserules.table.session.off import why_not_in_session
from houserules.table.state import Table


def why_not(rules: Rulebook, table: Table, command: Command) -> Refusal | None:
    """Return the reason why the command is refused; None: it is allowed."""
    people = table.people
    around = (
        table.irregularity is not None
        or people.excluded
        or people.detained
        or table.session is not None
    )
    if (around or isinstance(command, StaffCommand)) and (
        refusal := _why_not_around(rules, table, command)
    ):
        return refusal
    return COMMANDS[type(command)][0](rules, table, command)


def _why_not_around(rules: Rulebook, table: Table, command: Command) -> Refusal | None:
    """What every command is checked for: the role, that nothing comes first, that one may play."""
    if isinstance(command, StaffCommand) and (refusal := why_not_by(rules, command, command.by)):
        return refusal
    if table.session is not None and (
        refusal := why_not_in_session(rules, table, table.session, command)
    ):
        return refusal
    if refusal := why_not_during_irregularity(rules, table, command):
        return refusal
    return why_not_barred(table, command)


def carry_out(
    rules: Rulebook, table: Table, command: Command
) -> tuple[tuple[Event, ...], Table] | Refusal:
    """Decide a command: the events it brings about and the table after them, or a Refusal."""
    if refusal := why_not(rules, table, command):
        return refusal
    builder = EventBuilder(rules, table, evolve)
    COMMANDS[type(command)][1](builder, command)
    if table.source is not None:
        for follow in AFTERWARDS:
            follow(builder)
    return tuple(builder.events), builder.table


def carry_out_by(
    rules: Rulebook, table: Table, command: Command, person: Person
) -> tuple[tuple[Event, ...], Table] | Refusal:
    """Decide a command of a known person, whose role must allow it."""
    refusal = why_not_by(rules, command, person)
    return refusal if refusal else carry_out(rules, table, command)


def decide(rules: Rulebook, table: Table, command: Command) -> tuple[Event, ...] | Refusal:
    """Decide a command: its events, or a Refusal."""
    outcome = carry_out(rules, table, command)
    return outcome if isinstance(outcome, Refusal) else outcome[0]
