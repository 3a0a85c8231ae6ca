"""Follow a tournament or a promotion: an event stream that says when it has changed."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from houserules.floor.desk import Desk
from houserules.floor.people.signed_in import Caller
from houserules.floor.store import AWAY
from houserules.floor.tournaments.standings import rounds_seen
from houserules.web.app_state import Services
from houserules.web.auth import OptionalCaller, Shared, find_caller
from houserules.web.guard import address_of
from houserules.web.live.followers import EVENT_STREAM, Follower, Told, UpdateStream
from houserules.web.models import as_file
from houserules.web.routes import promotions, tournaments

router = APIRouter(prefix="/api")


@router.get(
    "/tournaments/{tournament}/updates",
    tags=["tournaments"],
    response_class=Response,
    responses=as_file(EVENT_STREAM),
)
async def updates(
    known: tournaments.Requested, caller: OptionalCaller, services: Shared, request: Request
) -> Response:
    """Stream the tournament's position and its rounds; when they change, request it again."""
    name, floor = known.setting.tournament, services.floor

    def look() -> Told:
        now = floor.tournaments.all[name]
        return {"position": now.position, "rounds": rounds_seen(now, floor.tables)}

    def sees(asking: Caller | None) -> bool:
        return tournaments.view_of(floor.tournaments.all[name], asking) is not None

    return _stream(services, request, caller, floor.tournaments, name, look=look, sees=sees)


@router.get(
    "/promotions/{promotion}/updates",
    tags=["promotions"],
    response_class=Response,
    responses=as_file(EVENT_STREAM),
)
async def follow_promotion(
    known: promotions.Requested, caller: OptionalCaller, services: Shared, request: Request
) -> Response:
    """Stream the promotion's position; when it changes, request the promotion again."""
    name, all_ = known.setting.promotion, services.floor.promotions.all

    def look() -> Told:
        return {"position": all_[name].position}

    def sees(asking: Caller | None) -> bool:
        return promotions.view_of(all_[name], asking, services) is not None

    desk = services.floor.promotions
    return _stream(services, request, caller, desk, name, look=look, sees=sees)


def _stream(
    services: Services,
    request: Request,
    caller: Caller | None,
    desk: Desk[Any],
    name: str,
    *,
    look: Callable[[], Told],
    sees: Callable[[Caller | None], bool],
) -> Response:
    followers = services.followers
    handle, address = caller.handle if caller else None, address_of(request.scope)
    if no := followers.why_not(handle, address):
        raise no

    async def still_may() -> bool:
        """Whether the same person asks, with the same role, and may still see it."""
        try:
            now = await find_caller(services, request)
        except AWAY:
            return True  # the stream only says that something changed
        return (now and now.person) == (caller and caller.person) and sees(now)

    followers.watch(desk)
    follower = Follower(desk.prefix + name, handle, address)
    return UpdateStream(followers, follower, look=look, still_may=still_may)
