"""Promotions: list them, show one as the caller sees it, set one up, give it commands."""

import asyncio
from typing import Annotated, Any, Final, Union

from fastapi import APIRouter, Depends, Path
from fastapi.responses import Response
from pydantic import Field

from houserules.core.codec import DataError, to_data
from houserules.core.people import Moment
from houserules.core.record_keys import MalformedRecord
from houserules.floor.desk_commands import own_fields
from houserules.floor.people.signed_in import Caller
from houserules.floor.promotions.authority import COMMANDS
from houserules.floor.promotions.stream import FloorPromotion
from houserules.floor.tables.decision import SECOND
from houserules.floor.tables.run import Accepted
from houserules.floor.tables.settings import Kind
from houserules.promotion.commands import DraftPromotion
from houserules.promotion.draw_record import prize_draw_record
from houserules.promotion.event_builder import terms_of
from houserules.promotion.promotion_file import write_promotion
from houserules.promotion.state import PromotionPhase
from houserules.promotion.view import STAFF, promotion_view
from houserules.promotion.view_types import PromotionView
from houserules.sheets.files import SheetError
from houserules.version import __version__
from houserules.web.app_state import Services
from houserules.web.auth import AnyCaller, OptionalCaller, Shared, TablesStaff
from houserules.web.errors import ApiError, command_error, error_for
from houserules.web.models import AcceptedAnswer, ResponseModel, Sent, as_file
from houserules.web.schemas import SentCommand, WholeNumber, command_schema, make_schema, schema_of
from houserules.web.terms_copy import TermsCopy, terms_copy

router = APIRouter(prefix="/api/promotions", tags=["promotions"])

PromotionId = Annotated[str, Path(max_length=40, description="The id of a promotion.")]


class PromotionListed(ResponseModel):
    """One promotion in the list."""

    promotion: str
    name: str
    rulebook: str
    kind: Kind
    phase: PromotionPhase
    starts: WholeNumber = Field(description="In seconds.")
    closes: WholeNumber | None = Field(description="When entries close, in seconds.")
    entries: WholeNumber
    prizes: WholeNumber = Field(description="How many there are.")
    prize_value: WholeNumber = Field(description="Of all prizes together.")
    mine: WholeNumber = Field(description="The caller's own entries.")
    overdue: WholeNumber = Field(description="For staff: duties whose deadline has passed.")


class PromotionsAnswer(ResponseModel):
    """All promotions that the caller may see."""

    promotions: list[PromotionListed]
    now: WholeNumber


_View: Any = schema_of(PromotionView)


class PromotionAnswer(ResponseModel):
    """A promotion as the caller may see it."""

    promotion: str
    kind: Kind
    position: WholeNumber
    now: WholeNumber
    view: _View


_DraftSent: Any = make_schema(
    "PromotionDraftSent", DraftPromotion, own_fields(DraftPromotion), way="sent"
)


class PromotionSent(Sent):
    """A new promotion: its id, and a draft of its terms."""

    promotion: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,30}$")
    kind: Kind = "practice"
    draft: _DraftSent


_SCHEMAS: Final = {
    name: command_schema(name, kind, own_fields(kind)) for name, kind in COMMANDS.items()
}
AnyPromotionCommand: Any = Annotated[
    Union[tuple(_SCHEMAS.values())],  # noqa: UP007
    Field(discriminator="do"),
]


class GivenPromotionCommand(SentCommand[AnyPromotionCommand]):
    """A command to a promotion; `do` says which. Players leave `player` out: it is themselves."""


