"""What the journal must have after a crash: everything acknowledged, once, and every chip."""

from collections import Counter

from crash.player import Player
from houserules.floor.money.reconcile import Reconciliation
from houserules.floor.store import Store
from houserules.floor.tables.decide import check
from houserules.floor.tables.settings import table_stream
from houserules.floor.tables.snapshot import TABLE_STATES, table_snapshot
from houserules.floor.tables.stream import load
from houserules.journal.url import open_journal
from houserules.journal.verify import verify


async def look(database: str, players: list[Player], *, has_snapshots: bool = True) -> None:
    """Hold what was acknowledged against the journal; one from a backup has no snapshots."""
    journal = open_journal(database)
    store = Store(journal)
    try:
        assert verify(journal).ok
        with journal.snapshot() as snapshot:
            money = Reconciliation()
            money.follow(snapshot.rows(0))
        assert money.close() == ()
        for table in {player.table for player in players}:
            if has_snapshots:
                await _check_snapshot(store, table)
            check((await load(store, table)).state)
            records = await store.read(table_stream(table))
            there = {(each.actor, each.command_id): each.position for each in records}
            batches = Counter((each.actor, each.command_id, each.batch) for each in records)
            twice = Counter((actor, id_) for actor, id_, _ in batches if id_ is not None)
            assert not [command for command, times in twice.items() if times > 1]
            for player in players:
                if player.table == table:
                    _all_there(player, there)
    finally:
        await store.close()


async def _check_snapshot(store: Store, table: str) -> None:
    """Compare a table from its snapshot with one that is replayed."""
    assert store.snapshots.find(table_stream(table), TABLE_STATES) is not None
    loaded, find = await load(store, table), store.snapshots.find
    check(loaded.state)
    store.snapshots.find = lambda *_: None  # type: ignore[method-assign]
    replayed = await load(store, table)
    store.snapshots.find = find  # type: ignore[method-assign]
    known, expected = (
        table_snapshot(each.state, each.handler, each.matters) for each in (loaded, replayed)
    )
    assert known == expected


def _all_there(player: Player, there: dict[tuple[str, str | None], int]) -> None:
    assert player.acknowledged
    for command, position in player.acknowledged.items():
        assert there.get((player.name, command)) == position, command
