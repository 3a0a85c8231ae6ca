"""What the server is measured beside: a bare echo, and bare durable commits of one row."""

import asyncio
import sqlite3
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import psycopg
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

_SECONDS = 2.0


def durable_commits(url: str, slower: float) -> float:
    """Count bare commits of one row a second, one after the other, on the disk when they return."""
    if url.startswith("sqlite:///"):
        return _sqlite(Path(url.removeprefix("sqlite:///")).with_name("bare.db"), slower)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE bare (id serial PRIMARY KEY, text text)")
        count, end = 0, time.perf_counter() + _SECONDS
        while time.perf_counter() < end:
            time.sleep(slower)
            connection.execute("INSERT INTO bare (text) VALUES (%s)", ("x" * 100,))
            count += 1
        connection.execute("DROP TABLE bare")
    return count / _SECONDS


def _sqlite(path: Path, slower: float) -> float:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, text TEXT)")
    count, end = 0, time.perf_counter() + _SECONDS
    while time.perf_counter() < end:
        time.sleep(slower)
        connection.execute("INSERT INTO bare (text) VALUES (?)", ("x" * 100,))
        count += 1
    connection.close()
    return count / _SECONDS


@dataclass(frozen=True)
class Echo:
    """How fast a bare echo is, one message after the other."""

    each_second: float
    p50: float


async def echo_trips(size: float) -> Echo:
    """Send messages of a size to a bare echo server in the same process, one at a time."""

    async def echo(socket: ServerConnection) -> None:
        async for message in socket:
            await socket.send(message)

    async with serve(echo, "127.0.0.1", 0, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", compression=None) as socket:
            text, trips, end = "x" * int(size), [], time.perf_counter() + _SECONDS
            while time.perf_counter() < end:
                started = time.perf_counter()
                await socket.send(text)
                await socket.recv()
                trips.append(time.perf_counter() - started)
    await asyncio.sleep(0)
    return Echo(len(trips) / _SECONDS, statistics.median(trips))
