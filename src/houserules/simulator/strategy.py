"""A strategy as tables: the decision for every hand, upcard and context, looked up by number.

It is read from rows as `houserules strategy --json` prints them, or built in (`builtin`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from houserules.simulator.cards import ACE_OF_DIAMONDS, JACK_OF_DIAMONDS, VALUES, value_of
from houserules.simulator.deciding import (
    CONTEXTS,
    MOST_HANDS,
    Action,
    Context,
    number_of,
    split,
    unsplit,
)
from houserules.simulator.hands import hands

Row = Mapping[str, Any]

UPCARDS: Final = (*VALUES, "Ad", "Jd")
"""Values, then the two cards that Pinkjack's exceptions are for."""

MISSING: Final = 255
SUITS_OF_TWO: Final = ("mixed", "same", "spades")
BONUS_PAIRS: Final[dict[tuple[int, ...], int]] = {(5, 6): 0, (5, 7): 1, (6, 7): 2, (6, 6): 3}
"""Two cards of 6-7-8, or two sevens, by value: the hands whose suits a strategy may look at."""


class StrategyError(ValueError):
    """A strategy that cannot be read, is not complete, or asks for what the rules refuse."""


@dataclass(frozen=True, slots=True, eq=False)
class Strategy:
    """Decisions by upcard, context and hand; MISSING where the strategy says nothing."""

    name: str
    actions: NDArray[np.uint8]  # upcard, context, hand
    suited: NDArray[np.uint8]  # upcard, context, pair of BONUS_PAIRS, suits of two
    forfeits: frozenset[tuple[int, int, int, int, int]]  # upcard, context, hand, card, total

    def action(self, up: int, context: Context, state: int, suits: int) -> int:
        """Give the decision on a hand; `suits` is a place in SUITS_OF_TWO, of a bonus pair."""
        place = number_of(context)
        pair = BONUS_PAIRS.get(hands().values[state])
        if pair is not None and self.suited[up, place, pair, suits] != MISSING:
            return int(self.suited[up, place, pair, suits])
        return int(self.actions[up, place, state])

    def forfeits_on(self, up: int, context: Context, *, state: int, card: int, total: int) -> bool:
        """Whether a doubled hand of that total is given up."""
        split_place = number_of(context) if context.is_split else 0
        return (up, split_place, state, card, total) in self.forfeits


def upcard_place(code: int) -> int:
    """Give the place of a dealer's first card in a strategy's tables."""
    if code == ACE_OF_DIAMONDS:
        return 10
    return 11 if code == JACK_OF_DIAMONDS else value_of(code)


def empty_tables() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Give tables in which every decision is missing."""
    actions = np.full((len(UPCARDS), CONTEXTS, len(hands().values)), MISSING, dtype=np.uint8)
    suited = np.full((len(UPCARDS), CONTEXTS, len(BONUS_PAIRS), 3), MISSING, dtype=np.uint8)
    return actions, suited


def from_rows(data: Mapping[str, Any], *, name: str = "rows") -> Strategy:
    """Read a strategy from the object that `houserules strategy --json` prints."""
    actions, suited = empty_tables()
    _put_rows(data.get("hands", ()), actions, suited)
    actions[10:], suited[10:] = actions[[0, 9]], suited[[0, 9]]
    _put_rows(data.get("exceptions", ()), actions, suited)
    forfeits = {each for row in data.get("forfeit", ()) for each in _forfeit(row)}
    return Strategy(name, actions, suited, frozenset(forfeits))


def _put_rows(rows: Iterable[Row], actions: NDArray[np.uint8], suited: NDArray[np.uint8]) -> None:
    for row in rows:
        up, state = _upcard(row), _state(row["cards"])
        best = _action(row)
        pair = BONUS_PAIRS.get(hands().values[state])
        for context in _contexts(row):
            if pair is not None and row.get("suits") is not None:
                suited[up, context, pair, _suits(row)] = best
            else:
                actions[up, context, state] = best


def _upcard(row: Row) -> int:
    if row.get("upcard") not in UPCARDS:
        raise StrategyError(f"{row.get('upcard')!r} is no upcard; there are {' '.join(UPCARDS)}")
    return UPCARDS.index(row["upcard"])


def _state(cards: str) -> int:
    """Give the state of a hand as it is written."""
    state = hands().number.get(tuple(sorted(_values(cards))))
    if state is None:
        raise StrategyError(f"{cards!r} exceeds 21")
    return state


@lru_cache(maxsize=10_000)
def _values(cards: str) -> tuple[int, ...]:
    """Give the values of cards as they are written; most hands come up against ten upcards."""
    words = cards.split()
    if any(word not in VALUES or len(word) != 1 for word in words):
        raise StrategyError(f"{cards!r}: cards are written {' '.join(VALUES)}")
    return tuple(VALUES.index(word) for word in words)


def _action(row: Row) -> int:
    word = str(row.get("best")).upper()
    if word not in Action.__members__:
        raise StrategyError(f"{row.get('best')!r} is no decision on {row.get('cards')!r}")
    return Action[word]


def _suits(row: Row) -> int:
    if row["suits"] not in SUITS_OF_TWO:
        raise StrategyError(f"{row['suits']!r}: suits are {', '.join(SUITS_OF_TWO)}, or null")
    return SUITS_OF_TWO.index(row["suits"])


def _contexts(row: Row) -> list[int]:
    """Give the places that a row speaks of: a split hand's, or an unsplit one's by initial aces."""
    split_from, aces = row.get("split_from"), row.get("initial_aces")
    if split_from is None:
        return [number_of(unsplit(each)) for each in ((0, 1, 2) if aces is None else (aces,))]
    if not 2 <= split_from["hands"] <= MOST_HANDS:
        raise StrategyError(
            f"a split into {split_from['hands']} hands; there are 2 to {MOST_HANDS}"
        )
    value = VALUES.index(split_from["card"])
    return [number_of(split(value, split_from["hands"]))]


def _forfeit(row: Row) -> list[tuple[int, int, int, int, int]]:
    """Give the keys of a row of `forfeit` that says yes: the hand doubled, then the card drawn."""
    if not row["forfeit"]:
        return []
    hand, drawn = row["cards"].rsplit(maxsplit=1)
    state, card = _state(hand), _values(drawn)[0]
    place = _contexts(row)[0] if row.get("split_from") is not None else 0
    ups = {0: (0, 10), 9: (9, 11)}.get(_upcard(row), (_upcard(row),))
    return [(up, place, state, card, int(row["total"])) for up in ups]
