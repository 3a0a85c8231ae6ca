"""Money computed again from the journal: what does not add up is found, and where."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from floor.playing import play_night, practice
from houserules.core.cards import CARDS
from houserules.core.people import Moment
from houserules.floor.inspection import inspect
from houserules.floor.money.accounts import MoneyMoved, account_of, issue_of, stream_of, wallet_of
from houserules.floor.money.reconcile import (
    Reconciliation,
    account_streams,
    count_differences,
    read_reconciliation,
)
from houserules.floor.money.wallets import Wallets
from houserules.floor.store import Store
from houserules.floor.stored_events import stored_form
from houserules.floor.tables.settings import Setting, table_stream
from houserules.journal.memory import MemoryJournal
from houserules.journal.records import Append, Batch, NewRecord
from houserules.table.events import CardDealt, ChipsBrought, ChipsTaken

LIVE = replace(practice("nz-pontoon", "t2"), kind="live")


def a_night(*settings: Setting) -> MemoryJournal:
    return play_night(
        MemoryJournal(), *(settings or (practice("nsw-pontoon-2024"), LIVE)), rounds=3
    )


def reckoned(journal: MemoryJournal) -> Reconciliation:
    reckoning = Reconciliation()
    with journal.snapshot() as snapshot:
        reckoning.follow(snapshot.rows())
    return reckoning


def moved(amount: int = 500, source: str = "issue:chips", to: str = "wallet:ann") -> MoneyMoved:
    return MoneyMoved("chips", amount, source, to, "test", "Max", Moment(1))


def add(journal: MemoryJournal, **events: Any) -> None:
    """Append events to streams in one batch; `__` in a name stands for the slash."""
    appends = []
    for stream, event in events.items():
        name, version, payload = (
            stored_form(event)
            if not isinstance(event, MoneyMoved)
            else ("money.moved", 1, data(event))
        )
        appends.append(
            Append(stream.replace("__", "/"), None, (NewRecord(name, version, payload),))
        )
    journal.append(Batch(tuple(appends), actor="Max", time=1))


def data(event: MoneyMoved) -> dict[str, Any]:
    return {name: getattr(event, name) for name in MoneyMoved.__slots__}


def found(journal: MemoryJournal) -> list[tuple[str | None, str]]:
    return [(each.stream, each.detail) for each in reckoned(journal).close()]


def test_a_night_adds_up() -> None:
    journal = a_night()
    reckoning = reckoned(journal)
    assert reckoning.close() == ()
    assert reckoning.sums() == {"practice": 0, "chips": 0}
    assert reckoning.tables == {"t1": "practice", "t2": "chips"}
    assert inspect(journal).ok


def test_balances_are_those_that_everybody_is_told() -> None:
    journal = a_night()
    reckoning = reckoned(journal)

    async def told() -> dict[str, dict[str, int]]:
        store = Store(journal)
        wallets = Wallets(store)
        accounts = [account_of(each) for each in account_streams(reckoning)]
        balances = {each: (await wallets.balance(each)).held for each in accounts}
        await store.close()
        return balances

    others = {name: held for name, held in reckoning.accounts.items() if name[:6] != "table:"}
    assert asyncio.run(told()) == others
    assert wallet_of("Ann") in others and issue_of("chips") in others


def test_a_wallet_that_is_no_longer_in_memory_is_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    journal = a_night()
    expected = reckoned(journal).accounts
    monkeypatch.setattr("houserules.floor.money.wallets._REMEMBERED", 2)

    async def balances() -> None:
        store = Store(journal)
        wallets = Wallets(store)
        accounts = [name for name in expected if name[:6] != "table:"]
        assert len(accounts) > 2
        for account in accounts * 2:
            assert (await wallets.balance(account)).held == expected[account]
            assert len(wallets._known) <= 2
        await store.close()

    asyncio.run(balances())


def test_reckoning_on_from_what_was_kept_gives_the_same() -> None:
    journal, whole = a_night(), Reconciliation()
    with journal.snapshot() as snapshot:
        every = list(snapshot.rows())
    middle = next(
        n for n in range(len(every) // 2, len(every)) if every[n].batch != every[n - 1].batch
    )
    whole.follow(every[:middle])
    onward = read_reconciliation(json.loads(json.dumps(whole.to_data())))
    onward.follow(every[middle:])
    assert onward == reckoned(journal)


def test_a_transfer_with_one_end_is_found() -> None:
    journal = a_night()
    add(journal, wallet__ann=moved())
    (first, (whole, says)) = found(journal)
    assert first == (
        "wallet/ann",
        "$5 in chips from issue:chips to wallet:ann is recorded 0 times at issue:chips and 1 times "
        "at wallet:ann",
    )
    assert whole is None and "all accounts together have $5 in chips" in says


@pytest.mark.parametrize(
    ("events", "stream", "says"),
    [
        (
            {"wallet__ann": moved(500), "issue__chips": moved(501)},
            "wallet/ann",
            "is recorded 0 times",
        ),
        ({"wallet__bob": moved(), "issue__chips": moved()}, "wallet/bob", "does not belong here"),
        ({"wallet__ann": moved(0), "issue__chips": moved(0)}, "wallet/ann", "does not belong here"),
        ({"table__t1": ChipsBrought("Ann", 500)}, "table/t1", "is recorded 0 times at wallet:ann"),
        ({"table__t2": ChipsTaken("Ann", 500)}, "table/t2", "is recorded 1 times at table:t2"),
        (
            {
                "wallet__eve": moved(500, "wallet:eve", "cage:main"),
                "cage__main": moved(500, "wallet:eve", "cage:main"),
            },
            "wallet/eve",
            "wallet:eve has $5 in chips below zero",
        ),
        (
            {
                "table__t1": ChipsBrought("Ann", 500),
                "wallet__ann": moved(500, "wallet:ann", "table:t1"),
            },
            "table/t1",
            "in practice from wallet:ann",  # the wallet's end is in chips
        ),
    ],
)
def test_what_does_not_add_up_is_located(events: dict[str, Any], stream: str, says: str) -> None:
    journal = a_night()
    add(journal, **events)
    assert any(where == stream and says in detail for where, detail in found(journal))


def test_a_transfer_that_cannot_be_read_is_a_finding() -> None:
    journal = a_night()
    entry = NewRecord("money.moved", 1, {"amount": "much"})
    journal.append(Batch((Append("wallet/ann", None, (entry,)),), actor="Max", time=1))
    assert "money.moved cannot be read" in found(journal)[0][1]


def test_a_forged_event_that_breaks_a_table_is_located() -> None:
    journal = a_night(practice("nsw-pontoon-2024"))
    add(journal, table__t1=CardDealt(CARDS["Qd"], 7, 1, 10, soft=False))
    (wrong,) = inspect(journal).wrong
    assert (wrong.stream, wrong.position) == ("table/t1", journal.head("table/t1").position)
    assert "cannot be replayed from here" in wrong.detail


def test_a_table_that_does_not_begin_with_its_setting_is_found() -> None:
    journal = MemoryJournal()
    add(journal, table__t1=CardDealt(CARDS["Qd"], 1, 1, 10, soft=False))
    reckoning = Reconciliation(tables={"t1": "practice"})
    with journal.snapshot() as snapshot:
        (wrong,) = count_differences(snapshot, reckoning)
    assert (wrong.stream, wrong.position) == (table_stream("t1"), 1)


def test_balances_that_the_streams_do_not_give_are_found() -> None:
    journal = a_night()
    reckoning = reckoned(journal)
    reckoning.accounts["table:t1"]["practice"] += 1
    reckoning.accounts["wallet:ann"]["practice"] += 1
    with journal.snapshot() as snapshot:
        wrong = list(count_differences(snapshot, reckoning))
    assert [each.stream for each in wrong] == ["table/t1", stream_of(wallet_of("Ann"))]
    assert "transfers say $" in wrong[0].detail and "is not what all" in wrong[1].detail
