"""Cards that were shuffled ahead of time, and the riffle that a player may ask for."""

import pytest

from game_table import NZ, PJ, S24, S65, assert_refused
from houserules.core.people import Person
from houserules.table import commands as c
from houserules.table.cards import commands as k
from rules.cards.shoe_table import DEVICE, ShoeTable
from seated_table import DEALER, NOW, SUPERVISOR

PONTOON = (S24, S65)


def each(*clauses: str) -> list[tuple[str, str]]:
    return list(zip(PONTOON, clauses, strict=True))


@pytest.mark.clause(S24, "4.4", "5.2", "5.2.1")
@pytest.mark.clause(S65, "3.4", "4.2", "4.2.1")
@pytest.mark.parametrize("name", PONTOON)
@pytest.mark.parametrize("by", ["casino", "Angel"])
def test_pre_shuffled_cards_go_to_the_cut(name: str, by: str) -> None:
    game = ShoeTable(name).open(pre_shuffled=by)
    assert game.due == ["check", "secured", "cut", "cutting card", "burn"]
    assert game.last("table.opened").pre_shuffled == by
    game.until("cut")
    assert game.due == ["cut", "cutting card", "burn"]


@pytest.mark.clause(S24, "4.3", "4.4")
@pytest.mark.clause(S65, "3.3", "3.4")
@pytest.mark.clause(PJ, "3.3", "3.4")
@pytest.mark.parametrize(
    ("name", "checked", "secured"),
    [(S24, "4.3", "4.4"), (S65, "3.3", "3.4"), (PJ, "3.3", "3.4")],
)
@pytest.mark.parametrize("by", ["casino", "Angel"])
@pytest.mark.parametrize("who", [DEALER, SUPERVISOR])
def test_pre_shuffled_cards_are_checked_and_somebody_says_they_were_secured(
    name: str, checked: str, secured: str, by: str, who: Person
) -> None:
    game = ShoeTable(name).sit(ann=1).open(pre_shuffled=by)
    confirm = k.ConfirmSecured(who, NOW)
    assert_refused(game.say(confirm), "secured.not-due", secured)
    assert_refused(
        game.say(c.DealCard(game.card())), "card.not-due", str(game.rules.initial_deal.deal_order)
    )
    assert_refused(game.wager((1, "ann")).say(c.CloseBets()), "cards.not-ready", checked)
    game.do(k.CheckCards(who, NOW))
    assert_refused(game.say(c.CloseBets()), "cards.not-ready", secured)
    game.do(confirm)
    found = game.last("cards.secured")
    assert (found.by, found.colour, found.clause) == (who.name, "red", secured)
    assert_refused(game.say(confirm), "secured.not-due", secured)
    game.until(None).do(c.CloseBets())


@pytest.mark.clause(NZ, "6.3")
def test_new_zealand_has_no_pre_shuffled_cards_to_secure() -> None:
    game = ShoeTable(NZ).sit(ann=1).open()
    assert_refused(game.say(k.ConfirmSecured(DEALER, NOW)), "secured.not-due", "6.3")


@pytest.mark.clause(PJ, "3.4", "4.3.1")
def test_in_pinkjack_they_are_shuffled_all_the_same() -> None:
    game = ShoeTable(PJ).open(pre_shuffled="casino").sit(ann=1).until("shuffle")
    assert game.due == ["shuffle", "cut", "cutting card", "burn"]
    assert_refused(game.say(k.AskForRiffle("ann")), "riffle.none", "4.3")
    game.until("cut")
    assert_refused(game.say(k.ApproveRiffle(SUPERVISOR, NOW)), "role.may-not", "4.3")
    angel = ShoeTable(PJ).open(pre_shuffled="Angel")  # of any maker (reading 77)
    assert angel.due == ["check", "secured", "shuffle", "cut", "cutting card", "burn"]


@pytest.mark.clause(NZ, "6.3")
def test_new_zealand_opens_every_set_at_the_table() -> None:
    game = ShoeTable(NZ)
    early = k.OpenTable(DEALER, NOW, pre_shuffled="casino")
    assert_refused(game.say(early), "cards.pre-shuffled", "6.3")
    game.sit(ann=1).ready()
    assert_refused(game.say(k.AskForRiffle("ann")), "riffle.none", "6.3")


