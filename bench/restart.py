"""How long a start takes, by the length of the history; from snapshots, and by replaying everything.

    python -m bench.restart [--records 1000000 10000000] [--folder FOLDER] [--replay]

Each journal is written once (`bench.long_history`) and kept in the folder, with the snapshots and the
checkpoint that a server would have left. Starts are measured in new processes, without the time to load
Python modules, in seconds of CPU time, which other work on the machine does not stretch. `killed` is a start with some 900 records of every table since its snapshot, more than a
killed server leaves. `--replay` also measures a start without snapshots, as it was before there were any,
and compares what it leads to with the snapshots.
"""

import argparse
import asyncio
import json
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench.long_history import Plan, keep_snapshots, plan_of, write_history

from houserules.floor.snapshots import KIND
from houserules.floor.startup import close_floor, open_floor
from houserules.floor.store import Store
from houserules.floor.tables.settings import table_stream
from houserules.floor.tables.stream import load
from houserules.journal.url import open_journal

_STARTS: Final = 5
_BYTES: Final = 260
"""Of disk per record, indexes included."""


def url_of(file: Path) -> str:
    return f"sqlite:///{file}"


def start(file: Path) -> dict[str, float]:
    """Return the seconds that opening a table takes on average, and then a start of the server."""

    async def open_tables() -> float:
        store = Store(open_journal(url_of(file)))
        streams = list(store.journal.streams(table_stream("")))
        began = time.process_time()
        for stream in streams:
            await load(store, stream.removeprefix(table_stream("")))
        taken = (time.process_time() - began) / len(streams)
        await store.close()
        return taken

    async def open_house() -> float:
        began = time.process_time()
        floor = await open_floor(url_of(file))
        taken = time.process_time() - began
        await close_floor(floor)
        return taken

    return {"table": asyncio.run(open_tables()), "start": asyncio.run(open_house())}


def start_in_new_process(file: Path) -> dict[str, float]:
    """Measure one start where only the operating system has the file in memory."""
    command = [sys.executable, "-m", "bench.restart", "--start", str(file)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    result: dict[str, float] = json.loads(done.stdout)
    return result


def snapshots_in(file: Path, *, forget: bool = False) -> dict[str, Any]:
    """Return what the snapshots of tables say, by stream; `forget`: and delete all snapshots."""
    with open_journal(url_of(file)) as journal:
        kept = dict(journal.vault.items(KIND))
        for stream in kept if forget else ():
            journal.vault.delete(KIND, stream)
    tables = {stream: each for stream, each in kept.items() if stream.startswith(table_stream(""))}
    return {stream: json.loads(zlib.decompress(each))["state"] for stream, each in tables.items()}


def measure(file: Path, plan: Plan, *, replay: bool) -> None:
    """Print what starts take on one journal."""
    print(f"{plan.records:>13,} {file.stat().st_size / 1e9:>8.1f} GB", end="", flush=True)
    _print([start_in_new_process(file) for _ in range(_STARTS)])
    killed = []
    for _ in range(_STARTS):
        asyncio.run(keep_snapshots(file, plan, behind=1))
        killed.append(start_in_new_process(file))
    _print(killed)
    if replay:
        before = snapshots_in(file, forget=True)
        _print([start_in_new_process(file)])
        assert snapshots_in(file) == before, "a replay leads to something else"
    print(flush=True)


def _print(starts: list[dict[str, float]]) -> None:
    seconds, each = (median(one[what] for one in starts) for what in ("start", "table"))
    print(f" {seconds:>10.2f} s {1000 * each:>10.1f} ms", end="", flush=True)


def main() -> None:
    """Measure each length."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--records", type=int, nargs="+", default=[1_000_000])
    parser.add_argument("--folder", type=Path, help="where the journals are kept")
    parser.add_argument("--replay", action="store_true", help="also measure without snapshots")
    parser.add_argument("--start", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.start is not None:
        print(json.dumps(start(given.start)))
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.folder or Path(scratch)
        more = "         replay   per table" if given.replay else ""
        print(
            f"      records        disk        start   per table         killed   per table{more}"
        )
        for records in given.records:
            file = folder / f"{records}.db"
            if not file.exists() and shutil.disk_usage(folder).free < records * _BYTES:
                print(f"{records:>13,}: needs {records * _BYTES / 1e9:.0f} GB of disk")
                continue
            plan = plan_of(records)
            if not file.exists():
                write_history(file, plan)
            measure(file, plan, replay=given.replay)


if __name__ == "__main__":
    main()
