"""What is kept beside the records, and who looks after what."""

import threading

import psycopg

from contracts.conftest import Store
from contracts.making import append, batch, one
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal, Lease
from houserules.journal.records import Appended, Delete, Fence, Fenced, Put, Stale

SECRET = bytes(range(256))


def test_a_value_comes_back_until_it_is_deleted(journal: Journal) -> None:
    vault = journal.vault
    assert vault.get("totp", "ann") is None
    vault.store("totp", "ann", SECRET)
    vault.store("totp", "Zoë B", b"")
    vault.store("shoe", "ann", b"other")
    assert vault.get("totp", "ann") == SECRET
    assert list(vault.items("totp")) == [("Zoë B", b""), ("ann", SECRET)]
    vault.store("totp", "ann", b"new")
    vault.delete("totp", "Zoë B")
    vault.delete("totp", "nobody")
    assert list(vault.items("totp")) == [("ann", b"new")]
    assert vault.get("shoe", "ann") == b"other"


def test_vault_writes_of_a_batch_come_with_its_records(journal: Journal) -> None:
    journal.vault.store("shoe", "old", b"x")
    given = batch(
        append("a", 0), puts=(Put("shoe", "new", SECRET),), deletes=(Delete("shoe", "old"),)
    )
    assert isinstance(journal.append(given), Appended)
    assert list(journal.vault.items("shoe")) == [("new", SECRET)]
    stale = batch(append("a", 0), puts=(Put("shoe", "b", b""),), deletes=(Delete("shoe", "new"),))
    assert isinstance(journal.append(stale), Stale)
    assert list(journal.vault.items("shoe")) == [("new", SECRET)]


def test_the_later_of_two_batches_in_a_group_has_the_last_word(journal: Journal) -> None:
    put, other = Put("k", "1", b"first"), Put("k", "1", b"second")
    journal.append_all([batch(puts=(put,)), batch(puts=(other,))])
    assert journal.vault.get("k", "1") == b"second"
    journal.append_all([batch(puts=(put,)), batch(deletes=(Delete("k", "1"),))])
    assert journal.vault.get("k", "1") is None
    journal.append_all([batch(deletes=(Delete("k", "1"),)), batch(puts=(other,))])
    assert journal.vault.get("k", "1") == b"second"


def test_the_vault_outlives_its_process(durable: Store) -> None:
    first = durable.open()
    first.vault.store("key", "signing", SECRET)
    first.append(batch(puts=(Put("key", "other", b"o"),)))
    first.close()
    assert list(durable.open().vault.items("key")) == [("other", b"o"), ("signing", SECRET)]


def test_what_the_vault_forgets_is_not_left_in_the_file(durable: Store) -> None:
    if durable.name != "sqlite":
        return  # PostgreSQL keeps old versions of rows until it vacuums
    journal = durable.open()
    journal.vault.store("shoe", "1", b"a most secret order of cards" * 20)
    journal.vault.delete("shoe", "1")
    journal.close()
    with open(durable.url.removeprefix("sqlite:///"), "rb") as file:  # noqa: PTH123
        assert b"most secret" not in file.read()


def test_a_lease_is_one_holders_until_it_runs_out(journal: Journal) -> None:
    leases = journal.leases
    assert leases.acquire("table:1", "p1", ttl_ms=100, now_ms=1_000) == 1
    assert leases.acquire("table:1", "p2", ttl_ms=100, now_ms=1_099) is None
    assert leases.find("table:1", now_ms=1_099) == Lease("table:1", "p1", 1, 1_100)
    assert leases.find("table:1", now_ms=1_100) is None
    assert leases.acquire("table:1", "p2", ttl_ms=100, now_ms=1_100) == 2
    assert leases.acquire("table:1", "p1", ttl_ms=100, now_ms=1_101) is None


def test_taking_ones_own_lease_again_keeps_the_token(journal: Journal) -> None:
    leases = journal.leases
    assert leases.acquire("a", "p1", ttl_ms=100, now_ms=0) == 1
    assert leases.acquire("a", "p1", ttl_ms=100, now_ms=50) == 1
    assert leases.acquire("a", "p1", ttl_ms=100, now_ms=500) == 1
    assert leases.find("a", now_ms=599) == Lease("a", "p1", 1, 600)


