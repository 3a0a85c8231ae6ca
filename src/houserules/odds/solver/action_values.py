"""The value of every action on every hand, from the highest totals down.

A hand is its cards by value; the shoe is what is left for it and the dealer. What the dealer will
draw does not depend on who drew before, so standing is weighed with the hand's own cards gone.
"""

from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from houserules.odds.solver.compiled import inline_kernel, kernel
from houserules.odds.solver.dealer import Dealt
from houserules.odds.solver.hand_index import ARENA, HANDS, VALUES, Arena, Flags, Floats, Ints
from houserules.odds.solver.player_outcomes import (
    DOUBLE_LOST,
    DOUBLED_21,
    DOUBLED_TRICK,
    FORFEITED,
    LOST,
    OPEN,
    Finishes,
)
from houserules.odds.solver.shoe import Upcard
from houserules.odds.solver.suits import Suited

# How decisions are made: by best play, or by a fixed strategy to be valued.


FREE = -1
"""No action is fixed: take the best."""


EQUAL = 1e-12
"""Values that differ by less are equal, and the plainer action is taken: stand before hit."""


class Fixed(NamedTuple):
    """The fixed actions for hands against one upcard."""

    action: Ints  # by hand: stand, hit or double, FREE for the best
    forfeit: Ints  # by total of a doubled hand: 1 give up, 0 keep, FREE for the better


class Policy(Protocol):
    """A strategy: its fixed actions, and its choices where suits or splits matter too."""

    def fixed_actions(self, upcard: Upcard, *, split: bool) -> Fixed:
        """Return the fixed actions for hands against an upcard."""

    def first(
        self, upcard: Upcard, cards: tuple[int, int], fall: Suited | None, values: Floats
    ) -> int:
        """Choose with two cards; NaN is an action that the rules refuse."""

    def second(
        self, upcard: Upcard, cards: tuple[int, int], fall: Suited | None, values: Floats
    ) -> int:
        """Choose with the two cards of a split hand, splitting again aside."""

    def again(self, upcard: Upcard, card: int, pinks: int, values: tuple[float, float]) -> bool:
        """Whether a split hand that got another card of its value is split again.

        `pinks`: how many of both cards are the A or J of diamonds; `values`: split and not.
        """


def best(values: Floats) -> int:
    """Return the first of the best actions; NaN is no action."""
    chosen, most = -1, -np.inf
    for action, value in enumerate(values.tolist()):
        if value > most + EQUAL:
            chosen, most = action, value
    return chosen


_NOTHING = Fixed(np.full(HANDS, FREE), np.full(32, FREE))


FORCED = Fixed(np.zeros(HANDS, dtype=np.int64), np.full(32, FREE))
"""No choice is left: the hand stands."""


class BestPlay:
    """The best choice for the cards in the hand and the upcard."""

    def fixed_actions(self, upcard: Upcard, *, split: bool) -> Fixed:
        """Fix nothing."""
        return _NOTHING

    def first(
        self, upcard: Upcard, cards: tuple[int, int], fall: Suited | None, values: Floats
    ) -> int:
        return best(values)

    second = first

    def again(self, upcard: Upcard, card: int, pinks: int, values: tuple[float, float]) -> bool:
        """Split again if that is better."""
        split, kept = values
        return split > kept + EQUAL


BEST_PLAY: Policy = BestPlay()


# The rules that the play of a hand depends on, and how a double ends.


class Rules(NamedTuple):
    """What of a game the play of a hand turns on, as the kernels take it."""

    settled: Ints
    pays: Floats
    doubled: int  # the first open finish with a double
    least: int  # the dealer's lowest total
    must_draw_below: int
    double_most_cards: int
    fixed_aces: int  # in a double count as 1: 0 every ace, 1 those of the initial deal, 2 none
    trick: bool
    pays_21: bool
    forfeits: bool
    peeks: bool
    partner: int  # the value that makes the upcard a natural, -1 if none does


