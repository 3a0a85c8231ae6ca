"""The burned card: when it must be, who may see it, what was burned stays burned."""

import pytest

from game_table import NSW, NZ, PJ, S24, S65, assert_refused, by_rulebook
from houserules.core.cards import card
from houserules.shoe.state import Step
from houserules.table import commands as c
from houserules.table.cards import commands as k
from houserules.table.cards import commands as r
from houserules.table.legal import legal, with_card
from rules.cards.shoe_table import DEVICE, ShoeTable
from seated_table import DEALER, NOW, SUPERVISOR


@pytest.mark.clause(S24, "5.9")
@pytest.mark.clause(S65, "4.9")
@pytest.mark.clause(PJ, "4.8", "4.8.2")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.9", "4.9", "4.8", names=NSW))
def test_new_south_wales_burns_the_first_card_of_a_shoe_unseen(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).open().until("burn").wager((1, "ann"))
    assert_refused(game.say(c.CloseBets()), "cards.not-ready", clause)
    game.do(k.BurnCard(DEALER, NOW))
    assert (game.last("card.burned").card, game.table.discards) == (None, ())
    assert (game.source.burned, game.source.left) == (1, game.source.cards - 1)
    assert_refused(game.say(k.BurnCard(DEALER, NOW)), "burn.not-due", clause)
    assert_refused(game.say(k.AskToSeeBurnedCard("ann")), "burned-card.unseen", clause)


