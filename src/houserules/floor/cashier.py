"""The cashier: chips for cash and back, and practice money for nothing."""

from houserules.core.money import Cents, dollars
from houserules.core.people import Moment
from houserules.floor.denied import Denied
from houserules.floor.money import (
    PRACTICE_GRANT,
    Balance,
    MoneyMoved,
    issue_of,
    wallet_of,
)
from houserules.floor.people.signed import Signed
from houserules.floor.setting import Money
from houserules.floor.store import Store
from houserules.floor.wallets import Wallets
from houserules.floor.work import SECOND
from houserules.journal.records import Appended, Batch

_TRIES = 20
_MOST: Cents = 10_000_000_00  # at one time


class Cashier:
    """Moves money between persons and the house."""

    def __init__(self, store: Store, wallets: Wallets) -> None:
        self._store, self._wallets = store, wallets

    async def buy_in(
        self, by: Signed, handle: str, amount: Cents, *, command_id: str | None, at: int
    ) -> Balance | Denied:
        """Give chips for cash."""
        if no := _why_not(by, handle, amount):
            return no
        issue, wallet = issue_of("chips"), wallet_of(handle)
        moved = _moved("chips", amount, source=issue, to=wallet, why="buy-in", by=by, at=at)
        return await self._move(moved, wallet, command_id, at)

    async def cash_out(
        self, by: Signed, handle: str, amount: Cents, *, command_id: str | None, at: int
    ) -> Balance | Denied:
        """Give cash for chips."""
        if no := _why_not(by, handle, amount):
            return no
        issue, wallet = issue_of("chips"), wallet_of(handle)
        moved = _moved("chips", amount, source=wallet, to=issue, why="cash-out", by=by, at=at)
        return await self._move(moved, wallet, command_id, at)

    async def grant_practice(self, to: Signed, *, at: int) -> Balance | Denied:
        """Fill a wallet up to the practice grant; practice money buys nothing."""
        wallet = wallet_of(to.handle)
        held = (await self._wallets.balance(wallet)).of("practice")
        if held >= PRACTICE_GRANT:
            return Denied("practice.enough", f"There are ${dollars(held)} in practice money left.")
        amount = PRACTICE_GRANT - held
        issue, why = issue_of("practice"), "practice money"
        moved = _moved("practice", amount, source=issue, to=wallet, why=why, by=to, at=at)
        return await self._move(moved, wallet, None, at)

    async def _move(
        self, moved: MoneyMoved, wallet: str, command_id: str | None, at: int
    ) -> Balance | Denied:
        for _ in range(_TRIES):
            appends = await self._wallets.appends((moved,))
            if isinstance(appends, Denied):
                return appends
            batch = Batch(appends, actor=moved.by, time=at, command_id=command_id)
            outcome = await self._store.append(batch)
            self._wallets.forget(batch)
            if isinstance(outcome, Appended):
                return await self._wallets.balance(wallet)
        return Denied("money.busy", "This wallet is very busy; ask again.")


def _moved(
    money: Money, amount: Cents, *, source: str, to: str, why: str, by: Signed, at: int
) -> MoneyMoved:
    return MoneyMoved(money, amount, source, to, why, by.handle, Moment(at // SECOND))


def _why_not(by: Signed, handle: str, amount: Cents) -> Denied | None:
    """Chips are sold and bought back by staff, never to themselves."""
    if no := by.why_not("staff"):
        return no
    if by.role in ("inspector", "Surveillance", "player"):
        return Denied("role.may-not", f"An office as {by.role} sells no chips.")
    if by.handle == handle:
        return Denied("role.may-not", "Nobody sells chips to themselves.")
    if not 0 < amount <= _MOST:
        return Denied("money.amount", f"An amount is $0.01 to ${dollars(_MOST)}.")
    return None
