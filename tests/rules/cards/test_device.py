"""A shuffling device: the discards go back into it after the next initial deal, or are forgotten."""

import pytest

from game_table import NSW, PJ, S24, S65, assert_refused, by_rulebook
from houserules.core.cards import card
from houserules.table import commands as c
from houserules.table.cards import commands as k
from houserules.table.cards import commands as r
from houserules.table.state import changed
from rules.cards.shoe_table import DEVICE, ShoeTable
from seated_table import DEALER, NOW

REPORT = r.ReportDiscardsLeft(DEALER, NOW)


@pytest.mark.clause(S24, "8.2")
@pytest.mark.clause(S65, "7.2")
@pytest.mark.clause(PJ, "7.2")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("8.2", "7.2", "7.2", names=NSW))
def test_the_discards_go_in_after_the_next_initial_deal(name: str, clause: str) -> None:
    game = ShoeTable(name, **DEVICE).sit(ann=1).ready().round((1, "ann"))
    rack = game.table.discards
    assert rack, "they wait in the rack while wagers are placed"
    game.begin((1, "ann")).deal_some(2)
    assert game.table.discards == rack, "not before the initial deal is complete"
    left = game.source.left
    game.deal_some(1)
    put_in = game.last("discards.into-device")
    assert (put_in.cards, put_in.clause, game.table.discards) == (rack, clause, ())
    assert game.source.left == left - 1 + len(rack)
    game.play_out()
    assert len(game.table.discards) == game.source.cards - game.source.left


@pytest.mark.clause(S24, "8.2")
@pytest.mark.clause(S65, "7.2")
@pytest.mark.clause(PJ, "7.2")
@pytest.mark.parametrize("name", NSW)
def test_naturals_that_the_deal_clears_wait_for_the_next_round(name: str) -> None:
    game = ShoeTable(name, **DEVICE).sit(ann=1, bob=2).ready().begin((1, "ann"), (2, "bob"))
    game.deal("As 9c 8d Kh 8s")
    assert game.last("discards.into-device").unseen == 1, "the burned card"
    assert game.table.discards == (card("As"), card("Kh"))


@pytest.mark.clause(S24, "8.2")
@pytest.mark.parametrize("name", NSW)
def test_a_card_shoe_keeps_them_out(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready().round((1, "ann")).round((1, "ann"))
    assert game.named("discards.into-device") == []


@pytest.mark.clause(S24, "18.15")
@pytest.mark.clause(S65, "17.15")
@pytest.mark.clause(PJ, "15.14")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.15", "17.15", "15.14", names=NSW))
def test_forgotten_they_stay_until_the_next_initial_deal(name: str, clause: str) -> None:
    game = ShoeTable(name, **DEVICE).sit(ann=1).ready()
    assert_refused(game.say(REPORT), "step.not-missed", clause)
    game.round((1, "ann"))
    rack, left = game.table.discards, game.source.left
    game.begin((1, "ann")).deal_some(2)
    assert_refused(game.say(REPORT), "step.not-missed", clause)
    game.deal_some(1).do(REPORT)
    assert (game.table.discards, game.source.left) == (rack, left - 3)
    assert game.last("discards.left").clause == clause
    assert_refused(game.say(REPORT), "step.not-missed", clause)
    game.play_out()
    both = game.table.discards
    assert both[: len(rack)] == rack and len(both) > len(rack)
    game.begin((1, "ann")).deal_some(3)
    assert game.last("discards.into-device").cards == both
    assert game.table.discards == ()


@pytest.mark.clause(S24, "18.15")
@pytest.mark.clause(S65, "17.15")
@pytest.mark.clause(PJ, "15.14")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.15", "17.15", "15.14", names=NSW))
@pytest.mark.parametrize(("face", "believed"), [("7s", False), ("6s", True)])
def test_not_if_a_card_came_out_that_was_among_them(
    name: str, clause: str, face: str, *, believed: bool
) -> None:
    game = ShoeTable(name, decks=6, **DEVICE).sit(ann=1).ready()
    rack = (card("7s"),) * 6
    source = changed(game.source, left=game.source.left - 6)
    game.table = changed(game.table, discards=rack, source=source)
    game.begin((1, "ann")).deal("5c 8d 5h")
    game.do(c.Hit("ann", 1, 1))
    game.do(c.DealCard(card(face)))
    answer = game.say(REPORT)
    if believed:
        assert (answer, game.table.discards) == (None, rack)
    else:
        assert_refused(answer, "step.not-missed", clause)


@pytest.mark.clause(S24, "18.15")
@pytest.mark.parametrize(("hits", "believed"), [(1, True), (2, False)])
def test_nor_if_more_came_out_than_were_in_the_device(hits: int, *, believed: bool) -> None:
    game = ShoeTable(S24, **DEVICE).sit(ann=1).ready().begin((1, "ann"))
    source = game.source
    source = changed(source, left=4, burned=source.burned + source.left - 4)
    game.table = changed(game.table, source=source)
    game.deal("2c 8d 2h")
    for face in ("2s", "2d")[:hits]:
        game.do(c.Hit("ann", 1, 1))
        game.do(c.DealCard(card(face)))
    assert (game.say(REPORT) is None) == believed


@pytest.mark.clause(S24, "18.15")
def test_a_virtual_device_does_not_forget() -> None:
    game = ShoeTable(S24, **DEVICE).sit(ann=1).ready(virtual=True).round((1, "ann"))
    game.begin((1, "ann")).deal_some(3)
    assert_refused(game.say(REPORT), "step.not-missed", "18.15")


@pytest.mark.clause(S24, "18.15")
@pytest.mark.clause(S65, "17.15")
@pytest.mark.clause(PJ, "15.14")
@pytest.mark.parametrize("name", NSW)
def test_it_may_be_noticed_when_the_round_is_over(name: str) -> None:
    game = ShoeTable(name, **DEVICE).sit(ann=1).ready().round((1, "ann"))
    rack = game.table.discards
    game.round((1, "ann"))
    since, left = game.table.discards, game.source.left
    game.do(REPORT)
    assert game.table.discards == (*rack, *since)
    assert game.source.left == left - len(rack)
    game.begin((1, "ann")).deal_some(3)
    assert game.last("discards.into-device").cards == (*rack, *since)


@pytest.mark.clause(S24, "18.9", "18.15")
@pytest.mark.clause(S65, "17.9", "17.15")
@pytest.mark.clause(PJ, "15.9", "15.14")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.15", "17.15", "15.14", names=NSW))
def test_not_once_the_whole_rack_was_shuffled(name: str, clause: str) -> None:
    game = ShoeTable(name, **DEVICE).sit(ann=1).ready().round((1, "ann"))
    game.begin((1, "ann")).deal_some(3)
    assert game.source.returned
    source = game.source
    source = changed(source, left=0, burned=source.burned + source.left)
    game.table = changed(game.table, source=source)
    game.do(c.Stand("ann", 1, 1))
    game.do(k.ShuffleCards(DEALER, NOW))
    assert_refused(game.say(REPORT), "step.not-missed", clause)
