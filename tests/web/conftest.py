"""One server for the tests of a module: it starts in a second, and they do not get in each other's way."""

from collections.abc import Iterator

import pytest

from web.server import Member, Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest.fixture(scope="module")
def owner(server: Server) -> Member:
    return server.the_owner()


@pytest.fixture(scope="module")
def manager(server: Server, owner: Member) -> Member:
    return server.staff(owner, "Max", "Gaming Manager")


@pytest.fixture(scope="module")
def cashier(server: Server, owner: Member) -> Member:
    return server.staff(owner, "Cass", "cashier")


@pytest.fixture(scope="module")
def inspector(server: Server, owner: Member) -> Member:
    return server.staff(owner, "Ines", "inspector")
