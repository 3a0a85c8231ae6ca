"""No other device: each player takes the wagers back or plays on from a card shoe."""

import pytest

from game_table import NSW, PJ, S24, S65, assert_refused
from houserules.core.cards import cards
from houserules.table import commands as c
from houserules.table.cards.events import ShuffleBecameDue
from houserules.table.events import RoundVoided
from houserules.table.irregularities import commands as m
from houserules.table.irregularities import events as e
from houserules.table.irregularities.state import DeviceMalfunction
from houserules.table.legal import legal
from houserules.table.staff import commands as o
from rules.device_malfunction.device_table import CARDS, DeviceTable, numbered
from seated_table import DEALER, SeatedTable, count_cards

CHOICE = {S24: "3.3.1", S65: "2.3.1", PJ: "2.3.1"}
in_nsw = pytest.mark.parametrize("name", NSW)


def failed(name: str, *, damaged: str = "", **options: object) -> DeviceTable:
    """Ann is bust with $10; Bob ($20) has the turn; Cat ($40) waits; no other device is at hand."""
    game = DeviceTable(name, **options)
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "40"))
    game.deal("9c 5s 9s 6s Kd 6d 9d")
    game.do(c.Hit("ann", 1, 1))
    game.deal("8h")
    game.fails(other=False, damaged=cards(damaged))
    return game


def waiting(game: DeviceTable) -> tuple[str, ...]:
    assert isinstance(game.table.irregularity, DeviceMalfunction)
    return game.table.irregularity.waiting


@pytest.mark.clause(S24, "19.5", "19.5.1", "19.1.4", "19.1.5")
@pytest.mark.clause(S65, "18.5", "18.5.1", "18.1.4", "18.1.5")
@pytest.mark.clause(PJ, "16.5", "16.5.1", "16.1.4", "16.1.5")
@in_nsw
@pytest.mark.parametrize(
    ("other", "practicable", "below"),
    [(False, True, "1.4"), (True, False, "1.5"), (False, False, "1.4")],
)
def test_the_round_waits_for_every_player(
    name: str, below: str, *, other: bool, practicable: bool
) -> None:
    game = DeviceTable(name)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("9c 5s 9s 9d 8d")
    game.fails(other=other, practicable=practicable)
    assert waiting(game) == ("ann", "bob")
    for command in (c.Stand("ann", 1, 1), c.CloseBets(), c.ClearTable()):
        assert_refused(game.say(command), "irregularity.open", numbered(name, below))
    again = game.fail()
    assert_refused(again, "irregularity.open", numbered(name, below))
    game.do(m.PlayOn("bob"))
    assert waiting(game) == ("ann",)
    assert_refused(game.say(m.TakeWagersBack("bob")), "return.not-asked", numbered(name, "5.1"))
    game.do(m.PlayOn("ann"))
    assert game.table.irregularity is None


@pytest.mark.clause(S24, "19.5.1", "19.5.4")
@pytest.mark.clause(S65, "18.5.1", "18.5.4")
@pytest.mark.clause(PJ, "16.5.1", "16.5.5")
@in_nsw
def test_who_takes_the_wagers_back_is_out_and_the_others_go_on_from_a_shoe(name: str) -> None:
    game = failed(name)
    assert waiting(game) == ("ann", "bob", "cat")
    game.do(m.TakeWagersBack("bob"))
    assert game.up("bob") == -2_000  # until everybody has answered
    game.do(m.TakeWagersBack("ann"))
    game.do(m.PlayOn("cat"))
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (0, 0, -4_000)
    decided = game.all(e.ReturnsDecided)[-1]
    assert (decided.taken_back, decided.clause) == (("bob", "ann"), numbered(name, "5.1"))
    assert game.source.kind == "card shoe"
    game.make_ready()
    game.do(c.Stand("cat", 3, 1))
    game.deal("Kh 8c")  # 18 against a bust
    assert game.table.phase == "over"
    assert game.up("cat") == 4_000
    assert (game.up("ann"), game.up("bob")) == (0, 0)


@pytest.mark.clause(S24, "19.5.1")
@pytest.mark.clause(S65, "18.5.1")
@pytest.mark.clause(PJ, "16.5.1")
@in_nsw
def test_with_what_was_collected_standing_who_is_bust_is_not_asked(name: str) -> None:
    game = failed(name, malfunction_returns="open wagers")
    assert waiting(game) == ("bob", "cat")
    assert_refused(game.say(m.TakeWagersBack("ann")), "return.not-asked", numbered(name, "5.1"))
    game.do(m.TakeWagersBack("bob"))
    game.do(m.TakeWagersBack("cat"))
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (-1_000, 0, 0)
    assert game.table.phase == "over"


