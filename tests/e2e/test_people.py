"""Coming in: sign-up and sign-in with what is wrong beside its field, API tokens, the second factor of staff."""

import base64
from collections.abc import Callable

from playwright.sync_api import expect

from e2e.axe import violations
from e2e.visiting import House, Visitor
from houserules.floor.people.totp import code_at, step_of
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
    token = page.locator(".said code").inner_text()
    assert token.startswith("hr_")
    asked = house.server.http(Authorization=f"Bearer {token}").get("/api/me")
    assert asked.json()["signed"]["handle"] == "Dora Keen"
    page.reload()
    page.get_by_role("button", name="End my bot").click()
    expect(page.get_by_role("button", name="End my bot")).to_have_count(0)
    page.get_by_role("button", name="Everywhere").click()
    page.wait_for_url(f"{house.url}/")
    page.goto("/sign-in")
    page.fill("#handle", "Dora Keen")
    page.fill("#password", "something else")
    page.click("button.primary")
    expect(page.locator("[data-wrong=password]")).to_be_visible()
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    expect(page.locator(".account-link")).to_contain_text("Dora Keen")


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
    expect(page.locator("h1")).to_have_text("Your second factor")
    page.get_by_role("button", name="Show the secret").click()
    drawn = page.locator("code.secret").inner_text().replace(" ", "")
    assert violations(page) == []
    secret = base64.b32decode(drawn + "=" * (-len(drawn) % 8))
    page.fill("#first-code", code_at(secret, step_of(house.server.now())))
    page.get_by_role("button", name="Put it into force").click()
    expect(page.locator(".account-link")).to_contain_text(house.server.owner.handle)


def test_an_address_of_another_house_is_not_followed(
    visit: Callable[..., Visitor], house: House
) -> None:
    stranger = visit()
    stranger.page.goto("/sign-up?next=//elsewhere.example/")
    assert stranger.page.locator("form").get_attribute("data-next") == "/"
