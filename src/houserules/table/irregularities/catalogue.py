"""Every irregularity for a dealer in training: what happened, what the rules say, who decides.

What the rules say comes from the register, clause by clause; who decides from the powers. A rulebook that does not
provide for something says so, with the clause that leaves no room.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from houserules.core.people import Role
from houserules.core.refusal import Clause
from houserules.rulebook.clauses import ClauseEntry, register_of
from houserules.rulebook.options import clause_of, entry_of
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered, Value
from houserules.table.irregularities.catalogue_entries import CARD_ROWS, DEAL_ROWS, HOUSE_ROWS, Row
from houserules.table.powers import holders, power_of

_LEFT_OUT = ("not provided", "nothing", "nobody")


@dataclass(frozen=True, slots=True)
class Act:
    """A command that belongs to an irregularity, what it is, and the roles that may give it."""

    command: str
    what: str
    roles: tuple[Role, ...]


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One irregularity under one rulebook."""

    id: str
    what_happened: str
    provided: bool  # whether the document says what is done
    clauses: tuple[Clause, ...]
    rules_say: tuple[ClauseEntry, ...]
    who_decides: tuple[Act, ...]
    table_does: tuple[str, ...]


def irregularities(rules: Rulebook) -> tuple[CatalogueEntry, ...]:
    """List all irregularities in the order of a shoe: cards, deal, round, money."""
    return tuple(_entry(rules, row) for row in (*CARD_ROWS, *DEAL_ROWS, *HOUSE_ROWS))


def _entry(rules: Rulebook, row: Row) -> CatalogueEntry:
    clauses = tuple(
        dict.fromkeys(clause_of(rules, key) for key in row.keys if _provides_for(rules, key))
    )
    cited = clauses or (clause_of(rules, row.keys[0]),)
    register = register_of(rules.registers)
    return CatalogueEntry(
        row.id,
        row.what_happened,
        bool(clauses),
        cited,
        tuple(entry for clause in cited for entry in register.find(clause)),
        tuple(_acts(rules, row)) if clauses else (),
        tuple(_sentences(rules, row)) if clauses else (),
    )


def _provides_for(rules: Rulebook, key: str) -> bool:
    entry = entry_of(rules, key)
    if isinstance(entry, NotOffered):
        return False
    return not isinstance(entry, Value) or entry.value not in _LEFT_OUT


def _sentences(rules: Rulebook, row: Row) -> Iterator[str]:
    """Yield what the table does, as far as it holds under the rulebook."""
    for text, only in row.table_does:
        entry = entry_of(rules, only[0]) if only else None
        if only is None or (isinstance(entry, Value) and entry.value == only[1]):
            yield text


def _acts(rules: Rulebook, row: Row) -> list[Act]:
    """Return the commands with the roles that may give them, without those that nobody may."""
    acts = []
    for kind in row.commands:
        power = power_of(rules, kind)
        roles: tuple[Role, ...] = ("player",) if power is None else holders(rules, power.value)
        if roles:
            what = (kind.__doc__ or "").partition("\n")[0]
            acts.append(Act(kind.__name__, what, roles))
    return acts
