"""What lies on the felt: wagers on several boxes, doubles, hands that are settled early."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from e2e.visiting import House, Visitor

Visit = Callable[..., Visitor]

PLATES = """() => {
  window.plates = [];
  const look = () => window.plates.push(...[...document.querySelectorAll(".plate b")].map((b) => b.textContent));
  new MutationObserver(look).observe(document.querySelector("#cloth"), {subtree: true, childList: true, characterData: true});
}"""
"""Notes every amount that is ever written at a box."""


def _place(visitor: Visitor, box: int) -> None:
    visitor.page.locator(f".spot[data-box='{box}']").click()
    expect(visitor.box(box).locator(".plate")).to_contain_text("$25")


def test_suits_you_lies_on_the_box_that_was_clicked_and_nothing_else_does(
    visit: Visit, house: House
) -> None:
    table = house.table("nsw-pinkjack-2016", suits_you="5")
    ann, bob = visit(), visit()
    for each in (ann, bob):
        each.be_guest()
        each.sit(table)
    page, theirs, own = ann.page, bob.seat, ann.seat
    _place(bob, theirs)
    expect(ann.box(theirs).locator(".plate")).to_contain_text("$25")
    before = ann.chips()
    ann.box(theirs).locator(".side-button").click()
    choice = page.locator("dialog[open]")
    expect(choice).to_contain_text(f"Suits You on box {theirs}")
    choice.get_by_role("button", name="hearts").click()
    expect(ann.box(theirs).locator(".side-button")).to_have_attribute(
        "aria-label", f"Suits You, box {theirs}: $5, yours"
    )
    assert ann.chips() == before - 5_00
    assert [box.number for box in house.state(table).table.boxes] == [theirs]
    ann.box(theirs).locator(".side-button").click()  # and back
    expect(page.locator(".purse b")).to_have_text("$1,000")
    empty = next(n for n in (5, 6) if n not in (own, theirs))
    ann.box(empty).locator(".side-button").click()
    choice.get_by_role("button", name="spades").click()
    expect(page.locator(".toast")).to_contain_text(f"Box {empty} has no initial wager")
    assert ann.chips() == before


def test_deal_again_lays_every_wager_of_the_last_round(visit: Visit, house: House) -> None:
    table = house.table("nsw-pontoon-2024", perfect_pairs="5")
    ann = visit()
    ann.be_guest()
    ann.sit(table)
    own, other = ann.seat, 3
    for box in (own, other):
        _place(ann, box)
    ann.page.locator(f".spot[data-box='{other}']").click()
    expect(ann.box(other).locator(".plate")).to_contain_text("$50")
    ann.box(other).locator(".side-button").click()
    expect(ann.page.locator(".purse b")).to_have_text("$920")
    house.rig(table, "9s 8d 6d Kh Kd Qc")
    ann.press("go")
    ann.play_out()
    expect(ann.button("go")).to_contain_text("$80")
    house.rig(table, "9s 8d 6d Kh Kd Qc")
    ann.press("go")
    while house.state(table).table.phase in ("over", "betting"):
        ann.page.wait_for_timeout(20)  # the cards of the last round may still be shown
    found = {
        box.number: (box.bettors[0].placed, [side.amount for side in box.sides])
        for box in house.state(table).table.boxes
    }
    assert found == {own: (25_00, []), other: (50_00, [5_00])}


def test_a_double_that_ends_the_round_is_seen_on_the_felt(visit: Visit, house: House) -> None:
    table = house.table("nsw-pontoon-2024")
    ann = visit(motion="no-preference")
    ann.be_guest()
    ann.sit(table)
    house.rig(table, "5s 6d 6h Kc")
    ann.press("go")
    expect(ann.button("double")).to_be_visible()
    ann.page.evaluate(PLATES)
    ann.press("double")
    expect(ann.button("change")).to_be_visible()
    assert "$50" in ann.page.evaluate("window.plates")


def test_a_hand_that_has_won_early_is_not_dimmed(visit: Visit, house: House) -> None:
    table = house.table("nsw-pontoon-2024")
    ann = visit()
    ann.be_guest()
    ann.sit(table)
    for box in (3, 4):
        _place(ann, box)
    house.rig(table, "Ks 9d 6d As 7h Kc")
    ann.press("go")
    ann.press("hit")
    won, bust = (ann.box(box).locator(".hand") for box in (3, 4))
    expect(bust).to_have_class(re.compile("is-cleared"))
    expect(won).to_have_class(re.compile("is-cleared"))
    dim = "hand => getComputedStyle(hand.querySelector('.cards')).opacity"
    assert (won.evaluate(dim), bust.evaluate(dim) < "1") == ("1", True)
