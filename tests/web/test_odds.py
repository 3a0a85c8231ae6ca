"""Exact odds over the API: computed in another process, kept, limited; advice at practice tables only."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import httpx
import pytest

from houserules.analysis.options import RequestError
from houserules.floor.tables.settings import Setting
from houserules.web.errors import ApiError
from houserules.web.odds_pool import Solver
from houserules.web.settings import Settings
from web.server import Live, Member, Server


def patiently(http: httpx.Client, path: str) -> httpx.Response:
    """Ask until the figures are there; the kernels may have to be compiled first."""
    while (answer := http.get(path)).status_code == 503:
        assert answer.json()["error"]["code"] == "odds.working"
        time.sleep(0.5)
    return answer


def test_the_figures_are_those_of_the_solver(server: Server) -> None:
    http = server.http()
    said = patiently(http, "/api/odds/nz-pontoon").json()
    assert said["house_edge"] == pytest.approx(0.0034581761, abs=1e-9)
    assert said["decks"] == 8
    wrong = patiently(http, "/api/odds/nz-pontoon?set=resplit=maybe")
    assert (wrong.status_code, wrong.json()["error"]["where"]) == (422, "query.set.resplit")
    unknown = patiently(http, "/api/odds/nz-pontoon?set=colour=red")
    assert unknown.json()["error"]["code"] == "odds.no-game"


def at_a_decision(server: Server, member: Member) -> Live:
    """Sit down at a table of one's own, and play until there is something to decide."""
    server.set_up(Setting("coach", "coach", "nz-pontoon"))
    live = member.live("coach")
    live.hear()
    live.sit()
    while live.state["table"]["phase"] != "playing":
        if live.state["table"]["phase"] in ("betting", "over"):
            live.done("place-wager", box=1, amount=5_00, seated=True)
        live.done("be-ready")
    return live


def test_the_coach_is_for_ones_own_hand_at_a_practice_table(server: Server) -> None:
    member = server.guest()
    with at_a_decision(server, member) as live:
        advice = patiently(member.http, "/api/tables/coach/coach?box=1").json()
        assert set(advice["values"]) == {"stand", "hit", "double", "split", "surrender"}
        best = max((v, name) for name, v in advice["values"].items() if v is not None)[1]
        assert advice["best"] == best
        assert advice["best"] in live.legal()
        other = server.guest().http.get("/api/tables/coach/coach?box=1")
        assert other.json()["error"]["code"] == "coach.not-yours"


def test_nobody_is_advised_at_a_live_table(server: Server) -> None:
    server.set_up(Setting("live", "live", "nz-pontoon", kind="live"))
    answer = server.guest().http.get("/api/tables/live/coach?box=1")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "coach.live")


@pytest.mark.clause("nsw-pontoon-6to5-2017", "19.1")
@pytest.mark.clause("nsw-pinkjack-2016", "17.1")
@pytest.mark.parametrize(
    ("name", "clause"), [("nsw-pontoon-6to5-2017", "19.1"), ("nsw-pinkjack-2016", "17.1")]
)
def test_odds_strategy_and_coach_are_closed_to_who_plays_live(
    server: Server, cashier: Member, name: str, clause: str
) -> None:
    at = clause[:2]
    server.set_up(Setting(f"salon{at}", "Salon", name, kind="live"))
    server.set_up(Setting(f"school{at}", "School", name))
    ann, bob = server.player(f"Ann{at}"), server.player(f"Bob{at}")
    sold = cashier.http.post(f"/api/wallets/Ann{at}/buy-in", json={"amount": 500_00})
    assert sold.status_code == 200, sold.text
    paths = [f"/api/odds/{name}{each}" for each in ("", "/chart", "/distribution", "/switches")]
    paths += [f"/api/odds/{name}/simulated", f"/api/tables/school{at}/coach?box=1", "/odds"]
    with ann.live(f"salon{at}") as live:
        live.hear()
        live.done("take-seat", seat=1, amount=100_00)
        for path in paths:
            answer = ann.http.get(path)
            assert answer.status_code == 403, path
            error = answer.json()["error"]
            assert (error["code"], error["clause"]) == ("odds.at-live-table", clause), path
        page = ann.http.get("/odds", headers={"Accept": "text/html"})
        assert page.status_code == 403
        assert f"closed to you until you leave that table ({clause})" in page.text
        assert bob.http.get("/odds").status_code == 200  # who does not play there
        live.done("get-up")
    assert ann.http.get("/odds").status_code == 200


def solver(**more: Any) -> Solver:
    """Return a solver whose workers are threads, so that a test can hold them."""
    made = Solver(Settings(**more))
    made._workers = ThreadPoolExecutor(1)  # type: ignore[assignment]
    return made


def test_the_same_question_is_worked_at_once_and_kept() -> None:
    asked: list[int] = []

    def work(number: int) -> dict[str, Any]:
        asked.append(number)
        return {"answer": number * 2}

    async def run() -> list[dict[str, Any]]:
        made = solver(kept_solves=2)
        first = await asyncio.gather(*(made.ask(work, 1) for _ in range(5)))
        for number in (2, 3, 2, 1):
            await made.ask(work, number)
        made.close()
        return first

    assert asyncio.run(run()) == [{"answer": 2}] * 5
    assert asked == [1, 2, 3, 1]


def test_too_many_questions_are_turned_away() -> None:
    go_on = Event()

    def work(number: int) -> dict[str, Any]:
        go_on.wait(10)
        return {}

    async def run() -> list[Any]:
        made = solver(solves=1, waiting_solves=2)
        questions = [asyncio.ensure_future(made.ask(work, number)) for number in range(5)]
        await asyncio.sleep(0.05)
        go_on.set()
        done = await asyncio.gather(*questions, return_exceptions=True)
        made.close()
        return done

    done = asyncio.run(run())
    assert done[:3] == [{}] * 3
    assert [(each.status, each.code) for each in done[3:]] == [(503, "odds.busy")] * 2


def test_what_makes_no_game_is_said() -> None:
    def work() -> dict[str, Any]:
        raise RequestError("set", "is 1 to 8", name="decks")

    async def run() -> None:
        made = solver()
        with pytest.raises(ApiError) as said:
            await made.ask(work)
        made.close()
        assert (said.value.status, said.value.where) == (422, "query.set.decks")

    asyncio.run(run())
