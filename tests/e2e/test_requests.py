"""What players see and can ask for where they sit: notices, conduct, disputes, the rules, chips, tokens."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.axe import violations
from e2e.pit_visits import Visit, real_cards
from e2e.visiting import DESK, PHONE, House, Visitor
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.floor.local_time import local_text, zone_named
from houserules.floor.rules_documents import read_document
from houserules.floor.stored_events import stored_form
from houserules.floor.tables.settings import Setting, table_stream
from houserules.journal.records import Append, Batch, NewRecord
from houserules.table.staff.events import WrongPaymentEntered
from web.server import Member

SYDNEY = zone_named("Australia/Sydney")
S24 = "nsw-pontoon-2024"


@pytest.fixture(scope="module", autouse=True)
def sydney(house: House) -> None:
    """The house stands in Sydney, wherever the browser is."""
    house.server.floor.zone = SYDNEY


@pytest.fixture(scope="module")
def sue(house: House, owner: Member) -> Member:
    return house.server.staff(owner, "Sue", "casino supervisor")


@pytest.fixture(scope="module")
def gus(house: House, owner: Member) -> Member:
    return house.server.staff(owner, "Gus", "Gaming Supervisor")


def order(member: Member, table: str, do: str, **fields: object) -> None:
    """Give an order without a browser."""
    answer = member.http.post(f"/api/tables/{table}/commands", json={"do": do, **fields})
    assert answer.status_code == 200, answer.text


def fits(page: Page) -> bool:
    """Whether nothing stands out of the page to the right."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def clock_text(moment: int) -> str:
    """A time as the page shows it, without its day."""
    return local_text(Moment(moment), SYDNEY).partition(",")[0]


def requests_of(visitor: Visitor) -> Locator:
    """Open what a player can ask for."""
    visitor.page.locator("#requests").click()
    return visitor.page.locator("dialog.requests[open]")


@pytest.mark.clause(S24, "7.5", "7.5.2", "20.9", "7.5.1.1", "7.5.3")
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_players_read_closing_limits_and_markers_where_they_sit(
    visit: Visit, house: House, sue: Member, size: dict[str, int]
) -> None:
    table = house.table()
    ann = visit(size=size)
    ann.be_guest()
    ann.sit(table)
    expect(ann.page.locator("#placards")).to_be_hidden()
    now = int(time.time())
    limits = {"minimum": 25_00, "maximum": 500_00}
    order(sue, table, "announce-limits", stated=limits, when=now + 30 * 60)
    order(sue, table, "show-closing-sign", closes=now + 40 * 60)
    placards = ann.page.locator("#placards li")
    expect(placards).to_have_count(2)
    closing = placards.filter(has_text="This table closes")
    expect(closing).to_contain_text(f"closes at {clock_text(now + 40 * 60)}")
    expect(closing).to_contain_text("20.9")
    coming = placards.filter(has_text="New limits from")
    expect(coming).to_contain_text(f"New limits from {clock_text(now + 30 * 60)}")
    expect(coming).to_contain_text("minimum $25, maximum $500")
    ann.press("go")
    ann.play_out()
    ann.press("change")
    order(sue, table, "raise-minimum", stated={"minimum": 50_00, "maximum": 500_00})
    marker = ann.page.locator("#placards [data-subject='marker']")
    expect(marker).to_contain_text("You keep the previous minimum")
    expect(marker).to_contain_text("7.5.1.1")
    expect(ann.page.locator("li.box.is-mine .mark.marker")).to_be_visible()
    assert fits(ann.page)
    assert violations(ann.page) == []
    sign = house.server.player(f"Reader {size['width']}").http.get(f"/tables/{table}/sign").text
    assert clock_text(now + 40 * 60) in sign
    ann.page.goto(f"/tables/{table}/sign")
    coming = ann.page.locator(".table-sign .coming div")
    expect(coming).to_have_count(2)  # above the payouts, where they are read
    assert fits(ann.page)


