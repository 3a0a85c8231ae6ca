"""The cage: who handles cash, how much in a day, and what takes a second person."""

import asyncio
from dataclasses import replace
from datetime import timedelta, timezone
from typing import get_args

import pytest

from floor.test_floor import CASHIER, DEALER, MANAGER, Clockwork, with_floor
from houserules.core.people import Role
from houserules.floor.app import Floor
from houserules.floor.denial import Denied
from houserules.floor.money.accounts import wallet_of
from houserules.floor.money.cage import APPROVERS, CashHandled, CashLimits
from houserules.floor.money.cashier import Cashier, Moved, Requested
from houserules.floor.people.signed_in import Caller

OWNER = replace(MANAGER, handle="Olive", owner=True)
COLIN = replace(CASHIER, handle="Colin", licence="C-2")
LIMITS = CashLimits(
    cashier=1_000_00, assistant_manager=500_00, manager=2_000_00, approval_above=300_00
)


async def opened(floor: Floor, now: Clockwork) -> Cashier:
    """Give Cass the role that the limits ask for, and set small limits."""
    floor.cashier._role_of = _cashier
    assert await floor.cashier.set_limits(OWNER, LIMITS, at=now()) is None
    return floor.cashier


async def _nobody(handle: str) -> bool:
    return False


async def _cashier(handle: str) -> Role:
    return "cashier"


def code_of(answer: object) -> str | None:
    return answer.code if isinstance(answer, Denied) else None


async def asked(cashier: Cashier, amount: int, now: Clockwork, by: Caller = CASHIER) -> int:
    answer = await cashier.request("buy-in", by, "Ann", amount, command_id=None, at=now())
    assert isinstance(answer, Requested), answer
    return answer.request.number


def test_the_ten_million_of_one_dealer_and_a_tournament_manager() -> None:
    """What one person could do alone: by default nobody can, whatever their role."""

    async def test(floor: Floor, now: Clockwork) -> None:
        for role in get_args(Role):
            who = replace(DEALER, handle="Kim", role=role)
            for move in (floor.cashier.buy_in, floor.cashier.cash_out):
                answer = await move(who, "Ann", 10_000_000_00, command_id=None, at=now())
                assert isinstance(answer, Denied)
        assert (await floor.wallets.balance(wallet_of("Ann"))).of("chips") == 0

    with_floor(test)


def test_an_amount_on_the_line_takes_no_second_person_and_a_cent_more_does() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        cashier = await opened(floor, now)
        more = await cashier.buy_in(CASHIER, "Ann", 300_01, command_id=None, at=now())
        assert code_of(more) == "cash.approval-needed"
        exact = await cashier.buy_in(CASHIER, "Ann", 300_00, command_id=None, at=now())
        assert isinstance(exact, Moved) and exact.balance.of("chips") == 300_00

    with_floor(test)


def test_splitting_an_amount_does_not_go_around_the_second_person() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        cashier = await opened(floor, now)
        for amount in (200_00, 100_00):
            await cashier.buy_in(CASHIER, "Ann", amount, command_id=None, at=now())
        for who in (CASHIER, COLIN):
            more = await cashier.buy_in(who, "ANN", 1, command_id=None, at=now())
            assert code_of(more) == "cash.approval-needed"
        other = await cashier.buy_in(CASHIER, "Bob", 300_00, command_id=None, at=now())
        back = await cashier.cash_out(CASHIER, "Ann", 300_00, command_id=None, at=now())
        assert isinstance(other, Moved) and isinstance(back, Moved)

    with_floor(test)


def test_a_second_person_approves_and_the_chips_move_once() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        cashier = await opened(floor, now)
        number = await asked(cashier, 400_00, now)
        assert (await floor.wallets.balance(wallet_of("Ann"))).of("chips") == 0
        answers = await asyncio.gather(
            *(cashier.approve(who, number, at=now()) for who in (MANAGER, COLIN, MANAGER))
        )
        assert sorted(filter(None, map(code_of, answers))) == ["cash-request.unknown"] * 2
        assert (await floor.wallets.balance(wallet_of("Ann"))).of("chips") == 400_00
        cage = await cashier.cage()
        assert cage.pending == () and cage.handled[-1].by == "Cass"
        assert cage.handled[-1].approved_by in ("Max", "Colin")

    with_floor(test)


@pytest.mark.parametrize("role", get_args(Role))
def test_who_may_be_the_second_person(role: Role) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        cashier = await opened(floor, now)
        number = await asked(cashier, 400_00, now)
        scopes = frozenset(("read", "play" if role == "player" else "staff"))
        who = replace(MANAGER, handle="Kim", role=role, scopes=scopes)
        why = await cashier.decline(who, number, "No.", at=now()) if role == "player" else None
        assert code_of(why) == ("role.may-not" if role == "player" else None)
        answer = await cashier.approve(who, number, at=now())
        assert code_of(answer) == (None if role in APPROVERS else "role.may-not")

    with_floor(test)


def test_nobody_is_their_own_second_person() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        cashier = await opened(floor, now)
        number = await asked(cashier, 400_00, now)
        for who in (CASHIER, replace(MANAGER, handle="ann"), replace(COLIN, is_bot=True)):
            answer = await cashier.approve(who, number, at=now())
            assert code_of(answer) in ("role.may-not", "scope.missing")
        assert len((await cashier.cage()).pending) == 1

    with_floor(test)


