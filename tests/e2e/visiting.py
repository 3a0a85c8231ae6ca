"""People with browsers: what they click, type and see; and the house behind it, with cards of our choice."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from houserules.core.cards import card
from houserules.floor.clock import milliseconds
from houserules.floor.tables.card_handler import VirtualCardHandler
from houserules.floor.tables.settings import Setting
from houserules.floor.tables.table import FloorTable
from web.server import PASSWORD, Member, Server

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1100, "height": 760}
_LOST = re.compile(r"WebSocket connection|ERR_|Failed to load resource")
"""What a browser says by itself about a connection that was cut, or a "no" of the server."""


class Clock:
    """The hour, which a test may move on."""

    ahead = 0

    def __call__(self) -> int:
        return milliseconds() + self.ahead


class House:
    """The server, and what only the house can do."""

    def __init__(self, server: Server) -> None:
        self.server, self.url = server, server.url
        self._tables = 0

    def table(self, rulebook: str = "nsw-pontoon-2024", **options: Any) -> str:
        """Set up a practice table of its own for a test."""
        self._tables += 1
        name = f"e{self._tables}"
        self.server.set_up(Setting(name, f"Table {name}", rulebook, tuple(options.items())))
        return name

    def state(self, table: str) -> FloorTable:
        return self.server.floor.tables[table].state

    def rig(self, table: str, cards: str) -> None:
        """Let these cards come next; the shoe must have been cut."""

        async def change() -> None:
            house = self.server.floor.tables[table].handler
            assert isinstance(house, VirtualCardHandler)
            stack = list(house.shoe.stack)
            for place, wanted in enumerate(map(card, cards.split())):
                found = stack.index(wanted, place)
                stack[place], stack[found] = stack[found], stack[place]
            house.shoe = replace(house.shoe, stack=tuple(stack))

        self.server.run(change())

    def cut_connections(self) -> None:
        """Close every WebSocket, as if a cable had been pulled."""

        async def cut() -> None:
            for each in tuple(self.server.app.state.hub.connections):
                each.end(1012, "the cable")
            await asyncio.sleep(0)

        self.server.run(cut())


class Visitor:
    """Somebody with a browser; movement is off unless asked for."""

    def __init__(
        self,
        browser: Browser,
        house: House,
        *,
        size: dict[str, int] = DESK,
        scheme: str = "light",
        motion: str = "reduce",
        zone: str | None = None,
    ) -> None:
        self.house = house
        self.context = browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion=motion,  # type: ignore[arg-type]
            base_url=house.url,
            timezone_id=zone,
        )
        self.context.set_default_timeout(30_000)
        self.page: Page = self.context.new_page()
        self._heard: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self._heard.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not _LOST.search(message.text):
            self._heard.append(message.text)

    def problems(self) -> Iterator[str]:
        yield from self._heard

    def be(self, member: Member) -> None:
        """Come in with the session of somebody who has signed in already."""
        for name, value in member.http.cookies.items():
            self.context.add_cookies([{"name": name, "value": value, "url": self.house.url}])

    def be_guest(self) -> None:
        """Get a guest's session without a page."""
        answer = self.context.request.post("/api/guest", headers={"X-Houserules": "1"})
        assert answer.ok, answer.text()

    def sign_up(self, handle: str) -> None:
        """Get a name without a page."""
        data = {"handle": handle, "password": PASSWORD}
        answer = self.context.request.post("/api/sign-up", headers={"X-Houserules": "1"}, data=data)
        assert answer.ok, answer.text()

    def sit(self, table: str, *, cut: bool = True) -> None:
        """Sit down at a table; cut the cards where they are offered."""
        self.page.goto(f"/tables/{table}?sit")
        expect(self.page.locator(".purse b")).to_be_visible()
        self.page.locator(".dock-body:not([inert]) > *, .cutting").first.wait_for()
        if cut and self.button("cut").is_visible():
            self.cut()

    def cut(self) -> None:
        """Cut the cards, and see that it is done."""
        self.press("cut")
        expect(self.page.locator(".cutting")).to_have_count(0)

    def stand_behind(self, table: str) -> None:
        """Come to a table without a seat."""
        self.page.goto(f"/tables/{table}")
        self.page.select_option("[data-key=seat]", "")
        self.press("sit")
        expect(self.page.locator(".purse b")).to_be_visible()

    def button(self, key: str) -> Locator:
        return self.page.locator(f"[data-key='{key}']")

    def press(self, key: str) -> None:
        """Click a button of the dock, once it may be."""
        button = f"[data-key='{key}']:not([aria-disabled])"
        self.page.locator(f"body:not(:has(#dock[aria-busy=true])) {button}").click()

    def box(self, number: int) -> Locator:
        return self.page.locator(f"li.box[data-box='{number}']")

    def cards(self, number: int, hand: int = 1) -> list[str]:
        """Return the cards of a hand as they lie on the screen; box 0: the dealer's."""
        place = (
            self.page.locator(".dealer")
            if number == 0
            else self.box(number).locator(".hand").nth(hand - 1)
        )
        return [str(each.get_attribute("data-card")) for each in place.locator(".card").all()]

    def chips(self) -> int:
        """Return the chips in the own rack, in cents."""
        text = self.page.locator(".purse b").inner_text()
        return round(float(text.replace("$", "").replace(",", "")) * 100)

    @property
    def seat(self) -> int:
        mine = self.page.locator("li.box.is-mine").first
        return int(str(mine.get_attribute("data-box")))

    def play_out(self) -> None:
        """Come to the end of the round: stand as soon as the rules let one, say no to the rest."""
        order = ("change", "stand", "hit", "no", "go")
        selector = ", ".join(
            f".dock-body:not([inert]) [data-key={each}]:not([aria-disabled])" for each in order
        )
        expect(self.page.locator(".dealer .card").first).to_be_visible()
        while True:
            self.page.locator(selector).first.wait_for()
            found = [each for each in order if self._is_open(each)]
            if found and found[0] == "change":
                return
            if not found:  # the table has moved on meanwhile
                continue
            position = self._layout.get_attribute("data-position") or ""
            self.page.locator(f"[data-key={found[0]}]").click()
            expect(self._layout).not_to_have_attribute("data-position", position)

    def _is_open(self, key: str) -> bool:
        body = ".dock-body:not([inert])"
        return self.page.locator(f"{body} [data-key={key}]:not([aria-disabled])").is_visible()

    @property
    def _layout(self) -> Locator:
        return self.page.locator("#cloth")
