"""While cards are not ready, the next step is named and listed, and there is always one."""

import random
from collections.abc import Iterator

import pytest

from game_table import ALL, NSW, NZ, S24, assert_refused
from houserules.core.people import Person
from houserules.shoe.state import Step
from houserules.table import commands as c
from houserules.table.cards import commands as k
from houserules.table.cards import commands as r
from houserules.table.legal import legal, with_amount, with_card
from houserules.table.state import changed
from repetitions import repetitions
from rules.cards.shoe_table import AUTOMATIC, DEVICE, GAME_SUPERVISOR, ShoeTable
from seated_table import DEALER, NOW, SUPERVISOR

SAYS: dict[Step, str] = {
    "check": "checks the red set next",
    "spread": "the dealer spreads the red set next",
    "wash": "the dealer washes the red set next",
    "stack": "the dealer stacks the red set next",
    "riffle": "the dealer riffles the red set next",
    "shuffle": "the dealer shuffles the red set next",
    "cut": "ann is offered the cut",
    "cutting card": "the dealer places the cutting card next",
    "burn": "the dealer burns the first card next",
}


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("virtual", [True, False])
def test_the_next_step_is_named_and_listed(name: str, *, virtual: bool) -> None:
    game = ShoeTable(name).sit(ann=1).open(virtual=virtual).wager((1, "ann"))
    while game.due:
        answer = game.say(c.CloseBets())
        assert answer is not None and answer.code == "cards.not-ready"
        assert SAYS[game.due[0]] in answer.detail
        listed = [each for each in legal(game.rules, game.table) if _is_step(each.command)]
        assert listed and not any(isinstance(o.command, c.CloseBets) for o in listed)
        due = game.due
        game.do(listed[0].command)
        assert game.due == due[1:]
    game.do(c.CloseBets())


def _is_step(command: c.Command) -> bool:
    return type(command).__module__.startswith("houserules.table.cards")


@pytest.mark.parametrize("name", ALL)
def test_who_cuts_for_the_players_is_named(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).open().until("cut").wager((1, "ann"))
    game.do(k.DeclineCut("ann"))
    answer = game.say(c.CloseBets())
    who = "a dealer" if name == NZ else "a Gaming Supervisor"
    assert answer and answer.detail.endswith(f"all players were asked, so {who} cuts.")


def test_new_zealand_says_whose_check_is_missing() -> None:
    for first, other in ((DEALER, "the game supervisor"), (GAME_SUPERVISOR, "the dealer")):
        game = ShoeTable(NZ).open().sit(ann=1).wager((1, "ann"))
        answer = game.say(c.CloseBets())
        assert answer and "the dealer, and independently the game supervisor," in answer.detail
        game.do(k.CheckCards(first, NOW))
        answer = game.say(c.CloseBets())
        assert answer and f"{other} checks the red set next" in answer.detail


def test_a_set_is_loaded() -> None:
    game = ShoeTable(NZ, **AUTOMATIC).open().sit(ann=1).until("load").wager((1, "ann"))
    answer = game.say(c.CloseBets())
    assert_refused(answer, "cards.not-ready", "6.4")
    assert answer and "the dealer loads the red set next" in answer.detail


@pytest.mark.parametrize("name", ALL)
def test_at_a_real_shoe_a_card_or_the_cutting_card_may_come(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready().begin((1, "ann"))
    open_now = [each.kind for each in legal(game.rules, game.table)]
    assert open_now == [k.DrawCuttingCard, c.DealCard]
    game.deal_some(1)
    game.cutting_card()
    assert [each.kind for each in legal(game.rules, game.table)] == [c.DealCard]


@pytest.mark.clause(S24, "18.9")
def test_no_card_is_listed_where_none_is_left() -> None:
    game = ShoeTable(S24).sit(ann=1).ready().begin((1, "ann"))
    assert c.DealCard in [option.kind for option in legal(game.rules, game.table)]
    empty = changed(game.table, source=changed(game.source, left=0))
    assert [option.kind for option in legal(game.rules, empty)] == [k.ShuffleCards]


def reports(by: Person) -> Iterator[c.Command]:
    """Yield everything that staff may report or order about the cards."""
    yield k.OrderShuffle(by, NOW)
    yield k.OrderShuffleAfterVacancy(by, NOW)
    yield k.ReplaceCards(by, NOW)
    yield k.ReplaceCards(by, NOW, pre_shuffled="casino")
    yield k.ApproveRiffle(by, NOW)
    yield k.AskForRiffle("ann")
    yield k.AskToSeeBurnedCard("ann")
    yield k.DrawCuttingCard(DEALER, NOW)
    yield r.ReportExposedCard(by, NOW)
    yield r.ReportNotCut(by, NOW)
    yield r.ReportNotBurned(by, NOW)
    yield r.ReportNotShuffled(by, NOW)
    yield r.ReportNoCuttingCard(by, NOW)
    yield r.ReportDiscardsLeft(by, NOW)
    yield r.ReportBurnedCard(by, NOW)
    yield r.ReportDroppedCards(by, NOW)
    yield r.ReportDamagedCard(by, NOW)


@pytest.mark.clause(S24, "5.1", "18.11", "18.12", "18.14", "18.15", "18.17")
@pytest.mark.clause(NZ, "7.1", "16.8", "16.9", "16.10")
@pytest.mark.parametrize(
    ("name", "options"),
    [*((name, {}) for name in ALL), *((name, DEVICE) for name in NSW)],
)
@pytest.mark.parametrize("virtual", [True, False])
def test_reports_at_random_moments_leave_no_dead_end(
    name: str, options: dict[str, object], *, virtual: bool
) -> None:
    chance = random.Random(f"{name} {options} {virtual}")
    game = ShoeTable(name, decks=6, **options).sit(ann=1, bob=4).open(virtual=virtual)
    done: set[str] = set()
    while game.table.rounds < repetitions(12, 30):
        if chance.random() < 0.15:
            command = chance.choice(list(reports(SUPERVISOR)))
            if game.say(command) is None:
                done.add(type(command).__name__)
        listed = legal(game.rules, game.table)
        assert listed, f"a dead end: {game.due}"
        steps = [each for each in listed if _is_step(each.command)]
        option = chance.choice(steps if steps and chance.random() < 0.8 else listed)
        if option.takes_card:
            game.do(with_card(option, game.card()))
        else:
            game.do(with_amount(option, option.least))
    assert len(done) >= (1 if virtual else 3), done