@pytest.mark.clause(S24, "20.2")
def test_conduct_is_told_to_who_sits_down_cuts_or_deals(
    visit: Visit, house: House, owner: Member
) -> None:
    table = house.table()
    ann = visit(size=PHONE)
    ann.be_guest()
    ann.page.goto(f"/tables/{table}")
    sitting = ann.page.locator("details.conduct[data-moment='sitting-down']")
    expect(sitting).to_contain_text("20.2")
    assert fits(ann.page)
    assert violations(ann.page) == []
    sitting.locator("summary").click()
    ann.press("sit")
    expect(sitting).to_have_count(0)
    expect(ann.page.locator(".cutting details[data-moment='cut']")).to_contain_text("How the cards")
    assert fits(ann.page)
    name = "conduct"
    house.server.set_up(Setting(name, "Real", S24, dealt_by="dealer with real shoe"))
    dora = visit()
    dora.be(house.server.staff(owner, "Dora", "dealer"))
    dora.page.goto(f"/tables/{name}")
    dora.press("seat-dealer")
    dealing = dora.page.locator("details.conduct[data-moment='dealing']")
    expect(dealing).to_be_visible()
    assert violations(dora.page) == []


@pytest.mark.clause(S24, "20.13", "20.14")
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_player_disputes_a_payment_and_learns_the_decision(
    visit: Visit, house: House, sue: Member, gus: Member, size: dict[str, int]
) -> None:
    table = house.table()
    ann = visit(size=size)
    ann.be_guest()
    ann.sit(table)
    ann.press("go")
    ann.play_out()
    ann.page.locator("li.box.is-mine .payments button").first.click()
    ann.page.locator("[data-key='dispute-payment']").click()
    dialog = ann.page.locator("dialog.requests[open]")
    about = dialog.get_by_label("What do you dispute?")
    expect(about).to_have_value(re.compile(r"^Round 1, box \d"))
    about.fill("The dealer had 21 before I stood")
    dialog.locator("[data-key='raise-dispute']").click()
    expect(dialog.get_by_role("status")).to_contain_text("sent to the Gaming Supervisor")
    one = dialog.locator("[data-dispute='1']")
    expect(one).to_contain_text("Waiting for a Gaming Supervisor")
    order(gus, table, "decide-dispute", dispute=1, says="The round stands.", pays=0)
    expect(one).to_contain_text("Decision: The round stands. Gus")
    expect(ann.page.locator("#toasts")).to_contain_text("Your dispute has been decided")
    assert violations(ann.page) == []
    dialog.locator("[data-key='review-1']").click()
    expect(one).to_contain_text("A review is under way")
    order(sue, table, "review-dispute", dispute=1, says="You are paid $5.", pays=500)
    expect(one).to_contain_text("Review: You are paid $5. You receive $5.")
    dialog.locator("[data-key='accept-1']").click()
    expect(one).to_contain_text("You have accepted the decision")
    assert fits(ann.page)
    disputes = house.state(table).table.staff.disputes
    assert (disputes[0].accepted, disputes[0].review_asked) == (True, True)


@pytest.mark.clause(S24, "20.14")
def test_a_player_reads_the_approved_rules_and_it_is_recorded(
    visit: Visit, house: House, tmp_path: Path
) -> None:
    table, floor = house.table(), house.server.floor
    ann = visit()
    ann.be_guest()
    ann.sit(table)
    dialog = requests_of(ann)
    dialog.get_by_role("button", name="Ask for a copy of the rules").click()
    expect(dialog.get_by_role("status")).to_contain_text("Staff will show you a copy")
    assert [each.about for each in house.state(table).table.staff.owed]
    file = tmp_path / "approved.txt"
    file.write_text("The approved rules of the house.")
    house.server.run(floor.documents.attach(read_document(f"{S24}={file}"), at=floor.now()))
    ann.page.reload()
    dialog = requests_of(ann)
    with ann.page.expect_popup() as opened:
        dialog.get_by_role("button", name="Read the approved rules").click()
    expect(opened.value.locator("body")).to_contain_text("The approved rules of the house.")
    (shown,) = house.server.run(floor.documents.last_shown())
    assert (shown.rulebook, shown.table) == (S24, table)
    assert house.state(table).table.staff.owed == ()
    ann.page.goto(f"/rules/{S24}")
    expect(ann.page.get_by_role("link", name="Read the approved document")).to_be_visible()


