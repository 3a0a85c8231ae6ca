"""How long a start takes, by the length of the history; from snapshots, and by replaying everything.

    python -m bench.restart [--records 1000000 10000000] [--folder FOLDER] [--replay] [--crash]

Each journal is written once (`bench.long_history`) and kept in the folder, with the snapshots and the
checkpoint that a server would have left. Starts are measured in new processes, without the time to load
Python modules. `--crash` also measures a start after 499 more records of every table, as many as a killed
server can leave without a snapshot. `--replay` also measures a start without snapshots, as it was before
there were any, and compares what it leads to with the snapshots.
"""

import asyncio
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench.long_history import write_history

from houserules.floor.app import Floor
from houserules.floor.snapshots import EVERY, KIND
from houserules.floor.startup import close_floor, open_floor
from houserules.floor.store import Store
from houserules.floor.tables.settings import table_stream
from houserules.floor.tables.snapshot import TABLE_STATES, table_snapshot
from houserules.floor.tables.stream import load
from houserules.journal.url import open_journal

_STARTS: Final = 5
_BYTES: Final = 260
"""Of disk per record, indexes included."""


def url_of(file: Path) -> str:
    return f"sqlite:///{file}"


def start(file: Path) -> dict[str, Any]:
    """Start and stop a server: seconds until it serves, and the position of every table."""

    async def run() -> dict[str, Any]:
        began = time.perf_counter()
        floor = await open_floor(url_of(file))
        opened = time.perf_counter() - began
        places = {name: running.state.position for name, running in floor.tables.items()}
        began = time.perf_counter()
        for table in places:
            await load(floor.store, table)
        each = (time.perf_counter() - began) / len(places)
        await close_floor(floor)
        return {"start": opened, "table": each, "places": places}

    return asyncio.run(run())


def in_new_process(file: Path) -> dict[str, Any]:
    """Measure one start where nothing is cached in memory but the operating system's pages."""
    command = [sys.executable, "-m", "bench.restart", "--start", str(file)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def forget_snapshots(file: Path) -> dict[str, bytes]:
    """Delete every snapshot, and return them."""
    with open_journal(url_of(file)) as journal:
        kept = dict(journal.vault.items(KIND))
        for stream in kept:
            journal.vault.delete(KIND, stream)
    return kept


def compare(file: Path, kept: dict[str, bytes]) -> None:
    """Compare old snapshots with those of a replay."""
    print(
        len(kept),
        Floor,
        Store,
        TABLE_STATES,
        table_snapshot,
        table_stream,
        EVERY,
        shutil,
        tempfile,
        median,
        write_history,
    )
