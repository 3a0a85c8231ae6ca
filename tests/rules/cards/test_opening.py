"""Opening a table: which cards, who checks them, what happens before the first shuffle."""

import pytest

from game_table import ALL, NSW, NZ, PJ, S24, S65, assert_refused, by_rulebook
from houserules.core.people import Person
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import OptionError, choose
from houserules.table import commands as c
from houserules.table.cards import commands as k
from rules.cards.shoe_table import AUTOMATIC, DEVICE, GAME_SUPERVISOR, TWO, ShoeTable
from seated_table import DEALER, NOW, SUPERVISOR


@pytest.mark.clause(S24, "3.3.1", "4.1")
@pytest.mark.clause(S65, "2.3.1", "3.1")
@pytest.mark.clause(NZ, "3.3(c)")
@pytest.mark.clause(PJ, "2.3.1", "3.1")
@pytest.mark.parametrize(
    ("name", "decks", "cards"), [(S24, 8, 384), (S65, 6, 288), (NZ, 4, 192), (PJ, 6, 312)]
)
def test_a_table_opens_with_all_the_cards_of_its_decks(name: str, decks: int, cards: int) -> None:
    game = ShoeTable(name, decks=decks).open()
    assert (game.source.kind, game.source.cards, game.source.left) == ("card shoe", cards, cards)


@pytest.mark.clause(S24, "3.3.1")
@pytest.mark.clause(S65, "2.3.1")
@pytest.mark.clause(NZ, "3.3(c)")
@pytest.mark.clause(PJ, "2.3.1")
@pytest.mark.parametrize("name", NSW)
def test_only_new_south_wales_has_a_shuffling_device(name: str) -> None:
    assert ShoeTable(name, **DEVICE).open().source.kind == "shuffling device"
    with pytest.raises(OptionError):
        choose(rulebook(NZ), DEVICE)


@pytest.mark.clause(S24, "4.1")
@pytest.mark.clause(S65, "3.1")
@pytest.mark.clause(NZ, "3.3(a)")
@pytest.mark.clause(PJ, "3.1")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("4.1", "3.1", "3.3(a)", "3.1"))
def test_without_an_automatic_shuffler_there_is_one_set(name: str, clause: str) -> None:
    game = ShoeTable(name)
    assert_refused(game.say(k.OpenTable(DEALER, NOW, TWO)), "cards.one-set", clause)
    assert_refused(game.say(k.OpenTable(DEALER, NOW, ())), "cards.one-set", clause)
    game.do(k.OpenTable(DEALER, NOW, ("blue",)))


@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.1.1", "4.1.1", "6.1", "4.3.1"))
def test_a_table_opens_once_and_not_within_a_round(name: str, clause: str) -> None:
    game = ShoeTable(name)
    assert_refused(game.say(k.ShuffleCards(DEALER, NOW)), "table.not-open", clause)
    game.bet((1, "ann", "10"))
    assert_refused(game.say(k.OpenTable(DEALER, NOW)), "open.round", clause)
    game.do(c.WithdrawWager("ann", 1))
    game.open()
    assert_refused(game.say(k.OpenTable(DEALER, NOW)), "open.twice", clause)


@pytest.mark.clause(S24, "4.3")
@pytest.mark.clause(S65, "3.3")
@pytest.mark.clause(PJ, "3.3")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("4.3", "3.3", "3.3", names=NSW))
@pytest.mark.parametrize("by", [DEALER, SUPERVISOR, GAME_SUPERVISOR])
@pytest.mark.parametrize("with_device", [True, False])
def test_one_check_before_use(name: str, clause: str, by: Person, *, with_device: bool) -> None:
    game = ShoeTable(name).open()
    assert game.due == ["check", "shuffle", "cut", "cutting card", "burn"]
    game.do(k.CheckCards(by, NOW, with_device))
    assert (game.due[0], game.last("cards.checked").by) == ("shuffle", by.name)
    assert_refused(game.say(k.CheckCards(by, NOW)), "check.not-due", clause)


@pytest.mark.clause(S24, "4.3")
@pytest.mark.clause(S65, "3.3")
@pytest.mark.clause(NZ, "6.1")
@pytest.mark.clause(PJ, "3.3")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("4.3", "3.3", "6.1", "3.3"))
def test_no_round_begins_with_unchecked_cards(name: str, clause: str) -> None:
    game = ShoeTable(name).open().sit(ann=1).wager((1, "ann"))
    assert_refused(game.say(c.CloseBets()), "cards.not-ready", clause)
    inspector = Person("ida", "inspector")
    assert_refused(game.say(k.CheckCards(inspector, NOW)), "role.may-not", clause)


@pytest.mark.clause(NZ, "6.1")
@pytest.mark.parametrize("first", [DEALER, GAME_SUPERVISOR])
def test_dealer_and_game_supervisor_check_independently(first: Person) -> None:
    game = ShoeTable(NZ).open()
    second = GAME_SUPERVISOR if first is DEALER else DEALER
    game.do(k.CheckCards(first, NOW))
    assert game.due[0] == "check"
    assert_refused(game.say(k.CheckCards(first, NOW)), "check.both", "6.1")
    another = Person("otto", first.role)
    assert_refused(game.say(k.CheckCards(another, NOW)), "check.both", "6.1")
    same_person = Person(first.name, second.role)
    assert_refused(game.say(k.CheckCards(same_person, NOW)), "check.both", "6.1")
    assert_refused(game.say(k.CheckCards(SUPERVISOR, NOW)), "check.both", "6.1")
    assert_refused(game.say(k.CheckCards(second, NOW, with_device=True)), "check.both", "6.1")
    game.do(k.CheckCards(second, NOW))
    assert game.due[0] == "spread"
    assert [event.by for event in game.named("cards.checked")] == [first.name, second.name]


