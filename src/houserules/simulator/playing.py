"""A box's play as rows: from its first card through every decision of its strategy to an ending."""

from collections.abc import Callable

import numpy as np

from houserules.simulator.branching import Branch, endings_of
from houserules.simulator.cards import rank_of, value_of
from houserules.simulator.deciding import Context, split, unsplit
from houserules.simulator.endings import (
    MIXED,
    ONE_SUIT,
    PINK,
    is_natural,
    natural,
    natural_counts,
    suits_with,
)
from houserules.simulator.hands import EMPTY, hands
from houserules.simulator.layout import Tables
from houserules.simulator.packing import INITIAL_ACES, At, Packed
from houserules.simulator.rows import RowBank
from houserules.simulator.strategy import APART, BONUS_PAIRS, Strategy, upcard_place

Finish = Callable[[int, int], int]
"""Gives the entry for an upcard and the ending of a hand against it."""


class Splits:
    """Which split boxes a strategy can come to: upcard, value of the cards, number of hands."""

    def __init__(self) -> None:
        self.needed: dict[tuple[int, int, int], None] = {}

    def need(self, up: int, value: int, number: int) -> None:
        """Note that a split into that many hands happens."""
        self.needed[up, value, number] = None


class Play:
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
            packed[At.ACES_WHEN_DOUBLING] == INITIAL_ACES
            or bool(np.any(actions[:, 1:3] != actions[:, :1]))
            or any(place in (0, 1, 2) for _, place, *_ in strategy.forfeits)
        )
        self.up_classes = {code: self._up_class(code) for code in bank.codes}
        self._second: dict[tuple[int, int, Context], int] = {}
        self._branches: dict[tuple[int, Context], Branch] = {}

    def start(self) -> int:
        """Give the entry for a box without cards: its first card, the upcard, its second card."""
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
        """Give one upcard for all that are the same to this game and strategy."""
        if code in PINK and self.packed[At.HAS_BLACKJACK]:
            return code
        same = self._offers(code)
        return next(each for each in self.bank.codes if self._offers(each) == same)

    def _offers(self, code: int) -> tuple[int, int, int]:
        rank, place = rank_of(code), value_of(code)
        if self.has_exceptions:
            place = upcard_place(code)
        surrender = self.packed[At.SURRENDER_AGAINST] >> rank & 1
        return place, surrender, self.packed[At.INSURANCE_AGAINST] >> rank & 1

    def first_class(self, code: int) -> int:
        """Give one first card for all that are the same: suits count in 6, 7, 8 and blackjacks."""
        value = value_of(code)
        suits_count = value in (5, 6, 7) or (self.packed[At.HAS_BLACKJACK] and value in (0, 9))
        return code if suits_count else value

    def second(self, up: int, first: int, context: Context) -> int:
        """Give the entry for a hand of one card."""
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
        branch = self._branch(up, context)
        if hands().values[state] in BONUS_PAIRS:
            suits = suits_with(ONE_SUIT + (first >> 4), second)
            return branch.entry(state) if suits == MIXED else branch.entry_of_suit(state, suits)
        return branch.entry(state)

    def _branch(self, up: int, context: Context) -> Branch:
        key = (up, context)
        if key not in self._branches:
            self._branches[key] = Branch(
                self.packed,
                self.strategy,
                self.bank,
                up=up,
                context=context,
                endings=self.endings[context.is_split],
                finish=self.finish,
                need_split=self.splits.need,
            )
        return self._branches[key]


def split_roots(play: Play, most: int) -> Tables:
    """Give the entries for split hands of one card, by number of hands, upcard and card."""
    roots = np.zeros((most - 1, 64, 64), dtype=np.uint32)
    done: set[tuple[int, int, int]] = set()
    while todo := [each for each in play.splits.needed if each not in done]:
        for up, value, number in todo:
            done.add((up, value, number))
            context = split(value, number)
            ups = [card for card, class_of_up in play.up_classes.items() if class_of_up == up]
            for code in (each for each in play.bank.codes if value_of(each) == value):
                roots[number - 2, ups, code] = play.second(up, play.first_class(code), context)
    return roots.ravel()
