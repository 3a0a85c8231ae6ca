"""People who talk to a house over its HTTP API alone: whatever moves in the source, these calls stay."""

import base64
import hmac
import struct
from dataclasses import dataclass
from typing import Any

import httpx

PASSWORD = "correct horse battery"
HEADERS = {"X-Houserules": "1"}
_CALM = ("decline", "stand", "hit")
"""What ends a round soon: nothing extra is wagered."""


def second_factor_code(secret: str, at_ms: int) -> str:
    """Return the six digits that an authenticator app shows (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.digest(key, struct.pack(">Q", at_ms // 30_000), "sha1")
    offset = digest[-1] & 15
    (number,) = struct.unpack(">I", digest[offset : offset + 4])
    return f"{(number & 0x7FFFFFFF) % 1_000_000:06d}"


@dataclass
class Caller:
    """One person with a session, or a program with an API token."""

    http: httpx.AsyncClient

    async def send(self, method: str, path: str, **body: Any) -> Any:
        """Send a request that must succeed; return its answer."""
        answer = await self.http.request(method, path, json=body or None)
        assert answer.is_success, (method, path, body, answer.text)
        return answer.json()

    async def do(self, table: str, do: str, **fields: Any) -> int:
        """Give a command that must be accepted; return its position."""
        answer = await self.send("POST", f"/api/tables/{table}/commands", do=do, **fields)
        return int(answer["position"])

    async def see(self, table: str) -> dict[str, Any]:
        """Return the table as this person sees it."""
        seen: dict[str, Any] = await self.send("GET", f"/api/tables/{table}")
        return seen

    async def sign_up(self, handle: str) -> None:
        await self.send("POST", "/api/sign-up", handle=handle, password=PASSWORD)

    async def sign_in(self, handle: str, password: str = PASSWORD) -> str | None:
        """Sign in; return what is still owed, such as the second factor's code."""
        answer = await self.send("POST", "/api/sign-in", handle=handle, password=password)
        return answer["pending"]

    async def set_up_second_factor(self, at_ms: int) -> str:
        """Turn a second factor on; return its secret."""
        secret = (await self.send("POST", "/api/second-factor"))["secret"]
        await self.send_code(secret, at_ms)
        return str(secret)

    async def send_code(self, secret: str, at_ms: int) -> None:
        code = second_factor_code(secret, at_ms)
        answer = await self.send("POST", "/api/second-factor/code", code=code)
        assert answer["pending"] is None, answer

    async def play_round(
        self, table: str, box: int, *wanted: str, side: dict[str, Any] | None = None
    ) -> None:
        """Play a round alone at a practice table; `wanted` is done wherever it is legal."""
        await self.begin_round(table, box, side=side)
        await self.finish_round(table, *wanted)

    async def begin_round(
        self, table: str, box: int, *, side: dict[str, Any] | None = None
    ) -> None:
        """Wager and let the cards be dealt."""
        if cut := _option(await self.see(table), ("cut-cards",)):
            await self.do(table, **cut)
        await self.do(table, "place-wager", box=box, amount=25_00, seated=True)
        if side:
            await self.do(table, "place-side-wager", box=box, **side)
        await self.do(table, "be-ready")

    async def finish_round(self, table: str, *wanted: str) -> None:
        """Decide until the round is over."""
        while (seen := await self.see(table))["table"]["phase"] not in ("over", "betting"):
            option = _option(seen, ("cut-cards", *wanted, *_CALM))
            await self.do(table, **(option or {"do": "be-ready"}))


def _option(seen: dict[str, Any], wanted: tuple[str, ...]) -> dict[str, Any] | None:
    """Return the first wanted command that is legal, at its smallest amount."""
    legal = seen["mine"]["legal"]
    found = next((each for do in wanted for each in legal if each["do"] == do), None)
    if found is None:
        return None
    amount = {"amount": found["least"]} if "least" in found else {}
    return {key: found[key] for key in found if key not in ("least", "most", "step")} | amount
