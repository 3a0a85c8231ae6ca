"""A lane in plain Python: its own random numbers, its own shoe, rounds played out directly.

Nothing of the kernels is used here: SplitMix64 and Lemire's bounded draw are written once more.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from houserules.rulebook.schema import Rulebook
from houserules.simulator.bettors import BoxBettor
from houserules.simulator.cards import full_shoe
from houserules.simulator.direct import PlayedRound, play_from
from houserules.simulator.game_setup import CardShoe, Equipment, ShufflingDevice
from houserules.simulator.packed_rules import Packed, Rule, pack
from houserules.simulator.payouts import Payments, side_net

WORD = 1 << 64
GOLDEN = 0x9E3779B97F4A7C15


def splitmix(state: int) -> int:
    z = state % WORD
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
    return z ^ z >> 31


class Draws:
    """One half of a lane's words, 32 bits at a time or the upper 32 of each."""

    def __init__(self, seed: int, lane: int, *, seldom: bool) -> None:
        start = splitmix(seed + GOLDEN) + lane * GOLDEN * 2**32
        self.state = start + (GOLDEN * 2**31 if seldom else 0)
        self.seldom, self.waiting = seldom, []

    def next(self) -> int:
        if not self.waiting:
            self.state += GOLDEN
            word = splitmix(self.state)
            self.waiting = [word >> 32] if self.seldom else [word >> 32, word % 2**32]
        return self.waiting.pop()


@dataclass
class Lane:
    """A table that is played at."""

    packed: Packed
    seed: int
    number: int
    equipment: Equipment
    cards: list[int] = field(init=False)
    dealt: int = 0  # since the last shuffle, or still out of the device
    first: int = 0  # of which before this round
    initial: int = 0  # cards of the initial deal still to come

    def __post_init__(self) -> None:
        self.cards = [int(code) for code in full_shoe(self.packed)]
        self.main = Draws(self.seed, self.number, seldom=False)
        self.seldom = Draws(self.seed, self.number, seldom=True)
        self.shuffle()

    def shuffle(self) -> None:
        self.dealt = 0

    @property
    def burned(self) -> int:
        """The first card of a shoe goes away unseen; here it is one of those never reached."""
        return int(self.packed[Rule.FIRST_CARD_BURNED])

    def take(self, draws: Draws) -> int:
        """Any card that is left, equally likely, comes to lie behind those that were dealt."""
        place, left = self.dealt, len(self.cards) - self.dealt
        if left <= 0:  # run out: the discards of earlier rounds are all there is
            place, left = -left, self.first + left
        product = draws.next() * left
        if product % 2**32 < left:
            while product % 2**32 < 2**32 % left:
                product = self.seldom.next() * left
        other = place + (product >> 32)
        self.cards[place], self.cards[other] = self.cards[other], self.cards[place]
        self.dealt += 1
        return self.cards[place]

    def begin_round(self, boxes: int) -> None:
        match self.equipment:
            case CardShoe() as shoe if self.dealt + self.burned < shoe.cards_before_cut(
                len(self.cards)
            ):
                pass
            case ShufflingDevice():
                pass
            case _:
                self.shuffle()
        self.first, self.initial = self.dealt, 2 * boxes + 1

    def card(self, *, split: bool) -> int:
        code = self.take(self.seldom if split else self.main)
        self.initial -= 1
        if self.initial == 0 and isinstance(self.equipment, ShufflingDevice):
            now = self.dealt - self.first
            for place in range(min(now, self.first)):
                last = self.dealt - 1 - place
                self.cards[place], self.cards[last] = self.cards[last], self.cards[place]
            self.dealt, self.first = now, 0
        return code


@dataclass
class Expected:
    """What a run of lanes comes to."""

    rounds: int = 0
    total: Fraction = Fraction(0)  # cents
    squares: Fraction = Fraction(0)
    results: Counter[str] = field(default_factory=Counter)
    insurance: Counter[bool] = field(default_factory=Counter)
    sides: Counter[str] = field(default_factory=Counter)
    distribution: Counter[Fraction] = field(default_factory=Counter)

    def add(self, played: PlayedRound, payments: Payments) -> None:
        on_the_side = [side_net(payments, side) for box in played.sides for side in box]
        net = sum(played.net) - sum(on_the_side)
        self.rounds += 1
        self.total += net
        self.squares += net**2
        self.distribution[net] += 1
        self.results.update(kind.name for box in played.kinds for kind in box)
        self.insurance.update([played.natural] * sum(played.insured))
        self.sides.update(side.name for box in played.sides for side in box)


def play_batch(
    rules: Rulebook,
    bettors: Sequence[BoxBettor],
    *,
    equipment: Equipment,
    seed: int,
    number: int,
    rounds: int,
    in_chips: bool,
) -> Expected:
    """Play the batch of that number as its eight lanes share it out."""
    packed = pack(rules)
    expected, payments = Expected(), Payments(packed, in_chips=in_chips)
    for place in range(8):
        lane = Lane(packed, seed, number * 8 + place, equipment)
        for _ in range(rounds // 8 + (place < rounds % 8)):
            lane.begin_round(len(bettors))
            expected.add(play_from(packed, lane, bettors, in_chips=in_chips), payments)
    return expected
