"""A session at a real shoe: what dealer, supervisor and Tournament Manager call, enter and do next."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.axe import violations
from e2e.session_visits import Game, Visit
from e2e.tournament_visits import Tournament, play_session
from e2e.visiting import PHONE, Clock, House, Visitor
from web.server import Member

S65 = "nsw-pontoon-6to5-2017"


def _step(page: Page, key: str) -> Locator:
    return page.locator(f".session-step[data-step='{key}']")


def _staff(visit: Visit, member: Member, table: str, **how: object) -> Visitor:
    visitor = visit(**how)
    visitor.be(member)
    visitor.page.goto(f"/tables/{table}")
    return visitor


def _ready(dealer: Visitor) -> None:
    """Prepare real cards, up to the first wager."""
    dealer.press("seat-dealer")
    for call in ("check-cards", "shuffle-cards"):
        dealer.press(call)
    dealer.cut()
    for call in ("place-cutting-card", "burn-card"):
        dealer.press(call)


def _enter_wager(game: Game, dealer: Visitor, player: str, amount: str) -> None:
    row = dealer.page.locator(f".entered-row[data-player='{player}']")
    row.get_by_label("Wager", exact=True).fill(amount)
    game.step(dealer.page, row.get_by_role("button", name="Enter the wager").click)


def _deal(game: Game, dealer: Visitor, *cards: str) -> None:
    for card in cards:
        dealer.page.locator(f"[data-pick='{card}']").wait_for()
        game.step(dealer.page, dealer.page.locator(f"[data-pick='{card}']").click)


def _sheet(visitor: Visitor, part: str = "session") -> Locator:
    visitor.press("orders")
    sheet = visitor.page.locator("dialog[open]")
    sheet.locator(f"[data-part='{part}']").click()
    return sheet


@pytest.mark.clause(S65, "20.8.2.5", "20.8.2.6", "20.5.8", "20.5.9", "20.7.1", "20.6.11", "20.10.1")
def test_a_session_at_a_real_shoe_from_the_wagers_to_the_end(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    tournament, table = play_session(
        house, owner, clock, "real", "Ann", "Bob", "Cat",
        dealt_by="dealer with real shoe", stages__0__rounds=1,
    )  # fmt: skip
    game = Game(house, tournament, table)
    names, boxes = game.names, game.boxes
    dealer = _staff(visit, house.server.staff(owner, "Dora", "dealer"), table)
    gus = _staff(visit, house.server.staff(owner, "Gus", "Gaming Supervisor"), table)
    tess = _staff(visit, tournament.manager, table)
    _ready(dealer)
    page = dealer.page
    expect(_step(page, f"missing-{names[0]}")).to_contain_text(f"{names[0]} has not wagered yet.")
    expect(_step(page, f"missing-{names[0]}")).to_contain_text("Another role does this.")
    assert violations(page) == []
    _enter_wager(game, dealer, names[0], "50")
    expect(dealer.box(boxes[0]).locator(".plate")).to_contain_text("$50")

    sheet = _sheet(gus)
    row = sheet.locator(f".matter[data-player='{names[1]}']")
    row.get_by_role("button", name="Record a sealed form").click()
    sheet.get_by_label(re.compile("Type of wager")).select_option("original")
    sheet.get_by_label(re.compile("^Amount")).fill("75")
    assert violations(gus.page, "light") == []
    sheet.get_by_role("button", name="Record form").click()
    expect(dealer.box(boxes[1]).locator("[data-mark=form]")).to_have_text("sealed wager")
    expect(page.locator("body")).not_to_contain_text("$75")

    passes = page.locator(f".entered-row[data-player='{names[2]}']")
    game.step(page, passes.get_by_role("button", name="Play pass card").click)
    expect(_step(page, "close")).to_contain_text("call “No more bets.”")
    dealer.press("close-bets")
    _deal(game, dealer, "Kc", "9d", "7h", "Kd", "9h")
    for name in names[:2]:
        turn = page.locator(f".entered-row[data-player='{name}']")
        game.step(page, turn.get_by_role("button", name="Stand").click)
    _deal(game, dealer, "Ks")
    announce = _step(page, f"announce-{names[1]}")
    expect(announce).to_contain_text("original wager, $75.")
    expect(announce).to_contain_text("20.8.2.6")
    expect(_step(page, f"collect-{names[2]}")).to_contain_text("Collect the pass card")
    paid = page.get_by_role("list", name="To be paid").locator("li")
    expect(paid).to_have_count(2)
    expect(paid.last).to_contain_text(
        f"$75 box {boxes[1]}, {names[1]} 3 × 25 undisclosed wager at 1 to 1"
    )
    dealer.press("clear-table")
    expect(page.locator(".status")).to_contain_text("Session over. The chips are counted.")
    _count_and_announce(dealer, tess, names)
    _return_chips_and_end(game, dealer, tess)


def _count_and_announce(dealer: Visitor, tess: Visitor, names: list[str]) -> None:
    """Record a count that differs by one chip, and let the Tournament Manager say what decides."""
    page = dealer.page
    _step(page, "count").get_by_role("button", name="Record the count").click()
    sheet = page.locator("dialog[open]")
    amounts = dict(zip(names, ("1025", "1075", "1000"), strict=True))
    for name, amount in amounts.items():
        sheet.get_by_label(f"Chips of {name}, in dollars").fill(amount)
    expect(sheet.locator(".count-row", has_text=names[0])).to_contain_text("$25 less than $1,050")
    expect(sheet.locator(".count-row", has_text=names[1])).not_to_contain_text("than")
    assert violations(page, "light") == []
    sheet.get_by_role("button", name="Record count").click()
    result = _step(tess.page, "result")
    expect(result).to_contain_text("The count differs from the software.")
    expect(_step(page, "result")).to_contain_text("Another role does this.")
    result.get_by_role("button", name="Announce the result").click()
    sheet = tess.page.locator("dialog[open]")
    sheet.get_by_text("No", exact=True).click()
    sheet.get_by_role("button", name="Announce result").click()
    expect(_step(page, "return")).to_be_visible()


def _return_chips_and_end(game: Game, dealer: Visitor, tess: Visitor) -> None:
    """Report a missing chip by its denomination, and free the table."""
    _step(dealer.page, "return").get_by_role("button", name="Some are missing").click()
    sheet = dealer.page.locator("dialog[open]")
    sheet.locator("[data-key='more-missing']").click()
    sheet.get_by_label("Denomination, in dollars").fill("25")
    sheet.get_by_label("How many are missing").fill("1")
    sheet.get_by_role("button", name="Return chips").click()
    expect(_step(tess.page, "end")).to_be_visible()
    session = game.tournament.session(game.table)
    assert [(each.denomination, each.number) for each in session.missing] == [(25_00, 1)]
    assert [each.player for each in session.counts if each.counted != each.expected] == game.names[
        :1
    ]
    game.step(
        tess.page, _step(tess.page, "end").get_by_role("button", name="End the session").click
    )
    expect(dealer.page.locator(".session-steps")).to_have_count(0)
    sheet = _sheet(dealer, "more")
    expect(sheet.locator("[data-part='session']")).to_have_count(0)
    sheet.get_by_role("searchbox", name="Search orders").fill("record the chips that you counted")
    expect(sheet.locator(".empty")).to_be_visible()


@pytest.mark.clause(S65, "20.5.6.1", "20.5.7", "20.6.11", "20.11.3")
def test_the_tournament_manager_deducts_disqualifies_and_orders_a_count(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    tournament, table = play_session(
        house, owner, clock, "orders", "Dan", "Eve", "Flo", dealt_by="dealer with real shoe"
    )
    names = [player.name for player in tournament.session(table).players]
    dealer = _staff(visit, house.server.staff(owner, "Dirk", "dealer"), table)
    tess = _staff(visit, tournament.manager, table, size=PHONE)
    _ready(dealer)
    page = tess.page
    _step(page, f"missing-{names[0]}").get_by_role("button", name="Absent").click()
    sheet = page.locator("dialog[open]")
    expect(sheet.locator(".preset")).to_contain_text(names[0])
    sheet.get_by_role("button", name="Deduct for absence").click()
    expect(
        dealer.box(_box(tournament, table, names[0])).locator("[data-mark=absent]")
    ).to_be_visible()
    _step(page, f"missing-{names[1]}").get_by_role("button", name="Disqualify").click()
    ground = sheet.get_by_label("Ground")
    expect(ground.locator("option", has_text="No wager")).to_have_text("No wager (20.6.4)")
    ground.select_option("conduct")
    assert violations(page) == []
    sheet.get_by_role("button", name="Disqualify", exact=True).click()
    left = dealer.box(_box(tournament, table, names[1])).locator("[data-mark=left]")
    expect(left).to_have_attribute("title", re.compile(r"disqualified \(20\."))
    sheet = _sheet(tess)
    sheet.locator("[data-do='announce-wager-clock']").click()
    sheet.get_by_label("Seconds for a wager").fill("20")
    sheet.get_by_role("button", name="Announce wager clock").click()
    sheet = _sheet(tess)
    sheet.locator("[data-do='order-count']").click()
    sheet.get_by_role("button", name="Order count").click()
    expect(_step(dealer.page, "count")).to_contain_text("Count the chips in front of each player")
    expect(dealer.page.locator(".session-waits")).to_contain_text("A count is ordered")


def _box(tournament: Tournament, table: str, name: str) -> int:
    player = tournament.session(table).player(name)
    assert player is not None
    return player.box


@pytest.mark.clause(S65, "20.11.2", "20.5.5.2")
def test_a_dispute_stops_the_game_and_a_session_is_concluded_when_all_agree(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    tournament, table = play_session(
        house, owner, clock, "agree", "Gil", "Hal",
        dealt_by="dealer with real shoe", chips__cash_value=True,
        chips__issued_at="10 to 1", chips__redeemed_at="10 to 1", chips__amount="100",
        limits__0__maximum="100", play__order_of_wagering=False, stages__0__rounds=3,
    )  # fmt: skip
    game = Game(house, tournament, table)
    dealer = _staff(visit, house.server.staff(owner, "Dot", "dealer"), table)
    tess = _staff(visit, tournament.manager, table)
    _ready(dealer)
    expect(dealer.page.locator(".session-chips")).to_have_text("Tournament chips")
    _enter_wager(game, dealer, game.names[0], "100")
    live = tournament.by_box(table)[0].live(table)
    live.hear()
    live.done("raise-dispute", about="My chips were touched")
    expect(dealer.page.locator(".session-waits")).to_contain_text("the decision of dispute 1")
    decides = _step(tess.page, "dispute")
    expect(decides).to_contain_text("20.11.2")
    decides.get_by_role("button", name="Decide it").click()
    sheet = tess.page.locator("dialog[open]")
    sheet.get_by_label("The decision").fill("They were not")
    sheet.get_by_label(re.compile("^Amount to pay the player")).fill("0")
    sheet.get_by_role("button", name="Rule on dispute").click()
    expect(_step(tess.page, "dispute")).to_have_count(0)
    _enter_wager(game, dealer, game.names[1], "25")
    dealer.press("close-bets")
    _deal(game, dealer, "Kc", "9d", "7h", "7d", "9h")
    for name in game.names:
        turn = dealer.page.locator(f".entered-row[data-player='{name}']")
        game.step(dealer.page, turn.get_by_role("button", name="Stand").click)
    _deal(game, dealer, "9s", "5s")
    dealer.press("clear-table")
    early = _step(tess.page, "early")
    expect(early).to_contain_text("If all players agree, the session may be concluded.")
    early.get_by_role("button", name="Conclude it").click()
    sheet.get_by_role("button", name="Conclude session").click()
    expect(sheet.get_by_role("alert")).to_contain_text("All players at the table must agree")
    sheet.get_by_label(re.compile(f"^{game.names[1]}")).check()
    sheet.get_by_role("button", name="Conclude session").click()
    expect(_step(dealer.page, "count")).to_be_visible()