def view_of(
    known: FloorPromotion, caller: Caller | None, services: Services
) -> PromotionView | None:
    """Return a promotion as the caller may see it."""
    now = Moment(services.floor.now() // SECOND)
    person = caller.person if caller else None
    return promotion_view(known.rules, known.state, person, now=now)


async def promotion_of(
    promotion: PromotionId, services: Shared, caller: OptionalCaller
) -> FloorPromotion:
    """Return the requested promotion, if it exists for the caller."""
    known = services.floor.promotions.all.get(promotion)
    if known is None or view_of(known, caller, services) is None:
        raise ApiError(
            404, "promotion.unknown", "There is no such promotion.", where="path.promotion"
        )
    return known


Requested = Annotated[FloorPromotion, Depends(promotion_of)]


def listed_promotions(services: Services, caller: Caller | None) -> list[dict[str, Any]]:
    """Return the promotions that the caller may see: those in progress first."""
    listed = []
    for name, known in services.floor.promotions.all.items():
        if view := view_of(known, caller, services):
            listed.append(
                {
                    "promotion": name,
                    "kind": known.setting.kind,
                    "prizes": len(view.prize_values),
                    "prize_value": sum(view.prize_values),
                    "mine": len(view.mine.entries) if view.mine else 0,
                    "overdue": len(view.staff.overdue) if view.staff else 0,
                    **{
                        key: getattr(view, key)
                        for key in ("name", "rulebook", "phase", "starts", "closes", "entries")
                    },
                }
            )
    listed.sort(key=lambda row: (row["phase"] in ("finished", "cancelled"), row["starts"]))
    return listed


@router.get("", response_model=PromotionsAnswer)
async def promotions(services: Shared, caller: OptionalCaller) -> Any:
    """List the promotions: those in progress first."""
    return {"promotions": listed_promotions(services, caller), "now": services.floor.now()}


@router.get("/{promotion}", response_model=PromotionAnswer)
async def promotion(known: Requested, caller: OptionalCaller, services: Shared) -> Any:
    """Show a promotion: its terms and results, your own entries, and for staff everything."""
    return promotion_answer(known, caller, services)


def promotion_answer(
    known: FloorPromotion, caller: Caller | None, services: Services
) -> dict[str, Any]:
    """Return a promotion as data, as the caller may see it."""
    return {
        "promotion": known.setting.promotion,
        "kind": known.setting.kind,
        "position": known.position,
        "now": services.floor.now(),
        "view": to_data(view_of(known, caller, services)),
    }


@router.post("", response_model=AcceptedAnswer, status_code=201)
async def set_up(sent: PromotionSent, caller: TablesStaff, services: Shared) -> Any:
    """Set up a promotion with a draft of its terms; complete them before you send them."""
    if sent.promotion == "new":
        detail = "Choose another id: /promotions/new is the page for a new promotion."
        raise ApiError(422, "request.invalid", detail, where="body.promotion")
    try:
        answer = await services.floor.promotions.set_up(
            caller, sent.promotion, kind=sent.kind, draft=sent.draft.model_dump()
        )
    except DataError as wrong:
        raise command_error(wrong) from None
    except MalformedRecord as error:
        raise malformed(error) from None
    return _answer(answer)


@router.post("/{promotion}/commands", response_model=AcceptedAnswer)
async def give_command(
    given: GivenPromotionCommand, known: Requested, caller: AnyCaller, services: Shared
) -> Any:
    """Give a command; the answer comes when its events are durable, or says why it was refused."""
    try:
        name, id_, data = given.parts()
        answer = await services.floor.promotion_house.carry_out(
            caller, known.setting.promotion, name, data, id_
        )
    except DataError as wrong:
        raise command_error(wrong) from None
    except MalformedRecord as error:
        raise malformed(error) from None
    return _answer(answer)


@router.get("/{promotion}/draws/{prize}")
async def draw_record(
    known: Requested, prize: Annotated[int, Path(ge=0, le=10_000)]
) -> dict[str, Any]:
    """Show the record of a prize's draw, as far as it has come; `houserules verify draw` checks it."""
    draw = known.state.draw_of(prize)
    if draw is None:
        raise ApiError(404, "draw.unknown", "There is no draw of that prize.", where="path.prize")
    return prize_draw_record(terms_of(known.state), known.state, draw)


@router.get("/{promotion}/file")
async def promotion_file(known: Requested, caller: AnyCaller) -> dict[str, Any]:
    """Show the promotion as a promotion file with its log, for staff in charge and inspectors."""
    if caller.role not in STAFF:
        detail = "Only staff in charge of promotions and inspectors may read it."
        raise ApiError(403, "role.may-not", detail)
    return write_promotion(known.state)


@router.get(
    "/{promotion}/terms.json", response_class=Response, responses=as_file("application/json")
)
async def terms(known: Requested) -> Response:
    """Download the terms and prizes as they are now: the text whose hash is on record."""
    copy = _copy(known)
    return Response(copy.text, media_type="application/json", headers=_headers(copy, "json"))


@router.get("/{promotion}/terms.pdf", response_class=Response, responses=as_file("application/pdf"))
async def terms_pdf(known: Requested, services: Shared) -> Response:
    """Download the terms as a PDF: what the Authority gets, with the hash."""
    copy = _copy(known)
    try:
        content = await asyncio.to_thread(copy.pdf, services.floor.zone)
    except SheetError as error:
        raise ApiError(501, "sheets.missing", f"{error}.") from None
    return Response(content, media_type="application/pdf", headers=_headers(copy, "pdf"))


def _copy(known: FloorPromotion) -> TermsCopy:
    return terms_copy(known, version=__version__)


def _headers(copy: TermsCopy, kind: str) -> dict[str, str]:
    name = f"{copy.promotion}-{copy.number}.{kind}"
    return {"content-disposition": f'attachment; filename="{name}"', "x-terms-sha256": copy.digest}


def malformed(error: MalformedRecord) -> ApiError:
    """Return the error for a promotion file that cannot be read."""
    return ApiError(422, "request.invalid", error.message, where=f"body.document.{error.where}")


def _answer(answer: Any) -> Any:
    if not isinstance(answer, Accepted):
        raise error_for(answer)
    return to_data(answer)
