"""The journal verified for an inspector, with its result."""

from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field

from houserules.floor.encoding import to_data
from houserules.web.answers import Answer, Hour
from houserules.web.asking import Shared
from houserules.web.inspecting import Inspecting
from houserules.web.routes.staff import Overseer
from houserules.web.shapes import WholeNumber

router = APIRouter(prefix="/api", tags=["inspection"])


class FindingShown(Answer):
    """Something that is wrong, and where."""

    kind: str
    stream: str | None
    position: WholeNumber | None
    detail: str


class InspectionAnswer(Answer):
    """The last inspection of the journal: every hash, every chain, every transfer, every chip."""

    state: Literal["none", "under way", "done", "failed"]
    by: str | None
    began: Hour | None
    ended: Hour | None
    done: WholeNumber = Field(description="Of `total`, while it is under way.")
    total: WholeNumber
    ok: bool | None = Field(description="null: there is no result.")
    records: WholeNumber | None
    streams: WholeNumber | None
    accounts: WholeNumber | None
    tables: WholeNumber | None
    findings: list[FindingShown]


def _shown(last: Inspecting) -> dict[str, Any]:
    found = last.result
    about = {
        name: getattr(last, name) for name in ("state", "by", "began", "ended", "done", "total")
    }
    if found is None:
        nothing = dict.fromkeys(("ok", "records", "streams", "accounts", "tables"))
        return {**about, **nothing, "findings": []}
    return {
        **about,
        "ok": found.ok,
        "records": found.report.records,
        "streams": found.report.streams,
        "accounts": found.accounts,
        "tables": found.tables,
        "findings": [*to_data(found.report.findings), *(_wrong(each) for each in found.wrong)],
    }


def _wrong(each: Any) -> dict[str, Any]:
    """Give what is wrong about money like the other findings."""
    data = to_data(each)
    return {"kind": "money", "stream": None, "position": None, **data}


@router.get("/inspection", response_model=InspectionAnswer)
async def inspection(signed: Overseer, serving: Shared) -> Any:
    """Show the last inspection, or how far it is."""
    return _shown(serving.inspecting)


@router.post("/inspection", response_model=InspectionAnswer, status_code=202)
async def start(signed: Overseer, serving: Shared) -> Any:
    """Begin an inspection of the whole journal, unless one is under way."""
    serving.inspecting.start(serving.floor, signed.handle)
    return _shown(serving.inspecting)
