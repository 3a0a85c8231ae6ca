"""What waits in the pit: acknowledged for all, disputes, wrong payments, wrong deals, a locked table."""

import re

import pytest
from playwright.sync_api import Locator, expect

from e2e.axe import violations
from e2e.pit_visits import Visit, alert_in, in_the_pit, part_of, player_at, real_cards
from e2e.visiting import PHONE, House
from houserules.floor.tables.stream import LoadedTable
from houserules.table.state import changed
from web.server import Member


@pytest.fixture(scope="module")
def gus(house: House, owner: Member) -> Member:
    return house.server.staff(owner, "Gus", "Gaming Supervisor")


@pytest.fixture(scope="module")
def hal(house: House, owner: Member) -> Member:
    return house.server.staff(owner, "Hal", "casino supervisor")


def test_an_alert_stays_until_a_supervisor_has_acknowledged_it_for_all(
    visit: Visit, house: House, owner: Member, gus: Member, hal: Member
) -> None:
    table = house.table()
    bo = player_at(house, table, "Bo")
    here, there = in_the_pit(visit, gus), in_the_pit(visit, hal, size=PHONE)
    expect(there.page.locator("#alerts .empty")).to_contain_text("appear here")
    bo.done("place-wager", box=1, amount=25_00, seated=True)
    bo.done("raise-dispute", about="The card was seen")
    expect(there.page.locator("#said")).to_contain_text("The card was seen")
    sam = in_the_pit(visit, house.server.staff(owner, "Sam", "Surveillance"))
    expect(alert_in(sam, "The card was seen").get_by_role("button")).to_have_text(["Take it up"])
    alert_in(here, "The card was seen").get_by_role("button", name="Acknowledge").click()
    for each in (here, there, sam):
        seen = alert_in(each, "The card was seen")
        expect(seen).to_contain_text(re.compile(r"Acknowledged by Gus at .*, and still open\."))
        expect(seen.get_by_role("button", name="Acknowledge")).to_have_count(0)
    assert violations(there.page) == []
    here.page.reload()
    expect(alert_in(here, "The card was seen")).to_contain_text("Acknowledged by Gus")
    sam.page.goto("/inspection")
    sam.page.locator("[data-register='staff']").click()
    entry = sam.page.locator("[data-event='alert.acknowledged']")
    expect(entry).to_contain_text("Gus acknowledges: Dispute 1, Bo: “The card was seen”")
    expect(entry).to_contain_text("Gus")
    decided = {"do": "decide-dispute", "dispute": 1, "says": "It stands", "pays": 0}
    assert gus.http.post(f"/api/tables/{table}/commands", json=decided).status_code == 200
    # another state of it is another thing that waits
    expect(alert_in(there, "the player may ask for a review")).not_to_contain_text("Acknowledged")


def test_a_dispute_is_decided_and_the_payment_put_right(
    visit: Visit, house: House, gus: Member
) -> None:
    table = house.table()
    cem = player_at(house, table, "Cem")
    visitor = in_the_pit(visit, gus)
    cem.done("place-wager", box=1, amount=25_00, seated=True)
    cem.done("raise-dispute", about="Paid even money")
    alert_in(visitor, "Paid even money").get_by_role("button", name="Take it up").click()
    sheet = visitor.page.locator("dialog[open]")
    sheet.locator("[data-do='decide-dispute']").click()
    sheet.get_by_label("The decision").fill("The odds were 3 to 2")
    sheet.get_by_label(re.compile("^Amount to pay the player")).fill("12.50")
    sheet.get_by_role("button", name="Decide dispute").click()
    expect(sheet.locator(".matter")).to_contain_text("“The odds were 3 to 2”, $12.50")
    sheet.locator("[data-do='close-dispute']").click()
    sheet.get_by_role("button", name="Close dispute").click()
    expect(sheet.get_by_role("alert")).to_be_visible()  # the player was not advised yet
    sheet.get_by_role("button", name="Back").click()
    sheet.locator("[data-do='advise-of-complaint']").click()
    sheet.get_by_role("button", name="Advise of complaint").click()
    cem.done("accept-decision", dispute=1)  # until then Cem can still ask for a review
    sheet.locator("[data-do='close-dispute']").click()
    sheet.get_by_role("button", name="Close dispute").click()
    sheet.locator("[data-part='payments']").click()
    expect(sheet.locator(".matter")).to_contain_text("the house owes $12.50")
    before = house.state(table).table.racks["Cem"]
    _put_payment_right(sheet)
    assert house.state(table).table.racks["Cem"] == before + 12_50
    assert violations(visitor.page, "light") == []


