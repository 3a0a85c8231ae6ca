"""A player over the WebSocket who never gives up: reconnects, and repeats what was not answered."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection, connect

Command = dict[str, Any]


@dataclass
class Player:
    """Plays at one table forever; `acknowledged` has what the server said was durable.

    Being ready twice changes nothing and leaves no record: it is not counted.
    """

    ports: tuple[int, ...]  # of the servers, the first while it answers
    table: str
    seat: int
    token: str
    chance: random.Random
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: list[Command] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    position: int | None = None
    rounds: int = 0
    name: str = ""
    _open: Command | None = None  # what has no answer yet
    _count: int = 0

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            try:
                await self._connected()
            except (OSError, websockets.WebSocketException):
                self.ports = (*self.ports[1:], self.ports[0])
                await asyncio.sleep(0.02)

    async def _connected(self) -> None:
        after = "" if self.position is None else f"?after={self.position}"
        url = f"ws://127.0.0.1:{self.ports[0]}/api/tables/{self.table}/live{after}"
        async with connect(
            url,
            subprotocols=["houserules.v1"],  # type: ignore[list-item]
            additional_headers={"Cookie": f"houserules={self.token}"},
            compression=None,
            open_timeout=5,
        ) as socket:
            if self._open is not None:
                await socket.send(json.dumps(self._open))
            async for text in socket:
                await self._heard(socket, json.loads(text))

    async def _heard(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind in ("snapshot", "update"):
            self._saw(message)
            if self._open is None:
                await self._act(socket, message)
        elif self._open is not None and message["id"] == self._open["id"]:
            if kind == "accepted" and self._open["do"] != "be-ready":
                self.acknowledged[message["id"]] = message["position"]
            elif kind != "accepted":
                self.refused.append({**self._open, **message})
            self._open = None
            await socket.send('{"type":"snapshot"}')

    def _saw(self, message: dict[str, Any]) -> None:
        """Positions only grow, and an update follows what was seen before."""
        if self.position is not None and message["position"] < self.position:
            self.wrong.append(f"position {message['position']} after {self.position}")
        if message["type"] == "update" and self.position not in (None, message["from"]):
            self.wrong.append(f"update from {message['from']} after {self.position}")
        self.position, self.name = message["position"], message["mine"]["person"]
        self.rounds = message["table"]["rounds"]

    async def _act(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        command = self._choice(message["table"], message["mine"])
        if command is None:
            return
        self._count += 1
        self._open = {"type": "command", "id": f"{self.seat}-{self._count}", **command}
        await socket.send(json.dumps(self._open))

    def _choice(self, table: dict[str, Any], mine: dict[str, Any]) -> Command | None:
        if not any(each["player"] == self.name for each in table["seats"]):
            return {"do": "take-seat", "seat": self.seat, "amount": 500_00}
        legal = [each for each in mine["legal"] if each["do"] not in ("be-ready", "get-up")]
        for each in legal:
            if each["do"] == "cut-cards":
                return _asked(each)
        if table["phase"] == "betting" and not self._has_wager(table):
            return self._wager(legal, mine)
        if table["phase"] in ("betting", "offers", "over"):
            waits = table["phase"] == "over" or self.name in table["waited_for"]
            return {"do": "be-ready"} if waits and self.name not in table["ready"] else None
        return _asked(self.chance.choice(legal)) if legal else None

    def _has_wager(self, table: dict[str, Any]) -> bool:
        return any(
            bettor["player"] == self.name for box in table["boxes"] for bettor in box["bettors"]
        )

    def _wager(self, legal: list[Command], mine: dict[str, Any]) -> Command:
        here = [e for e in legal if e["do"] == "place-wager" and e["box"] == self.seat]
        if here:
            return {**_asked(here[0]), "amount": here[0]["least"]}
        chips = sum(each["chips"] for each in mine["purses"])
        return {"do": "bring-chips", "amount": 100_00} if chips < 100_00 else {"do": "be-ready"}


def _asked(each: Command) -> Command:
    """Return the command without the range of its amount."""
    return {key: value for key, value in each.items() if key not in ("least", "most", "step")}
