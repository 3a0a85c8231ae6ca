"""At the table: a dealer with real cards and one with a virtual shoe, an irregularity, what is paid."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from e2e.axe import violations
from e2e.visiting import PHONE, House, Visitor
from houserules.floor.tables.settings import Setting
from web.server import Live, Member

Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def dora(house: House, owner: Member) -> Member:
    return house.server.staff(owner, "Dora", "dealer")


def _seated(house: House, table: str, handle: str) -> Live:
    """Let somebody sit at box 4 without a browser."""
    live = house.server.player(handle).live(table)
    live.hear()
    live.done("take-seat", seat=4, amount=200_00)
    return live


def _at_real_cards(visit: Visit, house: House, dora: Member) -> tuple[Visitor, Live]:
    """Come as the dealer to a real shoe that is ready, with a wager on box 4."""
    house.server.set_up(
        Setting("real", "Real cards", "nsw-pontoon-2024", dealt_by="dealer with real shoe")
    )
    dealer = visit()
    dealer.be(dora)
    dealer.page.goto("/tables/real")
    expect(dealer.page.locator(".status")).to_contain_text("No dealer yet")
    dealer.press("seat-dealer")
    expect(dealer.page.locator(".status")).to_have_text("Check the cards.")
    ann = _seated(house, "real", "Ann")
    for call in ("check-cards", "shuffle-cards"):
        dealer.press(call)
    expect(dealer.page.locator(".status")).to_have_text("Offer the cut to a player.")
    expect(dealer.page.locator(".cut-text b")).to_have_text("Ann may cut the cards")
    dealer.cut()
    for call in ("place-cutting-card", "burn-card"):
        dealer.press(call)
    ann.done("place-wager", box=4, amount=25_00, seated=True)
    expect(dealer.page.locator(".status")).to_contain_text("“No more bets.”")
    dealer.press("close-bets")
    return dealer, ann


def test_a_dealer_deals_real_cards_and_reports_one_in_error(
    visit: Visit, house: House, dora: Member
) -> None:
    dealer, ann = _at_real_cards(visit, house, dora)
    page, scan = dealer.page, dealer.button("scan")
    expect(scan).to_be_focused()  # a scanner types at once
    expect(page.locator(".course [aria-current]")).to_have_text("Deal")
    expect(page.locator(".next-place b")).to_have_text("box 4")
    page.keyboard.type("7x")
    page.keyboard.press("Enter")
    expect(page.locator(".scan-wrong")).to_contain_text("“7x” is not a card")
    scan.clear()
    page.keyboard.type("9s")
    page.keyboard.press("Enter")
    expect(page.locator(".next-place b")).to_have_text("the dealer")
    page.locator("[data-pick='6d']").click()
    expect(page.locator(".next-place b")).to_have_text("box 4")
    page.keyboard.type("7h")
    expect(page.locator(".status")).to_contain_text("“Box 4: 16?” Ann decides.")
    assert violations(page, "light") == []
    _order_what_is_refused(dealer)
    _report_card_in_error(dealer)
    while "accept-card" not in ann.legal():
        ann.hear()
    ann.done("accept-card", box=4, hand=1)
    expect(dealer.box(4).locator(".total")).to_have_text("21")
    paid = page.get_by_role("list", name="To be paid")
    expect(paid).to_contain_text("$25 box 4, Ann 1 × 25 wager at 1 to 1, 11.5")
    dealer.press("clear-table")
    expect(page.locator(".cloth .card")).to_have_count(0)


def _report_card_in_error(dealer: Visitor) -> None:
    """Go the way of the rules: what happened, what they say, who does what, the card."""
    page = dealer.page
    dealer.press("trouble")
    page.locator("[data-trouble='card-in-error']").click()
    sheet = page.locator("dialog[open]")
    expect(sheet.locator(".said-clauses")).to_contain_text("18.2")
    expect(sheet.locator(".steps li").nth(1)).to_contain_text("By: player.")
    assert violations(page, "dark") == []
    sheet.locator("[data-do='report-card-in-error']").click()
    sheet.locator(".scan").fill("5c")
    expect(sheet.locator(".picked [data-card='5c']")).to_be_visible()
    sheet.get_by_text("No", exact=True).click()  # it was not dealt to the dealer's hand
    sheet.get_by_role("button", name="Report card in error").click()
    expect(sheet).to_have_count(0)


def _order_what_is_refused(dealer: Visitor) -> None:
    """Report something that did not happen: the form says why not, and the clause opens."""
    page = dealer.page
    dealer.press("orders")
    page.get_by_role("searchbox", name="Search orders").fill("forgot to burn")
    page.locator("[data-do='report-not-burned']").click()
    page.get_by_role("button", name="Report not burned").click()
    wrong = page.locator("dialog[open] [role=alert]")
    expect(wrong).to_contain_text("No burn is due.")
    wrong.locator(".clause").click()
    expect(page.locator(".why-clause").first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_dealer_calls_on_a_phone_with_a_virtual_shoe(
    visit: Visit, house: House, dora: Member
) -> None:
    house.server.set_up(
        Setting("calls", "Calls", "nsw-pontoon-6to5-2017", dealt_by="dealer with virtual shoe")
    )
    dealer = visit(size=PHONE)
    dealer.be(dora)
    page = dealer.page
    page.goto("/tables/calls")
    dealer.press("seat-dealer")
    ann = _seated(house, "calls", "Ann calls")
    _step(dealer, "Shuffle the cards")
    while "cut-cards" not in ann.legal():
        ann.hear()
    ann.done("cut-cards", depth=150)
    for step in ("Put the cutting card in", "Burn the first card"):
        _step(dealer, step)
    house.rig("calls", "8s Ad 8h 9c")
    ann.done("place-wager", box=4, amount=25_00, seated=True)
    dealer.press("close-bets")
    for place in ("box 4", "the dealer", "box 4"):
        _step(dealer, f"Deal to {place}")
    expect(page.locator(".status")).to_have_text("“Insurance?” Then: “Surrender?”")
    assert violations(page) == []
    dealer.press("close-offers")
    expect(page.locator(".status")).to_contain_text("“Box 4: 16?”")
    ann.until("update")
    ann.done("stand", box=4, hand=1)
    _step(dealer, "Deal to the dealer")
    expect(page.get_by_role("list", name="To be collected")).to_contain_text("$25")
    expect(page.locator(".course [aria-current]")).to_have_text("Pay")


def _step(dealer: Visitor, label: str) -> None:
    button = dealer.page.locator("[data-key='next-step']", has_text=label)
    button.wait_for()  # the position is that of the step before, not of the one before that
    position = dealer.page.locator("#cloth").get_attribute("data-position") or ""
    button.click()
    expect(dealer.page.locator("#cloth")).not_to_have_attribute("data-position", position)


def test_cards_are_prepared_as_the_rulebook_says(
    visit: Visit, house: House, owner: Member, dora: Member
) -> None:
    house.server.set_up(Setting("nz", "Real cards", "nz-pontoon", dealt_by="dealer with real shoe"))
    dealer = visit()
    dealer.be(dora)
    page = dealer.page
    page.goto("/tables/nz")
    dealer.press("seat-dealer")
    dealer.press("check-cards")
    status = page.locator(".status")
    expect(status).to_contain_text("A second person must check them too")
    page.reload()
    expect(status).to_contain_text("A second person must check them too")
    expect(dealer.button("check-cards")).to_have_count(0)
    gus = house.server.staff(owner, "Gus", "Gaming Supervisor")
    checked = {"do": "check-cards", "with_device": False}
    assert gus.http.post("/api/tables/nz/commands", json=checked).status_code == 200
    expect(status).to_have_text("Waiting for the first player before the cards are prepared.")
    _seated(house, "nz", "Bo")
    for step in ("Spread", "Wash", "Stack", "Riffle"):
        expect(status).to_have_text(f"{step} the cards.")
        page.get_by_role("button", name=f"Done: {step.lower()} the cards").click()
    expect(status).to_have_text("Shuffle the cards.")
