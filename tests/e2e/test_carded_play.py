"""Carded play in the browser: verified, informed, limits set and reached, suspended; what staff do."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.axe import violations
from e2e.visiting import DESK, PHONE, Clock, House, Visitor
from houserules.floor.tables.settings import Clocks, Setting
from web.server import Member, Server

S24 = "nsw-pontoon-2024"
HOUR = 3600_000
PATIENT = Clocks(betting=0, offers=0, decision=0, cut=0, clearing=0, idle=0, reconnecting=90_000)
Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def house(clock: Clock) -> Iterator[House]:
    """A house with carded play."""
    with Server(now=clock, carded=True) as server:
        yield House(server)


@pytest.fixture(scope="module")
def supervisor(house: House, owner: Member) -> Member:
    return house.server.staff(owner, "Sue", "casino supervisor")


def live_table(house: House, owner: Member, name: str) -> None:
    house.server.set_up(Setting(name, f"Table {name}", S24, (), "live", clocks=PATIENT))
    manager = house.server.staff(owner, f"Max {name}", "Gaming Manager")
    filled = manager.http.post(
        f"/api/tables/{name}/commands", json={"do": "fill-float", "amount": 10_000_00}
    )
    assert filled.status_code == 200, filled.text


def verify(page: Page, handle: str, photo: Path) -> None:
    """Verify an identity in the back office and issue a card."""
    page.goto("/office")
    page.fill("#find", handle)
    person = page.locator(f'[data-person="{handle}"]')
    person.locator("summary").first.click()
    expect(person.get_by_text("not verified")).to_be_visible()
    person.get_by_label("Name on the document").fill(f"{handle} Example")
    person.get_by_label("Date of birth").fill("1990-05-31")
    person.get_by_label("Address").fill("1 Sample Street")
    person.get_by_label("Document", exact=True).fill("Passport")
    person.get_by_label("Number", exact=True).fill(f"P-{handle}")
    person.get_by_label("Photo that you took").set_input_files(photo)
    person.get_by_label("I have compared the face").check()
    person.get_by_role("button", name="Verify identity").click()
    expect(person.get_by_role("button", name="Read the details")).to_be_visible()
    person.get_by_role("button", name="Issue a Player Card").click()
    expect(person.locator("code").first).to_be_visible()


def read_details(page: Page, handle: str) -> None:
    page.goto("/office")
    page.fill("#find", handle)
    person = page.locator(f'[data-person="{handle}"]')
    person.locator("summary").first.click()
    person.get_by_label("Read the details: why").fill("a dispute")
    person.get_by_role("button", name="Read the details").click()
    expect(person.get_by_text(f"P-{handle}")).to_be_visible()


def set_first_limit(page: Page, amount: str) -> None:
    """Read the information, then set a loss limit per day."""
    page.get_by_role("link", name="My limits").click()
    expect(page.get_by_text("Read the information about gaming limits first.")).to_be_visible()
    page.get_by_role("button", name="I have read this").click()
    expect(page.get_by_text("Set your limits, or say that you do not want any.")).to_be_visible()
    page.get_by_label("Most to lose per day").fill(amount)
    page.get_by_role("button", name="Set limits").click()
    expect(page.get_by_role("button", name="I don't want limits")).to_have_count(0)
    assert violations(page) == []
    fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert page.evaluate(fits)


def stops_from_every_page(page: Page, house: House, table: str) -> None:
    """The button is on every page; it asks once more before it acts."""
    practice = house.table()
    pages = ("/", "/tournaments", "/rules", "/odds", "/history", "/account", "/limits")
    for address in (*pages, f"/tables/{practice}", f"/tables/{table}"):
        page.goto(address)
        page.get_by_role("button", name="Stop me from playing").first.click()
        dialog = page.get_by_role("dialog", name="Stop playing")
        expect(dialog.get_by_label("For how long")).to_be_visible()
        expect(dialog.get_by_role("button", name="Stop me from playing")).to_be_visible()
        dialog.get_by_role("button", name="Close").click()


def raise_limit_and_stop(dialog: Locator) -> None:
    """Raise the limit, which has to wait; then stop playing."""
    dialog.get_by_label("Most to lose per day").fill("100")
    dialog.get_by_role("button", name="Set limits").click()
    expect(dialog.get_by_text("$100 from")).to_be_visible()
    dialog.get_by_role("button", name="Stop me from playing").click()
    dialog.get_by_role("button", name="Yes, stop me now").click()
    expect(dialog.get_by_text("You cannot play now: you asked for a break.")).to_be_visible()


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A picture of one pixel."""
    file = tmp_path / "photo.png"
    file.write_bytes(
        bytes.fromhex(
            "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
            "0000000c4944415408d763f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
        )
    )
    return file


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (PHONE, "dark")])
def test_limits_are_set_and_reached_and_the_player_suspends_themselves(
    *,
    visit: Visit,
    house: House,
    owner: Member,
    supervisor: Member,
    photo: Path,
    size: dict[str, int],
    scheme: str,
) -> None:
    name, table = f"Ann {scheme}", f"live-{scheme}"
    live_table(house, owner, table)
    ann = house.server.player(name)
    cashier = house.server.staff(owner, f"Cass {scheme}", "cashier")
    bought = cashier.http.post(f"/api/wallets/{name}/buy-in", json={"amount": 900_00})
    assert bought.status_code == 200, bought.text

    office = visit(size=size, scheme=scheme)
    office.be(supervisor)
    verify(office.page, name, photo)
    assert violations(office.page) == []

    player = visit(size=size, scheme=scheme)
    player.be(ann)
    page = player.page
    page.goto("/")
    set_first_limit(page, "30")

    page.goto(f"/tables/{table}?sit")
    expect(page.locator(".purse b")).to_be_visible()
    expect(page.locator("#limits")).to_have_text("$0 · 0 min")
    player.cut()
    answer = ann.http.post(
        f"/api/tables/{table}/commands",
        json={"do": "place-wager", "box": 1, "amount": 50_00, "seated": True},
    )
    error = answer.json()["error"]
    assert (error["code"], error["clause"]) == ("carded.loss-limit", "31K(5)")
    assert error["detail"] == "Your loss limit leaves $30 for today."

    stops_from_every_page(page, house, table)
    page.goto(f"/tables/{table}?sit")
    page.locator("#limits").click()
    dialog = page.get_by_role("dialog", name="My limits")
    raise_limit_and_stop(dialog)
    assert violations(page) == []
    assert house.state(table).table.patron(name) is None
    refused = ann.http.post(
        f"/api/tables/{table}/commands", json={"do": "take-seat", "seat": 1, "amount": 100_00}
    )
    assert refused.json()["error"]["code"] == "carded.stopped"

    record = ann.http.get("/api/me/carded/record?span=month&form=csv")
    assert record.status_code == 200
    assert record.text.splitlines()[0].startswith("span,bought,cashed,turnover")
    assert ",900.00,0.00,0.00," in record.text

    read_details(office.page, name)


