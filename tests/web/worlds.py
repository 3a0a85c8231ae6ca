"""Two worlds that differ only in what nobody may know yet: whatever is sent must be the same in both.

The same people give the same commands to two servers. The cards that are still in the shoe, the salt
of its commitment, or cards that lie face down are others in the second world. If one byte that
somebody gets differs, by WebSocket, HTTP or log, it tells of a secret.
"""

import asyncio
import json
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, Self

import httpx
from fastapi.routing import APIRoute

from houserules.core.cards import Card
from houserules.floor.tables.card_handler import VirtualCardHandler
from houserules.floor.tables.settings import Setting
from houserules.web.app import ROUTES
from web.server import Live, Member, Server

NOW: Final = 1_795_000_000_000
STAFF: Final = (
    ("Dora", "dealer"),
    ("Sue", "casino supervisor"),
    ("Ines", "inspector"),
)
PLAYERS: Final = ("Ann", "Bob", "Cat")
_OF_THE_MOMENT: Final = ("time", "id", "ms", "session")
_SAME_FOR_ALL: Final = (
    *("/api/odds", "/metrics", "/api/rulebooks", "/api/health", "/api/docs", "/api/openapi"),
    "/api/exports",  # has hashes of the whole journal, which are others in every world
)
_QUERIES: Final = {"/api/tables/{table}/coach": "?box=1"}
_HEARD_EVERY: Final = 6  # commands: fewer updates than a client keeps unread
Change = Callable[[tuple[Card, ...]], tuple[Card, ...]]


@dataclass
class World:
    """One server with everybody signed in, and all that each of them was sent."""

    setting: Setting
    server: Server = field(default_factory=lambda: Server(now=lambda: NOW))
    members: dict[str, Member] = field(default_factory=dict)
    lives: dict[str, Live] = field(default_factory=dict)
    heard: dict[str, list[str]] = field(default_factory=dict)
    numbers: int = 0

    def __enter__(self) -> Self:
        self._stack = ExitStack()
        self._stack.enter_context(self.server)
        owner = self.server.the_owner()
        self.server.set_up(self.setting)
        for name, role in STAFF:
            self.members[name] = self.server.staff(owner, name, role)  # type: ignore[arg-type]
        for name in PLAYERS:
            self.members[name] = self.server.player(name)
        for name, member in self.members.items():
            live = self._stack.enter_context(member.live(self.setting.table))
            self.lives[name], self.heard[name] = live, []
            live.hear()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def house(self) -> VirtualCardHandler:
        house = self.server.floor.tables[self.setting.table].handler
        assert isinstance(house, VirtualCardHandler)
        return house

    def change(self, change: Change) -> None:
        """Put other cards into the shoe, and another salt beside it."""
        house = self.house
        house.shoe = replace(house.shoe, stack=change(house.shoe.stack))
        house.salt = bytes(reversed(house.salt))

    def do(self, name: str, do: str, **fields: Any) -> dict[str, Any]:
        """Let somebody give a command, and everybody hear what comes of it."""
        self.numbers += 1
        answer = self.lives[name].do(do, id=f"n{self.numbers}", **fields)
        if self.numbers % _HEARD_EVERY == 0:
            for each in self.lives:
                self.listen(each)
        return answer

    def listen(self, name: str) -> Live:
        """Let somebody hear everything that was said so far."""
        live = self.lives[name]
        live.say(type="ping")
        live.until("pong")
        return live

    def ask(self, name: str, path: str) -> None:
        """Let somebody ask over HTTP, and keep the answer."""
        answer = self.members[name].http.get(path)
        assert answer.status_code < 500, (path, answer.text)
        self.heard[name].append(f"{path} {_body(answer)}")

    def everything(self) -> dict[str, list[str]]:
        """Return all that each person was sent, and the log, without what is of the moment only."""
        for name in self.lives:
            self.listen(name)
        self.server.run(asyncio.sleep(0.05))  # the last line of the log comes after its answer
        sent = {name: [*live.heard, *self.heard[name]] for name, live in self.lives.items()}
        return sent | {"log": [_lasting(line) for line in self.server.log.lines]}


def _body(answer: httpx.Response) -> str:
    return answer.text.replace(answer.headers["X-Request-Id"], "ID")


def _lasting(line: str) -> str:
    data = json.loads(line)
    return json.dumps({key: each for key, each in data.items() if key not in _OF_THE_MOMENT})


@cache
def _readable() -> tuple[str, ...]:
    """Return the addresses that answer by what is at the tables or who asks."""
    return tuple(
        route.path
        for module in ROUTES
        for route in module.router.routes
        if isinstance(route, APIRoute)
        and "GET" in route.methods
        and not route.path.startswith(_SAME_FOR_ALL)
    )


def paths(world: World, *, rounds: int, commitment: str | None) -> list[str]:
    """Return every address of the API that can be read, filled in for the table of a world."""
    given = {
        "table": world.setting.table,
        "rulebook": world.setting.rulebook,
        "other": "nz-pontoon",
        "handle": "Ann",
        "commitment": commitment or "0" * 64,
        "id": "no-token",
        "tournament": "no-tournament",
        "promotion": "no-promotion",
        "prize": "0",
        "session": "1",
    }
    filled = [
        path.format(**given, number=number, name=register) + _QUERIES.get(path, "")
        for path in _readable()
        for number in range(1, rounds + 2)
        for register in ("notices", "irregularities", "staff")
    ]
    return list(dict.fromkeys(filled))
