"""The one table of roles against commands: who may give each command under a rulebook, and why."""

from collections.abc import Iterable
from dataclasses import dataclass

from houserules.core.people import Role
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table import desk
from houserules.table.powers import holders, power_of, right_to
from houserules.table.registry import COMMANDS


@dataclass(frozen=True, slots=True)
class Power:
    """One command: what it is, which roles may give it, and the clause that says so."""

    command: str
    what: str
    roles: tuple[Role, ...]  # empty: nobody under this rulebook
    clause: Clause


def powers_table(rules: Rulebook) -> tuple[Power, ...]:
    """Return every command with the roles that may give it: players' first, then staff's."""
    kinds = sorted(COMMANDS, key=lambda kind: power_of(rules, kind) is not None)
    return tuple(_row(rules, kind) for kind in kinds)


def _row(rules: Rulebook, kind: type) -> Power:
    what = (kind.__doc__ or "").partition("\n")[0]
    power = power_of(rules, kind)
    if power is None:
        return Power(kind.__name__, what, ("player",), right_to(rules, kind))
    return Power(kind.__name__, what, holders(rules, power.value), power.clause)


def desk_powers(
    rules: Rulebook, part: object, kinds: Iterable[type[desk.DeskCommand]]
) -> tuple[Power, ...]:
    """Return the commands of a desk with the roles that may give them; nobody without its part."""

    def row(kind: type[desk.DeskCommand]) -> Power:
        what = (kind.__doc__ or "").partition("\n")[0]
        if isinstance(part, NotOffered):
            return Power(kind.__name__, what, (), part.clause)
        roles, power = desk.roles_for(rules, kind), desk.power_of(rules, kind)
        return Power(kind.__name__, what, roles, power.clause)

    return tuple(map(row, kinds))
