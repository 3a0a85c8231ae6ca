"""Pinkjack looks at the A and J of diamonds when a pair is split; later hands go uncollected."""

from functools import cache
from itertools import product
from typing import Any

import pytest

from houserules.core.cards import CARDS, card, cards
from houserules.odds import Chart, SolvedGame, advise, find_chart, solve, strategy_rows
from houserules.odds.fixed_policy import replay
from houserules.odds.solver.first_decision import SPLIT
from houserules.odds.solver.hand_index import ACE, TEN
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import vary
from houserules.sheets.chart_card import card_of
from repetitions import repetitions

PJ = "nsw-pinkjack-2016"
LABELS = {"T T": ("Jd Jd", "Jd", "other"), "A A": ("Ad Ad", "Ad", "other")}


@cache
def solved(**varied: object) -> SolvedGame:
    rules = rulebook(PJ)
    for name, raw in varied.items():
        rules = vary(rules, name, raw)
    return solve(rules)


@cache
def rows() -> list[dict[str, Any]]:
    return strategy_rows(solved())["hands"]


@cache
def chart() -> Chart:
    return find_chart(solved())


@pytest.mark.clause(PJ, "8.1.1")
@pytest.mark.clause(PJ, "11.3.1")
def test_what_a_jack_of_diamonds_is_worth() -> None:
    """Against a four: each J♦ adds two units for each A♦ among the 413 cards that are left."""
    opening = next(o for o in solved(resplit=False).openings if o.against.upcard.name == "4")
    pair = next(pair for pair in opening.pairs if pair.cards == (TEN, TEN))
    worth = {choice.fall.pinks: choice.values for choice in pair.choices if choice.fall}
    assert worth[0][0] == pytest.approx(0.542258, abs=5e-7)
    split = [worth[pinks][SPLIT] for pinks in (0, 1, 2)]
    assert split == pytest.approx([0.536743, 0.575484, 0.614225], abs=5e-7)
    assert split[1] - split[0] == pytest.approx(8 / 413 * (5 - 3), abs=1e-12)


def test_the_edge() -> None:
    """It was published as 0.40458423 %, with tens that nobody looked at."""
    assert solved().house_edge == pytest.approx(0.004005651126, abs=1e-12)
    collected = solved(natural_collects="original-hand")
    assert collected.house_edge == pytest.approx(0.003935881810, abs=1e-12)


@pytest.mark.clause(PJ, "11.3.1")
@pytest.mark.parametrize("pair", LABELS)
def test_rows_name_the_diamonds_of_a_pair_that_may_be_split(pair: str) -> None:
    for upcard in "A23456789T":
        found = [row for row in rows() if (row["upcard"], row["cards"]) == (upcard, pair)]
        by_hands = {}
        for row in found:
            if row["split_from"] is None or row["split_from"]["card"] == pair[0]:
                hands = row["split_from"] and row["split_from"]["hands"]
                by_hands.setdefault(hands, []).append(row["suits"])
        assert by_hands == {None: [*LABELS[pair]], 2: [*LABELS[pair]], 3: [None]}
    others = {row["suits"] for row in rows() if row["cards"] not in LABELS}
    assert others == {None}


def test_what_the_rows_say_of_tens() -> None:
    found = {
        (row["upcard"], row["suits"]): row["best"]
        for row in rows()
        if row["cards"] == "T T" and row["split_from"] is None
    }
    assert {key for key, best in found.items() if best == "split"} == {
        *((upcard, suits) for upcard in "56" for suits in LABELS["T T"]),
        *(("4", "Jd"), ("4", "Jd Jd"), ("3", "Jd Jd")),
    }


@pytest.mark.parametrize("name", [name for name in RULEBOOKS if name != PJ])
def test_no_other_rulebook_looks_at_diamonds(name: str) -> None:
    suits = {row["suits"] for row in strategy_rows(solve(rulebook(name)))["hands"]}
    assert suits == {None, "mixed", "same", "spades"}


@pytest.mark.clause(PJ, "11.3.1")
@pytest.mark.parametrize("decks", repetitions((8,), (1, 2, 6, 8)))
def test_no_other_suit_decides(decks: int) -> None:
    """The suit of an ace or ten-value upcard and the suits of the pair beside it change no decision."""
    rules = vary(rulebook(PJ), "decks", decks)
    for upcard, pair, best in (("As", "KQ", "stand"), ("Ks", "AA", "split"), ("Kd", "AA", "split")):
        for suits in product("sh", "shc"):
            hand = tuple(CARDS[rank + suit] for rank, suit in zip(pair, suits, strict=True))
            if decks > 1 or len({*hand, card(upcard)}) == 3:
                assert advise(rules, hand, card(upcard)).best == best


