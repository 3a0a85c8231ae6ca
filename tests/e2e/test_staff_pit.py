"""The pit: limits with their clocks and markers, notices that come first, refusals, tray, opening, closing."""

import re
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from e2e.axe import violations
from e2e.pit_visits import Visit, alert_in, in_the_pit, part_of, player_at, real_cards
from e2e.visiting import PHONE, Clock, House
from houserules.floor.tables.settings import Setting
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
    begins = sheet.get_by_label("From (UTC)")
    suggested = begins.input_value()
    begins.fill((datetime.fromisoformat(suggested) - timedelta(minutes=4)).isoformat()[:16])
    sheet.get_by_role("button", name="Announce limits").click()
    expect(sheet.get_by_role("alert")).to_contain_text("at least 20 minutes from now")
    begins.fill(suggested)
    sheet.get_by_role("button", name="Announce limits").click()
    expect(sheet.locator(".wait-text")).to_have_text(re.compile(r"^in 2[012]:\d\d$"))
    assert violations(mae.page, "light") == []
    sheet.get_by_role("button", name="Apply (not yet due)").click()
    expect(sheet.locator(".preset")).to_have_text("Limits: $50 to $5,000")
    sheet.get_by_role("button", name="Change limits").click()
    expect(sheet.get_by_role("alert")).to_contain_text("minutes")
    mae.page.keyboard.press("Escape")
    expect(card.locator(".wait-text")).to_contain_text("in ")

    clock.ahead += 22 * MINUTE
    alert = alert_in(mae, "$50 to $5,000 may come into force")
    alert.get_by_role("button", name="Apply").click()
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
    sheet.get_by_role("button", name="Notice given").click()
    expect(sheet.locator(".first .told")).to_be_visible()
    order.click()
    expect(row.locator(".held")).to_have_text("at the minimum: one box (6.13)")
    row.locator("[data-do='lift-restriction']").click()
    sheet.get_by_role("button", name="Lift restriction").click()
    expect(row.locator(".held")).to_have_count(0)
    told = [each.about for each in house.state(table).finished.notices]
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
    assert house.state("refused").table.people.exclusion("Fay", "the game") is not None
    assert fay.do("place-wager", box=4, amount=25_00, seated=True)["type"] == "refused"


def test_a_wager_is_found_outside_the_limits_after_the_first_card(
    visit: Visit, house: House, owner: Member, manager: Member
) -> None:
    dealer, (uma, _) = real_cards(house, owner, "found", Uma=2, Vic=4)
    dealer.done("close-bets")
    dealer.done("deal-card", card="9s")
    refused = dealer.do("report-found-wager", player="Uma", box=2, amount=2_00)
    assert (refused["type"], refused["code"]) == ("refused", "role.may-not")
    watcher = visit()
    watcher.be(house.server.player("Wyn"))
    watcher.page.goto("/tables/found")
    mae = in_the_pit(visit, manager)
    sheet = part_of(mae, "found", "players")
    sheet.locator("[data-player='Uma'] summary").click()
    sheet.locator("[data-player='Uma'] [data-do='report-found-wager']").click()
    expect(sheet.locator(".preset")).to_have_text(["Player: Uma", "Box: 2"])
    sheet.get_by_label("Amount").fill("2")
    sheet.get_by_role("button", name="Report found wager").click()
    expect(sheet.locator("[role=status]")).to_have_text("Done: report found wager.")
    expect(sheet.locator("[data-player='Uma']")).to_contain_text("$498")
    told = "Uma's wager on box 2 is found to be $2: Uma plays for $2 (7.2)."
    expect(watcher.page.get_by_text(told).first).to_be_attached()
    box = house.state("found").table.box(2)
    assert box is not None and box.hands[0].stakes[0].amount == 2_00
    uma.say(type="ping")
    uma.until("pong")
    assert uma.state["table"]["boxes"][0]["bettors"][0]["plays"] == 2_00


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
    expect(sheet.get_by_role("alert")).to_contain_text("The float has $20,000")
    sheet.get_by_label("Amount, in dollars").fill("5,000")
    sheet.get_by_role("button", name="Credit float").click()
    expect(sheet.locator(".big-fact")).to_contain_text("$15,000")


