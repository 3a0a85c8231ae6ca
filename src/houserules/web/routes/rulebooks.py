"""Rulebooks: their values, clauses, readings and options, the sign, and two of them side by side."""

import asyncio
from functools import cache, lru_cache
from typing import Annotated, Any, Final, Literal
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Response

from houserules.core.codec import to_data
from houserules.floor.denial import Denied
from houserules.floor.people.signed_in import Caller
from houserules.floor.rules_documents import RulesDocument
from houserules.floor.tables.settings import Setting
from houserules.floor.tables.table import FloorTable
from houserules.floor.tables.view import SignShown, sign_of
from houserules.rulebook import render
from houserules.rulebook.compare import Comparison, compare
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.schema import Rulebook
from houserules.web.app_state import Services
from houserules.web.auth import Reader, Shared
from houserules.web.errors import ApiError, error_for
from houserules.web.models import ResponseModel, as_file
from houserules.web.schemas import WholeNumber, schema_of

router = APIRouter(prefix="/api", tags=["rulebooks"])

Name = Annotated[str, Path(description=f"One of {', '.join(RULEBOOKS)}.", max_length=60)]
_KEPT = "public, max-age=300"
_ValueShown: Any = schema_of(render.ValueView)
_ClauseShown: Any = schema_of(render.ClauseView)


class RulebookListed(ResponseModel):
    """One rulebook in the list."""

    rulebook: str
    title: str
    edition: str
    clauses: int
    options: int


class OptionsAnswer(ResponseModel):
    """The options of a rulebook."""

    rulebook: str
    options: list[_ValueShown]


class ClausesAnswer(ResponseModel):
    """Clauses of a rulebook."""

    rulebook: str
    clauses: list[_ClauseShown]


class DocumentListed(ResponseModel):
    """The approved document that the operator attached to a rulebook."""

    rulebook: str
    file: str
    kind: str
    size: WholeNumber
    sha256: str


_DOCUMENT_POLICY: Final = (
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
)
"""Browsers show a PDF file with a viewer of their own, which our usual policy would stop."""


def document_file(document: RulesDocument) -> Response:
    """Answer with the document itself, to be read in the browser."""
    headers = {
        "Content-Disposition": f"inline; filename*=UTF-8''{quote(document.file)}",
        "Content-Security-Policy": _DOCUMENT_POLICY,
        "ETag": f'"{document.sha256}"',
        "Cache-Control": "no-store",
    }
    return Response(document.content, media_type=document.kind, headers=headers)


async def show_document(
    services: Services, caller: Caller, name: str, table: str | None
) -> Response:
    """Show the document of a rulebook and record to whom; raises ApiError."""
    document = await services.floor.show_rules(caller, find_rulebook(name).id, table)
    if isinstance(document, Denied):
        raise error_for(document)
    return document_file(document)


def find_rulebook(name: str) -> Rulebook:
    """Return a rulebook by its name in the address; raises ApiError."""
    if name not in RULEBOOKS:
        detail = f"Unknown rulebook. Choose one of {', '.join(RULEBOOKS)}."
        raise ApiError(404, "rulebook.unknown", detail, where="path.rulebook")
    return rulebook(name)


@cache
def _whole(name: str) -> dict[str, Any]:
    data: dict[str, Any] = to_data(render.whole(rulebook(name)))
    return data


@lru_cache(maxsize=1000)
def _look_up(name: str, number: str) -> dict[str, Any] | None:
    answer = render.look_up(rulebook(name), number)
    return None if answer is None else to_data(answer)


def _clauses(name: str) -> list[dict[str, Any]]:
    return [clause for section in _whole(name)["sections"] for clause in section["clauses"]]


def _options(name: str) -> list[dict[str, Any]]:
    values = [value for clause in _clauses(name) for value in clause["values"]]
    return [each for each in values if each["allowed"] is not None]


@router.get("/rulebooks", response_model=list[RulebookListed])
async def rulebooks() -> Any:
    """List the rulebooks."""
    return [
        {**_whole(name), "clauses": len(_clauses(name)), "options": len(_options(name))}
        for name in RULEBOOKS
    ]


@router.get("/rulebooks/{rulebook}", response_model=schema_of(render.RulebookView))
async def one(rulebook: Name, response: Response) -> Any:
    """Show a whole rulebook: sections, clauses in our own words, values, readings."""
    find_rulebook(rulebook)
    response.headers["Cache-Control"] = _KEPT
    return _whole(rulebook)


@router.get("/rulebooks/{rulebook}/options", response_model=OptionsAnswer)
async def options(rulebook: Name) -> Any:
    """List the operator's options, each with its clause and allowed values."""
    find_rulebook(rulebook)
    return {"rulebook": rulebook, "options": _options(rulebook)}


@router.get("/rulebooks/{rulebook}/clauses", response_model=ClausesAnswer)
async def clauses(
    rulebook: Name,
    kind: Literal["enforced", "recorded", "shown"] | None = None,
    search: Annotated[str, Query(max_length=100)] = "",
) -> Any:
    """List the clauses: all of them, those of a kind, or those that contain some words."""
    find_rulebook(rulebook)
    words = search.casefold().split()
    found = [
        each
        for each in _clauses(rulebook)
        if kind in (None, each["kind"])
        and all(word in f"{each['number']} {each['says']}".casefold() for word in words)
    ]
    return {"rulebook": rulebook, "clauses": found}


@router.get("/rulebooks/{rulebook}/clauses/{number:path}", response_model=schema_of(render.Answer))
async def clause(rulebook: Name, number: Annotated[str, Path(max_length=60)]) -> Any:
    """Look up a clause or a section, with its paragraphs and readings."""
    rules = find_rulebook(rulebook)
    answer = await asyncio.to_thread(_look_up, rulebook, number)
    if answer is None:
        near = ", ".join(render.near(rules, number))
        detail = "There is no such clause." + (f" Near it: {near}." if near else "")
        raise ApiError(404, "clause.unknown", detail, where="path.number")
    return answer


@router.get("/rulebooks/{rulebook}/sign", response_model=list[schema_of(SignShown)])  # type: ignore[misc]
async def sign(rulebook: Name) -> Any:
    """Show the sign of a table under this rulebook, with no options chosen."""
    find_rulebook(rulebook)
    return to_data(sign_of(FloorTable(Setting("sign", "sign", rulebook))))


@router.get(
    "/rulebooks/{rulebook}/compared-with/{other}",
    response_model=schema_of(Comparison),
    operation_id="compared_api_rulebooks__rulebook__compared_with__other__get",
)
async def compare_rulebooks(rulebook: Name, other: Name) -> Any:
    """Show the differences between two rulebooks, each side with its clause."""
    return to_data(compare(find_rulebook(rulebook), find_rulebook(other)))


@router.get("/rules-documents", response_model=list[DocumentListed])
async def documents(services: Shared) -> Any:
    """List the approved documents that the operator has attached to rulebooks."""
    found = [services.floor.documents.of(name) for name in RULEBOOKS]
    return [
        {
            "rulebook": each.rulebook,
            "file": each.file,
            "kind": each.kind,
            "size": len(each.content),
            "sha256": each.sha256,
        }
        for each in found
        if each is not None
    ]


@router.get(
    "/rulebooks/{rulebook}/document",
    response_class=Response,
    responses=as_file("application/pdf"),
)
async def document(
    rulebook: Name,
    caller: Reader,
    services: Shared,
    table: Annotated[str | None, Query(max_length=40, description="Where it is asked for.")] = None,
) -> Response:
    """Show the approved document of a rulebook, and record to whom and when."""
    return await show_document(services, caller, rulebook, table)
