"""Bots over the WebSocket, paced together to a rate, that note when each update reached each of them."""

import asyncio
import json
import random
import re
import time
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

_WAITED_FOR = re.compile(r'"waited_for":\[([^\]]*)\]')
_POSITIONS = re.compile(r'"from":(\d+),"position":(\d+)')
_SETTLE = 5.0  # seconds that a delivery may take before it is given up


@dataclass
class Found:
    """What was measured."""

    actions: int
    latencies: list[float]
    messages: int
    size: float
    refused: int
    lost: int


@dataclass
class Crowd:
    """All bots together: who may act now, and what became of it."""

    rate: int
    chance: random.Random
    going: bool = False
    measuring: bool = False
    seen: dict[str, dict[int, list[float]]] = field(default_factory=dict)  # by table and position
    acted: list[tuple[str, int, float]] = field(default_factory=list)  # table, position, when asked
    sizes: list[int] = field(default_factory=list)
    refused: int = 0
    lost: int = 0
    bots: list["Bot"] = field(default_factory=list)
    _next: float = 0.0

    def begin(self) -> None:
        """Let everybody act."""
        self.going, self._next = True, time.perf_counter()
        for bot in self.bots:
            bot.wake()

    async def all_seated(self) -> None:
        """Wait until everybody has sat down and play is under way."""
        while not all(bot.is_seated for bot in self.bots):
            await asyncio.sleep(0.1)
        await asyncio.sleep(2)

    def measure(self) -> None:
        """Count from now on."""
        self.acted.clear()
        self.seen.clear()
        self.sizes.clear()
        self.measuring = True

    async def turn(self) -> None:
        """Wait until the rate allows one more action."""
        if not self.rate:
            return
        now = time.perf_counter()
        self._next = max(self._next, now - 0.05) + 1 / self.rate
        if self._next > now:
            await asyncio.sleep(self._next - now)

    def stop(self) -> Found:
        """Let nobody act any longer; give what was measured."""
        self.going = self.measuring = False
        latencies = [
            reached - asked
            for table, position, asked in self.acted
            for reached in self.seen.get(table, {}).get(position, ())
        ]
        size = sum(self.sizes) / max(len(self.sizes), 1)
        return Found(len(self.acted), latencies, len(self.sizes), size, self.refused, self.lost)


class Bot:
    """One connection: acts when it is waited for."""

    def __init__(self, crowd: Crowd, port: int, table: str, seat: int, token: str) -> None:
        self.crowd, self.table, self.seat, self.token, self.port = crowd, table, seat, token, port
        self.name, self.last, self.is_seated = "", "", False
        self._asked: tuple[str, float] | None = None
        self._count = 0
        self._socket: ClientConnection | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        crowd.bots.append(self)

    async def connect(self) -> None:
        """Open the connection and listen."""
        self._socket = await connect(
            f"ws://127.0.0.1:{self.port}/api/tables/{self.table}/live",
            subprotocols=["houserules.v1"],
            additional_headers={"Cookie": f"houserules={self.token}"},
            compression=None,
            ping_interval=None,
        )
        self._spawn(self._listen())

    async def close(self) -> None:
        """Close the connection."""
        for task in tuple(self._tasks):
            task.cancel()
        if self._socket is not None:
            await self._socket.close()

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self) -> None:
        assert self._socket is not None
        async for text in self._socket:
            assert isinstance(text, str)
            if text.startswith(('{"type":"update"', '{"type":"snapshot"')):
                self._saw(text)
            else:
                self._answered(json.loads(text))
        self.crowd.lost += 1

    def _saw(self, text: str) -> None:
        found = _POSITIONS.search(text, 0, 100)
        if self.crowd.measuring and found:
            seen, now = self.crowd.seen.setdefault(self.table, {}), time.perf_counter()
            for position in range(int(found[1]) + 1, int(found[2]) + 1):
                seen.setdefault(position, []).append(now)
            self.crowd.sizes.append(len(text))
        self.last = text
        self.wake()

    def wake(self) -> None:
        """Look whether there is something to do."""
        if not self.crowd.going or self._asked is not None or not self.last:
            return
        waited = _WAITED_FOR.search(self.last)
        if self.name and waited and f'"{self.name}"' not in waited[1] and waited[1]:
            return
        message = json.loads(self.last)
        self.name = message["mine"]["person"]
        command = self._choice(message["table"], message["mine"])
        if command is not None:
            self._count += 1
            self._asked = (f"{self.seat}-{self._count}", 0.0)
            self._spawn(self._send(command))

    async def _send(self, command: dict[str, Any]) -> None:
        await self.crowd.turn()
        assert self._asked is not None and self._socket is not None
        self._asked = (self._asked[0], time.perf_counter())
        message = {"type": "command", "id": self._asked[0], **command}
        await self._socket.send(json.dumps(message))

    def _answered(self, message: dict[str, Any]) -> None:
        if self._asked is None or message.get("id") != self._asked[0]:
            return
        asked, self._asked = self._asked[1], None
        if message["type"] != "accepted":
            self.crowd.refused += 1
        elif self.crowd.measuring:
            self.crowd.acted.append((self.table, message["position"], asked))
        self.wake()

    def _choice(self, table: dict[str, Any], mine: dict[str, Any]) -> dict[str, Any] | None:
        self.is_seated = any(each["player"] == self.name for each in table["seats"])
        if not self.is_seated:
            return {"do": "take-seat", "seat": self.seat, "amount": 1_000_00}
        legal = mine["legal"]
        for each in legal:
            if each["do"] == "cut-cards":
                return _asked(each)
        ready = {"do": "be-ready"} if self.name not in table["ready"] else None
        if table["phase"] == "betting":
            here = [e for e in legal if e["do"] == "place-wager" and e["box"] == self.seat]
            if here and not any(box["number"] == self.seat for box in table["boxes"]):
                return {**_asked(here[0]), "amount": here[0]["least"]}
            return ready
        if table["phase"] == "offers":
            return ready if self.name in table["waited_for"] else None
        if table["phase"] == "over":
            return ready
        decisions = [each for each in legal if each["do"] in ("stand", "hit", "decline")]
        return (
            _asked(decisions[-1] if self.crowd.chance.random() < 0.6 else decisions[0])
            if decisions
            else None
        )


def _asked(each: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in each.items() if key not in ("least", "most", "step")}
