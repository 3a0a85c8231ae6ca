"""Take the pictures of the main pages that README and docs show.

PYTHONPATH=tests python -m tools.screenshots     a server in memory, chosen cards, Debian's Chromium
"""

import shutil
from io import BytesIO
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

from e2e.tournament_visits import publish
from e2e.visiting import PHONE, Clock, House, Visitor
from houserules.floor.tables.settings import Setting
from tools.clause_table import ROOT
from web.promotions import give, start_promotion
from web.server import Member, Server

IMAGES: Final = ROOT / "docs/images"
WIDE: Final = {"width": 1280, "height": 740}
TALL: Final = {"width": 1280, "height": 1180}
PATIENCE: Final = 120_000  # milliseconds: the first odds are computed while one waits
ROUNDS: Final = (  # cards of the rounds before the one that is shown
    *("9s 6d 9h Kc 5d", "Ks 6d 9h Kc 7d", "As 9d Kh 8c", "9s 7d 8h Kc 5d"),
    *("Js 6d 9h Kc 9d", "Ks 5d Qh Kc 8d", "9s 8d 8h Kc", "Ks 6d Qh Jc 8d"),
)


class Studio:
    """A house, a browser, and where the pictures go."""

    def __init__(self, browser: Browser, house: House, clock: Clock) -> None:
        self.browser, self.house, self.clock = browser, house, clock
        self.owner = house.server.the_owner()

    def visitor(self, member: Member | None = None, path: str = "/", **how: Any) -> Visitor:
        """Let somebody come to a page with a browser of their own."""
        visitor = Visitor(self.browser, self.house, **{"size": WIDE, **how})
        if member is not None:
            visitor.be(member)
        visitor.page.goto(path)
        return visitor

    def take(self, visitor: Visitor, name: str) -> None:
        """Keep what is on the screen, in few colours: a file stays below 300 kB."""
        shown = Image.open(BytesIO(visitor.page.screenshot())).convert("RGB")
        few = shown.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        IMAGES.mkdir(exist_ok=True)
        file = IMAGES / f"{name}.png"
        few.save(file, optimize=True)
        print(f"{file.relative_to(ROOT)}  {file.stat().st_size // 1000} kB")


def reading(studio: Studio) -> None:
    """Pages for everybody: the floor, two rulebooks side by side."""
    reader = studio.visitor()
    studio.take(reader, "floor")
    reader.page.goto("/rules/nz-pontoon/with/nsw-pinkjack-2016")
    studio.take(reader, "side-by-side")


def playing(studio: Studio) -> None:
    """A player's evening: rounds, a split with a back-bettor, its replay, the history; and on a phone."""
    ann, bob = studio.visitor(), studio.visitor(size=PHONE, scheme="dark")
    ann.sign_up("Ann")
    bob.sign_up("Bob")
    table = studio.house.table(perfect_pairs="5")
    ann.sit(table)
    for cards in ROUNDS:
        studio.house.rig(table, cards)
        ann.press("go")
        ann.play_out()
        ann.press("change")
        expect(ann.page.locator(".cloth .card")).to_have_count(0)
    bob.stand_behind(table)
    studio.house.rig(table, "8s 6d 8h 3c Kd Qc 5h 9s")
    bob.box(4).locator(".spot").click()
    expect(ann.box(4).locator(".plate")).to_contain_text("Bob")
    ann.press("go")
    expect(bob.page.locator("#log")).to_contain_text("Ann places $25")
    bob.press("go")
    ann.press("split")
    bob.press("yes")
    expect(ann.box(4).locator(".hand")).to_have_count(2)
    studio.take(ann, "table")
    ann.press("hit")
    ann.press("stand")
    expect(bob.page.locator(".payment.mine")).to_have_count(2)
    studio.take(bob, "table-phone")
    expect(ann.button("change")).to_be_visible()
    ann.page.goto("/history")
    expect(ann.page.locator(".plot svg")).to_be_visible()
    studio.take(ann, "history")
    ann.page.locator(".round a").first.click()
    expect(ann.page.locator("#step")).to_contain_text("Step")
    for _ in range(4):
        ann.page.click("#back")
    studio.take(ann, "replay")


def odds(studio: Studio) -> None:
    """The odds page with a rule changed."""
    reader = studio.visitor(path="/odds")
    page = reader.page
    page.select_option("#switch-pontoon_pays", "6 to 5", timeout=PATIENCE)
    expect(page.locator("#headline")).to_contain_text("more for the house", timeout=PATIENCE)
    studio.take(reader, "odds")


