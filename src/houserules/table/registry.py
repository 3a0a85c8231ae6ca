"""Everything around the round in one list: each subject hands in its own (`table.subject`)."""

from collections.abc import Callable
from typing import Final

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table import commands as c
from houserules.table.cards.subject import CARDS
from houserules.table.event_builder import EventBuilder
from houserules.table.evolve import STEPS, Step
from houserules.table.face_down import FACE_DOWN
from houserules.table.irregularities.device_malfunction import MALFUNCTION
from houserules.table.irregularities.subject import IRREGULARITIES
from houserules.table.people.subject import PEOPLE
from houserules.table.sign.subject import SIGN
from houserules.table.staff.subject import STAFF
from houserules.table.state import Table
from houserules.table.subject import Doer, Judge, Lister
from houserules.table.tokens import TOKENS

SUBJECTS: Final = (CARDS, PEOPLE, SIGN, TOKENS, FACE_DOWN, IRREGULARITIES, MALFUNCTION, STAFF)

COMMANDS: Final[dict[type, tuple[Judge, Doer]]] = {
    kind: both for subject in SUBJECTS for kind, both in subject.commands.items()
}
ALWAYS: Final[frozenset[type]] = frozenset({c.BringChips, c.TakeChips}).union(
    *(subject.always for subject in SUBJECTS)
)
"""What no irregularity holds up."""

DEALS_WITH: Final[dict[str, tuple[type, ...]]] = {
    kind: commands for subject in SUBJECTS for kind, commands in subject.deals_with.items()
}
"""Which commands are open while an irregularity of that kind is."""

INTERRUPTS: Final[dict[type, frozenset[str]]] = {
    report: kinds for subject in SUBJECTS for report, kinds in subject.interrupts.items()
}
"""Which reports may come while an irregularity of these kinds is open; it waits, or falls with the round."""

OPEN_IN: Final[dict[str, Lister]] = {
    kind: lister for subject in SUBJECTS for kind, lister in subject.open_in.items()
}
AFTERWARDS: Final[tuple[Callable[[EventBuilder], None], ...]] = tuple(
    subject.afterwards for subject in SUBJECTS if subject.afterwards is not None
)


def _one_after_the_other(first: Step, second: Step) -> Step:
    return lambda table, event: second(first(table, event), event)


for _subject in SUBJECTS:
    STEPS.update(_subject.steps)
for _subject in SUBJECTS:
    for _kind, _step in _subject.also:
        STEPS[_kind] = _one_after_the_other(STEPS[_kind], _step)


def why_not_during_irregularity(
    rules: Rulebook, table: Table, command: c.Command
) -> Refusal | None:
    """While something must be put right, only what puts it right is open."""
    irregularity, kind = table.irregularity, type(command)
    if irregularity is None or kind in ALWAYS or kind in DEALS_WITH[irregularity.kind]:
        return None
    if irregularity.kind in INTERRUPTS.get(kind, ()):
        return None
    return Refusal(
        "irregularity.open", irregularity.clause, f"{irregularity.what} That comes first."
    )