@pytest.mark.clause("nsw-pontoon-2024", "20.13", "20.14")
def test_a_player_who_left_is_advised_otherwise_and_reads_the_decision_at_home(
    visit: Visit, house: House, gus: Member
) -> None:
    table = house.table()
    lou = visit(size=PHONE)
    member = house.server.player("Lou")
    with member.live(table) as live:
        live.hear()
        live.sit()
        live.play_round()
        live.done("raise-dispute", about="The ace was mine")
        live.done("get-up")
    visitor = in_the_pit(visit, gus)
    alert_in(visitor, "The ace was mine").get_by_role("button", name="Take it up").click()
    sheet = visitor.page.locator("dialog[open]")
    sheet.locator("[data-do='decide-dispute']").click()
    sheet.get_by_label("The decision").fill("It was not")
    sheet.get_by_label(re.compile("^Amount to pay the player")).fill("0")
    sheet.get_by_role("button", name="Decide dispute").click()
    sheet.locator("[data-do='advise-of-complaint']").click()
    sheet.get_by_role("button", name="Advise of complaint").click()
    expect(sheet.get_by_role("alert")).to_contain_text("Lou is not at the table")
    sheet.get_by_role("button", name="by letter").click()
    sheet.get_by_role("button", name="Advise of complaint").click()
    expect(sheet.locator(".matter")).to_contain_text("the player knows where to complain")

    lou.be(member)
    lou.page.goto("/account")
    mine = lou.page.locator(".dispute")
    expect(mine).to_contain_text("Decision: It was not")
    expect(mine).to_contain_text("you may complain to an inspector (20.14)")
    assert violations(lou.page) == []
    mine.get_by_role("button", name="Accept the decision").click()
    expect(mine).to_contain_text("You have accepted the decision.")
    sheet.locator("[data-do='close-dispute']").click()
    sheet.get_by_role("button", name="Close dispute").click()
    expect(alert_in(visitor, "The ace was mine")).to_have_count(0)
    lou.page.reload()
    expect(mine).to_contain_text("Closed.")


def test_a_decision_is_reviewed_by_somebody_else(
    visit: Visit, house: House, gus: Member, hal: Member
) -> None:
    table = house.table()
    ivo = player_at(house, table, "Ivo")
    ivo.done("place-wager", box=1, amount=25_00, seated=True)
    ivo.done("raise-dispute", about="The hand stood")
    decided = {"do": "decide-dispute", "dispute": 1, "says": "It stands", "pays": 0}
    assert gus.http.post(f"/api/tables/{table}/commands", json=decided).status_code == 200
    ivo.done("ask-review", dispute=1)
    visitor = in_the_pit(visit, hal, size=PHONE)
    alert = alert_in(visitor, "waits for a review")
    alert.get_by_role("button", name="Take it up").click()
    sheet = visitor.page.locator("dialog[open]")
    sheet.locator("[data-do='review-dispute']").click()
    sheet.get_by_label("The decision").fill("It was hit")
    sheet.get_by_label(re.compile("^Amount to pay the player")).fill("25")
    sheet.get_by_role("button", name="Review dispute").click()
    expect(sheet.locator(".matter")).to_contain_text("decided on review")
    assert violations(visitor.page) == []
    first, second = house.state(table).table.staff.disputes[0].decisions
    assert (first.by, second.by, second.pays) == ("Gus", "Hal", 25_00)


def _put_payment_right(sheet: Locator) -> None:
    sheet.locator("[data-do='record-enquiries']").click()
    sheet.get_by_label("What was found").fill("A slip")
    sheet.get_by_label("No", exact=True).check()
    sheet.get_by_role("button", name="Record enquiries").click()
    sheet.locator("[data-do='rectify-payment']").click()
    sheet.get_by_role("button", name="Rectify payment").click()
    expect(sheet.locator(".empty")).to_contain_text("No wrong payments reported")


def test_a_wrong_payment_is_reported_and_taken_back(
    visit: Visit, house: House, hal: Member
) -> None:
    table = house.table()
    dee = player_at(house, table, "Dee")
    dee.done("decline-cut")
    dee.play_round()
    visitor = in_the_pit(visit, hal)
    sheet = part_of(visitor, table, "payments")
    sheet.locator("[data-do='report-wrong-payment']").click()
    sheet.get_by_label("Was paid, in dollars").fill("37.50")
    sheet.get_by_label("Should have been paid, in dollars").fill("25")
    sheet.get_by_role("button", name="Report wrong payment").click()
    expect(alert_in(visitor, "$12.50 too much")).to_have_count(1)
    sheet.locator("[data-do='identify-patron']").click()
    sheet.get_by_role("button", name="Identify patron").click()
    sheet.locator("[data-do='record-attempt']").click()
    sheet.get_by_label("Outcome").fill("Asked at the table")
    sheet.get_by_role("button", name="Record attempt").click()
    expect(sheet.locator(".matter")).to_contain_text("1. Dee: round 1, box 1: $37.50 paid")
    before = house.state(table).table.racks["Dee"]
    _put_payment_right(sheet)
    assert house.state(table).table.racks["Dee"] == before - 12_50
    expect(alert_in(visitor, "$12.50 too much")).to_have_count(0)


