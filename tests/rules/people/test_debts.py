"""Debts: what had to go back and was gone stays in the rack until it is collected."""

import pytest

from game_table import ALL, NZ, PJ, S24, S65, assert_refused, by_rulebook
from houserules.core.people import Person
from houserules.table import commands as c
from houserules.table.irregularities import commands as m
from houserules.table.people.commands import CollectDebt, WriteOffDebt
from houserules.table.people.events import DebtCollected, DebtWrittenOff
from houserules.table.people.state import Debt
from houserules.table.state import changed
from houserules.table.views import view_for
from rules.irregularities.irregular_table import IrregularTable
from seated_table import DEALER, NOW, SUPERVISOR

VOIDS = by_rulebook("18.8", "17.8", "16.5(a)", "15.8")
MANAGER = Person("mae", "Gaming Manager")
COLLECTS = {S24: "18.8", S65: "17.8", NZ: "16.5", PJ: "15.8"}


def owing(name: str) -> IrregularTable:
    """Ann has pocketed $10 of winnings, and all else; the round is then void. She has no chips."""
    game = IrregularTable(name)
    game.bet((1, "ann", "10"), (2, "bob", "10"))
    game.deal("Kc Ks 7s Kd Kh")
    game.do(c.Stand("ann", 1, 1))
    game.do(c.Stand("bob", 2, 1))
    game.deal("Qs")
    game.do(c.TakeChips("ann", game.table.racks["ann"]))
    assert game.report() is None
    game.do(m.VoidMisdeal(SUPERVISOR, NOW, ((1, 1), (2, 1)) if name == NZ else ()))
    game.do(c.ClearTable())
    assert game.table.racks["ann"] == 0
    return game


def collect(amount: int, player: str = "ann", by: Person = SUPERVISOR) -> CollectDebt:
    return CollectDebt(by, NOW, player, amount)


@pytest.mark.clause(S24, "18.8")
@pytest.mark.clause(S65, "17.8")
@pytest.mark.clause(NZ, "16.5")
@pytest.mark.clause(PJ, "15.8")
@pytest.mark.parametrize(("name", "clause"), VOIDS)
def test_a_debt_is_collected_from_the_rack(name: str, clause: str) -> None:
    game = owing(name)
    assert game.table.people.debts == (Debt("ann", 1_000, clause),)  # type: ignore[arg-type]
    assert_refused(game.say(collect(1)), "debt.amount", COLLECTS[name])
    game.do(c.BringChips("ann", 5_000))
    tray = game.table.float_tray
    for wrong in (0, -1, 1_001):
        assert_refused(game.say(collect(wrong)), "debt.amount", COLLECTS[name])
    game.do(collect(400))
    assert game.table.people.owes("ann") == 600
    game.do(collect(600))
    assert (game.table.people.debts, game.table.racks["ann"]) == ((), 4_000)
    assert game.table.float_tray == tray + 1_000
    assert game.events[-1] == DebtCollected("ann", 600, "sue", NOW, clause)  # type: ignore[arg-type]
    assert_refused(game.say(collect(1)), "debt.none", COLLECTS[name])


@pytest.mark.parametrize("name", ALL)
def test_who_may_collect_a_debt(name: str) -> None:
    game = owing(name)
    game.do(c.BringChips("ann", 5_000))
    assert_refused(game.say(collect(1_000, by=DEALER)), "role.may-not", COLLECTS[name])


@pytest.mark.clause(S24, "18.8")
@pytest.mark.clause(S65, "17.8")
@pytest.mark.clause(NZ, "16.5")
@pytest.mark.clause(PJ, "15.8")
@pytest.mark.parametrize(("name", "clause"), VOIDS)
def test_a_manager_writes_off_what_cannot_be_collected(name: str, clause: str) -> None:
    game = owing(name)
    game.do(c.BringChips("ann", 300))
    chips = game.table.racks["ann"], game.table.float_tray

    def write_off(amount: int, why: str = "left the country", by: Person = MANAGER) -> object:
        return game.say(WriteOffDebt(by, NOW, "ann", amount, why))

    for wrong in (0, -1, 701):  # $3 of the $10 can be collected
        assert_refused(write_off(wrong), "debt.amount", COLLECTS[name])
    assert_refused(write_off(700, why=" "), "debt.no-reason", COLLECTS[name])
    for by in (DEALER, SUPERVISOR):
        assert_refused(write_off(700, by=by), "role.may-not", COLLECTS[name])
    assert write_off(700) is None
    assert game.events[-1] == DebtWrittenOff(  # type: ignore[comparison-overlap]
        "ann",
        700,
        "left the country",
        MANAGER.name,
        NOW,
        clause,  # type: ignore[arg-type]
    )
    assert (game.table.racks["ann"], game.table.float_tray) == chips
    assert game.table.people.debts == (Debt("ann", 300, clause),)  # type: ignore[arg-type]
    assert_refused(write_off(1), "debt.in-rack", COLLECTS[name])
    game.do(collect(300))
    assert_refused(write_off(1), "debt.none", COLLECTS[name])


@pytest.mark.clause(S24, "18.8")
@pytest.mark.clause(S65, "17.8")
@pytest.mark.clause(NZ, "16.5(a)")
@pytest.mark.clause(PJ, "15.8")
@pytest.mark.parametrize(("name", "clause"), VOIDS)
@pytest.mark.parametrize(
    ("brought", "takes", "allowed"),
    [(999, 1, False), (1_000, 1, False), (1_001, 1, True), (1_500, 500, True), (1_500, 501, False)],
)
def test_what_is_owed_does_not_leave_the_table(
    name: str, clause: str, brought: int, takes: int, *, allowed: bool
) -> None:
    game = owing(name)
    game.do(c.BringChips("ann", brought))
    answer = game.say(c.TakeChips("ann", takes))
    if allowed:
        assert answer is None
    else:
        assert_refused(answer, "debt.unpaid", clause)


@pytest.mark.parametrize("name", ALL)
def test_the_player_and_staff_see_a_debt_and_nobody_else_does(name: str) -> None:
    game = owing(name)

    def seen(person: Person) -> list[tuple[str, int]]:
        shown = view_for(game.rules, game.table, person).debts
        return [(debt.player, debt.amount) for debt in shown]

    for person in (Person("ann", "player"), DEALER, SUPERVISOR, Person("ida", "inspector")):
        assert seen(person) == [("ann", 1_000)]
    assert seen(Person("bob", "player")) == []


def test_the_oldest_debt_is_settled_first() -> None:
    game = owing(S24)
    debts = (Debt("ann", 300, "18.8"), Debt("bob", 50, "20.6"), Debt("ann", 500, "20.6"))  # type: ignore[arg-type]
    game.table = changed(game.table, people=changed(game.table.people, debts=debts))
    game.do(c.BringChips("ann", 1_000))
    game.do(collect(400))
    assert game.table.people.outstanding == (("bob", 50), ("ann", 400))
