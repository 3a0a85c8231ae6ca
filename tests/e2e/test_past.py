"""What has been: results, a round again step by step, its record, and the proof of its shoe."""

import tomllib
from collections.abc import Callable

from playwright.sync_api import expect

from e2e.axe import violations
from e2e.visiting import House, Visitor
from houserules.core.people import Moment, Person
from houserules.floor.asked import Accepted, Asked
from houserules.table.cards.commands import OrderShuffle
from houserules.table.records.reading import read_record


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
        page.get_by_role("link", name="Its record").click()
    record = download.value.path().read_text("utf-8")
    assert read_record(tomllib.loads(record)).rules.id == "nsw-pontoon-2024"


def end_shoe(house: House, table: str) -> str:
    """Have the cards shuffled, so that the shoe before is revealed; gives its commitment."""
    commitment = house.standing(table).table.source.commitment  # type: ignore[union-attr]
    running = house.server.floor.tables[table]
    order = OrderShuffle(Person("Sue", "casino supervisor"), Moment(1))
    ordered = house.server.run(running.do(Asked(order, "Sue"), at=house.server.now()))
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
    expect(page.locator(".checks .passed")).to_have_count(5)
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
