"""The table after an event. Never reads rules: what was decided stays decided.

Every package lists the steps of its own events (`STEPS`) and what events of other packages do to its
part of the table (`ALSO`). They are collected here, once, into a table that nothing changes.
"""

from types import MappingProxyType
from typing import Final

from houserules.table import face_down, tokens
from houserules.table.cards import evolve as cards
from houserules.table.events import Event
from houserules.table.irregularities import evolve as irregularities
from houserules.table.irregularities import rollback
from houserules.table.irregularities.events import AbsenceTakenBack, RoundTakenBack
from houserules.table.people import evolve as people
from houserules.table.round import evolve as round_
from houserules.table.round import evolve_chips as chips
from houserules.table.session import evolve as session
from houserules.table.session import evolve_entries
from houserules.table.sign import evolve as sign
from houserules.table.sign import evolve_wagers
from houserules.table.staff import evolve as staff
from houserules.table.state import Step, Steps, Table, changed


def evolve(table: Table, event: Event) -> Table:
    """Return the table as it stands after the event; a table with a shoe remembers the round."""
    after = STEPS[type(event)](table, event)
    return after if after.before_round is None else changed(after, log=(*after.log, event))


# Restoring a round evolves it again (see `irregularities/rollback`), so these two steps need all others.


def _round_taken_back(table: Table, event: RoundTakenBack) -> Table:
    return rollback.round_taken_back(table, event, evolve)


def _absence_taken_back(table: Table, event: AbsenceTakenBack) -> Table:
    return rollback.absence_taken_back(table, event, evolve)


def _both(first: Step, second: Step) -> Step:
    return lambda table, event: second(first(table, event), event)


def _in_session(step: Step) -> Step:
    return lambda table, event: table if table.session is None else step(table, event)


def _collect() -> Steps:
    steps: dict[type, Step] = {
        **round_.STEPS,
        **chips.STEPS,
        **cards.STEPS,
        **people.STEPS,
        **sign.STEPS,
        **evolve_wagers.STEPS,
        **tokens.STEPS,
        **face_down.STEPS,
        **irregularities.STEPS,
        **staff.STEPS,
        **session.STEPS,
        **evolve_entries.STEPS,
        RoundTakenBack: _round_taken_back,
        AbsenceTakenBack: _absence_taken_back,
    }
    for package in (cards, people, sign, tokens, irregularities, staff):
        for event, step in package.ALSO:
            steps[event] = _both(steps[event], step)
    for event, step in evolve_entries.ALSO:
        steps[event] = _both(steps[event], _in_session(step))
    return MappingProxyType(steps)


STEPS: Final[Steps] = _collect()
"""What each event does to a table."""
