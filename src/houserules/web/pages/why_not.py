"""Why a button is closed: the judge's answer to a command that nobody gives."""

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel

from houserules.core.refusal import Refusal
from houserules.floor.authority import COMMANDS, command_from, why_not_person
from houserules.floor.commands import FLOOR_COMMANDS
from houserules.floor.encoding import DataError
from houserules.floor.people.signed import Signed
from houserules.floor.standing import Standing
from houserules.floor.work import No
from houserules.table.judge import why_not as judged
from houserules.web.asking import AnySigned, Shared
from houserules.web.command_shapes import GivenCommand
from houserules.web.errors import malformed
from houserules.web.routes.tables import Asked

router = APIRouter(prefix="/api", tags=["tables"])


class RefusalShown(BaseModel):
    """What would be refused, under which clause, in words for the person who asks."""

    code: str
    clause: str | None
    detail: str


class WhyNotAnswer(BaseModel):
    """The refusal of a command that was not given; null: the rules would let it through."""

    refusal: RefusalShown | None


@router.post("/tables/{table}/why-not", response_model=WhyNotAnswer)
async def why_not(given: GivenCommand, running: Asked, signed: AnySigned, serving: Shared) -> Any:
    """Say why a command would be refused now; nothing is done."""
    name, _, data = given.parts()
    try:
        command = command_from(name, data, signed.person, at=serving.floor.now())
    except DataError as wrong:
        raise malformed(wrong) from None
    no = _no(running.standing, command, signed, about_floor=COMMANDS[name] in FLOOR_COMMANDS)
    if no is None:
        return {"refusal": None}
    clause = no.clause if isinstance(no, Refusal) else None
    return {"refusal": {"code": no.code, "clause": clause, "detail": no.detail}}


def _no(standing: Standing, command: Any, signed: Signed, *, about_floor: bool) -> No | None:
    scope = signed.why_not("play" if signed.role == "player" else "staff")
    if no := scope or why_not_person(standing, command, signed.person):
        return no
    return None if about_floor else judged(standing.setting.rules, standing.table, command)
