"""A lost connection: the page says so, comes back by itself and shows exactly the state of the table."""

import json
from collections.abc import Callable

from playwright.sync_api import WebSocketRoute, expect

from e2e.visiting import House, Visitor

BOX = 4
_HAS_WAGER = """async table => {
    const answer = await fetch(`/api/tables/${table}`);
    return (await answer.json()).table.boxes.length > 0;
}"""


def lose(ann: Visitor, house: House) -> None:
    """Cut the connection; the page says so, and it is back when the banner is gone."""
    ann.page.evaluate(
        "window.lost = new Promise(resolve => new MutationObserver(() => resolve())"
        ".observe(document.querySelector('#link'), {attributes: true})); null"
    )
    house.cut_connections()
    ann.page.evaluate("window.lost")
    expect(ann.page.locator("#link")).to_be_hidden()
    expect(ann.page.locator("body.is-offline")).to_have_count(0)


def same(ann: Visitor, house: House, table: str) -> None:
    """What lies on the screen is what the house has."""
    table_state = house.state(table).table
    assert ann.cards(0) == [str(card) for card in table_state.dealer]
    for box in table_state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            assert ann.cards(box.number, number) == [str(card) for card in hand.cards]
    expect(ann.page.locator(".purse b")).to_have_text(
        f"${table_state.racks[_me(ann)] / 100:,.2f}".removesuffix(".00")
    )


def _me(ann: Visitor) -> str:
    info: str = (
        ann.page.locator("#info").inner_text() or ann.page.locator("#info").text_content() or ""
    )
    return str(json.loads(info)["me"])


def test_every_phase_survives(visit: Callable[..., Visitor], house: House) -> None:
    table = house.table()
    ann = visit()
    ann.be_guest()
    ann.sit(table, cut=False)
    lose(ann, house)  # while the cut is offered
    ann.cut()
    house.rig(table, "5s Ad 4h 9c 3c 5d 2h")
    ann.box(BOX).locator(".spot").click()
    expect(ann.box(BOX).locator(".plate")).to_contain_text("$25")
    lose(ann, house)  # betting
    same(ann, house, table)
    ann.press("go")
    expect(ann.button("insure-4")).to_be_visible()
    lose(ann, house)  # offers
    same(ann, house, table)
    ann.press("go")
    expect(ann.button("double")).to_be_visible()
    lose(ann, house)  # playing
    same(ann, house, table)
    ann.press("double")
    expect(ann.button("yes")).to_be_visible()
    lose(ann, house)  # a question
    same(ann, house, table)
    ann.press("no")
    expect(ann.button("change")).to_be_visible()
    lose(ann, house)  # over
    same(ann, house, table)
    expect(ann.page.locator(".payment.mine")).not_to_have_count(0)


def test_what_happens_meanwhile_is_there_afterwards(
    visit: Callable[..., Visitor], house: House
) -> None:
    """The page misses updates and comes back with its position; and a command is carried out once."""
    table = house.table()
    ann = visit()
    ann.be_guest()
    routes: list[WebSocketRoute] = []
    deaf = {"now": False}

    def between(route: WebSocketRoute) -> None:
        routes.append(route)
        server = route.connect_to_server()
        route.on_message(server.send)
        server.on_message(lambda text: None if deaf["now"] else route.send(text))

    ann.page.route_web_socket("**/live**", between)
    ann.sit(table)
    deaf["now"] = True  # the command arrives, its answer and its update do not
    ann.box(BOX).locator(".spot").click()
    ann.page.wait_for_function(_HAS_WAGER, arg=table)
    deaf["now"] = False
    routes[-1].close(code=1012)
    expect(ann.box(BOX).locator(".plate")).to_contain_text("$25")
    (box,) = house.state(table).table.boxes
    assert [each.placed for each in box.bettors] == [25_00]
    assert len(routes) == 2 and "after=" in routes[1].url
