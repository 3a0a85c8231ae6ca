"""Shuffles made again from recorded bytes, and held against those written down."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from houserules.shoe.entropy import Entropy, OutOfEntropyError
from houserules.shoe.shuffling import shuffled
from houserules.shoe.stack import Stack
from houserules.trials.laboratory import RAW, Manifest, Written, as_numbers, as_text

Lines = tuple[bytes, bytes]
"""One shuffle as it stands in the two files: in card notation and in numbers."""


def lines(cards: Stack, entropy: Entropy) -> Lines:
    """Shuffle the cards, and write the shuffle down in both forms."""
    order = shuffled(cards, entropy)
    return as_text(order).encode(), as_numbers(order).encode()


def lines_again(cards: Stack, entropy: Entropy, *, shuffles: int) -> Iterator[Lines]:
    """Make the shuffles again; fewer if the bytes end."""
    for _ in range(shuffles):
        try:
            yield lines(cards, entropy)
        except OutOfEntropyError:
            return


def first_difference(
    again: Iterable[Lines], text: Iterable[bytes], numbers: Iterable[bytes]
) -> int | None:
    """Give the number of the first shuffle that is not the same in all three, from 1."""
    for number, (made, *written) in enumerate(zip_longest(again, text, numbers), start=1):
        if made is None or list(made) != written:
            return number
    return None


class Check(NamedTuple):
    """One thing about an export that was looked at, and what was found."""

    what: str
    passed: bool
    detail: str


def check_written(expected: Written, *, size: int, sha256: str) -> Check:
    """Hold size and hash of a file against its entry in the manifest."""
    if size != expected.bytes:
        detail = f"has {size:,} bytes; the manifest says {expected.bytes:,}"
        return Check(expected.name, passed=False, detail=detail)
    same = sha256 == expected.sha256
    detail = f"{size:,} bytes, SHA-256 as in the manifest" if same else "has another SHA-256"
    return Check(expected.name, passed=same, detail=detail)


def check_replayed(manifest: Manifest, *, wrong: int | None, used: int) -> Check:
    """Say whether the shuffles followed from the raw bytes, and from as many as were told."""
    if wrong is not None:
        detail = f"shuffle {wrong:,} does not follow from {RAW}"
        return Check("shuffles", passed=False, detail=detail)
    follow = "it follows" if manifest.shuffles == 1 else f"all {manifest.shuffles:,} follow"
    detail = f"{follow} from the first {used:,} bytes of {RAW}"
    if used != manifest.consumed:
        detail += f"; the manifest says {manifest.consumed:,}"
    return Check("shuffles", passed=used == manifest.consumed, detail=detail)
