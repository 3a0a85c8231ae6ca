"""What an operator should know before a server starts or while it runs: settings, database, keys, copies."""

import os
import shutil
import stat
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Final, Literal

from houserules.cli.server.settings import Config, default_database, shown_database
from houserules.floor.checkpoint_keeper import check_end
from houserules.floor.safekeeping import Safekeeping
from houserules.floor.signing import named_keys, signing_key
from houserules.floor.tables.ticker import CLOCKS
from houserules.journal.backup_files import find_series, list_backups
from houserules.journal.checkpoint_stores import open_checkpoint_store
from houserules.journal.ending import date_text
from houserules.journal.errors import BackupError, JournalError, ShortJournalError
from houserules.journal.protocol import Journal
from houserules.journal.signers import public_key
from houserules.journal.url import open_journal, sqlite_file

Level = Literal["good", "warning", "bad"]

_SECOND: Final = 1000
_LOW: Final = 1 << 30
"""Bytes of free space below which a disk is nearly full."""
_LATE: Final = 3
"""Intervals without a backup or checkpoint after which it is late."""
_NEEDED: Final = {"web": "fastapi", "postgres": "psycopg"}  # extra: a module of it


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    subject: str
    level: Level
    says: str
    remedy: str = ""


def check_house(config: Config) -> Iterator[Check]:
    """Look at everything that a server with these settings depends on; changes nothing."""
    database = config.database or default_database()
    yield from _check_extras(database)
    yield from _check_network(config)
    kept = config.safekeeping(database)
    if kept is None:
        yield Check("database", "warning", "nothing is stored (memory:)")
        return
    yield from _check_disks(database, kept)
    file = sqlite_file(database)
    if file is not None:
        yield from _check_private("database", file)
    if file is not None and not file.exists():
        yield Check("database", "good", f"{file} will be made at the first start")
        return
    try:
        with open_journal(database, read_only=True) as journal:
            yield from _check_journal(journal, database)
            yield from _check_key(journal)
            yield from _check_checkpoints(journal, kept)
            yield from _check_backups(journal, kept)
    except JournalError as error:
        yield Check("database", "bad", f"{shown_database(database)}: {error}")
    yield from _check_apart(file, kept, config.carded_play)


def _check_extras(database: str) -> Iterator[Check]:
    needed = ["web", *(["postgres"] if database.startswith("postgresql:") else [])]
    for extra in needed:
        if find_spec(_NEEDED[extra]) is None:
            remedy = f"Run: pip install 'houserules[{extra}]'."
            yield Check("packages", "bad", f"the extra {extra} is not installed", remedy)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _check_network(config: Config) -> Iterator[Check]:
    where = f"{config.host} port {config.port}"
    if not config.https and not _is_loopback(config.host):
        yield Check(
            "network",
            "warning",
            f"{where}: browsers connect without encryption",
            "Put a TLS proxy in front and set https.",
        )
    elif config.https and not (config.hosts or config.origins):
        yield Check(
            "network",
            "warning",
            f"{where}: any host name is answered"
            if not _is_loopback(config.host)
            else f"{where}: only the names of this machine are answered",
            "List the names that people type with hosts.",
        )
    else:
        yield Check("network", "good", where + (", by https" if config.https else ""))
    if config.https and not config.operations_address:
        yield Check(
            "network",
            "warning",
            "/metrics is served to everybody",
            "Give it an address of its own with operations_address.",
        )


def _folders(database: str, kept: Safekeeping) -> Iterator[tuple[str, Path]]:
    """The folders that the server writes to, with what is in them."""
    if (file := sqlite_file(database)) is not None:
        yield "database", file.absolute().parent
    if kept.backups:
        yield "backups", Path(kept.backups)
    yield from (("checkpoints", Path(place)) for place in kept.checkpoints if "://" not in place)


def _check_disks(database: str, kept: Safekeeping) -> Iterator[Check]:
    for subject, folder in _folders(database, kept):
        there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
        if not os.access(there, os.W_OK):
            yield Check(subject, "bad", f"{there} cannot be written to by this user")
            continue
        free = shutil.disk_usage(there).free
        says = f"{free / (1 << 30):,.1f} GB are free on the disk of {folder}"
        if free < _LOW:
            yield Check(subject, "bad", says, "Make room: a full disk stops every table.")
        else:
            yield Check(subject, "good", says)


