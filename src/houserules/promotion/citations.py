"""Clauses of the section on promotional prizes as the register has them, and texts that must say something."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.clauses import register_of
from houserules.rulebook.schema import Rulebook

LONGEST = 1000
"""Characters of a text."""


def registered(rules: Rulebook, number: str) -> Clause:
    """Return a clause as the register has it: with its section only where its number stands twice."""
    has = register_of(rules.registers).has(number)
    return Clause(number if has else number.rpartition("/")[2])


def why_not_said(clause: Clause, text: str, what: str) -> Refusal | None:
    """Ask for a text; `what` says which, such as "Say why"."""
    if 0 < len(text.strip()) <= LONGEST:
        return None
    return Refusal("promotion.no-text", clause, f"{what}, in at most {LONGEST} characters.")
