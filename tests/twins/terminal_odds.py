"""What `odds` takes a finished hand for, and what it pays it, found with its own functions."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from houserules.core.cards import CARDS, Card, deck
from houserules.odds.game import Game
from houserules.odds.solver.action_values import PlayedHands, doubled_hands
from houserules.odds.solver.hand_index import ACE, TOTAL, Floats, Ints, hand_of
from houserules.odds.solver.player_outcomes import NATURAL, OPEN, Finishes, finishes_of
from houserules.odds.solver.result_kinds import NATURAL_SUITED, Kinds, suit_kind
from houserules.odds.solver.shoe import Shoe, shoe_of, upcards
from houserules.odds.solver.suits import COMPLETING, MIXED, finish_of, natural_shares
from houserules.odds.solver.upcard import NATURAL_HAND, Against, against
from houserules.table.round.final import End

SUITS = "shdc"
Cards = tuple[Card, ...]


def values_of(cards: Cards) -> tuple[int, ...]:
    """Return the values as `odds` counts them: an ace is 0."""
    return tuple(card.value - 1 for card in cards)


def number_of(cards: Cards) -> int:
    """Return the number of the hand, -1 if bust."""
    return hand_of(*values_of(cards))


def great_shoe() -> Shoe:
    """Return a shoe in which every hand can be made."""
    return shoe_of(8 * deck(tens=True))


@dataclass(frozen=True)
class Paid:
    """A game against one upcard: the kinds of finished hands, and what they pay."""

    against: Against

    @property
    def game(self) -> Game:
        """The game."""
        return self.against.game

    @property
    def finishes(self) -> Finishes:
        """The finishes that the game has."""
        return self.against.finishes

    @cached_property
    def kinds(self) -> Kinds:
        """The kinds of finished hands."""
        return Kinds(self.against)

    @cached_property
    def pays(self) -> Floats:
        """What each kind pays by column."""
        return self.kinds.pays

    @cached_property
    def boxes(self) -> dict[int, Floats]:
        """What two and three hands of a box pay together."""
        columns = [self.kinds.column(column) for column in range(self.pays.shape[1])]
        return {
            count: np.stack([column.box(count) for column in columns], axis=-1) for count in (2, 3)
        }

    def column(self, end: End) -> int:
        """Return the column of a dealer's end."""
        ends = self.finishes.ends
        if end.natural:
            return ends.natural + (end.pinkjack and self.against.upcard.face is not None)
        return ends.bust if end.total > 21 else end.total - ends.least

    @cached_property
    def _doubled(self) -> dict[int, Ints]:
        return {}

    @cached_property
    def _played(self) -> dict[int, PlayedHands]:
        return {}

    def may(self, cards: Cards, initial: int) -> tuple[bool, ...]:
        """Whether an unsplit hand may stand, hit and double."""
        if initial not in self._played:
            self._played[initial] = self.against.unsplit(initial)
        refused = np.isnan(self._played[initial].values[number_of(cards)])
        return tuple((~refused).tolist())

    def settled(self, cards: Cards, *, split: bool) -> int | None:
        """Return the kind of a hand that is settled at once; None if it goes on."""
        hand = number_of(cards)
        if hand < 0:
            return 0
        finish = int(self.against.rules.settled[hand])
        if hand == NATURAL_HAND and (not split or finish == NATURAL):
            return self._natural(cards)
        if finish < 0:
            return None
        return self._in_suit(cards, split=split) or finish

    def _natural(self, cards: Cards) -> int:
        """Return the kind of a natural, which `odds` finds in how a shoe of these cards divides."""
        if not self.game.naturals.by_suit:
            return NATURAL
        kind = int(natural_shares(shoe_of(cards), [(1.0, ())]).argmax())
        return NATURAL if kind == 0 else self.kinds.finishes + NATURAL_SUITED + kind - 1

    def _in_suit(self, cards: Cards, *, split: bool) -> int | None:
        """Return the kind of a 6-7-8 or 7-7-7 of one suit."""
        if len(cards) != 3 or len({card.suit for card in cards}) > 1:
            return None
        pair = tuple(sorted(values_of(cards[:2])))
        falls = self.against.suits_of((pair[0], pair[1]), split=split)
        if falls is None or COMPLETING[pair[0], pair[1]] != values_of(cards)[2]:
            return None
        suit = SUITS.index(cards[0].suit)
        fall = next(each for each in falls if each.suit == suit != MIXED)
        finish = finish_of((pair[0], pair[1]))
        mixed = self.against.rules.pays[finish, 0]
        kind = self.kinds.finishes + suit_kind(finish, suit, fall.prize)
        assert abs(self.pays[kind, 0] - mixed - fall.extra) < 1e-12
        return kind

    def stood(self, cards: Cards) -> int:
        """Return the kind of a hand that stands."""
        return OPEN + max(0, int(TOTAL[number_of(cards)]) - self.finishes.ends.least + 1)

    def doubled(self, cards: Cards, initial: int) -> int:
        """Return the kind of a hand that got the last of its cards on a double."""
        *before, last = cards
        if initial not in self._doubled:
            self._doubled[initial], _ = doubled_hands(self.against.rules, initial)
        return int(self._doubled[initial][number_of(tuple(before)), last.value - 1])


def paid(game: Game, card: Card, shoe: Shoe | None = None) -> Paid:
    """Return what a game pays against this upcard."""
    shoe = shoe or great_shoe()
    upcard = next(each for each in upcards(game, shoe) if card in each.faces)
    return Paid(against(finishes_of(game), shoe, upcard))


def initial_aces(cards: Cards, first: int = 2) -> int:
    """How many aces of a hand were there first: among two cards, or the one that was split."""
    return sum(card.value - 1 == ACE for card in cards[:first])


FACES = tuple(CARDS[rank + suit] for rank, suit in zip("A23456789K", "shdcshdcsh", strict=True))
"""One card of each value; aces and kings, sixes, sevens and eights of different suits."""
