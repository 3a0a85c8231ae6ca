"""Follow a tournament: an event stream that says when it has changed."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from houserules.floor.store import AWAY
from houserules.floor.tournaments.standings import rounds_seen
from houserules.floor.tournaments.stream import STREAMS
from houserules.web.auth import OptionalCaller, Shared, find_caller
from houserules.web.guard import address_of
from houserules.web.live.followers import EVENT_STREAM, Follower, Told, UpdateStream
from houserules.web.models import as_file
from houserules.web.routes.tournaments import Requested, view_of

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"])


@router.get("/{tournament}/updates", response_class=Response, responses=as_file(EVENT_STREAM))
async def updates(
    known: Requested, caller: OptionalCaller, services: Shared, request: Request
) -> Response:
    """Stream the tournament's position and its rounds; when they change, request it again."""
    name, followers, floor = known.setting.tournament, services.followers, services.floor
    handle, address = caller.handle if caller else None, address_of(request.scope)
    if no := followers.why_not(handle, address):
        raise no

    def look() -> Told:
        now = floor.tournaments.all[name]
        return {"position": now.position, "rounds": rounds_seen(now, floor.tables)}

    async def still_may() -> bool:
        """Whether the same person asks, with the same role, and may still see the tournament."""
        try:
            now = await find_caller(services, request)
        except AWAY:
            return True  # the stream only says that something changed
        return (now and now.person) == (caller and caller.person) and (
            view_of(floor.tournaments.all[name], now) is not None
        )

    followers.watch(floor.tournaments)
    return UpdateStream(
        followers,
        Follower(STREAMS + name, handle, address),
        look=look,
        still_may=still_may,
    )
