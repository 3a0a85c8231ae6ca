"""The hands of a box against one upcard and in one context, as rows."""

from collections.abc import Callable, Sequence

from houserules.simulator.cards import value_of
from houserules.simulator.choosing import choice, forfeited
from houserules.simulator.deciding import (
    Action,
    Context,
    doubled_total,
    soft_total,
    split,
    unsplit,
)
from houserules.simulator.endings import MIXED, after_card, after_double, suits_with
from houserules.simulator.hands import BUST, hands
from houserules.simulator.kinds import SURRENDERED, Kind, open_hand
from houserules.simulator.packing import Packed
from houserules.simulator.rows import SPLIT, RowBank
from houserules.simulator.strategy import Strategy

Endings = Sequence[int]
"""What every state of mixed suits ends with, or 0; the last place is for BUST, which is -1."""


def endings_of(packed: Packed, *, is_split: int) -> Endings:
    """Give what hands of mixed suits end with; the upcard matters to none of them."""
    context = split(1, 2) if is_split else unsplit(0)
    states = (*range(len(hands().values)), BUST)
    every = [after_card(packed, each, context=context, suits=MIXED, up=0) for each in states]
    return [ending or 0 for ending in every]


class Branch:
    """Builds the rows of one upcard and context, hand by hand."""

    def __init__(
        self,
        packed: Packed,
        strategy: Strategy,
        bank: RowBank,
        *,
        up: int,
        context: Context,
        endings: Endings,
        finish: Callable[[int, int], int],
        need_split: Callable[[int, int, int], None],
    ) -> None:
        self.packed, self.strategy, self.bank = packed, strategy, bank
        self.up, self.context, self.endings = up, context, endings
        self._finish, self._need_split = finish, need_split
        self._finished: dict[int, int] = {}
        self._entries: dict[int, int] = {}

    def entry(self, state: int) -> int:
        """Give the entry for a hand of mixed suits."""
        ending = self.endings[state]
        if ending:
            return self.finish(ending)
        if state not in self._entries:
            self._entries[state] = self._decided(state, MIXED)
        return self._entries[state]

    def entry_of_suit(self, state: int, suits: int) -> int:
        """Give the entry for a hand of one suit, on which a bonus hangs."""
        ending = after_card(self.packed, state, context=self.context, suits=suits, up=self.up)
        return self._decided(state, suits) if ending is None else self.finish(ending)

    def finish(self, ending: int) -> int:
        """Give the entry for an ending."""
        if ending not in self._finished:
            self._finished[ending] = self._finish(self.up, ending)
        return self._finished[ending]

    def _decided(self, state: int, suits: int) -> int:
        """Give the entry for a hand of 20 or less, by the strategy's decision."""
        context, up = self.context, self.up
        chosen = choice(self.packed, self.strategy, state, context=context, suits=suits, up=up)
        match chosen:
            case Action.STAND:
                return self.finish(open_hand(soft_total(state), doubled=False))
            case Action.SURRENDER:
                return self.finish(SURRENDERED)
            case Action.SPLIT:
                self._need_split(up, hands().values[state][0], context.hands + 1)
                return SPLIT
            case Action.DOUBLE:
                return self.bank.by_value(lambda value: self._doubled(state, value))
        after = hands().after[state]
        if suits == MIXED:
            return self.bank.by_value(lambda value: self.entry(after[value]))
        return self.bank.by_card(
            lambda code: self._hit_of_suit(after[value_of(code)], suits_with(suits, code))
        )

    def _hit_of_suit(self, state: int, suits: int) -> int:
        return self.entry(state) if suits == MIXED else self.entry_of_suit(state, suits)

    def _doubled(self, state: int, value: int) -> int:
        ending = after_double(self.packed, state, value, context=self.context)
        if ending is not None:
            return self.finish(ending)
        packed, context, up = self.packed, self.context, self.up
        if forfeited(packed, self.strategy, state, context=context, value=value, up=up):
            return self.finish(Kind.FORFEIT)
        total = doubled_total(packed, state, value, context=context)
        return self.finish(open_hand(total, doubled=True))
