"""The odds page: once with the solver behind it, once with answers of our choice."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

from e2e.axe import violations
from e2e.test_coach import CHART
from e2e.visiting import PHONE, House, Visitor

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
    "names": {"bust": "Bust", "pontoon": "Pontoon"},
    "side_wagers": {"insurance": 0.25},
}
SWITCH = {
    "name": "dealer_stands_on_soft",
    "now": "18",
    "clause": "15.4",
    "group": "what-if",
    "choices": [{"value": "17", "says": "17"}, {"value": "19", "says": "19"}],
}


def answer(route: Route, data: object) -> None:
    route.fulfill(status=200, content_type="application/json", body=json.dumps(data))


def test_switches_change_the_edge_and_a_simulation_closes_in(
    visit: Callable[..., Visitor], house: House
) -> None:
    def odds(route: Route) -> None:
        url = route.request.url
        if "/switches" in url:
            answer(route, {"rulebook": "nsw-pontoon-2024", "switches": [SWITCH]})
        elif "/distribution" in url:
            answer(route, {"net": [[-1.0, 0.5], [1.0, 0.5]]})
        elif "/chart" in url:
            answer(route, CHART)
        elif "/simulated" in url:
            answer(route, {"rounds": 500_000, "won": -2000.0, "squares": 650_000.0})
        else:
            edge = 0.001 if "soft%3D17" in url else 0.004
            answer(route, {**ODDS, "house_edge": edge})

    reader = visit()
    page = reader.page
    page.route("**/api/odds/**", odds)
    page.goto("/odds")
    expect(page.locator(".edge")).to_contain_text("0.4000 %")
    page.select_option("#switch-dealer_stands_on_soft", "17")
    expect(page.locator(".edge")).to_contain_text("0.1000 %")
    expect(page.locator("#headline")).to_contain_text("0.3000 % less for the house")
    page.select_option("#switch-dealer_stands_on_soft", "19")  # as if nothing hung on it
    expect(page.locator("#headline")).to_contain_text("Approved: 0.4000 %. The edge is unchanged.")
    page.get_by_role("button", name="As approved").click()
    expect(page.locator(".edge")).to_contain_text("0.4000 %")
    page.click("#simulate")
    expect(page.locator("#simulated")).to_contain_text("20.0 million rounds")
    expect(page.locator("#simulated")).to_have_text(re.compile(r"^0\.400 % ± 0\.\d+ %"))
    expect(page.locator("#simulate")).to_have_text("Simulate")
    assert violations(page) == []
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    width = "document.documentElement.scrollWidth"
    assert page.evaluate(width) == PHONE["width"]


def test_the_solver_and_the_simulator_answer(visit: Callable[..., Visitor], house: House) -> None:
    reader = visit()
    page = reader.page
    page.goto("/odds?rulebook=nsw-pinkjack-2016")
    expect(page.locator("#state")).to_have_text("As approved", timeout=180_000)
    expect(page.locator(".edge")).to_contain_text("0.4006 %")
    expect(page.locator("#results")).to_contain_text("Doubled: higher total")
    page.click("#simulate")
    progress = re.compile(r"^0\.\d+ % ± 0\.\d+ % after \d+\.\d million rounds")
    expect(page.locator("#simulated")).to_have_text(progress, timeout=180_000)
    page.click("#simulate")
    # A fast machine may have finished before the click, which then starts a second run.
    expect(page.locator("#simulate")).to_have_text("Simulate", timeout=180_000)
