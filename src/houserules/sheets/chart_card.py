"""A strategy chart laid out as a card: sections, rows and codes, however it is drawn."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal

from houserules.odds.chart import Chart, ChartCell
from houserules.sheets.number_text import percent

# A strategy chart in codes that fit into a cell, and what every code means.
#
# A code is read from the left: a letter says what to do, a number from how many cards on the next
# letter holds instead. A number at the end of a code means hit from there on.
#
#     S       stand
#     S5      stand; with 5 or more cards hit
#     D4S5    double; with 4 cards stand; with 5 or more hit
#     H4S     hit; with 4 or more cards stand
#     RH      surrender; where that is not open hit
#     RS4     surrender; where that is not open stand; with 4 or more cards hit
#
# What follows an R holds for more than two cards and for split hands, which nobody can surrender.


Steps = tuple[tuple[int, str], ...]

LETTERS: Final = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}
SPLIT: Final = "P"
FORFEIT: Final = "F"
NOTHING: Final = "·"
"""In the rows for pairs, doubles and suits: the hand is played by its total, the double kept."""

NOTHING_MEANS: Final = "nothing special: play by the total"
FORFEIT_MEANS: Final = "forfeit: take the double back, lose the original wager"
HOW_TO_READ: Final = (
    "A number in a code: with that many cards or more, do what follows it; if nothing follows, hit."
)


def code(cell: ChartCell) -> str:
    surrenders, steps = _split_surrender(cell)
    text = "".join(
        (str(cards) if place else "") + LETTERS[action]
        for place, (cards, action) in enumerate(steps)
    )
    return ("R" if surrenders else "") + (text[:-1] if len(steps) > 1 and text[-1] == "H" else text)


def meaning(cell: ChartCell) -> str:
    """Say in words what a cell asks for."""
    surrenders, steps = _split_surrender(cell)
    ends = [cards for cards, _ in steps[1:]]
    parts = [
        _when(place, cards, end) + action
        for place, ((cards, action), end) in enumerate(zip(steps, [*ends, None], strict=True))
    ]
    if surrenders:
        parts[:1] = ["surrender", f"where that is not open {parts[0]}"]
    return "; ".join(parts)


def _split_surrender(cell: ChartCell) -> tuple[bool, Steps]:
    """Take a surrender off a cell: whether it asks for one, and what holds where none is open."""
    surrenders = cell.steps[0][1] == "surrender"
    steps = ((2, cell.action(2)), *cell.steps[1:])
    return surrenders, tuple(next(alike) for _, alike in groupby(steps, key=lambda step: step[1]))


def _when(place: int, cards: int, until: int | None) -> str:
    """Say for how many cards a step holds; the first is for as few as there are."""
    if place == 0:
        return ""
    noun = " cards" if place == 1 else ""
    if until is None:
        return f"with {cards} or more{noun} "
    last = until - 1
    return f"with {cards}{noun} " if cards == last else f"with {cards} to {last}{noun} "


Look = Literal["hit", "stand", "double", "split", "surrender", "forfeit", "nothing"]
"""How a cell is drawn: by what it asks for first."""


@dataclass(frozen=True, slots=True)
class Square:
    """One cell of the card."""

    code: str
    look: Look


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the card: one square per upcard."""

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
    notes: tuple[str, ...]  # exceptions in words
    footer: str


_NOTHING: Final = Square(NOTHING, "nothing")
_SPLIT: Final = Square(SPLIT, "split")
_FORFEIT: Final = Square(FORFEIT, "forfeit")
_PLAIN: Final[dict[str, Square]] = {
    "stand": Square(LETTERS["stand"], "stand"),
    "hit": Square(LETTERS["hit"], "hit"),
    "double": Square(LETTERS["double"], "double"),
    "split": _SPLIT,
    "surrender": Square(LETTERS["surrender"], "surrender"),
}
_SUITS: Final = {"same": "♥♦♣", "spades": "♠"}
_PINK: Final = {"Jd": "J♦", "Jd Jd": "J♦ J♦", "Ad": "A♦", "Ad Ad": "A♦ A♦"}
"""The cards of a Pinkjack in a pair, which may be split because of them."""


