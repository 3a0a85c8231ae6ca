"""Steps that were left out, dropped cards, damaged cards: reported, and what follows."""

import pytest

from game_table import ALL, NSW, NZ, PJ, S24, S65, assert_refused, by_rulebook
from houserules.core.cards import cards
from houserules.core.people import Person
from houserules.rulebook.clauses import register_of
from houserules.table import commands as c
from houserules.table.cards import commands as k
from houserules.table.cards import commands as r
from houserules.table.state import changed
from rules.cards.shoe_table import DEVICE, GAME_SUPERVISOR, RESHUFFLE, ShoeTable
from seated_table import DEALER, NOW, SUPERVISOR


@pytest.mark.clause(S24, "18.11")
@pytest.mark.clause(S65, "17.11")
@pytest.mark.clause(PJ, "15.11")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.11", "17.11", "15.11", names=NSW))
def test_not_cut_the_round_is_finished_then_shuffled_and_cut(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).open().until("shuffle")
    report = r.ReportNotCut(DEALER, NOW)
    without = r.ReportNotCut(DEALER, NOW, cards("9c 6d"))
    assert_refused(game.say(without), "step.not-missed", clause)
    game.until("cut")
    assert_refused(game.say(report), "step.not-missed", clause)
    assert_refused(
        game.say(without), "bets.none", str(game.rules.irregularities.round_without_wagers.clause)
    )
    game.wager((1, "ann")).do(without)
    assert (game.due, game.table.phase) == ([], "dealing")
    assert (game.hand().cards, game.table.dealer) == (cards("9c"), cards("6d"))
    assert game.last("step.missed").clause == clause
    game.play_out()
    assert game.due == RESHUFFLE
    assert len(game.settled) == 1, "the round has its result"
    game.until(None)
    assert game.last("cards.shuffled").clause == clause
    assert len(game.named("cards.cut")) == 1


@pytest.mark.clause(PJ, "4.4", "4.5", "15.11")
def test_in_pinkjack_the_rules_of_the_cut_are_meant_not_those_of_the_shuffle() -> None:
    """Printed as 4.3 and 4.4; the cut stands in 4.4 and 4.5 (reading 78)."""
    game = ShoeTable(PJ).sit(ann=1).open().until("shuffle").wager((1, "ann"))
    missed = r.ReportNotCut(DEALER, NOW, cards("9c"))
    assert_refused(
        game.say(missed), "step.not-missed", "15.11"
    )  # not shuffled (4.3) is not "not cut"
    game.until("cut").do(k.DeclineCut("ann"))
    game.do(missed)  # nobody took the offer (4.4), and no supervisor cut (4.5)
    assert game.last("step.missed").clause == "15.11"
    rules = game.rules.cut
    assert (rules.cut_offered_to.clause, rules.cut_refused) == ("4.4", "4.5")
    (entry,) = register_of((PJ,)).find("15.11")
    assert "4.4 and 4.5" in entry.says and "reading 78" in entry.says


@pytest.mark.clause(S24, "18.11")
@pytest.mark.clause(S65, "17.11")
@pytest.mark.clause(PJ, "15.11")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.11", "17.11", "15.11", names=NSW))
def test_the_cut_that_makes_up_for_a_missed_one_cannot_be_missed(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).open().until("cut").wager((1, "ann"))
    game.do(r.ReportNotCut(DEALER, NOW, cards("9c")))
    game.play_out().until("cut").wager((1, "ann"))
    assert_refused(game.say(r.ReportNotCut(DEALER, NOW, cards("9c"))), "step.not-missed", clause)
    assert_refused(
        game.say(c.CloseBets()), "cards.not-ready", str(game.rules.cut.cut_offered_to.clause)
    )


