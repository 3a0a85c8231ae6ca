"""What is too much: too often, too many, too slow."""

import asyncio
import json
import socket
import time
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from houserules.core.people import Person
from houserules.floor.people.signed_in import Caller
from houserules.floor.startup import practice_table
from houserules.floor.tables.table import FloorTable
from houserules.web.app_state import Limiter
from houserules.web.live.connection import Connection, ConnectionInfo
from houserules.web.live.table_json import Shown
from houserules.web.settings import Rate, Settings
from web.server import OPEN, Live, Member, Server


def test_a_bucket_empties_and_fills_again() -> None:
    now = [100.0]
    limiter = Limiter(Rate(2, 3), lambda: now[0])
    assert [limiter.allows("ann") for _ in range(4)] == [True, True, True, False]
    assert limiter.allows("bob")
    now[0] += 0.5
    assert [limiter.allows("ann") for _ in range(2)] == [True, False]
    now[0] += 1000
    assert [limiter.allows("ann") for _ in range(4)] == [True, True, True, False]


def test_too_many_requests_of_an_address_are_turned_away() -> None:
    with Server(Settings(by_address=Rate(0.001, 3))) as server:
        http = server.http()
        answers = [http.get("/api/tables") for _ in range(4)]
        assert [each.status_code for each in answers] == [200, 200, 200, 429]
        assert answers[-1].json()["error"]["code"] == "rate.limited"
        assert int(answers[-1].headers["Retry-After"]) > 0
        assert http.get("/api/health").status_code == 200


def test_too_many_messages_are_turned_away_and_at_last_the_connection() -> None:
    limits = Settings(by_address=OPEN, by_person=OPEN, by_connection=Rate(0.001, 2))
    with Server(limits) as server, server.guest().live("t1") as live:
        live.hear()
        for _ in range(2):
            live.say(type="ping")
            assert live.hear()["type"] == "pong"
        said = live.do("be-ready", id="mine")
        assert (said["code"], said["id"]) == ("rate.limited", "mine")
        with pytest.raises(ConnectionClosed) as closed:
            _go_on(live)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


def _go_on(live: Live) -> None:
    for _ in range(250):
        live.say(type="ping")
        live.hear()


def test_a_person_counts_over_all_connections() -> None:
    limits = Settings(by_address=OPEN, by_connection=OPEN, by_person=Rate(0.001, 4))
    with Server(limits) as server:
        member = server.guest()
        assert [member.http.get("/api/me").status_code for _ in range(3)] == [200] * 3
        with member.live("t1") as live:
            live.hear()
            live.say(type="ping")
            assert live.hear()["type"] == "pong"
            live.say(type="ping")
            assert live.hear()["code"] == "rate.limited"
            assert member.http.get("/api/me").status_code == 429
            assert server.guest().http.get("/api/me").status_code == 200


def test_connections_of_one_person_are_counted_and_given_back() -> None:
    with Server(Settings(by_address=OPEN, by_person=OPEN, connections_of_person=2)) as server:
        member = server.guest()
        with member.live("t1"), member.live("t2"):
            with pytest.raises(InvalidStatus) as refused:
                member.live("t1")
            assert refused.value.response.status_code == 429
            with server.guest().live("t1"):
                pass
        for _ in range(100):
            if not server.app.state.hub.connections:
                break
            server.run(asyncio.sleep(0.02))
        with member.live("t1") as live:
            assert live.hear()["type"] == "snapshot"


ANN = Caller(
    "Ann",
    "player",
    "",
    is_guest=False,
    is_bot=False,
    owner=False,
    second_factor=False,
    scopes=frozenset(("read", "play")),
    pending=None,
    session="s",
)


class State(Shown):
    """A state of a table that says its number."""

    def __init__(self, number: int) -> None:
        super().__init__(FloorTable(practice_table("t1", "nz-pontoon")), before=0)
        self.number, self.is_forgotten = number, False

    def forget(self) -> None:
        self.is_forgotten = True

    def update_for(self, person: Person, *, now: int) -> str:
        return json.dumps({"update": self.number})

    def snapshot_for(self, person: Person, *, now: int) -> str:
        return json.dumps({"snapshot": self.number})


