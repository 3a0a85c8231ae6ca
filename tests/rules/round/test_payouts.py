"""Each line of the payout table by itself: lines that pay alike are told apart by varying one."""

import pytest

from game_table import NZ, S24, S65, GameTable, assert_refused
from houserules.core.cards import cards
from houserules.core.money import Odds
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import vary
from houserules.table import commands as c
from houserules.table.round.payouts import pays_21

LINES = {
    "five_card_21_pays": "2s 3s 4s 5s 7s",
    "mixed_678_pays": "8s 6h 7s",
    "mixed_777_pays": "7s 7h 7s",
    "six_card_21_pays": "2s 2h 3s 4s 4h 6s",
    "suited_678_pays": "7h 6h 8h",
    "suited_777_pays": "7c 7c 7c",
    "seven_card_21_pays": "2s 2h 2d 3s 3h 4s 5s",
    "spades_678_pays": "6s 7s 8s",
    "spades_777_pays": "7s 7s 7s",
    "twenty_one_pays": "9s 7s 5s",
}


@pytest.mark.clause(S24, "11.4", "11.5")
@pytest.mark.clause(S65, "10.4", "10.5")
@pytest.mark.clause(NZ, "11.1")
@pytest.mark.parametrize("name", [S24, S65, NZ])
@pytest.mark.parametrize("key", LINES)
def test_each_line_of_the_table_pays_its_own_odds(name: str, key: str) -> None:
    varied = vary(rulebook(name), key, "99 to 1")
    for line, hand in LINES.items():
        paid = pays_21(varied, cards(hand)).value
        assert (paid == Odds(99, 1)) == (line == key), (line, paid)


def test_eight_cards_pay_as_seven() -> None:
    rules = rulebook(S24)
    assert pays_21(rules, cards("2s 2h 2d 2c 3s 3h 3d 4s")).value == Odds(3, 1)
    assert pays_21(rules, cards("As Ks")).value == Odds(1, 1)
    assert pays_21(rules, cards("9s 6s 2s 4s")).value == Odds(1, 1)


def test_where_aces_may_be_split_once_the_refusal_says_so() -> None:
    game = GameTable(NZ)
    game.rules = vary(game.rules, "split_aces_get_one_card", raw=False)
    game.bet((1, "ann", "20"))
    game.deal("As 6h Ad")
    game.do(c.Split("ann", 1, 1))
    game.deal("Ac")
    assert_refused(game.say(c.Split("ann", 1, 1)), "split.aces", "13.4(b)")
    game.do(c.Hit("ann", 1, 1))