@pytest.mark.clause(S24, "18.11")
@pytest.mark.clause(S65, "17.11")
@pytest.mark.clause(PJ, "15.11")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.11", "17.11", "15.11", names=NSW))
def test_not_cut_as_it_should_be_found_within_a_round_or_between(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready().begin((1, "ann")).deal_some(2)
    report = r.ReportNotCut(DEALER, NOW)
    game.do(report)
    assert game.due == []
    game.play_out()
    assert game.due == RESHUFFLE
    game.until(None)
    assert_refused(game.say(r.ReportNotCut(DEALER, NOW, cards("9c"))), "step.not-missed", clause)
    game.do(report)
    assert game.due == RESHUFFLE, "no round is in play that would be finished first"
    device = ShoeTable(name, **DEVICE).sit(ann=1).ready()
    assert_refused(device.say(report), "step.not-missed", clause)


@pytest.mark.clause(NZ, "7.2")
def test_new_zealand_provides_for_no_round_without_a_cut() -> None:
    game = ShoeTable(NZ).sit(ann=1).open().until("cut")
    assert_refused(game.say(r.ReportNotCut(DEALER, NOW)), "role.may-not", "7.2")


@pytest.mark.clause(S24, "18.14")
@pytest.mark.clause(S65, "17.14")
@pytest.mark.clause(NZ, "16.9")
@pytest.mark.clause(PJ, "15.13")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.14", "17.14", "16.9", "15.13"))
@pytest.mark.parametrize("dealt", [0, 1])
def test_not_shuffled_the_round_is_finished_first(name: str, clause: str, dealt: int) -> None:
    game = ShoeTable(name).sit(ann=1, bob=3).ready().begin((1, "ann"), (3, "bob"))
    report = r.ReportNotShuffled(DEALER, NOW, cards("Kc Kd"))
    game.deal_some(dealt)
    game.cutting_card()
    if dealt:
        assert_refused(game.say(report), "step.not-missed", clause)
        game.play_out().wager((1, "ann"), (3, "bob"))
    assert game.due == RESHUFFLE
    left = game.source.left
    assert_refused(game.say(r.ReportNotShuffled(DEALER, NOW)), "step.not-missed", clause)
    game.do(report)
    assert (game.due, game.source.left) == ([], left - 2)
    assert_refused(game.cutting_card(), "cutting-card.out", _back(game))
    game.play_out()
    assert game.due == RESHUFFLE
    game.until("cut")
    assert (game.last("cards.shuffled").clause, game.asked) == (clause, "bob")


@pytest.mark.clause(S24, "5.1.3", "18.14")
@pytest.mark.clause(S65, "4.1.3", "17.14")
@pytest.mark.clause(NZ, "7.1(c)", "8.7", "16.9")
@pytest.mark.clause(PJ, "4.3.3", "15.13")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.14", "17.14", "16.9", "15.13"))
@pytest.mark.parametrize("by", [DEALER, SUPERVISOR])
def test_the_shuffle_is_missed_once_and_then_made(name: str, clause: str, by: Person) -> None:
    game = ShoeTable(name).sit(ann=1).ready().begin((1, "ann")).deal_some(1)
    game.cutting_card()
    game.play_out().wager((1, "ann"))
    occasions = str(game.rules.shuffle.shuffle_occasions)
    assert_refused(game.say(c.CloseBets()), "cards.not-ready", occasions)
    assert_refused(game.say(r.ReportNotShuffled(by, NOW)), "step.not-missed", clause)
    game.do(r.ReportNotShuffled(by, NOW, cards("Kc")))
    game.play_out().wager((1, "ann"))
    assert (game.due, game.last("shuffle.due").clause) == (RESHUFFLE, clause)
    again = game.say(r.ReportNotShuffled(by, NOW, cards("Kd")))
    assert_refused(again, "step.not-missed", clause)
    assert_refused(game.say(c.CloseBets()), "cards.not-ready", occasions)
    game.until(None).do(c.CloseBets())


@pytest.mark.clause(S24, "18.14")
@pytest.mark.clause(S65, "17.14")
@pytest.mark.clause(NZ, "16.9")
@pytest.mark.clause(PJ, "15.13")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.14", "17.14", "16.9", "15.13"))
def test_cards_entered_as_shuffled_that_were_not_are_found_in_the_round(
    name: str, clause: str
) -> None:
    game = ShoeTable(name).sit(ann=1).ready().begin((1, "ann")).deal_some(1)
    game.cutting_card()
    game.play_out().until(None).begin((1, "ann")).deal_some(1)
    report = r.ReportNotShuffled(DEALER, NOW)
    assert_refused(
        game.say(r.ReportNotShuffled(DEALER, NOW, cards("Kc"))), "step.not-missed", clause
    )
    game.do(report)
    assert_refused(game.say(report), "step.not-missed", clause)
    game.play_out()
    assert game.due == RESHUFFLE
    assert len(game.settled) == 2, "both rounds stand"


@pytest.mark.clause(S24, "18.11", "18.12", "18.14")
@pytest.mark.clause(S65, "17.11", "17.12", "17.14")
@pytest.mark.clause(NZ, "8.1", "16.9", "16.10")
@pytest.mark.clause(PJ, "15.11", "15.12", "15.13")
@pytest.mark.parametrize("name", ALL)
def test_the_software_misses_no_step_with_a_virtual_shoe(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).open(virtual=True)
    powers = game.rules.powers
    for step, kind, power in (
        ("cut", r.ReportNotCut, powers.may_report_not_cut),
        ("cutting card", r.ReportNoCuttingCard, powers.may_report_no_cutting_card),
        ("burn", r.ReportNotBurned, powers.may_report_not_burned),
    ):
        game.until(step)  # type: ignore[arg-type]
        if power.value != "nobody":
            assert_refused(game.say(kind(SUPERVISOR, NOW)), "shoe.virtual", power.clause)
    game.until(None)
    source = changed(game.source, left=game.source.behind)
    burned = game.source.left - source.left
    game.table = changed(game.table, source=changed(source, burned=source.burned + burned))
    game.cutting_card()
    assert game.due == RESHUFFLE
    report = r.ReportNotShuffled(SUPERVISOR, NOW)
    assert_refused(game.say(report), "shoe.virtual", powers.may_report_not_shuffled.clause)


def _back(game: ShoeTable) -> str:
    return str(game.rules.cut.cutting_card_from_back.clause)


@pytest.mark.clause(S24, "18.14")
@pytest.mark.clause(NZ, "16.9")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.14", "17.14", "16.9", "15.13"))
def test_the_first_shuffle_cannot_be_left_out(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).open().until("shuffle")
    assert_refused(game.say(r.ReportNotShuffled(DEALER, NOW)), "step.not-missed", clause)


@pytest.mark.clause(NZ, "16.10")
def test_no_cutting_card_inserted_in_new_zealand() -> None:
    game = ShoeTable(NZ).sit(ann=1).open().until("cut")
    report = r.ReportNoCuttingCard(DEALER, NOW)
    assert_refused(game.say(report), "step.not-missed", "16.10")
    game.until("cutting card").wager((1, "ann"))
    assert_refused(game.say(report), "step.not-missed", "16.10")
    game.do(r.ReportNoCuttingCard(DEALER, NOW, cards("9c")))
    assert (game.due, game.source.burned) == ([], 1)
    game.play_out()
    assert game.due == RESHUFFLE
    game.until("cutting card").wager((1, "ann"))
    again = game.say(r.ReportNoCuttingCard(DEALER, NOW, cards("9c")))
    assert_refused(again, "step.not-missed", "16.10")
    game.do(c.WithdrawWager("ann", 1))
    game.until(None).begin((1, "ann")).deal_some(1).do(report)
    game.play_out()
    assert (game.due, game.last("shuffle.due").clause) == (RESHUFFLE, "16.10")
    game.until(None).begin((1, "ann")).deal_some(1)
    game.cutting_card()
    assert_refused(game.say(report), "step.not-missed", "16.10")


@pytest.mark.clause(S24, "5.6")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.6", "4.6", "4.7", names=NSW))
def test_new_south_wales_has_no_rule_for_that(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).open().until("cutting card")
    assert_refused(game.say(r.ReportNoCuttingCard(DEALER, NOW)), "role.may-not", clause)


@pytest.mark.clause(S24, "5.6.1")
@pytest.mark.clause(S65, "4.6.1")
@pytest.mark.clause(PJ, "4.7.1")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.6.1", "4.6.1", "4.7.1", names=NSW))
@pytest.mark.parametrize("by", [SUPERVISOR, GAME_SUPERVISOR])
def test_dropped_cards_are_verified_by_a_supervisor(name: str, clause: str, by: Person) -> None:
    game = ShoeTable(name).sit(ann=1).ready().begin((1, "ann")).deal_some(1)
    report, verify = r.ReportDroppedCards(DEALER, NOW), r.VerifyCards(by, NOW)
    assert_refused(game.say(verify), "verify.not-due", clause)
    game.do(report)
    assert_refused(game.say(report), "step.not-missed", clause)
    assert_refused(game.say(c.DealCard(game.card())), "cards.not-ready", clause)
    assert_refused(game.say(r.VerifyCards(DEALER, NOW)), "role.may-not", clause)
    game.do(verify)
    assert (game.last("cards.dropped").by, game.last("cards.verified").by) == ("dora", by.name)
    game.play_out()


@pytest.mark.clause(S24, "5.6.1")
@pytest.mark.parametrize("name", NSW)
def test_dropped_at_the_cut_the_steps_go_on_where_they_were(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).open().until("cut")
    game.do(r.ReportDroppedCards(DEALER, NOW))
    game.do(k.OrderShuffle(SUPERVISOR, NOW))
    assert game.due == ["verify", *RESHUFFLE], "an order does not make the drop forgotten"
    game.until(None)


def test_new_zealand_has_no_clause_on_dropped_cards() -> None:
    game = ShoeTable(NZ).sit(ann=1).ready()
    assert_refused(game.say(r.ReportDroppedCards(DEALER, NOW)), "role.may-not", "7.6")


@pytest.mark.clause(NZ, "16.8")
def test_a_damaged_card_is_replaced_at_the_end_of_the_round() -> None:
    game = ShoeTable(NZ).sit(ann=1).ready()
    replace = r.ReplaceDamagedCard(DEALER, NOW)
    assert_refused(game.say(replace), "damaged-card.none", "16.8")
    game.begin((1, "ann")).deal_some(1).do(r.ReportDamagedCard(DEALER, NOW))
    assert_refused(game.say(replace), "damaged-card.later", "16.8")
    game.play_out().wager((1, "ann"))
    assert_refused(game.say(c.CloseBets()), "cards.not-ready", "16.8")
    game.do(replace)
    assert game.last("damaged-card.replaced").cards == 1
    game.do(c.CloseBets())


@pytest.mark.clause(S24, "4.5")
@pytest.mark.clause(PJ, "3.5")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("4.5", "3.5", "3.5", names=NSW))
def test_new_south_wales_replaces_all_cards_or_none(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready()
    assert_refused(game.say(r.ReportDamagedCard(DEALER, NOW)), "role.may-not", clause)


REPLACE = k.ReplaceCards(SUPERVISOR, NOW)


@pytest.mark.clause(S24, "4.3", "4.5", "4.5.1")
@pytest.mark.clause(S65, "3.3", "3.5", "3.5.1")
@pytest.mark.clause(PJ, "3.3", "3.5", "3.5.2")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("4.5.1", "3.5.1", "3.5.2", names=NSW))
def test_a_shoes_cards_are_replaced_between_cutting_card_and_shuffle(
    name: str, clause: str
) -> None:
    game = ShoeTable(name).sit(ann=1).ready().round((1, "ann"))
    assert_refused(game.say(REPLACE), "replace.not-now", clause)
    game.begin((1, "ann")).deal_some(1)
    game.cutting_card()
    assert_refused(game.say(REPLACE), "replace.not-now", clause)
    game.play_out()
    assert_refused(game.say(k.ReplaceCards(DEALER, NOW)), "role.may-not", clause.rpartition(".")[0])
    before = game.table
    game.do(REPLACE)
    assert game.due == ["check", *RESHUFFLE]
    assert (game.table.discards, game.source.burned) == ((), 0)
    assert game.last("cards.replaced").clause == clause
    game.table = before
    game.do(k.ShuffleCards(DEALER, NOW))
    assert_refused(game.say(REPLACE), "replace.not-now", clause)


