"""The coach at a practice table, and the odds page; what the solver would say is given, which has tests of its own."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

from e2e.axe import violations
from e2e.visiting import House, Visitor

ODDS: dict[str, Any] = {
    "house_edge": 0.004,
    "standard_deviation": 1.17,
    "decks": 8,
    "wager": 2500,
    "by_upcard": {
        "A": {"probability": 0.1, "value": -0.26},
        "6": {"probability": 0.1, "value": 0.15},
    },
    "results": {"bust": 0.2, "pontoon": 0.04},
    "side_wagers": {"insurance": 0.25},
}
SWITCH = {
    "name": "dealer_stands_on_soft",
    "now": "18",
    "clause": "15.4",
    "group": "what-if",
    "choices": [{"value": "17", "says": "17"}],
}


def answer(route: Route, data: object) -> None:
    route.fulfill(status=200, content_type="application/json", body=json.dumps(data))


def test_the_coach_values_actions_and_keeps_mistakes(
    visit: Callable[..., Visitor], house: House
) -> None:
    ann = visit()
    page, table = ann.page, house.table()
    values = {"stand": -0.2, "hit": 0.1, "double": 0.3, "split": None, "surrender": None}
    page.route("**/coach?*", lambda route: answer(route, {"best": "double", "values": values}))
    ann.be_guest()
    ann.sit(table)
    house.rig(table, "5s 6d 6h Kc Qd")
    ann.press("go")
    ann.press("coach")
    expect(ann.button("double")).to_contain_text("best, +$7.50")
    expect(ann.button("stand")).to_contain_text("−$5")
    page.locator("#coach").click()
    page.locator("input[value=mistakes]").check()
    assert violations(page, "light") == []
    page.keyboard.press("Escape")
    expect(ann.button("coach")).to_have_count(0)
    ann.press("stand")
    expect(page.locator(".toast")).to_contain_text("Better: double")
    expect(page.locator(".toast")).to_contain_text("a difference of +$12.50")
    page.locator("#coach").click()
    expect(page.locator(".mistake-list li")).to_have_count(1)
    expect(page.locator(".mistakes")).to_contain_text("$12.50")


def test_switches_change_the_edge_and_a_simulation_closes_in(
    visit: Callable[..., Visitor], house: House
) -> None:
    def odds(route: Route) -> None:
        url = route.request.url
        if "/switches" in url:
            answer(route, {"rulebook": "nsw-pontoon-2024", "switches": [SWITCH]})
        elif "/distribution" in url:
            answer(route, {"net": [[-1.0, 0.5], [1.0, 0.5]]})
        elif "/simulated" in url:
            answer(route, {"rounds": 500_000, "won": -2000.0, "squares": 650_000.0})
        else:
            edge = 0.001 if "set=" in url else 0.004
            answer(route, {**ODDS, "house_edge": edge})

    reader = visit()
    page = reader.page
    page.route("**/api/odds/**", odds)
    page.goto("/odds")
    expect(page.locator(".edge")).to_contain_text("0.4000 %")
    page.select_option("#switch-dealer_stands_on_soft", "17")
    expect(page.locator(".edge")).to_contain_text("0.1000 %")
    expect(page.locator("#headline")).to_contain_text("0.3000 % less for the house")
    page.get_by_role("button", name="As approved").click()
    expect(page.locator(".edge")).to_contain_text("0.4000 %")
    page.click("#simulate")
    expect(page.locator("#simulated")).to_contain_text("20.0 million rounds")
    expect(page.locator("#simulated")).to_have_text(re.compile(r"^0\.400 % ± 0\.\d+ %"))
    expect(page.locator("#simulate")).to_have_text("Simulate")
    assert violations(page) == []
