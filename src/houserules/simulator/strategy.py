"""A strategy as tables: the decision for every hand, upcard and context, looked up by number.

It is read from rows or built in (`strategy_sources`). `choice` compares it with the rules: every action
that a strategy asks for must be open.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from houserules.core.notebook import html_table
from houserules.simulator.cards import (
    ACE_OF_DIAMONDS,
    JACK_OF_DIAMONDS,
    NAMES,
    TEN,
    VALUES,
    hands,
    rank_of,
    suit_of,
    value_of,
)
from houserules.simulator.decisions import (
    CONTEXTS,
    LATER,
    MIXED,
    ONE_SUIT,
    PINK,
    SPADES_ONLY,
    Action,
    Context,
    doubled_total,
    is_open_to,
    number_of,
    open_to,
    suits_with,
    takes_one_card,
)
from houserules.simulator.packed_rules import Packed, Rule

Doubled = tuple[int, int, int, int, int]
"""A doubled hand: upcard, context or ANYWHERE, the hand before, the card drawn, the total."""

ANYWHERE: Final = -1
"""In place of a context: wherever nothing is said about the context itself."""

APART: Final = (0, 9, 9)
"""The values of the upcards that exceptions are for: Ad, Jd, and the tens of a 52-card deck."""
UPCARDS: Final[dict[str, int]] = {
    **{value: place for place, value in enumerate(VALUES)},
    **{"Ad": 10, "Jd": 11},
    **dict.fromkeys(("Ts", "Th", "Td", "Tc"), 12),
}
"""The places of upcards in a strategy's tables: values, then those that are told apart."""
PLACES: Final = len(VALUES) + len(APART)

MISSING: Final = 255
BONUS_PAIRS: Final[tuple[tuple[int, ...], ...]] = ((5, 6), (5, 7), (6, 7), (6, 6))
"""Two cards of 6-7-8, or two sevens, by value: a third card of the same suit pays more."""
PINK_PAIRS: Final[tuple[tuple[int, ...], ...]] = ((0, 0), (9, 9))
"""Two aces and two ten-value cards: in Pinkjack a split hand can become a Pinkjack (PJ 11.3.1)."""
SUITS_OF_TWO: Final[dict[tuple[int, ...], tuple[str, str, str]]] = {
    **dict.fromkeys(BONUS_PAIRS, ("mixed", "same", "spades")),
    **{(0, 0): ("other", "Ad", "Ad Ad"), (9, 9): ("other", "Jd", "Jd Jd")},
}
"""The hands of two cards whose suits a strategy may look at, and the names of those suits."""
_PAIRS: Final = {pair: place for place, pair in enumerate(SUITS_OF_TWO)}


class StrategyError(ValueError):
    """A strategy that cannot be read, is not complete, or asks for what the rules refuse."""


@dataclass(frozen=True, slots=True, eq=False)
class Strategy:
    """Decisions by upcard, context and hand; MISSING where the strategy says nothing."""

    name: str
    actions: NDArray[np.uint8]  # upcard, context, hand
    suited: NDArray[np.uint8]  # upcard, context, pair of SUITS_OF_TWO, which of its suits
    forfeits: Mapping[Doubled, bool]

    def __repr__(self) -> str:
        return f"<Strategy {self.name}>"

    def _repr_html_(self) -> str:
        """Return the decision on every two cards as a table, for notebooks."""
        rows = [
            (
                " ".join(VALUES[value] for value in values),
                *(
                    "" if action == MISSING else Action(action).name.lower()
                    for action in self.actions[: len(VALUES), hands().aces[state], state].tolist()
                ),
            )
            for state, values in enumerate(hands().values)
            if len(values) == 2
        ]
        return html_table(self.name, ("Cards", *VALUES), rows)

    @property
    def tells_later(self) -> bool:
        """Whether the later hands of a split box have decisions of their own."""
        return bool(
            np.any(self.actions[:, LATER:] != MISSING)
            or np.any(self.suited[:, LATER:] != MISSING)
            or any(place >= LATER for _, place, *_ in self.forfeits)
        )

    def action(self, up: int, context: Context, state: int, suits: int) -> int:
        """Return the decision on a hand; `suits` says which of its pair's SUITS_OF_TWO it has."""
        place = number_of(context)
        pair = pair_place(state)
        if pair is not None and self.suited[up, place, pair, suits] != MISSING:
            return int(self.suited[up, place, pair, suits])
        action = int(self.actions[up, place, state])
        if action == MISSING and context.later:
            return self.action(up, context._replace(later=False), state, suits)
        return action

    def forfeits_on(self, up: int, context: Context, *, state: int, card: int, total: int) -> bool:
        """Whether a doubled hand of that total is given up: by its context, aces, or anywhere."""
        first = number_of(context._replace(later=False))
        for place in (number_of(context), first, context.initial_aces, ANYWHERE):
            given_up = self.forfeits.get((up, place, state, card, total))
            if given_up is not None:
                return given_up
        return False