def _check_private(subject: str, file: Path) -> Iterator[Check]:
    """Nobody else on the machine should read what has secrets."""
    if file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077:
        says = f"other users of this machine can read {file}"
        yield Check(subject, "warning", says, f"Run: chmod 600 {file}")


def _check_journal(journal: Journal, database: str) -> Iterator[Check]:
    with journal.snapshot() as snapshot:
        end = snapshot.end
        last = next((each.time for each in snapshot.batches(end.batch - 1, 1)), 0)
    says = f"{shown_database(database)}: {end.serial:,} records, journal {journal.id}"
    yield Check("database", "good", says)
    behind = last - _now()
    if behind > 2 * _SECOND:
        yield Check(
            "clock",
            "bad",
            f"this machine's clock is {behind // _SECOND:,} seconds behind the last record",
            "Set the clock right before the server starts.",
        )
    running = journal.leases.find(CLOCKS)
    says = "a server is running" if running else "no server is running"
    yield Check("server", "good", says)


def _check_key(journal: Journal) -> Iterator[Check]:
    named, own = named_keys(journal), signing_key(journal)
    if not named:
        return
    if own is not None and public_key(own) == named[-1]:
        yield Check(
            "signing key",
            "warning",
            "the key that signs checkpoints is in the database that it signs",
            "Keep it elsewhere: start the server with --signing-key FILE.",
        )
    else:
        yield Check("signing key", "good", f"outside the database, public key {named[-1]}")


def _check_checkpoints(journal: Journal, kept: Safekeeping) -> Iterator[Check]:
    if not kept.checkpoints:
        yield Check(
            "checkpoints",
            "warning",
            "none are kept outside the database: a shortened journal would not be noticed",
            "Set checkpoints to a folder, database or address elsewhere.",
        )
        return
    stores = [open_checkpoint_store(place) for place in kept.checkpoints]
    try:
        elsewhere = check_end(journal, stores)
    except ShortJournalError as error:
        yield Check("checkpoints", "bad", str(error), "See: houserules verify journal.")
        return
    for problem in elsewhere.problems:
        yield Check("checkpoints", "bad", problem)
    if elsewhere.kept:
        newest = elsewhere.kept[0]
        yield Check("checkpoints", "good", f"the journal has everything of {newest}")


def _check_backups(journal: Journal, kept: Safekeeping) -> Iterator[Check]:
    if not kept.backups:
        yield Check(
            "backups",
            "warning",
            "the server makes none",
            "Set backups to a folder on another disk, or run houserules backup on a schedule.",
        )
        return
    folder = Path(kept.backups)
    try:
        if not folder.is_dir() or not list_backups(folder, journal.id):
            yield Check("backups", "warning", f"there is none in {folder} yet")
            return
        last = find_series(folder, journal.id).last
    except BackupError as error:
        yield Check("backups", "bad", str(error), "Begin again with houserules backup --full.")
        return
    age = (_now() - last.time) // _SECOND
    with journal.snapshot() as snapshot:
        missing = snapshot.end.serial - last.checkpoint.records
    says = f"the last one is of {date_text(last.time)}; records since then: {missing:,}"
    is_late = missing > 0 and age > _LATE * kept.backup_interval
    remedy = "See the log of the server for why no newer one was made." if is_late else ""
    yield Check("backups", "warning" if is_late else "good", says, remedy)
    if last.key is None:
        yield Check(
            "backups",
            "warning",
            "they are not encrypted, and have passwords and keys",
            "Set backup_key, or guard them like the database.",
        )


def _check_apart(database: Path | None, kept: Safekeeping, identity_key: str) -> Iterator[Check]:
    """What protects the database should survive the disk that it is on."""
    if database is None or not database.exists():
        return
    disk = database.stat().st_dev
    copies = (*((kept.backups,) if kept.backups else ()), *kept.checkpoints)
    for place in _existing(copies):
        if place.stat().st_dev == disk:
            remedy = "Use another disk, or copy it away."
            yield Check("copies", "warning", f"{place} is on the disk of the database", remedy)
    for key in _existing(each for each in (identity_key, kept.backup_key) if each):
        yield from _check_private("keys", key)
        if key.absolute().parent == database.absolute().parent:
            remedy = "Whoever copies that folder can read what the key protects: move the key."
            yield Check("keys", "warning", f"{key} is in the folder of the database", remedy)


def _existing(places: Iterable[str]) -> Iterator[Path]:
    yield from (Path(place) for place in places if "://" not in place and Path(place).exists())


def _now() -> int:
    return time.time_ns() // 1_000_000
