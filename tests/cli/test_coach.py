"""`houserules coach`: what every action is worth with these cards."""

import pytest

from cli.numbers import data, page, refused, squeezed
from houserules.cli.render.coach import read_known
from houserules.core.cards import card, cards, show
from houserules.core.money import cents
from houserules.odds.coach import advise
from houserules.odds.game import game_of
from houserules.odds.solved_game import solve
from houserules.odds.solver.shoe import ShoeError, full_shoe
from houserules.odds.strategy import strategy_rows
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import vary

S24, S65, NZ, PJ = RULEBOOKS
DECKS = ("--decks", "2")


def test_the_object_has_the_value_of_every_action() -> None:
    seen = "5s 5h 6d"
    found = data("coach", S24, "8s 8d", "Kd", "--seen", seen, "--wager", "10", *DECKS)
    assert list(found) == [
        *("rulebook", "decks", "wager", "options", "hand", "upcard", "seen", "split"),
        *("best", "values", "software"),
    ]
    rules = vary(rulebook(S24), "decks", 2)
    expected = advise(rules, cards("8s 8d"), card("Kd"), seen=cards(seen), wager=cents("10"))
    assert (found["best"], found["values"]) == (expected.best, expected.values)
    assert (found["hand"], found["upcard"], found["seen"]) == ("8s 8d", "Kd", seen)
    assert found["best"] == "split" and found["wager"] == "10.00"


def test_the_page_puts_the_best_first_and_says_what_the_others_cost() -> None:
    text = page("coach", S24, "8s 8d", "7h", *DECKS)
    lines = text[text.index("Action") :].splitlines()
    assert lines[1].split()[0] == "split" and lines[1].split()[2] == "0.000000"
    costs = [float(line.split()[2]) for line in lines[1:-1]]
    assert costs == sorted(costs) and len(costs) == 4
    assert lines[-1] == "Not allowed here: surrender"


def test_suits_that_are_not_given_are_mixed_and_said_to_be_ours() -> None:
    text = squeezed(page("coach", S24, "7 8", "2", *DECKS))
    assert "Missing suits were chosen for you" in text
    assert "ours" not in page("coach", S24, "7s 8s", "2s", *DECKS)
    known = read_known(
        full_shoe(game_of(rulebook(S24), 2500)), hand="7 8s 10", upcard="10", seen=""
    )
    assert (show(known.hand), str(known.upcard)) == ("7h 8s Kc", "Ks")
    one_deck = full_shoe(game_of(vary(rulebook(PJ), "decks", 1), 2500))
    known = read_known(one_deck, hand="A J", upcard="A", seen="A A")
    assert sorted(map(str, (known.hand[0], known.upcard, *known.seen))) == ["Ac", "Ad", "Ah", "As"]
    with pytest.raises(ShoeError, match="there is no A left"):
        read_known(one_deck, hand="A J", upcard="A", seen="A A A")


def test_a_split_hand_is_told_from_one_that_is_not() -> None:
    text = squeezed(page("coach", S24, "8 3", "6", "--split", "2", *DECKS))
    assert "(one of 2 hands)" in text
    alone = data("coach", S24, "8s 3h", "6s", *DECKS)["values"]
    assert data("coach", S24, "8s 3h", "6s", "--split", "2", *DECKS)["values"] != alone


@pytest.mark.parametrize("name", [NZ, PJ])
def test_a_split_pair_that_may_be_split_again_is_valued_as_in_the_strategy(name: str) -> None:
    source = {"card": "3", "hands": 2}
    (row,) = (
        row
        for row in strategy_rows(solve(vary(rulebook(name), "decks", 2)))["hands"]
        if (row["cards"], row["upcard"], row["split_from"]) == ("3 3", "A", source)
    )
    values = data("coach", name, "3s 3h", "As", "--split", "2", *DECKS)["values"]
    assert values["split"] == pytest.approx(row["values"]["split"], abs=1e-12)


def test_settings_count() -> None:
    given = ("coach", S24, "8s 3h", "6s", *DECKS)
    assert data(*given, "--set", "double_most_cards=0")["values"]["double"] is None
    assert data(*given)["best"] == "double"


def test_where_nothing_is_left_to_decide_it_says_so() -> None:
    assert "nothing left to decide" in page("coach", S24, "As Kd", "7h", *DECKS)
    assert data("coach", S24, "As Kd", "7h", *DECKS)["best"] is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nonsense", "8 8", "7"), "no rulebook"),
        ((S24, "8 x", "7"), "'X' is not a card"),
        ((S24, "8", "7"), "give two or more cards"),
        ((S24, "", "7"), "give two or more cards"),
        ((S24, "8 8", "7 7"), "give the dealer's one upcard"),
        ((S24, "8 8", ""), "give the dealer's one upcard"),
        ((S24, "K K K", "7"), "totalling 21 or less"),
        ((S24, "Ts 8s", "7"), "this game is played without tens"),
        ((S24, "8s 8s", "8s", "--decks", "1"), "there is no 8s left"),
        ((S24, "8 8", "7", "--split", "5"), "makes no 5 hands"),
        ((S24, "8 8", "7", "--seen", "8x"), "is not a card"),
        ((S24, "8 8", "7", "--set", "nonsense=1"), "you can set"),
    ],
)
def test_what_is_impossible_is_refused(arguments: tuple[str, ...], said: str) -> None:
    assert said in refused("coach", *arguments)
