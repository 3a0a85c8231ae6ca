"""What an attacker tries at the door: half requests, two lengths, other hosts, a store that is away."""

import asyncio
import resource
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from houserules.floor.store import Store
from houserules.journal.errors import BusyError, UnavailableError, UnknownOutcomeError
from houserules.journal.sqlite import SqliteJournal
from houserules.web.app import create_operations_app
from houserules.web.guard import address_of
from houserules.web.settings import Rate, Settings
from web.server import OPEN, Server

HURRIED = Settings(by_address=OPEN, header_timeout=0.5, body_timeout=0.5, idle_timeout=0.5)


@pytest.fixture(scope="module")
def hurried() -> Iterator[Server]:
    with Server(HURRIED) as running:
        yield running


def connected(server: Server) -> socket.socket:
    host, port = server.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=30)


def all_of(link: socket.socket) -> bytes:
    """Read until the server hangs up; a server that never does fails by the timeout."""
    return b"".join(iter(lambda: link.recv(4096), b""))


HEAD = b"POST /api/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Houserules: 1\r\n"
BODY = HEAD + b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n"
WHOLE = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "answers"),
    [
        (b"", [b"408"]),
        (b"GET / HT", [b"408"]),
        (HEAD, [b"408"]),
        (BODY, [b"408"]),
        (BODY + b'{"handle"', [b"408"]),
        (WHOLE, [b"200"]),
        (WHOLE + b"GET /api/hea", [b"200"]),
        (WHOLE + BODY, [b"200", b"408"]),
    ],
)
def test_whoever_sends_half_a_request_is_hung_up_on(
    hurried: Server, sent: bytes, answers: list[bytes]
) -> None:
    with connected(hurried) as link:
        link.sendall(sent)
        said = all_of(link).split(b"HTTP/1.1 ")[1:]
    assert [each[:3] for each in said][: len(answers)] == answers


def test_the_second_request_of_a_connection_is_waited_for_no_longer(hurried: Server) -> None:
    with connected(hurried) as link:
        link.sendall(WHOLE)
        assert link.recv(4096).startswith(b"HTTP/1.1 200")
        link.sendall(b"GET /api/hea")
        assert all_of(link).rpartition(b"HTTP/1.1 ")[2].startswith(b"408")


def test_a_byte_now_and_then_does_not_make_the_wait_longer(hurried: Server) -> None:
    with connected(hurried) as link:
        link.settimeout(0.05)
        said = b""
        for _ in range(600):  # half a minute, if nobody hangs up
            try:
                link.sendall(b"x")
                if not (part := link.recv(4096)):
                    break
                said += part
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            pytest.fail("still open")
    assert said.startswith(b"HTTP/1.1 408")


def test_an_unfinished_body_is_no_failure_of_ours(hurried: Server) -> None:
    before = len(hurried.log.lines)
    with connected(hurried) as link:
        link.sendall(BODY)
        all_of(link)
    hurried.run(asyncio.sleep(0))
    assert not [line for line in hurried.log.lines[before:] if "server.error" in line]
    assert not [line for line in hurried.log.lines[before:] if '"kind"' in line]


def test_a_websocket_and_a_slow_answer_are_not_hung_up_on(
    hurried: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited = threading.Event()

    async def slow(*_: object, **__: object) -> None:
        await asyncio.to_thread(waited.wait, 30)

    monkeypatch.setattr(hurried.floor.store, "probe", slow)
    with hurried.guest().live("t1") as live, connected(hurried) as link:
        live.hear()
        link.sendall(WHOLE.replace(b"health", b"ready"))
        hurried.run(asyncio.sleep(0.7))  # longer than every wait
        live.say(type="ping")
        assert live.until("pong")
        waited.set()
        assert all_of(link).startswith(b"HTTP/1.1 503")


def test_two_lengths_of_one_body_are_refused(server: Server) -> None:
    both = HEAD + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    with connected(server) as link:
        link.sendall(both)
        assert link.recv(12) == b"HTTP/1.1 400"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("127.0.0.1:8000", 200),
        ("LOCALHOST", 200),
        ("localhost.", 200),
        ("[::1]:8000", 200),
        ("casino.example", 200),
        ("elsewhere.example", 421),
        ("127.0.0.1.elsewhere.example", 421),
        ("localhost@elsewhere.example", 421),
        ("[", 421),
    ],
)
def test_only_hosts_on_the_list(host: str, status: int, listed: Server) -> None:
    answer = listed.http(Host=host).get("/api/tables")
    assert answer.status_code == status
    assert listed.http(Host=host).get("/api/health").status_code == 200


