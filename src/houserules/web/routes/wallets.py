"""Wallets: practice money, and chips for cash at the cage."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import Field

from houserules.core.codec import WHOLE_MOST, to_data
from houserules.floor.denial import Denied
from houserules.floor.money.accounts import Balance
from houserules.floor.money.cashier import Moved
from houserules.floor.people.profile import Profile
from houserules.web.app_state import Services
from houserules.web.auth import MoneyStaff, PeopleStaff, Reader, Shared
from houserules.web.errors import ApiError, error_for
from houserules.web.models import ResponseModel, Sent
from houserules.web.schemas import CommandId, WholeNumber

router = APIRouter(prefix="/api", tags=["wallets"])

Limit = Annotated[int, Query(ge=1, le=200)]
Before = Annotated[int | None, Query(ge=1, le=WHOLE_MOST)]
HandlePath = Annotated[str, Path(max_length=60)]


class BalanceShown(ResponseModel):
    """The balance of a wallet in cents; kinds of money never mix."""

    practice: WholeNumber
    chips: WholeNumber


class CashAnswer(BalanceShown):
    """The wallet after chips were sold or redeemed."""

    repeated: bool = Field(description="It had already been done under the same id.")


class TransferShown(ResponseModel):
    """Money that came in (above zero) or went out (below)."""

    position: WholeNumber
    at: WholeNumber = Field(description="In seconds.")
    money: Literal["practice", "chips", "tokens"]
    amount: WholeNumber
    why: str
    by: str
    other: str = Field(description="The account at the other end.")


class DebtShown(ResponseModel):
    """A debt to the house at a table, in cents; settle-debt at that table pays it."""

    table: str
    money: Literal["practice", "chips", "tokens"]
    amount: WholeNumber
    clause: str


class WalletAnswer(ResponseModel):
    """A wallet with its transfers, newest first, and its owner's debts at tables."""

    handle: str
    balance: BalanceShown
    debts: list[DebtShown]
    transfers: list[TransferShown]


class CashSent(Sent):
    """An amount in cents. Each id is carried out once and belongs to one request."""

    amount: int = Field(ge=1, le=WHOLE_MOST)
    id: CommandId | None = None


def _balance(balance: Balance) -> dict[str, int]:
    return {"practice": balance.of("practice"), "chips": balance.of("chips")}


async def _wallet(services: Services, handle: str, before: int | None, limit: int) -> Any:
    account = await services.floor.wallets.statement(handle, before=before, limit=limit)
    wallet = account.balance.account
    transfers = [
        {
            **to_data(each.moved),
            "position": each.position,
            "amount": each.moved.amount if each.moved.to == wallet else -each.moved.amount,
            "other": each.moved.source if each.moved.to == wallet else each.moved.to,
        }
        for each in account.transfers
    ]
    return {
        "handle": handle,
        "balance": _balance(account.balance),
        "debts": to_data(services.floor.debts(handle)),
        "transfers": transfers,
    }


@router.get("/me/wallet", response_model=WalletAnswer)
async def my_wallet(
    caller: Reader, services: Shared, before: Before = None, limit: Limit = 50
) -> Any:
    """Show your own wallet and its transfers."""
    return await _wallet(services, caller.handle, before, limit)


@router.post("/me/wallet/practice-money", response_model=BalanceShown)
async def practice_money(caller: Reader, services: Shared) -> Any:
    """Top up your practice money."""
    floor = services.floor
    if no := caller.why_not("play"):
        raise error_for(no)
    return cash_answer(await floor.cashier.grant_practice(caller, at=floor.now()))


async def find_person(services: Services, handle: str) -> Profile:
    """Return a person by handle; raises ApiError."""
    profile = await services.floor.people.person(handle)
    if profile is None:
        raise ApiError(404, "person.unknown", "Nobody has that name.", where="path.handle")
    return profile


@router.get("/wallets/{handle}", response_model=WalletAnswer)
async def wallet(
    handle: HandlePath,
    caller: PeopleStaff,
    services: Shared,
    before: Before = None,
    limit: Limit = 50,
) -> Any:
    """Show a person's wallet; staff only."""
    profile = await find_person(services, handle)
    return await _wallet(services, profile.handle, before, limit)


@router.post("/wallets/{handle}/buy-in", response_model=CashAnswer)
async def buy_in(handle: HandlePath, sent: CashSent, caller: MoneyStaff, services: Shared) -> Any:
    """Sell chips to a player for cash."""
    profile, floor = await find_person(services, handle), services.floor
    if profile.is_guest:
        raise ApiError(403, "guest.may-not", "Guests play with practice chips only.")
    outcome = await floor.cashier.buy_in(
        caller, profile.handle, sent.amount, command_id=sent.id, at=floor.now()
    )
    return cash_answer(outcome)


@router.post("/wallets/{handle}/cash-out", response_model=CashAnswer)
async def cash_out(handle: HandlePath, sent: CashSent, caller: MoneyStaff, services: Shared) -> Any:
    """Redeem a player's chips for cash."""
    profile, floor = await find_person(services, handle), services.floor
    outcome = await floor.cashier.cash_out(
        caller, profile.handle, sent.amount, command_id=sent.id, at=floor.now()
    )
    return cash_answer(outcome)


def cash_answer(outcome: Moved | Denied) -> dict[str, int]:
    """Return a wallet after money was moved; raises ApiError."""
    if isinstance(outcome, Denied):
        raise error_for(outcome)
    return {**_balance(outcome.balance), "repeated": outcome.repeated}