@pytest.mark.clause(S24, "4.5.1")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("4.5.1", "3.5.1", "3.5.2", names=NSW))
def test_not_when_the_cutting_card_opened_a_round(name: str, clause: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready().round((1, "ann"))
    game.cutting_card()
    assert_refused(game.say(REPLACE), "replace.not-now", clause)


@pytest.mark.clause(S24, "4.5.2")
@pytest.mark.clause(S65, "3.5.2")
@pytest.mark.clause(NZ, "7.7")
@pytest.mark.clause(PJ, "3.5.1")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("4.5.2", "3.5.2", "7.7", "3.5.1"))
def test_a_devices_and_new_zealands_after_any_round(name: str, clause: str) -> None:
    game = ShoeTable(name, **({} if name == NZ else DEVICE)).sit(ann=1).ready()
    assert_refused(game.say(REPLACE), "replace.not-now", clause)
    game.begin((1, "ann")).deal_some(1)
    assert_refused(game.say(REPLACE), "replace.not-now", clause)
    game.play_out().do(REPLACE)
    assert game.last("cards.replaced").clause == clause
    steps = ["check", "check", "spread", "wash", "stack", "riffle", *RESHUFFLE]
    device = ["check", "shuffle"] if name == PJ else ["check", "shuffle", "burn"]
    assert game.due == (steps if name == NZ else device)
    game.until(None)