@pytest.mark.clause(PJ, "8.1.1")
def test_the_coach_says_split() -> None:
    rules = rulebook(PJ)
    assert advise(rules, cards("Jd Kc"), card("4c")).best == "split"
    assert advise(rules, cards("Qd Kc"), card("4c")).best == "stand"
    assert advise(rules, cards("Jd Jd"), card("3c")).best == "split"
    assert advise(rules, cards("Jd Kc"), card("3c")).best == "stand"
    again = advise(rules, cards("Kc Jd"), card("4c"), split=2)
    assert (again.best, advise(rules, cards("Kc Kd"), card("4c"), split=2).best) == (
        "split",
        "stand",
    )


def test_the_coach_knows_the_pinkjack_that_the_hand_leaves() -> None:
    """A dealer's Pinkjack takes the double too (reading 9), and A♦ in the hand is not with the dealer."""
    rules = rulebook(PJ)
    with_it, without = (advise(rules, cards(f"{ace} 6s"), card("Jd")) for ace in ("Ad", "Ac"))
    assert with_it.values["hit"] == without.values["hit"]
    one, other = with_it.values["double"], without.values["double"]
    assert one is not None and other is not None and one > other


def test_the_chart_names_the_exceptions() -> None:
    told = {(row.suits, row.upcard, row.action) for row in chart().suited}
    assert told == {("Jd", "4", "split"), ("Jd Jd", "4", "split"), ("Jd Jd", "3", "split")}
    card = card_of(chart())
    (section,) = (each for each in card.sections if each.title == "Pair with")
    assert [line.label for line in section.lines] == ["J♦ T", "J♦ J♦"]
    codes = ["".join(square.code for square in line.squares) for line in section.lines]
    assert codes == ["··PPP·····", "·PPPP·····"]
    assert card.notes == (
        "T T with a J♦: split against 4 (it may become a Pinkjack).",
        "T T with two J♦: split against 3 and 4 (it may become a Pinkjack).",
    )
    assert not card_of(find_chart(solve(rulebook("nsw-pontoon-2024")))).notes


def test_the_chart_is_worth_little_less() -> None:
    assert 0 < chart().cost < 2e-4
    assert chart().house_edge == pytest.approx(solved().house_edge + chart().cost, abs=1e-15)


def test_play_by_diamonds_is_taken_over() -> None:
    again = replay(solved(), solved().shoe)
    assert again.house_edge == pytest.approx(solved().house_edge, abs=1e-14)


@pytest.mark.parametrize("name", ["nsw-pontoon-2024", PJ])
def test_later_hands_have_rows_of_their_own_where_nothing_is_collected(name: str) -> None:
    """Only against an ace or a ten-value card, and only under the option (reading 6)."""
    changed = strategy_rows(solve(vary(rulebook(name), "natural_collects", "original-hand")))
    later = [row for row in changed["hands"] if row["split_from"] and "later" in row["split_from"]]
    assert {row["upcard"] for row in later} == {"A", "T"}
    plain = strategy_rows(solve(rulebook(name)))
    assert not any(row["split_from"] and "later" in row["split_from"] for row in plain["hands"])
    best = {_key(row, hands=row["split_from"]["hands"]): row for row in later}
    first = {
        _key(row, hands=row["split_from"]["hands"]): row
        for row in changed["hands"]
        if row["split_from"] and "later" not in row["split_from"] and row["upcard"] in "AT"
    }
    assert best.keys() == first.keys()
    stands = [key for key, row in best.items() if row["values"]["stand"] is not None]
    assert all(best[k]["values"]["stand"] >= first[k]["values"]["stand"] for k in stands)
    assert any(row["best"] != first[key]["best"] for key, row in best.items())


def _key(row: dict[str, Any], *, hands: int) -> tuple[object, ...]:
    return row["upcard"], row["cards"], row["suits"], row["split_from"]["card"], hands


def test_aces_are_worth_more_with_diamonds() -> None:
    for opening in solved().openings:
        pair = next(pair for pair in opening.pairs if pair.cards == (ACE, ACE))
        by_pinks = sorted((each.fall.pinks, each.value) for each in pair.choices if each.fall)
        values = [value for _, value in by_pinks]
        assert len(values) == 3 and values == sorted(values)
        assert {each.action for each in pair.choices} == {SPLIT}
