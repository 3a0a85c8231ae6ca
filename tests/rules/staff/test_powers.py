"""Who may give which command: the role decides, and a refusal names the roles that may."""

import pytest

from game_table import NZ, PJ, S24, S65, assert_refused
from houserules.core.people import Moment, Person, Role
from houserules.core.refusal import Refusal
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.table import commands as c
from houserules.table.cards.commands import CutCards, OrderShuffle
from houserules.table.judge import carry_out_by
from houserules.table.powers import holders, why_not_by
from houserules.table.powers_table import powers_table
from houserules.table.staff.commands import CloseTable
from houserules.table.state import Table

DEALS = {S24: "8.1", S65: "7.1", NZ: "4.2", PJ: "7.1"}
CHIPS = {S24: "6.2", S65: "5.1", NZ: "5.2", PJ: "5.1"}
DECIDES = {S24: "6.6", S65: "5.5", NZ: "15.3(a)", PJ: "5.5"}
CUTS = {S24: "5.3", S65: "4.3", NZ: "7.2", PJ: "4.4"}
in_every_rulebook = pytest.mark.parametrize("name", RULEBOOKS)


@pytest.mark.clause(S24, "2.1:dealer")
@pytest.mark.clause(S65, "1.1:dealer")
@pytest.mark.clause(PJ, "1.1:dealer")
@pytest.mark.clause(NZ, "4.2")
@in_every_rulebook
def test_only_a_dealer_deals(name: str) -> None:
    rules = rulebook(name)
    for role in ("player", "casino supervisor", "inspector"):
        outcome = carry_out_by(rules, Table(), c.CloseBets(), Person("kim", role))
        assert isinstance(outcome, Refusal)
        assert_refused(outcome, "role.may-not", DEALS[name])
        assert outcome.detail.startswith("Only a dealer may do this, not a")
    assert why_not_by(rules, c.CloseBets(), Person("kim", "dealer")) is None


@in_every_rulebook
def test_a_player_acts_for_nobody_else(name: str) -> None:
    rules = rulebook(name)
    bring = c.BringChips("ann", 1_000)
    assert not isinstance(carry_out_by(rules, Table(), bring, Person("ann", "player")), Refusal)
    for person in (Person("bob", "player"), Person("kim", "dealer")):
        assert_refused(why_not_by(rules, bring, person), "role.not-yours", CHIPS[name])
        assert_refused(
            why_not_by(rules, c.Hit("ann", 1, 1), person), "role.not-yours", DECIDES[name]
        )
        assert_refused(why_not_by(rules, CutCards("ann"), person), "role.not-yours", CUTS[name])


def test_where_a_document_gives_nobody_a_power_that_is_said() -> None:
    close = CloseTable(Person("kim", "casino supervisor"), Moment(0))
    refusal = why_not_by(rulebook(NZ), close, close.by)
    assert_refused(refusal, "role.may-not", "2.0")
    assert refusal is not None
    assert refusal.detail.endswith("give nobody the power to do this.")


@pytest.mark.clause(S24, "2.1:casino-supervisor", "2.1:gaming-supervisor", "2.1:gaming-manager")
@pytest.mark.clause(S65, "1.1:casino-supervisor", "1.1:gaming-supervisor", "1.1:gaming-manager")
@pytest.mark.clause(PJ, "1.1:casino-supervisor", "1.1:gaming-supervisor", "1.1:gaming-manager")
@pytest.mark.clause(S24, "2.1:assistant-gaming-manager")
@pytest.mark.clause(S65, "1.1:assistant-gaming-manager")
@pytest.mark.clause(PJ, "1.1:assistant-gaming-manager")
@in_every_rulebook
def test_who_counts_as_a_casino_supervisor(name: str) -> None:
    above: tuple[Role, ...] = ("casino supervisor", "Assistant Gaming Manager", "Gaming Manager")
    counted = above if name == NZ else ("Gaming Supervisor", *above)
    assert holders(rulebook(name), "casino supervisor") == counted


@pytest.mark.clause(NZ, "7.1(e)")
def test_a_game_supervisor_in_new_zealand_orders_a_shuffle_on_suspicion() -> None:
    order = OrderShuffle(Person("kim", "Gaming Supervisor"), Moment(0))
    assert why_not_by(rulebook(NZ), order, order.by) is None


@in_every_rulebook
def test_every_command_is_in_the_one_table_of_powers(name: str) -> None:
    rows = powers_table(rulebook(name))
    assert len({row.command for row in rows}) == len(rows) > 90
    assert [row.command for row in rows] == [row.command for row in powers_table(rulebook(S24))]