@pytest.mark.clause(S24, "19.5.2", "19.5.3", "5.1")
@pytest.mark.clause(S65, "18.5.2", "18.5.3", "4.1")
@pytest.mark.clause(PJ, "16.5.2", "16.5.3", "16.5.4", "4.3")
@in_nsw
def test_the_cards_are_replaced_shuffled_and_cut_before_the_next_is_dealt(name: str) -> None:
    game = failed(name, damaged="7s 7s")
    left = game.source.left
    game.must(m.EndReturnOffer)
    emptied, replaced = game.all(e.DeviceEmptied)[-1], game.all(e.DamagedCardsReplaced)[-1]
    assert (emptied.cards, emptied.clause) == (left, numbered(name, "5.3", "5.2"))
    assert (replaced.cards, replaced.clause) == (cards("7s 7s"), numbered(name, "5.2", "5.3"))
    game.do(c.Hit("bob", 2, 1))
    early = game.say(c.DealCard(cards("5h")[0]))
    assert_refused(early, "cards.not-ready", {S24: "5.1", S65: "4.1", PJ: "4.3"}[name])
    assert game.all(ShuffleBecameDue)[-1].clause == numbered(name, "5.3", "5.4")
    assert game.make_ready()[:3] == ["shuffle", "cut", "cut"]
    assert count_cards(game.table) == CARDS[name]
    game.deal("5h")


@in_nsw
def test_undamaged_cards_need_no_new_deck(name: str) -> None:
    game = failed(name)
    game.must(m.EndReturnOffer)
    assert game.all(e.DamagedCardsReplaced) == []


@pytest.mark.clause(S24, "19.5.1")
@pytest.mark.clause(S65, "18.5.1")
@pytest.mark.clause(PJ, "16.5.1")
@in_nsw
def test_who_lets_the_opportunity_go_by_plays_on(name: str) -> None:
    game = failed(name)
    game.do(m.TakeWagersBack("bob"))
    game.must(m.EndReturnOffer, by=DEALER)
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (-1_000, 0, -4_000)
    answers = {event.player: (event.takes_back, event.said) for event in game.all(e.ReturnAnswered)}
    assert answers == {"bob": (True, True), "ann": (False, False), "cat": (False, False)}
    assert_refused(game.order(m.EndReturnOffer), "return.none", numbered(name, "5.1"))
    assert_refused(game.say(m.PlayOn("cat")), "return.not-asked", numbered(name, "5.1"))


@pytest.mark.clause(S24, "19.5.1")
@pytest.mark.clause(S65, "18.5.1")
@pytest.mark.clause(PJ, "16.5.1")
@in_nsw
@pytest.mark.parametrize("text", ["9c", "9c 5s Ks", "9c 5s Ks 6s", "9c 5s Ks 6s Kd"])
def test_all_may_take_back_at_every_moment_of_the_deal(name: str, text: str) -> None:
    side = {"suits_you": "5"} if name == PJ else {"perfect_pairs": "5"}
    game = DeviceTable(name, **side)
    game.bet((1, "ann", "10"), (1, "cat", "15"), (2, "bob", "20"))
    kind = "suits-you" if name == PJ else "perfect-pairs"
    game.do(c.PlaceSideWager("bob", 1, kind, 500, "h" if name == PJ else None))
    game.deal(text)
    game.fails(other=False)
    for player in waiting(game):
        game.do(m.TakeWagersBack(player))
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (0, 0, 0)
    assert game.table.phase == "over"
    assert game.table.layout() == 0
    game.do(c.ClearTable())
    game.make_ready()
    game.round("ann")


@in_nsw
def test_a_side_wager_that_no_card_can_decide_goes_back_too(name: str) -> None:
    side = {"suits_you": "5"} if name == PJ else {"perfect_pairs": "5"}
    game = DeviceTable(name, **side)
    game.bet((1, "ann", "10"))
    kind = "suits-you" if name == PJ else "perfect-pairs"
    game.do(c.PlaceSideWager("bob", 1, kind, 500, "h" if name == PJ else None))
    game.deal("9c")
    game.fails(other=False)
    game.do(m.TakeWagersBack("ann"))
    game.do(m.PlayOn("bob"))
    assert (game.up("ann"), game.up("bob")) == (0, 0)
    assert game.all(RoundVoided)


