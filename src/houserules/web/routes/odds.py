"""Exact odds, and the coach at practice tables."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import Field

from houserules.analysis.options import RequestError, parse_settings
from houserules.core.cards import Card, show
from houserules.floor.people.signed_in import Caller
from houserules.floor.tables.run import RunningTable
from houserules.rulebook.options import clause_of
from houserules.table.view_types import BoxView, TableView
from houserules.table.views import view_for
from houserules.web import odds_worker as worker
from houserules.web.auth import OptionalCaller, Reader, Shared
from houserules.web.errors import ApiError
from houserules.web.guard import address_of
from houserules.web.models import ResponseModel
from houserules.web.routes.rulebooks import find_rulebook
from houserules.web.routes.tables import RequestedTable
from houserules.web.schemas import WholeNumber

router = APIRouter(prefix="/api", tags=["odds"])

_LONGEST_CHANGE: Final = 100


class ByUpcardShown(ResponseModel):
    """How likely an upcard is, and what the player can expect against it."""

    probability: float
    value: float


class OddsAnswer(ResponseModel):
    """The figures of a game, per unit of the original wager; best play, one box, a full shoe."""

    rulebook: str
    decks: int
    wager: WholeNumber = Field(description="In cents.")
    set: dict[str, str]
    house_edge: float
    standard_deviation: float
    by_upcard: dict[str, ByUpcardShown]
    results: dict[str, float] = Field(description="Settlements of each kind per round.")
    names: dict[str, str] = Field(description="What each kind of settlement is called.")
    side_wagers: dict[str, float] = Field(description="House edge of each.")


class CellShown(ResponseModel):
    """The action for a total, by the least number of cards."""

    steps: list[tuple[int, str]]
    otherwise: str | None = Field(description="With two cards, where surrender is not allowed.")


class SuitedShown(ResponseModel):
    """Two cards that are played differently because of their suits."""

    cards: str
    suits: str
    upcard: str
    action: str


class ChartAnswer(ResponseModel):
    """A strategy that fits on a card."""

    rulebook: str
    upcards: list[str]
    hard: dict[str, dict[str, CellShown]]
    soft: dict[str, dict[str, CellShown]]
    pairs: dict[str, dict[str, bool]]
    suited: list[SuitedShown]
    forfeit: dict[str, dict[str, bool]]
    house_edge: float
    cost: float


class DistributionAnswer(ResponseModel):
    """Net results of a round in units of the wager, and how likely each is."""

    rulebook: str
    net: list[tuple[float, float]]


class CoachAnswer(ResponseModel):
    """The value of every action per unit of the wager; null: the rules refuse it."""

    best: str | None
    values: dict[str, float | None]
    insurance: float | None = Field(description="Per unit of insurance; null: not offered now.")


class OddsQuery:
    """The game that a request is about."""

    def __init__(
        self,
        rulebook: Annotated[str, Path(max_length=60)],
        decks: Annotated[int | None, Query(ge=1, le=20)] = None,
        wager: Annotated[int, Query(ge=1, le=100_000_000, description="In cents.")] = 2500,
        changes: Annotated[
            list[str] | None,
            Query(alias="set", max_length=40, description="NAME=VALUE, as resplit=true."),
        ] = None,
    ) -> None:
        find_rulebook(rulebook)
        if any(len(change) > _LONGEST_CHANGE for change in changes or ()):
            raise ApiError(422, "request.invalid", "Write NAME=VALUE.", where="query.set")
        try:
            settings = parse_settings(changes or (), decks=decks)
        except RequestError as error:
            detail = f"{error.name}: {error.problem}"
            raise ApiError(422, "request.invalid", detail, where="query.set") from None
        self.parts = (rulebook, tuple(settings.items()), wager)


RequestedGame = Annotated[OddsQuery, Depends(OddsQuery)]


def limit_solves(request: Request, services: Shared) -> None:
    """Limit the requests per address: each solve takes about a second."""
    if not services.solvers.allows(address_of(request.scope)):
        detail = "Too many requests for odds from this address; wait a moment."
        raise ApiError(429, "rate.limited", detail, wait=services.solvers.wait)


def refuse_at_live_table(caller: OptionalCaller, services: Shared) -> None:
    """Refuse to advise a player at a live table (S24 20.2, S65 19.1, PJ 17.1)."""
    state = services.floor.live_table_of(caller.handle) if caller is not None else None
    if state is None:
        return
    clause = clause_of(state.setting.rules, "devices_prohibited")
    detail = (
        f"You are playing at {state.setting.title}. Odds, strategy and the coach are closed to "
        f"you until you leave that table ({clause})."
    )
    raise ApiError(403, "odds.at-live-table", detail, clause)


_LIMITED = [Depends(refuse_at_live_table), Depends(limit_solves)]


@router.get("/odds/{rulebook}", response_model=OddsAnswer, dependencies=_LIMITED)
async def odds(wanted: RequestedGame, services: Shared) -> Any:
    """Return the exact house edge, deviation and results of a game, as printed or with changes."""
    return await services.solver.ask(worker.solve_odds, *wanted.parts)


@router.get("/odds/{rulebook}/chart", response_model=ChartAnswer, dependencies=_LIMITED)
async def chart(wanted: RequestedGame, services: Shared) -> Any:
    """Return the strategy chart of a game, and what its simplicity costs."""
    return await services.solver.ask(worker.find_chart, *wanted.parts)


@router.get(
    "/odds/{rulebook}/distribution", response_model=DistributionAnswer, dependencies=_LIMITED
)
async def distribution(wanted: RequestedGame, services: Shared) -> Any:
    """Return how likely each net result of a round is."""
    return await services.solver.ask(worker.find_distribution, *wanted.parts)


@router.get(
    "/tables/{table}/coach",
    response_model=CoachAnswer,
    dependencies=[Depends(refuse_at_live_table)],
)
async def coach(
    running: RequestedTable,
    caller: Reader,
    services: Shared,
    box: Annotated[int, Query(ge=1, le=100)],
    hand: Annotated[int, Query(ge=1, le=20)] = 1,
) -> Any:
    """Value every action for one of your hands at a practice table."""
    setting = running.state.setting
    if setting.kind != "practice":
        raise ApiError(403, "coach.live", "There is no coach at live tables.")
    own_hand = _hand(running, caller, box, hand)
    return await services.solver.ask(worker.coach, setting, own_hand)


_DECIDED: Final = ("offers", "playing")
"""Phases in which a player decides on a hand."""


def _hand(running: RunningTable, caller: Caller, box: int, hand: int) -> dict[str, Any]:
    """Return the hand with only what its player sees of the table."""
    state = running.state
    view = view_for(state.setting.rules, state.table, caller.person)
    mine = next((each for each in view.boxes if each.number == box), None)
    found = mine.hands[hand - 1] if mine and hand <= len(mine.hands) else None
    if mine is None or found is None or mine.controller != caller.handle:
        raise ApiError(409, "coach.not-yours", "You have no such hand to play now.")
    if found.done or len(found.cards) < 2 or not view.dealer or view.phase not in _DECIDED:
        raise ApiError(409, "coach.nothing", "There is no decision to make on this hand now.")
    split = mine.hands if found.split or len(mine.hands) > 1 else ()
    own = [card for card in found.cards if card is not None]
    wager = next((each.amount for each in found.stakes if each.player == caller.handle), 2500)
    return {
        "cards": show(tuple(own)),
        "upcard": str(view.dealer[0]),
        "seen": show(tuple(_others(view, mine))),
        "wager": wager,
        "split": len(split) or None,
        "later": hand > 1,
        "offers": view.phase == "offers",
    }


def _others(view: TableView, box: BoxView) -> list[Card]:
    """Return the open cards in other boxes; the solver accounts for the hand's own box."""
    return [
        card
        for other in view.boxes
        if other.number != box.number
        for each in other.hands
        for card in each.cards
        if card is not None
    ]
