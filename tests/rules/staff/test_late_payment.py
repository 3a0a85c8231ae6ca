"""Naturals, 21s and bonuses paid at the final settlement: later, and not a cent more or less."""

import random
from collections import Counter

import pytest

from game_table import NZ, PJ, S24, S65, assert_refused, report_found
from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import choose
from houserules.rulebook.schema import Rulebook
from houserules.table import commands as c
from houserules.table.events import Event, WagerSettled
from houserules.table.judge import carry_out
from houserules.table.legal import legal, with_amount, with_card
from houserules.table.staff import commands as o
from houserules.table.staff import events as e
from houserules.table.state import Table
from random_rounds import Shoe, random_setup
from seated_table import ASSISTANT, GAMING_SUPERVISOR, MANAGER, SeatedTable

PONTOON = (S24, S65)
APPROVAL = {S24: "11.3", S65: "10.3"}
FINAL = {S24: "17", S65: "16"}
in_both = pytest.mark.parametrize("name", PONTOON)


def approved(name: str, **options: object) -> SeatedTable:
    game = SeatedTable(name, **options)
    game.must(o.ApproveLatePayment, by=ASSISTANT)
    return game


def rows(game: SeatedTable) -> list[tuple[str, str, str, int, str]]:
    return [(r.player, r.wager, r.stage, r.net, str(r.clause)) for r in game.all(WagerSettled)]


@pytest.mark.clause(S24, "11.3", "17.1.1")
@pytest.mark.clause(S65, "10.3", "16.1.1")
@pytest.mark.parametrize(("name", "wins"), [(S24, 1_500), (S65, 1_200)])
def test_a_pontoon_waits_for_the_final_settlement(name: str, wins: int) -> None:
    game = approved(name)
    game.bet((1, "ann", "10"), (2, "bob", "10"))
    game.deal("Ah 9c Ks Kc 9d")
    assert rows(game) == []
    game.do(c.CloseOffers())
    game.do(c.Stand("bob", 2, 1))
    assert rows(game) == []
    game.deal("Ad")  # the dealer has pontoon, and Ann is paid all the same
    clause = FINAL[name]
    assert rows(game) == [
        ("ann", "original", "final", wins, f"{clause}.1.1"),
        ("bob", "original", "final", -1_000, f"{clause}.1.7"),
    ]


@pytest.mark.clause(S24, "11.3", "17.1.2")
@pytest.mark.clause(S65, "10.3", "16.1.2")
@in_both
def test_a_21_waits_and_is_paid_by_the_payout_table(name: str) -> None:
    game = approved(name)
    game.bet((1, "ann", "10"), (2, "bob", "10"))
    game.deal("6s 9c 9s 7s Kd")
    game.do(c.Hit("ann", 1, 1))
    game.deal("8s")
    assert rows(game) == []
    assert not game.table.boxes[0].hands[0].cleared
    assert game.table.discards == ()
    game.do(c.Stand("bob", 2, 1))
    game.deal("Kh")  # 19 all: a stand-off for Bob
    clause = FINAL[name]
    assert rows(game) == [
        ("ann", "original", "final", 3_000, f"{clause}.1.2"),
        ("bob", "original", "final", 0, f"{clause}.1.10"),
    ]
    game.do(c.ClearTable())
    assert len(game.table.discards) == 7


@pytest.mark.clause(S24, "11.3", "17.1.3")
@pytest.mark.clause(S65, "10.3", "16.1.3")
@in_both
def test_a_super_bonus_and_the_others_bonus_wait_too(name: str) -> None:
    game = approved(name)
    game.bet((1, "ann", "25"), (2, "bob", "10"))
    game.deal("7s 9c 7h 7s 9d")
    game.do(c.Hit("ann", 1, 1))
    game.deal("7s")
    game.do(c.Stand("bob", 2, 1))
    assert rows(game) == []
    game.deal("9h 5c")  # 21 against Bob's 18
    clause = FINAL[name]
    assert rows(game) == [
        ("ann", "original", "final", 7_500, f"{clause}.1.2"),
        ("ann", "super-bonus", "final", 500_000, f"{clause}.1.3"),
        ("bob", "original", "final", -1_000, f"{clause}.1.9"),
        ("bob", "bonus", "final", 5_000, f"{clause}.1.3"),
    ]


@pytest.mark.clause(S24, "11.3")
@pytest.mark.clause(S65, "10.3")
@in_both
def test_what_was_paid_before_the_approval_stands_and_nobody_is_paid_twice(name: str) -> None:
    game = SeatedTable(name)
    game.bet((1, "ann", "25"), (2, "bob", "25"), (3, "cat", "10"))
    game.deal("7s 7d 9c 7h 7s 7d 9d")
    game.do(c.Hit("ann", 1, 1))
    game.deal("7s")
    game.must(o.ApproveLatePayment, by=MANAGER)
    game.do(c.Hit("bob", 2, 1))
    game.deal("7d")
    game.do(c.Stand("cat", 3, 1))
    game.deal("9h 5c")
    paid = Counter((row.player, row.wager) for row in game.all(WagerSettled))
    assert paid["ann", "super-bonus"] == paid["bob", "super-bonus"] == paid["cat", "bonus"] == 1
    assert paid["ann", "bonus"] == paid["bob", "bonus"] == 0


