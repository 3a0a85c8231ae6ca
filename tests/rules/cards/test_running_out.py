"""Cards run out within a round: the discards are shuffled, cut, and finish it."""

import pytest

from game_table import ALL, NSW, NZ, PJ, S24, S65, assert_refused, by_rulebook
from houserules.core.cards import card
from houserules.table import commands as c
from houserules.table.cards import commands as k
from houserules.table.cards.census import on_layout
from houserules.table.state import changed
from rules.cards.shoe_table import AUTOMATIC, DEVICE, ShoeTable
from seated_table import DEALER, NOW


def short(game: ShoeTable, left: int) -> ShoeTable:
    """Put all but so many cards and the cutting card into the discard rack, face down."""
    source = game.source
    burned = source.burned + source.left - left
    game.table = changed(game.table, source=changed(source, left=left, burned=burned, out=True))
    return game


@pytest.mark.clause(S24, "18.9")
@pytest.mark.clause(S65, "17.9")
@pytest.mark.clause(NZ, "16.7")
@pytest.mark.clause(PJ, "15.9")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.9", "17.9", "16.7", "15.9"))
@pytest.mark.parametrize("virtual", [True, False])
def test_the_discards_are_shuffled_and_the_round_is_completed(
    name: str, clause: str, *, virtual: bool
) -> None:
    game = ShoeTable(name).sit(ann=1, bob=6).ready(virtual=virtual).begin((1, "ann"), (6, "bob"))
    short(game, 3)
    game.deal_some(3)
    deal = c.DealCard(game.card())
    assert_refused(game.say(deal), "cards.ran-out", clause)
    game.do(k.ShuffleCards(DEALER, NOW))
    shuffled = game.last("cards.shuffled")
    assert (shuffled.clause, shuffled.left) == (clause, game.source.cards - 3)
    burn = [] if name == NZ else ["burn"]
    assert game.due == ["cut", "cutting card", *burn]
    assert_refused(game.say(deal), "cards.not-ready", str(game.rules.cut.cut_offered_to.clause))
    game.until(None)
    game.play_out()
    assert game.due == [], "subsequent rounds go on with these cards"
    game.begin((1, "ann"))


@pytest.mark.clause(S24, "18.9")
@pytest.mark.clause(NZ, "16.7")
@pytest.mark.parametrize("name", ALL)
def test_the_last_card_itself_is_dealt(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready().begin((1, "ann"))
    short(game, 1)
    assert_refused(game.say(k.ShuffleCards(DEALER, NOW)), "shuffle.not-due", _occasions(game))
    game.deal_some(1)
    game.do(k.ShuffleCards(DEALER, NOW))


def _occasions(game: ShoeTable) -> str:
    return str(game.rules.shuffle.shuffle_occasions)


@pytest.mark.clause(S24, "18.9", "5.3.2")
@pytest.mark.clause(NZ, "16.7", "7.3(b)")
@pytest.mark.clause(PJ, "15.9", "4.4.2")
@pytest.mark.parametrize("name", ALL)
def test_the_cut_is_offered_where_the_cutting_card_came_out(name: str) -> None:
    game = ShoeTable(name).sit(ann=1, bob=6).ready().begin((1, "ann"), (6, "bob"))
    game.cutting_card()
    game = ShoeTable(name).sit(ann=1, bob=6).ready().begin((1, "ann"), (6, "bob")).deal_some(3)
    game.cutting_card()
    short(game, 1).deal_some(1)
    game.do(k.ShuffleCards(DEALER, NOW))
    assert game.asked == "ann", "on whose box it came out in this round"
    game.until(None).play_out()
    assert game.due == [], "the cutting card that came out has been answered"


@pytest.mark.clause(S24, "18.9")
@pytest.mark.parametrize("name", ALL)
def test_else_to_the_farthest_right(name: str) -> None:
    game = ShoeTable(name).sit(ann=1, bob=6).ready().begin((1, "ann"), (6, "bob"))
    short(game, 1).deal_some(1)
    game.do(k.ShuffleCards(DEALER, NOW))
    assert game.asked == "bob"
    game.do(k.CutCards("bob"))
    assert game.last("cards.cut").clause == game.rules.cut.cut_otherwise


@pytest.mark.clause(S24, "18.9", "5.5")
@pytest.mark.clause(NZ, "16.7", "7.5")
@pytest.mark.parametrize(
    ("stack", "least", "most"), [(97, 48, 49), (96, 48, 48), (95, 47, 48), (2, 1, 1)]
)
@pytest.mark.parametrize("name", [S24, S65, NZ])
def test_a_stack_below_two_decks_is_cut_in_the_middle(
    name: str, stack: int, least: int, most: int
) -> None:
    game = ShoeTable(name).sit(ann=1).open(virtual=True).until("cut")
    game.table = changed(
        game.table,
        source=changed(game.source, left=stack, burned=game.source.cards - stack),
    )
    clause = str(game.rules.cut.cut_depth_decks.clause)
    assert_refused(game.say(k.CutCards("ann", least - 1)), "cut.too-shallow", clause)
    assert_refused(game.say(k.CutCards("ann", most + 1)), "cut.too-shallow", clause)
    game.do(k.CutCards("ann", most))


@pytest.mark.clause(S24, "18.9", "5.7")
@pytest.mark.clause(S65, "17.9", "4.7")
@pytest.mark.clause(PJ, "15.9", "4.1")
@pytest.mark.parametrize("name", NSW)
def test_a_device_takes_the_discards_without_a_cut(name: str) -> None:
    game = ShoeTable(name, **DEVICE).sit(ann=1).ready().begin((1, "ann"))
    short(game, 2).deal_some(2)
    game.do(k.ShuffleCards(DEALER, NOW))
    assert (game.due, game.source.left) == ([], game.source.cards - 2)
    game.play_out()


@pytest.mark.clause(NZ, "16.7", "3.4")
def test_the_automatic_shufflers_other_set_stays_where_it_is() -> None:
    game = ShoeTable(NZ, **AUTOMATIC).sit(ann=1).ready().begin((1, "ann"))
    short(game, 1).deal_some(1)
    game.do(k.ShuffleCards(DEALER, NOW))
    assert (game.source.colour, game.last("cards.shuffled").how) == ("red", "hand")


@pytest.mark.clause(S24, "18.9")
@pytest.mark.parametrize("name", ALL)
def test_what_lies_on_the_layout_is_not_shuffled_in(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready().begin((1, "ann"))
    short(game, 2)
    game.do(c.DealCard(card("7s")))
    game.do(c.DealCard(card("8h")))
    game.do(k.ShuffleCards(DEALER, NOW))
    assert list(on_layout(game.table)) == [card("7s"), card("8h")]
    assert game.source.left == game.source.cards - 2
