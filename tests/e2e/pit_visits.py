"""The pit for tests: who is in it, a part of a table opened there, and tables where something goes on."""

from collections.abc import Callable

from playwright.sync_api import Locator

from e2e.visiting import House, Visitor
from houserules.floor.tables.settings import Setting
from web.server import Live, Member

Visit = Callable[..., Visitor]


def in_the_pit(visit: Visit, member: Member, **how: object) -> Visitor:
    """Let a member of staff come into the pit."""
    visitor = visit(**how)
    visitor.be(member)
    visitor.page.goto("/pit")
    return visitor


def part_of(visitor: Visitor, table: str, part: str) -> Locator:
    """Open a part of a table from the pit."""
    visitor.page.locator(f"[data-open='{table}']").click()
    sheet = visitor.page.locator("dialog[open]")
    sheet.locator(f"[data-part='{part}']").click()
    return sheet


def alert_in(visitor: Visitor, text: str) -> Locator:
    """Return an alert by its words."""
    return visitor.page.locator(".alert", has_text=text)


def player_at(house: House, table: str, handle: str, seat: int = 1) -> Live:
    """Let somebody sit down without a browser."""
    live = house.server.player(handle).live(table)
    live.hear()
    live.done("take-seat", seat=seat, amount=500_00)
    return live


def real_cards(house: House, owner: Member, table: str, **seats: int) -> tuple[Live, list[Live]]:
    """Set up a table with a real shoe that is ready; gives the dealer and the players by their seats."""
    server = house.server
    server.set_up(
        Setting(table, f"Real {table}", "nsw-pontoon-2024", dealt_by="dealer with real shoe")
    )
    dealer = server.staff(owner, f"Dealer {table}", "dealer").live(table)
    dealer.hear()
    dealer.done("seat-dealer")
    players = [player_at(house, table, name, seat) for name, seat in seats.items()]
    dealer.done("check-cards", with_device=False)
    dealer.done("shuffle-cards", commitment=None, by_hand_too=False)
    players[0].done("cut-cards", depth=None)
    dealer.done("place-cutting-card", behind=None)
    dealer.done("burn-card")
    for player, box in zip(players, seats.values(), strict=True):
        player.done("place-wager", box=box, amount=25_00, seated=True)
    return dealer, players
