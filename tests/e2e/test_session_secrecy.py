"""What a sealed wager says reaches no other browser before its round has ended."""

import pytest
from playwright.sync_api import expect

from e2e.session_visits import Game, Traffic, Visit
from e2e.tournament_visits import play_session
from e2e.visiting import Clock, House, Visitor
from web.server import Member

SEALED = 137_00
"""An amount that no other wager, limit or payment of the round comes to."""
S65 = "nsw-pontoon-6to5-2017"


@pytest.mark.clause(S65, "20.8.2.1", "20.8.2.6")
def test_a_sealed_amount_is_in_no_other_browser_until_the_round_has_ended(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    tournament, table = play_session(
        house, owner, clock, "sealed", "Ann", "Bob", dealt_by="dealer with virtual shoe"
    )
    game = Game(house, tournament, table)
    dealer, watcher, stranger = visit(), visit(), visit()
    dora = house.server.staff(owner, "Dora", "dealer")
    gus = house.server.staff(owner, "Gus", "Gaming Supervisor")
    dealer.be(dora)
    watcher.be(house.server.player("Wes"))
    heard = {"dealer": Traffic(dealer), "watcher": Traffic(watcher), "stranger": Traffic(stranger)}
    for visitor in (dealer, watcher, stranger):
        visitor.page.goto(f"/tables/{table}")
    dealer.press("seat-dealer")
    game.step(dealer.page, lambda: dealer.press("next-step"))
    first, second = game.sit_all(visit)
    heard["player"] = Traffic(second)
    own = Traffic(first)
    for visitor in (first, second):
        visitor.page.reload()
        expect(visitor.page.locator(".session-round")).to_be_visible()
    for _ in range(2):  # the cutting card goes in, the first card is burned
        game.step(dealer.page, lambda: dealer.press("next-step"))
    game.rig("Kc 9d 7h Kd 9h Ks")
    first.press("form")
    first.button("sealed").fill("137")
    game.step(first.page, lambda: first.press("hand-in"))
    examined = {"do": "examine-form", "player": game.names[0]}
    answer = gus.http.post(f"/api/tables/{table}/commands", json=examined)
    assert answer.status_code == 200
    game.step(second.page, lambda: second.press("go"))
    _look_around(heard, game, dealer, second, watcher, stranger)
    game.step(dealer.page, lambda: dealer.press("close-bets"))
    while house.state(table).table.phase == "dealing":
        game.step(dealer.page, lambda: dealer.press("next-step"))
    _look_around(heard, game, dealer, second, watcher, stranger)
    assert own.mentions(SEALED)  # the player who wrote it reads it
    _finish(game, dealer)
    for visitor in (second, watcher, dealer):
        expect(visitor.page.locator(".opened-forms")).to_contain_text("$137")
    assert heard["player"].mentions(SEALED)
    assert heard["dealer"].mentions(SEALED)


def _look_around(heard: dict[str, Traffic], game: Game, *visitors: Visitor) -> None:
    """Read whatever a browser can ask for, and find the amount nowhere."""
    paths = (
        f"/api/tables/{game.table}",
        f"/tables/{game.table}",
        f"/tables/{game.table}/desk",
        f"/api/tournaments/{game.tournament.name}",
    )
    for visitor in visitors:
        visitor.page.evaluate(
            "async paths => { for (const path of paths) await (await fetch(path)).text(); }", paths
        )
    found = {who: traffic.mentions(SEALED) for who, traffic in heard.items()}
    assert not any(found.values()), found
    assert all(list(traffic.heard()) for traffic in heard.values())


def _finish(game: Game, dealer: Visitor) -> None:
    """Let players stand and the dealer deal until the forms are opened."""
    while game.house.state(game.table).table.phase != "over":
        state = game.house.state(game.table).table
        turn = state.turn()
        if state.phase == "offers":
            game.step(dealer.page, lambda: dealer.press("close-offers"))
        elif state.phase == "playing" and turn is not None and turn[0].controller:
            _stand(game, game.visitors[turn[0].controller])
        else:
            game.step(dealer.page, lambda: dealer.press("next-step"))


def _stand(game: Game, player: Visitor) -> None:
    game.step(player.page, lambda: player.press("stand"))
