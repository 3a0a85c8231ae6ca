"""The coach: at practice tables, when asked or after a mistake; never at a live table."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

from e2e.axe import violations
from e2e.visiting import House, Visitor
from houserules.floor.tables.settings import Setting

VALUES = {"stand": -0.2, "hit": 0.1, "double": 0.3, "split": None, "surrender": None}
CHART: dict[str, Any] = {
    "upcards": ["2", "A"],
    "hard": {"11": {up: {"steps": [[2, "double"], [4, "hit"]], "otherwise": None} for up in "2A"}},
    "soft": {"18": {up: {"steps": [[2, "stand"]], "otherwise": None} for up in "2A"}},
    "pairs": {"8": {"2": True, "A": False}},
    "forfeit": {},
    "suited": [],
    "house_edge": 0.004,
    "cost": 0.0001,
}


def answering(**data: Any) -> Callable[[Route], None]:
    """Answer as the solver would, which has tests of its own."""
    body = json.dumps(data)
    return lambda route: route.fulfill(status=200, content_type="application/json", body=body)


def at_eleven_against_six(ann: Visitor, house: House, **advice: Any) -> None:
    table = house.table()
    told = {"best": "double", "values": VALUES, "insurance": None, **advice}
    ann.page.route("**/coach?*", answering(**told))
    ann.page.route("**/chart", answering(**CHART))
    ann.be_guest()
    ann.sit(table)
    house.rig(table, "5s 6d 6h Kc Qd")
    ann.press("go")
    expect(ann.button("double")).to_be_visible()


def test_when_asked_every_action_has_its_value(visit: Callable[..., Visitor], house: House) -> None:
    ann = visit()
    at_eleven_against_six(ann, house)
    expect(ann.page.locator(".is-best")).to_have_count(0)
    ann.page.keyboard.press("k")
    expect(ann.button("double")).to_contain_text("best, +$7.50")
    expect(ann.button("stand")).to_contain_text("−$5")
    ann.page.locator("#coach").click()
    ann.page.locator("[data-chart]").check()
    assert violations(ann.page) == []
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#chart-panel .cell.is-double").first).to_contain_text("D")
    assert violations(ann.page) == []
    ann.page.reload()
    expect(ann.page.locator("#chart-panel .cell.is-double").first).to_be_visible()


def test_after_a_mistake_the_coach_speaks_up_and_keeps_it(
    visit: Callable[..., Visitor], house: House
) -> None:
    ann = visit()
    at_eleven_against_six(ann, house)
    page = ann.page
    page.locator("#coach").click()
    page.locator("input[value=mistakes]").check()
    page.keyboard.press("Escape")
    expect(ann.button("coach")).to_have_count(0)
    ann.press("stand")
    expect(page.locator(".dock .remark")).to_have_text("Doubling was better by $12.50 on average.")
    expect(page.locator("#toasts .toast")).to_have_count(0)  # nothing lies over the hands
    page.locator("#coach").click()
    expect(page.locator(".mistake-list li")).to_have_count(1)
    expect(page.locator(".mistakes")).to_contain_text("$12.50")
    page.get_by_role("button", name="Clear the list").click()
    expect(page.locator(".mistakes")).to_contain_text("None yet")


def test_what_is_offered_has_its_value_too(visit: Callable[..., Visitor], house: House) -> None:
    ann = visit()
    table = house.table()
    values = {**VALUES, "stand": -0.7, "hit": -0.6, "double": -1.1, "surrender": -0.5}
    told = answering(best="surrender", values=values, insurance=-0.24)
    ann.page.route("**/coach?*", told)
    ann.be_guest()
    ann.sit(table)
    house.rig(table, "9s Ad 7h Kc Qd")
    ann.press("go")
    ann.press("coach")
    expect(ann.button("surrender-4")).to_contain_text("best, −$12.50")
    expect(ann.button("insure-4")).to_contain_text("−$3")
    expect(ann.button("go")).to_contain_text("−$15")
    ann.press("go")
    ann.page.locator("#coach").click()
    expect(ann.page.locator(".mistake-list li")).to_contain_text("playing on, better surrender")


def test_never_at_a_live_table(visit: Callable[..., Visitor], house: House) -> None:
    house.server.set_up(Setting("real-money", "Live", "nz-pontoon", kind="live"))
    owner = house.server.the_owner()
    fill = {"do": "fill-float", "amount": 1_000_00}
    filled = owner.http.post("/api/tables/real-money/commands", json=fill)
    assert filled.status_code == 200, filled.text
    cashier = house.server.staff(owner, "Cass", "cashier")
    ann = visit()
    asked: list[str] = []
    ann.page.on("request", lambda each: asked.append(each.url))
    ann.sign_up("Ann")
    cash = {"amount": 1_000_00, "id": "chips-for-ann"}
    bought = cashier.http.post("/api/wallets/Ann/buy-in", json=cash)
    assert bought.status_code == 200, bought.text
    ann.sit("real-money")
    expect(ann.page.locator(".table-bar .badge.live")).to_be_visible()
    house.rig("real-money", "5s 6d 6h Kc Qd")
    ann.press("go")
    expect(ann.button("double")).to_be_visible()
    ann.page.keyboard.press("k")
    expect(ann.button("coach")).to_have_count(0)
    expect(ann.page.locator("#coach, #chart-panel")).to_have_count(0)
    ann.press("double")
    expect(ann.page.locator(".payment.mine")).not_to_have_count(0)
    assert not [each for each in asked if "/coach" in each]
    answer = ann.context.request.get("/api/tables/real-money/coach?box=4")
    assert (answer.status, answer.json()["error"]["code"]) == (403, "odds.at-live-table")