@pytest.mark.clause(PJ, "4.8.2")
@pytest.mark.clause(S24, "5.9")
@pytest.mark.parametrize("name", NSW)
def test_after_every_shuffle_and_cut(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready()
    game.do(k.OrderShuffle(SUPERVISOR, NOW))
    game.until(None)
    assert len(game.named("card.burned")) == 2
    assert game.source.burned == 1, "the first one was shuffled in again"


@pytest.mark.clause(S24, "5.9")
@pytest.mark.clause(S65, "4.9")
@pytest.mark.clause(PJ, "4.8.1")
@pytest.mark.parametrize(("name", "again"), [(S24, 2), (S65, 2), (PJ, 1)])
def test_a_device_burns_at_the_start_in_pinkjack_only_then(name: str, again: int) -> None:
    game = ShoeTable(name, **DEVICE).sit(ann=1).ready()
    assert len(game.named("card.burned")) == 1
    game.round((1, "ann")).do(k.ReplaceCards(SUPERVISOR, NOW))
    game.until(None)
    assert len(game.named("card.burned")) == again


@pytest.mark.clause(NZ, "8.1")
@pytest.mark.parametrize("burned", [True, False])
def test_in_new_zealand_the_operator_chooses(*, burned: bool) -> None:
    game = ShoeTable(NZ, first_card_burned=burned).sit(ann=1).ready()
    assert len(game.named("card.burned")) == burned
    assert_refused(game.say(k.BurnCard(DEALER, NOW)), "burn.not-due", "8.1")


@pytest.mark.clause(NZ, "8.1")
def test_in_new_zealand_a_player_may_ask_to_see_it() -> None:
    game = ShoeTable(NZ).sit(ann=1).open().until("burn")
    ask, show = k.AskToSeeBurnedCard("ann"), k.ShowBurnedCard(DEALER, NOW, card("7s"))
    assert_refused(game.say(ask), "burned-card.none", "8.1")
    game.until(None)
    assert_refused(game.say(show), "burned-card.not-asked", "8.1")
    assert_refused(game.say(k.AskToSeeBurnedCard("bob")), "player.not-here", "5.1")
    game.do(ask)
    game.wager((1, "ann"))
    assert_refused(game.say(c.CloseBets()), "cards.not-ready", "8.1")
    assert_refused(game.say(ask), "burned-card.asked", "8.1")
    foreign = k.ShowBurnedCard(DEALER, NOW, card("Ts"))
    assert_refused(game.say(foreign), "card.foreign", "3.3(a)")
    game.do(show)
    assert (game.source.burned, game.table.discards) == (0, (card("7s"),))
    assert_refused(game.say(ask), "burned-card.none", "8.1")
    game.do(c.CloseBets())


@pytest.mark.clause(NZ, "8.1")
@pytest.mark.parametrize("dealt", [0, 1, 3])
def test_within_a_round_too_and_the_deal_waits_for_it(dealt: int) -> None:
    game = ShoeTable(NZ).sit(ann=1).ready().begin((1, "ann")).deal_some(dealt)
    game.do(k.AskToSeeBurnedCard("ann"))
    if dealt < 3:
        assert_refused(game.say(c.DealCard(game.card())), "cards.not-ready", "8.1")
    game.do(k.ShowBurnedCard(DEALER, NOW, card("7s")))
    assert game.table.discards == (card("7s"),)
    game.play_out()


@pytest.mark.clause(NZ, "8.1")
def test_and_while_the_cards_wait_for_the_next_shuffle() -> None:
    game = ShoeTable(NZ).sit(ann=1).ready().begin((1, "ann")).deal_some(1)
    game.cutting_card()
    game.play_out().do(k.AskToSeeBurnedCard("ann"))
    assert game.due[:2] == ["show burned card", "shuffle"]
    game.do(k.ShowBurnedCard(DEALER, NOW, card("7s")))
    game.until(None)
    assert game.source.burned == 1


@pytest.mark.clause(S24, "5.9")
@pytest.mark.clause(S65, "4.9")
@pytest.mark.clause(NZ, "8.1")
@pytest.mark.clause(PJ, "4.8")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.9", "4.9", "8.1", "4.8"))
def test_the_dealer_burns_it(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).open().until("burn")
    assert_refused(game.say(k.BurnCard(SUPERVISOR, NOW)), "role.may-not", clause)
    early = ShoeTable(name).sit(ann=1).open().say(k.BurnCard(DEALER, NOW))
    assert_refused(early, "burn.not-due", clause)
    assert early and "checks the red set next" in early.detail


@pytest.mark.clause(S24, "18.12")
@pytest.mark.clause(S65, "17.12")
@pytest.mark.clause(NZ, "8.1")
@pytest.mark.clause(PJ, "15.12")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.12", "17.12", "8.1", "15.12"))
def test_a_card_not_burned_stays_in_play(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).open().until("cut")
    report = r.ReportNotBurned(DEALER, NOW)
    assert_refused(game.say(report), "step.not-missed", clause)
    game.until("burn").do(report)
    assert game.last("step.missed").clause == clause
    assert (game.due, game.source.left) == ([], game.source.cards)
    game.round((1, "ann"))
    assert game.due == [], "nothing else follows from it"
    assert_refused(game.say(report), "step.not-missed", clause)


@pytest.mark.clause(S24, "18.12")
@pytest.mark.clause(S65, "17.12")
@pytest.mark.clause(PJ, "15.12")
@pytest.mark.parametrize("name", NSW)
def test_nor_does_it_matter_with_a_device(name: str) -> None:
    game = ShoeTable(name, **DEVICE).sit(ann=1).open().until("burn")
    game.do(r.ReportNotBurned(DEALER, NOW))
    game.begin((1, "ann"))


@pytest.mark.clause(S24, "18.17")
@pytest.mark.clause(S65, "17.17")
@pytest.mark.clause(PJ, "15.16")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.17", "17.17", "15.16", names=NSW))
@pytest.mark.parametrize("face", ["7s", None])
def test_what_was_burned_stays_burned(name: str, clause: str, face: str | None) -> None:
    game = ShoeTable(name).sit(ann=1).ready().begin((1, "ann")).deal_some(1)
    left = game.source.left
    game.do(r.ReportBurnedCard(DEALER, NOW, card(face) if face else None))
    assert game.source.left == left - 1
    assert game.last("card.burned").clause == clause
    assert (game.source.burned, len(game.table.discards)) == ((1, 1) if face else (2, 0))
    game.play_out()
    assert game.source.left < left, "it does not come back before the shuffle"
    if face:
        assert card(face) in game.table.discards


@pytest.mark.clause(S24, "18.17")
@pytest.mark.clause(S65, "17.17")
@pytest.mark.clause(PJ, "15.16")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.17", "17.17", "15.16", names=NSW))
@pytest.mark.parametrize("face", [None, "As"])
def test_nobody_burns_a_card_of_a_virtual_shoe(name: str, clause: str, face: str | None) -> None:
    report = r.ReportBurnedCard(SUPERVISOR, NOW, card(face) if face else None)
    game = ShoeTable(name).sit(ann=1).ready(virtual=True)
    assert_refused(game.say(report), "shoe.virtual", clause)
    assert ShoeTable(name).sit(ann=1).ready().say(report) is None


@pytest.mark.clause(S24, "18.17")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.17", "17.17", "8.1", "15.16"))
def test_a_burned_card_is_one_that_can_be_there(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready()
    report = r.ReportBurnedCard(DEALER, NOW, card("7s"))
    if name == NZ:
        assert_refused(game.say(report), "role.may-not", clause)
        return
    for _ in range(8):
        game.do(report)
    assert_refused(game.say(report), "card.impossible", str(game.rules.cards.card_impossible))
    unseen = r.ReportBurnedCard(DEALER, NOW)
    while game.source.left:
        game.do(unseen)
    assert_refused(game.say(unseen), "burn.no-card", clause)


@pytest.mark.clause(S24, "18.17")
@pytest.mark.clause(S65, "17.17")
@pytest.mark.clause(PJ, "15.16")
@pytest.mark.parametrize("step", ["shuffle", "cut", "cutting card"])
@pytest.mark.parametrize(("name", "clause"), [(S24, "18.17"), (S65, "17.17"), (PJ, "15.16")])
def test_no_card_is_burned_out_of_a_shoe_that_has_none_yet(
    name: str, clause: str, step: Step
) -> None:
    game = ShoeTable(name).sit(ann=1).open().until(step)
    assert_refused(game.say(r.ReportBurnedCard(DEALER, NOW)), "burn.no-card", clause)
    game.until("burn").do(r.ReportBurnedCard(DEALER, NOW))


@pytest.mark.clause(NZ, "8.1")
def test_the_dealer_names_the_burned_card_that_is_shown() -> None:
    game = ShoeTable(NZ, first_card_burned=True).sit(ann=1).ready()
    game.do(k.AskToSeeBurnedCard("ann"))
    [option] = [each for each in legal(game.rules, game.table) if each.takes_card]
    assert (option.who, option.kind) == (None, k.ShowBurnedCard)
    seen = game.card()
    game.do(with_card(option, seen))
    assert (game.source.burned, game.table.discards) == (0, (seen,))
