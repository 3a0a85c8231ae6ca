"""What is on record about a promotion, and who may read it: its history in sentences."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from houserules.core.codec import WHOLE_MOST, to_data
from houserules.floor.people.signed_in import Caller
from houserules.floor.promotions.history import promotion_history
from houserules.floor.promotions.stream import FloorPromotion
from houserules.promotion.view import STAFF
from houserules.web.app_state import Services
from houserules.web.auth import OptionalCaller, Shared
from houserules.web.models import Hour, ResponseModel
from houserules.web.routes.promotions import Requested
from houserules.web.schemas import PromotionTold, WholeNumber

router = APIRouter(prefix="/api/promotions", tags=["promotions"])


def readable_promotions(services: Services, caller: Caller) -> dict[str, FloorPromotion]:
    """Return the promotions whose whole record the caller may read, by stream.

    Claims are on record with names and addresses, which only these roles may read.
    """
    return services.floor.promotions.by_stream if caller.role in STAFF else {}


class PromotionHappeningShown(ResponseModel):
    """Something that has happened in a promotion."""

    position: WholeNumber
    at: Hour
    by: str | None = Field(description="Whose command caused it; staff only.")
    event: PromotionTold


class PromotionHistory(ResponseModel):
    """A page of what has happened, newest first."""

    happenings: list[PromotionHappeningShown]
    more: bool


@router.get("/{promotion}/history", response_model=PromotionHistory)
async def show_history(
    known: Requested,
    caller: OptionalCaller,
    services: Shared,
    *,
    before: Annotated[int | None, Query(ge=1, le=WHOLE_MOST)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Any:
    """Show what has happened, newest first; entries, claims and payments only to their player and staff."""
    person = caller.person if caller else None
    store = services.floor.store
    happenings = await promotion_history(store, known, person, below=before, limit=limit + 1)
    return {"happenings": to_data(tuple(happenings[:limit])), "more": len(happenings) > limit}
