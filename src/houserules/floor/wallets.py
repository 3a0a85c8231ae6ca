"""The accounts of persons, cage and issue: rebuilt from the journal, kept up to date, never guessed."""

from collections.abc import Iterable

from houserules.floor.denied import Denied
from houserules.floor.encoding import from_data, to_data
from houserules.floor.money import (
    Balance,
    MoneyMoved,
    account_of,
    ends,
    never_dry,
    stream_of,
    why_not_move,
)
from houserules.floor.store import Store
from houserules.journal.records import Append, Batch, Entry, Record

_VERSION = 1


class Wallets:
    """Balances by account, each as far as its stream was read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Balance] = {}

    async def balance(self, account: str) -> Balance:
        """Give an account as the journal has it now."""
        known = self._known.get(account) or Balance(account)
        for record in await self._store.read(stream_of(account), known.position):
            known = known.after(read_moved(record))
        self._known[account] = known
        return known

    async def appends(self, moves: Iterable[MoneyMoved]) -> tuple[Append, ...] | Denied:
        """Give what has to be appended for transfers, at every end but the tables'; or why not."""
        touched: dict[str, tuple[Balance, list[Entry]]] = {}
        for moved in moves:
            entry = Entry(moved.name, _VERSION, to_data(moved))
            for account in ends(moved):
                if account not in touched:
                    touched[account] = (await self._present(account), [])
                balance, entries = touched[account]
                if no := why_not_move(balance, moved):
                    return no
                touched[account] = (balance.after(moved), [*entries, entry])
        return tuple(
            Append(stream_of(account), _expected(account, balance, entries), tuple(entries))
            for account, (balance, entries) in touched.items()
        )

    async def _present(self, account: str) -> Balance:
        """What is known will do: if it is old, the append says so. Issue is never read for it."""
        if never_dry(account):
            return self._known.get(account) or Balance(account)
        return self._known.get(account) or await self.balance(account)

    def follow(self, records: Iterable[Record]) -> None:
        """Keep up with records of the journal."""
        for record in records:
            account = account_of(record.stream)
            known = self._known.get(account)
            if known is not None and known.position + 1 == record.position:
                self._known[account] = known.after(read_moved(record))

    def forget(self, batch: Batch) -> None:
        """Read the accounts of a batch that was too late anew when they are next asked for."""
        for append in batch.appends:
            self._known.pop(account_of(append.stream), None)


def read_moved(record: Record) -> MoneyMoved:
    """Read a transfer from its record."""
    return from_data(MoneyMoved, record.payload, record.name)


def _expected(account: str, balance: Balance, entries: list[Entry]) -> int | None:
    """Where the account must stand; accounts that cannot run dry take transfers in any order."""
    if never_dry(account):
        return None
    return balance.position - len(entries)
