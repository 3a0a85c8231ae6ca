"""Exports: everything about a round, a promotion, a player, a table or a day, as one file with a manifest of hashes."""

import asyncio
import shutil
import tempfile
from pathlib import Path
from typing import Annotated, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from fastapi import APIRouter, Query
from starlette.background import BackgroundTask
from starlette.responses import Response, StreamingResponse

from houserules.floor.app import Floor
from houserules.floor.rounds.export import export, zip_folder
from houserules.floor.rounds.export_files import Form, FormError
from houserules.floor.rounds.export_selection import Kind, NothingError, What
from houserules.promotion.view import STAFF as PROMOTION_STAFF
from houserules.web.auth import Shared
from houserules.web.errors import ApiError
from houserules.web.models import ZIP, as_file
from houserules.web.routes.staff import Overseer

router = APIRouter(prefix="/api", tags=["exports"])

_AT_ONCE: Final = 2


@router.get(
    "/exports/{kind}",
    response_class=Response,
    responses=as_file(ZIP),
    operation_id="exported_api_exports__kind__get",
)
async def download_export(
    kind: Kind,
    caller: Overseer,
    services: Shared,
    name: Annotated[
        str,
        Query(max_length=80, description="t1/17, spring/3, spring, a handle, t1, or 2026-11-16."),
    ],
    *,
    form: Form = "jsonl",
    zone: Annotated[str, Query(max_length=60, description="Where a day begins.")] = "UTC",
) -> Response:
    """Return the records, rounds, payments and transfers of what is named, zipped with their hashes.

    Promotions are exported for Gaming Managers, Assistant Gaming Managers and inspectors only: claims are
    on record with names and addresses.
    """
    reads_promotions = caller.role in PROMOTION_STAFF
    if kind == "promotion" and not reads_promotions:
        detail = "Only staff in charge of promotions and inspectors may export one."
        raise ApiError(403, "role.may-not", detail)
    try:
        what = What(kind, name, ZoneInfo(zone), without_promotions=not reads_promotions)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        detail = "Unknown time zone. Write it like Australia/Sydney."
        raise ApiError(422, "request.invalid", detail, where="query.zone") from None
    _why_not_now(services.floor)
    if services.exports >= _AT_ONCE:
        raise ApiError(503, "export.busy", "Too many exports are running; try again.", wait=10)
    folder = Path(tempfile.mkdtemp(prefix="houserules-export-"))
    services.exports += 1
    try:
        journal, now = services.floor.store.journal, services.floor.now()
        await asyncio.to_thread(export, journal, what, folder / "export", form=form, now=now)
        _why_not_now(services.floor)
    except (NothingError, FormError) as error:
        shutil.rmtree(folder)
        raise ApiError(409, "export.nothing", str(error), where="query.name") from None
    except BaseException:
        shutil.rmtree(folder)
        raise
    finally:
        services.exports -= 1
    return StreamingResponse(
        zip_folder(folder / "export"),
        media_type=ZIP,
        headers={"Content-Disposition": f'attachment; filename="{kind}.zip"'},
        background=BackgroundTask(shutil.rmtree, folder),
    )


def _why_not_now(floor: Floor) -> None:
    """Refuse while cards lie face down: the journal already knows them, and nobody may yet."""
    for running in floor.tables.values():
        if running.state.table.has_face_down:
            detail = "Cards lie face down at a table. Try again when they have been turned up."
            raise ApiError(409, "export.face-down", detail, wait=30)