def rules_of(finishes: Finishes, upcard: int, pinkjacks: float) -> Rules:
    """Return the rules for hands against an upcard of this value."""
    game = finishes.game
    most = 21 if game.double_most_cards is None else game.double_most_cards
    most = most if game.double_size else 0  # nothing to double with
    kinds = ("every ace is 1", "initial aces are 1", "usual")
    return Rules(
        settled=finishes.settled,
        pays=finishes.pays(pinkjacks),
        doubled=finishes.first_doubled,
        least=finishes.ends.least,
        must_draw_below=game.must_draw_below,
        double_most_cards=most,
        fixed_aces=kinds.index(game.aces_when_doubling),
        trick=game.trick is not None,
        pays_21=game.twenty_one is not None,
        forfeits=game.forfeits,
        peeks=game.peeks,
        partner={0: 9, 9: 0}.get(upcard, -1),
    )


@inline_kernel
def fixed_in_double(rule: int, aces: int, initial: int) -> int:
    """How many aces of a hand count 1 once it is doubled (readings 10 and 11)."""
    if rule == 0:
        return aces
    return min(initial, aces) if rule == 1 else 0


@inline_kernel
def counts_ace_high(arena: Arena, rules: Rules, hand: int, child: int, initial: int) -> int:
    """Whether an ace counts 11 once a hand is doubled and becomes another one: 1 or 0."""
    ones = fixed_in_double(rules.fixed_aces, arena.counts[hand, 0], initial)
    return 1 if arena.counts[child, 0] > ones and arena.hard[child] <= 11 else 0


@inline_kernel
def doubled_finish(rules: Rules, total: int, size: int) -> int:
    """Return the finish of a doubled hand that is not bust, leaving a forfeit aside."""
    if total == 21 and rules.pays_21:
        return DOUBLED_21
    if rules.trick and size >= 5:
        return DOUBLED_TRICK
    return rules.doubled + max(0, total - rules.least + 1)


@kernel
def _double_all(arena: Arena, rules: Rules, initial: int, finish: Ints, total: Ints) -> None:
    for hand in range(arena.hard.size):
        for card in range(10):
            child = arena.child[hand, card]
            if child >= 0:
                high = arena.hard[child] + 10 * counts_ace_high(arena, rules, hand, child, initial)
                finish[hand, card] = doubled_finish(rules, high, arena.size[child])
                total[hand, card] = high


def doubled_hands(rules: Rules, initial: int) -> tuple[Ints, Ints]:
    """Return the finish and the total of every hand doubled and given every card."""
    finish, total = np.full((HANDS, VALUES), DOUBLE_LOST), np.zeros((HANDS, VALUES), dtype=np.int64)
    _double_all(ARENA, rules, initial, finish, total)
    return finish, total


STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
ACTIONS: Final = ("stand", "hit", "double", "split", "surrender")


class PlayedHands(NamedTuple):
    """Every hand against one upcard: what each action is worth and which is best."""

    dealt: Dealt
    values: Floats  # by hand: stand, hit, double; NaN where the rules refuse it
    value: Floats  # by hand: the best, or what the settled hand pays
    action: Ints
    forfeit: Flags  # by hand doubled and card drawn


@inline_kernel
def _worth(ends: Floats, pays: Floats, row: int, finish: int) -> float:
    """What a finish is worth against the dealer's ends."""
    worth = 0.0
    for end in range(ends.shape[1]):
        worth += ends[row, end] * pays[finish, end]
    return worth


@inline_kernel
def _bust(rules: Rules, left: Floats, cards: float, card: int, finish: int) -> Any:
    """What a bust costs; nothing where the dealer looked and has a natural, which is apart."""
    if not rules.peeks or rules.partner < 0:
        return rules.pays[finish, 0]
    partners = left[rules.partner] - (1.0 if card == rules.partner else 0.0)
    return rules.pays[finish, 0] * (1.0 - partners / (cards - 1.0))


class _Kept(NamedTuple):
    """Doubled hands, an ace counting 11 or not: what they are worth, and whether they are given up."""

    worth: Floats
    given_up: Flags
    left: Floats  # room for the cards that are left


@inline_kernel
def _keep(arena: Arena, rules: Rules, fixed: Fixed, dealt: Dealt, hand: int, kept: _Kept) -> None:
    """Value a hand as the outcome of a double."""
    softs = 2 if arena.counts[hand, 0] > 0 and arena.hard[hand] <= 11 else 1
    row = dealt.rows[hand]
    for soft in range(softs):
        total = arena.hard[hand] + 10 * soft
        finish = doubled_finish(rules, total, arena.size[hand])
        worth = _worth(dealt.ends, rules.pays, row, finish)
        if finish >= OPEN and rules.forfeits:
            lost = _worth(dealt.ends, rules.pays, row, FORFEITED)
            laid_down = fixed.forfeit[total]
            if laid_down == 1 or (laid_down < 0 and lost > worth + EQUAL):
                kept.given_up[hand, soft], worth = True, lost
        kept.worth[hand, soft] = worth


