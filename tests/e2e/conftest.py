"""A real server and a real Chromium for the tests of the pages."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from e2e.visiting import Clock, House, Visitor
from web.server import Member, Server

expect.set_options(timeout=30_000)  # a condition that comes true late is no failure

MISSING = "Chromium is not installed; install it with `apt-get install chromium`."


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Debian's Chromium is; CI installs it if it is missing, so that nothing is skipped."""
    path = shutil.which("chromium")
    if path is None and os.environ.get("CI"):
        with (Path(tempfile.gettempdir()) / "houserules-chromium.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # the other worker may be installing it
            path = shutil.which("chromium") or _install_chromium()
    if path is None:
        pytest.skip(MISSING)
    return path


def _install_chromium() -> str | None:
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    subprocess.run([*sudo, "apt-get", "update", "-qq"], check=True)
    subprocess.run([*sudo, "apt-get", "install", "-qq", "-y", "chromium"], check=True)
    return shutil.which("chromium")


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
