"""Boxes played directly, card by card: slow, plain, and what the compiled kernels must match.

Only the cards decide: they are taken in the order in which they leave the shoe, and every decision
comes from the bettors' strategies. The round can be written down and settled at the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from houserules.simulator.bettors import Bettor
from houserules.simulator.cards import suit_of, value_of
from houserules.simulator.choosing import choice, forfeited
from houserules.simulator.deciding import (
    Action,
    Context,
    doubled_total,
    soft_total,
    split,
    takes_one_card,
    unsplit,
)
from houserules.simulator.endings import (
    ONE_SUIT,
    after_card,
    after_double,
    is_natural,
    natural,
    natural_counts,
    suits_with,
)
from houserules.simulator.hands import EMPTY, hands
from houserules.simulator.kinds import SURRENDERED, Kind, open_hand
from houserules.simulator.packing import Packed


class Source(Protocol):
    """Where cards come from."""

    def card(self, *, split: bool) -> int:
        """Give the next card; `split`: to a split box, or to the dealer in a round with one."""


@dataclass(slots=True)
class Hand:
    """A hand of a box: its cards as codes, and how it ended."""

    cards: list[int]
    ending: int = 0

    @property
    def state(self) -> int:
        """The state of its values; every prefix of a hand in play is one."""
        state = EMPTY
        for code in self.cards:
            state = hands().after[state][value_of(code)]
        return state

    @property
    def suits(self) -> int:
        """Its one suit, or MIXED."""
        suits = ONE_SUIT + suit_of(self.cards[0])
        for code in self.cards[1:]:
            suits = suits_with(suits, code)
        return suits


@dataclass(slots=True)
class Box:
    """A box with its hands in order of play, and what was decided there."""

    number: int
    bettor: Bettor
    hands: list[Hand]
    decisions: list[tuple[int, str]] = field(default_factory=list)  # hand, counted from 1

    @property
    def is_split(self) -> bool:
        """Whether the box has more than one hand."""
        return len(self.hands) > 1

    def context(self, hand: Hand) -> Context:
        """Give where a hand comes from."""
        if self.is_split:
            return split(value_of(hand.cards[0]), len(self.hands))
        return unsplit(sum(value_of(code) == 0 for code in hand.cards[:2]))


def play_box(packed: Packed, box: Box, up: int, shoe: Source) -> None:
    """Play every hand of a box in turn; a split hand gets its second card when its turn comes."""
    turn = 0
    while turn < len(box.hands):
        hand = box.hands[turn]
        if len(hand.cards) == 1:
            hand.cards.append(shoe.card(split=True))
        if _play_on(packed, box, turn, up=up, shoe=shoe):
            turn += 1


def _play_on(packed: Packed, box: Box, turn: int, *, up: int, shoe: Source) -> bool:
    """Go on with a hand by one decision; whether it is finished."""
    hand = box.hands[turn]
    context = box.context(hand)
    ending = ending_of(packed, hand, context=context, up=up)
    if ending is not None:
        hand.ending = ending
        return True
    state = hand.state
    chosen = choice(packed, box.bettor.strategy, state, context=context, suits=hand.suits, up=up)
    if not (takes_one_card(packed, context) and chosen is Action.STAND):
        box.decisions.append((turn + 1, chosen.name.lower()))
    match chosen:
        case Action.STAND:
            hand.ending = open_hand(soft_total(state), doubled=False)
        case Action.SURRENDER:
            hand.ending = SURRENDERED
        case Action.HIT:
            hand.cards.append(shoe.card(split=box.is_split))
        case Action.SPLIT:
            box.hands.insert(turn + 1, Hand([hand.cards.pop()]))
        case Action.DOUBLE:
            _double(packed, box, turn, up=up, code=shoe.card(split=box.is_split))
    return bool(hand.ending)


def ending_of(packed: Packed, hand: Hand, *, context: Context, up: int) -> int | None:
    """Give the ending of a hand that its cards have decided."""
    state = hand.state
    if is_natural(state) and natural_counts(packed, context):
        return natural(packed, *hand.cards, up=up)
    return after_card(packed, state, context=context, suits=hand.suits, up=up)


def _double(packed: Packed, box: Box, turn: int, *, up: int, code: int) -> None:
    """Draw the one card of a double, and forfeit where the strategy does."""
    hand = box.hands[turn]
    context, state, value = box.context(hand), hand.state, value_of(code)
    hand.cards.append(code)
    ending = after_double(packed, state, value, context=context)
    if ending is None:
        total = doubled_total(packed, state, value, context=context)
        ending = open_hand(total, doubled=True)
        if forfeited(packed, box.bettor.strategy, state, context=context, value=value, up=up):
            box.decisions.append((turn + 1, "forfeit"))
            ending = Kind.FORFEIT
    hand.ending = ending


def deal(boxes: Sequence[Box], shoe: Source) -> int:
    """Deal the initial deal; give the dealer's first card (S24 8.1, NZ 8.2, PJ 7.1)."""
    for box in boxes:
        box.hands[0].cards.append(shoe.card(split=False))
    up = shoe.card(split=False)
    for box in boxes:
        box.hands[0].cards.append(shoe.card(split=False))
    return up
