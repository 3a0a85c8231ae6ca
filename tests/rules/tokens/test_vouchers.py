"""Vouchers are exchanged by the dealer, once, at their value."""

import pytest

from game_table import NZ, GameTable, assert_refused
from houserules.core.people import Moment, Person, Role
from houserules.shoe.state import Source
from houserules.table import commands as c
from houserules.table.people.commands import ComeToTable
from houserules.table.staff.state import Voucher
from houserules.table.state import Table, changed
from houserules.table.tokens import ExchangeVoucher, VoucherExchanged
from rules.tokens.token_table import DEFINED, WITH_TOKENS, voucher
from seated_table import DEALER

in_every_promotion = pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.clause(n, DEFINED[n])) for n in WITH_TOKENS]
)


@in_every_promotion
def test_a_voucher_becomes_tokens_of_its_value_and_is_kept_with_its_conditions(name: str) -> None:
    game = GameTable(name)
    chips = dict(game.table.racks)
    game.do(ExchangeVoucher(DEALER, Moment(60), "V7", "ann", 2500, "Not after midnight."))
    assert game.table.tokens == {"ann": 2500}
    assert game.table.racks == chips
    assert game.table.vouchers == (
        Voucher("V7", "ann", 2500, "Not after midnight.", "dora", Moment(60)),
    )
    clause = DEFINED[name]
    event = VoucherExchanged(
        "V7",
        "ann",
        2500,
        "Not after midnight.",
        "dora",
        Moment(60),
        clause,  # type: ignore[arg-type]
    )
    assert game.events[-1] == event


@in_every_promotion
def test_a_voucher_is_exchanged_once(name: str) -> None:
    game = GameTable(name)
    game.do(voucher("V7", "ann", "25"))
    assert_refused(game.say(voucher("V7", "ann", "25")), "voucher.used", DEFINED[name])
    assert_refused(game.say(voucher("V7", "bob", "5")), "voucher.used", DEFINED[name])
    game.do(voucher("V8", "ann", "5"))
    assert game.table.tokens == {"ann": 3000}


@in_every_promotion
def test_a_voucher_has_a_number_and_a_value(name: str) -> None:
    game = GameTable(name)
    assert_refused(game.say(voucher(" ", "ann", "25")), "voucher.blank", DEFINED[name])
    for value in (-1, 0):
        blank = ExchangeVoucher(DEALER, Moment(0), "V7", "ann", value)
        assert_refused(game.say(blank), "voucher.blank", DEFINED[name])
    game.do(ExchangeVoucher(DEALER, Moment(0), "V7", "ann", 1))


@in_every_promotion
@pytest.mark.parametrize("role", ["player", "Gaming Supervisor", "Gaming Manager", "inspector"])
def test_the_dealer_exchanges_vouchers(name: str, role: Role) -> None:
    game = GameTable(name)
    command = ExchangeVoucher(Person("ann", role), Moment(0), "V7", "ann", 2500)
    refusal = game.say(command)
    assert_refused(refusal, "role.may-not", DEFINED[name])
    assert refusal is not None
    assert refusal.detail.startswith("Only a dealer may do this, not a")


@in_every_promotion
def test_a_voucher_is_for_somebody_at_the_table(name: str) -> None:
    game = GameTable(name)
    game.table = changed(Table(), source=Source("shuffling device", 384, 384))
    refusal = game.say(voucher("V7", "ann", "25"))
    assert refusal is not None
    assert refusal.code == "player.not-here"
    game.do(ComeToTable("ann", 1))
    game.do(voucher("V7", "ann", "25"))


@pytest.mark.clause(NZ, "5.2")
def test_new_zealand_takes_chips_only() -> None:
    game = GameTable(NZ)
    assert_refused(game.say(voucher("V7", "ann", "25")), "role.may-not", "5.2")
    assert_refused(game.say(c.PlaceWager("ann", 1, 2500, tokens=500)), "tokens.none", "5.2")
    game.bet((1, "ann", "20"))
    game.deal("8s 6c 8h")
    assert_refused(game.say(c.Split("ann", 1, 1, tokens=500)), "tokens.none", "5.2")
    assert_refused(game.say(c.Double("ann", 1, 1, 2000, tokens=500)), "tokens.none", "5.2")
    game.do(c.Split("ann", 1, 1))