def test_a_player_takes_chips_and_hears_why_something_is_refused(
    visit: Visit, house: House
) -> None:
    table = house.table()
    ann = visit(size=PHONE)
    ann.be_guest()
    ann.sit(table)
    dialog = requests_of(ann)
    dialog.get_by_label("Take off the table", exact=True).fill("300")
    dialog.locator("[data-key='take-chips']").click()
    expect(dialog.get_by_role("status")).to_contain_text("You took $300")
    dialog.locator("[data-key='ask-for-riffle']").click()
    expect(dialog.get_by_role("status")).to_contain_text("(5.2")
    assert fits(ann.page)
    assert violations(ann.page) == []
    dialog.get_by_role("button", name="Close").click()
    assert ann.chips() == 700_00


@pytest.mark.clause(S24, "6.2", "2.1:casino-promotional-token")
def test_a_player_wagers_promotional_tokens_beside_chips(
    visit: Visit, house: House, owner: Member
) -> None:
    dealer, _ = real_cards(house, owner, "tokens", Tia=1)
    ann = visit()
    ann.sign_up("Una")
    ann.page.goto("/tables/tokens")
    ann.page.select_option("[data-key=seat]", "2")
    ann.press("sit")
    expect(ann.page.locator(".purse b")).to_be_visible()
    dealer.done("exchange-voucher", voucher="V1", player="Una", value=50_00, conditions="")
    expect(ann.page.locator(".purse .tokens")).to_have_text("$50 in tokens")
    ann.page.get_by_label("Wager", exact=True).fill("30")
    ann.page.get_by_label("Amount in tokens", exact=True).fill("20")
    assert violations(ann.page) == []
    ann.press("go")
    expect(ann.page.locator(".purse .tokens")).to_have_text("$30 in tokens")
    box = house.state("tokens").table.box(2)
    assert box is not None
    bettor = box.bettor("Una")
    assert bettor is not None and (bettor.placed, bettor.tokens) == (30_00, 20_00)
    assert ann.chips() == 1_000_00 - 10_00


@pytest.mark.clause(S24, "18.20.2")
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_office_shows_the_months_report(
    visit: Visit, house: House, owner: Member, sue: Member, size: dict[str, int]
) -> None:
    floor, name = house.server.floor, f"live{size['width']}"
    house.server.set_up(Setting(name, "Live", S24, (), "live", "dealer with real shoe"))
    found = Moment(1_794_300_000)  # 10 November 2026 in Sydney
    entered = WrongPaymentEntered(1, 1, 2, "Ann", 2_500_00, 0, None, "Sue", found, Clause("18.18"))
    batch = Batch(
        (Append(table_stream(name), None, (NewRecord(*stored_form(entered)),)),),
        actor="Sue",
        time=1,
    )
    house.server.run(floor.store.append(batch))
    visitor = visit(size=size)
    visitor.be(sue)
    visitor.page.goto("/office")
    visitor.page.locator("#report-month").fill("2026-11")
    visitor.page.locator("#report-month").dispatch_event("change")
    row = visitor.page.locator("#report tr", has_text=name)
    expect(row).to_contain_text("$2,500 too much")
    expect(row).to_contain_text("Enquire whether it was intentional.")
    expect(row).to_contain_text("AEDT")
    visitor.page.locator("#report-month").fill("2026-10")
    visitor.page.locator("#report-month").dispatch_event("change")
    expect(visitor.page.locator("#report")).to_contain_text("Nothing to report to the NICC")
    assert fits(visitor.page)
    assert violations(visitor.page) == []


def test_a_payment_of_an_earlier_round_is_disputed_from_its_replay(
    visit: Visit, house: House
) -> None:
    table = house.table()
    liv = visit()
    liv.sign_up("Liv")
    liv.sit(table)
    house.rig(table, "Ks 6d Kh 8c Kd")
    liv.press("go")
    liv.play_out()
    liv.page.goto(f"/history/{table}/1")
    liv.page.locator("button.payment").first.click()
    liv.page.locator("[data-key='dispute-payment']").click()
    about = liv.page.get_by_label("What do you dispute?")
    expect(about).to_have_value(re.compile("^Round 1, box 4, original: paid "))
    liv.page.locator("[data-key='raise-dispute']").click()
    expect(liv.page.locator("[data-dispute='1']")).to_contain_text(
        "Waiting for a Gaming Supervisor."
    )
