"""The proof of a shoe: every check of its record, in order, each with its clause and its verdict."""

from collections.abc import Iterable, Iterator

from houserules.shoe.check import Check
from houserules.shoe.proof_checks import (
    check_burn,
    check_commitment,
    check_cut,
    check_cutting_card,
    check_refill_stack,
    check_stack,
)
from houserules.shoe.proof_dealing import check_count, check_cutting_card_out, check_order
from houserules.shoe.proof_rounds import (
    check_refill,
    check_reshuffle,
    check_rounds,
    check_under,
)
from houserules.shoe.record import FORMAT, ShoeRecord


def verify(record: ShoeRecord, published: Iterable[str] = ()) -> tuple[Check, ...]:
    """Check a record from end to end; nothing is needed but the record and the rulebook.

    `published` are commitments that somebody noted when they were made public.
    """
    return tuple(_checks(record, tuple(published)))


def _checks(record: ShoeRecord, published: tuple[str, ...]) -> Iterator[Check]:
    parts = len(record.segments)
    words = (
        "the whole shoe" if parts == 1 else f"the shoe and {parts - 1} refill(s) of the discards"
    )
    yield Check("format", f"The record is {FORMAT} and has {words}.", passed=True)
    for digest in published:
        yield _published(record, digest)
    for number in range(parts):
        yield from _segment(record, number)
    yield check_rounds(record)
    yield from check_under(record)


def _published(record: ShoeRecord, digest: str) -> Check:
    """What the house showed before the cut is what the record was opened with."""
    there = [number for number, each in enumerate(record.segments) if each.commitment == digest]
    if there:
        return Check(
            "published", f"{digest} is the record's commitment.", segment=there[0], passed=True
        )
    said = ", ".join(each.commitment for each in record.segments)
    return Check(
        "published", f"The record has no commitment {digest}; it has {said}.", passed=False
    )


def _segment(record: ShoeRecord, number: int) -> Iterator[Check]:
    segment, rules = record.segments[number], record.rules
    if number:
        yield check_refill(record, number)
        yield check_refill_stack(segment, rules, number)
    else:
        yield check_stack(segment, rules)
    yield check_commitment(segment, number)
    yield check_cut(segment, rules, number)
    yield check_cutting_card(segment, rules, number)
    yield check_burn(segment, rules, number)
    yield check_order(segment, rules, number)
    yield check_count(segment, number)
    yield check_cutting_card_out(segment, rules, number)
    yield check_reshuffle(record, number)
