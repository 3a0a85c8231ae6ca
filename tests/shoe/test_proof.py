"""The checks of a shoe's record: on every limit, one card below and one above, in every rulebook."""

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from houserules.core.cards import CARDS, card
from houserules.shoe.proof import verify
from houserules.shoe.proof_rounds import Check, Name
from houserules.shoe.record import (
    Burn,
    CardOut,
    CardPlace,
    Cut,
    CuttingCardOut,
    ShoeRecord,
)
from shoe.shoes import (
    ALL,
    NZ,
    ONE_DECK,
    PJ,
    S24,
    S65,
    changed,
    deal,
    dealt,
    each,
    failures,
    fixed,
    refilled,
)


def check_of(record: ShoeRecord, name: str, segment: int | None = 0) -> Check:
    """The one check of that name."""
    (found,) = [c for c in verify(record) if (c.name, c.segment) == (name, segment)]
    return found


@pytest.mark.parametrize("name", ALL)
def test_an_honest_shoe_passes_every_check(name: str) -> None:
    record = dealt(name)
    found = verify(record, [record.segments[0].commitment])
    assert [check.name for check in found] == [
        *("format", "published", "stack", "commitment", "cut", "cutting-card", "burn", "order"),
        *("count", "cutting-card-out", "reshuffle", "rounds", "dealt", "redealt"),
    ]
    assert [check.name for check in found if not check.passed] == []


@pytest.mark.parametrize("name", ALL)
def test_every_check_speaks_a_sentence(name: str) -> None:
    for record in (dealt(name), dealt(name, at=1, behind=300), refilled(name)):
        for check in verify(record):
            assert check.detail[0].isalnum()
            assert check.detail.endswith(".")


@pytest.mark.clause(S24, "4.1")
@pytest.mark.clause(S65, "3.1")
@pytest.mark.clause(NZ, "3.3(a)")
@pytest.mark.clause(PJ, "3.1")
@pytest.mark.parametrize(("name", "clause"), each("4.1", "3.1", "3.3(a)", "3.1"))
def test_the_stack_is_the_decks_of_the_game(name: str, clause: str) -> None:
    record = dealt(name)
    stack = record.segments[0].stack
    other = next(face for face in CARDS.values() if face is not stack[0])
    check = check_of(changed(record, stack=(other, *stack[1:])), "stack")
    assert (check.passed, check.clause) == (False, clause)
    assert f"{other} too many, {stack[0]} missing" in check.detail


@pytest.mark.clause(S24, "4.1")
def test_a_stack_of_other_decks_names_some_of_its_cards() -> None:
    six, eight = dealt(S24, decks=6), dealt(S24)
    check = check_of(replace(eight, segments=six.segments), "stack")
    assert not check.passed
    assert check.detail.endswith("and 91 more missing.")


CUT = each("5.5", "4.5", "7.5", "4.6")


@pytest.mark.clause(S24, "5.5")
@pytest.mark.clause(S65, "4.5")
@pytest.mark.clause(NZ, "7.5")
@pytest.mark.clause(PJ, "4.6")
@pytest.mark.parametrize(("name", "clause"), CUT)
@pytest.mark.parametrize("from_the", ["front", "back"])
@pytest.mark.parametrize(("more", "passed"), [(-1, False), (0, True), (1, True)])
def test_the_cut_is_one_deck_in_from_either_end(
    name: str, clause: str, from_the: str, more: int, *, passed: bool
) -> None:
    deck = ONE_DECK[name]
    cards = 8 * deck
    at = deck + more if from_the == "front" else cards - deck - more
    record = dealt(name, at=at, decks=8)
    check = check_of(record, "cut")
    assert (check.passed, check.clause) == (passed, clause)
    assert list(failures(record)) == ([] if passed else ["cut"])
    assert f"cut behind card {at} of {cards}; there must be {deck} cards" in check.detail


