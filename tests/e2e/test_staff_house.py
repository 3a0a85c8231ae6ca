"""Inspection and the back office: a round again, shoe and journal verified, people, cards, a new table."""

from collections.abc import Callable
from datetime import UTC, datetime

from playwright.sync_api import Page, expect

from e2e.axe import violations
from e2e.visiting import DESK, PHONE, House, Visitor
from web.server import PASSWORD, Member

Visit = Callable[..., Visitor]


def _played(house: House, owner: Member, table: str, handle: str) -> None:
    """Play a round, then let a supervisor order a shuffle: the shoe is over and can be verified."""
    with house.server.player(handle).live(table) as live:
        live.hear()
        live.sit(1)
        live.play_round()
        live.done("be-ready")
        sue = house.server.staff(owner, f"Sue {table}", "casino supervisor")
        answer = sue.http.post(f"/api/tables/{table}/commands", json={"do": "order-shuffle"})
        assert answer.status_code == 200, answer.text


def test_an_inspector_replays_a_round_and_verifies_shoe_and_journal(
    visit: Visit, house: House, owner: Member
) -> None:
    table = house.table()
    _played(house, owner, table, "Ann")
    ines = visit()
    ines.be(house.server.staff(owner, "Ines", "inspector"))
    page = ines.page
    page.goto("/inspection")
    expect(page.locator("#verified")).to_contain_text("Not verified since")
    page.click("#verify")
    expect(page.locator(".verdict.passed")).to_have_text("The journal is intact.")
    expect(page.locator("#verified .hint")).to_contain_text("by Ines")
    _find(page, person="nobody at all")
    expect(page.locator("#found .empty").first).to_contain_text("No rounds match")
    _find(page, table=table, person="ann")
    expect(page.locator("#found")).to_contain_text("Wallet of Ann")
    page.get_by_role("link", name=f"Replay {table}, round 1").click()
    expect(page.locator(".badge.replay")).to_be_visible()
    expect(page.locator(".dealer .card").first).to_be_visible()
    page.go_back()
    _find(page, table=table)
    page.get_by_role("link", name="Verify ").first.click()
    expect(page.locator("#checks .verdict")).to_have_text("Verified.")


