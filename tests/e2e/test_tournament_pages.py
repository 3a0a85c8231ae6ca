"""The pages of tournaments: players enter and find their seat, spectators follow the bracket."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from e2e.axe import violations
from e2e.tournament_visits import Tournament, play_session, publish
from e2e.visiting import DESK, PHONE, Clock, House, Visitor
from web.server import Live, Member

Visit = Callable[..., Visitor]
TWO_HEATS: dict[str, Any] = {
    "stages": [
        {
            "name": "Heats",
            "kind": "heats",
            "rounds": 10,
            "tables": 2,
            "players_per_table": 3,
            "advance": 1,
        },
        {"name": "Final", "kind": "final", "rounds": 10, "tables": 1, "players_per_table": 7},
    ],
    "entry__minimum": 4,
    "entry__maximum": 6,
    "prizes__guarantee_entries": 6,
}


def part(visitor: Visitor, name: str) -> Any:
    return visitor.page.locator(f".part-{name}")


def fits(visitor: Visitor) -> bool:
    """Whether nothing is wider than the window: what is wide scrolls within its own frame."""
    width = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    return bool(visitor.page.evaluate(width))


def step(visitor: Visitor, says: str) -> Any:
    return visitor.page.locator(".step", has_text=says)


def record(tournament: Tournament, session: int, *chips: int) -> None:
    """Record the count of a session as its players sit, the most chips first."""
    seats = next(each for each in tournament.sessions() if each["number"] == session)["seats"]
    results = [
        {"player": seat["player"], "place": place, "chips": amount, "outcome": "in"}
        for place, (seat, amount) in enumerate(zip(seats, chips, strict=True), 1)
    ]
    tournament.give(
        tournament.manager, "record-result", session=session, results=results, rounds=10
    )


def test_a_guest_enters_on_the_page_and_is_led_to_the_table(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    cup = publish(house, owner, clock, "guests", entry__agreement_in_writing=True)
    guest = visit(size=PHONE)
    guest.page.goto("/tournaments")
    guest.page.get_by_role("link", name="The Guests Cup").click()
    guest.button("guest").click()

    guest.page.fill("#application", "Form T1: filled in")
    guest.button("apply-for-entry").click()
    said = guest.page.locator(".part-entry [role=alert]")
    expect(said).to_contain_text("Only people who may enter the casino and gamble can enter.")
    expect(said.get_by_role("link")).to_have_text("20.4.2(h)(i)")
    guest.page.check("#entitled")
    expect(guest.page.locator("#application")).to_have_value("Form T1: filled in")
    guest.button("apply-for-entry").click()
    expect(step(guest, "Apply")).to_have_class(re.compile("is-done"))

    expect(guest.button("agree-to-conditions")).to_have_count(0)
    guest.button("give-conditions").click()
    guest.page.fill("#signature", "G. Guest")
    guest.button("agree-to-conditions").click()
    expect(step(guest, "Agree in writing")).to_have_class(re.compile("is-done"))
    guest.button("pay-entry-fee").click()
    expect(guest.button("pay-entry-fee")).to_have_count(0)

    handle = cup.view()["staff"]["entrants"][0]["player"]
    cup.give(cup.manager, "accept-entry", player=handle)
    expect(guest.page.locator(".entry-state")).to_have_text("You are in the tournament.")
    expect(guest.page.locator(".step:not(.is-done)")).to_have_count(0)
    assert violations(guest.page) == []
    assert fits(guest)

    cup.enter("Ann of Guests")
    table = cup.table("guests-1")
    cup.give(cup.manager, "close-entries")
    cup.give(cup.manager, "designate-tables", tables=[table])
    cup.give(cup.manager, "commit-seat-draw")
    guest.page.fill("#cut", "1")
    guest.button("cut-seat-draw").click()
    expect(part(guest, "draws")).to_contain_text(f"{handle} cut it after 1 player.")
    cup.give(cup.manager, "reveal-seat-draw")
    seat = cup.view()["stages"][0]["sessions"][0]["seats"]
    box = next(each["box"] for each in seat if each["player"] == handle)
    mine = guest.page.locator(".my-seat")
    expect(mine).to_contain_text(re.compile(rf"Table\s*{table}\s*Box\s*{box}"))
    cup.start()
    expect(mine).to_contain_text("it is being played")
    mine.get_by_role("link", name="Go to the table").click()
    expect(guest.page).to_have_url(re.compile(f"/tables/{table}$"))


def test_who_withdraws_is_told_what_becomes_of_the_fee(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    cup = publish(house, owner, clock, "withdrawn", entry__withdrawal_hours=0)
    cup.enter("Wanda")
    wanda = visit()
    wanda.be(cup.players["Wanda"])
    wanda.page.goto("/tournaments/withdrawn")
    expect(part(wanda, "entry")).to_contain_text("Without penalty until")
    wanda.button("withdraw-entry").click()
    dialog = wanda.page.get_by_role("dialog")
    expect(dialog).to_contain_text("You get the entry fee back")
    assert violations(wanda.page) == []
    dialog.locator("[data-key=withdraw]").click()
    expect(wanda.page.locator(".entry-state")).to_have_text("You have withdrawn.")


def test_a_dispute_is_raised_and_its_decision_is_shown(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    cup = publish(house, owner, clock, "disputed")
    cup.enter("Dora")
    dora = visit()
    dora.be(cup.players["Dora"])
    dora.page.goto("/tournaments/disputed")
    dora.page.get_by_text("Raise a dispute").click()
    dora.page.fill("#dispute", "The fee was lower on the poster.")
    dora.button("raise-entry-dispute").click()
    dispute = part(dora, "entry").locator(".dispute")
    expect(dispute).to_contain_text("Not decided yet.")
    cup.give(cup.manager, "decide-entry-dispute", dispute=1, says="The conditions count.")
    expect(dispute).to_contain_text("Decided by Tess disputed: The conditions count.")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_spectator_follows_the_bracket_to_the_prizes(
    size: dict[str, int], visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    name = f"watched-{size['width']}"
    cup = publish(house, owner, clock, name, **TWO_HEATS)
    cup.enter(*(f"{who} {size['width']}" for who in ("Ann", "Bob", "Cat", "Dan", "Eve", "Flo")))
    cup.draw(cup.table(f"{name}-1"), cup.table(f"{name}-2"))
    watcher = visit(size=size)
    watcher.page.goto(f"/tournaments/{name}")
    expect(part(watcher, "entry")).to_contain_text("Sign in to see your own entry")
    bracket = part(watcher, "bracket").locator("svg")
    expect(bracket.locator(".bracket-card.session")).to_have_count(2)
    expect(bracket.locator(".bracket-card.to-come")).to_have_count(1)

    cup.start(1)
    expect(part(watcher, "standings")).to_contain_text("Session 1: round 1 of 10, $25 to $500")
    record(cup, 1, 2000_00, 500_00, 0)
    winner = cup.sessions()[0]["advanced"][0]
    on = bracket.locator(".bracket-seat.goes-on")
    expect(on).to_have_count(1)
    expect(on).to_contain_text(winner)
    expect(on).to_contain_text("$2,000")
    expect(bracket.locator(".bracket-line.goes-on")).to_have_count(1)
    expect(part(watcher, "standings")).to_be_hidden()
    assert violations(watcher.page) == []
    assert fits(watcher)

    cup.start(2)
    record(cup, 2, 1500_00, 1000_00, 250_00)
    cup.give(cup.manager, "commit-seat-draw")
    cup.give(cup.players[winner], "cut-seat-draw", position=1)
    cup.give(cup.manager, "reveal-seat-draw")
    expect(bracket.locator(".bracket-line.goes-on")).to_have_count(2)
    cup.start(3)
    record(cup, 3, 1200_00, 800_00)
    cup.give(cup.manager, "award-prizes")
    champion = cup.view()["placings"][0]
    rows = part(watcher, "results").locator("tbody tr")
    expect(rows.first).to_contain_text(champion)
    for place in (1, 2):
        cup.give(cup.manager, "pay-prize", place=place, how="at the cashier")
    expect(rows.first).to_contain_text("paid")
    expect(watcher.page.locator("#phase")).to_have_text("Finished")

    watcher.page.get_by_text("The bracket as a list").click()
    table = part(watcher, "bracket").get_by_role("table").first
    expect(table.get_by_role("row", name=winner)).to_contain_text("goes on")
    assert violations(watcher.page) == []
    assert fits(watcher)
    watcher.page.goto("/tournaments")
    expect(watcher.page.locator(".cup", has_text=f"{name.capitalize()} Cup")).to_contain_text(
        "Finished"
    )
    assert violations(watcher.page) == []
    assert fits(watcher)


def test_amended_conditions_and_their_notice_come_without_a_reload(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    changes = {"keys": ["limits"], "notice_minutes": 5}
    cup = publish(house, owner, clock, "amended", changes=changes)
    cup.enter("Amy")
    amy = visit()
    amy.be(cup.players["Amy"])
    amy.page.goto("/tournaments/amended")
    expect(amy.page.locator("#conditions")).to_contain_text("Version 1")
    limits = [{"from_round": 1, "minimum": "50", "maximum": "600"}]
    amended = {**cup.conditions, "limits": limits}
    cup.give(cup.manager, "amend-tournament", conditions=amended, notice="by email to everybody")
    expect(amy.page.locator("#conditions")).to_contain_text("Version 2")
    expect(amy.page.locator("#conditions")).to_contain_text("$600")
    expect(part(amy, "notices")).to_contain_text("by email to everybody")
    expect(amy.button("give-conditions")).to_be_visible()


def test_a_cancelled_tournament_says_why(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    cup = publish(house, owner, clock, "rained-off")
    cup.enter("Ria")
    ria = visit()
    ria.be(cup.players["Ria"])
    ria.page.goto("/tournaments/rained-off")
    gaming_manager = house.server.staff(owner, "Gus Rain", "Gaming Manager")
    cup.give(gaming_manager, "cancel-tournament", ground="other", reason="The roof leaks.")
    expect(ria.page.locator("#ending")).to_contain_text("cancelled: The roof leaks.")
    expect(ria.page.locator("#phase")).to_have_text("Cancelled")


def test_the_floor_leads_to_tournaments(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    publish(house, owner, clock, "on-the-floor")
    visitor = visit(size=PHONE)
    visitor.page.goto("/")
    visitor.page.locator(".floor-cup").first.click()
    expect(visitor.page).to_have_url(re.compile("/tournaments/"))
    visitor.page.get_by_role("navigation", name="Pages").get_by_role(
        "link", name="Tournaments"
    ).click()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Tournaments")


def play_round(house: House, table: str, players: list[Live], boxes: list[int]) -> None:
    """Let two players wager the minimum and stand: the first wins with 20, the second loses with 16."""
    for live in players:
        if "decline-cut" in look(live):
            live.done("decline-cut")
    house.rig(table, "Kc Qc 7h Kd 6d Ks")
    for live, box in zip(players, boxes, strict=True):
        live.done("place-wager", box=box, amount=25_00, seated=True)
    while True:
        for live, box in zip(players, boxes, strict=True):
            legal = look(live)
            if live.state["table"]["phase"] == "over":
                return
            if "decline" in legal:
                live.done("decline", box=box)
            elif "stand" in legal or "hit" in legal:
                live.done("stand" if "stand" in legal else "hit", box=box, hand=1)
            elif "be-ready" in legal:
                live.done("be-ready")


def look(live: Live) -> dict[str, Any]:
    """Return what a player may do now, whatever has happened since they heard of the table last."""
    live.say(type="snapshot")
    live.until("snapshot")
    return live.legal()


def test_standings_follow_the_rounds_at_the_table(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    cup, table = play_session(
        house, owner, clock, "standing", "Sal", "Stu", play__order_of_wagering=False
    )
    watcher = visit()
    watcher.page.goto("/tournaments/standing")
    standings = part(watcher, "standings")
    expect(standings).to_contain_text("Session 1: round 1 of 10")
    chips = standings.locator("tbody tr td:last-child")
    expect(chips).to_have_text(["$1,000", "$1,000"])
    players = cup.by_box(table)
    boxes = [player.box for player in cup.session(table).players]
    with players[0].live(table) as first, players[1].live(table) as second:
        for live in (first, second):
            live.hear()
        play_round(house, table, [first, second], boxes)
    expect(chips).to_have_text(["$1,025", "$975"])
    names = standings.locator("tbody th")
    expect(names).to_have_text([player.handle for player in players])
    assert violations(watcher.page) == []
