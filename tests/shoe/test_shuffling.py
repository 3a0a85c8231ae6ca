"""The shuffle is fair: every order is reached by exactly as many accepted words as any other."""

import math
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from houserules.floor.tables.card_handler import SystemEntropy
from houserules.rulebook.loader import rulebook
from houserules.shoe.entropy import Entropy, GivenBytes, OutOfEntropyError
from houserules.shoe.stack import Draw, below, decks_of, fair, shuffle
from shoe.shoes import ALL, NZ, PJ, S24, S65, given

Order = tuple[int, ...]


def small_words(span: int) -> Draw:
    """Draw as `below` does, from words of `span` values instead of 256: few enough to try them all."""

    def draw(entropy: Entropy, n: int) -> int:
        while True:
            kept = fair(entropy.take(1)[0], n, span=span)
            if kept is not None:
                return kept

    return draw


def modulo(span: int) -> Draw:
    """A planted bias: whatever comes is taken modulo n, so that small numbers come more often."""

    def draw(entropy: Entropy, n: int) -> int:
        return entropy.take(1)[0] % n

    return draw


def one_place_too_few(span: int) -> Draw:
    """A planted mistake: the card in hand never stays where it is."""

    def draw(entropy: Entropy, n: int) -> int:
        return small_words(span)(entropy, n - 1)

    return draw


def reached(n: int, words: int, draw: Draw, *, span: int) -> Counter[Order]:
    """Try every entropy of so many words, and count the orders that use all of it."""
    found: Counter[Order] = Counter()
    for tried in product(range(span), repeat=words):
        entropy = GivenBytes(bytes(tried))
        try:
            order = shuffle(range(n), entropy, draw=draw)
        except OutOfEntropyError:
            continue
        if entropy.left == 0:
            found[order] += 1
    return found


def is_fair(found: Counter[Order], n: int) -> bool:
    """Whether every order is there, each as often as any other."""
    return len(found) == math.factorial(n) and len(set(found.values())) == 1


@pytest.mark.clause(S24, "5.1")
@pytest.mark.clause(S65, "4.1")
@pytest.mark.clause(NZ, "7.1")
@pytest.mark.clause(PJ, "4.3")
@pytest.mark.parametrize(("n", "span"), [(2, 2), (2, 3), (2, 8), (3, 3), (3, 8), (4, 7), (4, 8)])
@pytest.mark.parametrize("thrown_away", [0, 1])
def test_every_order_is_reached_equally_often(n: int, span: int, thrown_away: int) -> None:
    """Whatever the words that are thrown away: the tree of acceptance is cut at every depth alike."""
    found = reached(n, n - 1 + thrown_away, small_words(span), span=span)
    throws_away = any(span % places for places in range(2, n + 1))
    assert is_fair(found, n) if throws_away or not thrown_away else not found


@pytest.mark.clause(S24, "5.1")
def test_every_order_of_three_is_reached_equally_often_from_whole_bytes() -> None:
    found = reached(3, 2, below, span=256)
    assert is_fair(found, 3)
    assert found.total() == 255 * 256  # of three values 85 times 3 are kept, of two all


@pytest.mark.parametrize(("n", "span"), [(2, 3), (3, 8), (4, 8)])
def test_the_same_proof_finds_a_modulo_bias(n: int, span: int) -> None:
    assert not is_fair(reached(n, n - 1, modulo(span), span=span), n)


@pytest.mark.parametrize(("n", "span"), [(2, 2), (3, 8), (4, 8)])
def test_the_same_proof_finds_an_order_that_is_never_reached(n: int, span: int) -> None:
    words = max(n - 2, 1)
    assert not is_fair(reached(n, words, one_place_too_few(span), span=span), n)


def test_every_number_has_equally_many_values() -> None:
    for n in (*range(1, 257), 257, 300, 384, 416):
        span = 256 if n <= 256 else 256**2
        counts = Counter(fair(value, n, span=span) for value in range(span))
        rejected = counts.pop(None, 0)
        assert set(counts) == set(range(n)), n
        assert set(counts.values()) == {span // n}, n
        assert rejected == span % n, n


@pytest.mark.parametrize(
    ("n", "taken"), [(1, 0), (2, 1), (256, 1), (257, 2), (416, 2), (65_536, 2), (65_537, 3)]
)
def test_a_draw_takes_the_fewest_whole_bytes(n: int, taken: int) -> None:
    entropy = GivenBytes(bytes(8))
    assert below(entropy, n) == 0
    assert entropy.taken == taken


def test_a_value_that_would_bias_is_thrown_away() -> None:
    entropy = GivenBytes(bytes([255, 254, 7]))
    assert below(entropy, 3) == 254 % 3
    assert entropy.taken == 2


@pytest.mark.parametrize("n", [0, -1])
def test_there_is_no_number_below_nothing(n: int) -> None:
    with pytest.raises(ValueError, match="no number"):
        below(GivenBytes(bytes(8)), n)


@pytest.mark.parametrize("name", ALL)
def test_a_shuffle_keeps_every_card(name: str) -> None:
    decks = decks_of(rulebook(name))
    order = shuffle(decks, given(name))
    assert Counter(order) == Counter(decks)
    assert order != decks
    assert order == shuffle(decks, given(name))  # the same bytes, the same order


def test_nothing_and_one_card_take_no_entropy() -> None:
    assert shuffle((), GivenBytes(b"")) == ()
    assert shuffle("a", GivenBytes(b"")) == ("a",)


def test_given_bytes_run_out_and_say_so() -> None:
    entropy = GivenBytes(b"abc")
    assert entropy.take(2) == b"ab"
    with pytest.raises(OutOfEntropyError, match=r"2 byte.* needed and 1 are left"):
        entropy.take(2)
    assert entropy.take(1) == b"c"  # what could not be given in full was not taken


def test_the_operating_system_gives_bytes_once() -> None:
    def blocks() -> Iterator[bytes]:
        entropy = SystemEntropy()
        for size in (0, 1, 31, 1024, 5000, 3):
            taken = entropy.take(size)
            assert len(taken) == size
            yield taken

    one, other = b"".join(blocks()), b"".join(blocks())
    assert one != other
    assert len({one[at : at + 16] for at in range(0, len(one) - 16, 16)}) == (len(one) - 1) // 16
