"""Commands given at a desk, to a tournament or a promotion, and who may give them.

`power` is the key of the rulebook that names the role; `right` the key by which players may give
the command for themselves.
"""

from dataclasses import dataclass
from typing import ClassVar, Self

from houserules.core.deferred import deferred_dataclass
from houserules.core.people import Moment, Person, Role
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.options import clause_of
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_house import Office
from houserules.rulebook.value_text import PART_OF
from houserules.rulebook.values import Value
from houserules.table.commands import Command
from houserules.table.powers import holders, with_article


@dataclass(frozen=True, slots=True)
class StepRefusal:
    """Why a step cannot be taken now."""

    code: str
    detail: str
    clause: Clause

    @classmethod
    def of(cls, no: Refusal) -> Self:
        """Return a refusal as a desk shows it."""
        return cls(no.code, no.detail, no.clause)


@deferred_dataclass
class DeskCommand(Command):
    """Something that a person asks of a tournament or a promotion."""

    power: ClassVar[str]
    right: ClassVar[str | None] = None
    by: Person
    at: Moment


def power_of(rules: Rulebook, kind: type[DeskCommand]) -> Value[Office]:
    """Return the power that a command takes, with its clause."""
    power: Value[Office] = getattr(getattr(rules, PART_OF[kind.power]), kind.power)
    return power


def right_to(rules: Rulebook, kind: type[DeskCommand]) -> Clause | None:
    """Return the clause by which players give a command for themselves; None: they may not."""
    return None if kind.right is None else clause_of(rules, kind.right)


def roles_for(rules: Rulebook, kind: type[DeskCommand]) -> tuple[Role, ...]:
    """Return the roles that may give a command; a player only for themselves."""
    staff = holders(rules, power_of(rules, kind).value)
    return staff if kind.right is None else ("player", *staff)


def why_not_by(rules: Rulebook, command: DeskCommand) -> Refusal | None:
    """Whether the person who gives a command may; who may, if not."""
    kind, person = type(command), command.by
    own = right_to(rules, kind)
    if person.role == "player" and own is not None:
        player = getattr(command, "player", person.name)
        if player == person.name:
            return None
        return Refusal("role.not-yours", own, f"Only {player} can do this.")
    power = power_of(rules, kind)
    staff = holders(rules, power.value)
    if person.role in staff:
        return None
    who = " or ".join(with_article(role) for role in staff)
    return Refusal(
        "role.may-not", power.clause, f"Only {who} may do this, not {with_article(person.role)}."
    )
