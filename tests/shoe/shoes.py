"""Shoes that were dealt honestly, for the tests to verify, and to tamper with."""

from collections import Counter
from dataclasses import replace
from hashlib import sha256
from typing import Any

from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import choose
from houserules.shoe.commitment import commit, new_salt
from houserules.shoe.entropy import GivenBytes
from houserules.shoe.proof import verify
from houserules.shoe.proof_rounds import Check
from houserules.shoe.record import (
    Burn,
    CardOut,
    CardPlace,
    Cut,
    CuttingCardOut,
    Out,
    Segment,
    ShoeRecord,
)
from houserules.shoe.stack import Stack, cut, decks_of, shuffle

S24, S65, NZ, PJ = (
    "nsw-pontoon-2024",
    "nsw-pontoon-6to5-2017",
    "nz-pontoon",
    "nsw-pinkjack-2016",
)
ALL = (S24, S65, NZ, PJ)
ONE_DECK = {S24: 48, S65: 48, NZ: 48, PJ: 52}
PLACES = ("box 1", "box 2", "dealer", "box 1", "box 2", "dealer")  # of a round without decisions


def each(*clauses: str) -> list[tuple[str, str]]:
    """Pair the four rulebooks with their clauses."""
    return list(zip(ALL, clauses, strict=True))


def place(text: str) -> CardPlace:
    return CardPlace("box", int(text[-1])) if text.startswith("box") else CardPlace(text)  # type: ignore[arg-type]


def given(seed: object, size: int = 4096) -> GivenBytes:
    """Bytes that are the same for the same seed."""
    blocks = [sha256(f"{seed} {number}".encode()).digest() for number in range(size // 32)]
    return GivenBytes(b"".join(blocks))


def fixed(cards: Stack, seed: object, *, at: int, behind: int, burned: bool = True) -> Segment:
    """A stack shuffled, committed to, cut and in the shoe: nothing dealt but the burned card."""
    entropy = given(seed)
    stack = shuffle(cards, entropy)
    salt = new_salt(entropy)
    return Segment(
        commitment=commit(stack, salt),
        salt=salt,
        stack=stack,
        cut=Cut(at, "ann"),
        cutting_card=behind,
        burn=Burn(cut(stack, at)[0]) if burned else None,
        out=(),
        left=len(stack) - burned,
    )


def deal(segment: Segment, *, first: int = 1, begun: int = 0, rounds: int = 1000) -> Segment:
    """Deal rounds of six cards until the shoe ends: by the cutting card, or with its last card."""
    assert segment.cut
    order = cut(segment.stack, segment.cut.at)
    used = 1 if segment.burn else 0
    due = len(order) - segment.cutting_card if segment.cutting_card is not None else None
    out: list[Out] = []
    cards, is_out = begun, False
    while used < len(order) and cards < rounds * len(PLACES):
        round_, at = first + cards // len(PLACES), cards % len(PLACES)
        if at == 0 and is_out:
            break
        if used == due:
            out.append(CuttingCardOut(round_))
            is_out = True
            if at == 0:
                break
        out.append(CardOut(round_, order[used], place(PLACES[at])))
        used, cards = used + 1, cards + 1
    return replace(segment, out=tuple(out), left=len(order) - used)


def dealt(
    name: str,
    seed: object = 1,
    *,
    at: int = 150,
    behind: int = 100,
    burned: bool = True,
    rounds: int = 1000,
    **options: Any,
) -> ShoeRecord:
    """A whole shoe, dealt as it was fixed."""
    rules = choose(rulebook(name), options)
    segment = fixed(decks_of(rules), seed, at=at, behind=behind, burned=burned)
    return ShoeRecord(rules, tuple(options.items()), (deal(segment, rounds=rounds),), ())


def refilled(
    name: str, seed: object = 1, *, at: int = 150, behind: int = 100, **options: Any
) -> ShoeRecord:
    """A shoe whose cutting card lies so deep that the cards run out within the round."""
    options = {"decks": 6, **options}  # 287 or 311 cards to deal: the last round gets five
    rules = choose(rulebook(name), options)
    first = deal(fixed(decks_of(rules), seed, at=at, behind=2))
    assert first.left == 0
    last = first.out[-1].round
    layout = tuple(o.card for o in first.out if isinstance(o, CardOut) and o.round == last)
    discards = tuple((Counter(decks_of(rules)) - Counter(layout)).elements())
    burned = rules.burn.refill_burned.value
    again = fixed(discards, f"{seed} again", at=at, behind=behind, burned=burned)
    second = deal(again, first=last, begun=len(layout))
    return ShoeRecord(rules, tuple(options.items()), (first, replace(second, layout=layout)), ())


def changed(record: ShoeRecord, segment: int = 0, **changes: Any) -> ShoeRecord:
    """The record with something else in one of its segments."""
    segments = list(record.segments)
    segments[segment] = replace(segments[segment], **changes)
    return replace(record, segments=tuple(segments))


def failures(record: ShoeRecord, *published: str) -> dict[str, Check]:
    """The checks that do not pass, by name."""
    return {check.name: check for check in verify(record, published) if not check.passed}


def example() -> ShoeRecord:
    """The shoe that the documentation shows; it stands in `tests/shoe/examples/shoe.json`."""
    return dealt(S24, "example", at=171, behind=96)
