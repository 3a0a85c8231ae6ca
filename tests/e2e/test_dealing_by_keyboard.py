"""A dealer with real cards and nothing but a keyboard."""

from collections.abc import Callable

from playwright.sync_api import expect

from e2e.pit_visits import real_cards
from e2e.visiting import House, Visitor
from houserules.floor.tables.settings import Setting
from web.server import Live, Member

Visit = Callable[..., Visitor]


def _at_the_shoe(
    visit: Visit, house: House, owner: Member, table: str, **how: object
) -> tuple[Visitor, list[Live]]:
    """Come as the dealer of a table where Ann has a wager on box 1 and Bob on box 2."""
    names = {f"Ann {table}": 1, f"Bob {table}": 2}
    dealer, players = real_cards(house, owner, table, **names)
    visitor = visit(**how)
    visitor.be(dealer.member)
    visitor.page.goto(f"/tables/{table}")
    expect(visitor.page.locator(".status")).to_contain_text("“No more bets.”")
    visitor.page.keyboard.press("g")
    expect(visitor.button("scan")).to_be_focused()
    return visitor, players


def _type(dealer: Visitor, cards: str) -> None:
    for card in cards.split():
        position = dealer.page.locator("#cloth").get_attribute("data-position") or ""
        dealer.page.keyboard.type(card)
        expect(dealer.page.locator("#cloth")).not_to_have_attribute("data-position", position)


def test_no_key_declares_a_player_away(visit: Visit, house: House, owner: Member) -> None:
    dealer, (ann, _) = _at_the_shoe(visit, house, owner, "keys")
    page, status = dealer.page, dealer.page.locator(".status")
    _keys_beside_the_card_field(dealer)
    _type(dealer, "9s 8s 6d 7h Th".replace("Th", "Kh"))
    expect(status).to_contain_text("“Box 1: 16?” Ann keys decides.")
    expect(page.locator(".dock button:focus")).to_have_count(0)
    for key in ("a", "Enter", "Space"):
        page.keyboard.press(key)
    expect(page.locator("dialog[open]")).to_have_count(0)
    away = dealer.button("report-absent")
    away.click()
    question = page.locator("dialog[open]")
    expect(question).to_contain_text("Is Ann keys away?")
    page.keyboard.press("Enter")  # what has the focus is no
    expect(question).to_have_count(0)
    expect(dealer.box(1).locator(".plate")).not_to_contain_text("away")
    away.click()
    question.get_by_role("button", name="Ann keys is away").click()
    expect(dealer.box(1).locator(".plate")).to_contain_text("away")
    expect(status).to_contain_text("“Box 2: 18?”")
    dealer.press("take-back-absence")
    expect(dealer.box(1).locator(".plate")).not_to_contain_text("away")
    expect(status).to_contain_text("“Box 1: 16?” Ann keys decides.")
    while "hit" not in ann.legal():
        ann.hear()
    ann.done("hit", box=1, hand=1)
    expect(dealer.button("scan")).to_be_focused()
    _type(dealer, "Ac")
    expect(status).to_contain_text("“Box 1: 17?”")


def _keys_beside_the_card_field(dealer: Visitor) -> None:
    """Letters on buttons act in the empty field for cards; what is no card is said to be none."""
    page, scan = dealer.page, dealer.button("scan")
    for key, title in (("w", "Something went wrong"), ("o", "Real keys")):
        page.keyboard.press(key)
        expect(page.locator("dialog[open] h2")).to_contain_text(title)
        page.keyboard.press("Escape")
        expect(scan).to_be_focused()
    page.keyboard.type("zz")
    expect(page.locator(".scan-wrong")).to_contain_text("“zz” is not a card")
    page.keyboard.press("Escape")
    expect(page.locator(".scan-wrong")).to_be_empty()
    page.keyboard.type("7x")
    expect(page.locator(".scan-wrong")).to_contain_text("“7x” is not a card")
    expect(page.locator(".dealing kbd")).to_have_count(0)


def test_cards_typed_while_a_correction_is_shown_are_not_lost(
    visit: Visit, house: House, owner: Member
) -> None:
    dealer, _ = _at_the_shoe(visit, house, owner, "right", motion="no-preference")
    page = dealer.page
    _type(dealer, "9s 8s 6d 7h")
    supervisor = house.server.staff(owner, "Sue right", "casino supervisor")
    command = "/api/tables/right/commands"
    report = {"do": "report-misdeal", "order": ["8s", "9s", "6d", "7h"]}
    answer = dealer.context.request.post(command, headers={"X-Houserules": "1"}, data=report)
    assert answer.ok, answer.text()
    expect(page.locator(".status")).to_contain_text("wrongly dealt")
    confirmed = supervisor.http.post(command, json={"do": "confirm-reconstruction"})
    position = str(confirmed.json()["position"])
    expect(page.locator("#cloth")).to_have_attribute("data-position", position)
    page.keyboard.type("Kh")  # while the cards that were dealt again still move
    expect(page.locator(".status")).to_contain_text("“Box 1: 15?”")


def test_a_dealer_leaves_one_live_table_for_another(
    visit: Visit, house: House, owner: Member
) -> None:
    for name in ("first", "second"):
        house.server.set_up(
            Setting(
                name, f"Live {name}", "nz-pontoon", kind="live", dealt_by="dealer with real shoe"
            )
        )
    dealer = visit()
    dealer.be(house.server.staff(owner, "Lena", "dealer"))
    page, status = dealer.page, dealer.page.locator(".status")
    for name in ("first", "second"):
        page.goto(f"/tables/{name}")
        dealer.press("seat-dealer")
        if name == "first":
            expect(status).to_have_text("Check the cards.")
    question = page.locator("dialog[open]")
    expect(question).to_contain_text("You are dealing at Live first (first).")
    page.keyboard.press("Enter")
    expect(status).to_contain_text("No dealer yet")
    dealer.press("seat-dealer")
    question.get_by_role("button", name="Leave it and deal here").click()
    expect(status).to_have_text("Check the cards.")
    state = house.state
    assert (state("first").dealer, state("second").dealer) == (None, "Lena")
