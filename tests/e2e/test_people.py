"""Coming in: sign-up and sign-in with what is wrong beside its field, API tokens, the second factor of staff."""

import base64
from collections.abc import Callable

from playwright.sync_api import Page, expect

from e2e.axe import violations
from e2e.visiting import House, Visitor
from houserules.floor.people.second_factor import code_at, step_of
from web.server import PASSWORD


def test_a_name_is_made_and_found_again(visit: Callable[..., Visitor], house: House) -> None:
    newcomer = visit()
    page = newcomer.page
    page.goto("/sign-up?next=/account")
    page.fill("#handle", "Dora Keen")
    page.fill("#password", "aaaaaaaaaaaa")
    page.click("button.primary")
    expect(page.locator("[data-wrong=password]")).to_be_visible()
    expect(page.locator("#password")).to_be_focused()
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    expect(page.locator("h1")).to_have_text("Dora Keen")
    page.fill("#label", "my bot")
    page.get_by_role("button", name="Make a token").click()
    prove(page, "something else")
    expect(page.locator("dialog .wrong")).to_be_visible()
    prove(page, PASSWORD)
    token = page.locator(".said code").inner_text()
    assert token.startswith("hr_")
    asked = house.server.http(Authorization=f"Bearer {token}").get("/api/me")
    assert asked.json()["signed"]["handle"] == "Dora Keen"
    page.reload()
    page.locator(".token-uses summary").click()
    expect(page.locator(".token-uses li")).to_contain_text("GET /api/me")
    page.get_by_role("button", name="Revoke my bot").click()
    prove(page, PASSWORD)
    expect(page.get_by_role("button", name="Revoke my bot")).to_have_count(0)
    expect(page.locator(".told")).to_contain_text("API token “my bot” revoked")
    page.get_by_role("button", name="Everywhere").click()
    prove(page, PASSWORD)
    page.wait_for_url(f"{house.url}/")
    page.goto("/sign-in")
    page.fill("#handle", "Dora Keen")
    page.fill("#password", "something else")
    page.click("button.primary")
    expect(page.locator("[data-wrong=password]")).to_be_visible()
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    expect(page.locator(".account-link")).to_contain_text("Dora Keen")


def prove(page: Page, password: str) -> None:
    """Enter the password once more, in the dialog that asks for it."""
    page.fill("#proof-password", password)
    page.get_by_role("button", name="Confirm").click()


def test_an_attack_locks_nobody_out_and_is_told(
    visit: Callable[..., Visitor], house: House
) -> None:
    page = visit().page
    page.goto("/sign-up?next=/account")
    page.fill("#handle", "Petra")
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    expect(page.locator("h1")).to_have_text("Petra")
    page.get_by_role("button", name="Here", exact=True).click()
    page.wait_for_url(f"{house.url}/")
    attacker = visit().page
    attacker.goto("/sign-in")
    attacker.fill("#handle", "Petra")
    attacker.fill("#password", "a wild guess")
    for _ in range(5):
        with attacker.expect_response("**/api/sign-in"):
            attacker.click("button.primary")
    expect(attacker.locator("[data-locked]")).to_be_visible()
    page.goto("/sign-in?next=/account")
    page.fill("#handle", "Petra")
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    expect(page.locator("h1")).to_have_text("Someone tried to sign in as you")
    expect(page.locator(".told")).to_contain_text("5 failed sign-ins from 127.0.0.1")
    assert violations(page) == []
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("h1")).to_have_text("Petra")
    assert violations(page) == []


def test_the_owner_chooses_a_password_and_a_second_factor(
    visit: Callable[..., Visitor], house: House
) -> None:
    owner = visit()
    page = owner.page
    assert house.server.owner is not None
    page.goto("/sign-in")
    page.fill("#handle", house.server.owner.handle)
    page.fill("#password", house.server.owner.password)
    page.click("button.primary")
    expect(page.locator("h1")).to_have_text("Choose a password")
    page.fill("#old", house.server.owner.password)
    page.fill("#new", PASSWORD)
    page.click("button.primary")
    expect(page.locator("h1")).to_have_text("Set up your second factor")
    page.get_by_role("button", name="Show the secret").click()
    assert violations(page) == []
    prove(page, PASSWORD)
    drawn = page.locator("code.secret").inner_text().replace(" ", "")
    assert violations(page) == []
    secret = base64.b32decode(drawn + "=" * (-len(drawn) % 8))
    page.fill("#first-code", code_at(secret, step_of(house.server.now())))
    page.get_by_role("button", name="Turn it on").click()
    expect(page.locator(".account-link")).to_contain_text(house.server.owner.handle)


def test_an_address_of_another_house_is_not_followed(
    visit: Callable[..., Visitor], house: House
) -> None:
    stranger = visit()
    stranger.page.goto("/sign-up?next=//elsewhere.example/")
    assert stranger.page.locator("form").get_attribute("data-next") == "/"


def test_a_guest_signs_up_in_the_middle_of_a_round_and_plays_on(
    visit: Callable[..., Visitor], house: House
) -> None:
    table = house.table()
    guest = visit()
    guest.be_guest()
    guest.sit(table)
    house.rig(table, "9s 6d 5h 4c Kd 2h")
    guest.press("go")
    expect(guest.button("hit")).to_be_visible()
    watcher = visit()
    watcher.be_guest()
    watcher.page.goto(f"/tables/{table}")
    expect(watcher.box(4).locator(".plate")).to_contain_text("Guest")
    chips = guest.chips()
    other_tab = guest.context.new_page()
    other_tab.goto(f"/sign-up?next=/tables/{table}")
    expect(other_tab.locator(".lead")).to_contain_text("move to the new name")
    other_tab.fill("#handle", "Gwen")
    other_tab.fill("#password", PASSWORD)
    other_tab.click("button.primary")
    expect(other_tab.locator("li.box.is-mine .plate")).to_contain_text("You")
    expect(watcher.box(4).locator(".plate")).to_contain_text("Gwen")  # neither is loaded again
    expect(guest.box(4).locator(".plate")).to_contain_text("You")
    assert guest.chips() == chips
    guest.press("hit")
    guest.press("stand")
    expect(other_tab.locator("[data-key=change]")).to_be_visible()
    other_tab.goto("/history")
    expect(other_tab.locator(".round")).to_have_count(1)
    assert [each.name for each in house.state(table).table.patrons] == ["Gwen"]
