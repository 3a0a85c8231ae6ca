"""A sentence with its gaps, and the scene that the narrator may look at to word it.

A template has named gaps. Each reader fills them, because only the reader knows who "you" is:

    {amount}                  a value
    {player}                  a name; "you" to that person
    {player's}                a possessive; "your" to that person
    {player:doubles|double}   the word for others, the word for that person
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from houserules.core.cards import Card
from houserules.core.money import format_money
from houserules.core.people import Moment
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.round.hands import is_natural, is_pinkjack
from houserules.table.state import Hand, Table

_GAP: Final = re.compile(r"\{(\w+)('s)?(?::([^|}]*)\|([^}]*))?\}")
_CLAUSE: Final = " ({clause})"
_PEOPLE: Final = frozenset({"player", "by", "dealer", "controller"})
_MONEY: Final = frozenset(
    {
        *("amount", "due", "handed_back", "maximum", "outstanding", "paid"),
        *("pays", "plays", "returned", "short", "stake", "value"),
    }
)
_HOUSE: Final = {"house": "the house", "supervisor": "the supervisor"}  # staff without a name
_RANKS: Final = {"A": "ace", "T": "ten", "J": "jack", "Q": "queen", "K": "king"} | dict(
    zip("23456789", ["two", "three", "four", "five", "six", "seven", "eight", "nine"], strict=True)
)
_SUITS: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_ORDINALS: Final = ("first", "second", "third", "fourth")


@dataclass(frozen=True, slots=True)
class Sentence:
    """What happened, with gaps; a value that is a whole number is a moment in seconds."""

    template: str
    people: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, str | int] = field(default_factory=dict)
    called: bool = True  # aloud at the table; False: it is only recorded

    def text(self, reader: str | None = None, moment_text: Callable[[Moment], str] = str) -> str:
        """Fill the gaps for a reader; None: for somebody who is not named in it."""

        def fill(gap: re.Match[str]) -> str:
            key, possessive, others, own = gap.groups()
            name, value = self.people.get(key), self.values.get(key, "")
            is_reader = name is not None and name == reader
            if others is not None:
                return str(own if is_reader else others)
            if name is not None and not is_reader:
                return f"{name}'s" if possessive else name
            if is_reader:
                value = "your" if possessive else "you"
            words = value if isinstance(value, str) else moment_text(Moment(value))
            before = self.template[: gap.start()]
            return capitalise(words) if not before or before.endswith(". ") else words

        return _GAP.sub(fill, self.template)


@dataclass(frozen=True, slots=True)
class Scene:
    """What a reader may know beside the event; without a table, sentences say less."""

    rules: Rulebook | None = None
    table: Table | None = None  # after the event
    hidden: frozenset[int] = frozenset()  # boxes whose cards the reader may not know
    for_staff: bool = False  # the reader may know notes of the staff

    def controller(self, box: int | None) -> str | None:
        """Return who decides for a box."""
        lies = self.table.box(box) if self.table and box else None
        return lies.controller if lies else None

    def place(self, box: int | None, hand: int | None) -> str:
        """Name a place: "box 3", "the second hand of box 3", "the dealer"."""
        if box is None:
            return "the dealer"
        lies = self.table.box(box) if self.table else None
        if hand is None or lies is None or not lies.is_split:
            return f"box {box}"
        ordinal = _ORDINALS[hand - 1] if hand <= len(_ORDINALS) else f"{hand}th"
        return f"the {ordinal} hand of box {box}"

    def hand(self, box: int | None, hand: int | None) -> Hand | None:
        """Return a hand whose cards the reader may know."""
        if self.table is None or box is None or hand is None or box in self.hidden:
            return None
        return self.table.hand(box, hand)


Words = str | Sentence
"""A template whose gaps are fields of the event, or a sentence with more in it."""
Teller = Callable[[Any, Scene], Words]
Sentences = Mapping[type, str | Teller]


def words(
    template: str, /, *, people: Mapping[str, str] | None = None, **values: str | int
) -> Sentence:
    """Return a sentence with gaps that are no fields of the event."""
    return Sentence(template, people or {}, values)


def complete(event: Any, told: Words, *, called: bool) -> Sentence:
    """Fill the gaps from the fields of the event, and say its clause."""
    sentence = told if isinstance(told, Sentence) else Sentence(told)
    template, gaps = _with_clause(sentence.template, getattr(event, "clause", None) is not None)
    people, values = dict(sentence.people), dict(sentence.values)
    for name in gaps:
        if name in people or name in values:
            continue
        value = getattr(event, name)
        if name in _PEOPLE and value not in _HOUSE:
            people[name] = value
        else:
            values[name] = _value_text(name, value)
    return Sentence(template, people, values, called)


@lru_cache(maxsize=1024)
def _with_clause(template: str, has_clause: bool) -> tuple[str, tuple[str, ...]]:  # noqa: FBT001
    """Add the clause to a template that does not say it yet; return it and its gaps."""
    if has_clause and "{clause}" not in template:
        ends = template.endswith(".")
        template = f"{template[:-1]}{_CLAUSE}." if ends else f"{template}{_CLAUSE}"
    return template, tuple(dict.fromkeys(gap[1] for gap in _GAP.finditer(template)))


def _value_text(name: str, value: Any) -> str:
    if name in _MONEY:
        return format_money(value)
    if isinstance(value, Card):
        return card_name(value)
    if isinstance(value, str):
        return _HOUSE.get(value, value) if name in _PEOPLE else value
    if isinstance(value, tuple):
        return join_words(
            card_name(each) if isinstance(each, Card) else str(each) for each in value
        )
    return str(value)


def card_name(card: Card) -> str:
    """Say a card: "queen of hearts"."""
    return f"{_RANKS[card.rank]} of {_SUITS[card.suit]}"


def total_text(
    rules: Rulebook | None, cards: Sequence[Card], total: int, *, soft: bool, split: bool = False
) -> str:
    """Call a total as dealers do: "7 or 17" while an ace may count 1 or 11, "pontoon", "24 bust"."""
    counts = rules is not None and (not split or rules.splitting.naturals_after_split.value)
    if rules is not None and counts and is_natural(cards):
        if isinstance(rules.blackjack, NotOffered):
            return "pontoon"
        return "pinkjack" if is_pinkjack(cards) else "blackjack"
    if soft and total < 21:
        return f"{total - 10} or {total}"
    return f"{total} bust" if total > 21 else str(total)


def name_gaps(players: Iterable[str]) -> tuple[str, dict[str, str]]:
    """Return a gap for each of several people, as a list in words, and who fills them."""
    people = {f"player{number}": name for number, name in enumerate(players, start=1)}
    return join_words(f"{{{key}}}" for key in people), people


def join_words(items: Iterable[str]) -> str:
    """Join with commas and a last "and"."""
    *most, last = list(items) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def count_noun(number: int, noun: str, plural: str | None = None) -> str:
    """Write "1 card", "3 cards"."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def without_stop(text: str) -> str:
    """Return what a person wrote, without the full stop that a sentence adds itself."""
    return text.strip().rstrip(".")


def capitalise(text: str) -> str:
    """Begin a sentence; the rest keeps its letters."""
    return text[:1].upper() + text[1:]
