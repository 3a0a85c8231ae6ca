"""Every kind of wager and decision at one table, with cards of our choice."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from e2e.visiting import House, Visitor

BOX = 4


@pytest.fixture(scope="module")
def ann(browser: Browser, house: House) -> Iterator[Visitor]:
    """Somebody who sits at box 4 of a table with Perfect Pairs, and stays for all tests here."""
    visitor = Visitor(browser, house)
    visitor.be_guest()
    visitor.sit(house.table(perfect_pairs="5"))
    assert visitor.seat == BOX
    yield visitor
    assert not list(visitor.problems())
    visitor.context.close()


Rig = Callable[[str], None]


@pytest.fixture
def rig(ann: Visitor, house: House) -> Rig:
    """Let cards come next at Ann's table, when the one before is out of the way."""
    if ann.button("change").is_visible():
        ann.press("change")
    expect(ann.button("go")).to_have_text("DealG")
    ann.button("wager").fill("25")
    table = ann.page.url.rpartition("/")[2]
    return lambda cards: house.rig(table, cards)


def settle(ann: Visitor) -> list[str]:
    """Wait for the end of the round; gives what was paid to Ann."""
    expect(ann.button("change")).to_be_visible()
    return ann.page.locator(".payment.mine b").all_inner_texts()


def test_an_amount_is_typed_and_a_double_is_for_less(ann: Visitor, rig: Rig) -> None:
    rig("5s 6d 4h Kc Qd 5c")
    ann.button("wager").fill("40")
    ann.press("go")
    expect(ann.box(BOX).locator(".plate")).to_contain_text("$40")
    ann.press("double-less")
    ann.button("less").fill("15")
    ann.press("less-confirm")
    expect(ann.box(BOX).locator(".stake.mine")).to_have_text("$40 + $15")
    assert ann.cards(BOX) == ["5s", "4h", "Kc"]
    expect(ann.page.locator(".status")).to_contain_text("Forfeit")
    ann.press("no")
    assert settle(ann) == ["−$40", "−$15"]  # 19 against 6, 16, 21
    ann.page.locator(".payment.mine").first.click()
    expect(ann.page.locator("dialog[open] .sums")).to_contain_text("$40 lost")
    ann.page.keyboard.press("Escape")


def test_a_doubled_hand_is_forfeited(ann: Visitor, rig: Rig) -> None:
    rig("5s Kd 4h 3c 9d")
    ann.button("wager").fill("25")
    ann.press("go")
    expect(ann.page.locator(".status")).to_contain_text("Surrender")
    ann.press("go")
    ann.press("double")
    ann.press("yes")
    assert settle(ann) == ["−$25", "stand-off"]  # the double comes back


def test_insurance_for_less_is_paid_when_the_dealer_has_a_pontoon(ann: Visitor, rig: Rig) -> None:
    rig("9s Ad 8h Kc")
    ann.press("go")
    ann.press("insure-less-4")
    ann.button("less").fill("10")
    ann.press("less-confirm")
    expect(ann.box(BOX).locator(".insured")).to_contain_text("insured $10")
    ann.press("go")
    ann.press("stand")
    paid = settle(ann)
    assert sorted(paid) == ["+$20", "−$25"]
    expect(ann.page.locator(".dealer .total")).to_have_text("pontoon")


def test_surrender_gives_half_back(ann: Visitor, rig: Rig) -> None:
    rig("9s Kd 7h 5c 8d")
    ann.press("go")
    ann.press("surrender-4")
    assert settle(ann) == ["−$12.50"]
    ann.page.locator(".payment.mine").click()
    expect(ann.page.locator("dialog[open] .sums")).to_have_text("$25 − $12.50 = $12.50 back")
    ann.page.keyboard.press("Escape")


def test_a_pair_is_split_and_both_hands_are_played(ann: Visitor, rig: Rig) -> None:
    rig("8s 6d 8h 3c Kd Qc 5h 9s")
    ann.press("go")
    ann.press("split")
    expect(ann.box(BOX).locator(".hand")).to_have_count(2)
    assert ann.cards(BOX, 1) == ["8s", "3c"]
    ann.press("hit")  # 21 with the king
    expect(ann.box(BOX).locator(".payment.won")).to_have_count(1)
    assert ann.cards(BOX, 2)[:2] == ["8h", "Qc"]
    ann.press("stand")
    assert len(settle(ann)) == 2


