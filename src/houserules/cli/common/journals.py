"""Journals for the commands that read one: where it is, and one line when it cannot be read."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer

from houserules.cli.common.options import clean_exit, fail
from houserules.cli.server.settings import default_database
from houserules.core.codec import DataError
from houserules.floor.stored_events import StoredError
from houserules.journal.checkpoints import Checkpoint
from houserules.journal.errors import CheckpointError, DamagedError, JournalError
from houserules.journal.protocol import Journal
from houserules.journal.url import open_journal

RESTORE: Final = (
    "stop the server, keep a copy of the database, and restore the last backup that verifies"
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