def test_a_payment_that_the_float_cannot_make_waits_for_a_fill(
    visit: Visit, house: House, owner: Member, manager: Member
) -> None:
    mae = in_the_pit(visit, manager)
    page = mae.page
    page.goto("/office")
    page.fill("#table-title", "Small float")
    page.fill("#table-id", "small")
    page.select_option("#table-rulebook", "nz-pontoon")
    expect(page.locator("#table-float")).to_be_hidden()
    page.check("input[name=kind][value=live]")
    page.fill("#table-float", "")
    page.get_by_role("button", name="Set up table").click()
    expect(page.locator("#set-up-wrong")).to_contain_text("Enter the opening float")
    page.fill("#table-float", "2")
    page.get_by_role("button", name="Set up table").click()
    page.wait_for_url("**/tables/small")
    ida = visit(size=PHONE)
    ida.sign_up("Ida")
    cashier = house.server.staff(owner, "Cass", "cashier")
    assert cashier.http.post("/api/wallets/Ida/buy-in", json={"amount": 200_00}).status_code == 200
    ida.sit("small")
    house.rig("small", "Ks 7h Kd Kc")
    ida.press("go")
    ida.press("stand")
    waits = "The dealer is waiting for chips to pay with. Play continues when they arrive."
    expect(ida.page.locator(".status")).to_have_text(waits)
    assert violations(ida.page) == []
    expect(page.locator(".status")).to_contain_text("The float cannot make this payment.")
    page.goto("/pit")
    alert = alert_in(mae, "A payment waits: the float is $3 short.")
    alert.get_by_role("button", name="Fill it").click()
    sheet = page.locator("dialog[open]")
    expect(sheet.locator(".big-fact")).to_contain_text("fill at least $3")
    sheet.locator("[data-do='fill-float']").click()
    sheet.get_by_label("Amount, in dollars").fill("40")
    sheet.get_by_role("button", name="Fill float").click()
    expect(ida.page.locator(".purse b")).to_have_text("$105")
    expect(alert).to_have_count(0)
    assert house.state("small").table.float_tray == 37_00


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
    clock.ahead += 22 * MINUTE
    alert = alert_in(mae, "The time on the closing sign has come")
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
    expect(sheet).to_contain_text("Your role gives no orders at a table")


def _first_sunday(month: int) -> str:
    """Return the first Sunday of a month of next year: the day on which Sydney changes its clocks."""
    first = date(date.today().year + 1, month, 1)
    return (first + timedelta(days=6 - first.weekday())).isoformat()


@pytest.mark.clause("nsw-pontoon-2024", "7.5", "20.9")
def test_staff_enter_times_by_the_casinos_clock_not_the_browsers(
    visit: Visit, house: House, manager: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    sydney = ZoneInfo("Australia/Sydney")
    monkeypatch.setattr(house.server.floor, "zone", sydney)
    table = house.table()
    player_at(house, table, "Zoe")
    mae = in_the_pit(visit, manager, zone="America/New_York")

    sheet = part_of(mae, table, "closing")
    sheet.locator("[data-do='show-closing-sign']").click()
    closes = sheet.get_by_label("The table closes (Australia/Sydney time)")
    shown = closes.input_value()
    sheet.get_by_role("button", name="Show closing sign").click()
    expect(sheet.locator(".wait-text")).to_have_text(re.compile(r"^in 2[012]:\d\d$"))
    closing = house.state(table).table.staff.closing
    assert closing is not None
    assert datetime.fromtimestamp(closing.closes, sydney).isoformat()[:16] == shown

    sheet.locator("[data-part='limits']").click()
    sheet.locator("[data-do='announce-limits']").click()
    sheet.get_by_label("Minimum", exact=True).fill("50")
    begins = sheet.get_by_label("From (Australia/Sydney time)")
    begins.fill(f"{_first_sunday(10)}T02:30")
    sheet.get_by_role("button", name="Announce limits").click()
    expect(sheet.get_by_role("alert")).to_contain_text("the clock is put forward past this time")
    begins.fill(f"{_first_sunday(4)}T02:30")
    which = sheet.get_by_label("the clock shows this time twice")
    expect(which.locator("option")).to_have_text([re.compile("AEDT"), re.compile("AEST")])
    which.select_option(index=1)
    sheet.get_by_role("button", name="Announce limits").click()
    expect(sheet.locator(".wait-text").first).to_be_visible()
    (announced,) = house.state(table).table.sign.announced
    second = datetime.fromisoformat(f"{_first_sunday(4)}T02:30").replace(tzinfo=sydney, fold=1)
    assert announced.when == second.timestamp()

    mae.page.goto("/inspection")
    today = datetime.fromtimestamp(house.server.now() / 1000, sydney).date().isoformat()
    expect(mae.page.get_by_label("Which (Australia/Sydney time)")).to_have_value(today)
    mae.page.get_by_label("Day (Australia/Sydney time)").fill(today)
    with mae.page.expect_request("**/inspection/found?*") as asked:
        mae.page.get_by_role("button", name="Find").click()
    midnight = datetime.fromisoformat(today).replace(tzinfo=sydney).timestamp()
    assert f"since={midnight * 1000:.0f}&" in asked.value.url