@pytest.mark.clause(S24, "5.5")
@pytest.mark.clause(S65, "4.5")
@pytest.mark.clause(NZ, "7.5")
@pytest.mark.clause(PJ, "4.6")
@pytest.mark.parametrize(("name", "clause"), CUT)
def test_a_stack_that_was_not_cut_is_found(name: str, clause: str) -> None:
    record = dealt(name, at=0)
    check = check_of(changed(record, cut=None), "cut")
    assert (check.passed, check.clause) == (False, clause)
    assert list(failures(changed(record, cut=None))) == ["cut"]


@pytest.mark.clause(S24, "5.5", "18.9")
@pytest.mark.clause(S65, "4.5", "17.9")
@pytest.mark.clause(NZ, "7.5", "16.7")
@pytest.mark.clause(PJ, "4.6", "15.9")
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(("at", "passed"), [(34, False), (35, True), (36, True), (37, False)])
def test_a_refill_below_two_decks_is_cut_in_its_middle(name: str, at: int, *, passed: bool) -> None:
    record = refilled(name)
    short = fixed(record.segments[1].stack[:71], 1, at=at, behind=10)
    record = replace(record, segments=(record.segments[0], short))
    assert check_of(record, "cut", 1).passed == passed


HALF = each("5.6", "4.6", "7.6", "4.7")


@pytest.mark.clause(S24, "5.6")
@pytest.mark.clause(S65, "4.6")
@pytest.mark.clause(NZ, "7.6")
@pytest.mark.clause(PJ, "4.7")
@pytest.mark.parametrize(("name", "clause"), HALF)
@pytest.mark.parametrize(("more", "passed"), [(-1, True), (0, True), (1, False)])
def test_the_cutting_card_is_at_most_half_way_in(
    name: str, clause: str, more: int, *, passed: bool
) -> None:
    half = 4 * ONE_DECK[name]
    record = dealt(name, behind=half + more, decks=8)
    check = check_of(record, "cutting-card")
    assert (check.passed, check.clause) == (passed, clause)
    assert list(failures(record)) == ([] if passed else ["cutting-card"])
    assert check.detail.endswith(f"there may be 1 to {half}.")