@pytest.mark.clause(NZ, "6.2", "6.3", "6.3(a)", "6.3(b)", "6.3(c)", "7.1(a)")
def test_new_cards_are_spread_washed_stacked_and_riffled_in_this_order() -> None:
    game = ShoeTable(NZ).open().until("spread")
    steps = ("spread", "wash", "stack", "riffle")
    clauses = ("6.2", "6.3(a)", "6.3(b)", "6.3(c)")
    spread = k.PrepareCards(DEALER, NOW, "spread")
    assert_refused(game.say(spread), "spread.no-player", "6.2")
    game.sit(ann=4)
    for step in steps:
        for other, clause in zip(steps, clauses, strict=True):
            if other != step:
                early = game.say(k.PrepareCards(DEALER, NOW, other))
                assert_refused(early, "prepare.not-due", clause)
        game.do(k.PrepareCards(DEALER, NOW, step))
    told = [(event.step, event.clause) for event in game.named("cards.prepared")]
    assert told == list(zip(steps, clauses, strict=True))
    assert game.due[0] == "shuffle"


@pytest.mark.clause(S24, "4.3")
@pytest.mark.clause(PJ, "3.3")
@pytest.mark.parametrize("name", NSW)
def test_only_new_zealand_opens_before_the_players_eyes(name: str) -> None:
    game = ShoeTable(name).open().sit(ann=1).until("shuffle")
    assert game.named("cards.prepared") == []
    answer = game.say(k.PrepareCards(DEALER, NOW, "wash"))
    assert_refused(answer, "prepare.not-due", str(game.rules.shuffle.shuffle_occasions))


@pytest.mark.clause(NZ, "3.3(e)", "3.4")
@pytest.mark.parametrize("colours", [(), ("red",), ("red", "red"), ("red", "blue", "green")])
def test_an_automatic_shuffler_takes_two_sets_of_different_colours(
    colours: tuple[str, ...],
) -> None:
    game = ShoeTable(NZ, **AUTOMATIC)
    assert_refused(game.say(k.OpenTable(DEALER, NOW, colours)), "cards.two-sets", "3.4")
    game.do(k.OpenTable(DEALER, NOW, TWO))
    assert (game.source.colour, game.source.other) == TWO


@pytest.mark.clause(NZ, "3.3(e)", "3.4")
@pytest.mark.parametrize(("decks", "fits"), [(3, False), (4, True), (8, True), (9, False)])
def test_each_set_has_four_to_eight_decks(decks: int, *, fits: bool) -> None:
    if fits:
        game = ShoeTable(NZ, decks=decks, **AUTOMATIC).open()
        assert (game.source.cards, game.source.all_cards) == (48 * decks, 96 * decks)
    else:
        with pytest.raises(OptionError):
            ShoeTable(NZ, decks=decks, **AUTOMATIC)


@pytest.mark.clause(NZ, "6.4", "6.4(a)", "6.4(b)", "6.4(c)")
def test_sets_are_loaded_unseen_but_washed_stacked_and_riffled() -> None:
    game = ShoeTable(NZ, **AUTOMATIC).open()
    each_set = ["check", "check", "wash", "stack", "riffle", "load"]
    assert game.due == [*each_set, *each_set, "shuffle", "cut", "cutting card", "burn"]
    game.until("shuffle")
    told = [(e.step, e.colour, e.clause) for e in game.named("cards.prepared")]
    clauses = {"wash": "6.4(a)", "stack": "6.4(b)", "riffle": "6.4(c)", "load": "6.4"}
    assert told == [(step, colour, clauses[step]) for colour in TWO for step in clauses]


@pytest.mark.clause(NZ, "3.4", "6.4")
def test_the_sets_change_places_at_every_shuffle() -> None:
    game = ShoeTable(NZ, **AUTOMATIC).sit(ann=1).ready()
    assert (game.source.colour, game.last("cards.shuffled").how) == ("red", "automatic shuffler")
    game.begin((1, "ann")).deal_some(1)
    game.cutting_card()
    game.play_out().until(None)
    assert (game.source.colour, game.source.other) == ("blue", "red")
    assert game.source.left == 383


@pytest.mark.clause(S24, "5.1")
@pytest.mark.clause(S65, "4.1")
@pytest.mark.clause(PJ, "4.3")
@pytest.mark.parametrize(("name", "how"), [(S24, "multishuffler"), (S65, "multishuffler")])
def test_a_multishuffler_only_where_the_document_has_one(name: str, how: str) -> None:
    game = ShoeTable(name, shuffled_by=how).open().until("cut")
    assert game.last("cards.shuffled").how == how
    for other in (PJ, NZ):
        with pytest.raises(OptionError):
            choose(rulebook(other), {"shuffled_by": how})


@pytest.mark.clause(S24, "5.1.1")
@pytest.mark.clause(S65, "4.1.1")
@pytest.mark.clause(NZ, "7.1(a)")
@pytest.mark.clause(PJ, "4.3.1")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.1.1", "4.1.1", "7.1(a)", "4.3.1"))
def test_cards_are_shuffled_before_play_starts(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).open().until("shuffle")
    game.wager((1, "ann"))
    answer = game.say(c.CloseBets())
    assert_refused(answer, "cards.not-ready", str(game.rules.shuffle.shuffle_occasions))
    assert answer and "shuffles" in answer.detail
    game.do(k.ShuffleCards(DEALER, NOW))
    assert game.last("cards.shuffled").clause == clause


@pytest.mark.parametrize("name", ALL)
def test_ready_cards_are_all_there_but_for_the_burned_one(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready()
    assert (game.source.left, game.source.burned) == (game.source.cards - 1, 1)
    assert game.source.shoe == 1