def test_a_request_is_declined_with_a_reason_or_withdrawn() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        cashier = await opened(floor, now)
        first, second = await asked(cashier, 400_00, now), await asked(cashier, 500_00, now)
        assert code_of(await cashier.decline(MANAGER, first, " ", at=now())) == "why.bad"
        assert code_of(await cashier.decline(DEALER, first, "x", at=now())) == "role.may-not"
        assert await cashier.decline(MANAGER, first, "No papers.", at=now()) is None
        assert await cashier.decline(CASHIER, second, "A mistake.", at=now()) is None
        assert code_of(await cashier.approve(MANAGER, first, at=now())) == "cash-request.unknown"
        assert (await cashier.cage()).pending == ()

    with_floor(test)


def test_so_many_requests_wait_and_no_more() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        cashier = await opened(floor, now)
        for _ in range(20):
            await asked(cashier, 400_00, now)
        more = await cashier.request("buy-in", CASHIER, "Ann", 1, command_id=None, at=now())
        assert code_of(more) == "cash.too-many"

    with_floor(test)


def test_a_day_has_a_limit_for_the_cashier_and_for_who_approves() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        cashier = await opened(floor, now)
        for name in ("Ann", "Bob", "Cleo"):
            await cashier.buy_in(CASHIER, name, 300_00, command_id=None, at=now())
        over = await cashier.buy_in(CASHIER, "Dan", 100_01, command_id=None, at=now())
        assert code_of(over) == "cash.limit" and "$100 is left" in getattr(over, "detail", "")
        number = await asked(cashier, 100_00, now)
        assistant = replace(MANAGER, handle="Amy", role="Assistant Gaming Manager")
        assert isinstance(await cashier.approve(assistant, number, at=now()), Moved)
        number = await asked(cashier, 401_00, now, by=COLIN)
        assert code_of(await cashier.approve(assistant, number, at=now())) == "cash.limit"
        assert code_of(await cashier.approve(CASHIER, number, at=now())) == "cash.limit"
        assert isinstance(await cashier.approve(MANAGER, number, at=now()), Moved)

    with_floor(test)


def test_several_at_once_do_not_pass_the_limit_or_the_second_person() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        cashier = await opened(floor, now)
        sales = [
            cashier.buy_in(CASHIER, name, 200_00, command_id=None, at=now())
            for name in ("Ann", "Ann", "Bob", "Bob", "Cleo", "Dan", "Eve", "Fay")
        ]
        codes = [code_of(each) for each in await asyncio.gather(*sales)]
        assert codes.count(None) == 5  # five times $200 is the day's $1,000
        held = [(await floor.wallets.balance(wallet_of(n))).of("chips") for n in ("Ann", "Bob")]
        assert max(held) <= 300_00

    with_floor(test)


def test_the_day_is_the_casinos() -> None:
    """Ten at night and one in the morning in Sydney are two days, though UTC has one."""

    async def test(floor: Floor, now: Clockwork) -> None:
        cashier = await opened(floor, now)
        cashier._zone = timezone(timedelta(hours=10))
        now.at = 12 * 60 * 60 * 1000  # 22:00 there
        await cashier.buy_in(CASHIER, "Ann", 300_00, command_id=None, at=now())
        number = await asked(cashier, 400_00, now)
        late = await cashier.buy_in(CASHIER, "Ann", 1, command_id=None, at=now())
        assert code_of(late) == "cash.approval-needed"
        now.at += 3 * 60 * 60 * 1000
        morning = await cashier.buy_in(CASHIER, "Ann", 300_00, command_id=None, at=now())
        assert isinstance(morning, Moved)
        assert code_of(await cashier.approve(MANAGER, number, at=now())) == "cash-request.unknown"

    with_floor(test)


@pytest.mark.parametrize(
    ("who", "limits", "code"),
    [
        (MANAGER, LIMITS, "role.may-not"),
        (CASHIER, LIMITS, "role.may-not"),
        (OWNER, replace(LIMITS, cashier=-1), "money.amount"),
        (OWNER, replace(LIMITS, manager=10**12), "money.amount"),
        (OWNER, LIMITS, None),
    ],
)
def test_the_owner_sets_the_limits(who: Caller, limits: CashLimits, code: str | None) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        assert code_of(await floor.cashier.set_limits(who, limits, at=now())) == code
        expected = CashLimits() if code else limits
        assert (await floor.cashier.cage()).limits == expected

    with_floor(test)


def test_the_cage_is_read_again_from_the_journal() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        cashier = await opened(floor, now)
        await cashier.buy_in(CASHIER, "Ann", 300_00, command_id=None, at=now())
        await asked(cashier, 400_00, now)
        other = Cashier(
            floor.store,
            floor.wallets,
            owed=lambda handle: 0,
            role_of=_cashier,
            is_guest=_nobody,
            carded=floor.carded,
            zone=floor.zone,
        )
        assert await other.cage() == await cashier.cage()
        assert (await other.cage()).handled == (
            CashHandled("buy-in", "Ann", 300_00, "Cass", None, None, now() // 1000),  # type: ignore[arg-type]
        )

    with_floor(test)
