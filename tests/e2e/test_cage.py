"""The cage in the browser: a cashier sells chips, a manager approves what is large, the owner sets limits."""

import pytest
from playwright.sync_api import expect

from e2e.axe import violations
from e2e.pit_visits import Visit, alert_in, in_the_pit
from e2e.visiting import DESK, PHONE, House
from web.server import Member


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (PHONE, "dark")])
def test_chips_for_cash_with_a_second_person(
    visit: Visit, house: House, owner: Member, size: dict[str, int], scheme: str
) -> None:
    server, name = house.server, scheme.title()
    server.player(f"Ann {name}")
    cashier = visit(size=size, scheme=scheme)
    cashier.be(server.staff(owner, f"Cass {name}", "cashier"))
    page = cashier.page
    page.goto("/cage")
    expect(page.locator("nav")).not_to_contain_text("Office")
    expect(page.locator("#left")).to_have_text("$50,000 of your $50,000 is left today.")
    page.fill("#player", f"ann {scheme}")
    page.fill("#amount", "200")
    expect(page.locator("#wallet")).to_contain_text(f"Ann {name} has $0 in chips")
    page.get_by_role("button", name="Sell chips").click()
    expect(page.locator("#cash-said")).to_contain_text("Sold $200")
    expect(page.locator("#wallet")).to_contain_text("has $200 in chips")
    expect(page.locator("#today")).to_contain_text(f"by Cass {name}")
    page.fill("#amount", "300")
    page.get_by_role("button", name="Redeem chips").click()
    expect(page.locator("#cash-said")).to_contain_text("has $200 in chips")
    page.fill("#amount", "6000")
    page.get_by_role("button", name="Sell chips").click()
    page.get_by_role("button", name="Request approval of $6,000").click()
    expect(page.locator("#cash-said")).to_contain_text("Hand nothing over until it is approved")
    expect(page.locator("#waiting")).to_contain_text("Another cashier or a manager approves it")
    assert violations(page) == []
    width = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert page.evaluate(width)

    manager = in_the_pit(visit, server.staff(owner, f"Max {name}", "Gaming Manager"), size=size)
    request = alert_in(manager, f"Sell $6,000 for Ann {name}, asked by Cass {name}")
    request.get_by_role("link", name="Approve or decline").click()
    manager.page.get_by_role("button", name="Approve $6,000").click()
    expect(manager.page.locator("#today")).to_contain_text(f"approved by Max {name}")
    expect(manager.page.locator("#waiting")).to_have_text("No requests waiting.")
    assert manager.page.evaluate(width)
    page.reload()
    expect(page.locator("#sums")).to_contain_text("sold")
    expect(page.locator("#left")).to_have_text("$43,800 of your $50,000 is left today.")


def test_the_owner_sets_the_limits(visit: Visit, house: House, owner: Member) -> None:
    boss = visit()
    boss.be(owner)
    page = boss.page
    page.goto("/cage")
    page.get_by_label("Approval by a second person above (per player), dollars").fill("1500")
    page.get_by_role("button", name="Save limits").click()
    expect(page.locator("#said")).to_have_text("Limits saved.")
    assert violations(page) == []
    assert owner.http.get("/api/cage").json()["limits"]["approval_above"] == 1_500_00
    supervisor = visit()
    supervisor.be(house.server.staff(owner, "Sue", "casino supervisor"))
    supervisor.page.goto("/cage")
    expect(supervisor.page.locator("#limits")).to_contain_text("$1,500")
    expect(supervisor.page.get_by_role("button", name="Save limits")).to_have_count(0)
