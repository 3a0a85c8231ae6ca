"""Every page: no complaint of axe in light and dark, nothing that the policy of the page forbids, small enough."""

import re
from collections.abc import Callable

from playwright.sync_api import Response, expect

from e2e.axe import violations
from e2e.tournament_visits import play_session
from e2e.visiting import PHONE, Clock, House, Visitor
from web.server import Member


def test_the_first_page_is_small(visit: Callable[..., Visitor], house: House) -> None:
    newcomer = visit()
    loaded: list[Response] = []
    newcomer.page.on("response", lambda each: loaded.append(each))  # noqa: PLW0108
    newcomer.page.goto("/")
    newcomer.page.wait_for_load_state("networkidle")
    assert sum(len(each.body()) for each in loaded) < 100_000
    hosts = {each.url.split("/")[2] for each in loaded}
    assert hosts == {house.url.removeprefix("http://")}


def test_pages_for_everybody(visit: Callable[..., Visitor], house: House) -> None:
    stranger = visit(size=PHONE)
    for path in (
        "/",
        "/sign-in",
        "/sign-up",
        "/tables/t1",
        "/tables/t1/sign",
        "/nowhere",
        "/rules",
        "/tournaments",
        "/promotions",
    ):
        stranger.page.goto(path)
        assert violations(stranger.page) == [], path
        assert _fits(stranger), f"{path} is wider than a phone"
    stranger.page.goto("/")
    stranger.page.locator(".fan .card").first.wait_for()
    assert stranger.page.evaluate(
        "document.querySelector('.welcome .lead').getBoundingClientRect().right"
        " <= document.querySelector('.fan .card').getBoundingClientRect().left"
    ), "the cards lie on the words"


def test_boxes_of_a_table_lie_in_a_row_for_who_watches_on_a_phone(
    visit: Callable[..., Visitor], house: House
) -> None:
    with house.server.player("Ann").live("t2") as ann:
        ann.hear()
        ann.sit(1)
        watcher = visit(size=PHONE)
        watcher.page.goto("/tables/t2")
        expect(watcher.box(1).locator(".plate")).to_have_text("Ann")
        tops = watcher.page.locator("li.box .spot").evaluate_all(
            "spots => spots.map((each) => each.getBoundingClientRect().top)"
        )
        assert len(tops) == 7 and len(set(tops)) == 1


def test_pages_to_read(visit: Callable[..., Visitor], house: House) -> None:
    reader = visit(size=PHONE)
    reader.page.goto("/rules/nz-pontoon")
    assert _fits(reader)
    reader.page.fill("#search", "split aces")
    expect(reader.page.locator("#found")).to_have_text(re.compile(r"^\d+ of 188 clauses$"))
    found = reader.page.locator(".one-clause:visible")
    assert all("split" in text.lower() for text in found.all_text_contents())
    assert violations(reader.page) == []
    reader.page.goto("/rules/nz-pontoon/with/nsw-pinkjack-2016")
    expect(reader.page.get_by_role("row", name=re.compile("^boxes"))).to_contain_text("9")
    assert _fits(reader)
    reader.page.evaluate(
        "document.querySelectorAll('.compared tbody:nth-of-type(n+4)').forEach(e => e.remove())"
    )  # what is there a hundred times is looked at once
    assert violations(reader.page) == []


def test_pages_of_a_player(visit: Callable[..., Visitor], house: House) -> None:
    table = house.table(perfect_pairs="5")
    player = visit(size=PHONE)
    player.sign_up("Page Turner")
    player.page.goto("/history")
    assert violations(player.page) == []
    player.sit(table, cut=False)
    assert violations(player.page) == []
    player.cut()
    house.rig(table, "8s Ad 8h Kc")
    player.press("go")
    expect(player.button("insure-4")).to_be_visible()
    assert violations(player.page) == []
    player.play_out()
    assert violations(player.page) == []
    assert _fits(player)
    player.page.locator(".payment").first.click()
    expect(player.page.locator(".why-clause")).to_be_visible()
    assert violations(player.page) == []
    for path in ("/history", f"/history/{table}/1", f"/shoes/{table}", "/account"):
        player.page.goto(path)
        assert violations(player.page) == [], path
        assert _fits(player), f"{path} is wider than a phone"


def test_pages_of_a_tournament_manager(
    visit: Callable[..., Visitor], house: House, owner: Member, clock: Clock
) -> None:
    tournament, _ = play_session(house, owner, clock, "pages", "Uma", "Vic")
    manager = visit(size=PHONE)
    manager.be(tournament.manager)
    for path, shown in (
        ("/tournaments/new", "#checklist li"),
        ("/tournaments/pages/desk", "[data-session='1'] [data-seat]"),
        ("/tournaments/pages/desk/conditions", "#checklist li"),
    ):
        manager.page.goto(path)
        manager.page.locator(shown).first.wait_for()
        assert violations(manager.page) == [], path
        assert _fits(manager), f"{path} is wider than a phone"


def _fits(visitor: Visitor) -> bool:
    return bool(
        visitor.page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )
