"""A practice table without a terminal: the shoe, the wagers, leaving, and chips that stay in sight."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houserules.cli.practice import Laid, Practice, sit_down
from houserules.cli.practice_shoe import Shuffled
from houserules.core.cards import Card, card, cards
from houserules.core.money import cents
from houserules.core.refusal import Refusal
from houserules.rulebook.loading import RULEBOOKS, rulebook
from houserules.rulebook.options import choose
from houserules.table import commands as c
from houserules.table.events import CardDealt, PlayerAbsent, RoundEnded, WagerSettled
from houserules.table.legal import with_amount

S24, S65, NZ, PJ = RULEBOOKS


def seat(name: str = S24, *, boxes: int = 1, seed: str = "1", **options: object) -> Practice:
    """Sit down with $100."""
    rules = choose(rulebook(name), options)
    return sit_down(rules, "ann", balance=cents("100"), boxes=boxes, seed=seed)


def stacked(practice: Practice, text: str) -> Practice:
    """Fill the shoe and put these cards on top."""
    practice.ready_shoe()
    practice.shoe.left += reversed(cards(text))
    return practice


def begin(practice: Practice, amount: str = "10") -> Practice:
    """Wager on every box and deal until the player is asked."""
    for box in range(1, practice.boxes + 1):
        practice.sure(practice.wager(box, cents(amount)))
    practice.sure(c.CloseBets())
    while practice.card_due:
        practice.deal()
    return practice


def order(practice: Practice) -> list[Card]:
    practice.ready_shoe()
    return practice.shoe.left


def test_a_seed_gives_the_order_of_the_cards() -> None:
    assert order(seat(seed="7")) == order(seat(seed="7"))
    assert order(seat(seed="7")) != order(seat(seed="8"))


@pytest.mark.parametrize(
    ("name", "options", "size"),
    [
        (S24, {}, 8 * 48),
        (S24, {"decks": 6}, 6 * 48),
        (S65, {}, 8 * 48),
        (NZ, {"decks": 4}, 4 * 48),
        (PJ, {}, 8 * 52),
    ],
)
def test_the_shoe_holds_the_decks_of_the_table(
    name: str, options: dict[str, object], size: int
) -> None:
    practice = seat(name, **options)
    practice.shoe.shuffle()
    decks = practice.rules.equipment.decks.value
    counted = Counter(practice.shoe.left)
    assert sum(counted.values()) == size
    assert set(counted.values()) == {decks}
    assert (card("Tc") in counted) == (name == PJ)


@pytest.mark.parametrize(
    ("name", "burned"), [(S24, "5.9"), (S65, "4.9"), (NZ, None), (PJ, "4.8.2")]
)
def test_the_first_card_is_burned_where_the_document_burns_it(
    name: str, burned: str | None
) -> None:
    practice = seat(name)
    size = len(practice.shoe.full)
    assert practice.ready_shoe() == Shuffled(size, burned)
    assert len(practice.shoe.left) == (size - 1 if burned else size)


def test_the_cards_are_shuffled_when_fewer_than_a_quarter_are_left() -> None:
    practice = seat()
    practice.ready_shoe()
    quarter = len(practice.shoe.full) // 4
    practice.shoe.left = practice.shoe.left[:quarter]
    assert practice.ready_shoe() is None
    practice.shoe.left.pop()
    assert practice.ready_shoe() == Shuffled(384, "5.9")


@pytest.mark.parametrize(
    ("name", "clause"), [(S24, "18.9"), (S65, "17.9"), (NZ, "16.7"), (PJ, "15.9")]
)
def test_an_empty_shoe_is_filled_from_the_discards(name: str, clause: str) -> None:
    practice = begin(stacked(seat(name), "9s 5h 4h"))
    practice.sure(c.Hit("ann", 1, 1))
    practice.shoe.left.clear()
    shuffled, dealt, *_ = practice.deal()
    size = len(practice.shoe.full) - 3
    assert shuffled == Shuffled(size, ran_out=clause)
    assert isinstance(dealt, CardDealt)
    assert Counter([*practice.shoe.left, dealt.card, *cards("9s 5h 4h")]) == Counter(
        practice.shoe.full
    )


def test_insurance_goes_in_chips() -> None:
    practice = begin(stacked(seat(), "9s Ah 4h"), "12.50")
    offered = [each for each in practice.options() if isinstance(each.command, c.Insure)]
    assert [(each.least, each.most, each.step) for each in offered] == [(50, 600, 50)]
    assert with_amount(offered[0], 600) == offered[0].command


def test_the_last_wager_is_that_of_the_box_then_of_its_neighbour_then_the_minimum() -> None:
    practice = seat(boxes=3)
    assert practice.last_wager(1) == cents("5")
    practice.sure(practice.wager(1, cents("12")))
    assert practice.last_wager(2) == cents("12")
    practice.laid[2] = Laid(cents("7"))
    assert practice.last_wager(2) == cents("7")


def test_wagers_are_laid_again_all_or_none() -> None:
    practice = seat(boxes=2, perfect_pairs="5")
    side = c.PlaceSideWager("ann", 1, "perfect-pairs", 500)
    practice.laid = {1: Laid(cents("60"), side), 2: Laid(cents("35"))}
    assert practice.lay_again() is None
    assert practice.chips == 0
    assert practice.table.layout() == cents("100")
    practice.take_back()
    practice.laid[2] = Laid(cents("36"))
    refusal = practice.lay_again()
    assert isinstance(refusal, Refusal)
    assert refusal.code == "chips.short"
    assert practice.table.boxes == ()
    assert practice.chips == cents("100")


def test_what_the_table_refuses_changes_nothing() -> None:
    practice = seat()
    before = practice.table
    assert isinstance(practice.do(practice.wager(1, cents("1"))), Refusal)
    assert practice.table is before


def test_who_is_broke_has_less_than_the_minimum() -> None:
    practice = seat()
    practice.sure(c.TakeChips("ann", cents("95")))
    assert not practice.is_broke
    practice.sure(c.TakeChips("ann", 1))
    assert practice.is_broke
    practice.bring_chips()
    assert practice.brought == cents("200")
    assert not practice.is_broke


def leave(practice: Practice) -> list[object]:
    """Get up in the middle of a round and let it end."""
    told: list[object] = []
    while practice.is_running:
        told += practice.go_on_alone()
    practice.get_up()
    return told


@pytest.mark.clause(S24, "18.10")
@pytest.mark.clause(S65, "17.10.1")
@pytest.mark.parametrize("name", [S24, S65])
def test_an_absent_player_gets_no_more_cards_in_new_south_wales(name: str) -> None:
    practice = begin(stacked(seat(name, boxes=2), "2s 3c Kh 4h 2d 9c"))
    told = leave(practice)
    assert [event for event in told if isinstance(event, CardDealt) and event.box] == []
    assert [event.box for event in told if isinstance(event, PlayerAbsent)] == [1, 2]
    assert practice.net == -2 * cents("10")


@pytest.mark.clause(NZ, "16.6")
@pytest.mark.clause(PJ, "15.10")
@pytest.mark.parametrize("name", [NZ, PJ])
def test_an_absent_player_gets_cards_to_12(name: str) -> None:
    practice = begin(stacked(seat(name), "2s 9h 4h 2d 4c 9c"))
    told = leave(practice)
    drawn = [str(event.card) for event in told if isinstance(event, CardDealt) and event.box]
    assert drawn == ["2d", "4c"]


def test_leaving_while_a_forfeit_is_asked_keeps_the_double() -> None:
    practice = begin(stacked(seat(), "6s 9h 5h 9c 8c"))
    practice.sure(c.Double("ann", 1, 1, cents("10")))
    practice.deal()
    assert practice.table.awaiting is not None
    told = leave(practice)
    won = [(event.wager, event.net) for event in told if isinstance(event, WagerSettled)]
    assert won == [("original", cents("10")), ("double", cents("10"))]


def test_leaving_before_the_first_card_takes_the_wagers_back() -> None:
    practice = seat(boxes=2, perfect_pairs="5")
    practice.sure(practice.wager(1, cents("20")))
    practice.sure(practice.wager(2, cents("20")))
    practice.sure(c.PlaceSideWager("ann", 2, "perfect-pairs", 500))
    assert leave(practice) == []
    assert (practice.chips, practice.table.boxes) == (cents("100"), ())


def test_the_spot_is_the_hand_that_is_asked_for() -> None:
    practice = begin(stacked(seat(), "6s 9h 5h 9c 8c"))
    assert practice.spot == (1, 1)
    practice.sure(c.Double("ann", 1, 1, cents("10")))
    practice.deal()
    assert practice.spot == (1, 1)
    practice.sure(c.Decline("ann", 1))
    assert practice.spot is None


def in_sight(practice: Practice) -> int:
    """Count every chip: in the rack, on the layout, in the float tray."""
    table = practice.table
    return sum(table.racks.values()) + table.layout() + table.float_tray


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(RULEBOOKS),
    st.integers(1, 5),
    st.integers(0, 10**6),
    st.lists(st.integers(0, 999), min_size=40, max_size=150),
)
def test_chips_are_conserved_whatever_is_chosen(
    name: str, boxes: int, seed: int, choices: list[int]
) -> None:
    practice = seat(name, boxes=boxes, seed=str(seed))
    ends = 0
    for choice in choices:
        happened = _choose(practice, choice)
        ends += sum(isinstance(event, RoundEnded) for event in happened)
        assert in_sight(practice) == practice.brought
    assert practice.table.rounds - ends in (0, 1)
    leave(practice)
    assert practice.table.layout() == 0
    assert practice.net == practice.chips - practice.brought == -practice.table.float_tray


def _choose(practice: Practice, choice: int) -> tuple[object, ...]:
    """Take one step: deal, clear, or do one of the things that are open."""
    if practice.card_due:
        return practice.deal()
    if practice.table.phase == "over":
        practice.get_up()
        return ()
    if practice.table.phase == "betting" and practice.is_broke:
        practice.bring_chips()
    practice.ready_shoe()
    options = practice.options()
    phase = practice.table.phase
    if phase == "betting" and practice.table.boxes and choice % 3 == 0:
        return practice.sure(c.CloseBets())
    if phase == "offers" and (choice % 2 or not options):
        return practice.sure(c.CloseOffers())
    option = options[choice % len(options)]
    steps = (option.most - option.least) // option.step
    amount = option.least + choice % (steps + 1) * option.step
    return practice.sure(with_amount(option, min(amount, cents("30")) if steps else option.most))