def card_of(chart: Chart) -> ChartCard:
    """Lay a chart out; a section without rows is left out."""
    every = [
        Section("Hard total", _totals(chart, chart.hard)),
        Section("Soft total", _totals(chart, chart.soft)),
        Section(
            "Pair",
            tuple(
                Line(
                    f"{value} {value}",
                    tuple(_SPLIT if row[up] else _NOTHING for up in chart.upcards),
                )
                for value, row in chart.pairs.items()
            ),
        ),
        Section("After a double", _join_rows(_forfeits(chart))),
        Section("Of one suit", tuple(_suited_exceptions(chart))),
        Section("Pair with", tuple(_pink(chart))),
    ]
    return ChartCard(
        upcards=chart.upcards,
        sections=tuple(section for section in every if section.lines),
        legend=tuple(_legend(chart)),
        notes=tuple(_notes(chart)),
        footer=(
            f"House edge when played by this chart: {percent(chart.house_edge)}. "
            f"Cost of its simplicity: {percent(chart.cost)}."
        ),
    )


def _totals(chart: Chart, rows: Mapping[int, Mapping[str, ChartCell]]) -> tuple[Line, ...]:
    return _join_rows(
        Line(str(total), tuple(_square(rows[total][upcard]) for upcard in chart.upcards))
        for total in sorted(rows)
    )


def _square(cell: ChartCell) -> Square:
    return Square(code(cell), _PLAIN[cell.steps[0][1]].look)


def _join_rows(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Make one row of neighbours that say the same: "5-8"."""
    joined: list[Line] = []
    for line in lines:
        if joined and joined[-1].squares == line.squares:
            first = joined[-1].label.partition("–")[0]
            joined[-1] = Line(f"{first}–{line.label}", line.squares)
        else:
            joined.append(line)
    return tuple(joined)


def _forfeits(chart: Chart) -> Iterator[Line]:
    """Yield the totals that are given up against some upcard; all others are kept."""
    for total in sorted(chart.forfeit):
        row = chart.forfeit[total]
        if any(row.values()):
            squares = (_FORFEIT if row[upcard] else _NOTHING for upcard in chart.upcards)
            yield Line(str(total), tuple(squares))


def _suited_exceptions(chart: Chart) -> Iterator[Line]:
    """Yield the exceptions of every two cards: in one row where spades are played as other suits."""
    rows: dict[str, dict[str, dict[str, str]]] = {}
    for row in chart.suited:
        if row.suits in _SUITS:
            rows.setdefault(row.cards, {}).setdefault(row.suits, {})[row.upcard] = row.action
    for cards, by_suits in rows.items():
        if by_suits.get("same") == by_suits.get("spades"):
            yield _exception(chart, cards, by_suits["same"])
            continue
        for suits, actions in by_suits.items():
            yield _exception(chart, f"{cards} {_SUITS[suits]}", actions)


def _pink(chart: Chart) -> Iterator[Line]:
    """Return the pairs that are played differently because of a card of a Pinkjack."""
    for suits, actions in _by_pinks(chart).items():
        pair = chart.pairs["A" if suits[0] == "A" else "T"]
        split = dict.fromkeys((upcard for upcard in chart.upcards if pair[upcard]), "split")
        label = _PINK[suits] if " " in suits else f"{_PINK[suits]} {suits.replace('Jd', 'T')[0]}"
        yield _exception(chart, label, split | actions)


def _by_pinks(chart: Chart) -> dict[str, dict[str, str]]:
    rows: dict[str, dict[str, str]] = {}
    for row in chart.suited:
        if row.suits in _PINK:
            rows.setdefault(row.suits, {})[row.upcard] = row.action
    return {suits: rows[suits] for suits in _PINK if suits in rows}


def _notes(chart: Chart) -> Iterator[str]:
    """Say the exceptions for pairs with a card of a Pinkjack."""
    for suits, actions in _by_pinks(chart).items():
        pair = "A A" if suits[0] == "A" else "T T"
        has = f"two {_PINK[suits[:2]]}" if " " in suits else f"a {_PINK[suits]}"
        for action in dict.fromkeys(actions.values()):
            against = [upcard for upcard in chart.upcards if actions.get(upcard) == action]
            told = " and ".join(filter(None, [", ".join(against[:-1]), against[-1]]))
            yield f"{pair} with {has}: {action} against {told} (it may become a Pinkjack)."


def _exception(chart: Chart, label: str, actions: Mapping[str, str]) -> Line:
    asked = (actions.get(upcard) for upcard in chart.upcards)
    return Line(label, tuple(_PLAIN[action] if action else _NOTHING for action in asked))


def _legend(chart: Chart) -> Iterator[tuple[Square, str]]:
    """Explain every code that stands on the card, the plain ones first."""
    plain = {square.code: (square, action) for action, square in _PLAIN.items()}
    codes = {
        code(cell): (_square(cell), meaning(cell))
        for rows in (chart.hard, chart.soft)
        for row in rows.values()
        for cell in row.values()
    }
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
