"""A strategy chart laid out as a card: sections, rows and codes, however it is drawn."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from houserules.odds.chart import Cell, Chart
from houserules.sheets.notation import (
    FORFEIT,
    FORFEIT_MEANS,
    LETTERS,
    NOTHING,
    NOTHING_MEANS,
    SPLIT,
    code,
    meaning,
)
from houserules.sheets.words import percent

Look = Literal["hit", "stand", "double", "split", "surrender", "forfeit", "nothing"]
"""How a cell is drawn: by what it asks for first."""


@dataclass(frozen=True, slots=True)
class Square:
    """One cell of the card."""

    code: str
    look: Look


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the card: a square an upcard."""

    label: str
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """Rows of one kind."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class ChartCard:
    """The whole card, with the meaning of every code on it."""

    upcards: tuple[str, ...]
    sections: tuple[Section, ...]
    legend: tuple[tuple[Square, str], ...]
    footer: str


_NOTHING: Final = Square(NOTHING, "nothing")
_SPLIT: Final = Square(SPLIT, "split")
_FORFEIT: Final = Square(FORFEIT, "forfeit")
_LOOKS: Final[dict[str, Look]] = {
    "hit": "hit",
    "stand": "stand",
    "double": "double",
    "split": "split",
    "surrender": "surrender",
}
_SUITS: Final = {"same": "♥♦♣", "spades": "♠"}


def card_of(chart: Chart) -> ChartCard:
    """Lay a chart out; a section without rows is left out."""
    every = [
        Section("Hard total", _totals(chart, chart.hard)),
        Section("Soft total", _totals(chart, chart.soft)),
        Section("Pair", tuple(_pairs(chart))),
        Section("After a double", _joined(_forfeits(chart))),
        Section("Of one suit", tuple(_suited(chart))),
    ]
    return ChartCard(
        upcards=chart.upcards,
        sections=tuple(section for section in every if section.lines),
        legend=tuple(_legend(chart)),
        footer=(
            f"House edge when played by this chart: {percent(chart.house_edge)}. "
            f"Cost of its simplicity: {percent(chart.cost)}."
        ),
    )


def _totals(chart: Chart, rows: Mapping[int, Mapping[str, Cell]]) -> tuple[Line, ...]:
    return _joined(
        Line(str(total), tuple(_square(rows[total][upcard]) for upcard in chart.upcards))
        for total in sorted(rows)
    )


def _square(cell: Cell) -> Square:
    return Square(code(cell), _LOOKS[cell.steps[0][1]])


def _joined(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Make one row of neighbours that say the same: "5-8"."""
    found: list[Line] = []
    for line in lines:
        if found and found[-1].squares == line.squares:
            first = found[-1].label.partition("–")[0]
            found[-1] = Line(f"{first}–{line.label}", line.squares)
        else:
            found.append(line)
    return tuple(found)


def _pairs(chart: Chart) -> Iterator[Line]:
    for value, row in chart.pairs.items():
        squares = (_SPLIT if row[upcard] else _NOTHING for upcard in chart.upcards)
        yield Line(f"{value} {value}", tuple(squares))


def _forfeits(chart: Chart) -> Iterator[Line]:
    """Give the totals that are given up against some upcard; all others are kept."""
    for total in sorted(chart.forfeit):
        row = chart.forfeit[total]
        if any(row.values()):
            squares = (_FORFEIT if row[upcard] else _NOTHING for upcard in chart.upcards)
            yield Line(str(total), tuple(squares))


def _suited(chart: Chart) -> Iterator[Line]:
    """Give the exceptions of every two cards: in one row where spades are played as other suits."""
    rows: dict[str, dict[str, dict[str, str]]] = {}
    for row in chart.suited:
        rows.setdefault(row.cards, {}).setdefault(row.suits, {})[row.upcard] = row.action
    for cards, by_suits in rows.items():
        if by_suits.get("same") == by_suits.get("spades"):
            yield _exception(chart, cards, by_suits["same"])
            continue
        for suits, actions in by_suits.items():
            yield _exception(chart, f"{cards} {_SUITS[suits]}", actions)


def _exception(chart: Chart, label: str, actions: Mapping[str, str]) -> Line:
    return Line(label, tuple(_action(actions.get(upcard)) for upcard in chart.upcards))


def _action(action: str | None) -> Square:
    return _NOTHING if action is None else Square(LETTERS[action], _LOOKS[action])


def _cells(chart: Chart) -> Iterator[Cell]:
    for rows in (chart.hard, chart.soft):
        for row in rows.values():
            yield from row.values()


def _legend(chart: Chart) -> Iterator[tuple[Square, str]]:
    """Explain every code that stands on the card, the plain ones first."""
    plain = {
        LETTERS[action]: (Square(LETTERS[action], _LOOKS[action]), action) for action in LETTERS
    }
    codes = {code(cell): (_square(cell), meaning(cell)) for cell in _cells(chart)}
    for row in chart.suited:
        codes.setdefault(LETTERS[row.action], plain[LETTERS[row.action]])
    if any(split for row in chart.pairs.values() for split in row.values()):
        codes[SPLIT] = plain[SPLIT]
    yield from (codes[letter] for letter in plain if letter in codes)
    yield from (codes[each] for each in sorted(codes.keys() - plain.keys()))
    if any(given for row in chart.forfeit.values() for given in row.values()):
        yield _FORFEIT, FORFEIT_MEANS
        yield _NOTHING, f"{NOTHING_MEANS}; after a double: keep it"
    elif chart.pairs or chart.suited:
        yield _NOTHING, NOTHING_MEANS