def test_a_holder_renews_all_leases_and_learns_which_are_lost(journal: Journal) -> None:
    leases = journal.leases
    for name in ("a", "b", "c"):
        leases.acquire(name, "p1", ttl_ms=100, now_ms=0)
    leases.acquire("d", "p2", ttl_ms=100, now_ms=0)
    leases.acquire("b", "p2", ttl_ms=100, now_ms=100)
    assert leases.renew("p1", ttl_ms=100, now_ms=150) == {"a": 1, "c": 1}
    assert [(each.name, each.holder, each.token) for each in leases.all(now_ms=160)] == [
        ("a", "p1", 1),
        ("b", "p2", 2),
        ("c", "p1", 1),
    ]


def test_a_released_lease_is_free_and_its_next_holder_has_a_new_token(journal: Journal) -> None:
    leases = journal.leases
    leases.acquire("a", "p1", ttl_ms=100, now_ms=0)
    assert leases.release("a", "p2") is False
    assert leases.release("a", "p1") is True
    assert leases.release("a", "p1") is leases.release("x", "p1") is False
    assert leases.find("a", now_ms=1) is None
    assert leases.all(now_ms=1) == ()
    assert leases.acquire("a", "p1", ttl_ms=100, now_ms=1) == 2


def test_the_store_has_a_clock_of_its_own(journal: Journal) -> None:
    leases = journal.leases
    leases.acquire("a", "p1", ttl_ms=60_000)
    assert leases.acquire("a", "p2", ttl_ms=60_000) is None
    assert [each.name for each in leases.all()] == ["a"]
    leases.acquire("b", "p1", ttl_ms=0)
    assert leases.acquire("b", "p2", ttl_ms=60_000) == 2
    assert leases.renew("p1", ttl_ms=1) == {"a": 1}


def test_who_has_lost_a_lease_writes_nothing_more(journal: Journal) -> None:
    token = journal.leases.acquire("table:1", "p1", ttl_ms=100, now_ms=0)
    assert token is not None
    fence = (Fence("table:1", token),)
    assert isinstance(journal.append(one("a", 0, fences=fence)), Appended)
    journal.leases.acquire("table:1", "p2", ttl_ms=100, now_ms=100)
    late = one("a", 1, fences=fence, puts=(Put("shoe", "1", b"x"),))
    assert journal.append(late) == Fenced("table:1", 1, 2)
    assert journal.append(one("a", 1, fences=(Fence("never", 1),))) == Fenced("never", 1, 0)
    assert journal.head("a").position == 1
    assert journal.vault.get("shoe", "1") is None
    assert isinstance(journal.append(one("a", 1, fences=(Fence("table:1", 2),))), Appended)


def test_no_lease_changes_hands_while_a_batch_is_being_written(postgres: Store) -> None:
    journal = postgres.open()
    journal.leases.acquire("table:1", "p1", ttl_ms=100, now_ms=0)
    waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    tokens: list[int | None] = []

    def take() -> None:
        tokens.append(journal.leases.acquire("table:1", "p2", ttl_ms=100, now_ms=100))

    thread = threading.Thread(target=take)
    with psycopg.connect(postgres.url) as writer:
        writer.execute("SELECT 1 FROM houserules.journal FOR UPDATE")
        thread.start()
        while postgres.execute(waits) != [(1,)]:
            assert not tokens, "the lease was taken past a writer"
    thread.join()
    assert tokens == [2]


def test_leases_outlive_their_process(durable: Store) -> None:
    first = durable.open()
    first.leases.acquire("a", "p1", ttl_ms=100, now_ms=0)
    first.close()
    again = durable.open()
    assert again.leases.acquire("a", "p2", ttl_ms=100, now_ms=99) is None
    assert again.leases.acquire("a", "p2", ttl_ms=100, now_ms=100) == 2


def test_a_lease_from_before_the_clock_was_set_back_is_void(journal: Journal) -> None:
    """The holder may be dead: nobody waits for two hours to learn it."""
    leases, hours = journal.leases, 2 * 3600 * 1000
    assert leases.acquire("clocks", "p1", ttl_ms=15_000, now_ms=hours) == 1
    assert leases.acquire("clocks", "p2", ttl_ms=15_000, now_ms=hours - 1_000) is None
    if not isinstance(journal, MemoryJournal):  # which dies with its holders
        assert leases.all(now_ms=0) == () and leases.find("clocks", now_ms=0) is None
    assert leases.acquire("clocks", "p2", ttl_ms=15_000, now_ms=0) == 2