def test_a_round_is_put_right_as_proposed(
    visit: Visit, house: House, owner: Member, hal: Member
) -> None:
    dealer, _ = real_cards(house, owner, "wrong", Eve=2, Fay=4)
    dealer.done("close-bets")
    for card in ("9s", "8h", "6d", "7h", "2c"):
        dealer.done("deal-card", card=card)
    dealer.done("report-misdeal", order=["8h", "9s", "6d", "7h", "2c"])
    visitor = in_the_pit(visit, hal)
    alert = alert_in(visitor, "Real wrong")
    alert.get_by_role("button", name="Put it right").click()
    sheet = visitor.page.locator("dialog[open]")
    expect(sheet.locator(".bullets")).to_contain_text(
        "The nine of spades: from box 2, hand 1 to box 4, hand 1."
    )
    sheet.locator("[data-do='confirm-reconstruction']").click()
    sheet.get_by_role("button", name="Confirm reconstruction").click()
    expect(sheet.locator(".fact")).to_have_text("Round 1: players decide. Dealer wrong deals.")
    expect(alert).to_have_count(0)
    hands = [str(box.hands[0].cards[0]) for box in house.state("wrong").table.boxes]
    assert hands == ["8h", "9s"]


def test_a_round_is_declared_void(visit: Visit, house: House, owner: Member, hal: Member) -> None:
    dealer, _ = real_cards(house, owner, "void", Gil=3)
    dealer.done("close-bets")
    for card in ("9s", "8h"):
        dealer.done("deal-card", card=card)
    dealer.done("report-misdeal", order=None)
    assert house.state("void").table.racks["Gil"] == 475_00
    visitor = in_the_pit(visit, hal)
    alert_in(visitor, "Real void").get_by_role("button", name="Put it right").click()
    sheet = visitor.page.locator("dialog[open]")
    sheet.locator("[data-do='void-misdeal']").click()
    expect(sheet.locator("legend").first).to_contain_text("none selected: the whole round")
    sheet.get_by_role("button", name="Void misdeal").click()
    expect(sheet.locator(".fact")).to_have_text("Round 1: paying. Dealer void deals.")
    expect(sheet.locator("[data-do='void-misdeal']")).to_have_count(0)
    assert house.state("void").table.racks["Gil"] == 500_00


def owing_25(house: House, owner: Member, table: str, player: str) -> None:
    """Let somebody win $25 with real cards, put all chips away, and the round be void."""
    dealer, (winner,) = real_cards(house, owner, table, **{player: 1})
    dealer.done("close-bets")
    for card in ("Ks", "7h", "Kd"):
        dealer.done("deal-card", card=card)
    winner.done("stand", box=1, hand=1)
    dealer.done("deal-card", card="Kc")
    winner.done("take-chips", amount=525_00)
    dealer.done("report-wrong-cards", wrong="foreign", cards=["Th"])


def test_a_debt_waits_in_the_pit_and_is_written_off_in_part_and_settled(
    visit: Visit, house: House, owner: Member
) -> None:
    owing_25(house, owner, "debt", "Mia")
    visitor = in_the_pit(visit, house.server.staff(owner, "May", "Gaming Manager"))
    alert_in(visitor, "Mia owes the house $25").get_by_role("button", name="Collect it").click()
    sheet = visitor.page.locator("dialog[open]")
    sheet.get_by_role("button", name="Back").click()
    sheet.locator("[data-part='payments']").click()
    expect(sheet.locator(".matter")).to_contain_text("Mia owes the house $25 (18.16.2).")
    assert violations(visitor.page) == []
    sheet.locator("[data-do='write-off-debt']").click()
    sheet.get_by_label("Amount, in dollars").fill("10")
    sheet.get_by_label("Why").fill("Agreed with the Gaming Manager")
    sheet.get_by_role("button", name="Write off debt").click()
    expect(sheet.locator(".matter")).to_contain_text("Mia owes the house $15 (18.16.2).")
    sheet.locator("[data-do='settle-debt']").click()
    sheet.get_by_role("button", name="Settle debt").click()
    expect(sheet.locator(".empty")).to_contain_text("No wrong payments reported")
    assert house.state("debt").table.people.debts == ()


