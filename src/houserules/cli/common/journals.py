"""Journals for the commands that read one: where it is, and one line when it cannot be read."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer

from houserules.cli.common.options import clean_exit, fail
from houserules.cli.server.settings import default_database
from houserules.core.codec import DataError
from houserules.floor.checkpoint_keeper import read_elsewhere
from houserules.floor.safekeeping import checkpoint_folder, key_file
from houserules.floor.signing import find_signer, name_key, named_keys
from houserules.floor.stored_events import StoredError
from houserules.journal.checkpoint_stores import CheckpointStore, open_checkpoint_store
from houserules.journal.checkpoints import Checkpoint
from houserules.journal.ending import KeptCheckpoint
from houserules.journal.errors import (
    CheckpointError,
    CheckpointStoreError,
    DamagedError,
    JournalError,
    SignerError,
)
from houserules.journal.protocol import Journal
from houserules.journal.signers import Signer
from houserules.journal.url import open_journal

RESTORE: Final = (
    "stop the server, keep a copy of the database, and restore the last backup that verifies "
    "(houserules restore)"
)
"""What to do about a damaged journal."""
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="HOUSERULES_DATABASE",
        help="The journal: sqlite:///FILE or postgresql://USER@HOST/NAME; archive:FOLDER to read archives. "
        "Default: the one `houserules serve` uses.",
        show_default=False,
    ),
]
SigningKey = Annotated[
    str | None,
    typer.Option(
        "--signing-key",
        metavar="KEY",
        envvar="HOUSERULES_SIGNING_KEY",
        help="The key to sign with: FILE, env:NAME, agent:COMMENT, command:PROGRAM or vault. "
        "Default: the one `houserules serve` uses.",
        show_default=False,
    ),
]


Checkpoints = Annotated[
    list[str] | None,
    typer.Option(
        "--checkpoints",
        metavar="PLACE",
        envvar="HOUSERULES_CHECKPOINTS",
        help="Where checkpoints are kept: a folder, another database or an http address; repeatable. "
        "Default: the folder beside a SQLite database.",
        show_envvar=False,
    ),
]


BackupKey = Annotated[
    str,
    typer.Option(
        "--backup-key",
        metavar="FILE",
        envvar="HOUSERULES_BACKUP_KEY",
        help="The key that backups are encrypted with; made if it does not exist yet.",
        show_envvar=False,
        show_default=False,
    ),
]
_PUBLIC_KEY: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


def public_key_option(given: str | None) -> str | None:
    """Read --public-key; raises BadParameter."""
    key = given.lower() if given else None
    if key is not None and not _PUBLIC_KEY.fullmatch(key):
        raise typer.BadParameter(
            f"{given!r} is not a public key, which has 64 hex digits (0-9, a-f)",
            param_hint="--public-key",
        )
    return key


def open_stores(
    command: str, url: str | None, given: list[str] | None, *, as_json: bool
) -> list[CheckpointStore]:
    """Return the stores of checkpoints, as `houserules serve` finds them."""
    beside = checkpoint_folder(url or default_database())
    default = [str(beside)] if beside is not None and beside.is_dir() else []
    try:
        return [open_checkpoint_store(place) for place in given or default]
    except CheckpointStoreError as error:
        fail(command, str(error), as_json=as_json)


def open_signer(
    journal: Journal, url: str | None, given: str | None, *, at: int, may_be_new: bool = False
) -> Signer:
    """Return who signs for a journal, with the key that it names unless the key `may_be_new`."""
    beside = key_file(url or default_database())
    new_file = beside if beside is not None and beside.exists() else None
    signer = find_signer(journal, given or "", at=at, new_file=new_file)
    named = named_keys(journal)
    if given and not named:
        name_key(journal, signer, at=at)
    if named and named[-1] != signer.public_key and not may_be_new:
        raise SignerError(
            f"signing key: the journal is signed with {named[-1]}, and this key is "
            f"{signer.public_key}; to change it, start houserules serve with it"
        )
    return signer


@contextmanager
def open_for_command(
    command: str, url: str | None, *, as_json: bool, read_only: bool = True
) -> Iterator[Journal]:
    """Open a journal, even while a server writes to it; end with exit code 2 if that fails."""
    with clean_exit():
        try:
            with open_journal(url or default_database(), read_only=read_only) as journal:
                yield journal
        except DamagedError as error:
            fail(command, f"{error}; {RESTORE}", as_json=as_json)
        except JournalError as error:
            fail(command, str(error), as_json=as_json)
        except (StoredError, DataError) as error:
            hint = "houserules verify journal tells whether it was altered"
            problem = f"the journal has a record that cannot be read: {error}; {hint}"
            fail(command, problem, as_json=as_json)


def read_checkpoint(command: str, file: str, *, as_json: bool) -> Checkpoint:
    """Read the file of a checkpoint; end with exit code 2 if it is not one."""
    try:
        return Checkpoint.read(Path(file).read_text("utf-8"))
    except OSError as error:
        fail(command, f"{file}: cannot be read: {error.strerror}", as_json=as_json)
    except (CheckpointError, UnicodeDecodeError):
        fail(command, f"{file}: is not a checkpoint of a journal", as_json=as_json)


def read_checkpoints(
    command: str,
    journal: Journal,
    url: str | None,
    given: list[str],
    *,
    key: str | None = None,
    as_json: bool,
) -> list[KeptCheckpoint]:
    """Read checkpoints from files and stores; without any given, from the folder beside the database."""
    files = [place for place in given if Path(place).is_file() or place.endswith(".json")]
    kept = [KeptCheckpoint(read_checkpoint(command, file, as_json=as_json), file) for file in files]
    places = [place for place in given if place not in files]
    if given and not places:
        return kept
    stores = open_stores(command, url, places, as_json=as_json)
    elsewhere = read_elsewhere(journal, stores, key=key)
    if elsewhere.problems:
        fail(command, elsewhere.problems[0], as_json=as_json)
    return [*kept, *elsewhere.kept]
