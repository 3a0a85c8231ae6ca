"""A practice table without a terminal: the shoe, the wagers, leaving, and chips that stay in sight."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.sessions import NZ, PJ, S24, S65, seat
from houserules.cli.practice.table import Laid, Practice
from houserules.core.cards import Card, card, cards
from houserules.core.money import cents
from houserules.core.refusal import Refusal
from houserules.floor.tables.card_handler import VirtualCardHandler, cut_limits
from houserules.rulebook.loader import RULEBOOKS
from houserules.shoe.commitment import opens
from houserules.shoe.proof import verify
from houserules.shoe.stack import cut, decks_of
from houserules.shoe.virtual_shoe import VirtualShoe
from houserules.table import commands as c
from houserules.table.cards.commands import CutCards, DeclineCut
from houserules.table.cards.events import CardsCut, CardsShuffled, CuttingCardPlaced
from houserules.table.events import CardDealt, Event, PlayerAbsent, RoundEnded, WagerSettled
from houserules.table.legal import with_amount
from houserules.table.state import Table, changed
from seated_table import count_cards


def shoe_of(practice: Practice) -> VirtualShoe:
    """Return the virtual shoe of the house."""
    assert isinstance(practice.house, VirtualCardHandler)
    return practice.house.shoe


def made_ready(practice: Practice, wanted: str = "") -> Practice:
    """Shuffle, cut at the least depth and burn; then these cards come out first."""
    while not practice.is_ready:
        if practice.is_offered_cut:
            at = cut_limits(practice.rules, practice.table).least
            practice.sure(CutCards(practice.player, at))
        else:
            practice.house_step()
    assert isinstance(practice.house, VirtualCardHandler)
    shoe = practice.house.shoe
    rest = list(shoe.stack)
    for each in cards(wanted):
        rest.remove(each)
    practice.house.shoe = VirtualShoe((*cards(wanted), *rest), shoe.burned)
    return practice


def dealt(practice: Practice) -> tuple[Event, ...]:
    """Let the house deal the card that is due."""
    events = practice.house_step()
    assert events is not None
    return events


def begin(practice: Practice, amount: str = "10") -> Practice:
    """Wager on every box and deal until the player is asked."""
    for box in range(1, practice.boxes + 1):
        practice.sure(practice.wager(box, cents(amount)))
    practice.sure(c.CloseBets())
    while practice.card_due:
        dealt(practice)
    return practice


def order(practice: Practice) -> tuple[Card, ...]:
    return shoe_of(made_ready(practice)).stack


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
    practice = made_ready(seat(name, **options))
    shoe = shoe_of(practice)
    counted = Counter([*shoe.stack, *shoe.burned])
    assert sum(counted.values()) == size
    assert counted == Counter(decks_of(practice.rules))
    assert (card("Tc") in counted) == (name == PJ)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_stack_is_committed_to_before_the_cut(name: str) -> None:
    practice = seat(name)
    while not practice.is_offered_cut:
        practice.house_step()
    assert isinstance(practice.house, VirtualCardHandler)
    source, stack = practice.table.source, practice.house.shoe.stack
    assert source is not None and source.commitment is not None
    assert opens(source.commitment, stack, practice.house.salt)
    practice.sure(CutCards("ann", 100))
    assert practice.house.shoe.stack == cut(stack, 100)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_house_keeps_to_the_rules_when_it_cuts_and_places_the_cutting_card(name: str) -> None:
    practice = seat(name)
    told: list[Event] = []
    while not practice.is_ready:
        told += practice.go_on_alone()
    size = practice.table.source.cards if practice.table.source else 0
    depths = [event.depth for event in told if isinstance(event, CardsCut)]
    behind = [event.behind for event in told if isinstance(event, CuttingCardPlaced)]
    assert len(depths) == 1 and depths[0] is not None
    assert size * 5 // 16 <= depths[0] <= size * 11 // 16
    assert behind == [size // 4]


@pytest.mark.parametrize("left", [1, 2, 3, 47, 95, 96, 97])
def test_a_short_refill_is_cut_and_gets_its_cutting_card_too(left: int) -> None:
    practice = begin(made_ready(seat(), "9s 5h 4h"))
    practice.sure(c.Hit("ann", 1, 1))
    table = practice.table
    assert table.source is not None and isinstance(practice.house, VirtualCardHandler)
    limits = cut_limits(practice.rules, _with_left(practice, left))
    for _ in range(20):
        assert limits.takes(practice.house.somewhere(_with_left(practice, left)))
    assert practice.house._behind(_with_left(practice, left)) >= min(1, left // 2)


def _with_left(practice: Practice, left: int) -> Table:
    assert practice.table.source is not None
    return changed(practice.table, source=changed(practice.table.source, left=left))


@pytest.mark.clause(S24, "18.9")
@pytest.mark.clause(S65, "17.9")
@pytest.mark.clause(NZ, "16.7")
@pytest.mark.clause(PJ, "15.9")
@pytest.mark.parametrize(
    ("name", "clause"), [(S24, "18.9"), (S65, "17.9"), (NZ, "16.7"), (PJ, "15.9")]
)
def test_an_empty_shoe_is_filled_from_the_discards(name: str, clause: str) -> None:
    practice = begin(made_ready(seat(name), "9s 5h 4h"))
    practice.sure(c.Hit("ann", 1, 1))
    _empty(practice)
    events = practice.house_step()
    shuffled = events[0] if events else None
    assert isinstance(shuffled, CardsShuffled)
    assert (shuffled.left, shuffled.clause) == (len(decks_of(practice.rules)) - 3, clause)
    assert practice.is_offered_cut
    practice.sure(DeclineCut("ann"))
    while not practice.is_ready:
        practice.go_on_alone()
    assert isinstance(dealt(practice)[0], CardDealt)
    assert count_cards(practice.table) == len(decks_of(practice.rules))


def _empty(practice: Practice) -> None:
    """Put all that is left in the shoe into the discard rack."""
    assert isinstance(practice.house, VirtualCardHandler) and practice.table.source is not None
    gone = practice.house.shoe.stack
    practice.house.shoe = VirtualShoe((), practice.house.shoe.burned)
    practice.table = changed(
        practice.table,
        discards=(*practice.table.discards, *gone),
        source=changed(practice.table.source, left=0, out=True),
    )


def test_insurance_goes_in_chips() -> None:
    practice = begin(made_ready(seat(), "9s Ah 4h"), "12.50")
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


def leave(practice: Practice) -> list[Event]:
    """Get up in the middle of a round and let it end."""
    told: list[Event] = []
    while practice.is_running or practice.lies_shuffled:
        told += practice.go_on_alone()
    practice.get_up()
    return told


@pytest.mark.clause(S24, "18.10")
@pytest.mark.clause(S65, "17.10.1")
@pytest.mark.parametrize("name", [S24, S65])
def test_an_absent_player_gets_no_more_cards_in_new_south_wales(name: str) -> None:
    practice = begin(made_ready(seat(name, boxes=2), "2s 3c Kh 4h 2d 9c"))
    told = leave(practice)
    assert [event for event in told if isinstance(event, CardDealt) and event.box] == []
    assert [event.box for event in told if isinstance(event, PlayerAbsent)] == [1, 2]
    assert practice.net == -2 * cents("10")


@pytest.mark.clause(NZ, "16.6")
@pytest.mark.clause(PJ, "15.10")
@pytest.mark.parametrize("name", [NZ, PJ])
def test_an_absent_player_gets_cards_to_12(name: str) -> None:
    practice = begin(made_ready(seat(name), "2s 9h 4h 2d 4c 9c"))
    told = leave(practice)
    drawn = [str(event.card) for event in told if isinstance(event, CardDealt) and event.box]
    assert drawn == ["2d", "4c"]


def test_leaving_while_a_forfeit_is_asked_keeps_the_double() -> None:
    practice = begin(made_ready(seat(), "6s 9h 5h 9c 8c"))
    practice.sure(c.Double("ann", 1, 1, cents("10")))
    dealt(practice)
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
    practice = begin(made_ready(seat(), "6s 9h 5h 9c 8c"))
    assert practice.spot == (1, 1)
    practice.sure(c.Double("ann", 1, 1, cents("10")))
    dealt(practice)
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
def test_chips_and_cards_are_conserved_whatever_is_chosen(
    name: str, boxes: int, seed: int, choices: list[int]
) -> None:
    practice = seat(name, boxes=boxes, seed=str(seed))
    ends = 0
    for choice in choices:
        happened = _choose(practice, choice)
        ends += sum(isinstance(event, RoundEnded) for event in happened)
        assert in_sight(practice) == practice.brought
        assert count_cards(practice.table) == len(decks_of(practice.rules))
    assert practice.table.rounds - ends in (0, 1)
    leave(practice)
    practice.house.end()
    for record in practice.house.pop_revealed():
        assert [check.detail for check in verify(record) if not check.passed] == []
    assert practice.table.layout() == 0
    assert practice.net == practice.chips - practice.brought == -practice.table.float_tray


def _choose(practice: Practice, choice: int) -> tuple[object, ...]:
    """Take one step: deal, clear, or do one of the things that are open."""
    if practice.is_offered_cut:
        limits = cut_limits(practice.rules, practice.table)
        at = limits.least + choice % (limits.most - limits.least + 1)
        return practice.sure(CutCards("ann", at) if choice % 5 else DeclineCut("ann"))
    if practice.card_due or not practice.is_ready:
        return dealt(practice)
    if practice.table.phase == "over":
        practice.get_up()
        return ()
    if practice.table.phase == "betting" and practice.is_broke:
        practice.bring_chips()
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
