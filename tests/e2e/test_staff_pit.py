"""The pit: limits with their clocks and markers, notices that come first, refusals, tray, opening, closing."""

import re

import pytest
from playwright.sync_api import expect

from e2e.axe import violations
from e2e.pit import Visit, alert_in, in_the_pit, part_of, player_at, real_cards
from e2e.visiting import PHONE, Clock, House
from houserules.floor.setting import Setting
from web.server import Member

MINUTE = 60_000


@pytest.fixture(scope="module")
def manager(house: House, owner: Member) -> Member:
    return house.server.staff(owner, "Mae", "Gaming Manager")


def test_a_higher_minimum_with_markers_and_one_after_20_minutes(
    visit: Visit, house: House, manager: Member, clock: Clock
) -> None:
    table = house.table()
    ann = player_at(house, table, "Ann")
    mae = in_the_pit(visit, manager)
    card = mae.page.locator(f"[data-table='{table}']")
    expect(card).to_contain_text("$5 to $5,000")

    sheet = part_of(mae, table, "limits")
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
    expect(sheet.locator(".preset")).to_have_text("Limits: $50 to $5,000")
    sheet.get_by_role("button", name="Change limits").click()
    expect(sheet.get_by_role("alert")).to_contain_text("minutes")
    mae.page.keyboard.press("Escape")
    expect(card.locator(".wait-text")).to_contain_text("in ")

    clock.ahead += 21 * MINUTE
    alert = alert_in(mae, "$50 to $5,000 may come into force")
    alert.get_by_role("button", name="Put in force").click()
    sheet.get_by_role("button", name="Change limits").click()
    expect(card).to_contain_text("$50 to $5,000")
    expect(alert).to_have_count(0)
    assert ann.do("place-wager", box=2, amount=5_00, seated=False)["type"] == "refused"


def test_a_restriction_needs_its_notice_first(visit: Visit, house: House, manager: Member) -> None:
    table = house.table()
    player_at(house, table, "Bea")
    mae = in_the_pit(visit, manager, size=PHONE)
    sheet = part_of(mae, table, "players")
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


def test_a_wager_and_a_person_are_refused(
    visit: Visit, house: House, owner: Member, manager: Member
) -> None:
    _, (eve, fay) = real_cards(house, owner, "refused", Eve=2, Fay=4)
    mae = in_the_pit(visit, manager)
    sheet = part_of(mae, "refused", "players")
    sheet.locator("[data-player='Eve'] summary").click()
    sheet.locator("[data-player='Eve'] [data-do='refuse-wager']").click()
    expect(sheet.locator(".preset")).to_have_text(["Player: Eve", "Box: 2"])
    sheet.get_by_label("Reason").fill("too late")
    sheet.get_by_role("button", name="Refuse wager").click()
    expect(sheet.locator("[data-player='Eve']")).to_contain_text("$500")
    again = eve.do("place-wager", box=2, amount=25_00, seated=True)
    assert (again["type"], again["code"]) == ("refused", "wager.refused")

    sheet.locator("[data-player='Fay'] summary").click()
    sheet.locator("[data-player='Fay'] [data-do='find-device-use']").click()
    sheet.get_by_label("Device").fill("a counter")
    sheet.get_by_role("button", name="Find device use").click()
    sheet.locator("[data-player='Fay'] summary").click()
    sheet.locator("[data-player='Fay'] [data-do='exclude-from-game']").click()
    sheet.get_by_role("button", name="Exclude from game").click()
    expect(sheet.locator("[role=status]")).to_have_text("Done: exclude from game.")
    assert house.standing("refused").table.people.exclusion("Fay", "the game") is not None
    assert fay.do("place-wager", box=4, amount=25_00, seated=True)["type"] == "refused"


def test_the_float_tray_is_filled_and_credited(visit: Visit, house: House, manager: Member) -> None:
    house.server.set_up(Setting("live1", "Live one", "nsw-pontoon-2024", kind="live"))
    mae = in_the_pit(visit, manager)
    sheet = part_of(mae, "live1", "float")
    expect(sheet.locator("[data-do='credit-float']")).to_have_count(0)  # there is nothing to give
    sheet.locator("[data-do='fill-float']").click()
    sheet.get_by_label("Amount, in dollars").fill("20,000")
    sheet.get_by_role("button", name="Fill float").click()
    expect(sheet.locator(".big-fact")).to_contain_text("$20,000")
    sheet.locator("[data-do='credit-float']").click()
    sheet.get_by_label("Amount, in dollars").fill("20,000.01")
    sheet.get_by_role("button", name="Credit float").click()
    expect(sheet.get_by_role("alert")).to_contain_text("The float tray has $20000.00")
    sheet.get_by_label("Amount, in dollars").fill("5,000")
    sheet.get_by_role("button", name="Credit float").click()
    expect(sheet.locator(".big-fact")).to_contain_text("$15,000")


def test_a_table_closes_by_its_sign_and_opens_again(
    visit: Visit, house: House, manager: Member, clock: Clock
) -> None:
    table = house.table()
    player_at(house, table, "Cat")
    mae = in_the_pit(visit, manager)
    sheet = part_of(mae, table, "closing")
    expect(sheet.locator("[data-do='close-table'], [data-do='reopen-table']")).to_have_count(0)
    sheet.locator("[data-do='show-closing-sign']").click()
    sheet.get_by_role("button", name="Show closing sign").click()
    sheet.locator("[data-do='close-table']").click()
    sheet.get_by_role("button", name="Close table").click()
    expect(sheet.get_by_role("alert")).to_contain_text("20 minutes")
    mae.page.keyboard.press("Escape")
    clock.ahead += 21 * MINUTE
    alert = alert_in(mae, "The hour on the closing sign has come")
    alert.get_by_role("button", name="Close the table").click()
    sheet.locator("[data-do='close-table']").click()
    sheet.get_by_role("button", name="Close table").click()
    expect(sheet.locator(".fact")).to_contain_text("The table is closed.")
    expect(mae.page.locator(f"[data-table='{table}']")).to_contain_text("Closed")
    sheet.locator("[data-do='reopen-table']").click()
    sheet.get_by_role("button", name="Reopen table").click()
    expect(sheet.locator(".fact")).to_contain_text("The table is open.")
    expect(alert).to_have_count(0)


def test_surveillance_sees_the_pit(visit: Visit, house: House, owner: Member) -> None:
    sam = in_the_pit(visit, house.server.staff(owner, "Sam", "Surveillance"), size=PHONE)
    expect(sam.page.locator(".pit-table").first).to_be_visible()
    assert violations(sam.page) == []
    assert sam.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    sheet = part_of(sam, "t1", "limits")
    expect(sheet).to_contain_text("Your office gives no orders at a table")
