"""What has been: results, a round again step by step, its record, and the proof of its shoe."""

import tomllib
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from e2e.axe import violations
from e2e.pit_visits import real_cards
from e2e.visiting import DESK, PHONE, House, Visitor
from houserules.core.people import Moment, Person
from houserules.floor.tables.run import Accepted, CommandRequest
from houserules.table.cards.commands import OrderShuffle
from houserules.table.records.read import read_record
from houserules.table.records.report import settle
from web.server import Member


def test_a_round_again_and_its_record(visit: Callable[..., Visitor], house: House) -> None:
    table = house.table()
    ann = visit()
    ann.sign_up("Ann")
    ann.sit(table)
    house.rig(table, "8s 6d 8h 3c Kd Qc 5h 9s")
    ann.press("go")
    ann.press("split")
    ann.press("hit")
    ann.press("stand")
    expect(ann.button("change")).to_be_visible()
    shown = [ann.cards(0), ann.cards(4, 1), ann.cards(4, 2)]
    page = ann.page
    page.goto("/history")
    drawn = "After 1 round: $0; at best $0, at worst $0"
    expect(page.locator(".plot svg")).to_have_attribute("aria-label", drawn)
    page.locator(".round a").click()
    expect(page.locator(".badge.replay")).to_have_text("Replay")
    expect(page.locator("#step")).to_contain_text("Step")
    assert [ann.cards(0), ann.cards(4, 1), ann.cards(4, 2)] == shown
    page.click("#first")
    expect(page.locator(".cloth .card")).to_have_count(0)
    while not ann.cards(4):
        page.click("#forth")
    assert ann.cards(4) == ["8s"]
    with page.expect_download() as download:
        page.get_by_role("link", name="Round record").click()
    record = download.value.path().read_text("utf-8")
    assert read_record(tomllib.loads(record)).rules.id == "nsw-pontoon-2024"


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.clause("nsw-pontoon-2024", "18.8")
def test_a_round_that_was_put_right_is_shown_before_and_after(
    visit: Callable[..., Visitor],
    house: House,
    owner: Member,
    size: dict[str, int],
) -> None:
    table = f"again{size['width']}"
    dealer, (eve, fay) = real_cards(house, owner, table, **{f"E{table}": 2, f"F{table}": 4})
    dealer.done("close-bets")
    for card in ("9s", "8h", "6d", "7h", "2c"):
        dealer.done("deal-card", card=card)
    dealer.done("report-misdeal", order=["8h", "9s", "6d", "7h", "2c"])
    sue = house.server.staff(owner, f"Sue {table}", "casino supervisor")
    with sue.live(table) as supervisor:
        supervisor.hear()
        supervisor.done("confirm-reconstruction")
    eve.done("stand", box=2, hand=1)
    fay.done("stand", box=4, hand=1)
    for card in ("Kd", "9d"):
        dealer.done("deal-card", card=card)  # the dealer has 25
    dealer.done("clear-table")
    visitor = visit(size=size)
    visitor.be(sue)
    page = visitor.page
    page.goto(f"/history/{table}/1")
    expect(page.locator("#step")).to_contain_text("Step")
    assert visitor.cards(0) == ["6d", "Kd", "9d"]  # once, not twice
    assert visitor.cards(2) == ["8h", "7h"] and visitor.cards(4) == ["9s", "2c"]
    page.click("#first")
    while len(visitor.cards(4)) < 2:
        page.click("#forth")
    assert visitor.cards(2) == ["9s", "7h"] and visitor.cards(4) == ["8h", "2c"]  # as dealt
    if size == PHONE:
        page.click("#log-button")
    told = page.locator(".put-right")
    expect(told).to_be_visible()
    expect(told).to_contain_text("Dealt before: 9s 8h 6d 7h 2c.")
    expect(told).to_contain_text("9s from box 2, hand 1 to box 4, hand 1")
    expect(told).to_contain_text("Decided by Sue")
    with page.expect_download() as download:
        page.get_by_role("link", name="Round record").click()
    record = read_record(tomllib.loads(download.value.path().read_text("utf-8")))
    assert [each.kind for each in record.corrections] == ["dealt again"]
    assert set(settle(record)["net"].values()) == {"25.00"}


def test_a_void_wager_is_marked_as_void_and_the_round_has_a_record(
    visit: Callable[..., Visitor], house: House, owner: Member
) -> None:
    dealer, _ = real_cards(house, owner, "nothing", Gwen=3)
    dealer.done("close-bets")
    for card in ("9s", "8h"):
        dealer.done("deal-card", card=card)
    dealer.done("report-misdeal", order=None)
    vic = house.server.staff(owner, "Vic", "casino supervisor")
    with vic.live("nothing") as supervisor:
        supervisor.hear()
        supervisor.done("void-misdeal", hands=[])
    visitor = visit()
    visitor.be(vic)
    page = visitor.page
    page.goto("/history/nothing/1")
    expect(page.locator(".payment.void b")).to_have_text("void")
    with page.expect_download() as download:
        page.get_by_role("link", name="Round record").click()
    record = read_record(tomllib.loads(download.value.path().read_text("utf-8")))
    assert record.corrections[0].kind == "round void"
    assert settle(record)["net"] == {"Gwen": "0.00"}
    page.get_by_role("link", name="All rounds").last.click()
    expect(page.locator("#found .round")).to_contain_text("nothing, round 1")


def end_shoe(house: House, table: str) -> str:
    """Have the cards shuffled, so that the shoe before is revealed; gives its commitment."""
    commitment = house.state(table).table.source.commitment  # type: ignore[union-attr]
    running = house.server.floor.tables[table]
    order = OrderShuffle(Person("Sue", "casino supervisor"), Moment(1))
    ordered = house.server.run(
        running.carry_out(CommandRequest(order, "Sue"), at=house.server.now())
    )
    assert isinstance(ordered, Accepted), ordered
    return str(commitment)


def test_a_shoe_is_verified_in_the_page(visit: Callable[..., Visitor], house: House) -> None:
    table = house.table()
    ann = visit()
    ann.be_guest()
    ann.sit(table)
    ann.press("go")
    ann.play_out()
    ann.press("change")
    expect(ann.button("go")).to_have_text("DealG")
    commitment = end_shoe(house, table)
    page = ann.page
    page.goto(f"/shoes/{table}/{commitment}")
    expect(page.locator(".verdict.passed")).to_have_text("Verified.")
    expect(page.locator(".checks .passed")).to_have_count(6)
    assert violations(page) == []
    page.fill("#noted", "0" * 64)
    expect(page.locator("#noted")).to_have_attribute("aria-invalid", "true")
    page.fill("#noted", commitment)
    expect(page.locator("#noted")).to_have_attribute("aria-invalid", "false")


def test_an_exchanged_card_is_found_out(visit: Callable[..., Visitor], house: House) -> None:
    table = house.table()
    ann = visit()
    ann.be_guest()
    ann.sit(table)
    house.rig(table, "9s 6d 9h Kc 5d")  # after the commitment
    ann.press("go")
    ann.press("stand")
    ann.press("change")
    expect(ann.button("go")).to_have_text("DealG")
    ann.page.goto(f"/shoes/{table}/{end_shoe(house, table)}")
    expect(ann.page.locator(".verdict")).to_contain_text("Not verified")
    expect(ann.page.locator(".checks .failed").first).to_contain_text("the stack has")
