"""Whatever is changed in the record of an honest shoe is found, and named."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st

from houserules.core.cards import CARDS, Card
from houserules.shoe.commitment import commit
from houserules.shoe.record import CardOut, Cut, CuttingCardOut, Out, ShoeRecord
from shoe.shoes import ALL, NZ, ONE_DECK, changed, dealt, failures

Deal = dict[str, Any]
few = settings(max_examples=60, deadline=None)


@st.composite
def shoes(draw: st.DrawFn) -> Deal:
    """What `dealt` needs for shoes dealt to their end, under every rulebook, cut and placed anywhere that is allowed."""
    name = draw(st.sampled_from(ALL))
    deck = ONE_DECK[name]
    decks = draw(st.sampled_from([6, 8])) if name != NZ else draw(st.integers(4, 8))
    cards = decks * deck
    return {
        "name": name,
        "seed": draw(st.integers(0, 10**6)),
        "at": draw(st.integers(deck, cards - deck)),
        "behind": draw(st.integers(10, cards // 2)),
        "decks": decks,
    }


def other_than(card: Card, data: st.DataObject) -> Card:
    return data.draw(st.sampled_from([each for each in CARDS.values() if each is not card]))


def places_of(out: tuple[Out, ...]) -> list[int]:
    return [at for at, each in enumerate(out) if isinstance(each, CardOut)]


def named(record: ShoeRecord, check: str) -> None:
    assert check in failures(record)


@few
@over(shoes())
def test_an_honest_shoe_passes(deal: Deal) -> None:
    record = dealt(**deal)
    assert failures(record, record.segments[0].commitment) == {}


@few
@over(shoes(), st.data())
def test_a_card_that_came_out_is_changed(deal: Deal, data: st.DataObject) -> None:
    record = dealt(**deal)
    out = list(record.segments[0].out)
    at = data.draw(st.sampled_from(places_of(record.segments[0].out)))
    was: Any = out[at]
    out[at] = replace(was, card=other_than(was.card, data))
    named(changed(record, out=tuple(out)), "order")


@few
@over(shoes(), st.data())
def test_two_cards_of_the_stack_are_swapped(deal: Deal, data: st.DataObject) -> None:
    record = dealt(**deal)
    stack = list(record.segments[0].stack)
    one = data.draw(st.integers(0, len(stack) - 1))
    unlike = [at for at, card in enumerate(stack) if card is not stack[one]]
    other = data.draw(st.sampled_from(unlike))
    stack[one], stack[other] = stack[other], stack[one]
    named(changed(record, stack=tuple(stack)), "commitment")


@few
@over(shoes(), st.data())
def test_a_card_of_the_stack_is_changed(deal: Deal, data: st.DataObject) -> None:
    record = dealt(**deal)
    stack = list(record.segments[0].stack)
    at = data.draw(st.integers(0, len(stack) - 1))
    stack[at] = other_than(stack[at], data)
    wrong = failures(changed(record, stack=tuple(stack)))
    assert {"stack", "commitment"} <= wrong.keys()


@few
@over(shoes(), st.data())
def test_the_cut_is_moved(deal: Deal, data: st.DataObject) -> None:
    record = dealt(**deal)
    segment = record.segments[0]
    assert segment.cut
    was = segment.cut.at
    at = data.draw(st.integers(0, len(segment.stack) - 1).filter(lambda at: at != was))
    named(changed(record, cut=Cut(at, "ann")), "order")


@few
@over(shoes(), st.data())
def test_the_salt_is_changed(deal: Deal, data: st.DataObject) -> None:
    record = dealt(**deal)
    salt = bytearray(record.segments[0].salt)
    salt[data.draw(st.integers(0, 31))] ^= data.draw(st.integers(1, 255))
    assert list(failures(changed(record, salt=bytes(salt)))) == ["commitment"]


@few
@over(shoes(), st.data())
def test_the_commitment_is_changed(deal: Deal, data: st.DataObject) -> None:
    record = dealt(**deal)
    digits = list(record.segments[0].commitment)
    at = data.draw(st.integers(0, 63))
    digits[at] = data.draw(st.sampled_from([d for d in "0123456789abcdef" if d != digits[at]]))
    assert list(failures(changed(record, commitment="".join(digits)))) == ["commitment"]


@few
@over(shoes(), st.data())
def test_a_card_is_left_out(deal: Deal, data: st.DataObject) -> None:
    record = dealt(**deal)
    out = record.segments[0].out
    at = data.draw(st.sampled_from(places_of(out)))
    named(changed(record, out=out[:at] + out[at + 1 :]), "count")


@few
@over(shoes(), st.data())
def test_a_card_is_left_out_and_the_count_made_to_fit(deal: Deal, data: st.DataObject) -> None:
    """A card taken out of the middle moves all that follow; like cards side by side move places."""
    record = dealt(**deal)
    segment = record.segments[0]
    at = data.draw(st.sampled_from(places_of(segment.out)))
    out = segment.out[:at] + segment.out[at + 1 :]
    wrong = failures(changed(record, out=out, left=segment.left + 1))
    cutting_card = next(i for i, each in enumerate(out) if isinstance(each, CuttingCardOut))
    if at <= cutting_card:
        assert {"order", "cutting-card-out"} & wrong.keys()
    assert wrong or at == len(segment.out) - 1 or _all_alike(segment.out[at:])


def _all_alike(out: tuple[Out, ...]) -> bool:
    return len({each.card for each in out if isinstance(each, CardOut)}) == 1


@few
@over(shoes(), st.data())
def test_a_card_is_added(deal: Deal, data: st.DataObject) -> None:
    record = dealt(**deal)
    out = list(record.segments[0].out)
    at = data.draw(st.sampled_from(places_of(record.segments[0].out)))
    was: Any = out[at]
    out.insert(at, replace(was, card=data.draw(st.sampled_from(list(CARDS.values())))))
    named(changed(record, out=tuple(out)), "count")


@few
@over(shoes(), st.integers(-5, 5).filter(bool))
def test_the_cards_left_are_miscounted(deal: Deal, more: int) -> None:
    record = dealt(**deal)
    left = record.segments[0].left + more
    assert list(failures(changed(record, left=left))) == ["count"]


@few
@over(shoes())
def test_the_burn_is_skipped(deal: Deal) -> None:
    record = dealt(**deal)
    wrong = failures(changed(record, burn=None))
    assert {"burn", "order", "count"} <= wrong.keys()


@few
@over(shoes(), st.data())
def test_the_cutting_card_is_moved(deal: Deal, data: st.DataObject) -> None:
    record = dealt(**deal)
    segment = record.segments[0]
    was = segment.cutting_card
    places = st.integers(0, len(segment.stack)).filter(lambda behind: behind != was)
    named(changed(record, cutting_card=data.draw(places)), "cutting-card-out")


@few
@over(shoes(), st.data())
def test_the_cards_that_were_not_dealt_are_rearranged(deal: Deal, data: st.DataObject) -> None:
    """A house that commits again after the fact passes its own checks, but not your note of the hash."""
    record = dealt(**deal)
    segment = record.segments[0]
    assert segment.cut
    stack, at, cards = list(segment.stack), segment.cut.at, len(segment.stack)
    undealt = [(at - 1 - back) % cards for back in range(segment.left)]
    one = data.draw(st.sampled_from(undealt))
    unlike = [place for place in undealt if stack[place] is not stack[one]]
    other = data.draw(st.sampled_from(unlike))
    stack[one], stack[other] = stack[other], stack[one]
    again = changed(record, stack=tuple(stack), commitment=commit(tuple(stack), segment.salt))
    assert failures(again) == {}
    assert list(failures(again, segment.commitment)) == ["published"]


@pytest.mark.parametrize("name", ALL)
def test_a_record_of_other_decks_is_found(name: str) -> None:
    record = dealt(name, decks=6)
    eight = dealt(name, decks=8)
    assert "stack" in failures(replace(eight, segments=record.segments))
