"""Shufflers with a fault planted in them, so that anybody can see the suite catch it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from houserules.rng.tally import Order
from houserules.shoe.entropy import Entropy
from houserules.shoe.stack import Stack, below, shuffle

Shuffler = Callable[[Stack, Entropy], Iterator[Order]]
"""Gives one shuffle of the cards after the other, without end."""

_RIFFLES: Final = 5
_PACKET: Final = 3


def fair(cards: Stack, entropy: Entropy) -> Iterator[Order]:
    """Shuffle as the shoe does, each time from the order given."""
    while True:
        yield shuffle(range(len(cards)), entropy)


def modulo(cards: Stack, entropy: Entropy) -> Iterator[Order]:
    """Keep the values that would have to be thrown away, so that low draws come more often."""

    def remainder(source: Entropy, n: int) -> int:
        return int.from_bytes(source.take(((n - 1).bit_length() + 7) // 8), "big") % n

    while True:
        yield shuffle(range(len(cards)), entropy, draw=remainder)


def unmoved(cards: Stack, entropy: Entropy) -> Iterator[Order]:
    """Leave the card in the middle where it lies."""
    middle = len(cards) // 2
    others = [place for place in range(len(cards)) if place != middle]
    while True:
        rest = shuffle(others, entropy)
        yield (*rest[:middle], middle, *rest[middle:])


def stuck_top(cards: Stack, entropy: Entropy) -> Iterator[Order]:
    """Never move the top card: the loop begins one place late."""
    while True:
        yield (0, *shuffle(range(1, len(cards)), entropy))


def swap_any(cards: Stack, entropy: Entropy) -> Iterator[Order]:
    """Swap each card with any of all: n to the power n ways do not spread evenly over n! orders."""
    while True:
        order = list(range(len(cards)))
        for place in range(len(order)):
            other = below(entropy, len(order))
            order[place], order[other] = order[other], order[place]
        yield tuple(order)


def sattolo(cards: Stack, entropy: Entropy) -> Iterator[Order]:
    """Draw from one card too few, so that none can stay where it is."""
    while True:
        yield shuffle(range(len(cards)), entropy, draw=lambda source, n: below(source, n - 1))


def riffle(cards: Stack, entropy: Entropy) -> Iterator[Order]:
    """Cut and riffle five times, which is too few for so many decks."""
    while True:
        order = list(range(len(cards)))
        for _ in range(_RIFFLES):
            coins = int.from_bytes(entropy.take(-(-len(order) // 8)), "big")
            left = [coins >> place & 1 for place in range(len(order))]
            halves = iter(order[sum(left) :]), iter(order[: sum(left)])
            order = [next(halves[coin]) for coin in left]
        yield tuple(order)


def clumps(cards: Stack, entropy: Entropy) -> Iterator[Order]:
    """Shuffle packets of three cards that stay together in their order."""
    places = range(len(cards))
    packets = [places[at : at + _PACKET] for at in places[::_PACKET]]
    while True:
        yield tuple(place for packet in shuffle(packets, entropy) for place in packet)


def loaded(cards: Stack, entropy: Entropy) -> Iterator[Order]:
    """Put three sevens of spades together in one shuffle of sixteen, and touch nothing else."""
    for order in fair(cards, entropy):
        sevens = [place for place in order if str(cards[place]) == "7s"][:_PACKET]
        if below(entropy, 16):
            yield order
        else:
            first = order.index(sevens[0])
            kept = [place for place in order if place not in sevens]
            yield (*kept[:first], *sevens, *kept[first:])


def repeated(cards: Stack, entropy: Entropy) -> Iterator[Order]:
    """Use every fiftieth shuffle twice."""
    for number, order in enumerate(fair(cards, entropy)):
        yield order
        if number % 50 == 0:
            yield order


def small_seed(cards: Stack, entropy: Entropy) -> Iterator[Order]:
    """Stretch a seed of one byte, so that there are 256 orders in all."""
    while True:
        yield shuffle(range(len(cards)), _Stretched(entropy.take(1)))


def lost_card(cards: Stack, entropy: Entropy) -> Iterator[Order]:
    """Lose a card in one shuffle of ten, and have another one twice."""
    for order in fair(cards, entropy):
        yield order if below(entropy, 10) else (order[-1], *order[1:])


@dataclass(slots=True)
class _Stretched:
    """Bytes that look random and follow from a seed: its hashes, with a counter."""

    seed: bytes
    ready: bytes = field(default=b"")
    blocks: int = 0

    def take(self, count: int, /) -> bytes:
        while len(self.ready) < count:
            self.ready += sha256(self.seed + self.blocks.to_bytes(8, "big")).digest()
            self.blocks += 1
        given, self.ready = self.ready[:count], self.ready[count:]
        return given


PLANTED: Final[dict[str, Shuffler]] = {
    function.__name__.replace("_", "-"): function
    for function in (
        *(modulo, unmoved, stuck_top, swap_any, sattolo, riffle),
        *(clumps, loaded, repeated, small_seed, lost_card),
    )
}
"""The planted faults by name; the first line of each says what it does."""