@pytest.mark.clause(S24, "5.6")
@pytest.mark.clause(S65, "4.6")
@pytest.mark.clause(NZ, "7.6")
@pytest.mark.clause(PJ, "4.7")
@pytest.mark.parametrize(("name", "clause"), HALF)
@pytest.mark.parametrize(("more", "passed"), [(0, True), (1, False)])
def test_half_of_an_odd_stack_is_the_smaller_part(
    name: str, clause: str, more: int, *, passed: bool
) -> None:
    """Only a refill is odd: the card more than half way would be the one in the middle."""
    cards = len(refilled(name).segments[1].stack)
    assert cards % 2 == 1
    record = refilled(name, behind=cards // 2 + more)
    check = check_of(record, "cutting-card", 1)
    assert (check.passed, check.clause) == (passed, clause)
    assert list(failures(record)) == ([] if passed else ["cutting-card"])


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(("behind", "passed"), [(0, False), (1, True)])
def test_the_cutting_card_lies_in_the_stack(name: str, behind: int, *, passed: bool) -> None:
    """Behind the last card it would not be in the stack at all."""
    record = changed(dealt(name, rounds=3), cutting_card=behind)
    assert check_of(record, "cutting-card").passed == passed


@pytest.mark.parametrize("name", ALL)
def test_a_cutting_card_that_was_not_put_in_is_found(name: str) -> None:
    record = changed(dealt(name, rounds=3), cutting_card=None)
    assert list(failures(record)) == ["cutting-card"]


NSW_BURN = [(S24, "5.9"), (S65, "4.9"), (PJ, "4.8")]


@pytest.mark.clause(S24, "5.9")
@pytest.mark.clause(S65, "4.9")
@pytest.mark.clause(PJ, "4.8", "4.8.2")
@pytest.mark.parametrize(("name", "clause"), NSW_BURN)
def test_the_first_card_is_burned(name: str, clause: str) -> None:
    record = dealt(name, burned=False)
    check = check_of(record, "burn")
    assert (check.passed, check.clause) == (False, clause)
    assert list(failures(record)) == ["burn"]


@pytest.mark.clause(S24, "5.9")
@pytest.mark.clause(S65, "4.9")
@pytest.mark.clause(PJ, "4.8", "4.8.2")
@pytest.mark.parametrize(("name", "clause"), NSW_BURN)
def test_the_burned_card_is_not_shown(name: str, clause: str) -> None:
    record = dealt(name)
    burn = record.segments[0].burn
    assert burn
    check = check_of(changed(record, burn=replace(burn, shown=True)), "burn")
    assert (check.passed, check.clause) == (False, clause)


@pytest.mark.clause(NZ, "8.1")
@pytest.mark.parametrize("shown", [True, False])
def test_new_zealand_lets_a_player_see_the_burned_card(*, shown: bool) -> None:
    record = dealt(NZ)
    burn = record.segments[0].burn
    assert burn
    record = changed(record, burn=replace(burn, shown=shown))
    assert failures(record) == {}
    assert check_of(record, "burn").clause == "8.1"


@pytest.mark.clause(NZ, "8.1")
@pytest.mark.parametrize("chosen", [True, False])
@pytest.mark.parametrize("burned", [True, False])
def test_new_zealand_burns_at_the_operators_option(*, chosen: bool, burned: bool) -> None:
    record = dealt(NZ, burned=burned, first_card_burned=chosen)
    check = check_of(record, "burn")
    assert (check.passed, check.clause) == (chosen == burned, "8.1")


@pytest.mark.clause(S24, "5.9")
@pytest.mark.clause(S65, "4.9")
@pytest.mark.clause(NZ, "8.1")
@pytest.mark.clause(PJ, "4.8.2")
@pytest.mark.parametrize(("name", "clause"), each("5.9", "4.9", "8.1", "4.8.2"))
def test_a_refill_is_burned_where_the_shoe_is(name: str, clause: str) -> None:
    record = refilled(name)
    burn = record.segments[1].burn
    check = check_of(record, "burn", 1)
    assert (check.passed, check.clause) == (True, clause)
    assert (burn is None) == (name == NZ)
    other = None if burn else Burn(record.segments[1].stack[150])
    assert failures(changed(record, 1, burn=other))["burn"].clause == clause


@pytest.mark.clause(S24, "5.6")
def test_the_order_is_that_after_the_cut() -> None:
    record = dealt(S24)
    segment = record.segments[0]
    assert segment.burn and segment.burn.card is segment.stack[150]
    uncut = changed(record, cut=Cut(0, "ann"))
    assert "order" in failures(uncut)


def test_the_first_wrong_card_is_named() -> None:
    record = dealt(S24)
    out = list(record.segments[0].out)
    first = out[0]
    assert isinstance(first, CardOut)
    other = next(face for face in CARDS.values() if face is not first.card)
    out[0] = replace(first, card=other)
    check = failures(changed(record, out=tuple(out)))["order"]
    assert check.detail == (
        f"Card 2 was {other}, to box 1 in round 1; the stack has {first.card} there."
    )


def test_more_cards_than_the_stack_has_are_found() -> None:
    record = refilled(S24)
    first = record.segments[0]
    extra = CardOut(first.out[-1].round, card("As"), CardPlace("burned"))
    wrong = failures(changed(record, out=(*first.out, extra)))
    assert "came out of a shoe of 288 cards" in wrong["order"].detail
    assert "count" in wrong


@pytest.mark.parametrize("name", ALL)
def test_the_cutting_card_comes_out_where_it_was_put(name: str) -> None:
    record = dealt(name)
    out = list(record.segments[0].out)
    at = next(i for i, each in enumerate(out) if isinstance(each, CuttingCardOut))
    for moved in (at - 1, at + 1):
        wrong = [*out[:at], *out[at + 1 :]]
        wrong.insert(moved, out[at])
        assert "cutting-card-out" in failures(changed(record, out=tuple(wrong)))
    missing = changed(record, out=tuple(out[:at] + out[at + 1 :]))
    assert "and it did not" in failures(missing)["cutting-card-out"].detail
    twice = changed(record, out=(*out, out[at]))
    assert "came out 2 times" in failures(twice)["cutting-card-out"].detail


def test_a_cutting_card_at_the_front_has_not_come_out_yet() -> None:
    """All the cards before it are out, and it is the next; nobody has drawn it."""
    record = dealt(S24, behind=192)
    out = record.segments[0].out
    at = next(i for i, each in enumerate(out) if isinstance(each, CuttingCardOut))
    assert failures(changed(record, out=out[:at], left=192)) == {}


def test_a_cutting_card_that_was_not_in_the_shoe_cannot_come_out() -> None:
    record = changed(dealt(NZ), cutting_card=None)
    assert "yet it came out" in failures(record)["cutting-card-out"].detail
    second = changed(dealt(NZ), out=(*dealt(NZ).segments[0].out, CuttingCardOut(99, 2)))
    assert "second cutting card was not in the shoe" in failures(second)["cutting-card-out"].detail


@pytest.mark.clause(NZ, "3.3(b)", "7.6")
def test_the_second_cutting_card_comes_behind_the_last_card() -> None:
    record = refilled(NZ, cutting_cards=2)
    first = record.segments[0]
    assert failures(record) == {}  # nobody drew it
    last = CuttingCardOut(first.out[-1].round, 2)
    assert failures(changed(record, out=(*first.out, last))) == {}
    early = changed(record, out=(*first.out[:-1], last, first.out[-1]))
    assert list(failures(early)) == ["cutting-card-out"]


ENDS = each("5.1.3", "4.1.3", "7.1(c)", "4.3.3")


@pytest.mark.clause(S24, "5.1.3")
@pytest.mark.clause(S65, "4.1.3")
@pytest.mark.clause(NZ, "7.1(c)", "8.7")
@pytest.mark.clause(PJ, "4.3.3")
@pytest.mark.parametrize(("name", "clause"), ENDS)
def test_the_shoe_ends_with_the_round_of_the_cutting_card(name: str, clause: str) -> None:
    record = dealt(name, behind=100)
    out = record.segments[0].out
    assert isinstance(out[-1], CardOut)
    check = check_of(record, "reshuffle")
    assert check.passed
    later = changed(record, out=(*out[:-1], replace(out[-1], round=out[-1].round + 1)))
    assert list(failures(later)) == ["reshuffle"]
    assert failures(later)["reshuffle"].clause == clause


AT_ONCE = each("5.1.2", "4.1.2", "7.1(b)", "4.3.2")


@pytest.mark.clause(S24, "5.1.2")
@pytest.mark.clause(S65, "4.1.2")
@pytest.mark.clause(NZ, "7.1(b)", "8.8")
@pytest.mark.clause(PJ, "4.3.2")
@pytest.mark.parametrize(("name", "clause"), AT_ONCE)
def test_the_shoe_ends_at_once_if_the_cutting_card_is_first(name: str, clause: str) -> None:
    cards = 8 * ONE_DECK[name]
    record = dealt(name, behind=cards - 1 - 40 * 6, decks=8)
    segment = record.segments[0]
    assert segment.out[-1] == CuttingCardOut(41)
    assert failures(record) == {}
    order = segment.stack[150:] + segment.stack[:150]
    after = CardOut(41, order[1 + 40 * 6], CardPlace("box", 1))
    on = changed(record, out=(*segment.out, after), left=segment.left - 1)
    assert list(failures(on)) == ["reshuffle"]
    assert failures(on)["reshuffle"].clause == clause


def test_rounds_do_not_go_back() -> None:
    record = dealt(S24)
    out = list(record.segments[0].out)
    out[30] = replace(out[30], round=1)
    assert list(failures(changed(record, out=tuple(out)))) == ["rounds", "dealt"]


REFILL = each("18.9", "17.9", "16.7", "15.9")


@pytest.mark.clause(S24, "18.9")
@pytest.mark.clause(S65, "17.9")
@pytest.mark.clause(NZ, "16.7")
@pytest.mark.clause(PJ, "15.9")
@pytest.mark.parametrize(("name", "clause"), REFILL)
def test_discards_shuffled_when_the_cards_ran_out(name: str, clause: str) -> None:
    record = refilled(name)
    first, second = record.segments
    assert failures(record) == {}
    assert check_of(record, "refill", 1).clause == clause
    kept_out = changed(record, 1, layout=second.layout[1:])
    assert failures(kept_out)["stack"].clause == clause
    assert f"{second.layout[0]} missing" in failures(kept_out)["stack"].detail
    too_soon = changed(record, left=1, out=first.out[:-1])
    assert "1 cards were left" in failures(too_soon)["refill"].detail


@pytest.mark.parametrize("name", ALL)
def test_a_refill_happens_within_a_round(name: str) -> None:
    record = refilled(name)
    later = tuple(replace(out, round=out.round + 1) for out in record.segments[1].out)
    assert "not within it" in failures(changed(record, 1, out=later))["refill"].detail


@pytest.mark.parametrize("name", ALL)
def test_only_cards_of_the_round_lie_on_the_layout(name: str) -> None:
    """A card that the house kept out of the refill is not excused by calling it part of a hand."""
    record = refilled(name)
    second = record.segments[1]
    kept = next(card for card in second.stack if card not in second.layout)
    at = second.stack.index(kept)
    rest = second.stack[:at] + second.stack[at + 1 :]
    wrong = failures(changed(record, 1, layout=(*second.layout, kept), stack=rest))
    assert "stack" not in wrong
    assert f"{kept} is said to have lain on the layout" in wrong["refill"].detail


def under_the_shoe(name: str) -> ShoeRecord:
    """The last card of round 1 goes under the shoe and is the first of round 2."""
    record = dealt(name, rounds=3)
    out = list(record.segments[0].out)
    last = out[5]
    assert isinstance(last, CardOut)
    out[5] = replace(last, to=CardPlace("under the shoe"))
    out.insert(6, CardOut(2, last.card, CardPlace("box", 1), from_under=True))
    return changed(record, out=tuple(out))


@pytest.mark.clause(S24, "18.6")
@pytest.mark.clause(S65, "17.6")
@pytest.mark.clause(PJ, "15.6")
@pytest.mark.parametrize(("name", "clause"), [(S24, "18.6"), (S65, "17.6"), (PJ, "15.6")])
def test_a_card_from_under_the_shoe_is_the_first_of_the_next_round(name: str, clause: str) -> None:
    record = under_the_shoe(name)
    assert check_of(record, "under-the-shoe", None).clause == clause
    out = record.segments[0].out
    assert check_of(record, "under-the-shoe", None).passed
    found = failures(record)
    assert list(found) == ["dealt"], "the software puts no card under the shoe"
    assert found["dealt"].clause == clause
    forgotten = changed(record, out=out[:6] + out[7:])
    assert "lay under the shoe" in failures(forgotten)["under-the-shoe"].detail
    second = changed(record, out=(*out[:6], out[7], out[6], *out[8:]))
    assert list(failures(second)) == ["dealt", "under-the-shoe"]
    from_nowhere = changed(record, out=(*out[:5], *out[6:]))
    assert "no card was due" in failures(from_nowhere)["under-the-shoe"].detail


@pytest.mark.parametrize("name", [S24, S65, PJ])
def test_another_card_from_under_the_shoe_is_found(name: str) -> None:
    record = under_the_shoe(name)
    out = list(record.segments[0].out)
    was = out[6]
    assert isinstance(was, CardOut)
    other = next(face for face in CARDS.values() if face is not was.card)
    out[6] = replace(was, card=other)
    assert list(failures(changed(record, out=tuple(out)))) == ["dealt", "under-the-shoe"]


def test_a_card_may_lie_under_the_shoe_when_it_ends() -> None:
    record = under_the_shoe(S24)
    ended = record.segments[0].out[:6]
    assert list(failures(changed(record, out=ended, left=384 - 7))) == ["dealt"]


@pytest.mark.clause(S24, "18.1")
@pytest.mark.clause(S65, "17.1")
@pytest.mark.clause(NZ, "16.1")
@pytest.mark.clause(PJ, "15.1")
@pytest.mark.parametrize(("name", "clause"), each("18.1", "17.1", "16.1", "15.1"))
@pytest.mark.parametrize("at", [0, 3, 6])
def test_no_card_but_the_first_is_burned(name: str, clause: str, at: int) -> None:
    """A card said to lie face up: whoever knows the order could skip cards so."""
    record = dealt(name)
    out = list(record.segments[0].out)
    burned = out[at]
    assert isinstance(burned, CardOut)
    out[at] = replace(burned, to=CardPlace("burned"))
    record = changed(record, out=tuple(out))
    found = failures(record)
    assert list(found) == ["dealt"]
    assert found["dealt"].clause == clause
    assert found["dealt"].detail.startswith(f"{burned.card} was burned in round {burned.round};")
    assert f"burned unplayed: {burned.card}" in check_of(record, "order").detail


@pytest.mark.clause(S24, "18.8")
@pytest.mark.clause(S65, "17.8")
@pytest.mark.clause(NZ, "16.5")
@pytest.mark.clause(PJ, "15.8")
@pytest.mark.parametrize(("name", "clause"), each("18.8", "17.8", "16.5", "15.8"))
@pytest.mark.parametrize(("one", "other"), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5)])
def test_cards_of_two_hands_that_were_swapped_are_found(
    name: str, clause: str, one: int, other: int
) -> None:
    record = dealt(name)
    out = list(record.segments[0].out)
    first, second = out[one], out[other]
    assert isinstance(first, CardOut) and isinstance(second, CardOut)
    out[one], out[other] = replace(first, to=second.to), replace(second, to=first.to)
    found = failures(changed(record, out=tuple(out)))
    assert list(found) == ["dealt"]
    assert found["dealt"].clause == clause
    assert "out of turn" in found["dealt"].detail


