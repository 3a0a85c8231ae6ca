"""A promotion from its draft to the last prize in each of the three documents, with every kind of finding on the way."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.axe import violations
from e2e.visiting import PHONE, Clock, House, Visitor
from houserules.promotion.findings import check_promotion
from houserules.promotion.promotion_file import DETAILS
from promotion.promotions import PJ, S24, S65
from web.promotions import draft, give
from web.server import LIMITS, Member, Server

Visit = Callable[..., Visitor]
HOUR, DAY = 3600, 24 * 3600
YEAR = 365 * DAY * 1000
LONG = replace(LIMITS, staff_session=YEAR, staff_session_idle=YEAR)
TEXTS = {
    "How prizes are awarded": "By a draw",
    "When prizes are awarded": "On the evening of the draw",
    "Where prizes are awarded": "At the main stage",
    "Who may take part": "Players of legal age",
    "Qualifications, reservations and guarantees": "none",
    "Where the promotion is held": "In the casino",
    "How prizes are claimed": "At the cage",
    "How the winner is told": "By telephone",
    "How results are published": "On the website",
    "Conditions of receiving, using or accepting prizes": "none",
    "Where the terms can be read": "At the cage",
}

TOML = """
format = "houserules/promotion-1"
rulebook = "nsw-pinkjack-2016"
name = "Trip"
starts = "2027-09-01T10:00:00+10:00"
terms = { eligibility = "all" }