@pytest.mark.clause(S24, "11.3")
@pytest.mark.clause(S65, "10.3")
@in_both
def test_an_approval_is_for_one_round(name: str) -> None:
    game = approved(name)
    answer = game.order(o.ApproveLatePayment, by=ASSISTANT)
    assert_refused(answer, "late-payment.approved", APPROVAL[name])
    game.bet((1, "ann", "10"))
    game.deal("6s 9s 7s")
    answer = game.order(o.ApproveLatePayment, by=ASSISTANT)
    assert_refused(answer, "late-payment.approved", APPROVAL[name])
    game.do(c.Hit("ann", 1, 1))
    game.deal("8s")
    assert [row.stage for row in game.all(WagerSettled)] == ["final"]
    game.do(c.ClearTable())
    game.bet((1, "ann", "10"))
    game.deal("6s 9s 7s")
    game.do(c.Hit("ann", 1, 1))
    game.deal("8s")
    assert [row.stage for row in game.all(WagerSettled)] == ["final", "interim"]
    game.must(o.ApproveLatePayment, by=ASSISTANT)
    assert [event.round for event in game.all(e.LatePaymentApproved)] == [1, 3]


@pytest.mark.clause(S24, "11.3")
@pytest.mark.clause(S65, "10.3")
@in_both
def test_a_supervisor_is_told_that_it_takes_an_assistant_gaming_manager(name: str) -> None:
    answer = SeatedTable(name).order(o.ApproveLatePayment, by=GAMING_SUPERVISOR)
    assert_refused(answer, "role.may-not", APPROVAL[name])
    assert answer is not None and "Assistant Gaming Manager or Gaming Manager" in answer.detail


@pytest.mark.parametrize(("name", "clause"), [(NZ, "9.2"), (PJ, "9.6")])
def test_elsewhere_a_21_is_paid_before_the_next_card(name: str, clause: str) -> None:
    answer = SeatedTable(name).order(o.ApproveLatePayment, by=MANAGER)
    assert_refused(answer, "role.may-not", clause)


@in_both
def test_a_split_21_is_not_collected_by_a_dealers_pontoon(name: str) -> None:
    game = approved(name)
    game.bet((1, "ann", "10"))
    game.deal("8c Ks 8d")
    game.do(c.CloseOffers())
    game.do(c.Split("ann", 1, 1))
    game.deal("3h")
    game.do(c.Hit("ann", 1, 1))
    game.deal("Kd 9c")  # 21 on the first hand, 17 on the second
    game.do(c.Stand("ann", 1, 2))
    game.deal("As")
    assert [(row.wager, row.net) for row in game.all(WagerSettled)] == [
        ("original", 1_000),
        ("split", -1_000),
    ]


def opened(rules: Rulebook, setup: dict[str, object]) -> Table:
    table = Table(racks=dict.fromkeys(("ann", "bob", "cat", "dan", "eve"), 1_000_000))
    for each in setup["wagers"]:  # type: ignore[attr-defined]
        amount = int(float(each["amount"]) * 100)
        place = c.PlaceWager(each["player"], each["box"], amount, each["seated"])
        table = carried(rules, table, report_found(place))[1]
    return table


def carried(rules: Rulebook, table: Table, command: c.Command) -> tuple[tuple[Event, ...], Table]:
    outcome = carry_out(rules, table, command)
    assert not isinstance(outcome, Refusal), (command, outcome)
    return outcome


def played(rules: Rulebook, table: Table, rng: random.Random) -> list[c.Command]:
    """Return the commands of a random round, from no more bets to its end."""
    shoe, commands = Shoe(rules, rng), [c.CloseBets()]
    shoe.skew = rng.choice([shoe.skew, "7s"])
    table = carried(rules, table, commands[0])[1]
    while table.phase != "over":
        options = legal(rules, table)
        weights = [4 if isinstance(each.command, c.Hit) else 1 for each in options]
        option = rng.choices(options, weights)[0]
        takes_card = option.takes_card
        command = with_card(option, shoe.draw()) if takes_card else with_amount(option, option.most)
        commands.append(command)
        table = carried(rules, table, command)[1]
    return commands


@pytest.mark.clause(S24, "11.3")
@pytest.mark.clause(S65, "10.3")
@in_both
def test_in_random_rounds_the_money_is_the_same_in_total(name: str) -> None:
    rng = random.Random(f"late payment of {name}")
    met: Counter[str] = Counter()
    for _ in range(300):
        setup = random_setup(name, rng)
        setup["table"].pop("perfect_pairs", None)
        rules = choose(rulebook(name), setup["table"])
        table = opened(rules, setup)
        commands = played(rules, table, rng)
        at_once, late = table, table
        late = carried(rules, late, o.ApproveLatePayment(MANAGER, Moment(0)))[1]
        for command in commands:
            at_once = carried(rules, at_once, command)[1]
            events, late = carried(rules, late, command)
            rows = [event for event in events if isinstance(event, WagerSettled)]
            met.update(row.wager for row in rows if row.stage == "final")
        assert (at_once.racks, at_once.float_tray) == (late.racks, late.float_tray)
        assert late.phase == "over" and late.layout() == 0
    assert met["super-bonus"] and met["bonus"] and met["double"] and met["split"]
