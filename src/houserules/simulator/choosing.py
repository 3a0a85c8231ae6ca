"""A strategy's decisions, held against the rules: what it asks for must be open."""

from collections import Counter
from typing import Final

from houserules.simulator.cards import NAMES, VALUES, rank_of, value_of
from houserules.simulator.deciding import (
    Action,
    Context,
    doubled_total,
    is_open_to,
    open_to,
    takes_one_card,
)
from houserules.simulator.endings import MIXED, SPADES_ONLY
from houserules.simulator.hands import hands
from houserules.simulator.packing import At, Packed
from houserules.simulator.strategy import (
    MISSING,
    SUITS_OF_TWO,
    Strategy,
    StrategyError,
    upcard_place,
)

_ACTIONS: Final = tuple(Action)
_MIXED, _SAME, _SPADES = (SUITS_OF_TWO.index(each) for each in ("mixed", "same", "spades"))


def _suits_of_two(suits: int) -> int:
    """Give the place in SUITS_OF_TWO of a hand's suits."""
    if suits == MIXED:
        return _MIXED
    return _SPADES if suits == SPADES_ONLY else _SAME


def choice(
    packed: Packed, strategy: Strategy, state: int, *, context: Context, suits: int, up: int
) -> Action:
    """Give the strategy's decision on a hand of 20 or less; an error if the rules refuse it."""
    chosen = strategy.action(upcard_place(up), context, state, _suits_of_two(suits))
    if chosen != MISSING:
        action = _ACTIONS[chosen]
        if is_open_to(packed, action, state, context, up_rank=rank_of(up)):
            return action
    if takes_one_card(packed, context):  # no decision, so nothing needs to be said
        return Action.STAND
    if chosen == MISSING and not _can_come(packed, state, context=context, suits=suits, up=up):
        return open_to(packed, state, context, up_rank=rank_of(up))[0]
    asked = "no decision" if chosen == MISSING else f"{Action(chosen).name.lower()}, refused,"
    cards = " ".join(VALUES[value] for value in hands().values[state])
    where = f" in a box split into {context.hands}" if context.is_split else ""
    raise StrategyError(f"{strategy.name}: {asked} on {cards}{where} against {NAMES[up]}")


def _can_come(packed: Packed, state: int, *, context: Context, suits: int, up: int) -> bool:
    """Whether the decks have the cards of a hand, of the dealer's first, and of those split off."""
    needed = Counter(hands().values[state])
    needed[value_of(up)] += 1
    if context.is_split:
        needed[context.split_from] += context.hands - 1
    suited_pair = suits != MIXED and hands().values[state] == (6, 6)
    if suited_pair and packed[At.DECKS] == 1:
        return False
    return all(number <= _in_decks(packed, value) for value, number in needed.items())


def _in_decks(packed: Packed, value: int) -> int:
    """Give how many cards of a value there are."""
    ranks = (4 if packed[At.TENS_IN_DECK] else 3) if value == 9 else 1
    return packed[At.DECKS] * 4 * ranks


def forfeited(
    packed: Packed, strategy: Strategy, state: int, *, context: Context, value: int, up: int
) -> bool:
    """Whether a doubled hand that waits for the dealer is given up (S24 13.5-13.6, NZ 12.8)."""
    if not packed[At.HAS_FORFEIT]:
        return False
    total = doubled_total(packed, state, value, context=context)
    return strategy.forfeits_on(upcard_place(up), context, state=state, card=value, total=total)
