"""The desk of a promotion: terms checked before they are saved, and everything that staff work with."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from pydantic import Field

from houserules.core.codec import to_data
from houserules.core.people import Moment
from houserules.core.record_keys import MalformedRecord
from houserules.floor.people.signed_in import Caller
from houserules.floor.tables.decision import SECOND
from houserules.floor.tables.settings import Kind
from houserules.promotion.checklist import CheckItem, checklist
from houserules.promotion.criteria import read_criteria
from houserules.promotion.desk import promotion_desk
from houserules.promotion.desk_types import PromotionDesk
from houserules.promotion.draws import is_scrutineer
from houserules.promotion.findings import find_in_terms
from houserules.promotion.promotion_file import read_promotion
from houserules.promotion.view import STAFF
from houserules.web.auth import Shared, TablesStaff
from houserules.web.document_text import read_toml
from houserules.web.errors import ApiError
from houserules.web.models import ResponseModel, Sent
from houserules.web.routes.promotions import Requested, malformed
from houserules.web.schemas import WholeNumber, schema_of

router = APIRouter(prefix="/api/promotions", tags=["promotions"])

_LONGEST = 200_000
"""Characters of a promotion file."""

_Desk: Any = schema_of(PromotionDesk)
_Item: Any = schema_of(CheckItem)


class PromotionCheckSent(Sent):
    """Terms and prizes as in a promotion file, and criteria for entries earned by play."""

    document: dict[str, Any] | Annotated[str, Field(max_length=_LONGEST)] = Field(
        description="The keys of a promotion file without its log, or its text in TOML."
    )
    criteria: dict[str, Any] | None = None


class PromotionFindingShown(ResponseModel):
    """One thing that is wrong, as `houserules promotion check` prints it."""

    clause: str
    where: str
    message: str


class PromotionCheckAnswer(ResponseModel):
    """What the rulebook's section on promotional prizes finds."""

    findings: list[PromotionFindingShown]
    items: list[_Item] = Field(description="Everything that must be stated, given or not.")
    document: dict[str, Any] = Field(description="The keys that were read.")


@router.post("/check", response_model=PromotionCheckAnswer)
async def check(sent: PromotionCheckSent, caller: TablesStaff) -> Any:
    """Check terms and prizes clause by clause, as `houserules promotion check` does before the start."""
    document = sent.document
    if isinstance(document, str):
        document = read_toml(document, where="body.document")
    try:
        terms = read_promotion(document)
        read_criteria(sent.criteria)
    except MalformedRecord as error:
        raise malformed(error) from None
    return {
        "findings": [finding._asdict() for finding in find_in_terms(terms)],
        "items": to_data(checklist(terms.rules, terms)),
        "document": document,
    }


class PromotionDeskAnswer(ResponseModel):
    """A promotion with everything that the caller works with."""

    promotion: str
    kind: Kind
    position: WholeNumber
    now: WholeNumber
    desk: _Desk


def check_desk(known: Requested, caller: TablesStaff) -> Caller:
    """Return a caller who may see the desk: staff in charge, inspectors, the scrutineer."""
    if caller.role in STAFF or is_scrutineer(known.state, caller.handle):
        return caller
    detail = f"Your role, {caller.role}, has no desk for promotions."
    raise ApiError(403, "role.may-not", detail)


DeskStaff = Annotated[Caller, Depends(check_desk)]
EntriesOf = Annotated[str, Query(max_length=60, description="Show the entries of this player.")]


@router.get("/{promotion}/desk", response_model=PromotionDeskAnswer)
async def desk(
    known: Requested, caller: DeskStaff, services: Shared, entries_of: EntriesOf = ""
) -> Any:
    """Show the desk of a promotion: what is due, what can be done now, deadlines, draws, claims."""
    now = services.floor.now()
    shown = promotion_desk(
        known.rules, known.state, caller.person, Moment(now // SECOND), entries_of=entries_of
    )
    return {
        "promotion": known.setting.promotion,
        "kind": known.setting.kind,
        "position": known.position,
        "now": now,
        "desk": to_data(shown),
    }