def pair_place(state: int) -> int | None:
    """Return the place of a pair whose suits a strategy may look at; None for any other hand."""
    return _PAIRS.get(hands().values[state])


@lru_cache(maxsize=100)
def fill_gaps(strategy: Strategy, own: Strategy) -> Strategy:
    """Return a strategy with the decisions of another where it says nothing of a hand."""
    silent = strategy.actions == MISSING
    silent[:, LATER:] &= silent[:, 3:LATER]
    pairs = [hands().number[pair] for pair in SUITS_OF_TWO]
    by_suit = (strategy.suited == MISSING) & silent[:, :, pairs, None]
    return replace(
        strategy,
        actions=np.where(silent, own.actions, strategy.actions),
        suited=np.where(by_suit, own.suited, strategy.suited),
    )


def upcard_place(code: int) -> int:
    """Return the place of a dealer's first card in a strategy's tables."""
    if code in (ACE_OF_DIAMONDS, JACK_OF_DIAMONDS):
        return UPCARDS["Ad" if code == ACE_OF_DIAMONDS else "Jd"]
    return UPCARDS["Ts"] if rank_of(code) == TEN else value_of(code)


def with_apart(actions: NDArray[np.uint8], suited: NDArray[np.uint8]) -> None:
    """Have the upcards that are told apart played as others of their value, until a row says more."""
    actions[10:], suited[10:] = actions[list(APART)], suited[list(APART)]


def empty_tables() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return tables in which every decision is missing."""
    actions = np.full((PLACES, CONTEXTS, len(hands().values)), MISSING, dtype=np.uint8)
    suited = np.full((PLACES, CONTEXTS, len(SUITS_OF_TWO), 3), MISSING, dtype=np.uint8)
    return actions, suited


_ACTIONS: Final = tuple(Action)


def suits_of_two(packed: Packed, first: int, second: int) -> int:
    """Return which of a pair's SUITS_OF_TWO two cards have: 0 where a strategy sees no suits."""
    values = tuple(sorted((value_of(first), value_of(second))))
    if values in BONUS_PAIRS:
        return suits_of_bonus(suits_with(ONE_SUIT + suit_of(first), second))
    if values in PINK_PAIRS and packed[Rule.HAS_BLACKJACK]:
        return (first in PINK) + (second in PINK)
    return 0


def suits_of_bonus(suits: int) -> int:
    """Return which of the suits of a bonus pair these are: mixed, the same or spades."""
    if suits == MIXED:
        return 0
    return 2 if suits == SPADES_ONLY else 1


def choice(
    packed: Packed, strategy: Strategy, state: int, *, context: Context, suits: int, up: int
) -> Action:
    """Return the strategy's decision on a hand of 20 or less; an error if the rules refuse it.

    `suits` says which of its pair's SUITS_OF_TWO the hand has.
    """
    chosen = strategy.action(upcard_place(up), context, state, suits)
    if chosen != MISSING:
        action = _ACTIONS[chosen]
        if is_open_to(packed, action, state, context, up_rank=rank_of(up)):
            return action
    if takes_one_card(packed, context):  # no decision, so nothing needs to be said
        return Action.STAND
    if chosen == MISSING and not _can_come(packed, state, context=context, suits=suits, up=up):
        return open_to(packed, state, context, up_rank=rank_of(up))[0]
    asked = "no decision" if chosen == MISSING else f"{Action(chosen).name.lower()}, refused,"
    values = hands().values[state]
    cards = " ".join(VALUES[value] for value in values)
    cards += f" ({SUITS_OF_TWO[values][suits]})" if suits else ""
    where = f" in a box split into {context.hands}" if context.is_split else ""
    raise StrategyError(f"{strategy.name}: {asked} on {cards}{where} against {NAMES[up]}")


def _can_come(packed: Packed, state: int, *, context: Context, suits: int, up: int) -> bool:
    """Whether the decks have the cards of a hand, of the dealer's first, and of those split off."""
    values = hands().values[state]
    needed = Counter(values)
    needed[value_of(up)] += 1
    if context.is_split:
        needed[context.split_from] += context.hands - 1
    if values == (6, 6) and suits and packed[Rule.DECKS] == 1:  # two sevens of one suit
        return False
    same_as_up = up in PINK and value_of(up) == values[0]
    if values in PINK_PAIRS and suits and suits + same_as_up > packed[Rule.DECKS]:
        return False
    suits, tens = 4 * packed[Rule.DECKS], 4 if packed[Rule.TENS_IN_DECK] else 3
    return all(n <= suits * (tens if value == 9 else 1) for value, n in needed.items())


def is_forfeited(
    packed: Packed, strategy: Strategy, state: int, *, context: Context, value: int, up: int
) -> bool:
    """Whether a doubled hand that waits for the dealer is given up (S24 13.5-13.6, NZ 12.8)."""
    if not packed[Rule.HAS_FORFEIT]:
        return False
    total = doubled_total(packed, state, value, context=context)
    return strategy.forfeits_on(upcard_place(up), context, state=state, card=value, total=total)
