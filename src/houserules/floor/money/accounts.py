"""Accounts for each kind of money, and transfers between them that always sum to zero.

A table is an account too: its end of a transfer is the event that brings or takes the chips. Money
that is created or leaves the house goes through an issue account.
"""

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from houserules.core.money import Cents, format_money
from houserules.core.people import Moment, handle_key
from houserules.floor.denial import Denied
from houserules.floor.tables.settings import Money

PRACTICE_GRANT: Final = 1_000_00
"""What a player has in practice money at first, and again when it is gone."""


@dataclass(frozen=True, slots=True)
class MoneyMoved:
    """Money went from one account to another; recorded at both ends."""

    name: ClassVar[str] = "money.moved"
    money: Money
    amount: Cents  # above zero
    source: str
    to: str
    why: str
    by: str
    at: Moment


CAGE: Final = "cage:main"
"""Where the chips of the house are that lie at no table."""


def wallet_of(handle: str) -> str:
    """Name the account of a person."""
    return f"wallet:{handle_key(handle)}"


def issue_of(money: Money) -> str:
    """Name the account that issues a kind of money."""
    return f"issue:{money}"


def table_account(table: str) -> str:
    """Name a table's account."""
    return f"table:{table}"


def stream_of(account: str) -> str:
    """Return the stream of an account's transfers."""
    return account.replace(":", "/", 1)


def account_of(stream: str) -> str:
    """Return the account of a stream."""
    return stream.replace("/", ":", 1)


def never_dry(account: str) -> bool:
    """Whether an account may be negative: issue accounts and the cage."""
    return account.startswith("issue:") or account == CAGE


@dataclass(frozen=True, slots=True)
class Balance:
    """The balance of an account after the records up to a position."""

    account: str
    position: int = 0
    held: dict[str, Cents] = field(default_factory=dict)  # by kind of money

    def of(self, money: Money) -> Cents:
        """Return the amount of one kind of money."""
        return self.held.get(money, 0)

    def after(self, moved: MoneyMoved) -> "Balance":
        """Return the balance after a transfer from or to this account."""
        change = moved.amount if moved.to == self.account else -moved.amount
        held = {**self.held, moved.money: self.of(moved.money) + change}
        return Balance(self.account, self.position + 1, held)


def why_not_move(balance: Balance, moved: MoneyMoved) -> Denied | None:
    """Deny a transfer that would make a wallet negative."""
    if moved.amount <= 0:
        return Denied("money.none", "Enter an amount above zero.")
    short = moved.source == balance.account and balance.of(moved.money) < moved.amount
    if not short or never_dry(balance.account):
        return None
    what = "practice chips" if moved.money == "practice" else moved.money
    return Denied(
        "wallet.short",
        f"The wallet has {format_money(balance.of(moved.money))} in {what}; "
        f"this needs {format_money(moved.amount)}.",
    )


def ends(moved: MoneyMoved) -> tuple[Any, ...]:
    """Return the accounts that record a transfer: both ends, except tables."""
    return tuple(end for end in (moved.source, moved.to) if not end.startswith("table:"))
