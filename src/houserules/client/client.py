"""The API over HTTP, for one person."""

from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

import httpx

from houserules.client.answers import Accepted, ApiError, Data, Refused, SignedIn, TableListed
from houserules.client.connection import TableConnection


class Client:
    """A client for one server; sign in by password, as a guest, or with an API token."""

    def __init__(self, url: str, *, token: str | None = None, timeout: float = 30) -> None:
        self.url = url.rstrip("/")
        headers = {"X-Houserules": "1"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._http = httpx.AsyncClient(base_url=self.url, headers=headers, timeout=timeout)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.aclose()

    async def ask(self, method: str, path: str, **more: Any) -> Any:
        """Send any request to the API, such as `ask("GET", "/api/me")`; raises ApiError."""
        try:
            answer = await self._http.request(method, path, **more)
        except httpx.TransportError as error:
            detail = f"{self.url} does not answer: {error or type(error).__name__}"
            raise ApiError("server.unreachable", detail) from None
        if answer.is_success:
            return answer.json() if answer.content else None
        try:
            said = answer.json()["error"]
        except (ValueError, KeyError):
            said = {"code": "http", "detail": answer.reason_phrase, "clause": None, "where": None}
        raise ApiError(**said, status=answer.status_code)

    async def guest(self) -> SignedIn:
        """Sign in as a guest, for practice tables."""
        signed: SignedIn = await self.ask("POST", "/api/guest")
        return signed

    async def sign_up(self, handle: str, password: str) -> SignedIn:
        """Create an account and sign in."""
        sent = {"handle": handle, "password": password}
        signed: SignedIn = await self.ask("POST", "/api/sign-up", json=sent)
        return signed

    async def sign_in(self, handle: str, password: str, *, code: str | None = None) -> SignedIn:
        """Sign in; staff add the code of their second factor."""
        sent = {"handle": handle, "password": password, "code": code}
        signed: SignedIn = await self.ask("POST", "/api/sign-in", json=sent)
        return signed

    async def sign_out(self) -> None:
        """End the session."""
        await self.ask("POST", "/api/sign-out")

    async def tables(self) -> list[TableListed]:
        """List the tables."""
        listed: list[TableListed] = (await self.ask("GET", "/api/tables"))["tables"]
        return listed

    async def practice_table(self, rulebook: str) -> TableListed:
        """Open your own practice table of a game: private, and without clocks."""
        path = f"/api/me/practice-tables/{quote(rulebook, safe='')}"
        listed: TableListed = await self.ask("PUT", path)
        return listed

    async def do(
        self,
        table: str,
        command: str,
        *,
        id: str | None = None,  # noqa: A002  # the name of the field in the API
        **fields: Any,
    ) -> Accepted:
        """Send a command over HTTP; raises Refused if the rules or the house refuse it."""
        sent: Data = {"do": command, **fields} | ({"id": id} if id else {})
        path = f"/api/tables/{quote(table, safe='')}/commands"
        try:
            answer = await self.ask("POST", path, json=sent)
        except ApiError as error:
            if error.status in (403, 409):
                raise Refused(**vars(error)) from None
            raise
        return Accepted(answer["position"], answer["repeated"])

    def follow(self, table: str) -> TableConnection:
        """Follow a table over its WebSocket: `async with client.follow("t1") as table`."""
        headers = {
            name: value
            for name, value in self._http.build_request("GET", "/").headers.items()
            if name in ("authorization", "cookie")
        }
        url = f"ws{self.url.removeprefix('http')}/api/tables/{quote(table, safe='')}/live"
        return TableConnection(url, headers)
