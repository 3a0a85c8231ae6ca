"""When the cards are shuffled, and when not: the cutting card, orders, a vacant table."""

import pytest

from game_table import ALL, NSW, NZ, PJ, S24, S65, assert_refused, by_rulebook
from houserules.core.people import Person
from houserules.table import commands as c
from houserules.table.cards import commands as k
from houserules.table.cards import commands as r
from houserules.table.people.commands import ComeToTable, LeaveTable
from houserules.table.staff.commands import CloseTable, ReopenTable
from rules.cards.shoe_table import DEVICE, GAME_SUPERVISOR, RESHUFFLE, ShoeTable
from seated_table import DEALER, NOW, SUPERVISOR


@pytest.mark.clause(S24, "5.1.2")
@pytest.mark.clause(S65, "4.1.2")
@pytest.mark.clause(NZ, "7.1(b)", "8.8")
@pytest.mark.clause(PJ, "4.3.2")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.1.2", "4.1.2", "7.1(b)", "4.3.2"))
@pytest.mark.parametrize("closed", [True, False])
def test_first_card_of_a_round_the_shuffle_comes_at_once(
    name: str, clause: str, *, closed: bool
) -> None:
    game = ShoeTable(name).sit(ann=1).ready().round((1, "ann")).wager((1, "ann"))
    if closed:
        game.do(c.CloseBets())
    assert game.cutting_card() is None
    assert game.due == RESHUFFLE
    assert_refused(
        game.say(c.CloseBets()), "cards.not-ready", str(game.rules.shuffle.shuffle_occasions)
    )
    game.until(None)
    assert (game.last("cards.shuffled").clause, game.table.discards) == (clause, ())
    assert game.source.left == game.source.cards - 1
    assert game.table.layout() == 1000, "the wager waits for its cards"


