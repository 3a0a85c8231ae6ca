"""A whole tournament in the browser: seven people, two tables, a play-off, the final, the prizes."""

from playwright.sync_api import expect

from e2e.session_visits import Game, Visit
from e2e.tournament_visits import Tournament, publish
from e2e.visiting import Clock, House, Visitor
from web.server import Member

PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve", "Flo", "Gil")
STAGES = [
    {"name": "Heats", "kind": "heats", "rounds": 1, "tables": 2, "players_per_table": 4, "advance": 1},
    {"name": "Final", "kind": "final", "rounds": 1, "tables": 1, "players_per_table": 2},
]  # fmt: skip
WINS = "Kc 7h Kd Qc"
"""A hand of 20 for the one box that plays, against 17."""


def test_seven_people_play_a_tournament_with_a_play_off_and_a_final(
    visit: Visit, house: House, owner: Member, clock: Clock
) -> None:
    tournament = publish(
        house, owner, clock, "whole",
        stages=STAGES, entry__maximum=8, entry__minimum=7, prizes__guarantee_entries=8,
        play__order_of_wagering=False, play__undisclosed_wagers=0,
    )  # fmt: skip
    tournament.enter(*PLAYERS)
    tables = [tournament.table(f"whole-{number}") for number in (1, 2)]
    tournament.draw(*tables)
    people = {name: visit() for name in PLAYERS}
    for name, visitor in people.items():
        visitor.be(tournament.players[name])

    first = Game(house, tournament, tournament.start(1))
    _all_pass(first, people)
    tied = first.names
    for visitor in first.visitors.values():
        expect(visitor.page.locator(".session-result .outcome")).to_contain_text("You play off")
    _free_the_table(first)
    second = Game(house, tournament, tournament.start(2))
    other = _one_wins(second, people)
    expect(people[other].page.locator(".session-result .outcome")).to_contain_text("You go on.")
    _free_the_table(second)

    starts = clock() // 1000 + 60
    tournament.give(
        tournament.manager, "call-play-off", session=1, table=first.table, starts=starts
    )
    play_off = Game(house, tournament, tournament.start(3))
    assert play_off.names == tied
    winner = _one_wins(play_off, people, "Play-off, round 1")
    expect(people[winner].page.locator(".session-result .outcome")).to_contain_text("You go on.")
    _free_the_table(play_off)

    tournament.draw_stage(by=winner)
    final = Game(house, tournament, tournament.start(4))
    assert set(final.names) == {winner, other}
    champion = _one_wins(final, people)
    mine = people[champion].page
    expect(mine.locator(".session-result .outcome")).to_contain_text("You have 1st place")
    _free_the_table(final)
    _pay_prizes(tournament)
    mine.get_by_role("link", name="To the tournament").click()
    expect(mine.get_by_role("heading", level=1)).to_contain_text("The Whole Cup")
    expect(mine.locator("main")).to_contain_text(champion)


def _all_pass(game: Game, people: dict[str, Visitor]) -> None:
    """Let everybody play a pass card: nobody is dealt a card, and all share the first place."""
    for visitor in game.seat(people):
        visitor.press("pass")


def _one_wins(game: Game, people: dict[str, Visitor], round_: str = "Round 1 of 1") -> str:
    """Let the first player win a wager while the others pass; return that player."""
    first, *others = game.seat(people)
    expect(first.page.locator(".session-round")).to_have_text(round_)
    for visitor in others:
        visitor.press("pass")
        expect(visitor.page.locator(".entry-done")).to_have_text("You have played a pass card.")
    game.rig(WINS)
    first.press("go")
    game.play_out()
    expect(first.page.locator(".outcome")).to_contain_text("You win $25")
    game.next_round()
    expect(first.page.locator(".session-result")).to_be_visible()
    return game.names[0]


def _free_the_table(game: Game) -> None:
    """Let the Tournament Manager end the session; everybody still reads its result."""
    path = f"/api/tables/{game.table}/commands"
    answer = game.tournament.manager.http.post(path, json={"do": "end-session"})
    assert answer.status_code == 200, answer.text
    for visitor in game.visitors.values():
        expect(visitor.page.locator(".plate li")).to_have_count(0)
        expect(visitor.page.locator(".session-result")).to_be_visible()


def _pay_prizes(tournament: Tournament) -> None:
    tournament.give(tournament.manager, "award-prizes")
    for place in (1, 2):
        tournament.give(tournament.manager, "pay-prize", place=place, how="in practice money")
    assert tournament.view()["phase"] == "finished"
