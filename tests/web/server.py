"""A real server for tests: the floor on a journal in memory, uvicorn on a loopback port, in a thread."""

import asyncio
import base64
import json
import logging
import secrets
import socket
import threading
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import count
from typing import Any, Self, TypeVar

import httpx
import uvicorn
from argon2 import PasswordHasher
from websockets.sync.client import ClientConnection, connect

from houserules.core.people import Role
from houserules.floor.app import Floor
from houserules.floor.carded.identity import Sealer
from houserules.floor.clock import milliseconds
from houserules.floor.denial import Denied
from houserules.floor.people.app import People
from houserules.floor.people.limits import SignInLimits
from houserules.floor.people.second_factor import code_at, step_of
from houserules.floor.people.signed_in import OneTimePassword
from houserules.floor.startup import OWNER, first_start
from houserules.floor.store import Store
from houserules.floor.tables.settings import Setting
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.web.app import create_app
from houserules.web.listener import server_config
from houserules.web.logs import JsonFormatter
from houserules.web.settings import Rate, Settings

Answer = TypeVar("Answer")
PASSWORD = "correct horse battery"
OPEN = Rate(10_000, 10_000)
WIDE = Settings(
    by_address=OPEN,
    by_person=OPEN,
    by_connection=OPEN,
    operations_by_address=OPEN,
    solves_by_address=OPEN,
)
"""Settings under which no test is held up by a rate."""
LIMITS = SignInLimits(origin_sign_ups=10**6, origin_failures=10**6)
_HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Lines(logging.Handler):
    """Keeps the log as it would be written."""

    def __init__(self, thread: threading.Thread) -> None:
        super().__init__()
        self.setFormatter(JsonFormatter())
        self.lines: list[str] = []
        self._thread = thread

    def emit(self, record: logging.LogRecord) -> None:
        if record.thread == self._thread.ident:  # two servers may run beside each other
            self.lines.append(self.format(record))


@dataclass
class Member:
    """Somebody who has signed in: over HTTP, and over WebSockets by the same cookie."""

    url: str
    http: httpx.Client
    handle: str

    def live(self, table: str, *, after: int | None = None, **headers: str) -> "Live":
        query = "" if after is None else f"?after={after}"
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return Live(
            connect(
                f"{self.url.replace('http', 'ws')}/api/tables/{table}/live{query}",
                subprotocols=["houserules.v1"],  # type: ignore[list-item]
                additional_headers={"Cookie": cookies, **headers},
                compression=None,
                proxy=None,
            ),
            self,
        )


