"""An item of the conditions in words: sentences, and rows where a table says it better."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from houserules.core.refusal import Clause

NOT_STATED: Final = "Not stated yet."


@dataclass(frozen=True, slots=True)
class Sentence:
    """Something the conditions or the rules say, and the clause if it is another than the item's."""

    text: str
    clause: Clause | None = None


@dataclass(frozen=True, slots=True)
class StatedItem:
    """One item of the conditions: sentences, and rows where a table says it better."""

    clause: Clause
    title: str
    sentences: tuple[Sentence, ...]
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def printed_clause(clause: Clause) -> str:
    """Print a clause as its document does: a number printed twice has its section in the register."""
    return clause.rpartition("/")[2]


def stated(clause: Clause, title: str, sentences: Iterable[Sentence]) -> StatedItem:
    """Return an item in sentences; without any, it is not stated yet."""
    return StatedItem(clause, title, tuple(sentences) or (Sentence(NOT_STATED),))


def sentence_of(text: str | None) -> Iterator[Sentence]:
    """Yield the operator's own words, if there are any."""
    if text is not None:
        yield Sentence(" ".join(text.split()))


def counted(number: int, thing: str) -> str:
    """Write a number of things: 1 round, 1,000 players."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