@in_nsw
def test_a_bettor_who_stays_takes_over_the_box(name: str) -> None:
    game = DeviceTable(name)
    game.bet((1, "ann", "10"), (1, "bob", "20"))
    game.deal("9c 9s 5d")
    game.fails(other=False)
    game.do(m.TakeWagersBack("ann"))
    game.do(m.PlayOn("bob"))
    assert game.table.boxes[0].controller == "bob"
    game.make_ready()
    game.do(c.Stand("bob", 1, 1))
    game.deal("9h")
    assert (game.up("ann"), game.up("bob")) == (0, -2_000)


@in_nsw
def test_a_device_may_fail_while_the_dealer_draws(name: str) -> None:
    game = DeviceTable(name)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("9c 9d 5s 9h 9s")
    game.do(c.Stand("ann", 1, 1))
    game.do(c.Stand("bob", 2, 1))
    game.deal("6c")
    assert game.table.phase == "dealer"
    game.fails(other=False)
    game.do(m.TakeWagersBack("ann"))
    game.do(m.PlayOn("bob"))
    game.make_ready()
    game.deal("Kc")  # 21 against 18
    assert (game.up("ann"), game.up("bob")) == (0, -2_000)


@pytest.mark.clause(S24, "19.5.4")
@pytest.mark.clause(S65, "18.5.4")
@pytest.mark.clause(PJ, "16.5.6", "16.5.5")
@in_nsw
def test_the_shoe_stays_until_a_device_is_ready(name: str) -> None:
    game = failed(name)
    for player in ("ann", "bob", "cat"):
        game.do(m.PlayOn(player))
    shoe = numbered(name, "5.4", "5.5")
    assert_refused(game.order(m.ReturnToDevice), "device.round", shoe)
    game.make_ready()
    game.do(c.Hit("bob", 2, 1))
    game.deal("6h")
    game.do(c.Stand("bob", 2, 1))
    game.do(c.Stand("cat", 3, 1))
    game.deal("Kh 8h")
    assert_refused(game.order(m.ReturnToDevice), "device.round", shoe)
    game.do(c.ClearTable())
    game.round("ann")
    assert game.source.kind == "card shoe"
    game.must(m.ReturnToDevice, by=DEALER)
    assert game.source.kind == "shuffling device"
    assert game.make_ready()[0] == "shuffle"
    assert count_cards(game.table) == CARDS[name]
    game.round("ann")
    assert_refused(game.order(m.ReturnToDevice), "device.not-missing", CHOICE[name])


@in_nsw
def test_a_table_that_was_opened_with_a_shoe_has_no_device_to_return_to(name: str) -> None:
    assert_refused(SeatedTable(name).order(m.ReturnToDevice), "device.not-missing", CHOICE[name])


@in_nsw
def test_fire_does_not_wait_for_answers(name: str) -> None:
    game = failed(name)
    game.do(m.TakeWagersBack("bob"))
    game.must(o.InvalidateGame, "fire")
    assert game.table.irregularity is None
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (0, 0, 0)


@in_nsw
def test_what_players_may_answer_is_listed(name: str) -> None:
    game = failed(name)
    game.do(m.PlayOn("ann"))
    assert [each.command for each in legal(game.rules, game.table)] == [
        m.TakeWagersBack("bob"),
        m.PlayOn("bob"),
        m.TakeWagersBack("cat"),
        m.PlayOn("cat"),
    ]


@pytest.mark.clause(S24, "19.5.1")
@pytest.mark.clause(S65, "18.5.1")
@pytest.mark.parametrize("name", [S24, S65])
def test_who_has_only_an_insurance_wager_left_is_asked_too(name: str) -> None:
    game = DeviceTable(name, malfunction_returns="open wagers")
    game.bet((1, "ann", "10"), (2, "bob", "10"))
    game.deal("9c 9d As 6c 6d")
    game.do(c.Insure("ann", 1, 500))
    game.do(c.CloseOffers())
    game.do(c.Hit("ann", 1, 1))
    game.deal("Kc")
    assert game.up("ann") == -1_500
    game.fails(other=False)
    game.do(m.TakeWagersBack("ann"))
    game.do(m.PlayOn("bob"))
    assert game.up("ann") == -1_000