[[prizes]]
kind = "travel"
description = "A week at sea"
value = "5000"
details = { persons = "two" }
"""


@pytest.fixture(scope="module")
def house(clock: Clock) -> Iterator[House]:
    """A house whose staff stay signed in while weeks pass."""
    with Server(now=clock, limits=LONG) as server:
        yield House(server)


@pytest.fixture(scope="module")
def gus(house: House, owner: Member) -> Member:
    return house.server.staff(owner, "Gus", "Gaming Manager")


@dataclass
class Desk:
    """The pages of a promotion in one browser, and the clock of the house."""

    page: Page
    house: House
    clock: Clock
    book: str
    name: str
    manager: Member

    def clause(self, number: str) -> str:
        """Return a clause as the document prints it, from its number within the section."""
        return f"{'18' if self.book == PJ else '21'}.{number}"

    def now(self) -> int:
        return self.clock() // 1000

    def wait_until(self, moment: int) -> None:
        """Let the time come, the house take what is due, and the desk look again."""
        self.clock.ahead += max(0, moment - self.now()) * 1000
        server = self.house.server
        server.run(server.floor.promotion_house.look())
        self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    def act(self, do: str, within: str = "main") -> Locator:
        return self.page.locator(f"{within} button[data-do='{do}']")

    def give(self, do: str, button: str, within: str = "main", **fields: object) -> None:
        """Give an order through its dialog."""
        self.begin(do, within, **fields)
        self.dialog.get_by_role("button", name=button, exact=True).click()
        expect(self.page.locator("dialog[open]")).to_have_count(0)

    def begin(self, do: str, within: str = "main", **fields: object) -> None:
        """Open the dialog of an order, and fill it in."""
        self.act(do, within).first.click()
        self.fill(**fields)

    def fill(self, **fields: object) -> None:
        for name, value in fields.items():
            field = self.page.locator(f"#order-{name}")
            if isinstance(value, bool):
                field.set_checked(value)
            elif field.evaluate("each => each.tagName") == "SELECT":
                field.select_option(str(value))
            else:
                field.fill(str(value))

    def refused(self, button: str, clause: str) -> None:
        """Try what the dialog is about, and read why it is refused."""
        self.dialog.get_by_role("button", name=button, exact=True).click()
        expect(self.dialog.get_by_role("alert")).to_contain_text(clause)

    @property
    def dialog(self) -> Locator:
        return self.page.locator("dialog[open]")

    def step(self, command: str) -> Locator:
        return self.page.locator(f"#due-list [data-step='{command}']")

    def date(self, what: str) -> Locator:
        return self.page.locator(".timeline-row", has_text=what)

    def finds(self, *clauses: str) -> None:
        """The desk finds this, and `houserules promotion check` the same."""
        shown = self.page.locator("#findings-list .clause")
        expect(shown).to_have_text([self.clause(each) for each in clauses])
        file = self.manager.http.get(f"/api/promotions/{self.name}/file").json()
        stamp = datetime.fromtimestamp(self.now(), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        found = check_promotion(file, stamp)["findings"]
        assert [each["clause"].rpartition("/")[2] for each in found] == [
            self.clause(each) for each in clauses
        ]


def _local(moment: int) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M")


FORBIDDEN = {"tobacco": "5.1", "firearm": "5.2", "weapon": "5.3", "prescribed": "5.5"}


# The draft.


def _field(desk: Desk, name: str) -> Locator:
    return desk.page.locator("#form").get_by_label(name, exact=True)


def _found_in_prizes(desk: Desk, *clauses: str) -> None:
    found = desk.page.locator("[data-item='Prizes'] .check-finding .clause")
    expect(found).to_have_text([desk.clause(each) for each in clauses])


def _try_prizes(desk: Desk) -> None:
    """Offer what no document allows: forbidden things, too much liquor, an alternative, the wrong money."""
    kind = desk.page.locator("#prize-0-kind")
    for forbidden, clause in FORBIDDEN.items():
        kind.select_option(forbidden)
        _found_in_prizes(desk, clause)
    kind.select_option("liquor")
    desk.page.locator("#prize-0-litres").fill("20.5")
    _found_in_prizes(desk, "5.4")
    desk.page.locator("#prize-0-litres").fill("20")
    _found_in_prizes(desk)
    kind.select_option("casino-dollars")
    desk.page.locator("#prize-0-cash_alternative").fill("100")
    _found_in_prizes(desk, "3")
    desk.page.locator("#prize-0-cash_alternative").fill("")
    kind.select_option("cash")
    desk.page.locator("#prize-0-value").fill("12000")
    _found_in_prizes(desk, "4")
    ways = desk.page.get_by_role("group", name="The winner may choose from")
    assert ways.get_by_label("Cash").count() == (0 if desk.book == S24 else 1)
    for way in ways.locator("input").all():
        way.check()
    _found_in_prizes(desk)
    desk.page.locator("#prize-0-description").fill("Twelve thousand dollars")


def _add_vehicle(desk: Desk) -> None:
    """Add a car with an alternative; its details are asked for one by one."""
    desk.page.get_by_role("button", name="Add a prize").click()
    card = desk.page.get_by_role("group", name="Prize 2", exact=True)
    card.get_by_label("Kind").select_option("vehicle")
    missing = desk.page.locator("[data-item='Prizes'] .check-missing")
    expect(missing).to_contain_text(desk.clause("7.11.2(iv)"))
    card.get_by_label("Value, dollars").fill("42000")
    card.get_by_label("Description").fill("A car")
    for key in DETAILS["vehicle"]:
        desk.page.locator(f"#prize-1-{key}").fill("as shown")
    card.get_by_label("Money instead, dollars").fill("40000")
    if desk.book == S24:
        assert card.get_by_label("The terms state the alternative").count() == 0
    else:
        _found_in_prizes(desk, "3")
        card.get_by_label("The terms state the alternative").check()
    _found_in_prizes(desk)


def _draft(desk: Desk) -> None:
    """State terms and prizes until the checklist is full; the promotion is to start too soon."""
    page = desk.page
    page.goto("/promotions/new")
    page.get_by_label("Rulebook").select_option(desk.book)
    checked = page.locator("#checked")
    expect(checked).to_contain_text("1 of 12 items are given.")
    page.get_by_label("Name", exact=True).first.fill(desk.name.capitalize())
    expect(page.locator("#promotion-id")).to_have_value(desk.name)
    _try_prizes(desk)
    _add_vehicle(desk)
    for label, text in TEXTS.items():
        _field(desk, label).fill(text)
    expect(checked).to_contain_text("Not yet: Closing of entries, Place and time, Claims.")
    open_items = page.locator("#checklist [data-state='open'] .clause")
    expect(open_items).to_have_text([desk.clause(each) for each in ("7.6", "7.7", "7.8")])
    _set_times(desk, desk.now() + 2 * HOUR)
    _field(desk, "Entrants must be present at the draw").select_option("no")
    _field(desk, "The public event").fill("Powerball draw 1590")
    _field(desk, "Play earns entries").check()
    _field(desk, "Hours of the day").fill("at night")
    expect(checked).to_contain_text("Hours of the day: write the hours")
    _field(desk, "Hours of the day").fill("18:00-02:00")
    expect(page.locator("#item-earned .check-finding")).to_have_count(0)
    _field(desk, "Only from the minimum wager in the terms").check()
    _field(desk, "Minimum wager, dollars").fill("a lot")
    expect(checked).to_contain_text("Minimum wager: ")
    _field(desk, "Minimum wager, dollars").fill("25")
    expect(checked).to_have_text("Complete: the terms can be sent to the Authority.")
    assert violations(page) == []
    page.get_by_role("button", name="Save the draft").click()
    page.wait_for_url(f"**/promotions/{desk.name}/desk")


def _set_times(desk: Desk, starts: int) -> None:
    desk.page.locator("#promotion-starts").fill(_local(starts))
    _field(desk, "Entries close (UTC)").fill(_local(starts + 5 * DAY))
    _field(desk, "Prizes are drawn (UTC)").fill(_local(starts + 6 * DAY))


# Before the start.


def _send_too_late_then_in_time(desk: Desk) -> None:
    start = desk.step("start-promotion")
    expect(start).to_contain_text("has not been sent the terms")
    expect(desk.act("start-promotion")).to_have_count(0)
    desk.begin("send-terms")
    desk.refused("Record that they were sent", desk.clause("9"))
    desk.fill(how="By email")
    desk.dialog.get_by_role("button", name="Record that they were sent").click()
    expect(desk.date("The Authority has the terms")).to_contain_text("Done late")
    expect(start).to_contain_text("The Authority gets the terms at least 24 hours before")
    desk.finds("9")
    desk.page.get_by_role("link", name="Edit the draft").click()
    expect(desk.page.locator("#checked")).to_contain_text("Complete")
    _set_times(desk, desk.now() + 2 * DAY)
    desk.page.get_by_role("button", name="Save the draft").click()
    desk.page.wait_for_url(f"**/promotions/{desk.name}/desk")
    expect(start).to_contain_text("has not been sent the terms as they are now")
    desk.give("send-terms", "Record that they were sent", how="By email")
    digest = desk.page.locator("#terms-facts code").inner_text()
    terms = desk.manager.http.get(f"/api/promotions/{desk.name}/terms.json")
    assert terms.headers["x-terms-sha256"] == digest
    shown = desk.manager.http.get(f"/api/promotions/{desk.name}").json()["view"]
    assert shown["criteria"] == {"hand": "any", "hours": "18:00-02:00", "minimum_wager": "25"}
    desk.finds()


def _start(desk: Desk) -> int:
    """Publish the terms, record marketing, and let the house start at the time; returns it."""
    desk.give("publish-terms", "Record", where="At the cage")
    desk.begin("add-marketing", title="Poster")
    desk.refused("Record", desk.clause("6"))
    desk.fill(reference="Terms at the cage")
    desk.dialog.get_by_role("button", name="Record").click()
    expect(desk.page.locator("#terms-list")).to_contain_text("Marketing: Poster")
    known = desk.manager.http.get(f"/api/promotions/{desk.name}").json()["view"]
    desk.wait_until(known["starts"])
    expect(desk.page.locator("#phase")).to_have_text("Open to entry")
    return int(known["starts"])


# While it runs.


def _enter(desk: Desk) -> None:
    for player, entries in (("Ann", 2), ("Bob", 1)):
        desk.give(
            "add-entries", "Add entries", player=player, entries=entries, reason="By the terms"
        )
    row = desk.page.locator("[data-entry='2']")
    row.get_by_role("button", name="Void").click()
    desk.fill(reason="Entered twice")
    desk.dialog.get_by_role("button", name="Declare void").click()
    expect(row).to_contain_text("Void: Entered twice")
    expect(desk.page.locator("#entries-sum")).to_contain_text("2 entries of 2 players. 1 void.")
    expect(desk.act("close-promotion-entries")).to_have_count(0)  # not before their time
    expect(desk.act("draw-prize")).to_have_count(0)


def _amend(desk: Desk) -> None:
    """Change a term as the Authority has approved; only the 2024 rules have it sent again."""
    expect(desk.act("amend-terms")).to_have_count(0)
    desk.page.get_by_role("link", name="Record an approved amendment").click()
    expect(desk.page.locator("#checked")).to_contain_text("Complete")
    expect(desk.page.locator("#item-draw")).to_have_count(0)  # the house has committed to it
    _field(desk, "How results are published").fill("In the newspaper")
    desk.page.get_by_label("Reference of the Authority's approval").fill("L&G 17")
    desk.page.get_by_role("button", name="Record the approval").click()
    desk.page.wait_for_url(f"**/promotions/{desk.name}/desk")
    desk.give("amend-terms", "Amend the terms", "#due-list")
    again = desk.step("send-terms")
    if desk.book != S24:
        expect(again).to_have_count(0)
        return
    expect(again).to_contain_text(desk.clause("13.1"))
    expect(again).to_have_attribute("data-status", "soon")
    desk.wait_until(desk.now() + DAY + 60)
    expect(again).to_have_attribute("data-status", "overdue")
    desk.finds("13.1")
    desk.give("send-terms", "Record that they were sent", "#due-list", how="By email")
    expect(desk.date("The Authority has the amended terms")).to_contain_text("Done late")


def _doubt(desk: Desk) -> None:
    """Find the promotion compromised: the inspector learns of it too late, draws stop and go on."""
    desk.give("doubt-integrity", "Record the finding", says="Entries were lost")
    tell = desk.step("tell-inspector")
    expect(tell).to_contain_text("Tell the inspector")
    desk.wait_until(desk.now() + (48 if desk.book == S24 else 1) * HOUR + 60)
    expect(tell).to_have_attribute("data-status", "overdue")
    desk.give("tell-inspector", "Record", "#due-list", how="By telephone")
    expect(desk.date("The inspector knows")).to_contain_text("Done late")
    desk.give("postpone-promotion", "Postpone", "#integrity-acts", reason="Entries were lost")
    expect(desk.page.locator("#phase")).to_contain_text("postponed")


# The draws.


def _draw(desk: Desk, starts: int) -> None:
    desk.wait_until(starts + 5 * DAY)
    expect(desk.page.locator("#phase")).to_contain_text("Entries closed")
    expect(desk.page.locator("#entries-sum")).to_contain_text(re.compile("[0-9a-f]{64}"))
    first = desk.page.locator("[data-prize='0']")
    for prize in ("0", "1"):
        card = f"[data-prize='{prize}']"
        desk.give("give-draw-entropy", "Enter", card, value="3 14 15")
    expect(desk.act("draw-prize")).to_have_count(0)  # postponed, and without a scrutineer
    desk.give("resume-promotion", "Resume", validated="Counted again from the journal")
    expect(first).to_contain_text("The draw waits for a scrutineer.")
    expect(desk.act("draw-prize")).to_have_count(0)
    expect(desk.step("draw-prize").first).to_contain_text("A scrutineer oversees the draw")
    desk.give("nominate-scrutineer", "Nominate", "#due-list", scrutineer="Iris")
    desk.give("draw-prize", "Draw", "[data-prize='0']")
    expect(first.locator("[data-winner]")).to_contain_text("overseen by Iris")
    expect(first).to_contain_text("Revealed secret")
    desk.give("draw-prize", "Draw", "[data-prize='1']")
    expect(desk.step("tell-winner")).to_have_count(2)
    desk.give("tell-winner", "Record the notice", "[data-prize='1']", way="mail")
    expect(desk.step("tell-winner")).to_have_count(1)
    desk.wait_until(desk.now() + 48 * HOUR + 60)
    expect(desk.step("tell-winner")).to_have_attribute("data-status", "overdue")
    desk.give("tell-winner", "Record the notice", "[data-prize='0']", way="telephone")
    expect(first.locator("[data-winner]")).to_contain_text("Told by telephone")


# Claims, disputes, prizes.


def _refuse_a_claim(desk: Desk) -> None:
    """A claim above $100 is refused with its address on record, and the claimant told why."""
    claim = {"player": "Zoe", "prize": "1", "name": "Zoe Zander"}
    desk.give("claim-prize", "Enter a claim", **claim)
    expect(desk.step("refuse-claim")).to_contain_text("Above $100")
    expect(desk.step("refuse-claim").locator(".clause").last).to_have_text(desk.clause("10.1"))
    expect(desk.act("refuse-claim")).to_have_count(0)
    desk.give("claim-prize", "Enter a claim", **claim, address="1 Pitt St")
    desk.begin("refuse-claim", "#claims-list")
    desk.refused("Refuse", desk.clause("10"))
    desk.fill(reason="Another has won")
    desk.dialog.get_by_role("button", name="Refuse").click()
    row = desk.page.locator("[data-claim='1']")
    expect(row).to_contain_text("Refused: Another has won")
    desk.finds(*desk_findings(desk, "10"))
    desk.give("tell-refusal", "Record", "#claims-list", how="By letter")
    expect(row).to_contain_text("By letter")
    desk.finds(*desk_findings(desk))


def desk_findings(desk: Desk, *more: str) -> list[str]:
    """Return what is found in the end: what came too late stays found."""
    found = {*more, "8", "12"} | ({"13.1"} if desk.book == S24 else set())
    return sorted(found, key=lambda each: [int(part) for part in each.split(".")])


def _decide_a_dispute(desk: Desk) -> None:
    desk.give("raise-promotion-dispute", "Enter a dispute", player="Bob", about="My entries")
    desk.begin("decide-promotion-dispute", "#disputes-list", says="They were counted.")
    desk.refused("Decide", desk.clause("11"))
    desk.fill(complaint_right_told=True)
    desk.dialog.get_by_role("button", name="Decide").click()
    expect(desk.page.locator("[data-dispute='1']")).to_contain_text("Decided")


def _award(desk: Desk) -> None:
    """Pay the money as the document says; hand over the car, or pay its alternative."""
    pay = "Record the payment"
    desk.begin("pay-promotion-prize", "[data-prize='0']", reference="R-1")
    if desk.book == S24:
        assert desk.page.locator("#order-cash").count() == 0
        desk.fill(cheque="11000")
        desk.refused(pay, desk.clause("4"))
        desk.fill(transfer="1000")
    else:
        desk.fill(cash="2000", cheque="10000")
        desk.refused(pay, desk.clause("4"))
        desk.fill(chosen=True)
    desk.dialog.get_by_role("button", name=pay).click()
    first = desk.page.locator("[data-prize='0']")
    expect(first).to_contain_text("Receipt R-1.")
    car = "[data-prize='1']"
    if desk.book == S24:
        expect(desk.act("pay-promotion-prize", car)).to_have_count(0)
        desk.give("approve-conversion", "Record", car, reference="C-1")
        desk.begin("pay-promotion-prize", car, cheque="39999", reference="R-2")
        desk.refused(pay, desk.clause("3"))
        desk.fill(cheque="40000")
        desk.dialog.get_by_role("button", name=pay).click()
        expect(desk.page.locator(car)).to_contain_text("Paid $40,000 by cheque")
    else:
        expect(desk.act("approve-conversion")).to_have_count(0)
        desk.give("hand-over-prize", "Hand over", car, reference="R-2")
        expect(desk.page.locator(car)).to_contain_text("Handed over")


@pytest.mark.parametrize("book", [S24, S65, PJ])
def test_from_the_draft_to_the_last_prize(
    visit: Visit, house: House, clock: Clock, gus: Member, book: str
) -> None:
    visitor = visit()
    visitor.be(gus)
    name = {S24: "spring", S65: "autumn", PJ: "winter"}[book]
    desk = Desk(visitor.page, house, clock, book, name, gus)
    _draft(desk)
    _send_too_late_then_in_time(desk)
    starts = _start(desk)
    _enter(desk)
    _amend(desk)
    _doubt(desk)
    _draw(desk, starts)
    _refuse_a_claim(desk)
    _decide_a_dispute(desk)
    assert violations(desk.page) == []
    desk.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert desk.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    _award(desk)
    desk.give("finish-promotion", "Finish", "#due-list")
    expect(desk.page.locator("#phase")).to_have_text("Finished")
    expect(desk.page.locator("#due-list")).to_contain_text("nothing is left to do")
    desk.finds(*desk_findings(desk))
    desk.page.locator("#history summary").click()
    expect(desk.page.locator("#history li").first).to_contain_text("is over")
    record = gus.http.get(f"/api/promotions/{name}/draws/0").json()
    assert record["format"] == "houserules/prize-draw-1" and record["secret"]


def test_terms_are_edited_as_text_too(visit: Visit, gus: Member) -> None:
    visitor = visit()
    visitor.be(gus)
    page = visitor.page
    page.goto("/promotions/new")
    checked = page.locator("#checked")
    expect(checked).to_contain_text("1 of 12")
    page.get_by_role("button", name="Text", exact=True).click()
    text = page.get_by_label("Terms and prizes as TOML")
    text.fill("nonsense")
    expect(checked).to_contain_text("This is not TOML")
    page.get_by_role("button", name="Form", exact=True).click()
    expect(text).to_be_visible()  # what cannot be read has no form
    page.get_by_role("button", name="Save the draft").click()
    expect(page.locator("#save-said")).to_contain_text("Correct first what cannot be read.")
    text.fill(TOML)
    expect(checked).to_contain_text("2 of 12")
    page.get_by_role("button", name="Form", exact=True).click()
    expect(page.locator("#form").get_by_label("Who may take part", exact=True)).to_have_value("all")
    expect(page.locator("#prize-0-persons")).to_have_value("two")
    expect(page.locator("[data-item='Prizes'] .check-missing")).to_contain_text("18.7.11.3(iv)")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_scrutineer_gives_numbers_and_a_deadline_leads_to_the_desk(
    visit: Visit, house: House, owner: Member, clock: Clock, gus: Member
) -> None:
    """Chance comes from a scrutineer of another role; then the inspector is told too late."""
    sid = house.server.staff(owner, "Sid", "casino supervisor")
    starts = clock() // 1000 + 2 * DAY
    draft(gus, "watched", starts, book=S65, outside="scrutineer")
    give(gus, "watched", "send-terms", how="by email")
    give(gus, "watched", "publish-terms", where="at the cage")
    give(gus, "watched", "nominate-scrutineer", scrutineer="Sid")
    overseer = visit()
    overseer.be(sid)
    desk = Desk(overseer.page, house, clock, S65, "watched", gus)
    desk.page.goto("/promotions/watched/desk")
    desk.wait_until(starts)
    expect(desk.page.locator("#phase")).to_have_text("Open to entry")
    give(gus, "watched", "add-entries", player="Ann Archer", entries=1, reason="by the terms")
    desk.wait_until(starts + DAY)
    expect(desk.page.locator("#due-list .due")).to_have_count(1)
    assert violations(desk.page) == []
    desk.give("give-draw-entropy", "Enter", "#due-list", value="3 14 15")
    expect(desk.page.locator("[data-prize='0']")).to_contain_text("Chance from outside: 3 14 15.")
    expect(desk.page.locator("#claims")).to_be_hidden()

    manager = visit()
    manager.be(gus)
    desk.page = manager.page
    desk.page.goto("/promotions/watched/desk")
    desk.give("draw-prize", "Draw", "#due-list")
    expect(desk.page.locator("[data-winner='Ann Archer']")).to_contain_text("overseen by Sid")
    desk.give("doubt-integrity", "Record the finding", says="A box was left open")
    desk.wait_until(desk.now() + HOUR + 60)
    desk.page.goto("/pit")
    late = desk.page.locator("#deadlines .overdue")
    expect(late).to_contain_text("Tell the inspector that integrity is in doubt. Overdue since")
    late.get_by_role("link", name="Go to its desk").click()
    desk.page.wait_for_url("**/promotions/watched/desk")
    expect(overseer.page.locator("main")).not_to_contain_text("Ann Archer")
