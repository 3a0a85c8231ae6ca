"""Snapshots of states in the vault, so that a start does not replay what a stream says from its beginning.

A snapshot is only a cache. It names the record that it was taken at by its hash, which binds everything
before it in the stream, and the program that took it. If the stream has another record there, or another
program reads it, or its seal does not match, it is ignored and the stream is replayed. `verify`, `replay`
and `audit` never look at snapshots, and deleting all of them changes nothing.

They are in the vault because a state has secrets, such as the order of a shoe. They are written in a
thread of their own, which hands them to the committer like any other batch: nobody waits for one.
"""

import json
import logging
import zlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from houserules.core.codec import Data
from houserules.core.state_codec import StateCodec
from houserules.journal.errors import DamagedError, JournalError
from houserules.journal.protocol import Journal
from houserules.journal.records import Batch, Outcome, Put

KIND: Final = "snapshot"
"""The kind of vault entry, by stream."""
FORMAT: Final = "houserules/snapshot-1"
EVERY: Final = 500
"""Records of a stream between two snapshots: replaying so many takes some 30 milliseconds."""
AT_LEAST: Final = 50
"""Records after which a snapshot is worth taking when the server stops."""
_BYTES_PER_RECORD: Final = (
    1_000  # a state that takes more than this per record is written less often
)
_LAYERS: Final = (
    *("core", "rulebook", "shoe", "table"),
    *("tournament", "promotion", "carded", "floor"),
)
_log: Final = logging.getLogger(__name__)


@cache
def program_stamp() -> str:
    """Return a digest of everything that decides what records lead to."""
    return digest_of_layers(Path(str(files("houserules"))))


def digest_of_layers(package: Path) -> str:
    """Return a digest of source and rulebooks of these layers, with their paths."""
    digest = sha256()
    for layer in _LAYERS:
        folder = package / layer
        for file in sorted([*folder.rglob("*.py"), *folder.rglob("*.toml")]):
            name = file.relative_to(package).as_posix()
            digest.update(name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def find_snapshot(journal: Journal, stream: str, codec: StateCodec) -> tuple[int, Any] | None:
    """Return the position and state of a stream's snapshot; None: there is none that can be used."""
    try:
        kept = journal.vault.get(KIND, stream)
    except DamagedError as error:
        _ignore(stream, str(error))
        return None
    if kept is None:
        return None
    try:
        data = json.loads(zlib.decompress(kept))
        if (no := _why_not(journal, stream, data)) is None:
            return data["position"], codec.from_data(data["state"])
    except (zlib.error, ValueError, LookupError, TypeError) as error:
        no = repr(error)
    _ignore(stream, no)
    return None


def _why_not(journal: Journal, stream: str, data: Data) -> str | None:
    """Say why a snapshot is not used; None: it fits the program and the chain."""
    if (data["format"], data["program"]) != (FORMAT, program_stamp()):
        return "another version of the program took it"
    if data["stream"] != stream or data["hash"] != hash_at(journal, stream, data["position"]):
        return "the stream has another record at its position"
    return None


def hash_at(journal: Journal, stream: str, position: int) -> str | None:
    """Return the hash of a record; None: the stream is shorter."""
    records = journal.read(stream, position - 1, 1)
    return next((record.hash for record in records), None)


class Snapshots:
    """Takes and finds snapshots of streams."""

    def __init__(self, journal: Journal, submit: Callable[[Batch], "Future[Outcome]"]) -> None:
        self._journal, self._submit = journal, submit
        self._taken: dict[str, int] = {}  # by stream: the position of the last one
        self._every_of: dict[str, int] = {}  # of large states
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="snapshots")

    def find(self, stream: str, codec: StateCodec) -> tuple[int, Any] | None:
        """Return the position and state of a stream's snapshot, blocking; None: replay the stream."""
        found = find_snapshot(self._journal, stream, codec)
        if found is not None:
            self._taken[stream] = found[0]
        return found

    def is_due(self, stream: str, position: int) -> bool:
        """Whether enough has been appended since the last snapshot."""
        every = self._every_of.get(stream, EVERY)
        return position - self._taken.get(stream, 0) >= every

    def take(self, stream: str, position: int, state: Any, codec: StateCodec) -> None:
        """Take a snapshot in the background; `state` is durable and does not change any more."""
        self._taken[stream] = position
        with suppress(RuntimeError):  # the server has stopped
            self._thread.submit(self._write, stream, position, state, codec)

    def take_if_due(self, stream: str, position: int, state: Any, codec: StateCodec) -> None:
        """Take a snapshot if enough has been appended since the last one."""
        if self.is_due(stream, position):
            self.take(stream, position, state, codec)

    def is_worth_it(self, stream: str, position: int) -> bool:
        """Whether a snapshot now, before the server stops, saves the next start something."""
        return position - self._taken.get(stream, 0) >= min(AT_LEAST, EVERY)

    def _write(self, stream: str, position: int, state: Any, codec: StateCodec) -> None:
        """Runs in the thread; a snapshot that cannot be taken is none, and the next may succeed."""
        try:
            value = self._to_bytes(stream, position, state, codec)
            put = Put(KIND, stream, value)
            written = self._submit(Batch((), actor="house", time=0, puts=(put,)))
            written.add_done_callback(lambda done: _note(stream, done))
        except JournalError as error:
            _log.warning("no snapshot of %s: %s", stream, error)
        except Exception:
            _log.exception("no snapshot of %s", stream)

    def _to_bytes(self, stream: str, position: int, state: Any, codec: StateCodec) -> bytes:
        data = {
            **{"format": FORMAT, "program": program_stamp(), "stream": stream},
            **{"position": position, "hash": hash_at(self._journal, stream, position)},
            **{"state": codec.to_data(state)},
        }
        text = json.dumps(data, separators=(",", ":")).encode()
        self._every_of[stream] = max(EVERY, len(text) // _BYTES_PER_RECORD)
        return zlib.compress(text)

    def close(self) -> None:
        """Finish what is being written; the committer is closed after this."""
        self._thread.shutdown()


def _note(stream: str, written: "Future[Outcome]") -> None:
    if (error := written.exception()) is not None:
        _log.warning("no snapshot of %s: %s", stream, error)


def _ignore(stream: str, why: str) -> None:
    _log.info("the snapshot of %s is not used, its records are replayed: %s", stream, why)
