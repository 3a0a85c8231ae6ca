"""Where checkpoints are kept: in a folder, in a second database, at an HTTP address."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from contracts.conftest import Store
from contracts.making import one
from houserules.journal.checkpoint_stores import (
    TOKEN,
    CheckpointStore,
    open_checkpoint_store,
)
from houserules.journal.checkpoints import Checkpoint, checkpoint
from houserules.journal.errors import CheckpointStoreError
from houserules.journal.memory import MemoryJournal
from houserules.journal.verify import verify

KEY = bytes(range(32))
DAY = 24 * 3600 * 1000


def made(journal: MemoryJournal, time: int) -> Checkpoint:
    """Append a record and sign."""
    journal.append(one("a", None))
    return checkpoint(journal, KEY, time=time)


@dataclass
class Kept:
    """What an HTTP address has received."""

    texts: dict[str, str] = field(default_factory=dict)  # by journal
    tokens: list[str | None] = field(default_factory=list)
    status: int = 0
    url: str = ""


@contextmanager
def address() -> Iterator[Kept]:
    """Run a small HTTP server that keeps the newest checkpoint of each journal."""
    kept = Kept()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers["Content-Length"])).decode()
            kept.tokens.append(self.headers["Authorization"])
            if not kept.status:
                kept.texts[json.loads(text)["journal"]] = text
            self.answer(kept.status or 201, "")

        def do_GET(self) -> None:
            (journal,) = parse_qs(urlsplit(self.path).query)["journal"]
            text = kept.texts.get(journal)
            self.answer(kept.status or (404 if text is None else 200), text or "")

        def answer(self, status: int, text: str) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        kept.url = f"http://127.0.0.1:{server.server_address[1]}/checkpoints"
        try:
            yield kept
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(params=["folder", "sqlite", "postgres", "http"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "http":
        with address() as kept:
            yield kept.url
    elif request.param == "postgres":
        yield request.getfixturevalue("postgres_url")
    elif request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'second.db'}"
    else:
        yield str(tmp_path / "kept")


def newest(store: CheckpointStore, journal: str) -> Checkpoint | None:
    return next(iter(store.kept(journal)), None)


def test_every_place_gives_back_the_newest_checkpoint_of_each_journal(place: str) -> None:
    store, one_, other = open_checkpoint_store(place), MemoryJournal(), MemoryJournal()
    first, foreign, last = made(one_, 10), made(other, 30), made(one_, 20)
    for each in (first, foreign, last):
        store.keep(each)
    assert newest(store, one_.id) == last
    assert newest(store, other.id) == foreign
    assert newest(store, "0" * 32) is None
    assert newest(open_checkpoint_store(place), one_.id) == last


def test_a_folder_keeps_the_newest_and_one_a_day(tmp_path: Path) -> None:
    folder, journal = tmp_path / "kept", MemoryJournal()
    store, other = open_checkpoint_store(str(folder)), made(MemoryJournal(), 5)
    store.keep(other)
    times = [*range(0, 40), *range(DAY, DAY + 40), *range(2 * DAY, 2 * DAY + 20)]
    for time in times:
        store.keep(made(journal, time))
    kept = [each.time for each in store.kept(journal.id)]
    assert kept == [*reversed(times[-60:]), 39]
    assert newest(store, other.journal) == other
    assert verify(journal, store.kept(journal.id)).ok
    assert {file.stat().st_mode & 0o077 for file in folder.iterdir()} == {0}


def test_a_file_that_is_no_checkpoint_is_skipped_and_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    journal, store = MemoryJournal(), open_checkpoint_store(str(tmp_path))
    first = made(journal, 1)
    store.keep(first)
    store.keep(made(journal, 2))
    last = max(tmp_path.iterdir())
    last.write_text(last.read_text()[:40])
    assert list(store.kept(journal.id)) == [first]
    assert "is not a checkpoint" in caplog.text


def test_a_folder_whose_disk_is_not_mounted_is_not_made(tmp_path: Path) -> None:
    store = open_checkpoint_store(str(tmp_path / "disk" / "checkpoints"))
    with pytest.raises(CheckpointStoreError, match="No such file"):
        store.keep(made(MemoryJournal(), 1))
    with pytest.raises(CheckpointStoreError, match="there is no folder"):
        list(store.kept("0" * 32))
    assert not (tmp_path / "disk").exists()


def test_a_second_database_is_another_one(durable: Store) -> None:
    journal = durable.open()
    journal.append(one("a", 0))
    signed = checkpoint(journal, KEY, time=1)
    journal.close()
    with pytest.raises(CheckpointStoreError, match="is the database that the checkpoint is about"):
        open_checkpoint_store(durable.url).keep(signed)
    with durable.open(read_only=True) as again:
        assert again.tip().batch == 1


def test_a_second_database_has_a_record_of_every_checkpoint(durable: Store) -> None:
    journal, store = MemoryJournal(), open_checkpoint_store(durable.url)
    signed = [made(journal, time) for time in (1, 2, 3)]
    for each in signed:
        store.keep(each)
    with durable.open(read_only=True) as second:
        records = list(second.read(f"checkpoints/{journal.id}"))
        assert [each.payload["digest"] for each in records] == [each.digest() for each in signed]
        assert verify(second).ok


def test_an_address_gets_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    with address() as kept:
        store = open_checkpoint_store(kept.url)
        store.keep(made(MemoryJournal(), 1))
        monkeypatch.setenv(TOKEN, "geheim")
        store.keep(made(MemoryJournal(), 1))
        assert kept.tokens == [None, "Bearer geheim"]
        kept.status = 507
        for ask in (lambda: store.keep(made(MemoryJournal(), 1)), lambda: list(store.kept("0"))):
            with pytest.raises(CheckpointStoreError, match="status 507"):
                ask()
    with pytest.raises(CheckpointStoreError, match="refused"):
        store.keep(made(MemoryJournal(), 1))


@pytest.mark.parametrize(
    ("where", "shown"),
    [
        ("postgresql://floor:geheim@db/other", "postgresql://floor:...@db/other"),
        ("https://floor:geheim@host/a?key=geheim", "https://host/a"),
    ],
)
def test_no_password_is_shown(where: str, shown: str) -> None:
    assert open_checkpoint_store(where).name == shown


@pytest.mark.parametrize("where", ["", "ftp://host/x", "mysql://host/x"])
def test_a_place_that_makes_no_sense(where: str) -> None:
    with pytest.raises(CheckpointStoreError, match="checkpoints are kept in a folder, a database"):
        open_checkpoint_store(where)
