"""A session of a tournament in the browser: its players and its spectators."""

import re

import pytest
from playwright.sync_api import expect

from e2e.axe import violations
from e2e.session_visits import Game, Visit
from e2e.tournament_visits import play_session
from e2e.visiting import PHONE, Clock, House
from web.server import Member

S65 = "nsw-pontoon-6to5-2017"
SEALED = 137_00
"""An amount that no other wager, limit or payment of these rounds comes to."""


def _game(
    house: House, owner: Member, clock: Clock, name: str, *players: str, **changes: object
) -> Game:
    tournament, table = play_session(house, owner, clock, name, *players, **changes)  # type: ignore[arg-type]
    return Game(house, tournament, table)


@pytest.mark.clause(S65, "20.6.14", "20.7.1", "20.8.2.1", "20.8.2.6", "20.9.2", "20.9.4")
def test_a_round_with_a_pass_card_and_a_sealed_wager_by_mouse(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    game = _game(house, owner, clock, "mouse", "Ann", "Bob", "Cat")
    first, second, third = game.sit_all(visit)
    boxes = game.boxes
    page = first.page
    expect(page.locator(".session-round")).to_have_text("Round 1 of 10")
    expect(page.locator(".session-limits")).to_contain_text("$25 to $500 in units of $25")
    expect(page.locator(".session-chips")).to_have_text("Tournament chips: no cash value")
    expect(page.locator(".purse")).to_contain_text("Your tournament chips")
    expect(page.locator(".session-waits")).to_have_text("It is your turn to wager.")
    marks = first.box(boxes[0]).locator(".session-mark")
    expect(marks).to_have_text(["marker", "to wager"])
    for key in ("bring", "more", "sit", "bring-more", "seat", "tokens"):
        expect(first.button(key)).to_have_count(0)
    expect(page.locator("#leave")).to_be_hidden()
    expect(page.locator("#coach")).to_be_hidden()

    expect(first.button("wager-slider")).to_have_attribute("step", "2500")
    first.button("wager").fill("30")
    first.press("go")
    expect(page.locator(".toast")).to_contain_text("Wager in units of the minimum, $25.")
    expect(page.locator(".toast")).to_contain_text("Clause 20.6.14")
    first.button("wager").fill("50")
    first.press("go")
    expect(first.box(boxes[0]).locator(".plate")).to_contain_text("$50")
    expect(second.page.locator(".session-waits")).to_have_text("It is your turn to wager.")
    second.press("pass")
    expect(first.box(boxes[1]).locator("[data-mark=pass]")).to_have_text("pass card")
    game.rig("Kc 9d 7h Kd 9h Ks")
    third.press("form")
    third.button("sealed").fill("137")
    third.press("hand-in")
    expect(third.page.locator(".purse")).to_contain_text("Sealed wager: $137")
    expect(first.box(boxes[2]).locator("[data-mark=form]")).to_have_text("sealed wager")
    expect(first.page.locator("body")).not_to_contain_text("$137")
    game.play_out()
    opened = first.page.locator(".opened-forms")
    expect(opened).to_contain_text("original wager, $137")
    expect(page.locator(".outcome")).to_contain_text("You win $50")
    expect(third.page.locator(".outcome")).to_contain_text("You win $137")
    expect(second.page.locator(".outcome")).to_contain_text("Even")
    game.next_round()
    expect(page.locator(".session-round")).to_have_text("Round 2 of 10")
    expect(first.box(boxes[1]).locator(".session-mark")).to_have_text(["marker", "to wager"])
    expect(opened).to_be_visible()  # until the first card of this round
    page.locator("[data-key=standings]").click()
    rows = page.locator("dialog[open] .standing tbody tr")
    expect(rows.first).to_contain_text("1st")
    expect(rows.first).to_contain_text("$1,137")
    expect(rows.last).to_contain_text("$1,000")
    assert violations(page) == []


@pytest.mark.clause(S65, "20.9.5", "20.6.10", "20.9.6")
def test_a_wager_out_of_turn_or_on_another_box_is_refused_with_its_clause(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    game = _game(house, owner, clock, "turns", "Dan", "Eve")
    first, second = game.sit_all(visit)
    boxes = game.boxes
    second.box(boxes[1]).locator(".spot").click()
    toast = second.page.locator(".toast")
    expect(toast).to_contain_text(f"It is {game.names[0]}'s turn to wager.")
    expect(toast).to_contain_text("Clause 20.9.5")
    second.button("go").focus()
    second.page.keyboard.press("Shift+Tab")
    second.page.keyboard.press("Tab")  # by keyboard, a disabled button says why
    expect(second.page.locator(".hint")).to_contain_text("20.9.5")
    first.box(boxes[1]).locator(".spot").click()
    expect(first.page.locator(".toast")).to_contain_text("Clause 20.6.10")
    first.press("go")
    expect(first.box(boxes[0]).locator(".plate")).to_contain_text("$25")
    first.box(boxes[0]).locator(".spot").click()
    expect(first.page.locator(".toast")).to_contain_text("Clause 20.9.6")


def test_a_round_by_keyboard(visit: Visit, house: House, owner: Member, clock: Clock) -> None:
    game = _game(house, owner, clock, "keys", "Flo", "Gil", play__order_of_wagering=False)
    first, second = game.sit_all(visit)
    keys = first.page.keyboard
    keys.press("f")
    field = first.button("sealed")
    field.focus()
    field.select_text()
    keys.type("137")
    game.step(first.page, lambda: keys.press("Enter"))
    expect(first.page.locator(".purse")).to_contain_text("Sealed wager: $137")
    first.button("back-entry").focus()
    game.step(first.page, lambda: keys.press("Enter"))
    expect(first.page.locator(".entry-done")).to_be_empty()
    game.step(first.page, lambda: keys.press("p"))
    expect(first.page.locator(".entry-done")).to_have_text("You have played a pass card.")
    first.button("back-entry").focus()
    game.step(first.page, lambda: keys.press("Enter"))
    game.step(first.page, lambda: keys.press("g"))
    expect(first.page.locator(".entry-done")).to_have_text("Your wager: $25.")
    keys.press("t")
    expect(first.page.locator("#said")).to_contain_text("Round 1 of 10. Limits $25 to $500.")
    game.rig("Kc 9d 7h Kd 9h Ks")
    second.button("wager").focus()
    second.page.keyboard.press("Enter")
    expect(second.page.locator(".entry-done")).to_have_text("Your wager: $25.")
    for visitor in (first, second):
        visitor.button("ready").wait_for()
        visitor.page.keyboard.press("Escape")
        visitor.page.locator(".dock-body").focus()
        visitor.page.keyboard.press("g")
        expect(visitor.button("ready")).to_have_count(0)
    game.play_out()
    expect(first.page.locator(".outcome")).to_contain_text("You win $25")


@pytest.mark.clause(S65, "20.6.13", "20.5.8")
def test_a_player_is_eliminated_and_the_session_ends_with_a_count(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    game = _game(
        house, owner, clock, "ends", "Hal", "Ida", "Jon",
        stages__0__rounds=2, chips__amount="100", limits__0__maximum="100",
        play__order_of_wagering=False, play__undisclosed_wagers=0,
    )  # fmt: skip
    first, second, third = game.sit_all(visit)
    out = game.names[0]
    game.rig("Kc 9d 9c 7h 7d 9h Ks 9s 5s")
    first.button("wager").fill("100")
    first.press("go")
    for visitor in (second, third):
        visitor.press("go")
    game.all_ready()
    game.play_out()
    game.next_round()
    game.rig("Kh 7c Qc Qd")
    session = game.tournament.session(game.table)
    assert [player.is_in for player in session.players] == [False, True, True]
    expect(first.page.locator(".status")).to_have_text("You are out: eliminated (20.6.13).")
    expect(first.box(game.boxes[0]).locator("[data-mark=left]")).to_have_text("out")
    for key in ("bring", "sit", "go"):
        expect(first.button(key)).to_have_count(0)
    for visitor in (second, third):
        visitor.press("pass" if visitor is third else "go")
    game.all_ready()
    game.play_out()
    game.step(second.page, lambda: second.press("go"))
    result = second.page.locator(".session-result")
    expect(result).to_contain_text("The last round has been played.")
    expect(result.locator("tbody tr")).to_have_count(3)
    expect(result.locator(f"[data-player={out}]")).to_contain_text("eliminated (20.6.13)")
    link = result.get_by_role("link", name="To the tournament")
    expect(link).to_have_attribute("href", "/tournaments/ends")
    expect(first.page.locator(".session-result .outcome")).to_contain_text("You have 3rd place")
    assert violations(second.page) == []


@pytest.mark.clause(S65, "20.8.2.1")
def test_the_page_of_a_player_on_a_phone(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    game = _game(house, owner, clock, "phone", "Kim", "Lea", "Max", "Nia", "Oto", "Pia", "Quy")
    first, *others = game.sit_all(visit, size=PHONE)
    page = first.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    first.press("form")
    assert violations(page, "dark") == []
    first.press("form-back")
    first.press("go")
    sealed, *rest = others
    expect(sealed.page.locator(".session-waits")).to_have_text("It is your turn to wager.")
    sealed.press("form")
    sealed.press("hand-in")
    for visitor in rest:
        visitor.press("go")
    others[-1].press("ready")
    expect(page.locator(".dealer .card").first).to_be_visible()
    expect(first.box(game.boxes[0]).locator(".hand")).to_be_in_viewport(ratio=1)  # own box first
    other = first.box(game.boxes[1])
    expect(other.locator("[data-mark=form]")).to_be_visible()
    expect(other.locator(".chips-held")).to_be_visible()
    assert violations(page) == []
    game.play_out()
    expect(page.locator(".opened-forms")).to_contain_text("next round 20.8.4")
    assert violations(page) == []


def test_a_spectator_watches_and_cannot_sit_down(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    game = _game(house, owner, clock, "watch", "Rae", "Sol")
    strange, guest = visit(), visit()
    guest.be(house.server.player("Tia"))
    for visitor in (strange, guest):
        visitor.page.goto(f"/tables/{game.table}?sit")
        expect(visitor.page.locator(".status")).to_contain_text("You are watching a session")
        expect(visitor.page.locator(".session-round")).to_have_text("Round 1 of 10")
        for key in ("sit", "enter", "bring", "go", "form", "pass"):
            expect(visitor.button(key)).to_have_count(0)
        free = next(box for box in range(1, 8) if box not in game.boxes)
        visitor.box(free).locator(".spot").click()
    assert [each.name for each in house.state(game.table).table.patrons] == game.names
    first = game.boxes[0]
    expect(guest.box(first).locator(".chips-held")).to_have_text(re.compile(r"\$1,000 chips"))
    assert violations(guest.page, "light") == []


@pytest.mark.clause(S65, "20.6.11", "20.6.12")
def test_whoever_wagers_too_late_is_held_to_the_minimum(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    game = _game(house, owner, clock, "clock", "Uma", "Vic", play__wager_seconds=30)
    first, second = game.sit_all(visit)
    page = first.page
    expect(page.locator(".session-clock")).to_contain_text("30 s to wager")
    expect(page.locator("#seconds")).to_have_text(re.compile(r"^\d+ s$"))
    expect(second.page.locator("#seconds")).to_be_empty()
    game.run_out_of_time()
    expect(page.locator(".session-entry .note")).to_contain_text("only the minimum of $25 is left")
    expect(first.box(game.boxes[0]).locator("[data-mark=late]")).to_have_text("minimum only")
    first.button("wager").fill("50")
    first.press("go")
    expect(page.locator(".toast")).to_contain_text("Clause 20.6.12")
    first.button("wager").fill("25")
    first.press("go")
    expect(second.page.locator(".session-waits")).to_have_text("It is your turn to wager.")
