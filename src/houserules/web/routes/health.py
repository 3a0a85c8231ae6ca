"""Health, readiness and Prometheus metrics."""

from typing import Any, Literal

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from houserules.floor.startup import check_health
from houserules.version import __version__
from houserules.web.auth import Shared
from houserules.web.errors import ApiError
from houserules.web.metrics import gauge
from houserules.web.models import ResponseModel, as_file
from houserules.web.schemas import WholeNumber

router = APIRouter(tags=["health"])


class Alive(ResponseModel):
    """The process answers."""

    status: Literal["alive"]
    version: str


class Ready(ResponseModel):
    """Self-checks have passed, and the database writes."""

    status: Literal["ready"]
    tables: WholeNumber
    locked: WholeNumber


@router.get("/api/health", response_model=Alive)
async def health() -> Any:
    """Report that the process is alive."""
    return {"status": "alive", "version": __version__}


@router.get("/api/ready", response_model=Ready)
async def ready(services: Shared) -> Any:
    """Report whether the server is ready: its self-checks have passed and the database writes."""
    sound = await check_health(services.floor, patience=services.settings.ready_within)
    if sound is None:
        raise ApiError(503, "store.unavailable", "The database cannot be written to.", wait=5)
    return {"status": "ready", "tables": sound.tables, "locked": sound.locked}


@router.get("/metrics", response_class=Response, responses=as_file("text/plain"))
async def metrics(request: Request, services: Shared) -> PlainTextResponse:
    """Return this process's metrics in the Prometheus text format."""
    floor = services.floor
    sound = await check_health(floor, patience=services.settings.ready_within)
    now: list[tuple[str, str, float]] = [
        ("houserules_up", "Whether the database can be written to.", sound is not None),
        ("houserules_connections", "Open WebSockets.", len(request.app.state.hub.connections)),
        ("houserules_followers", "Open event streams.", len(services.followers)),
        ("houserules_tables", "Tables of the floor.", len(floor.tables)),
    ]
    if sound is not None:
        now += [
            ("houserules_tables_locked", "Tables that wait for a manager.", sound.locked),
            ("houserules_journal_records", "Records in the journal.", sound.records),
            ("houserules_journal_appends", "Batches appended to the journal.", sound.batches),
        ]
    ages = [
        ("houserules_checkpoint_age_seconds", "Since the last checkpoint.", floor.checkpoints),
        ("houserules_backup_age_seconds", "Since the last good backup.", floor.backups),
    ]
    now += [
        (name, says, kept.age)
        for name, says, kept in ages
        if kept is not None and kept.age is not None
    ]
    lines = [*services.metrics.lines()]
    for name, says, value in now:
        lines += gauge(name, says, float(value))
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")
