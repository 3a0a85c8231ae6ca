"""Reading a strategy from rows as `houserules strategy --json` prints them."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from houserules.simulator.cards import VALUES, hands
from houserules.simulator.decisions import MOST_HANDS, Action, number_of, split
from houserules.simulator.strategy import (
    ANYWHERE,
    SUITS_OF_TWO,
    UPCARDS,
    Doubled,
    Strategy,
    StrategyError,
    empty_tables,
    pair_place,
    with_apart,
)

Row = Mapping[str, Any]

_ALIKE: Final = {0: (0, 10), 9: (9, 11, 12)}
_ACTIONS: Final = {action.name.lower(): int(action) for action in Action}


def from_rows(data: Mapping[str, Any], *, name: str = "rows") -> Strategy:
    """Read a strategy from the object that `houserules strategy --json` prints."""
    actions, suited = empty_tables()
    put = partial(_store, actions, suited)
    _read(data, "hands", put)
    with_apart(actions, suited)
    _read(data, "exceptions", put)
    given_up: dict[Doubled, bool] = {}
    _read(data, "forfeit", partial(_put_forfeit, given_up, said=True))
    _read(data, "forfeit", partial(_put_forfeit, given_up, said=False))
    return Strategy(name, actions, suited, given_up)


def _read(data: Mapping[str, Any], part: str, put: Callable[[Row], None]) -> None:
    """Read every row of a part, and name the one that is not as it should be."""
    for number, row in enumerate(data.get(part, ()), start=1):
        try:
            put(row)
        except StrategyError as wrong:
            raise StrategyError(f"{part}, row {number}: {wrong}") from None
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            raise StrategyError(f"{part}, row {number} cannot be read: {row!r}") from None


def _store(actions: NDArray[np.uint8], suited: NDArray[np.uint8], row: Row) -> None:
    up, state, best = _upcard(row), _state(row["cards"]), _action(row)
    pair = None if row.get("suits") is None else pair_place(state)
    context = _context(row)
    for place in (0, 1, 2) if context == ANYWHERE else (context,):
        if pair is None:
            actions[up, place, state] = best
        else:
            suited[up, place, pair, _suits(row, state)] = best


def _upcard(row: Row) -> int:
    up = UPCARDS.get(row["upcard"])
    if up is None:
        raise StrategyError(f"{row['upcard']!r} is not an upcard; choose from {' '.join(UPCARDS)}")
    return up


@lru_cache(maxsize=10_000)
def _state(cards: str) -> int:
    """Return the state of a hand as it is written; most hands come up against ten upcards."""
    state = hands().number.get(tuple(sorted(_values(cards))))
    if state is None:
        raise StrategyError(f"{cards!r} exceeds 21")
    return state


def _values(cards: str) -> tuple[int, ...]:
    words = cards.split()
    if any(word not in VALUES or len(word) != 1 for word in words):
        raise StrategyError(f"{cards!r}: cards are written {' '.join(VALUES)}")
    return tuple(VALUES.index(word) for word in words)


def _action(row: Row) -> int:
    action = _ACTIONS.get(row["best"])
    if action is None:
        raise StrategyError(f"{row['best']!r} is not a decision on {row['cards']!r}")
    return action


def _suits(row: Row, state: int) -> int:
    names = SUITS_OF_TWO[hands().values[state]]
    if row["suits"] not in names:
        raise StrategyError(
            f"{row['suits']!r} on {row['cards']}: suits are {', '.join(names)}, or null"
        )
    return names.index(row["suits"])


def _context(row: Row) -> int:
    """Return the place that a row speaks of: a split hand's, or that of its initial aces."""
    split_from, aces = row.get("split_from"), row.get("initial_aces")
    if split_from is not None:
        later = bool(split_from.get("later", False))
        return _split_place(split_from["card"], split_from["hands"], later=later)
    if aces is None:
        return ANYWHERE
    if aces not in (0, 1, 2):
        raise StrategyError(f"{aces!r} initial aces; there are 0 to 2, or null")
    return int(aces)


@cache
def _split_place(card: str, number: int, *, later: bool) -> int:
    if not 2 <= number <= MOST_HANDS:
        raise StrategyError(f"a split into {number} hands; there are 2 to {MOST_HANDS}")
    return number_of(split(VALUES.index(card), number, later=later))


def _put_forfeit(given_up: dict[Doubled, bool], row: Row, *, said: bool) -> None:
    """Put in a row that says yes; or, after all of those, a no that speaks against one of them.

    A row that names no split holds for split hands too, where no row speaks of them.
    """
    if bool(row["forfeit"]) != said:
        return
    (state, card), up, place = _doubled_hand(row["cards"]), _upcard(row), _context(row)
    for each in _ALIKE.get(up, (up,)):
        doubled = (state, card, int(row["total"]))
        if said and row.get("split_from") is None:
            given_up[each, ANYWHERE, *doubled] = True
        if said or (each, ANYWHERE, *doubled) in given_up:
            given_up[each, place, *doubled] = said


@lru_cache(maxsize=50_000)
def _doubled_hand(cards: str) -> tuple[int, int]:
    """Return the hand that was doubled and the card drawn to it."""
    hand, drawn = cards.rsplit(maxsplit=1)
    return _state(hand), _values(drawn)[0]