class Reader:
    """A client that reads only when it is told to."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.room = asyncio.Event()

    async def send(self, message: dict[str, Any]) -> None:
        await self.room.wait()
        self.sent.append(message.get("text") or message.get("code"))


async def every_task_has_run() -> None:
    """Wait until each task waits for something outside; by steps of the loop, not by the clock."""
    for _ in range(200):
        await asyncio.sleep(0)


async def no_session() -> None:
    return None


def connection(reader: Reader, latest: State, *, now: list[int] | None = None) -> Connection:
    hour = now or [0]
    return Connection(
        reader.send,
        ConnectionInfo(ANN, no_session, "t1", "::1"),
        latest=lambda: latest,
        now=lambda: hour[0],
        most=3,
    )


def test_a_slow_reader_gets_the_latest_state_and_every_answer() -> None:
    async def run() -> list[Any]:
        reader = Reader()
        slow = connection(reader, State(99))
        slow.offer(State(1))
        await asyncio.sleep(0)  # it is being sent
        for position in range(2, 50):
            slow.offer(State(position))
        slow.tell('"answer"')
        reader.room.set()
        await every_task_has_run()
        slow.offer(State(100))
        await every_task_has_run()
        return [json.loads(text) for text in reader.sent]

    assert asyncio.run(run()) == [
        {"update": 1},
        "answer",
        {"snapshot": 99},
        {"update": 100},
    ]


def test_what_was_worked_out_for_an_update_is_kept_until_the_last_reader_has_it() -> None:
    async def run() -> list[bool]:
        quick, slow, shown = Reader(), Reader(), State(1)
        both = [connection(each, State(2)) for each in (quick, slow)]
        for each in both:
            each.show_all()
        await asyncio.sleep(0)  # a snapshot is on its way to each
        for each in both:
            each.offer(shown)
        shown.pass_by()
        seen = [shown.is_forgotten]
        for reader in (quick, slow):
            reader.room.set()
            await every_task_has_run()
            seen.append(shown.is_forgotten)
        return seen

    assert asyncio.run(run()) == [False, False, True]


def test_what_is_never_sent_is_let_go() -> None:
    async def run() -> tuple[bool, bool]:
        reader, shown = Reader(), State(1)
        gone = connection(reader, State(2))
        gone.show_all()
        await asyncio.sleep(0)
        gone.offer(shown)
        shown.pass_by()
        before = shown.is_forgotten
        gone.discard()
        return before, shown.is_forgotten

    assert asyncio.run(run()) == (False, True)


def test_a_reader_who_keeps_up_misses_nothing() -> None:
    async def run() -> list[Any]:
        reader = Reader()
        reader.room.set()
        quick = connection(reader, State(99))
        for position in range(50):
            quick.offer(State(position))
            await asyncio.sleep(0)
        await every_task_has_run()
        return [json.loads(text)["update"] for text in reader.sent]

    assert asyncio.run(run()) == list(range(50))


def test_who_reads_nothing_for_long_is_dropped() -> None:
    async def run() -> tuple[bool, bool, list[Any]]:
        reader, now = Reader(), [0]
        stuck = connection(reader, State(1), now=now)
        stuck.show_all()
        await asyncio.sleep(0)
        now[0] = 20_000
        before = stuck.is_stuck(longer_than=20_000)
        now[0] = 20_001
        after = stuck.is_stuck(longer_than=20_000)
        stuck.end(1013, "slow")
        await asyncio.sleep(0)
        reader.room.set()
        await every_task_has_run()
        stuck.offer(State(2))
        await every_task_has_run()
        return before, after, reader.sent

    assert asyncio.run(run()) == (False, True, [1013])


def test_the_reader_of_a_dropped_connection_ends_though_nothing_can_be_sent() -> None:
    async def run() -> bool:
        reader, made = Reader(), asyncio.Event()

        async def serve() -> None:
            stuck = connection(reader, State(1))
            made.set()
            stuck.end(1013, "slow")
            await asyncio.Event().wait()

        serving = asyncio.create_task(serve())
        done, _ = await asyncio.wait((serving,), timeout=10)
        return serving in done and serving.cancelled()

    assert asyncio.run(run())


def test_a_slow_reader_is_dropped_over_the_network() -> None:
    limits = Settings(by_address=OPEN, by_person=OPEN, by_connection=OPEN, slow_for=200)
    with Server(limits, buffer=4096) as server, unread(server, server.guest()) as slow:
        hub = server.app.state.hub
        deadline = time.monotonic() + 60
        while not hub.connections:
            assert time.monotonic() < deadline
            server.run(asyncio.sleep(0.02))
        (connection,) = hub.connections
        # How much the buffers on the way hold is up to the machine, so ask until they are full.
        while connection.ended is None and not connection.is_stuck(longer_than=100):
            assert time.monotonic() < deadline
            with suppress(BlockingIOError, ConnectionError):  # full as well, or dropped just now
                slow.send(masked(b'{"type":"snapshot"}'))
            server.run(asyncio.sleep(0))
        while hub.connections:
            assert time.monotonic() < deadline
            server.run(asyncio.sleep(0.02))
        figures = server.http().get("/metrics").text
        assert 'houserules_connections_dropped_total{reason="slow"} 1' in figures


def unread(server: Server, member: Member) -> socket.socket:
    """Open a WebSocket from which nobody will read."""
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.settimeout(30)
    slow.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
    headers = (
        "GET /api/tables/t1/live HTTP/1.1",
        f"Host: {server.url.removeprefix('http://')}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Protocol: houserules.v1",
        f"Cookie: houserules={member.http.cookies['houserules']}",
    )
    slow.sendall("\r\n".join((*headers, "", "")).encode())
    assert slow.recv(12) == b"HTTP/1.1 101"
    slow.settimeout(0)
    return slow


def masked(text: bytes) -> bytes:
    """Return a short text as a client's frame; the mask is all zeros."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text
