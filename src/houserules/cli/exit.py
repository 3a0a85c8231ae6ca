"""How a command ends: with an exit code, never with a traceback."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import typer

if TYPE_CHECKING:
    from houserules.table.records.report import Output

_WORKER_LOST: Final = 70  # a fault inside the program, by the convention of sysexits
_FAILED: Final = 74  # an error of a disk or a stream, by the same
_INTERRUPTED: Final = 128 + 2  # what a shell says of a command ended by Ctrl-C
_PIPE_CLOSED: Final = 128 + 13  # and of one whose reader went away


def exit_code(output: "Output") -> int:
    """Return 0 for a record in order, 1 for one that breaks a rule, 2 for one that is malformed."""
    if "malformed" in output:
        return 2
    return 1 if "violation" in output or output.get("findings") else 0


@contextmanager
def clean_exit() -> Iterator[None]:
    """End silently on Ctrl-C or a closed pipe, and with one line on any other failure."""
    if sys.stdout is None:  # closed by the shell
        raise typer.Exit(_PIPE_CLOSED)
    try:
        yield
        sys.stdout.flush()
    except KeyboardInterrupt:
        raise typer.Exit(_INTERRUPTED) from None
    except BrokenExecutor:
        _say(
            "a worker process was killed (perhaps out of memory); "
            "records after the last printed line are not settled"
        )
        raise typer.Exit(_WORKER_LOST) from None
    except OSError as error:
        # Python flushes standard output once more at its end, and would complain there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise typer.Exit(_PIPE_CLOSED) from None
        _say(f"reading or writing failed: {error.strerror}")
        raise typer.Exit(_FAILED) from None


def _say(problem: str) -> None:
    print(f"houserules: {problem}", file=sys.stderr)
