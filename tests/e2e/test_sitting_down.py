"""Sitting down at a live table: a Player Card, what is in the wallet, and seats that are free."""

import re

from playwright.sync_api import expect

from e2e.axe import violations
from e2e.pit_visits import Visit
from e2e.visiting import PHONE, House
from houserules.floor.tables.settings import Setting
from web.server import Member


def test_a_player_sits_down_with_a_card_and_what_they_have(
    visit: Visit, house: House, owner: Member
) -> None:
    server = house.server
    server.set_up(Setting("gold", "Gold", "nsw-pontoon-2024", kind="live"))
    ann = visit(size=PHONE)
    ann.sign_up("Ann")
    ann.page.goto("/")
    ann.page.locator("[data-play=gold]").click()
    expect(ann.page.locator("#toasts")).to_contain_text("buy chips at the cashier")
    cashier = server.staff(owner, "Cass", "cashier")
    assert cashier.http.post("/api/wallets/Ann/buy-in", json={"amount": 60_00}).status_code == 200
    ann.page.goto("/")
    ann.page.locator("[data-play=gold]").click()
    expect(ann.page.locator("#toasts")).to_contain_text(
        "You need a Player Card. Ask the supervisor."
    )
    expect(ann.page.locator(".dock-body")).to_contain_text("You have $60 in chips.")
    assert violations(ann.page) == []
    assert not house.state("gold").table.patrons
    assert owner.http.post("/api/persons/Ann/cards", json={}).status_code == 201
    expect(ann.page.locator(".purse b")).to_have_text("$60")  # without a reload
    expect(ann.page.locator("#toasts")).not_to_contain_text("Player Card")
    assert house.state("gold").table.racks == {"Ann": 60_00}


def test_seats_that_others_take_leave_the_list(visit: Visit, house: House) -> None:
    table = house.table()
    bob = visit()
    bob.sign_up("Bob")
    bob.page.goto(f"/tables/{table}")
    seats = bob.page.locator("[data-key=seat] option")
    expect(seats).to_have_count(8)
    bob.page.locator("[data-key=bring]").fill("123")
    with house.server.player("Cat").live(table) as cat:
        cat.hear()
        cat.done("take-seat", seat=4, amount=100_00)
        expect(seats).to_have_count(7)
        expect(bob.page.locator("[data-key=seat]")).not_to_contain_text(re.compile("Box 4"))
        expect(bob.page.locator("[data-key=bring]")).to_have_value("123")
