"""Where strategies come from: rows as `houserules strategy --json` prints them, or a rule of thumb."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from houserules.rulebook.schema import Rulebook
from houserules.simulator.cards import VALUES, hands, total
from houserules.simulator.decisions import (
    LATER,
    MOST_HANDS,
    Action,
    may_split,
    number_of,
    soft_total,
    split,
    unsplit,
)
from houserules.simulator.packed_rules import Packed, Rule, pack
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
    up, state, best = _upcard(row), _state(row["cards"]), _ACTIONS.get(row["best"])
    if best is None:
        raise StrategyError(f"{row['best']!r} is not a decision on {row['cards']!r}")
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


# A rough chart by totals: no analysis, but sensible play under any of the rules. For trying things out
# and for measuring; `houserules strategy` knows better.


_SPLIT_AGAINST: Final = {
    0: range(10),
    1: range(1, 7),
    2: range(1, 7),
    5: range(1, 6),
    6: range(1, 7),
    7: range(1, 9),
    8: (1, 2, 3, 4, 5, 7, 8),
}
"""Pairs by value, and the upcards against which they are split; values count from 0, the ace."""


def rough_chart(packed: Packed, *, gives_up: bool = True) -> Strategy:
    """Return a chart by totals, number of cards and upcard; `gives_up`: with surrender and forfeits."""
    actions, suited = empty_tables()
    for state in range(len(hands().values)):
        pair = may_split(packed, state, unsplit(0))
        for up in range(10):
            actions[up, :LATER, state] = _plain(packed, state, up)
            if pair and up in _SPLIT_AGAINST.get(hands().values[state][0], ()):
                actions[up, :3, state] = Action.SPLIT
            elif gives_up and _gives_up(packed, state, up):
                actions[up, :3, state] = Action.SURRENDER
    with_apart(actions, suited)
    return Strategy("rough-chart", actions, suited, _forfeits() if gives_up else {})


def rough_drawing(packed: Packed) -> Strategy:
    """Return how the rough chart plays for a player who cannot double or split: it only hits and stands."""
    actions, suited = empty_tables()
    for state in range(len(hands().values)):
        for up in range(10):
            plain = _plain(packed, state, up)
            actions[up, :LATER, state] = Action.HIT if plain is Action.DOUBLE else plain
    with_apart(actions, suited)
    return Strategy("rough-drawing", actions, suited, {})


def double_at_once(packed: Packed) -> Strategy:
    """Double every two cards, for a player who needs to win more than the wager; otherwise play the rough chart."""
    chart = rough_chart(packed, gives_up=False)
    actions = chart.actions.copy()
    for state in range(len(hands().values)):
        if hands().cards[state] == 2:
            actions[:, :3, state] = Action.DOUBLE
    return Strategy("double-at-once", actions, chart.suited, {})


def _plain(packed: Packed, state: int, up: int) -> Action:
    """Double, hit or stand by the total."""
    points, hard, cards = soft_total(state), hands().hard[state], hands().cards[state]
    may_double = 2 <= cards <= min(4, packed[Rule.DOUBLE_MOST_CARDS])
    if may_double and points == hard and points in (10, 11) and 1 <= up <= points - 4:
        return Action.DOUBLE
    if points == hard:
        draws = points < (13 + (cards >= 5) if 1 <= up <= 5 else 17)
    else:
        draws = points < 18 or (points == 18 and (not 1 <= up <= 7 or cards >= 4))
    return Action.HIT if draws or points < packed[Rule.MUST_DRAW_BELOW] else Action.STAND


def _gives_up(packed: Packed, state: int, up: int) -> bool:
    """Surrender 16 and 17 against an ace, where that is offered."""
    offered = up == 0 and packed[Rule.SURRENDER_AGAINST] & 1
    hard_two = hands().cards[state] == 2 and hands().aces[state] == 0
    return bool(offered and hard_two and soft_total(state) in (16, 17))


def _forfeits() -> dict[Doubled, bool]:
    """Give up doubled totals of 12 to 16 against an 8 or better."""
    forfeits = {}
    for state in range(len(hands().values)):
        if hands().hard[state] in (10, 11):
            for card in range(10):
                points = total(hands().hard[state] + card + 1, free_aces=int(card == 0))
                if 12 <= points <= 16:
                    for up in (0, 7, 8, 9, 10, 11, 12):
                        forfeits[up, ANYWHERE, state, card, points] = True
    return forfeits


# Strategies that need no analysis: never bust, and do as the dealer does.


def never_bust(packed: Packed) -> Strategy:
    """Draw as long as no card can bust the hand and its total is below 18; nothing else."""

    def draws(state: int) -> bool:
        hard = hands().hard[state]
        return hard <= 11 and soft_total(state) < 18

    return _drawing("never-bust", draws, packed)


def mimic_the_dealer(packed: Packed) -> Strategy:
    """Draw when the dealer would have to; nothing else."""

    def draws(state: int) -> bool:
        total, hard = soft_total(state), hands().hard[state]
        stands_on = Rule.DEALER_STANDS_ON_HARD if total == hard else Rule.DEALER_STANDS_ON_SOFT
        return bool(total < packed[stands_on])

    return _drawing("mimic-the-dealer", draws, packed)


def _drawing(name: str, draws: Callable[[int], bool], packed: Packed) -> Strategy:
    """Make a strategy of drawing and standing; a draw that the rules demand is made."""
    actions, suited = empty_tables()
    for state in range(len(hands().values)):
        must = soft_total(state) < packed[Rule.MUST_DRAW_BELOW]
        actions[:, :LATER, state] = Action.HIT if must or draws(state) else Action.STAND
    return Strategy(name, actions, suited, {})


NAMED: Final[dict[str, Callable[[Packed], Strategy]]] = {
    "mimic": mimic_the_dealer,
    "never-bust": never_bust,
    "rough-chart": rough_chart,
}


def named_strategy(name: str, rules: Rulebook) -> Strategy:
    """Return a strategy that needs no analysis, by its name."""
    if name not in NAMED:
        raise StrategyError(
            f"no strategy {name!r}; there are {', '.join(NAMED)}. `houserules.simulate` also takes "
            "best and chart, which it solves first"
        )
    return NAMED[name](pack(rules))