def test_registers_and_exports(visit: Visit, house: House, owner: Member) -> None:
    table = house.table()
    _played(house, owner, table, "Bob")
    ines = visit(size=PHONE)
    ines.be(house.server.staff(owner, "Iris", "Surveillance"))
    page = ines.page
    page.goto("/inspection")
    page.locator("[data-register=staff]").click()
    row = page.locator(f"[data-event='table.set-up']:has(td:text-is('{table}'))")
    expect(row).to_contain_text(f"Owner sets up “Table {table}”: nsw-pontoon-2024, practice")
    page.locator("[data-register=disputes]").click()
    expect(page.locator("#register .empty")).to_contain_text("Entries are made automatically")
    with house.server.player("Cy").live(table) as cy:
        cy.hear()
        cy.done("take-seat", seat=2, amount=100_00)
        cy.done("place-wager", box=2, amount=25_00, seated=True)
        cy.done("raise-dispute", about="Too slow")
    page.locator("[data-register=disputes]").click()
    expect(page.locator("#register .checks")).to_have_text(
        f"{table}: Dispute 1, Cy: “Too slow”, round 1."
    )
    _find(page, table=table, day="2020-02-29")
    expect(page.locator("#found .empty")).to_have_count(2)
    today = datetime.now(UTC).date().isoformat()  # as the casino has it
    _find(page, table=table, day=today)
    expect(page.get_by_role("link", name=f"Replay {table}, round 1")).to_be_visible()
    expect(page.locator("#found .register")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect(page.locator("#export-name")).to_have_value(today)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == f"day-{today}.zip"
    page.select_option("#export-kind", "player")
    page.fill("#export-name", "Nobody")
    page.get_by_role("button", name="Download").click()
    expect(page.locator("#export-said")).to_contain_text("Nobody")
    page.fill("#export-name", "Bob")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "player-Bob.zip"
    assert download.value.path().read_bytes()[:2] == b"PK"


def _find(page: Page, *, table: str = "", person: str = "", day: str = "") -> None:
    page.select_option("#find-table", table)
    page.fill("#find-person", person)
    page.fill("#find-day", day)
    page.get_by_role("button", name="Find").click()


def test_the_back_office_gives_an_office(visit: Visit, house: House, owner: Member) -> None:
    kim = house.server.player("Kim")
    boss = visit()
    boss.be(owner)
    page = boss.page
    page.goto("/office")
    page.fill("#find", "kim")
    expect(page.locator("#persons > li")).to_have_count(1)  # until then the list is drawn again
    row = page.locator("[data-person='Kim']")
    row.locator("summary").first.click()
    expect(row.locator(".person-facts")).to_contain_text("not set up, not required")
    row.get_by_label("Card number").fill("PC-77")
    row.get_by_role("button", name="Issue a Player Card").click()
    expect(row.get_by_role("alert")).to_contain_text("4 to 20 letters (A to Z) and digits")
    row.get_by_label("Card number").fill("PC77")
    row.get_by_role("button", name="Issue a Player Card").click()
    expect(row.locator(".rows")).to_contain_text("PC77")
    assert violations(page) == []
    row.locator(".rows summary").click()
    row.get_by_label("Withdraw: why").fill("lost")
    row.get_by_role("button", name="Withdraw").click()
    expect(row).to_contain_text("None. Live tables require a valid card")
    expect(row).to_contain_text("$0 in chips with the cashier")
    expect(row.get_by_role("link", name="the cage")).to_be_visible()
    row.get_by_label("Role of Kim").select_option("dealer")
    row.get_by_label("Licence of Kim").fill("L-77")
    row.get_by_role("button", name="Assign role").click()
    expect(row.locator("summary").first).to_contain_text("no second factor")
    expect(row.locator(".person-facts")).to_contain_text("L-77")
    house.server.enrol(kim)
    row.get_by_label("New one-time password: why").fill("lost phone")
    row.get_by_role("button", name="New one-time password").click()
    page.fill("#proof-password", PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    expect(row.locator(".said code")).not_to_be_empty()
    assert row.locator(".said code").inner_text() != PASSWORD
    row.get_by_label("Suspend: why").fill("a check")
    row.get_by_role("button", name="Suspend").click()
    expect(row.locator(".badge.live")).to_have_text("suspended")
    page.locator("[data-who='barred']").click()
    expect(page.locator("#persons > li")).to_have_count(1)


def test_a_table_is_set_up_with_a_reading(visit: Visit, house: House, owner: Member) -> None:
    boss = visit(size=PHONE)
    boss.be(owner)
    page = boss.page
    page.goto("/office")
    page.fill("#table-id", "t1")
    page.fill("#table-title", "The quiet corner")
    page.get_by_role("radio", name="Live").check()
    page.click("text=House options")
    page.select_option("#option-decks", "6")
    page.click("text=Ambiguous clauses that affect payouts")
    page.get_by_role("radio", name="Only the wager on the first hand").check()
    expect(page.locator("#differs")).to_have_text(
        "Changed from the printed rules: decks 6, natural collects original-hand."
    )
    assert violations(page, "dark") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Set up table").click()
    expect(page.locator("#set-up-wrong")).to_contain_text("t1")
    page.fill("#table-id", "vip")
    page.get_by_role("button", name="Set up table").click()
    page.wait_for_url("**/tables/vip")
    expect(page.locator(".badge.live")).to_be_visible()
    assert dict(house.state("vip").setting.options) == {
        "decks": 6,
        "natural_collects": "original-hand",
    }
    page.goto("/office")
    card = page.locator(".house-table", has_text="The quiet corner")
    expect(card).to_contain_text("decks: 6 (printed: 8) 4.1")
    expect(card).to_contain_text("Reading 6:")


def test_consoles_are_closed_to_players_and_dealers(
    visit: Visit, house: House, owner: Member
) -> None:
    stranger, dealer = visit(size=DESK), house.server.staff(owner, "Dan", "dealer")
    stranger.page.goto("/pit")
    expect(stranger.page).to_have_url(f"{house.url}/sign-in?next=/pit")
    stranger.be_guest()
    for path in ("/pit", "/inspection", "/office"):
        answer = stranger.page.goto(path)
        assert answer is not None and answer.status == 403
        expect(stranger.page.locator("h1")).to_have_text("You can't open this")
    for path in ("/pit/now", "/inspection/found", "/pit", "/office"):
        assert dealer.http.get(path).status_code == 403
    refused = dealer.http.get("/pit", headers={"Accept": "text/html"}).text
    assert "Your role, dealer, does not allow this." in refused
    assert "<span>Dan</span>" in refused and "/sign-in" not in refused
    assert dealer.http.get("/tables/t1/desk").json()["desk"]["owed"] == []
    assert house.server.guest().http.get("/tables/t1/desk").status_code == 403
