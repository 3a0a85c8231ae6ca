"""A newcomer plays a round of each game: by mouse, two clicks from the first page to the first card; by keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from e2e.axe import violations
from e2e.visiting import DESK, PHONE, House, Visitor
from houserules.rulebook.loader import RULEBOOKS

Visit = Callable[..., Visitor]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_two_clicks_from_the_floor_to_the_first_card(
    visit: Visit, house: House, rulebook: str
) -> None:
    newcomer = visit(size=PHONE if rulebook == "nsw-pinkjack-2016" else DESK)
    page = newcomer.page
    with house.server.guest().live(_shared(house, rulebook)) as stranger:
        stranger.hear()
        stranger.sit(1)  # and does nothing: nobody has to wait for that
        page.goto("/")
        page.locator(f"[data-practice={rulebook}]").click()
        page.locator("[data-key=go]:not([aria-disabled])").click()
        expect(page.locator(".box.is-mine .card").first).to_be_visible()
    expect(page.locator("#seconds")).to_have_text("")
    expect(page.locator(".table-bar .badge.practice")).to_be_visible()
    newcomer.play_out()
    payment = page.locator(".payment.mine").first
    clause = payment.locator(".clause").inner_text()
    payment.click()
    dialog = page.locator("dialog[open]")
    expect(dialog.locator(".sums li").first).to_be_visible()
    expect(dialog.locator(".why-clause h3")).to_contain_text(clause)
    page.keyboard.press("Escape")
    paid = 1_000_00 + sum(_net(each) for each in page.locator(".payment.mine b").all_inner_texts())
    assert newcomer.chips() == paid
    page.locator("#leave").click()
    page.wait_for_url("**/")


def _shared(house: House, rulebook: str) -> str:
    tables = house.server.floor.shared.items()
    return next(name for name, each in tables if each.state.setting.rulebook == rulebook)


def _net(text: str) -> int:
    if text == "stand-off":
        return 0
    sign = -1 if text.startswith("−") else 1
    return sign * round(float(text.lstrip("+−").removeprefix("$").replace(",", "")) * 100)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_whole_round_by_keyboard(visit: Visit, house: House, rulebook: str) -> None:
    newcomer = visit()
    page, table = newcomer.page, house.table(rulebook)
    page.goto("/")
    play = page.locator(f"[data-play='{table}']")
    while not play.evaluate("each => each === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(newcomer.button("go")).to_be_visible()
    page.keyboard.press("c")
    expect(page.locator(".cutting")).to_have_count(0)
    house.rig(table, "6s 7h 3d 8c 5s 9d")
    page.keyboard.press("g")  # 6s to the box, 7h to the dealer, 3d to the box
    expect(newcomer.button("hit")).to_be_visible()
    page.keyboard.press("h")
    box = newcomer.seat
    expect(newcomer.box(box).locator(".total")).to_have_text("17")
    page.keyboard.press("s")
    expect(newcomer.button("change")).to_be_visible()
    assert newcomer.cards(box) == ["6s", "3d", "8c"]
    assert newcomer.cards(0) == ["7h", "5s", "9d"]
    expect(page.locator("#said")).to_contain_text("Dealer: nine of diamonds, 21.")
    expect(page.locator("#said")).to_contain_text("loses $25")
    page.keyboard.press("b")
    expect(page.locator(".spot:focus")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".spot[data-box='2']")).to_be_focused()
    page.locator("#leave").click()
    page.wait_for_url("**/")


def test_rules_and_help_begin_with_a_page_for_players(visit: Visit, house: House) -> None:
    newcomer = visit(size=PHONE)
    page = newcomer.page
    page.goto("/")
    page.locator(".game-nsw-pontoon-6to5-2017").get_by_role("link", name="How to play").click()
    first = page.locator("main section").first
    expect(first.locator("h3").first).to_have_text("The game in short")
    expect(first).to_contain_text("Eight decks of 48 cards.")
    expect(first.locator(".pays div", has_text="Pontoon").first).to_contain_text("6 to 5 10.1")
    first.get_by_role("link", name="Clause 12.5").click()
    expect(page.locator("[id='c-12.5']")).to_be_in_viewport()
    page.locator("[data-practice]").click()
    expect(newcomer.button("go")).to_be_visible()
    page.locator("#help").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("h3").first).to_have_text("The game in short")
    for choice in ("Double", "Forfeit", "Split", "Insurance", "Surrender"):
        expect(dialog.locator("dt", has_text=choice).first).to_be_visible()
    assert violations(page) == []
    mine = page.url
    page.goto("/")
    page.locator("[data-practice=nsw-pontoon-6to5-2017]").click()
    page.wait_for_url(mine)  # the same table again


def test_cards_come_one_after_the_other(visit: Visit, house: House) -> None:
    newcomer = visit(motion="no-preference")
    newcomer.be_guest()
    newcomer.sit(house.table())
    newcomer.press("go")
    box = newcomer.box(newcomer.seat)
    expect(box.locator(".card")).to_have_count(1)
    expect(newcomer.page.locator(".dealer .card")).to_have_count(1)
    expect(box.locator(".card")).to_have_count(2)