def test_boxes_and_hands_draw_in_turn_before_the_dealer() -> None:
    record, places = dealt(S24), [
        *(CardPlace("box", 2), CardPlace("box", 5), CardPlace("dealer"), CardPlace("box", 2), CardPlace("box", 5)),
        *(CardPlace("box", 2, 1), CardPlace("box", 2, 2), CardPlace("box", 2, 3), CardPlace("box", 5)),
        *(CardPlace("box", 5), CardPlace("dealer"), CardPlace("dealer")),
    ]  # fmt: skip

    def with_places(order: list[CardPlace]) -> ShoeRecord:
        outs = [each for each in record.segments[0].out if isinstance(each, CardOut)]
        pairs = zip(outs, order, strict=False)
        outs = [replace(out, to=to, round=1) for out, to in pairs]
        return changed(record, out=tuple(outs), left=384 - 1 - len(order))

    assert failures(with_places(places)) == {}
    for at in (5, 6, 7, 9):
        swapped = [*places[:at], places[at + 1], places[at], *places[at + 2 :]]
        assert list(failures(with_places(swapped))) == ["dealt"], at
    gone = [place for place in places if place.box != 5]  # its wager was void after one card
    assert failures(with_places([*places[:3], *gone[2:]])) == {}


def test_a_shoe_that_was_not_dealt_passes() -> None:
    record = dealt(S24)
    segment = fixed(record.segments[0].stack, 2, at=100, behind=100, burned=False)
    nothing = replace(record, segments=(deal(segment, rounds=0),))
    assert list(failures(nothing)) == ["burn"]


def test_the_card_that_was_burned_is_the_first_of_the_stack() -> None:
    record = dealt(S24)
    burn = record.segments[0].burn
    assert burn
    other = next(face for face in CARDS.values() if face is not burn.card)
    wrong = failures(changed(record, burn=Burn(other)))
    assert wrong["order"].detail.startswith(f"Card 1 was {other}, burned;")


@pytest.mark.parametrize("name", get_args(Name))
def test_every_check_is_in_the_reference(name: str) -> None:
    page = Path(__file__).resolve().parents[2] / "docs/reference/shoe-record.md"
    assert f"\n| `{name}` | " in page.read_text("utf-8")
