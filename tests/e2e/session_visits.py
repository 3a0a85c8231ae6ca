"""People with browsers at a session of a tournament: who comes, who cuts, a round played to its end, traffic kept."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from playwright.sync_api import Page, Response, WebSocket, expect

from e2e.tournament_visits import Tournament
from e2e.visiting import House, Visitor
from houserules.floor.tables.auto_dealer import clock_of, offered_cut, waited_for
from houserules.floor.tables.decision import HOUSE
from houserules.floor.tables.run import CommandRequest

Visit = Callable[..., Visitor]

_DECISIONS = ("stand", "no", "hit", "go")


@dataclass
class Game:
    """A session at a table, and the browsers of its players in the order of their boxes."""

    house: House
    tournament: Tournament
    table: str
    visitors: dict[str, Visitor] = field(default_factory=dict)

    def sit_all(self, visit: Visit, **how: object) -> list[Visitor]:
        """Let all players come with new browsers, and let the one who is offered the cut cut."""
        members = self.tournament.by_box(self.table)
        visitors = {member.handle: visit(**how) for member in members}
        for member in members:
            visitors[member.handle].be(member)
        return self.seat(visitors)

    def seat(self, visitors: dict[str, Visitor]) -> list[Visitor]:
        """Let all players of the session come to their table, and one of them cut."""
        for member in self.tournament.by_box(self.table):
            visitor = self.visitors[member.handle] = visitors[member.handle]
            visitor.page.goto(f"/tables/{self.table}")
            expect(visitor.page.locator(".purse b")).to_be_visible()
        if cutter := offered_cut(self.house.state(self.table)):
            self.visitors[cutter].cut()
        return list(self.visitors.values())

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.tournament.session(self.table).players]

    @property
    def boxes(self) -> list[int]:
        return [player.box for player in self.tournament.session(self.table).players]

    def rig(self, cards: str) -> None:
        """Let these cards come next."""
        self.house.rig(self.table, cards)

    def all_ready(self) -> None:
        """Let everybody whom the table waits for say that they are ready, until it deals."""
        ready = "[data-key='ready']:not([aria-disabled])"
        while self.house.state(self.table).table.phase == "betting":
            for name in waited_for(self.house.state(self.table)):
                page = self.visitors[name].page
                if page.locator(ready).is_visible():  # else the page does not know yet
                    self.step(page, lambda name=name: self.visitors[name].press("ready"))  # type: ignore[misc]
                else:
                    page.wait_for_timeout(20)

    def play_out(self) -> None:
        """Stand as soon as the rules let one, decline the rest, until the round is over."""
        page = next(iter(self.visitors.values())).page
        expect(page.locator(".dealer .card").first).to_be_visible()
        while self.house.state(self.table).table.phase != "over":
            for name in waited_for(self.house.state(self.table))[:1]:
                self._decide(self.visitors[name].page)

    def next_round(self) -> None:
        """Let the first player clear the table."""
        visitor = next(iter(self.visitors.values()))
        self.step(visitor.page, lambda: visitor.press("go"))

    def run_out_of_time(self) -> None:
        """Let the clock that runs at the table do what it does when time is up."""
        running = self.house.server.floor.tables[self.table]
        clock = clock_of(running.state)
        assert clock is not None
        request = CommandRequest(clock.then, HOUSE)
        self.house.server.run(running.carry_out(request, at=clock.ends))

    def step(self, page: Page, act: Callable[[], None]) -> None:
        """Do something on a page that shows the table as it is, and wait until the page shows the change."""
        cloth = page.locator("#cloth")
        position = str(self.house.state(self.table).position)
        expect(cloth).to_have_attribute("data-position", position)
        act()
        expect(cloth).not_to_have_attribute("data-position", position)

    def _decide(self, page: Page) -> None:
        body = ".dock-body:not([inert])"
        keys = [f"{body} [data-key={each}]:not([aria-disabled])" for each in _DECISIONS]
        page.locator(", ".join(keys)).first.wait_for()
        open_key = next(each for each in keys if page.locator(each).is_visible())
        self.step(page, lambda: page.locator(open_key).click())


class Traffic:
    """Everything that a browser hears: bodies of HTTP answers and frames of WebSockets."""

    def __init__(self, visitor: Visitor) -> None:
        self.frames: list[str] = []
        self._responses: list[Response] = []
        self._bodies: list[str] = []
        visitor.page.on("response", self._answered)
        visitor.page.on("websocket", self._follow)

    def _answered(self, response: Response) -> None:
        self._responses.append(response)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.frames.append(_text(payload)))

    def heard(self) -> Iterator[str]:
        """Yield every text that has come so far."""
        while self._responses:
            response = self._responses.pop()
            if response.status == 200:
                self._bodies.append(_text(response.body()))
        yield from self._bodies
        yield from self.frames

    def mentions(self, cents: int) -> list[str]:
        """Return where an amount stands, in cents or in dollars, with some words around it."""
        assert cents % 100 == 0
        told = rf"(?<![\w.]){cents}(?![\w.])|\${cents // 100:,}(?![\d.])"
        return [
            text[max(0, found.start() - 60) : found.end() + 20]
            for text in self.heard()
            for found in re.finditer(told, text)
        ]


def _text(payload: str | bytes) -> str:
    return payload if isinstance(payload, str) else payload.decode("utf-8", "replace")
