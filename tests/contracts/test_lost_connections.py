"""PostgreSQL goes away at the worst moment: the journal finds out what became of its commit."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from contracts.conftest import Store, cut_all_connections
from contracts.making import append, batch, one, records
from contracts.proxy import Failure, Proxy, proxy_to
from houserules.journal.errors import UnavailableError, UnknownOutcomeError
from houserules.journal.postgres import PostgresJournal
from houserules.journal.records import Appended, Put
from houserules.journal.verify import verify


@pytest.fixture
def proxy(postgres: Store) -> Iterator[Proxy]:
    folder = parse_qs(urlsplit(postgres.url).query)["host"][0]
    with tempfile.TemporaryDirectory() as own, proxy_to(Path(folder), Path(own)) as proxy:
        yield proxy


@pytest.fixture
def fragile(proxy: Proxy) -> Iterator[PostgresJournal]:
    """A journal whose every word goes through the proxy."""
    url = f"postgresql://postgres@/postgres?host={proxy.folder}"
    with PostgresJournal(url, patience=1.0) as journal:
        journal.append(one("a", 0))
        yield journal


@pytest.mark.parametrize("command_id", ["c1", None])
def test_a_connection_lost_before_the_commit(
    fragile: PostgresJournal, proxy: Proxy, command_id: str | None
) -> None:
    proxy.fail_once("before the commit")
    outcome = fragile.append(one("a", 1, command_id))
    assert outcome == Appended(records(outcome), repeated=False)
    assert [each.position for each in fragile.read("a")] == [1, 2]
    assert verify(fragile).ok


@pytest.mark.parametrize("command_id", ["c1", None])
def test_an_answer_lost_after_the_commit(
    fragile: PostgresJournal, proxy: Proxy, command_id: str | None
) -> None:
    proxy.fail_once("after the commit")
    outcome = fragile.append(one("a", 1, command_id))
    assert outcome == Appended(records(outcome), repeated=False)
    assert list(fragile.read("a", after=1)) == list(records(outcome))
    assert fragile.tip().serial == 2


def test_an_answer_lost_for_a_batch_of_the_vault_alone(
    fragile: PostgresJournal, proxy: Proxy
) -> None:
    hows: list[Failure] = ["before the commit", "after the commit"]
    for how in hows:
        proxy.fail_once(how)
        fragile.append(batch(puts=(Put("k", "1", how.encode()),)))
        assert fragile.vault.get("k", "1") == how.encode()


def test_a_server_that_stays_away_leaves_the_outcome_unknown(
    fragile: PostgresJournal, proxy: Proxy
) -> None:
    proxy.fail_once("while refusing everybody")
    with pytest.raises(UnknownOutcomeError, match="is not known"):
        fragile.append(one("a", 1, "c1"))
    with pytest.raises(UnavailableError):
        fragile.append(one("a", 2, "c2"))
    with pytest.raises(UnavailableError):
        fragile.tip()
    with pytest.raises(UnavailableError), fragile.snapshot():
        pass
    proxy.accept_again()
    assert fragile.append(one("a", 1, "c1")) == Appended(tuple(fragile.read("a", 1)), repeated=True)
    assert isinstance(fragile.append(one("a", 2, "c2")), Appended)


def test_work_goes_on_after_all_connections_were_cut(postgres: Store) -> None:
    journal = postgres.open()
    journal.append(batch(append("a", 0, 3)))
    journal.vault.store("k", "1", b"v")
    assert cut_all_connections(postgres) > 0
    assert journal.vault.get("k", "1") == b"v"
    assert cut_all_connections(postgres) > 0
    assert isinstance(journal.append(one("a", 3)), Appended)
    assert cut_all_connections(postgres) > 0
    assert journal.leases.acquire("t", "p1", ttl_ms=1) == 1
    assert [each.position for each in journal.read("a")] == [1, 2, 3, 4]


FAILING = """
CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF nextval('attempts') <= {times} THEN RAISE 'no room' USING ERRCODE = '{code}'; END IF;
    RETURN NEW;
END $$"""


def make_fail(store: Store, times: int, code: str) -> None:
    """Let the server refuse the next records so many times."""
    store.execute(
        "CREATE SEQUENCE attempts",
        FAILING.format(times=times, code=code),
        "CREATE TRIGGER fails BEFORE INSERT ON records FOR EACH ROW EXECUTE FUNCTION fails()",
    )


def test_a_server_that_refuses_for_a_moment_is_asked_again(postgres: Store) -> None:
    journal = postgres.open()
    make_fail(postgres, times=2, code="53100")  # the disk is full
    outcome = journal.append(one("a", 0, "c1"))
    assert outcome == Appended(records(outcome), repeated=False)
    assert [each.position for each in journal.read("a")] == [1]


@pytest.mark.parametrize("code", ["53100", "23514"])
def test_a_server_that_keeps_refusing_has_written_nothing(postgres: Store, code: str) -> None:
    postgres.open()
    make_fail(postgres, times=1_000, code=code)
    with PostgresJournal(postgres.url, patience=0.2) as journal:
        with pytest.raises(UnavailableError, match="no room") as caught:
            journal.append(one("a", 0, "c1"))
        assert not isinstance(caught.value, UnknownOutcomeError)
        assert (journal.tip().serial, journal.outcome("ann", "c1")) == (0, None)


def test_a_schema_that_is_broken_is_said_to_be(postgres: Store) -> None:
    journal = postgres.open()
    postgres.execute("ALTER TABLE heads RENAME TO tails")
    with pytest.raises(UnavailableError, match="heads"):
        journal.append(one("a", 0))
    with pytest.raises(UnavailableError, match="heads"):
        journal.head("a")


def test_a_server_that_cannot_be_reached() -> None:
    with pytest.raises(UnavailableError, match="PostgreSQL: "):
        PostgresJournal("postgresql://nobody@127.0.0.1:1/nothing?connect_timeout=2")