def staff(studio: Studio) -> None:
    """Those who work here: the dealer's console, the pit, inspection."""
    server, owner = studio.house.server, studio.owner
    setting = Setting("real", "Real cards", "nsw-pontoon-2024", dealt_by="dealer with real shoe")
    server.set_up(setting)
    dealer = studio.visitor(server.staff(owner, "Dora", "dealer"), "/tables/real")
    dealer.press("seat-dealer")
    live = server.player("Cleo").live("real")
    live.hear()
    live.done("take-seat", seat=4, amount=200_00)
    dealer.press("check-cards")
    dealer.press("shuffle-cards")
    expect(dealer.page.locator(".status")).to_have_text("Offer the cut to a player.")
    live.done("cut-cards", depth=None)
    dealer.press("place-cutting-card")
    dealer.press("burn-card")
    live.done("place-wager", box=4, amount=25_00, seated=True)
    dealer.press("close-bets")
    expect(dealer.page.locator(".next-place b")).to_have_text("box 4")
    studio.take(dealer, "dealer")
    pit = studio.visitor(server.staff(owner, "Mae", "Gaming Manager"), "/pit")
    expect(pit.page.locator("[data-open='real']")).to_be_visible()
    studio.take(pit, "pit")
    inspection = studio.visitor(server.staff(owner, "Ines", "inspector"), "/inspection")
    inspection.page.click("#verify")
    expect(inspection.page.locator("#verified .verdict")).to_be_visible()
    studio.take(inspection, "inspection")


def tournaments(studio: Studio) -> None:
    """The Tournament Manager: conditions that lack an item, and the desk between two sessions."""
    manager = studio.house.server.staff(studio.owner, "Tess", "Tournament Manager")
    editor = studio.visitor(manager, "/tournaments/new")
    expect(editor.page.locator("#checklist li")).to_have_count(13)
    editor.page.get_by_label("Entry fee, dollars").fill("")
    expect(editor.page.locator("#checked")).to_contain_text("Not yet: Entry fee, Prizes.")
    studio.take(editor, "tournament-new")
    heats = {"name": "Heats", "kind": "heats", "rounds": 10, "tables": 2, "players_per_table": 7}
    final = {"name": "Final", "kind": "final", "rounds": 10, "tables": 1, "players_per_table": 7}
    cup = publish(
        studio.house,
        studio.owner,
        studio.clock,
        "spring",
        stages=[{**heats, "advance": 1}, final],
        entry__minimum=8,
        entry__maximum=12,
        chips__method="bought",
        chips__price="20",
    )
    cup.enter("Anna", "Ben", "Chloe", "Dan", "Ella", "Finn", "Grace", "Hugo")
    cup.draw(cup.table("spring-1"), cup.table("spring-2"))
    ready = [seat["player"] for seat in cup.sessions()[0]["seats"]]
    ready += [seat["player"] for seat in cup.sessions()[1]["seats"]][:2]
    for player in ready:
        cup.give(cup.players[player], "pay-buy-in")
    cup.start(1)
    cup.give(cup.players["Grace"], "raise-entry-dispute", about="I paid the fee twice.")
    desk = studio.visitor(cup.manager, "/tournaments/spring/desk", size=TALL)
    expect(desk.page.locator("[data-session='1']")).to_contain_text("Being played")
    studio.take(desk, "tournament-desk")


def promotions(studio: Studio) -> None:
    """The Gaming Manager: terms that lack a car's details, and the desk after the first draw."""
    manager = studio.house.server.staff(studio.owner, "Max", "Gaming Manager")
    editor = studio.visitor(manager, "/promotions/new", size=TALL)
    editor.page.get_by_label("Name", exact=True).first.fill("Spring draw")
    editor.page.get_by_label("Who may take part", exact=True).fill("Players of legal age")
    editor.page.locator("#prize-0-kind").select_option("vehicle")
    expect(editor.page.locator("#checked")).to_contain_text("2 of 12")
    editor.page.evaluate("document.querySelector('#item-8').scrollIntoView()")
    studio.take(editor, "promotion-new")
    start_promotion(studio.house.server, manager, "spring")
    for player in ("Anna", "Ben", "Chloe"):
        give(manager, "spring", "add-entries", player=player, entries=2, reason="By the terms")
    claim = {"player": "Dan", "prize": 0, "name": "Dan Dare", "address": "1 Pitt St"}
    give(manager, "spring", "claim-prize", **claim)
    give(manager, "spring", "raise-promotion-dispute", player="Ben", about="My third entry")
    give(manager, "spring", "doubt-integrity", says="A box of coupons was left open.")
    desk = studio.visitor(manager, "/promotions/spring/desk", size=TALL)
    expect(desk.page.locator("[data-doubt='1']")).to_contain_text("Inspector not told")
    studio.take(desk, "promotion-desk")


def main() -> None:
    """Take all pictures."""
    clock = Clock()
    with Server(now=clock) as server, sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        found = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=found, args=arguments)
        studio = Studio(browser, House(server), clock)
        for scene in (reading, playing, staff, tournaments, promotions, odds):
            scene(studio)
        browser.close()


if __name__ == "__main__":
    main()
