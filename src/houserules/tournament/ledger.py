"""The money of a tournament in double entry: the accounts of one ledger always sum to zero.

An account that is above zero has received more than it gave. `house` is the operator's own money;
`pool` and `chips` must be empty when the tournament is over.
"""

from dataclasses import dataclass, field
from typing import Final

from houserules.core.money import Cents

POOL: Final = "pool"
"""The prize pool: entry fees, and what the operator adds (20.3.1, 20.3.2)."""
CHIPS: Final = "chips"
"""What was paid for tournament chips with a cash value, until they are redeemed (20.6.9)."""
HOUSE: Final = "house"


def account_of(player: str) -> str:
    """Return the account of a player."""
    return f"player:{player}"


@dataclass(frozen=True)
class Ledger:
    """The balance of each account, by name."""

    balances: dict[str, Cents] = field(default_factory=dict)

    def balance(self, account: str) -> Cents:
        """Return a balance; an account that nothing was booked on has none."""
        return self.balances.get(account, 0)

    def move(self, source: str, target: str, amount: Cents) -> "Ledger":
        """Return the ledger after an amount went from one account to another."""
        balances = dict(self.balances)
        balances[source] = self.balance(source) - amount
        balances[target] = balances.get(target, 0) + amount
        return Ledger(balances)