class Live:
    """A WebSocket; keeps every text that came, the state heard last, and all events."""

    def __init__(
        self, connecting: AbstractContextManager[ClientConnection], member: Member
    ) -> None:
        self.member = member
        self._connecting = connecting
        self.socket = connecting.__enter__()
        self.heard: list[str] = []
        self.events: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self._ids = (f"{secrets.token_hex(4)}-{number}" for number in count(1))

    def hear(self, timeout: float = 60) -> dict[str, Any]:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] in ("snapshot", "update"):
            self.state = message
            self.events += message.get("events", [])
        return message

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def do(self, do: str, /, **fields: Any) -> dict[str, Any]:
        """Give a command; gives the answer to it."""
        self.say(type="command", id=fields.pop("id", None) or next(self._ids), do=do, **fields)
        return self.until("accepted", "refused", "error")

    def done(self, do: str, /, **fields: Any) -> int:
        """Give a command that must be accepted; gives its position."""
        answer = self.do(do, **fields)
        assert answer["type"] == "accepted", answer
        return int(answer["position"])

    def until(self, *kinds: str) -> dict[str, Any]:
        """Hear until one of these kinds comes."""
        while (message := self.hear())["type"] not in kinds:
            pass
        return message

    def legal(self) -> dict[str, dict[str, Any]]:
        return {each["do"]: each for each in self.state["mine"]["legal"]}

    def sit(self, seat: int | None = 1, amount: int = 200_00) -> None:
        """Take a seat with practice money, and let the dealer cut."""
        self.done("take-seat", seat=seat, amount=amount)
        if "decline-cut" in self.legal():
            self.done("decline-cut")

    def play_round(self, box: int = 1) -> None:
        """Play a round alone at the table: nobody insures, and stands as soon as it is allowed."""
        self.done("place-wager", box=box, amount=25_00, seated=True)
        self.done("be-ready")
        while (phase := self.state["table"]["phase"]) != "over":
            legal = self.legal()
            if "decline-cut" in legal:
                self.done("decline-cut")
            elif "decline" in legal:
                self.done("decline", box=box)
            elif phase in ("offers", "betting"):  # bets reopen if the cutting card came first
                self.done("be-ready")
            else:
                self.done("stand" if "stand" in legal else "hit", box=box, hand=1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connecting.__exit__(None, None, None)


class Server:
    """A server that runs until the block ends."""

    def __init__(
        self,
        settings: Settings = WIDE,
        *,
        now: Callable[[], int] = milliseconds,
        buffer: int | None = None,
        journal: Journal | None = None,
        carded: bool = False,
        limits: SignInLimits = LIMITS,
    ) -> None:
        self._limits = limits
        self._settings, self.now, self._buffer = settings, now, buffer
        self._journal = MemoryJournal() if journal is None else journal
        self._sealer = Sealer(bytes(32), secrets.token_bytes) if carded else None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._started = threading.Event()
        self.log = Lines(self._thread)
        self.loop: asyncio.AbstractEventLoop
        self.floor: Floor
        self.owner: OneTimePassword | None = None
        self._clients: list[httpx.Client] = []

    def __enter__(self) -> Self:
        logging.getLogger("houserules").addHandler(self.log)
        logging.getLogger("uvicorn").addHandler(self.log)
        logging.getLogger("houserules").setLevel(logging.INFO)
        self._thread.start()
        assert self._started.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        for client in self._clients:
            client.close()
        self._server.should_exit = True
        self._thread.join(60)
        logging.getLogger("houserules").removeHandler(self.log)
        logging.getLogger("uvicorn").removeHandler(self.log)
        assert not self._thread.is_alive()

    async def _run(self) -> None:
        self.loop = asyncio.get_running_loop()
        store = Store(self._journal)
        people = People(
            store,
            now=self.now,
            random=secrets.token_bytes,
            hasher=_HASHER,
            limits=self._limits,
        )
        self.floor = Floor(store, people, now=self.now, sealer=self._sealer)
        await self.floor.open()
        self.owner = await first_start(self.floor)
        self.app = create_app(self.floor, self._settings)
        self._server = uvicorn.Server(server_config(self.app, self._settings, shutdown=1))
        with socket.create_server(("127.0.0.1", 0)) as listening:
            # asyncio does this only where the protocol is named; else each answer waits 40 ms
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._buffer is not None:
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._buffer)
            self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
            await self._serve(listening)
        await self.floor.close()
        people.close()
        await store.close()

    async def _serve(self, listening: socket.socket) -> None:
        serving = asyncio.create_task(self._server.serve(sockets=[listening]))
        while not self._server.started:
            await asyncio.sleep(0.01)
        self._started.set()
        await serving

    def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Do something on the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def http(self, **headers: str) -> httpx.Client:
        """Return a client that has not signed in."""
        ours = {"X-Houserules": "1", **headers}
        client = httpx.Client(
            base_url=self.url, headers=ours, timeout=30, trust_env=False, verify=False
        )
        self._clients.append(client)
        return client

    def guest(self) -> Member:
        """Let a guest in."""
        http = self.http()
        answer = http.post("/api/guest")
        assert answer.status_code == 201, answer.text
        return Member(self.url, http, answer.json()["handle"])

    def player(self, handle: str) -> Member:
        """Let somebody sign up."""
        http = self.http()
        answer = http.post("/api/sign-up", json={"handle": handle, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        return Member(self.url, http, handle)

    def the_owner(self) -> Member:
        """Sign the owner in, with a password and a second factor of their own."""
        assert self.owner is not None
        member = Member(self.url, self.http(), OWNER)
        first = {"handle": OWNER, "password": self.owner.password}
        assert member.http.post("/api/sign-in", json=first).json()["pending"] == "password"
        change = {"old": self.owner.password, "new": PASSWORD}
        assert member.http.post("/api/password", json=change).json()["pending"] == "enrolment"
        self.enrol(member)
        return member

    def enrol(self, member: Member) -> bytes:
        """Give somebody a second factor, and pass it; returns its secret."""
        drawn = member.http.post("/api/second-factor", json={"password": PASSWORD}).json()["secret"]
        secret = base64.b32decode(drawn + "=" * (-len(drawn) % 8))
        code = code_at(secret, step_of(self.now()))
        answer = member.http.post("/api/second-factor/code", json={"code": code})
        assert answer.json()["pending"] is None, answer.text
        return secret

    def staff(self, owner: Member, handle: str, role: Role) -> Member:
        """Sign somebody up, give a role, and enrol the second factor."""
        return self.staff_with_secret(owner, handle, role)[1]

    def staff_with_secret(self, owner: Member, handle: str, role: Role) -> tuple[bytes, Member]:
        """Return a new staff member with the secret of the second factor."""
        member = self.player(handle)
        given = owner.http.put(
            f"/api/persons/{handle}/role", json={"role": role, "licence": f"L-{handle}"}
        )
        assert given.status_code == 200, given.text
        return self.enrol(member), member

    def set_up(self, setting: Setting) -> None:
        """Set a table up."""
        made = self.run(self.floor.set_up(setting, by=OWNER))
        assert not isinstance(made, Denied), made
