"""A box's play as rows: from its first card through every decision of its strategy to an ending."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from houserules.simulator.cards import BUST, EMPTY, NAMES, hands, rank_of, value_of
from houserules.simulator.decisions import (
    MIXED,
    ONE_SUIT,
    PINK,
    SURRENDERED,
    Action,
    Context,
    Kind,
    after_card,
    after_double,
    doubled_total,
    is_natural,
    natural,
    natural_counts,
    open_hand,
    soft_total,
    split,
    suits_with,
    unsplit,
)
from houserules.simulator.layout import Tables
from houserules.simulator.packed_rules import INITIAL_ACES, Packed, Rule
from houserules.simulator.strategy import (
    APART,
    BONUS_PAIRS,
    Strategy,
    choice,
    is_forfeited,
    suits_of_bonus,
    suits_of_two,
    upcard_place,
)

# The rows of the automaton: where each card leads, one row per state, equal rows stored once.
#
# An entry is one 32-bit word. Its lowest six bits are the part of a card's code that the next row
# looks at: the rank alone, or rank and suit. Above them stand two marks, the number of the next row,
# and what is counted: 0, or how the hand or the round has ended. Since rows are built from the end
# backwards, states that play on alike become one row, and the tables stay small.


RANK_ONLY: Final = 0x0F
RANK_AND_SUIT: Final = 0x3F
ENDED: Final = 0x40
SPLIT: Final = 0x80
ROW_SHIFT: Final = 8
ENDING_SHIFT: Final = 24
WIDTH: Final = 16
MOST_ROWS: Final = 1 << (ENDING_SHIFT - ROW_SHIFT)


def end_entry(ending: int) -> int:
    """Return the entry of a card that ends the hand or the round."""
    return ENDED | ending << ENDING_SHIFT


class RowError(ValueError):
    """A strategy with more different situations than an entry can number."""


class RowBank:
    """Rows as they are built; a row that is there already is used again."""

    def __init__(self, *, tens: bool) -> None:
        self.codes = [code for code, name in NAMES.items() if tens or name[0] != "T"]
        self._tens = tens
        self._entries: list[int] = []
        self._places: dict[tuple[int, ...], int] = {}
        self._apart: dict[tuple[int, ...], int] = {}

    def by_value(self, entry: Callable[[int], int]) -> int:
        """Return the entry that leads to a row by rank where all ten-value cards are the same."""
        values = [entry(value) for value in range(10)]
        tens = values[9]
        row = (*values[:9], tens if self._tens else 0, tens, tens, tens, 0, 0, 0)
        return self._place(row, self._places) << ROW_SHIFT | RANK_ONLY

    def by_card(self, entry: Callable[[int], int], *, apart: bool = False) -> int:
        """Return the entry that leads to a row by card, or by rank where no suit matters.

        `apart`: the row is not shared with others that are equal, unless they are apart as well.
        """
        places = self._apart if apart else self._places
        cards = [0] * (4 * WIDTH)
        for code in self.codes:
            cards[code] = entry(code)
        suits = [tuple(cards[suit * WIDTH : (suit + 1) * WIDTH]) for suit in range(4)]
        if len(set(suits)) == 1:
            return self._place(suits[0], places) << ROW_SHIFT | RANK_ONLY
        return self._place(tuple(cards), places) << ROW_SHIFT | RANK_AND_SUIT

    def _place(self, row: tuple[int, ...], places: dict[tuple[int, ...], int]) -> int:
        if row not in places:
            places[row] = len(self._entries) // WIDTH
            self._entries.extend(row)
            if len(self) > MOST_ROWS:
                raise RowError(f"a strategy that takes more than {MOST_ROWS} different hands apart")
        return places[row]

    def table(self, start: int) -> NDArray[np.uint32]:
        """Return all rows; after an end the next round begins at `start`."""
        rows = np.array(self._entries, dtype=np.uint32)
        rows[(rows & ENDED) != 0] |= np.uint32(start)
        return rows

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self._entries) // WIDTH


# The hands of a box against one upcard and in one context, as rows.


Endings = Sequence[int]
"""What every state of mixed suits ends with, or 0; the last place is for BUST, which is -1."""


def endings_of(packed: Packed, *, is_split: int) -> Endings:
    """Return what hands of mixed suits end with; the upcard matters to none of them."""
    context = split(1, 2) if is_split else unsplit(0)
    states = (*range(len(hands().values)), BUST)
    every = [after_card(packed, each, context=context, suits=MIXED, up=0) for each in states]
    return [ending or 0 for ending in every]


class Branch:
    """Builds the rows of one upcard and context, hand by hand."""

    def __init__(self, play: "StrategyRows", up: int, context: Context) -> None:
        self.play, self.up, self.context = play, up, context
        self.packed, self.strategy, self.bank = play.packed, play.strategy, play.bank
        self.endings = play.endings[context.is_split]
        self._finished: dict[int, int] = {}
        self._entries: dict[tuple[int, int], int] = {}

    def entry(self, state: int, pinks: int = 0) -> int:
        """Return the entry for a hand of mixed suits.

        `pinks`: how many of two aces or ten-value cards are A or J of diamonds.
        """
        ending = self.endings[state]
        if ending:
            return self.finish(ending)
        key = (state, pinks)
        if key not in self._entries:
            self._entries[key] = self._decision_entry(state, MIXED, told=pinks)
        return self._entries[key]

    def entry_of_suit(self, state: int, suits: int) -> int:
        """Return the entry for a hand that was of one suit, on which a bonus depends."""
        if suits == MIXED:
            return self.entry(state)
        ending = after_card(self.packed, state, context=self.context, suits=suits, up=self.up)
        if ending is not None:
            return self.finish(ending)
        return self._decision_entry(state, suits, told=suits_of_bonus(suits))

    def finish(self, ending: int) -> int:
        if ending not in self._finished:
            self._finished[ending] = self.play.finish(self.up, ending)
        return self._finished[ending]

    def _decision_entry(self, state: int, suits: int, *, told: int) -> int:
        """Return the entry for a hand of 20 or less, by the strategy's decision.

        `suits` are followed from card to card; `told` is what the strategy sees of them.
        """
        context, up = self.context, self.up
        chosen = choice(self.packed, self.strategy, state, context=context, suits=told, up=up)
        match chosen:
            case Action.STAND:
                return self.finish(open_hand(soft_total(state), doubled=False))
            case Action.SURRENDER:
                return self.finish(SURRENDERED)
            case Action.SPLIT:
                self.play.splits[up, hands().values[state][0], context.hands + 1] = None
                return SPLIT
            case Action.DOUBLE:
                return self.bank.by_value(lambda value: self._double_entry(state, value))
        after = hands().after[state]
        if suits == MIXED:
            return self.bank.by_value(lambda value: self.entry(after[value]))
        return self.bank.by_card(
            lambda code: self.entry_of_suit(after[value_of(code)], suits_with(suits, code))
        )

    def _double_entry(self, state: int, value: int) -> int:
        ending = after_double(self.packed, state, value, context=self.context)
        if ending is not None:
            return self.finish(ending)
        packed, context, up = self.packed, self.context, self.up
        if is_forfeited(packed, self.strategy, state, context=context, value=value, up=up):
            return self.finish(Kind.FORFEIT)
        total = doubled_total(packed, state, value, context=context)
        return self.finish(open_hand(total, doubled=True))


Finish = Callable[[int, int], int]
"""Gives the entry for an upcard and the ending of a hand against it."""


Splits = dict[tuple[int, int, int], None]
"""Which split boxes a strategy can come to, in order: upcard, value of the cards, number of hands."""


class StrategyRows:
    """Builds the rows of one strategy; upcards and first cards that make no difference are one."""

    def __init__(
        self, packed: Packed, strategy: Strategy, bank: RowBank, *, finish: Finish, splits: Splits
    ) -> None:
        self.packed, self.strategy, self.bank = packed, strategy, bank
        self.finish, self.splits = finish, splits
        self.endings = {is_split: endings_of(packed, is_split=is_split) for is_split in (0, 1)}
        actions, suited = strategy.actions, strategy.suited
        self.has_exceptions = bool(
            np.any(actions[10:] != actions[list(APART)])
            or np.any(suited[10:] != suited[list(APART)])
        )
        self.aces_matter = (
            packed[Rule.ACES_WHEN_DOUBLING] == INITIAL_ACES
            or bool(np.any(actions[:, 1:3] != actions[:, :1]))
            or any(place in (0, 1, 2) for _, place, *_ in strategy.forfeits)
        )
        self.up_classes = {code: self._up_class(code) for code in bank.codes}
        self._second: dict[tuple[int, int, Context], int] = {}
        self._branches: dict[tuple[int, Context], Branch] = {}

    def start(self) -> int:
        """Return the entry for a box without cards: its first card, the upcard, its second card."""
        seen: dict[int, int] = {}

        def first(code: int) -> int:
            card = self.first_class(code)
            if card not in seen:
                seen[card] = self.bank.by_card(
                    lambda up: self.second(self.up_classes[up], card, unsplit(0))
                )
            return seen[card]

        return self.bank.by_card(first)

    def _up_class(self, code: int) -> int:
        """Return one upcard for all that are the same to this game and strategy."""
        if code in PINK and self.packed[Rule.HAS_BLACKJACK]:
            return code
        same = self._offers(code)
        return next(each for each in self.bank.codes if self._offers(each) == same)

    def _offers(self, code: int) -> tuple[int, int, int]:
        rank, place = rank_of(code), value_of(code)
        if self.has_exceptions:
            place = upcard_place(code)
        surrender = self.packed[Rule.SURRENDER_AGAINST] >> rank & 1
        return place, surrender, self.packed[Rule.INSURANCE_AGAINST] >> rank & 1

    def first_class(self, code: int) -> int:
        """Return one first card for all that are the same: suits count in 6, 7, 8 and blackjacks."""
        value = value_of(code)
        suits_count = value in (5, 6, 7) or (self.packed[Rule.HAS_BLACKJACK] and value in (0, 9))
        return code if suits_count else value

    def second(self, up: int, first: int, context: Context) -> int:
        """Return the entry for a hand of one card."""
        key = (up, first, context)
        if key not in self._second:
            self._second[key] = self.bank.by_card(lambda code: self._two(up, first, code, context))
        return self._second[key]

    def _two(self, up: int, first: int, second: int, context: Context) -> int:
        state = hands().after[hands().after[EMPTY][value_of(first)]][value_of(second)]
        if is_natural(state) and natural_counts(self.packed, context):
            return self.finish(up, natural(self.packed, first, second, up=up))
        if not context.is_split and self.aces_matter:
            context = unsplit((value_of(first) == 0) + (value_of(second) == 0))
        branch = self._branches.setdefault((up, context), Branch(self, up, context))
        if hands().values[state] in BONUS_PAIRS:
            return branch.entry_of_suit(state, suits_with(ONE_SUIT + (first >> 4), second))
        return branch.entry(state, suits_of_two(self.packed, first, second))


def split_roots(play: StrategyRows, most: int) -> Tables:
    """Return the entries for split hands of one card: of the first hand, then of the later ones.

    Each by number of hands, upcard and card.
    """
    roots = np.zeros((2, most - 1, 64, 64), dtype=np.uint32)
    tells_later = play.strategy.tells_later
    done: set[tuple[int, int, int]] = set()
    while todo := [each for each in play.splits if each not in done]:
        for up, value, number in todo:
            done.add((up, value, number))
            ups = [card for card, class_of_up in play.up_classes.items() if class_of_up == up]
            for code in (each for each in play.bank.codes if value_of(each) == value):
                card = play.first_class(code)
                for later in (False, True):
                    context = split(value, number, later=later and tells_later)
                    roots[int(later), number - 2, ups, code] = play.second(up, card, context)
    return roots.ravel()
