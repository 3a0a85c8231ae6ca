"""Records that do not verify: what those see who look after the house, in the pit and at the inspection."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from e2e.axe import violations
from e2e.pit_visits import Visit
from e2e.visiting import PHONE, Clock, House
from web.server import Server
from web.test_damage import tamper


@pytest.fixture(scope="module")
def house(clock: Clock) -> Iterator[House]:
    """A house of its own: nobody else has to live with the damage."""
    with Server(now=clock) as server:
        yield House(server)


def test_staff_see_what_is_locked_and_what_to_do(visit: Visit, house: House) -> None:
    server = house.server
    owner = server.the_owner()
    manager = server.staff(owner, "Mae", "Gaming Manager")
    server.player("Ann")
    cashier = server.staff(owner, "Cass", "cashier")
    bought = cashier.http.post("/api/wallets/Ann/buy-in", json={"amount": 100_00})
    assert bought.status_code == 200, bought.text
    mae = visit(size=PHONE)
    mae.be(manager)
    mae.page.goto("/inspection")
    expect(mae.page.locator("#scrub")).to_have_text(
        "The background check of old records has not started yet."
    )
    tamper(server, "wallet/ann", 1, '"amount":10000', '"amount":500010000')
    tamper(server, "table/t1", 1, "by", "by ")
    server.run(server.floor.scrubber.one_pass())
    server.run(server.floor.settle())
    expect(mae.page.locator("#scrub")).to_contain_text("records checked")
    expect(mae.page.locator("#locked li")).to_have_count(2)
    assert violations(mae.page, "light") == []
    mae.page.goto("/pit")
    expect(mae.page.locator("#house")).to_contain_text("The money of ann is locked")
    expect(mae.page.locator("#house")).to_contain_text("Table t1 is locked")
    expect(mae.page.locator("#alerts")).to_contain_text("its records do not verify")
    assert violations(mae.page, "light") == []
