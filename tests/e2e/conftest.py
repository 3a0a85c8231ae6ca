"""A real server and a real Chromium for the tests of the pages."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from debian import find_program
from e2e.visiting import Clock, House, Visitor
from web.server import Member, Server

expect.set_options(timeout=30_000)  # a condition that comes true late is no failure

MISSING = "Chromium is not installed; install it with `apt-get install chromium`."


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Debian's Chromium is."""
    path = find_program("chromium", "chromium")
    if path is None:
        pytest.skip(MISSING)
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        running = playwright.chromium.launch(executable_path=chromium, args=arguments)
        yield running
        running.close()


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def house(clock: Clock) -> Iterator[House]:
    with Server(now=clock) as server:
        yield House(server)


@pytest.fixture(scope="module")
def owner(house: House) -> Member:
    return house.server.the_owner()


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Callable[..., Visitor]]:
    """Let people come with browsers of their own; what went wrong in their pages fails the test."""
    visitors: list[Visitor] = []

    def come(**how: object) -> Visitor:
        visitors.append(Visitor(browser, house, **how))  # type: ignore[arg-type]
        return visitors[-1]

    yield come
    problems = [problem for each in visitors for problem in each.problems()]
    for each in visitors:
        each.context.close()
    assert not problems
