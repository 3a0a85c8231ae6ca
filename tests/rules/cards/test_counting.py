"""Every card accounted for, foreign cards noticed at once, the card kept under the shoe."""

import pytest

from game_table import ALL, NZ, PJ, S24, S65, GameTable, assert_refused, by_rulebook
from houserules.core.cards import card
from houserules.shoe.state import Source
from houserules.table import commands as c
from houserules.table.cards.commands import ReportDroppedCards
from houserules.table.cards.events import CardBurned, CardKeptUnderShoe
from houserules.table.evolve import evolve
from houserules.table.state import Table, changed
from rules.cards.shoe_table import ShoeTable
from seated_table import DEALER, NOW, count_cards


@pytest.mark.clause(S24, "18.16")
@pytest.mark.clause(S65, "17.16")
@pytest.mark.clause(NZ, "3.3(a)")
@pytest.mark.clause(PJ, "15.15")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.16", "17.16", "3.3(a)", "15.15"))
@pytest.mark.parametrize("decks", [6, 8])
def test_a_card_more_than_the_decks_have_is_refused(name: str, clause: str, decks: int) -> None:
    game = ShoeTable(name, decks=decks).sit(ann=1).ready()
    game.table = changed(
        game.table,
        discards=(card("7s"),) * (decks - 1),
        source=changed(game.source, left=game.source.left - (decks - 1)),
    )
    game.begin((1, "ann")).do(c.DealCard(card("7s")))
    assert_refused(game.say(c.DealCard(card("7s"))), "card.impossible", clause)
    game.do(c.DealCard(card("7h")))


@pytest.mark.clause(S24, "4.1")
@pytest.mark.clause(S65, "3.1")
@pytest.mark.clause(NZ, "3.3(a)")
@pytest.mark.parametrize(("name", "clause"), [(S24, "4.1"), (S65, "3.1"), (NZ, "3.3(a)")])
def test_a_ten_is_foreign_where_the_tens_are_out(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready().begin((1, "ann"))
    assert_refused(game.say(c.DealCard(card("Ts"))), "card.foreign", clause)


@pytest.mark.clause(S24, "18.16")
@pytest.mark.parametrize("name", ALL)
def test_after_the_shuffle_every_card_may_come_again(name: str) -> None:
    game = ShoeTable(name, decks=6).sit(ann=1).ready()
    game.table = changed(
        game.table,
        discards=(card("7s"),) * 6,
        source=changed(game.source, left=game.source.left - 6),
    )
    game.begin((1, "ann"))
    assert game.say(c.DealCard(card("7s"))) is not None
    game.cutting_card()
    game.until(None).do(c.CloseBets())
    game.do(c.DealCard(card("7s")))


@pytest.mark.parametrize("name", ALL)
def test_the_source_has_one_card_less_with_every_card(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready().begin((1, "ann"))
    left = game.source.left
    for dealt in (1, 2, 3):
        game.deal_some(1)
        assert game.source.left == left - dealt
    game.play_out()
    assert game.source.left == game.source.cards - 1 - len(game.table.discards)
    assert game.source.rounds == 1


def test_without_a_source_nobody_counts() -> None:
    game = GameTable(S24)
    game.bet((1, "ann", "10"))
    game.deal("7s 7s 7s")
    assert (game.table.source, count_cards(game.table)) == (None, 3)


def test_a_source_as_it_is_made_is_ready() -> None:
    source = Source("card shoe", 384, 384)
    assert (source.due, source.all_cards, source.cutting_card_is_next) == ((), 384, False)


def kept(game: ShoeTable, face: str | None) -> None:
    """Put the next card under the shoe, as after a card too many to the dealer."""
    clause = game.rules.cards.card_impossible
    event = CardKeptUnderShoe(card(face) if face else None, clause)
    game.table = evolve(game.table, event)
    assert count_cards(game.table) == game.source.all_cards


@pytest.mark.clause(S24, "18.6")
@pytest.mark.clause(S65, "17.6")
@pytest.mark.clause(PJ, "15.6")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.6", "17.6", "16.2", "15.6"))
@pytest.mark.parametrize("face", ["8h", None])
def test_the_card_under_the_shoe_is_the_first_of_the_next_round(
    name: str, clause: str, face: str | None
) -> None:
    game = ShoeTable(name).sit(ann=1).ready().round((1, "ann"))
    left = game.source.left
    kept(game, face)
    assert game.source.left == left - 1
    game.begin((1, "ann"))
    if face:
        assert_refused(game.say(c.DealCard(card("8s"))), "card.under-shoe", clause)
    game.do(c.DealCard(card("8h")))
    assert (game.source.under, game.source.left) == (None, left - 1), "it is not counted twice"
    game.deal_some(1)
    assert game.source.left == left - 2


@pytest.mark.clause(S24, "18.6")
@pytest.mark.parametrize("name", ALL)
def test_it_comes_even_before_the_cutting_card_or_from_an_empty_shoe(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready(virtual=True)
    kept(game, "8h")
    source = game.source
    source = changed(source, behind=source.left)
    game.table = changed(game.table, source=source)
    assert_refused(game.cutting_card(), "cutting-card.not-next", _back(game))
    game.begin((1, "ann"))
    assert_refused(game.cutting_card(), "cutting-card.not-next", _back(game))
    game.do(c.DealCard(card("8h")))
    assert_refused(game.say(c.DealCard(card("9h"))), "cutting-card.next", _back(game))
    assert game.cutting_card() is None
    empty = ShoeTable(name).sit(ann=1).ready()
    kept(empty, None)
    source = empty.source
    source = changed(source, left=0, burned=source.burned + source.left)
    empty.table = changed(empty.table, source=source)
    empty.begin((1, "ann")).do(c.DealCard(card("8h")))


def _back(game: ShoeTable) -> str:
    return str(game.rules.cut.cutting_card_from_back.clause)


@pytest.mark.clause(S24, "18.6")
@pytest.mark.parametrize("name", ALL)
def test_a_shuffle_takes_it_in(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready().begin((1, "ann")).deal_some(1)
    game.cutting_card()
    kept(game, None)
    game.play_out().until(None)
    assert (game.source.under, game.source.left) == (None, game.source.cards - 1)


def test_a_card_off_the_table_is_not_counted_out_twice() -> None:
    game = ShoeTable(S24).sit(ann=1).ready()
    clause = game.rules.burn.first_card_burned.clause
    table: Table = evolve(game.table, CardBurned(card("7s"), clause, from_source=False))
    assert table.source is not None and table.source.left == game.source.left


def test_dropped_cards_do_not_change_the_count() -> None:
    game = ShoeTable(S24).sit(ann=1).ready()
    game.do(ReportDroppedCards(DEALER, NOW))
    assert game.source.left == 383