@pytest.mark.clause(S24, "5.1.3")
@pytest.mark.clause(S65, "4.1.3")
@pytest.mark.clause(NZ, "7.1(c)", "8.7")
@pytest.mark.clause(PJ, "4.3.3")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.1.3", "4.1.3", "7.1(c)", "4.3.3"))
def test_within_a_round_the_shuffle_waits_for_its_end(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready().begin((1, "ann")).deal_some(1)
    assert game.cutting_card() is None
    assert game.due == []
    assert_refused(game.say(k.ShuffleCards(DEALER, NOW)), "shuffle.not-due", _occasions(game))
    game.play_out()
    assert game.due == RESHUFFLE
    assert (game.source.left + len(game.table.discards) + 1) == game.source.cards
    game.wager((1, "ann"))
    assert_refused(game.say(c.CloseBets()), "cards.not-ready", _occasions(game))
    game.until(None)
    assert game.last("cards.shuffled").clause == clause
    assert (game.source.left, game.source.shoe, game.source.rounds) == (game.source.cards - 1, 2, 0)


def _occasions(game: ShoeTable) -> str:
    return str(game.rules.shuffle.shuffle_occasions)


@pytest.mark.clause(S24, "5.1")
@pytest.mark.clause(S65, "4.1")
@pytest.mark.clause(NZ, "7.1")
@pytest.mark.clause(PJ, "4.3")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.1", "4.1", "7.1", "4.3"))
def test_there_is_no_shuffle_without_an_occasion(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready()
    assert_refused(game.say(k.ShuffleCards(DEALER, NOW)), "shuffle.not-due", clause)
    game.round((1, "ann"))
    assert_refused(game.say(k.ShuffleCards(DEALER, NOW)), "shuffle.not-due", clause)


@pytest.mark.clause(S24, "5.1.4")
@pytest.mark.clause(S65, "4.1.4")
@pytest.mark.clause(NZ, "7.1(e)")
@pytest.mark.clause(PJ, "4.3.4")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.1.4", "4.1.4", "7.1(e)", "4.3.4"))
@pytest.mark.parametrize("by", [SUPERVISOR, GAME_SUPERVISOR])
def test_on_suspicion_a_supervisor_orders_it(name: str, clause: str, by: Person) -> None:
    game = ShoeTable(name).sit(ann=1, bob=4).ready().begin((1, "ann"))
    assert_refused(game.say(k.OrderShuffle(DEALER, NOW)), "role.may-not", clause)
    game.do(k.OrderShuffle(by, NOW))
    assert_refused(game.say(k.OrderShuffle(by, NOW)), "shuffle.is-due", clause)
    assert game.due == []
    game.play_out()
    assert game.due == RESHUFFLE
    assert_refused(game.say(k.OrderShuffle(by, NOW)), "shuffle.is-due", clause)
    game.until("cut")
    assert (game.last("cards.shuffled").clause, game.asked) == (clause, "bob")
    game.until(None).do(k.OrderShuffle(by, NOW))
    assert game.due == RESHUFFLE, "between rounds at once"


@pytest.mark.clause(S24, "5.1.4")
@pytest.mark.clause(S65, "4.1.4")
@pytest.mark.clause(PJ, "4.3", "4.3.4")
@pytest.mark.parametrize("name", NSW)
def test_a_devices_cards_on_suspicion_not_in_pinkjack(name: str) -> None:
    game = ShoeTable(name, **DEVICE).sit(ann=1).ready()
    answer = game.say(k.OrderShuffle(SUPERVISOR, NOW))
    if name == PJ:
        assert_refused(answer, "shuffle.device", "4.3")
    else:
        assert (answer, game.due) == (None, ["shuffle", "burn"])


@pytest.mark.clause(NZ, "7.1(d)")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.1", "4.1", "7.1(d)", "4.3"))
def test_after_the_table_stood_vacant_in_new_zealand(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready().round((1, "ann"))
    order = k.OrderShuffleAfterVacancy(SUPERVISOR, NOW)
    if name != NZ:
        assert_refused(game.say(order), "role.may-not", clause)
        return
    assert_refused(game.say(order), "table.not-vacant", clause)
    game.do(LeaveTable("ann"))
    assert_refused(
        game.say(k.OrderShuffleAfterVacancy(GAME_SUPERVISOR, NOW)), "role.may-not", clause
    )
    game.do(ComeToTable("bob", 2))
    game.do(order)
    assert game.due == RESHUFFLE
    game.until(None)
    assert (game.last("cards.shuffled").clause, game.last("cards.cut").by) == (clause, "bob")
    assert_refused(game.say(order), "table.not-vacant", clause)


@pytest.mark.clause(NZ, "7.1(d)")
def test_a_round_ends_the_vacancy() -> None:
    game = ShoeTable(NZ).sit(ann=1).ready().round((1, "ann"))
    game.do(LeaveTable("ann"))
    game.do(ComeToTable("bob", 2))
    game.round((2, "bob"))
    answer = game.say(k.OrderShuffleAfterVacancy(SUPERVISOR, NOW))
    assert_refused(answer, "table.not-vacant", "7.1(d)")


@pytest.mark.clause(NZ, "7.1(f)")
@pytest.mark.parametrize("step", ["cut", "cutting card"])
def test_a_card_seen_before_it_enters_the_shoe_in_new_zealand(step: str) -> None:
    game = ShoeTable(NZ).sit(ann=3, bob=1).open().until("shuffle")
    report = r.ReportExposedCard(DEALER, NOW)
    assert_refused(game.say(report), "exposed.not-now", "7.1(f)")
    game.until(step)
    game.do(report)
    assert game.due == RESHUFFLE
    assert game.last("shuffle.due").clause == "7.1(f)"
    game.until("cut")
    assert game.asked == "ann", "the cut is offered as before"
    game.until(None)
    assert_refused(game.say(report), "exposed.not-now", "7.1(f)")


@pytest.mark.clause(S24, "5.1")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.1", "4.1", "4.3", names=NSW))
def test_new_south_wales_names_no_such_occasion(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).open().until("cut")
    assert_refused(game.say(r.ReportExposedCard(DEALER, NOW)), "role.may-not", clause)


@pytest.mark.clause(S24, "5.8")
@pytest.mark.clause(S65, "4.8")
@pytest.mark.clause(PJ, "4.2")
@pytest.mark.parametrize("name", NSW)
def test_a_shuffle_by_hand_before_the_device_is_recorded(name: str) -> None:
    for options, recorded in ((DEVICE, True), ({}, False)):
        game = ShoeTable(name, **options).sit(ann=1).open().until("shuffle")
        game.do(k.ShuffleCards(DEALER, NOW, by_hand_too=True))
        assert game.last("cards.shuffled").by_hand_too is recorded


@pytest.mark.clause(S24, "5.1.3")
@pytest.mark.clause(NZ, "8.7")
@pytest.mark.parametrize("name", ALL)
def test_a_cutting_card_comes_out_once(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).open()
    assert_refused(
        game.cutting_card(), "cards.not-ready", str(game.rules.cards.cards_checked_by.clause)
    )
    game.until(None).begin((1, "ann")).deal_some(3)
    clause = str(game.rules.cut.cutting_card_from_back.clause)
    assert_refused(game.cutting_card(), "cutting-card.not-now", clause)
    game.do(c.Stand("ann", 1, 1))
    assert game.cutting_card() is None
    assert_refused(game.cutting_card(), "cutting-card.out", clause)


@pytest.mark.clause(S24, "5.7")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.7", "4.7", "4.1", names=NSW))
def test_a_device_has_no_cutting_card(name: str, clause: str) -> None:
    game = ShoeTable(name, **DEVICE).sit(ann=1).ready().begin((1, "ann"))
    assert_refused(game.cutting_card(), "cutting-card.none", clause)


@pytest.mark.clause(S24, "5.1")
@pytest.mark.clause(S65, "4.1")
@pytest.mark.clause(NZ, "7.1")
@pytest.mark.clause(PJ, "4.3")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.1", "4.1", "7.1", "4.3"))
def test_the_dealer_shuffles_and_in_new_zealand_whoever_works_there(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).open().until("shuffle")
    inspector = Person("ida", "inspector")
    assert_refused(game.say(k.ShuffleCards(inspector, NOW)), "role.may-not", clause)
    answer = game.say(k.ShuffleCards(SUPERVISOR, NOW))
    if name == NZ:
        assert (answer, game.last("cards.shuffled").by) == (None, "sue")
    else:
        assert_refused(answer, "role.may-not", clause)


@pytest.mark.clause(S24, "5.1.1", "5.3.1", "20.9")
@pytest.mark.clause(S65, "4.1.1", "4.3.1", "19.8")
@pytest.mark.clause(PJ, "4.3.1", "4.4.1", "17.8")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.1.1", "4.1.1", "4.3.1", names=NSW))
@pytest.mark.parametrize("options", [{}, DEVICE])
def test_a_table_that_opens_again_starts_with_a_shuffle(
    name: str, clause: str, options: dict[str, object]
) -> None:
    game = ShoeTable(name, **options).sit(bob=6).ready().round((6, "bob"))
    game.do(LeaveTable("bob"))
    game.do(CloseTable(SUPERVISOR, NOW))
    game.do(ReopenTable(SUPERVISOR, NOW))
    game.sit(cat=2, ann=7).wager((2, "cat"))
    assert_refused(game.say(c.CloseBets()), "cards.not-ready", _occasions(game))
    if options:
        assert game.due == ["shuffle", "burn"]
    else:
        game.until("cut")
        assert game.asked == "cat", "the game is just commencing"
    game.until(None)
    assert (game.last("cards.shuffled").clause, game.source.shoe) == (clause, 2)
