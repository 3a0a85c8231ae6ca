"""An entrant of a tournament over HTTP who never gives up: finds the table, plays, repeats what was lost."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

Command = dict[str, Any]


@dataclass
class Entrant:
    """Plays one tournament to its end; `acknowledged` has what a server said was durable, by table and id."""

    ports: tuple[int, ...]  # of the servers; each request goes to the next
    tournament: str
    name: str
    token: str
    chance: random.Random
    acknowledged: dict[tuple[str, str], int] = field(default_factory=dict)
    refused: list[Command] = field(default_factory=list)
    phase: str = ""
    lost: int = 0  # requests that got no answer
    _count: int = 0

    async def play(self) -> None:
        """Play until the tournament is finished."""
        headers = {"Cookie": f"houserules={self.token}", "X-Houserules": "1"}
        async with httpx.AsyncClient(headers=headers, timeout=10, trust_env=False) as client:
            while self.phase not in ("finished", "cancelled"):
                table = await self._find_table(client)
                if table is None or not await self._act(client, table):
                    await asyncio.sleep(0.05 + self.chance.random() / 10)

    async def _ask(self, client: httpx.AsyncClient, method: str, path: str, **sent: Any) -> Any:
        """Send a request until some server answers it."""
        while True:
            self.ports = (*self.ports[1:], self.ports[0])
            try:
                url = f"http://127.0.0.1:{self.ports[0]}{path}"
                answer = await client.request(method, url, **sent)
            except httpx.HTTPError:
                self.lost += 1
                await asyncio.sleep(0.02)
                continue
            if answer.status_code < 500:
                return answer
            await asyncio.sleep(0.05)

    async def _find_table(self, client: httpx.AsyncClient) -> str | None:
        answer = await self._ask(client, "GET", f"/api/tournaments/{self.tournament}")
        view = answer.json()["view"]
        self.phase = view["phase"]
        seat = view["mine"]["seat"] if view["mine"] else None
        return seat["table"] if seat and seat["status"] == "running" else None

    async def _act(self, client: httpx.AsyncClient, table: str) -> bool:
        """Do one thing at the table, with the same id until it is answered; whether anything was done."""
        answer = await self._ask(client, "GET", f"/api/tables/{table}")
        if answer.status_code != 200:
            return False
        shown = answer.json()
        command = self._choice(shown["table"], shown["mine"])
        if command is None:
            return False
        self._count += 1
        sent = {"id": f"{self.name}-{self._count}", **command}
        answer = await self._ask(client, "POST", f"/api/tables/{table}/commands", json=sent)
        if answer.status_code != 200:
            self.refused.append({**sent, **answer.json()})
        elif command["do"] != "be-ready":  # being ready twice leaves no record
            self.acknowledged[table, sent["id"]] = answer.json()["position"]
        return True

    def _choice(self, table: dict[str, Any], mine: dict[str, Any]) -> Command | None:
        options = [each for each in mine["legal"] if each["do"] not in _NOT_WANTED]
        for each in options:
            if each["do"] == "cut-cards":
                return _asked(each)
        if self.name not in table["waited_for"]:
            return None
        if not options or self.chance.random() < 0.1:
            return {"do": "be-ready"}
        kinds = sorted({each["do"] for each in options})
        kind = self.chance.choice(kinds)
        return _asked(self.chance.choice([each for each in options if each["do"] == kind]))


_NOT_WANTED = ("be-ready", "get-up", "take-back-entry", "withdraw-wager", "withdraw-side-wager")


def _asked(each: Command) -> Command:
    """Return the command for the least amount, without the range of it."""
    command = {key: value for key, value in each.items() if key not in ("least", "most", "step")}
    return {**command, "amount": each["least"]} if each.get("least") else command


def entrants_of(folder: Path, *ports: int) -> list[Entrant]:
    """Return the players of all tournaments; every other one begins at the last server."""
    entrants = json.loads((folder / "entrants.json").read_text("utf-8"))
    return [
        Entrant(ports if at % 2 else ports[::-1], tournament, name, token, random.Random(name))
        for tournament, tokens in entrants.items()
        for at, (name, token) in enumerate(tokens.items())
    ]