@pytest.mark.parametrize("name", ALL)
def test_new_cards_must_be_of_the_right_kind_too(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready().begin((1, "ann")).deal_some(1)
    game.cutting_card()
    game.play_out()
    two = k.ReplaceCards(SUPERVISOR, NOW, ("red", "blue"))
    assert_refused(game.say(two), "cards.one-set", str(game.rules.cards.cards_of_one_colour))


@pytest.mark.clause(S24, "5.6.1", "4.5.2")
@pytest.mark.clause(S65, "4.6.1", "3.5.2")
@pytest.mark.clause(PJ, "4.7.1", "3.5.1")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.6.1", "4.6.1", "4.7.1", names=NSW))
def test_dropped_cards_are_verified_before_new_ones_come(name: str, clause: str) -> None:
    game = ShoeTable(name, **DEVICE).sit(ann=1).ready().round((1, "ann"))
    game.do(r.ReportDroppedCards(DEALER, NOW))
    assert_refused(game.say(REPLACE), "cards.not-ready", clause)
    game.do(r.VerifyCards(SUPERVISOR, NOW))
    game.do(REPLACE)


@pytest.mark.clause(NZ, "16.8")
def test_whoever_works_at_the_table_replaces_a_damaged_card() -> None:
    game = ShoeTable(NZ).sit(ann=1).ready()
    game.do(r.ReportDamagedCard(GAME_SUPERVISOR, NOW))
    inspector = Person("ida", "inspector")
    assert_refused(game.say(r.ReplaceDamagedCard(inspector, NOW)), "role.may-not", "16.8")
    game.do(r.ReplaceDamagedCard(GAME_SUPERVISOR, NOW))
