"""A value of a rulebook and the clause that gives it: neither exists without the other."""

from dataclasses import dataclass
from typing import Annotated, Final, Generic, Literal, TypeVar

from houserules.core.money import Odds, format_money
from houserules.core.refusal import Clause

T = TypeVar("T")

Money = Annotated[int, "money"]
"""Whole cents, written in a rulebook or a record as dollars: "12.50"."""

Choice = Literal["amount", "amount or not offered"]
"""What an operator may choose in place of a value that has no list of alternatives."""


@dataclass(frozen=True, slots=True, repr=False)
class Value(Generic[T]):
    """One value of a rulebook, and its clause."""

    value: T
    clause: Clause
    readings: tuple[int, ...] = ()  # entries of the readings register that it depends on
    alternatives: tuple[T, ...] = ()  # other values that the operator may choose
    choice: Choice | None = None

    def __repr__(self) -> str:
        return f"<{self.value} ({self.clause})>"

    @property
    def is_option(self) -> bool:
        return bool(self.alternatives) or self.choice is not None


@dataclass(frozen=True, slots=True)
class NotOffered:
    """A part that the rulebook does not have, and the clause that rules it out."""

    clause: Clause


def require_offered(part: T | NotOffered) -> T:
    """Return a part that the caller knows is offered; an unavailable command was refused before."""
    assert not isinstance(part, NotOffered)
    return part


NO_VALUE: Final = {
    "unit": "the smallest chip",
    "double_most_cards": "any number",
    "perfect_pairs": "not offered",
    "suits_you": "not offered",
    "winner_chooses_above": "never",
    "amendment_sent_within": "not sent",
}
"""How a rulebook writes the absence of an amount or a limit, by key."""

SHARES: Final = {
    "insurance_most": "wager",
    "surrender_keeps": "wager",
    "double_most": "wager",
    "cutting_card_from_back": "stack",
}
"""Keys whose pair of numbers is a share rather than odds, and of what."""


def in_words(key: str, value: object, *, money: bool) -> str:
    """Write a value for people: yes, $12.50, 3 to 2, 1/2 of the wager."""
    if value is None:
        return NO_VALUE[key]
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Odds) and key in SHARES:
        whole = SHARES[key]
        return f"{value.pays}/{value.on} of the {whole}" if value.on > 1 else f"the whole {whole}"
    if money and isinstance(value, int):
        return format_money(value)
    return str(value)


def is_money(kind: object) -> bool:
    """Whether a type hint is `Money`, or `Value[Money]`, or either of them or None."""
    arguments = getattr(kind, "__args__", ())
    return getattr(kind, "__metadata__", ()) == ("money",) or any(map(is_money, arguments))