def test_staff_record_what_they_said_after_six_hours(
    *,
    visit: Visit,
    house: House,
    owner: Member,
    supervisor: Member,
    clock: Clock,
    photo: Path,
) -> None:
    live_table(house, owner, "live-long")
    bob = house.server.player("Bob")
    cashier = house.server.staff(owner, "Carl", "cashier")
    cashier.http.post("/api/wallets/Bob/buy-in", json={"amount": 900_00})
    office = visit()
    office.be(supervisor)
    verify(office.page, "Bob", photo)
    for do in ("read-information", "decline-limits"):
        assert bob.http.post("/api/me/carded/commands", json={"do": do}).status_code == 200

    def give(do: str, **fields: object) -> None:
        path = "/api/tables/live-long/commands"
        answer = bob.http.post(path, json={"do": do, **fields})
        assert answer.status_code == 200, answer.text

    give("take-seat", seat=1, amount=500_00)
    give("decline-cut")
    give("place-wager", box=1, amount=25_00, seated=True)
    page = office.page
    page.goto("/pit")
    expect(page.locator("#tables")).to_contain_text("live-long")
    expect(page.locator("#assessments")).to_be_hidden()
    for _ in range(12):  # sessions end when they are idle for too long
        clock.ahead += HOUR // 2
        assert supervisor.http.get("/api/me").status_code == 200
    page.reload()
    due = page.locator("#assessments li", has_text="Bob")
    expect(due).to_contain_text("six hours of play without a pause")
    due.get_by_label("What you found and said").fill("Tired. We spoke about breaks.")
    due.get_by_label("What you decided").select_option("Stopped from playing")
    assert violations(page) == []
    due.get_by_role("button", name="Record").click()
    expect(page.locator("#assessments")).to_be_hidden()
    shown = supervisor.http.get("/api/persons/Bob/carded").json()
    assert shown["carded"]["stop"]["clause"] == "31L(2)"
    assert shown["staff"]["assessment_due"] is None