@inline_kernel
def _double(
    arena: Arena, rules: Rules, kept: _Kept, left: Floats, cards: float, hand: int, initial: int
) -> float:
    worth = 0.0
    for card in range(10):
        if left[card] > 0.0:
            child = arena.child[hand, card]
            if child < 0:
                worth += left[card] * _bust(rules, left, cards, card, DOUBLE_LOST)
            else:
                worth += (
                    left[card]
                    * kept.worth[child, counts_ace_high(arena, rules, hand, child, initial)]
                )
    return worth / cards


@inline_kernel
def _given_up(
    arena: Arena, rules: Rules, kept: _Kept, left: Floats, hand: int, initial: int, forfeit: Flags
) -> None:
    """Note with which cards a doubled hand is given up."""
    for card in range(10):
        child = arena.child[hand, card]
        if left[card] > 0.0 and child >= 0:
            soft = counts_ace_high(arena, rules, hand, child, initial)
            forfeit[hand, card] = kept.given_up[child, soft]


@inline_kernel
def _hit(arena: Arena, rules: Rules, value: Floats, left: Floats, cards: float, hand: int) -> float:
    worth = 0.0
    for card in range(10):
        if left[card] > 0.0:
            child = arena.child[hand, card]
            each = value[child] if child >= 0 else _bust(rules, left, cards, card, LOST)
            worth += left[card] * each
    return worth / cards


@kernel
def _choose(
    arena: Arena,
    rules: Rules,
    fixed: Fixed,
    initial: int,
    one: bool,
    kept: _Kept,
    played: PlayedHands,
) -> None:
    """Fill in the values; `one`: no choice is left."""
    dealt, values, value, action, forfeit = played
    left, whole = kept.left, 0.0
    for card in range(10):
        whole += dealt.shoe[card]
    for hand in dealt.hands:
        row, total, size = dealt.rows[hand], arena.total[hand], arena.size[hand]
        if 3 <= size <= rules.double_most_cards + 1:
            _keep(arena, rules, fixed, dealt, hand, kept)
        if rules.settled[hand] >= 0:
            value[hand] = _worth(dealt.ends, rules.pays, row, rules.settled[hand])
            continue
        for card in range(10):
            left[card] = dealt.shoe[card] - arena.counts[hand, card]
        if total >= rules.must_draw_below or one:
            finish = OPEN + max(0, total - rules.least + 1)
            values[hand, STAND] = _worth(dealt.ends, rules.pays, row, finish)
        if total < 21 and not one:
            cards = whole - size
            values[hand, HIT] = _hit(arena, rules, value, left, cards, hand)
            if 2 <= size <= rules.double_most_cards:
                values[hand, DOUBLE] = _double(arena, rules, kept, left, cards, hand, initial)
                if rules.forfeits:
                    _given_up(arena, rules, kept, left, hand, initial, forfeit)
        action[hand] = fixed.action[hand]
        if action[hand] < 0:
            most = -np.inf
            for each in range(3):
                if values[hand, each] > most + EQUAL:
                    most, action[hand] = values[hand, each], each
        value[hand] = values[hand, action[hand]]


def play(
    rules: Rules, dealt: Dealt, fixed: Fixed, *, initial_aces: int, one_card: bool
) -> PlayedHands:
    """Value every hand; `one_card`: no choice is left."""
    played = PlayedHands(
        dealt,
        values=np.full((HANDS, 3), np.nan),
        value=np.zeros(HANDS),
        action=np.zeros(HANDS, dtype=np.int64),
        forfeit=np.zeros((HANDS, VALUES), dtype=np.bool_),
    )
    room = np.zeros((HANDS, 2)), np.zeros((HANDS, 2), dtype=np.bool_), np.empty(VALUES)
    _choose(ARENA, rules, fixed, initial_aces, one_card, _Kept(*room), played)
    return played
