"""A strategy's decisions, compared with the rules: what it asks for must be open."""

from collections import Counter
from typing import Final

from houserules.simulator.cards import NAMES, VALUES, hands, rank_of, suit_of, value_of
from houserules.simulator.decisions import (
    MIXED,
    ONE_SUIT,
    PINK,
    SPADES_ONLY,
    Action,
    Context,
    doubled_total,
    is_open_to,
    open_to,
    suits_with,
    takes_one_card,
)
from houserules.simulator.packed_rules import At, Packed
from houserules.simulator.strategy import (
    BONUS_PAIRS,
    MISSING,
    PINK_PAIRS,
    SUITS_OF_TWO,
    Strategy,
    StrategyError,
    upcard_place,
)

_ACTIONS: Final = tuple(Action)


def suits_of_two(packed: Packed, first: int, second: int) -> int:
    """Return which of a pair's SUITS_OF_TWO two cards have: 0 where a strategy sees no suits."""
    values = tuple(sorted((value_of(first), value_of(second))))
    if values in BONUS_PAIRS:
        return suits_of_bonus(suits_with(ONE_SUIT + suit_of(first), second))
    if values in PINK_PAIRS and packed[At.HAS_BLACKJACK]:
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
    if values == (6, 6) and suits and packed[At.DECKS] == 1:  # two sevens of one suit
        return False
    same_as_up = up in PINK and value_of(up) == values[0]
    if values in PINK_PAIRS and suits and suits + same_as_up > packed[At.DECKS]:
        return False
    return all(number <= _in_decks(packed, value) for value, number in needed.items())


def _in_decks(packed: Packed, value: int) -> int:
    """Return how many cards of a value there are."""
    ranks = (4 if packed[At.TENS_IN_DECK] else 3) if value == 9 else 1
    return packed[At.DECKS] * 4 * ranks


def is_forfeited(
    packed: Packed, strategy: Strategy, state: int, *, context: Context, value: int, up: int
) -> bool:
    """Whether a doubled hand that waits for the dealer is given up (S24 13.5-13.6, NZ 12.8)."""
    if not packed[At.HAS_FORFEIT]:
        return False
    total = doubled_total(packed, state, value, context=context)
    return strategy.forfeits_on(upcard_place(up), context, state=state, card=value, total=total)
