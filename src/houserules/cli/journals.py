"""Journals for the commands that read one: where it is, and one line when it cannot be read."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer

from houserules.cli.exit import clean_exit
from houserules.cli.options import fail
from houserules.cli.serve_settings import default_database

if TYPE_CHECKING:
    from houserules.journal.protocol import Journal

RESTORE: Final = (
    "stop the server, keep a copy of the database, and restore the last backup that verifies"
)
"""What to do about a journal that is damaged."""
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="HOUSERULES_DATABASE",
        help="sqlite:///FILE or postgresql://USER@HOST/NAME. Default: as `houserules serve` has it.",
        show_default=False,
    ),
]


@contextmanager
def open_for_command(
    command: str, url: str | None, *, as_json: bool, read_only: bool = True
) -> Iterator["Journal"]:
    """Open a journal, which a server may be writing to; end with exit code 2 where that fails."""
    from houserules.core.codec import DataError  # noqa: PLC0415  # only some commands need it
    from houserules.floor.stored_events import StoredError  # noqa: PLC0415
    from houserules.journal.errors import DamagedError, JournalError  # noqa: PLC0415
    from houserules.journal.opening import open_journal  # noqa: PLC0415

    with clean_exit():
        try:
            with open_journal(url or default_database(), read_only=read_only) as journal:
                yield journal
        except DamagedError as error:
            fail(command, f"{error}; {RESTORE}", as_json=as_json)
        except JournalError as error:
            fail(command, str(error), as_json=as_json)
        except (StoredError, DataError) as error:
            hint = "houserules verify journal says whether it was altered"
            fail(
                command,
                f"the journal has a record that cannot be read: {error}; {hint}",
                as_json=as_json,
            )


def needs_cryptography(command: str, *, as_json: bool) -> None:
    """End with exit code 2 where signatures cannot be checked."""
    try:
        import cryptography  # noqa: F401, PLC0415
    except ImportError:
        fail(command, "signatures need more: pip install 'houserules[web]'", as_json=as_json)