@pytest.mark.clause(S24, "5.2", "5.2.1")
@pytest.mark.clause(S65, "4.2", "4.2.1")
@pytest.mark.parametrize(("name", "clause"), each("5.2", "4.2"))
@pytest.mark.parametrize(("by", "more"), [("casino", ""), ("Angel", ".1")])
def test_a_riffle_when_a_player_asks_and_a_supervisor_approves(
    name: str, clause: str, by: str, more: str
) -> None:
    game = ShoeTable(name).open(pre_shuffled=by).until("cut")
    riffle = k.PrepareCards(DEALER, NOW, "riffle")
    assert_refused(game.say(k.AskForRiffle("ann")), "player.not-here", str(_first_card(game)))
    game.sit(ann=1)
    assert_refused(game.say(k.ApproveRiffle(SUPERVISOR, NOW)), "riffle.not-asked", clause)
    game.do(k.AskForRiffle("ann"))
    assert_refused(game.say(riffle), "prepare.not-due", clause + more)
    assert_refused(game.say(k.ApproveRiffle(DEALER, NOW)), "role.may-not", clause)
    game.do(k.ApproveRiffle(SUPERVISOR, NOW))
    game.do(riffle)
    for name_of in ("riffle.asked", "riffle.approved", "cards.prepared"):
        assert game.last(name_of).clause == clause + more
    assert_refused(game.say(riffle), "prepare.not-due", clause + more)
    assert_refused(game.say(k.AskForRiffle("ann")), "riffle.not-now", clause)
    assert game.due == ["cut", "cutting card", "burn"]


def _first_card(game: ShoeTable) -> object:
    return game.rules.wagers.wagers_before_first_card


@pytest.mark.clause(S24, "5.2", "5.2.1")
@pytest.mark.clause(S65, "4.2", "4.2.1")
@pytest.mark.parametrize(("name", "clause"), each("5.1", "4.1"))
def test_only_the_casinos_own_may_go_through_the_multishuffler(name: str, clause: str) -> None:
    game = ShoeTable(name, shuffled_by="multishuffler").open(pre_shuffled="casino").until("cut")
    game.do(k.ShuffleCards(DEALER, NOW))
    assert game.due == ["cut", "cutting card", "burn"]
    assert_refused(game.say(k.ShuffleCards(DEALER, NOW)), "shuffle.not-due", clause)
    game = ShoeTable(name, shuffled_by="multishuffler").open(pre_shuffled="Angel").until("cut")
    assert_refused(game.say(k.ShuffleCards(DEALER, NOW)), "shuffle.not-due", clause)


@pytest.mark.clause(S24, "5.7")
@pytest.mark.clause(S65, "4.7")
@pytest.mark.parametrize("name", PONTOON)
def test_a_device_shuffles_them_too(name: str) -> None:
    game = ShoeTable(name, **DEVICE).open(pre_shuffled="casino")
    assert game.due == ["check", "secured", "shuffle", "burn"]


@pytest.mark.clause(S24, "5.2")
@pytest.mark.clause(S65, "4.2")
@pytest.mark.parametrize(("name", "clause"), each("5.2", "4.2"))
@pytest.mark.parametrize("asked", ["before", "between", "after"])
def test_a_riffle_before_the_multishuffler_or_right_before_the_cut(
    name: str, clause: str, asked: str
) -> None:
    game = ShoeTable(name, shuffled_by="multishuffler").open(pre_shuffled="casino").sit(ann=1)
    ask = (k.AskForRiffle("ann"), k.ApproveRiffle(SUPERVISOR, NOW))
    riffle, shuffle = k.PrepareCards(DEALER, NOW, "riffle"), k.ShuffleCards(DEALER, NOW)
    orders = {
        "before": (*ask, riffle, shuffle),
        "between": (*ask, shuffle, riffle),
        "after": (shuffle, *ask, riffle),
    }
    game.until("cut")
    for command in orders[asked]:
        game.do(command)
    assert game.last("cards.prepared").clause == clause
    assert_refused(game.say(riffle), "prepare.not-due", clause)
    game.until(None)
    assert game.last("cards.shuffled").how == "multishuffler"


@pytest.mark.parametrize(("name", "clause"), each("5.2", "4.2"))
def test_ordinary_cards_are_not_riffled_on_request(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).open().until("cut")
    assert_refused(game.say(k.AskForRiffle("ann")), "riffle.not-now", clause)


@pytest.mark.clause(S24, "4.4")
@pytest.mark.clause(S65, "3.4")
@pytest.mark.clause(PJ, "3.4")
@pytest.mark.parametrize(("name", "clause"), [(S24, "4.4"), (S65, "3.4"), (PJ, "3.4")])
def test_a_virtual_shoe_is_shuffled_by_who_deals_it(name: str, clause: str) -> None:
    game = ShoeTable(name)
    early = k.OpenTable(DEALER, NOW, virtual=True, pre_shuffled="casino")
    assert_refused(game.say(early), "cards.pre-shuffled", clause)
    game = ShoeTable(name, **DEVICE).sit(ann=1).ready(virtual=True).round((1, "ann"))
    new = k.ReplaceCards(SUPERVISOR, NOW, pre_shuffled="casino")
    assert_refused(game.say(new), "cards.pre-shuffled", clause)


@pytest.mark.clause(S24, "6.11")
@pytest.mark.clause(S65, "5.10")
@pytest.mark.parametrize("name", PONTOON)
def test_they_are_a_new_shoe_too(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready(pre_shuffled="casino")
    assert game.source.shoe == 1
    game.begin((1, "ann")).deal_some(1)
    game.cutting_card()
    game.play_out().do(k.ReplaceCards(SUPERVISOR, NOW, pre_shuffled="Angel"))
    game.until(None)
    assert (game.source.shoe, game.source.rounds) == (2, 0)
