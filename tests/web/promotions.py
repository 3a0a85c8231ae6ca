"""Promotions over the API, for tests: set one up and start it."""

from typing import Any

from houserules.floor.clock import milliseconds
from houserules.floor.promotions.stream import new_record
from houserules.journal.records import Append, Batch
from houserules.promotion.events import PromotionStarted
from houserules.promotion.moments import write_moment
from houserules.promotion.prize_draw import commit_secret
from promotion.office import document
from promotion.promotions import S65
from web.server import Member, Server

HOUR = 3600


def give(who: Member, promotion: str, do: str, **fields: Any) -> Any:
    """Give a command that is allowed."""
    answer = who.http.post(f"/api/promotions/{promotion}/commands", json={"do": do, **fields})
    assert answer.status_code == 200, answer.text
    return answer.json()


def draft(manager: Member, promotion: str, starts: int, *, book: str = S65, **more: Any) -> None:
    """Set a practice promotion up that takes entries for a day from its start."""
    prizes = more.pop("prizes", ())
    terms = document(
        book,
        *prizes,
        starts=write_moment(starts),
        terms__entries_close=write_moment(starts + 24 * HOUR),
        terms__held_on=write_moment(starts + 48 * HOUR),
    )
    given = {"document": terms, "outside_event": "Powerball draw 1590", **more}
    sent = {"promotion": promotion, "draft": given}
    answer = manager.http.post("/api/promotions", json=sent)
    assert answer.status_code == 201, answer.text


def start_promotion(server: Server, manager: Member, promotion: str) -> None:
    """Set a promotion up that has started: its stream says so, as if it had been sent in time."""
    draft(manager, promotion, milliseconds() // 1000 + 72 * HOUR)
    give(manager, promotion, "send-terms", how="by email")
    give(manager, promotion, "publish-terms", where="at the cage")
    floor = server.floor
    known = floor.promotions.all[promotion]
    commitment = commit_secret("Spring draw", 0, "00" * 32)
    started: Any = PromotionStarted("00", (commitment,), "house", known.setting.at, "21.9")  # type: ignore[arg-type]
    append = Append(f"promotion/{promotion}", known.position, (new_record(started),))
    server.run(floor.store.append(Batch((append,), actor="house", time=floor.now())))
    server.run(floor.promotions.hear(server.run(floor.store.read(f"promotion/{promotion}"))))