def test_a_debt_shows_at_the_cashier_and_is_settled_or_written_off_there(
    visit: Visit, house: House, owner: Member
) -> None:
    owing_25(house, owner, "desk", "Noa")
    owing_25(house, owner, "desk2", "Pia")
    manager = visit()
    manager.be(house.server.staff(owner, "Moe", "Gaming Manager"))
    manager.page.goto("/inspection")
    manager.page.locator("[data-register=debts]").click()
    owed = manager.page.locator("#register .checks li")
    expect(owed.filter(has_text="Noa")).to_have_text("desk: Noa owes the house $25 (18.16.2).")
    manager.page.goto("/office")
    manager.page.fill("#find", "noa")
    row = manager.page.locator("[data-person='Noa']")
    row.locator("summary").first.click()
    expect(row.locator(".matter")).to_contain_text("Owes $25 at desk (18.16.2).")
    assert violations(manager.page) == []
    row.get_by_role("button", name="Pay from wallet").click()
    expect(row.locator(".matter")).to_have_count(0)
    assert house.state("desk").table.people.debts == ()
    manager.page.fill("#find", "pia")
    row = manager.page.locator("[data-person='Pia']")
    row.locator("summary").first.click()
    row.get_by_label("Write it off: why").fill("Cannot be found")
    row.get_by_role("button", name="Write it off").click()
    expect(row.locator(".matter")).to_have_count(0)
    manager.page.goto("/inspection")
    manager.page.locator("[data-register=debts]").click()
    entry = manager.page.locator("[data-event='debt.written-off']").first
    expect(entry).to_contain_text("Moe writes off $25 that Pia owed the house: Cannot be found")


def test_a_locked_table_is_unlocked_by_a_manager(
    visit: Visit, house: House, owner: Member, hal: Member
) -> None:
    table = house.table()
    _lock(house, table)
    supervisor = in_the_pit(visit, hal)
    alert = alert_in(supervisor, "The table is locked: the table has $500 in chips")
    alert.get_by_role("button", name="Acknowledge").click()
    expect(alert).to_contain_text("Acknowledged by Hal")
    alert.get_by_role("button", name="Look into it").click()
    sheet = supervisor.page.locator("dialog[open]")
    expect(sheet.locator(".note.bad")).to_contain_text("A manager has to investigate")
    expect(sheet.locator("[data-do='unlock-table']")).to_have_count(0)
    manager = in_the_pit(visit, house.server.staff(owner, "Mae", "Gaming Manager"))
    sheet = part_of(manager, table, "closing")
    sheet.locator("[data-do='unlock-table']").click()
    sheet.get_by_label("Why").fill("Found under the tray")
    sheet.get_by_role("button", name="Unlock table").click()
    expect(sheet.locator(".fact")).to_contain_text("The table is open.")
    expect(alert).to_have_count(0)
    assert house.state(table).locked is None


def _lock(house: House, table: str) -> None:
    """Let one cent be missing at a table when somebody does something there, and be found again."""
    player = player_at(house, table, "Ida")

    async def bring(cents: int) -> None:
        running = house.server.floor.tables[table]
        brought = running.state.brought + cents
        state = changed(running.state, brought=brought)
        running._restart_from(LoadedTable(state, running.handler))

    house.server.run(bring(1))
    player.do("be-ready")
    house.server.run(bring(-1))


def test_staff_raise_a_dispute_for_a_player_and_carry_it_to_its_end(
    visit: Visit, house: House, gus: Member
) -> None:
    table = house.table()
    with house.server.player("Nia").live(table) as nia:
        nia.hear()
        nia.sit(1)
        nia.play_round(1)
        visitor = in_the_pit(visit, gus)
        sheet = part_of(visitor, table, "disputes")
        sheet.locator("[data-do='refer-dispute']").click()
        sheet.get_by_label("Player").select_option("Nia")
        sheet.get_by_label("About").fill("Nia says the total was 20")
        assert violations(visitor.page, "light") == []
        sheet.get_by_role("button", name="Refer dispute").click()
        expect(sheet.locator(".matter")).to_contain_text("Nia says the total was 20")
        sheet.locator("[data-do='decide-dispute']").click()
        sheet.get_by_label("The decision").fill("It was 19")
        sheet.get_by_label(re.compile("^Amount to pay the player")).fill("0")
        sheet.get_by_role("button", name="Decide dispute").click()
        sheet.locator("[data-do='advise-of-complaint']").click()
        sheet.get_by_role("button", name="Advise of complaint").click()
        nia.done("accept-decision", dispute=1)
        sheet.locator("[data-do='close-dispute']").click()
        sheet.get_by_role("button", name="Close dispute").click()
        expect(sheet.locator(".empty")).to_contain_text("No open disputes")
    (dispute,) = house.state(table).finished.disputes
    assert (dispute.player, dispute.closed) == ("Nia", True)
