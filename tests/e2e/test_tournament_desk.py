"""The Tournament Manager's desk: from a draft to prizes, amendments, disputes, cancellation."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from e2e.axe import violations
from e2e.tournament_visits import Tournament, play_session, publish
from e2e.visiting import PHONE, Clock, House, Visitor
from web.server import Member

Visit = Callable[..., Visitor]
MINUTE = 60_000
PREVAIL = "That the Tournament Manager runs it, and the rules prevail"
SAYS = "The Tournament Manager runs it, and the rules prevail."


@pytest.fixture(scope="module")
def gus(house: House, owner: Member) -> Member:
    return house.server.staff(owner, "Gus", "Gaming Manager")


def _at_desk(visit: Visit, tournament: Tournament, member: Member | None = None) -> Page:
    visitor = visit()
    visitor.be(member or tournament.manager)
    visitor.page.goto(f"/tournaments/{tournament.name}/desk")
    expect(visitor.page.locator("#phase")).not_to_be_empty()
    return visitor.page


def _due(page: Page, command: str) -> Locator:
    return page.locator(f"#due-list [data-step='{command}']")


def _row(page: Page, player: str) -> Locator:
    return page.locator(f"#entries-list [data-player='{player}']")


def _dialog(page: Page) -> Locator:
    return page.locator("dialog[open]")


def _press_refused(button: Locator) -> None:
    """Press a button that says why it cannot be used: Playwright would wait until it can."""
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)


def _fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


# Conditions.


def _editor(visit: Visit, member: Member, path: str) -> Page:
    visitor = visit()
    visitor.be(member)
    visitor.page.goto(path)
    expect(visitor.page.locator("#checklist li")).to_have_count(13)
    return visitor.page


def test_conditions_are_checked_and_planned_as_you_type(
    visit: Visit, house: House, owner: Member
) -> None:
    tess = house.server.staff(owner, "Tess Check", "Tournament Manager")
    page = _editor(visit, tess, "/tournaments/new")
    checked = page.locator("#checked")
    expect(checked).to_have_text("Complete: the conditions can be published.")
    expect(page.locator("#planned")).to_contain_text("The tournament takes 1 h 20 min.")
    page.get_by_label(PREVAIL).fill("")
    expect(checked).to_have_text("12 of 13 items are given. Not yet: Rules prevail.")
    item = page.locator("fieldset[data-item='Rules prevail']")
    expect(item.locator(".condition-findings")).to_contain_text("rules_prevail")
    expect(item.locator(".clause").first).to_have_text("21.4.2(k)")
    page.get_by_label("Entry fee, dollars").fill("a lot")
    expect(checked).to_contain_text("entry_fee: ")
    expect(page.locator("fieldset[data-item='Entry fee']")).to_contain_text("wrong")
    page.get_by_label("Entry fee, dollars").fill("20")
    expect(checked).to_contain_text("12 of 13")
    assert violations(page) == []

    rulebook = page.get_by_label("Rulebook")
    for book in ("nz-pontoon", "nsw-pinkjack-2016"):
        rulebook.select_option(book)
        expect(checked).to_contain_text(f"'{book}' has no tournament play")
    rulebook.select_option("nsw-pontoon-2024")
    page.get_by_label("Entries", exact=True).fill("29")
    expect(page.locator("#planned")).to_contain_text("at most 28 entries")
    page.get_by_role("button", name="Text", exact=True).click()
    text = page.get_by_label("Conditions as TOML")
    text.fill("nonsense")
    expect(checked).to_contain_text("This is not TOML")
    page.get_by_role("button", name="Form", exact=True).click()
    expect(text).to_be_visible()  # what cannot be read has no form
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert _fits(page)


def test_a_draft_is_completed_saved_and_published(
    visit: Visit, house: House, owner: Member
) -> None:
    tess = house.server.staff(owner, "Tess Draft", "Tournament Manager")
    page = _editor(visit, tess, "/tournaments/new")
    checked = page.locator("#checked")
    page.get_by_label(PREVAIL).fill("")
    page.get_by_label("Name", exact=True).first.fill("Late Cup")
    expect(page.get_by_label("ID (used in addresses and records)")).to_have_value("late-cup")
    expect(checked).to_contain_text("12 of 13")
    page.get_by_role("button", name="Save the draft").click()
    page.wait_for_url("**/tournaments/late-cup/desk")

    due = _due(page, "publish-tournament")
    expect(due).to_contain_text("rules_prevail")
    _press_refused(due.get_by_role("button", name="Publish"))
    expect(_dialog(page).get_by_role("alert")).to_contain_text("rules_prevail")
    page.keyboard.press("Escape")
    due.get_by_role("link", name="Edit the draft").click()
    expect(checked).to_contain_text("12 of 13")
    page.get_by_role("button", name="Text", exact=True).click()
    text = page.get_by_label("Conditions as TOML")
    text.fill(f'rules_prevail = "{SAYS}"\n' + text.input_value())
    expect(checked).to_have_text("Complete: the conditions can be published.")
    page.get_by_role("button", name="Form", exact=True).click()
    expect(page.get_by_label(PREVAIL)).to_have_value(SAYS)
    page.get_by_role("button", name="Save the draft").click()

    page.wait_for_url("**/tournaments/late-cup/desk")
    due.get_by_role("button", name="Publish").click()
    pace = _dialog(page).get_by_label("Rounds per hour")
    pace.fill("none")
    _dialog(page).get_by_role("button", name="Publish").click()
    expect(_dialog(page).get_by_role("alert")).to_contain_text("enter a whole number")
    pace.fill("40")
    _dialog(page).get_by_role("button", name="Publish").click()
    expect(page.locator("#phase")).to_have_text("Open to entry")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert _fits(page)


def test_an_amendment_is_refused_and_allowed(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    tournament = publish(house, owner, clock, "amended", changes={"keys": ["play.allocation"]})
    page = _at_desk(visit, tournament)
    page.locator("#overview-body").get_by_role("link", name="Amend").click()
    expect(page.locator("#checked")).to_contain_text("Complete")
    expect(page.locator(".lead")).to_contain_text("These may change: play.allocation.")
    amend = page.get_by_role("button", name="Amend the conditions")
    page.get_by_label("How the players are told").fill("By email.")
    page.get_by_label("Entry fee, dollars").fill("60")
    amend.click()
    said = page.locator("#save-said")
    expect(said).to_have_text(
        "The conditions are published and do not allow entry_fee to change (20.4.1)."
    )
    page.get_by_label("Entry fee, dollars").fill("50")
    page.get_by_label("How tables and boxes are allocated").fill("Drawn at noon.")
    amend.click()
    page.wait_for_url("**/tournaments/amended/desk")
    expect(page.locator("#overview-body")).to_contain_text("version 2")
    expect(page.locator(".desk-notices")).to_contain_text("By email.")


# Entries, the draw, the start.


def _take_entries(page: Page) -> None:
    """Accept Ann and Bob, and refuse Rex, who has no right to the reason that is tried first."""
    expect(_due(page, "accept-entry")).to_have_count(3)
    expect(_due(page, "accept-entry").first).to_contain_text("Ann has no copy of the conditions")
    assert violations(page) == []

    for handle in ("Ann", "Bob"):
        row = _row(page, handle)
        row.get_by_role("button", name="Hand over conditions").click()
        row.get_by_role("button", name="Accept").click()
        row.get_by_role("button", name="Take the fee").click()
        _dialog(page).get_by_role("button", name="Take $50").click()
        expect(row).to_contain_text("$50 paid")
    rex = _row(page, "Rex")
    rex.get_by_role("button", name="Refuse").click()
    dialog = _dialog(page)
    dialog.get_by_label("Ground, as the conditions state it").select_option("criteria")
    dialog.get_by_label("Reason").fill("Came without a ticket.")
    dialog.get_by_role("button", name="Refuse").click()
    expect(dialog.get_by_role("alert")).to_contain_text("no selection criteria")
    dialog.get_by_role("button", name=re.compile("^Clause 20.4.2")).click()
    expect(page.locator(".why-clause")).to_be_visible()
    page.keyboard.press("Escape")
    dialog.get_by_label("Ground, as the conditions state it").select_option("right reserved")
    dialog.get_by_role("button", name="Refuse").click()
    expect(rex).to_contain_text("Came without a ticket.")
    expect(page.locator("[data-balance]")).to_have_text("$100")


def test_a_late_answer_leaves_the_next_dialog_open(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    tournament = publish(house, owner, clock, "late", entry__agreement_in_writing=False)
    player = tournament.players["Lea"] = house.server.player("Lea")
    player.http.post("/api/me/wallet/practice-money", json={})
    tournament.give(player, "apply-for-entry", form="Form T1 of Lea", entitled=True)
    page = _at_desk(visit, tournament)
    held: list[Route] = []
    page.route("**/commands", lambda route: held.append(route))  # noqa: PLW0108
    row = _row(page, "Lea")
    with page.expect_request("**/commands"):
        row.get_by_role("button", name="Hand over conditions").click()
    row.get_by_role("button", name="Take the fee").click()
    take = _dialog(page).get_by_role("button", name="Take $50")
    expect(take).to_be_visible()
    held.pop().continue_()
    expect(page.locator("#said")).not_to_be_empty()
    expect(take).to_be_visible()
    page.unroute("**/commands")
    take.click()
    expect(row).to_contain_text("$50 paid")


def _draw_seats(page: Page, other: Page, table: str) -> None:
    """Designate the table, shuffle, let somebody else cut, and reveal."""
    _due(page, "close-entries").get_by_role("button", name="Close entries").click()
    expect(_dialog(page)).to_contain_text("with the 2 players who have entered and paid")
    _dialog(page).get_by_role("button", name="Close entries").click()
    draw = _due(page, "commit-seat-draw")
    expect(draw).to_contain_text("Designate 1 or more.")
    page.locator("#others summary").click()
    expect(page.locator("#others-list")).to_contain_text("not Pontoon 6 to 5")
    page.locator(f"[data-table='{table}']").get_by_role("button", name="Designate").click()
    draw.get_by_role("button", name="Draw the seats").click()
    cut = _due(page, "cut-seat-draw")
    expect(cut).to_contain_text("Have somebody else cut the order.")
    expect(page.locator("[data-draw] code").first).to_have_text(re.compile("^[0-9a-f]{64}$"))
    _press_refused(cut.get_by_role("button", name="Cut"))  # whoever shuffled does not cut
    expect(_dialog(page).get_by_role("alert")).to_contain_text("20.5.4")
    page.keyboard.press("Escape")
    _due(other, "cut-seat-draw").get_by_role("button", name="Cut").click()
    _dialog(other).get_by_label(re.compile("^Cut after how many players")).fill("1")
    _dialog(other).get_by_role("button", name="Cut").click()
    expect(page.locator("[data-draw]")).to_contain_text("Cut by Gus after 1 of 2 players.")
    _due(page, "reveal-seat-draw").get_by_role("button", name="Reveal").click()
    expect(page.locator("[data-session='1'] [data-seat]")).to_have_count(2)
    expect(page.locator("#bracket-part svg")).to_be_visible()
    expect(page.get_by_role("link", name="record of the draw")).to_have_attribute(
        "href", "/tournaments/whole/draws/1.json"
    )


def _play_round(player: Member, table: str) -> None:
    """Play a round of a session as the only player who is left: the minimum, then stand."""
    with player.live(table) as live:
        live.hear()
        box = next(
            each["box"]
            for each in live.state["table"]["session"]["players"]
            if each["player"] == player.handle
        )
        while (session := live.state["table"]["session"]) and not session["over"]:
            legal = live.legal()
            if "decline-cut" in legal:
                live.done("decline-cut")
            elif "decline" in legal:
                live.done("decline", box=box)
            elif "stand" in legal:
                live.done("stand", box=box, hand=1)
            elif "hit" in legal:
                live.done("hit", box=box, hand=1)
            elif "place-wager" in legal:
                live.done("place-wager", box=box, amount=25_00, seated=True)
            elif "be-ready" in legal:
                live.done("be-ready")
            else:
                live.hear()


def test_from_applications_to_prizes(
    visit: Visit, house: House, owner: Member, clock: Clock, gus: Member
) -> None:
    tournament = publish(
        house,
        owner,
        clock,
        "whole",
        entry__agreement_in_writing=False,
        eligibility__may_refuse=True,
    )
    for handle in ("Ann", "Bob", "Rex"):
        player = tournament.players[handle] = house.server.player(handle)
        player.http.post("/api/me/wallet/practice-money", json={})
        tournament.give(player, "apply-for-entry", form=f"Form T1 of {handle}", entitled=True)
    page, other = _at_desk(visit, tournament), _at_desk(visit, tournament, gus)
    _take_entries(page)
    _draw_seats(page, other, tournament.table("whole-1"))
    start = _due(page, "start-session")
    expect(start).to_contain_text("It is too early.")
    clock.ahead += 2 * MINUTE
    expect(start).not_to_contain_text("It is too early.")
    start.get_by_role("button", name="Start").click()
    session = page.locator("[data-session='1']")
    expect(session).to_contain_text("1 of 10")
    expect(session.locator("[data-seat='Ann']")).to_contain_text("$1,000")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert _fits(page)
    session.get_by_role("button", name="Disqualify").click()
    _dialog(page).get_by_label("Player").select_option("Bob")
    _dialog(page).get_by_label("Ground").select_option("hid chips")
    assert violations(page) == []
    _dialog(page).get_by_role("button", name="Disqualify").click()

    expect(session.locator("[data-seat='Bob']")).to_contain_text("Disqualified")
    session.get_by_role("button", name="End the session").click()
    _dialog(page).get_by_label("Because").select_option("early")
    _dialog(page).get_by_role("button", name="No further round").click()
    expect(_dialog(page).get_by_role("alert")).to_contain_text("not certain yet who goes on")
    page.keyboard.press("Escape")

    # The software deals here: after a round of Ann's alone, it ends the session and announces the result.
    _play_round(tournament.players["Ann"], "whole-1")
    award = _due(page, "award-prizes")
    expect(award).to_contain_text("Award the prizes.")
    expect(_row(page, "Bob")).to_contain_text("Disqualified")
    award.get_by_role("button", name="Award the prizes").click()
    expect(_dialog(page)).to_contain_text("The whole pool of $600")
    _dialog(page).get_by_role("button", name="Award").click()
    pay = _due(page, "pay-prize")
    pay.get_by_role("button", name="Pay $600").click()
    _dialog(page).get_by_role("button", name="Paid").click()
    expect(page.locator("#phase")).to_have_text("Finished")
    expect(page.locator("#due-list")).to_contain_text("the pool is empty")
    expect(page.locator("[data-balance]")).to_have_text("$0")
    expect(page.locator("#pool")).to_contain_text("All accounts of the ledger sum to zero.")
    expect(page.locator(".desk-ledger tbody tr")).to_have_count(4)
    page.locator("#history summary").click()
    expect(page.locator("#history li").filter(has_text="Bob")).not_to_have_count(0)
    assert violations(page) == []
    assert _fits(page)


def _recorded(
    tournament: Tournament, session: int, *rows: tuple[str, int | None, int, str]
) -> None:
    """Record a result as its table would announce it: player, place, dollars and how they left."""
    results = [
        {"player": player, "place": place, "chips": chips * 100, "outcome": outcome}
        for player, place, chips, outcome in rows
    ]
    tournament.give(
        tournament.manager, "record-result", session=session, results=results, rounds=10
    )


def test_a_tie_with_chips_is_played_off_and_one_without_is_put_in_order(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    tournament, _ = play_session(house, owner, clock, "tied", "Jan", "Kim", "Lou", "Max")
    last = (("Lou", 3, 0, "eliminated"), ("Max", 3, 0, "eliminated"))
    _recorded(tournament, 1, ("Jan", 1, 900, "in"), ("Kim", 1, 900, "in"), *last)
    page = _at_desk(visit, tournament)
    tie = page.locator("[data-session='1'] [data-tie='play-off']")
    expect(tie).to_contain_text("share places 1 to 2 with $900 each")
    _due(page, "call-play-off").get_by_role("button", name="Call the play-off").click()
    expect(_dialog(page)).to_contain_text("each at their own box")
    _dialog(page).get_by_role("button", name="Call the play-off").click()
    expect(page.locator("[data-session='2']")).to_contain_text("Play-off of session 1")

    tournament, _ = play_session(house, owner, clock, "lots", "Ned", "Oda", "Pia")
    out = (("Oda", 2, 0, "eliminated"), ("Pia", 2, 0, "eliminated"))
    _recorded(tournament, 1, ("Ned", 1, 900, "in"), *out)
    page = _at_desk(visit, tournament)
    expect(page.locator("[data-tie='order']")).to_contain_text("are out of chips")
    _due(page, "decide-places").get_by_role("button", name="Put them in order").click()
    order = _dialog(page).get_by_label("The best first")
    _dialog(page).get_by_role("button", name="Draw lots").click()
    names = order.input_value().split()
    assert sorted(names) == ["Oda", "Pia"]
    order.fill("Pia")
    _dialog(page).get_by_role("button", name="Decide").click()
    expect(_dialog(page).get_by_role("alert")).to_contain_text("in order, the best first.")
    order.fill("Pia\nOda")
    _dialog(page).get_by_role("button", name="Decide").click()
    expect(page.locator("#prizes-list [data-place='2']")).to_contain_text("Pia")


def test_a_dispute_stops_the_start_until_it_is_decided(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    tournament = publish(house, owner, clock, "disputed")
    tournament.enter("Dot", "Eve")
    tournament.draw(tournament.table("disputed-1"))
    clock.ahead += 2 * MINUTE
    tournament.give(tournament.players["Eve"], "raise-entry-dispute", about="Paid twice.")
    page = _at_desk(visit, tournament)
    start = _due(page, "start-session")
    expect(start).to_contain_text("Dispute 1 of Eve must be decided first.")
    _press_refused(start.get_by_role("button", name="Start"))
    expect(_dialog(page).get_by_role("alert")).to_contain_text("must be decided first")
    page.keyboard.press("Escape")
    page.locator("#disputes-list [data-dispute='1']").get_by_role("button", name="Decide").click()
    _dialog(page).get_by_role("button", name="Decide").click()
    expect(_dialog(page).get_by_role("alert")).to_contain_text("Say what is decided.")
    _dialog(page).get_by_label("Decision").fill("One fee is booked.")
    _dialog(page).get_by_role("button", name="Decide").click()
    expect(page.locator("#disputes-list")).to_contain_text("One fee is booked.")
    expect(start).not_to_contain_text("must be decided first")
    start.get_by_role("button", name="Start").click()
    expect(page.locator("[data-session='1']")).to_contain_text("Being played")


def test_a_dispute_and_a_count_at_a_dealers_table_come_to_the_desk(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    tournament, table = play_session(
        house, owner, clock, "dealt", "Ola", "Pam", dealt_by="dealer with virtual shoe"
    )
    path = f"/api/tables/{table}/commands"
    supervisor = house.server.staff(owner, "Sue", "Gaming Supervisor")
    dealer = house.server.staff(owner, "Dee", "dealer")
    sent = {"do": "refer-dispute", "player": "Ola", "about": "My chips were moved."}
    answer = supervisor.http.post(path, json=sent)
    assert answer.status_code == 200, answer.text
    page = _at_desk(visit, tournament)
    expect(page.locator("#disputes-list")).to_contain_text("Ola, session 1")
    dispute = page.locator("[data-session='1'] [data-dispute]")
    expect(dispute).to_contain_text("My chips were moved.")
    dispute.get_by_role("button", name="Decide").click()
    _dialog(page).get_by_label("Decision").fill("They are where they belong.")
    _dialog(page).get_by_role("button", name="Decide").click()
    expect(dispute).to_have_count(0)

    page.locator("[data-session='1']").get_by_role("button", name="Order a count").click()
    expect(page.locator("[data-session='1']")).to_contain_text("Waits for a count")
    counts = [["Ola", 1000_00], ["Pam", 975_00]]
    assert dealer.http.post(path, json={"do": "seat-dealer"}).status_code == 200
    answer = dealer.http.post(path, json={"do": "record-count", "counts": counts})
    assert answer.status_code == 200, answer.text
    count = page.locator("[data-session='1'] .desk-count")
    expect(count).to_contain_text("1 differs from the software's figures.")
    expect(count).to_contain_text("counted $975, expected $1,000")


def test_cancelling_refunds_all_fees_and_is_the_operators(
    visit: Visit, house: House, owner: Member, clock: Clock, gus: Member
) -> None:
    tournament = publish(house, owner, clock, "stormy")
    tournament.enter("Fay", "Gil")
    page = _at_desk(visit, tournament)
    cancel = page.locator("#overview-body").get_by_role("button", name="Cancel the tournament")
    _press_refused(cancel)
    expect(_dialog(page).get_by_role("alert")).to_contain_text("This is for: Gaming Manager.")
    page = _at_desk(visit, tournament, gus)
    cancel = page.locator("#overview-body").get_by_role("button", name="Cancel the tournament")
    cancel.click()
    _dialog(page).get_by_label("Because of").select_option("other")
    _dialog(page).get_by_label("Reason, as players read it").fill("A storm.")
    _dialog(page).get_by_role("button", name="Cancel and refund everything").click()
    expect(page.locator("#phase")).to_have_text("Cancelled")
    expect(page.locator("[data-balance]")).to_have_text("$0")
    expect(_row(page, "Fay")).to_contain_text("$50 refunded")
    assert violations(page, "light") == []


def test_an_inspector_reads_and_gives_no_orders_and_the_keyboard_is_enough(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    tournament, _ = play_session(house, owner, clock, "seen", "Hal", "Ivy")
    ines = house.server.staff(owner, "Ines", "inspector")
    page = _at_desk(visit, tournament, ines)
    expect(page.locator("[data-session='1']")).to_contain_text("Being played")
    expect(page.locator("[data-do]")).to_have_count(0)
    page = _at_desk(visit, tournament)
    count = page.locator("[data-session='1']").get_by_role("button", name="Order a count")
    count.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("A count is ordered.")
