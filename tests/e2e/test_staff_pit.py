"""The pit: limits with their clocks and markers, notices that come first, disputes, and alerts that stay."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, expect

from e2e.axe import violations
from e2e.visiting import PHONE, House, Visitor
from houserules.floor.opening_floor import milliseconds
from houserules.floor.setting import Setting
from web.server import Live, Member, Server

Visit = Callable[..., Visitor]
MINUTE = 60_000


class Clock:
    """The hour, which a test may move on."""

    ahead = 0

    def __call__(self) -> int:
        return milliseconds() + self.ahead


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


@pytest.fixture(scope="module")
def manager(house: House, owner: Member) -> Member:
    return house.server.staff(owner, "Mae", "Gaming Manager")


def _in_the_pit(visit: Visit, member: Member, **how: object) -> Visitor:
    visitor = visit(**how)
    visitor.be(member)
    visitor.page.goto("/pit")
    return visitor


def _sheet(visitor: Visitor, table: str, part: str) -> Locator:
    """Open a part of a table from the pit."""
    visitor.page.locator(f"[data-open='{table}']").click()
    sheet = visitor.page.locator("dialog[open]")
    sheet.locator(f"[data-part='{part}']").click()
    return sheet


def _player(house: House, table: str, handle: str, seat: int = 1) -> Live:
    live = house.server.player(handle).live(table)
    live.hear()
    live.done("take-seat", seat=seat, amount=500_00)
    return live


def test_a_higher_minimum_with_markers_and_one_after_20_minutes(
    visit: Visit, house: House, manager: Member, clock: Clock
) -> None:
    table = house.table()
    ann = _player(house, table, "Ann")
    mae = _in_the_pit(visit, manager)
    card = mae.page.locator(f"[data-table='{table}']")
    expect(card).to_contain_text("$5 to $5,000")

    sheet = _sheet(mae, table, "limits")
    sheet.locator("[data-do='raise-minimum']").click()
    sheet.get_by_label("Minimum", exact=True).fill("ten")
    sheet.get_by_role("button", name="Raise minimum").click()
    expect(sheet.get_by_role("alert")).to_have_text("Minimum: an amount in dollars is needed.")
    sheet.get_by_label("Minimum", exact=True).fill("25")
    sheet.get_by_role("button", name="Raise minimum").click()
    expect(sheet.locator(".fact")).to_contain_text("With a marker: Ann from $5.")
    expect(card).to_contain_text("1 with marker")
    ann.done("place-wager", box=1, amount=5_00, seated=True)  # the marker lets her

    sheet.locator("[data-do='announce-limits']").click()
    sheet.get_by_label("Minimum", exact=True).fill("50")
    minutes = sheet.get_by_label("From, in so many minutes")
    expect(minutes).to_have_value("20")
    minutes.fill("19")
    sheet.get_by_role("button", name="Announce limits").click()
    expect(sheet.get_by_role("alert")).to_contain_text("at least 20 minutes off")
    minutes.fill("20")
    sheet.get_by_role("button", name="Announce limits").click()
    expect(sheet.locator(".wait-text")).to_have_text(re.compile(r"^in (20:0|19:5)\d$"))
    assert violations(mae.page, "light") == []
    sheet.get_by_role("button", name="Put in force (not yet)").click()
    sheet.get_by_role("button", name="Change limits").click()
    expect(sheet.get_by_role("alert")).to_contain_text("minutes")
    mae.page.keyboard.press("Escape")
    expect(card.locator(".wait-text")).to_contain_text("in ")

    clock.ahead += 21 * MINUTE
    alert = mae.page.locator(".alert", has_text="$50 to $5,000 may come into force")
    alert.get_by_role("button", name="Put in force").click()
    sheet.get_by_role("button", name="Change limits").click()
    expect(card).to_contain_text("$50 to $5,000")
    expect(alert).to_have_count(0)
    assert ann.do("place-wager", box=2, amount=5_00, seated=False)["type"] == "refused"


def test_a_restriction_needs_its_notice_first(visit: Visit, house: House, manager: Member) -> None:
    table = house.table()
    _player(house, table, "Bea")
    mae = _in_the_pit(visit, manager, size=PHONE)
    sheet = _sheet(mae, table, "players")
    row = sheet.locator("[data-player='Bea']")
    row.locator("summary").click()
    row.locator("[data-do='limit-to-one-box']").click()
    order = sheet.get_by_role("button", name="Limit to one box")
    expect(order).to_be_disabled()
    assert violations(mae.page, "dark") == []
    sheet.get_by_role("button", name="It was told now").click()
    expect(sheet.locator(".first .told")).to_be_visible()
    order.click()
    expect(row.locator(".held")).to_have_text("at the minimum: one box (6.13)")
    row.locator("[data-do='lift-restriction']").click()
    sheet.get_by_role("button", name="Lift restriction").click()
    expect(row.locator(".held")).to_have_count(0)
    told = [each.about for each in house.standing(table).table.office.notices]
    assert told == ["restriction to one box and the minimum"]


def test_a_dispute_stays_until_it_is_acknowledged_and_is_decided(
    visit: Visit, house: House, owner: Member
) -> None:
    table = house.table()
    cem = _player(house, table, "Cem")
    gus = _in_the_pit(visit, house.server.staff(owner, "Gus", "Gaming Supervisor"))
    cem.done("raise-dispute", about="Paid even money")
    alert = gus.page.locator(".alert", has_text="Paid even money")
    alert.get_by_role("button", name="Acknowledge").click()
    expect(alert).to_contain_text("Acknowledged, and still open.")
    gus.page.reload()
    expect(alert).to_contain_text("Acknowledged, and still open.")
    alert.get_by_role("button", name="Take it up").click()
    sheet = gus.page.locator("dialog[open]")
    sheet.locator("[data-do='decide-dispute']").click()
    sheet.get_by_label("The decision").fill("The odds were 3 to 2")
    sheet.get_by_label(re.compile("^The player shall have")).fill("12.50")
    sheet.get_by_role("button", name="Decide dispute").click()
    expect(sheet.locator(".matter")).to_contain_text("“The odds were 3 to 2”, $12.50")
    sheet.locator("[data-do='close-dispute']").click()
    sheet.get_by_role("button", name="Close dispute").click()
    expect(sheet.get_by_role("alert")).to_be_visible()  # the player was not advised yet
    sheet.get_by_role("button", name="Back").click()
    sheet.locator("[data-do='advise-of-complaint']").click()
    sheet.get_by_role("button", name="Advise of complaint").click()
    sheet.locator("[data-do='close-dispute']").click()
    sheet.get_by_role("button", name="Close dispute").click()
    sheet.locator("[data-part='payments']").click()
    expect(sheet.locator(".matter")).to_contain_text("the house owes $12.50")
    sheet.locator("[data-do='record-enquiries']").click()
    sheet.get_by_label("What was found").fill("A slip")
    sheet.get_by_label("No", exact=True).check()
    sheet.get_by_role("button", name="Record enquiries").click()
    before = house.standing(table).table.racks["Cem"]
    sheet.locator("[data-do='rectify-payment']").click()
    sheet.get_by_role("button", name="Rectify payment").click()
    expect(sheet.locator(".empty")).to_contain_text("Every payment is right")
    assert house.standing(table).table.racks["Cem"] == before + 12_50
    assert violations(gus.page, "light") == []


def test_a_round_is_put_right_as_proposed(visit: Visit, house: House, owner: Member) -> None:
    table = "wrong"
    house.server.set_up(
        Setting(table, "Wrong deal", "nsw-pontoon-2024", dealt_by="dealer with real shoe")
    )
    dora = house.server.staff(owner, "Dora", "dealer").live(table)
    dora.hear()
    dora.done("seat-dealer")
    eve, fay = (_player(house, table, each, seat) for each, seat in (("Eve", 2), ("Fay", 4)))
    dora.done("check-cards", with_device=False)
    dora.done("shuffle-cards", commitment=None, by_hand_too=False)
    eve.done("cut-cards", depth=None)
    dora.done("place-cutting-card", behind=None)
    dora.done("burn-card")
    for player, box in ((eve, 2), (fay, 4)):
        player.done("place-wager", box=box, amount=25_00, seated=True)
    dora.done("close-bets")
    for card in ("9s", "8h", "6d", "7h", "2c"):
        dora.done("deal-card", card=card)
    dora.done("report-misdeal", order=["8h", "9s", "6d", "7h", "2c"])
    hal = _in_the_pit(visit, house.server.staff(owner, "Hal", "casino supervisor"))
    alert = hal.page.locator(".alert", has_text="Wrong deal")
    alert.get_by_role("button", name="Put it right").click()
    sheet = hal.page.locator("dialog[open]")
    expect(sheet.locator(".bullets")).to_contain_text(
        "The nine of spades: from box 2, hand 1 to box 4, hand 1."
    )
    sheet.locator("[data-do='confirm-reconstruction']").click()
    sheet.get_by_role("button", name="Confirm reconstruction").click()
    expect(sheet.locator(".fact")).to_contain_text("Dora deals.")
    expect(alert).to_have_count(0)
    hands = [str(box.hands[0].cards[0]) for box in house.standing(table).table.boxes]
    assert hands == ["8h", "9s"]


def test_float_tray_and_closing(visit: Visit, house: House, manager: Member, clock: Clock) -> None:
    house.server.set_up(Setting("live1", "Live one", "nsw-pontoon-2024", kind="live"))
    mae = _in_the_pit(visit, manager)
    sheet = _sheet(mae, "live1", "float")
    sheet.locator("[data-do='fill-float']").click()
    sheet.get_by_label("Amount, in dollars").fill("20,000")
    sheet.get_by_role("button", name="Fill float").click()
    expect(sheet.locator(".big-fact")).to_contain_text("$20,000")
    sheet.locator("[data-part='closing']").click()
    sheet.locator("[data-do='close-table']").click()
    sheet.get_by_role("button", name="Close table").click()
    expect(sheet.locator(".fact")).to_contain_text("The table is closed.")
    expect(mae.page.locator("[data-table='live1']")).to_contain_text("Closed")
    sheet.locator("[data-do='reopen-table']").click()
    sheet.get_by_role("button", name="Reopen table").click()
    expect(sheet.locator(".fact")).to_contain_text("The table is open.")


def test_surveillance_sees_the_pit(visit: Visit, house: House, owner: Member) -> None:
    sam = _in_the_pit(visit, house.server.staff(owner, "Sam", "Surveillance"), size=PHONE)
    expect(sam.page.locator(".pit-table").first).to_be_visible()
    assert violations(sam.page) == []
    assert sam.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    sheet = _sheet(sam, "t1", "limits")
    expect(sheet).to_contain_text("Your office gives no orders at a table")
