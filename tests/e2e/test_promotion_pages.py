"""The pages of promotions: what a player sees from the announcement to the prize."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from e2e.axe import violations
from e2e.promotion_visits import Promotion, announce, start
from e2e.visiting import DESK, PHONE, Clock, House, Visitor
from promotion.office import prize

Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def running(house: House, clock: Clock) -> dict[str, Promotion]:
    """Start all promotions of this module before anybody signs in: the start is a day ahead."""
    hamper = prize(description="A hamper", cash_alternative="400", stated_in_terms=True)
    promotions = [
        announce(house, clock, "won", hamper, prize(description="A second hamper")),
        announce(house, clock, "played", criteria={"hand": "any", "most_per_day": 5}),
        announce(house, clock, "disputed"),
        announce(house, clock, "inspected", criteria={"hand": "win"}),
    ]
    start(*promotions)
    promotions[-1].enter("Ann Inspected", "Bob Inspected")
    return {each.name: each for each in promotions}


def part(visitor: Visitor, name: str) -> Any:
    return visitor.page.locator(f".part-{name}")


def fits(visitor: Visitor) -> bool:
    width = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    return bool(visitor.page.evaluate(width))


def test_a_player_comes_from_the_floor_to_the_terms(
    running: dict[str, Promotion], visit: Visit
) -> None:
    guest = visit(size=PHONE)
    guest.page.goto("/")
    guest.page.get_by_role("link", name="The Won draw").click()
    expect(guest.page).to_have_url(re.compile("/promotions/won$"))
    expect(part(guest, "mine")).to_contain_text("Sign in to see your entries")
    expect(guest.page.locator("#terms")).to_contain_text("Patrons of 18 years or more.")
    with guest.page.expect_download() as pdf:
        guest.page.get_by_role("link", name="PDF of the terms").click()
    assert pdf.value.suggested_filename == "won-1.pdf"
    assert violations(guest.page) == [] and fits(guest)
    guest.page.get_by_role("navigation").get_by_role("link", name="Promotions").click()
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Promotions")
    expect(guest.page.locator(".cup")).to_have_count(4)
    assert violations(guest.page) == [] and fits(guest)


def test_play_earns_entries_that_appear_by_themselves(
    running: dict[str, Promotion], visit: Visit, house: House
) -> None:
    table = house.table("nsw-pontoon-6to5-2017")
    player = visit()
    player.sign_up("Pat Played")
    player.page.goto("/promotions/played")
    mine = part(player, "mine")
    expect(mine).to_contain_text("You have no entries yet. Play as the terms say")
    expect(player.page.locator("#terms")).to_contain_text("each box with a settled wager earns")
    at_table = visit()
    at_table.context.add_cookies(player.context.cookies())  # type: ignore[arg-type]
    at_table.sit(table)
    at_table.press("go")
    at_table.play_out()
    entry = mine.locator("[data-entry]")
    expect(entry).to_contain_text(f"earned in round 1 at table {table}, box")
    expect(mine.get_by_role("heading", name="My entries: 1")).to_be_visible()
    entry.get_by_role("link").click()
    expect(player.page).to_have_url(re.compile(f"/history/{table}/1$"))


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_refused_claim_says_why_and_names_the_right_to_complain(
    size: dict[str, int], running: dict[str, Promotion], visit: Visit
) -> None:
    draw, handle = running["disputed"], f"Dee {size['width']}"
    dee = visit(size=size)
    dee.sign_up(handle)
    dee.page.goto("/promotions/disputed")
    dee.page.get_by_text("Claim a prize").click()
    dee.page.fill("#claim-name", " ")
    dee.page.fill("#claim-address", "2 Pitt Street")
    dee.button("claim-prize").click()
    said = part(dee, "mine").get_by_role("alert")
    expect(said).to_contain_text("Give your name")
    expect(said.get_by_role("link")).to_have_text("21.8")
    dee.page.fill("#claim-name", "Dee Day")
    dee.page.fill("#claim-address", "")
    dee.button("claim-prize").click()
    expect(part(dee, "mine")).to_contain_text("Claim it again to add your address.")
    dee.page.get_by_text("Claim a prize").click()
    dee.page.fill("#claim-name", "Dee Day")
    dee.page.fill("#claim-address", "2 Pitt Street")
    dee.button("claim-prize").click()
    claim = part(dee, "mine").locator("[data-claim]")
    expect(dee.button("claim-prize")).to_have_count(0)
    expect(claim).to_contain_text("Not decided yet.")
    expect(claim).to_contain_text("2 Pitt Street")

    number = draw.state.claims[-1].number
    draw.give("refuse-claim", claim=number, reason="There was no draw yet.")
    expect(claim).to_contain_text("There was no draw yet.")
    expect(claim).to_contain_text("you have the right to complain to an inspector")
    expect(claim.get_by_role("link", name="21.11")).to_be_visible()
    draw.give("tell-refusal", claim=number, how="by letter")
    expect(claim).to_contain_text("You were told by letter")

    dee.page.get_by_text("Raise a dispute", exact=True).click()
    dee.page.fill("#dispute", "I was there.")
    dee.button("raise-promotion-dispute").click()
    expect(part(dee, "mine")).to_contain_text("I was there.")
    decision = {"says": "The terms count.", "complaint_right_told": True}
    draw.give("decide-promotion-dispute", dispute=draw.state.disputes[-1].number, **decision)
    expect(part(dee, "mine")).to_contain_text("Decided by Max: The terms count.")
    dee.page.get_by_text("What has happened").click()
    expect(part(dee, "happenings")).to_contain_text("Max refuses your claim")
    assert violations(dee.page) == [] and fits(dee)


def test_a_draw_is_verified_in_the_browser_and_the_winner_gets_the_prize(
    running: dict[str, Promotion], visit: Visit, house: House
) -> None:
    draw, players = running["won"], {"Ann Won", "Bob Won"}
    visitors = {name: visit(size=PHONE if name.startswith("Bob") else DESK) for name in players}
    for name, visitor in visitors.items():
        visitor.sign_up(name)
        visitor.page.goto("/promotions/won")
    draw.enter(*sorted(players), entries=2)
    someone = visitors["Ann Won"]
    commitment = draw.state.draws[0].commitment
    expect(part(someone, "draws")).to_contain_text(commitment)
    expect(part(someone, "mine").get_by_role("heading", name="My entries: 2")).to_be_visible()
    draw.close()
    expect(someone.page.locator("#phase")).to_have_text("Entries closed")
    expect(part(someone, "draws")).to_contain_text(draw.state.list_hash)
    winner = draw.draw()
    first, other = visitors[winner], visitors[(players - {winner}).pop()]
    expect(first.page.locator(".my-prize.won")).to_contain_text("You have won prize 1: A hamper")
    expect(first.page.locator(".my-prize.won")).to_contain_text("You can have $400 in money")
    entry = draw.state.draws[0].winners[0].entry
    row = part(other, "results").locator("[data-prize='0']")
    expect(row).to_contain_text(re.compile(rf"Entry {entry} of player [0-9a-f]{{16}} wins"))
    assert winner not in other.page.content()

    proof = part(other, "draws").locator("[data-draw='0']")
    proof.get_by_text("Verify the draw of prize 1 here").click()
    other.page.fill("#noted-published-0", commitment)
    other.page.fill("#noted-value-0", "3 14 15 27 31 40")
    other.button("verify-0").click()
    expect(proof.locator(".verdict")).to_have_text("Verified: all 6 checks passed.")
    other.page.fill("#noted-value-0", "1 2 3")
    other.button("verify-0").click()
    expect(proof.locator(".verdict")).to_have_text("Not verified: 1 of 6 checks failed.")
    expect(proof.locator(".failed").first).to_contain_text("you noted “1 2 3”")
    with other.page.expect_download() as record:
        proof.get_by_role("link", name="Record of the draw, prize 1").click()
    assert record.value.suggested_filename == "won-prize-1.json"
    for visitor in (first, other):
        assert violations(visitor.page) == [] and fits(visitor)

    draw.give("tell-winner", prize=0, way="telephone", note="")
    expect(first.page.locator(".my-prize.won")).to_contain_text("You were told by telephone")
    draw.give("postpone-promotion", reason="Entries are counted again")
    expect(first.page.locator("#ending")).to_contain_text("Entries are counted again.")
    draw.give("resume-promotion", validated="They agree")
    draw.give("hand-over-prize", prize=0, reference="R-1")
    expect(first.page.locator(".my-prize.won")).to_contain_text("You have received it")
    expect(row).to_contain_text("awarded")


def test_an_inspector_comes_from_the_console_to_a_verified_promotion(
    running: dict[str, Promotion], visit: Visit, house: House
) -> None:
    draw = running["inspected"]
    draw.close()
    draw.draw()
    owner = house.server.the_owner()  # whose session would not have lasted until now
    inspector = visit(size=PHONE)
    inspector.be(house.server.staff(owner, "Iris Promo", "inspector"))
    inspector.page.goto("/inspection")
    inspector.page.locator("[data-register=winners]").click()
    expect(inspector.page.locator("#register")).to_contain_text("of winning prize 1")
    assert violations(inspector.page) == [] and fits(inspector)
    inspector.page.get_by_role("link", name="The Inspected draw").click()
    checks = inspector.page.locator("[aria-labelledby=verified] .checks")
    checks.get_by_role("link", name="Count the entries again").click()
    expect(checks).to_contain_text(
        "the rounds in the journal earn the entries that are on the list"
    )
    expect(checks.locator(".failed, .unknown")).to_have_count(0)
    expect(checks).to_contain_text("Draw of prize 1: verified.")
    expect(inspector.page.locator("[data-draw='0'] .passed")).to_have_count(6)
    expect(inspector.page.locator("[data-status=ahead]")).to_contain_text("is told of winning")
    inspector.page.fill("#player", "ann inspected")
    inspector.page.get_by_role("button", name="Find").click()
    expect(inspector.page.locator("[data-entry]")).to_have_count(1)
    with inspector.page.expect_download() as export:
        inspector.page.get_by_role("link", name="Export").click()
    assert export.value.suggested_filename == "promotion.zip"
    assert violations(inspector.page) == [] and fits(inspector)
