"""What the journal must have after tournaments among crashes: everything acknowledged, sessions begun and prizes paid once."""

from collections import Counter

from crash.entrant import Entrant
from houserules.floor.money.accounts import wallet_of
from houserules.floor.money.reconcile import Reconciliation
from houserules.floor.money.wallets import Wallets
from houserules.floor.rounds.audit import Auditor
from houserules.floor.store import Store
from houserules.floor.tables.decide import check
from houserules.floor.tables.settings import table_stream
from houserules.floor.tables.stream import load
from houserules.floor.tournaments.app import Tournaments
from houserules.floor.tournaments.audit import TournamentAuditor
from houserules.floor.tournaments.stream import STREAMS, FloorTournament, follow
from houserules.journal.protocol import Journal
from houserules.journal.url import open_journal
from houserules.journal.verify import verify

GRANTED, FEE = 1_000_00, 100_00


async def look_at_tournaments(database: str, names: list[str], entrants: list[Entrant]) -> int:
    """Hold what was acknowledged against the journal; return how much that was."""
    journal = open_journal(database)
    store = Store(journal)
    try:
        assert verify(journal).ok
        with journal.snapshot() as snapshot:
            money = Reconciliation()
            money.follow(snapshot.rows(0))
        assert money.close() == ()
        acknowledged = 0
        for name in names:
            own = [entrant for entrant in entrants if entrant.tournament == name]
            known = follow(None, await store.read(f"{STREAMS}{name}", 0))
            assert known.state.phase == "finished", known.state.phase
            assert await _from_snapshot(store, name) == known
            await _was_once(store, known)
            await _paid(store, known, own)
            acknowledged += await _all_there(store, known, own)
            _agrees(journal, known)
        return acknowledged
    finally:
        await store.close()


async def _from_snapshot(store: Store, name: str) -> FloorTournament:
    """Return a tournament as a start finds it."""
    kept = await store.snapshot(f"{STREAMS}{name}", Tournaments.states)
    assert kept is not None
    return follow(kept[1], await store.read(f"{STREAMS}{name}", kept[0]))


async def _was_once(store: Store, known: FloorTournament) -> None:
    """Every session was begun, recorded and ended once, the last perhaps not yet; every prize was paid once."""
    name = known.setting.tournament
    records = await store.read(f"{STREAMS}{name}", 0)
    done = Counter(
        (record.name, record.payload.get("session") or record.payload.get("place"))
        for record in records
        if record.name in ("tournament.session-started", "tournament.result-recorded")
        or record.name in ("tournament.prize-awarded", "tournament.prize-paid")
    )
    assert set(done.values()) == {1}, done
    begun = Counter[str]()
    for table in {session.table for session in known.state.sessions}:
        check((await load(store, table)).state)
        for record in await store.read(table_stream(table), 0):
            if record.name in ("session.begun", "session.ended"):
                begun[f"{record.name} {record.payload['session']}"] += 1
    assert set(begun.values()) == {1}, begun
    played = [session for session in known.state.sessions if session.rounds]
    assert {f"session.begun {name}/{session.number}" for session in played} <= begun.keys()
    assert len(played) >= 3


async def _paid(store: Store, known: FloorTournament, entrants: list[Entrant]) -> None:
    """Every wallet has what was granted, less the fee, and the prize of its place."""
    wallets = Wallets(store)
    prizes = {prize.player: prize.amount for prize in known.state.prizes}
    for entrant in entrants:
        held = (await wallets.balance(wallet_of(entrant.name))).of("practice")
        assert held == GRANTED - FEE + prizes.get(entrant.name, 0), entrant.name
    pool = await wallets.balance(f"pool:{known.setting.tournament}")
    assert pool.of("practice") == 0


async def _all_there(store: Store, known: FloorTournament, entrants: list[Entrant]) -> int:
    there = {
        (table, record.actor, record.command_id): record.position
        for table in {session.table for session in known.state.sessions}
        for record in await store.read(table_stream(table), 0)
    }
    count = 0
    for entrant in entrants:
        for (table, command), position in entrant.acknowledged.items():
            assert there.get((table, entrant.name, command)) == position, command
            count += 1
    return count


def _agrees(journal: Journal, known: FloorTournament) -> None:
    """Everything that was decided among the crashes is decided again the same."""
    results = {}
    name = known.setting.tournament
    with journal.snapshot() as snapshot:
        for table in {session.table for session in known.state.sessions}:
            auditor = Auditor(table)
            list(auditor.follow(snapshot.stream(table_stream(table))))
            assert auditor.found == [], auditor.found[0].detail
            results |= auditor.results
        whole = TournamentAuditor(name, at_tables=results)
        list(whole.follow(snapshot.stream(f"{STREAMS}{name}")))
    assert whole.found == [], whole.found[0].detail