@pytest.fixture(scope="module")
def listed() -> Iterator[Server]:
    hosts = ("localhost", "127.0.0.1", "::1", "casino.example")
    with Server(Settings(by_address=OPEN, hosts=hosts, https=True)) as running:
        yield running


def test_a_websocket_of_another_host_is_refused(listed: Server) -> None:
    link = connected(listed)
    lines = (
        *("GET /api/tables/t1/live HTTP/1.1", "Host: elsewhere.example", "Upgrade: websocket"),
        *("Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="),
        *("Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: houserules.v1", "", ""),
    )
    with link:
        link.sendall("\r\n".join(lines).encode())
        assert link.recv(12) == b"HTTP/1.1 403"


def test_by_https_browsers_are_told_to_come_by_https_alone(listed: Server, server: Server) -> None:
    told = listed.http().get("/api/health").headers["Strict-Transport-Security"]
    assert told == "max-age=31536000"
    assert "Strict-Transport-Security" not in server.http().get("/api/health").headers


def test_not_ready_while_the_store_does_not_answer(server: Server) -> None:
    journal, gone = server.floor.store.journal, threading.Event()
    write, journal.append_all = journal.append_all, lambda batches: gone.wait(60) and write(batches)
    try:
        answers = [server.http().get(each) for each in ("/api/ready", "/api/ready", "/metrics")]
        assert not gone.is_set()  # every answer came before the store did
    finally:
        journal.append_all = write
        gone.set()
    assert [each.status_code for each in answers] == [503, 503, 200]
    assert answers[0].json()["error"]["code"] == "store.unavailable"
    assert "houserules_up 0" in answers[2].text
    while server.http().get("/api/ready").status_code != 200:
        server.run(asyncio.sleep(0.01))


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UnavailableError("full"), "store.unavailable"),
        (UnknownOutcomeError("full"), "store.unknown"),
        (BusyError("full"), "store.unavailable"),
    ],
)
def test_whoever_asks_meanwhile_is_told_so(server: Server, error: Exception, code: str) -> None:
    journal, guest = server.floor.store.journal, server.guest()

    def fails(*_: object) -> None:
        raise error

    write, journal.append_all = journal.append_all, fails
    read, journal.read = journal.read, fails
    try:
        no = server.http().post("/api/guest")
        page = guest.http.get("/account", headers={"Accept": "text/html"})
    finally:
        journal.append_all, journal.read = write, read
    assert (no.status_code, no.json()["error"]["code"]) == (503, code)
    assert page.status_code == 503 and "Back in a moment" in page.text


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::1", "::1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::2:0:0:1", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a:proxy", "a:proxy"),
    ],
)
def test_the_addresses_of_one_network_are_counted_together(address: str, counted: str) -> None:
    assert address_of({"client": (address, 1)}) == counted


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond a size: to SQLite that is a disk with no room left."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_not_ready_on_a_full_disk(tmp_path: Path) -> None:
    async def run() -> list[bool]:
        store = Store(SqliteJournal(tmp_path / "floor.db"))
        found = [await store.probe(1, patience=30) is not None]
        with full_disk(1):
            found.append(await store.probe(2, patience=30) is not None)
        found.append(await store.probe(3, patience=30) is not None)
        await store.close()
        return found

    assert asyncio.run(run()) == [True, False, True]


def test_readiness_and_figures_are_limited_and_health_is_not() -> None:
    with Server(Settings(operations_by_address=Rate(0.001, 2))) as server:
        http = server.http()
        paths = ("/api/ready", "/metrics", "/api/ready", "/metrics", "/api/health")
        assert [http.get(each).status_code for each in paths] == [200, 200, 429, 429, 200]
        assert http.get("/api/tables").status_code == 200


def test_operations_can_have_an_address_of_their_own() -> None:
    hosts = Settings(operations_apart=True, hosts=("casino.example",))
    with Server(hosts) as server:
        public = server.http(Host="casino.example")
        paths = ("/api/ready", "/metrics", "/api/health", "/api/tables")
        assert [public.get(each).status_code for each in paths] == [404, 404, 200, 200]
        apart = httpx.ASGITransport(create_operations_app(server.app))

        async def ask() -> list[int]:
            async with httpx.AsyncClient(transport=apart, base_url="http://10.0.0.1") as http:
                return [(await http.get(each)).status_code for each in paths]

        assert server.run(ask()) == [200, 200, 200, 404]
