"""The last good backup, the checkpoints kept elsewhere, and a backup on request."""

from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field

from houserules.floor.tables.house_commands import MANAGERS
from houserules.web.app_state import Services
from houserules.web.auth import Shared
from houserules.web.errors import ApiError
from houserules.web.models import Hour, ResponseModel
from houserules.web.routes.staff import Overseer
from houserules.web.schemas import WholeNumber

router = APIRouter(prefix="/api", tags=["inspection"])


class BackupShown(ResponseModel):
    """A backup that is complete."""

    number: WholeNumber
    kind: Literal["full", "incremental"]
    time: Hour
    records: WholeNumber = Field(description="Up to which record it goes.")
    size: WholeNumber = Field(description="Bytes.")
    encrypted: bool


class BackupsShown(ResponseModel):
    """The backups that the server makes."""

    folder: str
    state: Literal["none", "under way", "done", "failed"]
    problem: str | None
    done: WholeNumber = Field(description="Of `total` records, while one is under way.")
    total: WholeNumber
    last: BackupShown | None
    current_at: Hour | None = Field(description="When the last good backup had everything.")
    age: WholeNumber | None = Field(description="Seconds since then.")
    interval: WholeNumber = Field(description="Seconds between two backups.")


class PlaceShown(ResponseModel):
    """A place where checkpoints are kept."""

    name: str
    problem: str | None


class CheckpointsShown(ResponseModel):
    """The checkpoints that the server keeps elsewhere."""

    time: Hour | None
    records: WholeNumber | None
    problem: str | None
    places: list[PlaceShown]
    key_in_database: bool = Field(description="Whether the signing key is in the database.")


class BackupsAnswer(ResponseModel):
    """What the house keeps outside its database."""

    backups: BackupsShown | None = Field(description="null: the server makes none.")
    checkpoints: CheckpointsShown | None = Field(description="null: none are kept elsewhere.")


def backups_data(services: Services) -> dict[str, Any]:
    """Return what the house keeps outside its database."""
    backups, checkpoints = services.floor.backups, services.floor.checkpoints
    return {
        "backups": backups.as_data() if backups else None,
        "checkpoints": checkpoints.as_data() if checkpoints else None,
    }


@router.get("/backups", response_model=BackupsAnswer)
async def backups(caller: Overseer, services: Shared) -> Any:
    """Show the last good backup with its age, and the checkpoints kept elsewhere."""
    return backups_data(services)


@router.post("/backups", response_model=BackupsAnswer, status_code=202)
async def back_up(caller: Overseer, services: Shared) -> Any:
    """Make a backup now, unless one is under way; managers and the owner only."""
    if caller.role not in MANAGERS and not caller.owner:
        raise ApiError(403, "role.may-not", "Only a manager or the owner can start a backup.")
    schedule = services.floor.backups
    if schedule is None:
        raise ApiError(409, "backup.off", "Backups are not set up: houserules serve --backups.")
    services.floor.spawn(schedule.back_up())
    return backups_data(services)