def test_a_closed_button_says_why_and_by_which_clause(ann: Visitor, rig: Rig) -> None:
    rig("8s 6d 9h Kc Qd")
    ann.press("go")
    expect(ann.button("split")).to_have_attribute("aria-disabled", "true")
    hint = ann.page.locator(".hint")
    ann.button("split").focus()  # as after a click: nobody has asked
    expect(hint).to_be_hidden()
    ann.page.keyboard.press("Shift+Tab")
    ann.page.keyboard.press("Tab")
    expect(hint).to_contain_text("only two cards of the same value")
    expect(hint.locator(".clause")).to_have_text("14.1")
    ann.press("stand")
    settle(ann)


def test_chips_are_put_down_by_click_drag_and_side_wagers_too(ann: Visitor, rig: Rig) -> None:
    rig("7s 6d 7s 9h 4h 5c Kc Qd")
    ann.page.locator("[data-chip='500'] input").check()
    ann.box(6).locator(".spot").click()
    expect(ann.box(6).locator(".plate")).to_contain_text("$5")
    chip = ann.page.locator("[data-chip='2500']").bounding_box()
    spot = ann.box(6).locator(".spot").bounding_box()
    assert chip and spot
    ann.page.mouse.move(chip["x"] + 20, chip["y"] + 20)
    ann.page.mouse.down()
    ann.page.mouse.move(spot["x"] + 20, spot["y"] + 20, steps=4)
    ann.page.mouse.up()
    expect(ann.box(6).locator(".plate")).to_contain_text("$30")
    ann.press("back")
    expect(ann.box(6).locator(".plate")).not_to_contain_text("$30")
    ann.press("side-perfect-pairs")
    expect(ann.button("side-perfect-pairs")).to_have_attribute("aria-pressed", "true")
    ann.press("go")
    expect(ann.page.locator(".payment.mine").first).to_contain_text("Perfect Pairs 25 to 1")
    ann.play_out()
    assert "+$125" in settle(ann)


def test_a_pair_is_split_again_where_the_house_lets_one(ann: Visitor, house: House) -> None:
    table = house.table(resplit=True)
    ann.page.goto("/")
    ann.sit(table)
    house.rig(table, "8s 6d 8h 8c 3c Kd Qc 5h 9s")
    ann.press("go")
    ann.press("split")
    expect(ann.box(BOX).locator(".hand")).to_have_count(2)
    ann.press("split")
    expect(ann.box(BOX).locator(".hand")).to_have_count(3)
    ann.play_out()
    assert len(settle(ann)) == 3


def test_what_is_refused_is_said_with_its_clause(ann: Visitor, rig: Rig) -> None:
    ann.button("wager").fill("6000")
    expect(ann.button("wager")).to_have_attribute("aria-invalid", "true")
    ann.button("wager").fill("25")
    expect(ann.button("wager")).to_have_attribute("aria-invalid", "false")
    rig("9s 6d 7h Kc 5c")
    ann.press("go")
    expect(ann.button("stand")).to_be_visible()
    ann.box(2).locator(".spot").click()  # bets are closed
    ann.page.locator(".toast").get_by_role("button", name="Clause").click()
    expect(ann.page.locator("dialog[open] .why-clause").first).to_be_visible()
    ann.page.keyboard.press("Escape")
    ann.press("stand")
    settle(ann)


def test_a_second_click_before_the_first_is_seen_is_no_second_decision(
    visit: Callable[..., Visitor], house: House
) -> None:
    table = house.table()
    ann = visit()
    ann.be_guest()
    ann.sit(table)
    house.rig(table, "2s 6d 3h 4c 5d Kc 9h 9s")
    ann.press("go")
    ann.button("hit").evaluate("button => { button.click(); button.click(); }")
    expect(ann.box(ann.seat).locator(".total")).to_have_text("9")
    ann.press("hit")
    expect(ann.box(ann.seat).locator(".total")).to_have_text("14")
    assert ann.cards(ann.seat) == ["2s", "3h", "4c", "5d"]
