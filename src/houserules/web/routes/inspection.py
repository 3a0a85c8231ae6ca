"""Inspections of the journal and their results."""

from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field

from houserules.core.codec import to_data
from houserules.floor.damage import alert_text
from houserules.web.app_state import Services
from houserules.web.auth import Shared
from houserules.web.models import Hour, ResponseModel
from houserules.web.routes.staff import Overseer
from houserules.web.schemas import WholeNumber

router = APIRouter(prefix="/api", tags=["inspection"])


class FindingShown(ResponseModel):
    """A finding, and where it is."""

    kind: str
    stream: str | None
    position: WholeNumber | None
    detail: str


class ScrubShown(ResponseModel):
    """The background check, which goes through all records again and again."""

    state: Literal["none", "under way", "done", "failed"]
    began: Hour | None
    ended: Hour | None
    done: WholeNumber = Field(description="Records checked, of `total`.")
    total: WholeNumber


class LockedShown(FindingShown):
    """A damaged part of the journal that is locked, with what to do."""

    says: str


class ProvedShown(ResponseModel):
    """A checkpoint that the journal matches."""

    records: WholeNumber
    batch: WholeNumber
    time: Hour
    kept_in: str


class LossShown(ResponseModel):
    """Records whose loss was accepted."""

    records: WholeNumber = Field(description="So many there were by a checkpoint.")
    left_records: WholeNumber = Field(description="So many were left.")
    why: str
    at: WholeNumber = Field(description="Seconds, UTC.")


class InspectionAnswer(ResponseModel):
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
    proved: ProvedShown | None = Field(
        description="The newest checkpoint kept elsewhere that the journal matches."
    )
    unproved: WholeNumber | None = Field(description="Records that come after it.")
    missing: str | None = Field(description="What a checkpoint has and the journal has not.")
    losses: list[LossShown]
    scrub: ScrubShown
    locked: list[LockedShown] = Field(
        description="Damage found while reading or in the background."
    )


def _inspection_data(services: Services) -> dict[str, Any]:
    last, found = services.inspection, services.inspection.result
    scrub, damage = services.floor.scrubber, services.floor.store.damage
    about: dict[str, Any] = {
        name: getattr(last, name) for name in ("state", "by", "began", "ended", "done", "total")
    }
    about["scrub"] = {
        name: getattr(scrub, name) for name in ("state", "began", "ended", "done", "total")
    }
    about["locked"] = [{**to_data(each), "says": alert_text(each)} for each in damage.all()]
    if found is None:
        names = ("ok", "records", "streams", "accounts", "tables", "proved", "unproved", "missing")
        return {**about, **dict.fromkeys(names), "findings": [], "losses": []}
    return {
        **about,
        "ok": found.ok,
        "records": found.report.records,
        "streams": found.report.streams,
        "accounts": found.accounts,
        "tables": found.tables,
        "proved": found.proved.as_data() if found.proved else None,
        "unproved": found.unproved,
        "missing": str(found.shortfall) if found.shortfall else None,
        "losses": to_data(found.losses),
        "findings": [
            *to_data(found.report.findings),
            *({"kind": "money", **to_data(each)} for each in found.wrong),
        ],
    }


@router.get("/inspection", response_model=InspectionAnswer)
async def inspection(caller: Overseer, services: Shared) -> Any:
    """Show the last inspection, or its progress."""
    return _inspection_data(services)


@router.post("/inspection", response_model=InspectionAnswer, status_code=202)
async def start(caller: Overseer, services: Shared) -> Any:
    """Start an inspection of the whole journal, unless one is under way."""
    services.inspection.start(services.floor, caller.handle)
    return _inspection_data(services)
