"""Two browsers at one table: a seated player and a back-bettor; what one does the other sees."""

from collections.abc import Callable

from playwright.sync_api import expect

from e2e.visiting import PHONE, House, Visitor

BOX = 4


def test_a_back_bettor_follows_and_declines(visit: Callable[..., Visitor], house: House) -> None:
    table = house.table()
    ann, bob = visit(), visit(size=PHONE)
    ann.sign_up("Ann")
    bob.sign_up("Bob")
    ann.sit(table)
    bob.stand_behind(table)
    house.rig(table, "5s 6d 6h Kc Qd 5c 4h")
    _wager_both(ann, bob)
    expect(ann.button("double")).to_be_visible()
    expect(bob.page.locator(".status")).to_have_text("Ann decides.")
    ann.press("double")
    expect(bob.page.locator(".status")).to_have_text("Ann doubles box 4. Do you follow?")
    bob.press("yes")
    for each in (ann, bob):  # 21 with the king: paid at once
        expect(each.page.locator(".payment.mine")).to_have_count(2)
        expect(each.page.locator(".payment.mine b").first).to_have_text("+$25")
    expect(ann.box(BOX).locator(".payment")).to_have_count(4)

    house.rig(table, "8s 6d 8h 3c Kd Qc 5h 9s 2c 2d")
    ann.press("change")
    _wager_both(ann, bob)
    ann.press("split")
    expect(bob.page.locator(".status")).to_contain_text("splits box 4")
    bob.press("no")
    expect(ann.box(BOX).locator(".hand")).to_have_count(2)
    expect(bob.box(BOX).locator(".hand").nth(0).locator(".stake.mine")).to_have_text("$25")
    expect(bob.box(BOX).locator(".hand").nth(1).locator(".stake.mine")).to_have_count(0)
    ann.play_out()
    expect(bob.button("change")).to_be_visible()
    assert ann.cards(0) == bob.cards(0)
    for number in (1, 2):
        assert ann.cards(BOX, number) == bob.cards(BOX, number)

    house.rig(table, "8s 6d 8h 3c Kd Qc 5h 9s 2c 2d")
    ann.press("change")
    _wager_both(ann, bob)
    ann.press("split")
    bob.press("yes")
    expect(ann.box(BOX).locator(".hand").nth(1).locator(".stake")).to_have_count(2)
    ann.play_out()
    shown = _stakes(ann)
    ann.page.goto(f"/history/{table}/3")
    expect(ann.page.locator("#step")).to_contain_text("Step")
    assert _stakes(ann) == shown  # the replay comes to the same end


def _stakes(visitor: Visitor) -> list[list[str]]:
    hands = visitor.box(BOX).locator(".hand").all()
    return [sorted(hand.locator(".stake").all_inner_texts()) for hand in hands]


def _wager_both(ann: Visitor, bob: Visitor) -> None:
    bob.box(BOX).locator(".spot").click()
    expect(ann.box(BOX).locator(".plate")).to_contain_text("Bob")
    ann.press("go")
    expect(bob.page.locator("#log")).to_contain_text("Ann places $25")
    bob.press("go")
    expect(ann.page.locator(".dealer .card")).to_have_count(1)
