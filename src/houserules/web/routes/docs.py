"""The API documentation as a self-contained page."""

import asyncio
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse

router = APIRouter(prefix="/api", tags=["docs"])

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>houserules API</title></head><body><main>
<h1>houserules API {version}</h1>
<p>{summary}</p>
<p>The whole description as <a href="/api/openapi.json">OpenAPI</a>: every command, every answer.
A table is watched and played over the WebSocket <code>/api/tables/&#123;table&#125;/live</code>,
subprotocol <code>houserules.v1</code>.</p>
{groups}
</main></body></html>
"""


@router.get("/openapi.json", response_class=JSONResponse, include_in_schema=False)
async def openapi(request: Request) -> JSONResponse:
    """Describe the API for programs."""
    return JSONResponse(await asyncio.to_thread(request.app.openapi))


@router.get("/docs", response_class=HTMLResponse, include_in_schema=False)
async def docs(request: Request) -> HTMLResponse:
    """List every address with what it does."""
    described: dict[str, Any] = await asyncio.to_thread(request.app.openapi)
    info = described["info"]
    groups: dict[str, list[str]] = {}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            address = f"<dt><code>{method.upper()} {escape(path)}</code></dt>"
            row = f"{address}<dd>{escape(operation['description'])}</dd>"
            groups.setdefault(operation["tags"][0], []).append(row)
    text = "\n".join(
        f"<h2>{escape(name.capitalize())}</h2>\n<dl>\n" + "\n".join(rows) + "\n</dl>"
        for name, rows in groups.items()
    )
    page = _PAGE.format(
        version=escape(info["version"]), summary=escape(info["summary"]), groups=text
    )
    return HTMLResponse(page)
