"""Strategies: read from rows, refused where they are wrong, and built in."""

from dataclasses import replace
from typing import Any

import pytest

from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import vary
from houserules.simulator import BoxBettor, FullShoe, game, play_out, rough_chart
from houserules.simulator.cards import hands
from houserules.simulator.decisions import Action, Kind, split, unsplit
from houserules.simulator.packed_rules import pack
from houserules.simulator.strategy import MISSING, Strategy, StrategyError, fill_gaps, pair_place
from houserules.simulator.strategy_sources import from_rows, mimic_the_dealer, never_bust


def row(upcard: str, cards: str, best: str, **more: Any) -> dict[str, Any]:
    return {
        "upcard": upcard,
        "cards": cards,
        "suits": None,
        "split_from": None,
        **more,
        "best": best,
    }


def state(*values: int) -> int:
    return hands().number[values]


def test_a_row_is_looked_up() -> None:
    strategy = from_rows({"hands": [row("7", "T 6", "hit"), row("A", "8 8", "split")]})
    assert strategy.action(6, unsplit(0), state(5, 9), 0) == Action.HIT
    assert strategy.action(0, unsplit(0), state(7, 7), 0) == Action.SPLIT
    assert strategy.action(1, unsplit(0), state(7, 7), 0) == MISSING


def test_suits_are_told_apart_where_a_bonus_hangs_on_them() -> None:
    rows = [row("7", "7 7", "split", suits="mixed"), row("7", "7 7", "hit", suits="spades")]
    strategy = from_rows({"hands": [*rows, row("7", "6 8", "hit")]})
    sevens = state(6, 6)
    actions = [strategy.action(6, unsplit(0), sevens, suits) for suits in range(3)]
    assert actions == [Action.SPLIT, MISSING, Action.HIT]
    assert strategy.action(6, unsplit(0), state(5, 7), 1) == Action.HIT


PINKJACK = rulebook("nsw-pinkjack-2016")


def tens(best: dict[str, str], **more: Any) -> list[dict[str, Any]]:
    """Return rows for two ten-value cards against a 4, by suits."""
    return [row("4", "T T", each, suits=suits, **more) for suits, each in best.items()]


def pink_tens(*, again: dict[str, str]) -> Strategy:
    """Return a strategy that splits a J of diamonds, and decides on a second split as it is told."""
    rows = tens({"other": "stand", "Jd": "split", "Jd Jd": "split"})
    rows += tens(again, split_from={"card": "T", "hands": 2})
    rows += tens(dict.fromkeys(again, "stand"), split_from={"card": "T", "hands": 3})
    split_hands = ({"card": "T", "hands": number} for number in (2, 3))
    rows += [row("4", "T 5", "stand", split_from=each) for each in split_hands]
    return from_rows({"hands": rows}, name="pink")


@pytest.mark.clause("nsw-pinkjack-2016", "11.3.1")
@pytest.mark.parametrize(
    ("cards", "decisions"),
    [
        ("Ks 4c Qs 7d 9d", ("1.1 stand",)),
        ("Jd 4c Kc 5s 5h 7d 9d", ("1.1 split", "1.1 stand", "1.2 stand")),
        ("Kc 4c Jd 5s 5h 7d 9d", ("1.1 split", "1.1 stand", "1.2 stand")),
        ("Jd 4c Jd 5s 5h 7d 9d", ("1.1 split", "1.1 stand", "1.2 stand")),
        # The first hand keeps the J of diamonds and gets a king: split again only with one.
        (
            "Jd 4c Kc Ks 5s 5c 5h 7d 9d",
            ("1.1 split", "1.1 split", *(f"1.{n} stand" for n in (1, 2, 3))),
        ),
        ("Kc 4c Jd Ks 5h 7d 9d", ("1.1 split", "1.1 stand", "1.2 stand")),
        ("Jd 4c Kc Jd 5h 7d 9d", ("1.1 split", "1.1 stand", "1.2 stand")),
    ],
)
def test_a_jack_of_diamonds_decides_on_every_split(cards: str, decisions: tuple[str, ...]) -> None:
    rules = vary(PINKJACK, "resplit", raw=True)
    strategy = pink_tens(again={"other": "stand", "Jd": "split", "Jd Jd": "stand"})
    assert play_out(rules, cards, [BoxBettor(strategy)]).decisions == decisions


@pytest.mark.clause("nsw-pinkjack-2016", "8.1.1")
@pytest.mark.parametrize(
    ("cards", "kinds", "net"),
    [
        ("Jd 4c Kc Ad Kd 6d 7d", (Kind.PINKJACK, Kind.HIGHER), 5 * 2500 + 2500),
        ("Jd 4c Kc Ac 5d 6d 7d", (Kind.UNSUITED_BLACKJACK, Kind.LOWER), 2 * 2500 - 2500),
        ("Jd 4c Kd Ks Ad 6d 7d", (Kind.HIGHER, Kind.SUITED_BLACKJACK), 2500 + 3 * 2500),
    ],
)
def test_split_naturals_are_paid_by_their_cards(
    cards: str, kinds: tuple[Kind, ...], net: int
) -> None:
    strategy = pink_tens(again={"other": "stand", "Jd": "stand"})
    played = play_out(PINKJACK, cards, [BoxBettor(strategy)])
    assert played.kinds == (kinds,) and played.net == (net,)


def test_a_row_without_suits_holds_for_all_of_them() -> None:
    strategy = from_rows({"hands": [row("4", "A A", "split"), *tens({"other": "stand"})]})
    places = [strategy.action(3, unsplit(0), state(0, 0), suits) for suits in range(3)]
    assert places == [Action.SPLIT] * 3
    places = [strategy.action(3, unsplit(0), state(9, 9), suits) for suits in range(3)]
    assert places == [Action.STAND, MISSING, MISSING]
    with pytest.raises(StrategyError, match=r"no decision on T T \(Jd Jd\) against 4c"):
        play_out(PINKJACK, "Jd 4c Jd", [BoxBettor(strategy)])


def test_two_jacks_of_diamonds_need_two_decks() -> None:
    rules = vary(PINKJACK, "decks", 1)
    strategy = rough_chart(pack(rules))
    tens_place = pair_place(state(9, 9))
    strategy.suited[:, :, tens_place, :2] = strategy.actions[:, :, state(9, 9), None]
    silent = without_hands(strategy, (9, 9))
    assert game(rules, [BoxBettor(silent)], equipment=FullShoe()).alone
    with pytest.raises(StrategyError, match=r"no decision on T T \(Jd Jd\)"):
        game(vary(rules, "decks", 2), [BoxBettor(silent)], equipment=FullShoe())


def test_suits_of_tens_are_for_pinkjack_alone() -> None:
    strategy = pink_tens(again={"other": "stand"})
    played = play_out(rulebook("nsw-pontoon-2024"), "Jd 4c Kc 6d 8d", [BoxBettor(strategy)])
    assert played.decisions == ("1.1 stand",)


def test_initial_aces_and_splits_are_contexts() -> None:
    rows = [
        row("5", "A A 4", "double", initial_aces=1),
        row("5", "A A 4", "hit", initial_aces=2),
        row("5", "8 3", "double", split_from={"card": "8", "hands": 3}),
    ]
    strategy = from_rows({"hands": rows})
    hand = state(0, 0, 3)
    actions = [strategy.action(4, unsplit(aces), hand, 0) for aces in range(3)]
    assert actions == [MISSING, Action.DOUBLE, Action.HIT]
    assert strategy.action(4, split(7, 3), state(2, 7), 0) == Action.DOUBLE
    assert strategy.action(4, split(7, 2), state(2, 7), 0) == MISSING


def test_later_hands_of_a_split_box_may_be_played_otherwise() -> None:
    first, later = {"card": "8", "hands": 2}, {"card": "8", "hands": 2, "later": True}
    rows = [
        *(row("9", cards, "hit", split_from=first) for cards in ("8 8", "8 5", "8 7")),
        row("9", "8 8", "stand", split_from=first),
        row("9", "8 5", "stand", split_from=later),
    ]
    strategy = from_rows({"hands": [row("9", "8 8", "split"), *rows]})
    assert strategy.tells_later and not from_rows({"hands": rows[:-1]}).tells_later
    decisions = ("1.1 split", "1.1 hit", "1.2 stand")
    rules = rulebook("nsw-pontoon-2024")
    cards = "8s 9c 8h 5d 8c 5h Tc 3c"
    assert play_out(rules, cards.replace("Tc", "Kc"), [BoxBettor(strategy)]).decisions == decisions
    given_up = from_rows(
        {
            "forfeit": [
                forfeit("9", "8 3 2", 13, says=True, split_from=first),
                forfeit("9", "8 3 2", 13, says=True),
                forfeit("9", "8 3 2", 13, says=False, split_from=later),
            ]
        }
    )
    told = [
        given_up.forfeits_on(8, split(7, 2, later=each), state=state(2, 7), card=1, total=13)
        for each in (False, True)
    ]
    assert told == [True, False]


def test_exceptions_are_for_two_upcards_alone() -> None:
    rows = {"hands": [row("A", "T 6", "hit")], "exceptions": [row("Ad", "T 6", "stand")]}
    strategy = from_rows(rows)
    hand = state(5, 9)
    assert strategy.action(0, unsplit(0), hand, 0) == Action.HIT
    assert strategy.action(10, unsplit(0), hand, 0) == Action.STAND


def forfeit(upcard: str, cards: str, total: int, *, says: bool, **more: Any) -> dict[str, Any]:
    return {"upcard": upcard, "cards": cards, "total": total, "forfeit": says, **more}


def test_a_forfeit_is_found_by_hand_card_and_total() -> None:
    strategy = from_rows(
        {"forfeit": [forfeit("T", "5 6 3", 14, says=True), forfeit("T", "5 6 4", 15, says=False)]}
    )
    hand = state(4, 5)
    assert strategy.forfeits_on(9, unsplit(0), state=hand, card=2, total=14)
    assert strategy.forfeits_on(11, unsplit(0), state=hand, card=2, total=14)  # Jd is a T
    assert not strategy.forfeits_on(9, unsplit(0), state=hand, card=3, total=15)
    assert not strategy.forfeits_on(9, unsplit(0), state=hand, card=2, total=4)
    assert not strategy.forfeits_on(8, unsplit(0), state=hand, card=2, total=14)


@pytest.mark.parametrize("order", [1, -1])
def test_a_forfeit_holds_for_split_hands_unless_a_row_speaks_of_them(order: int) -> None:
    eights = {"split_from": {"card": "8", "hands": 2}}
    rows = [
        forfeit("9", "8 3 2", 13, says=True),
        forfeit("9", "8 3 2", 13, says=False, **eights),
        forfeit("9", "8 3 3", 14, says=False),
        forfeit("9", "8 3 3", 14, says=True, **eights),
    ]
    strategy = from_rows({"forfeit": rows[::order]})
    hand = state(2, 7)
    given_up = {
        (card, context): strategy.forfeits_on(8, context, state=hand, card=card, total=12 + card)
        for card in (1, 2)
        for context in (unsplit(0), split(7, 2), split(7, 3), split(2, 2))
    }
    yes = {(1, unsplit(0)), (1, split(7, 3)), (1, split(2, 2)), (2, split(7, 2))}
    assert {each for each, says in given_up.items() if says} == yes


@pytest.mark.parametrize("order", [1, -1])
def test_a_forfeit_may_hang_on_the_initial_aces(order: int) -> None:
    rows = [
        forfeit("9", "A A 3 2", 7, says=True, initial_aces=1),
        forfeit("9", "A A 3 2", 7, says=False, initial_aces=2),
    ]
    strategy = from_rows({"forfeit": rows[::order]})
    found = {
        context: strategy.forfeits_on(8, context, state=state(0, 0, 2), card=1, total=7)
        for context in (unsplit(1), unsplit(2), split(0, 2), split(2, 2))
    }
    assert found == {unsplit(1): True, unsplit(2): False, split(0, 2): True, split(2, 2): True}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (row("X", "T 6", "hit"), "upcard"),
        (row("7", "T X", "hit"), "cards are written"),
        (row("7", "T T 2", "hit"), "exceeds 21"),
        (row("7", "T 6", "fold"), "is not a decision"),
        (row("7", "7 7", "hit", suits="red"), "suits are mixed, same, spades"),
        (row("7", "T T", "hit", suits="Ad"), "suits are other, Jd, Jd Jd"),
        (row("7", "A A", "hit", suits="Ad Jd"), "suits are other, Ad, Ad Ad"),
        (row("7", "7 7", "hit", split_from={"card": "7", "hands": 9}), "2 to 4"),
        (row("7", "A 6", "hit", initial_aces=3), "3 initial aces"),
        (row("7", "7 7", "hit", split_from="7"), "hands, row 1 cannot be read"),
        ({"upcard": "7", "best": "hit"}, "hands, row 1 cannot be read"),
        ("hit", "hands, row 1 cannot be read: 'hit'"),
    ],
)
def test_a_wrong_row_is_named(wrong: Any, says: str) -> None:
    with pytest.raises(StrategyError, match=says):
        from_rows({"hands": [wrong]})


def test_what_is_missing_or_refused_is_named() -> None:
    rules = rulebook("nz-pontoon")
    with pytest.raises(StrategyError, match="no decision on A A against"):
        game(rules, [BoxBettor(from_rows({}))], equipment=FullShoe())
    stand = from_rows({"hands": [row("5", "2 3", "stand")]})
    with pytest.raises(StrategyError, match="stand, refused, on 2 3 against 5h"):
        play_out(rules, "2s 5h 3c", [BoxBettor(stand)])


def without_hands(strategy: Strategy, *gone: tuple[int, ...]) -> Strategy:
    """Return a strategy that says nothing of some hands."""
    actions = strategy.actions.copy()
    actions[:, :, [hands().number[hand] for hand in gone]] = MISSING
    return replace(strategy, actions=actions)


def test_what_the_decks_cannot_deal_needs_no_decision() -> None:
    rules = vary(rulebook("nsw-pontoon-2024"), "decks", 1)
    chart = rough_chart(pack(rules))
    five_twos, four_twos = (1,) * 5, (1,) * 4
    assert game(rules, [BoxBettor(without_hands(chart, five_twos))], equipment=FullShoe()).alone
    with pytest.raises(StrategyError, match="no decision on 2 2 2 2 against A"):
        game(rules, [BoxBettor(without_hands(chart, five_twos, four_twos))], equipment=FullShoe())
    only_mixed = without_hands(chart, (6, 6))
    only_mixed.suited[:, :3, 3, 0] = Action.HIT  # two sevens of one suit take two decks
    assert game(rules, [BoxBettor(only_mixed)], equipment=FullShoe()).alone
    with pytest.raises(StrategyError, match=r"no decision on 7 7 \(spades\) against"):
        game(vary(rules, "decks", 2), [BoxBettor(only_mixed)], equipment=FullShoe())


def test_what_a_strategy_leaves_open_is_filled_from_another() -> None:
    rows = [row("7", "T 6", "hit"), row("7", "7 8", "stand"), row("7", "7 7", "hit", suits="mixed")]
    other = [row("7", "T 6", "stand"), row("7", "9 6", "stand")]
    other += [row("7", "7 8", "hit", suits="same"), row("7", "7 7", "split", suits="spades")]
    both = fill_gaps(from_rows({"hands": rows}), from_rows({"hands": other}))
    decisions = [
        both.action(6, unsplit(0), state(*values), suits)
        for values, suits in (((5, 9), 0), ((5, 8), 0), ((6, 7), 1), ((6, 6), 0), ((6, 6), 2))
    ]
    assert decisions == [Action.HIT, Action.STAND, Action.STAND, Action.HIT, Action.SPLIT]


def to_rows(strategy: Strategy) -> dict[str, Any]:
    """Write the unsplit part of a strategy as rows."""
    rows = []
    for up, upcard in enumerate("A23456789T"):
        for number, values in enumerate(hands().values):
            cards = " ".join("A23456789T"[value] for value in values)
            rows.append(row(upcard, cards, Action(strategy.actions[up, 0, number]).name.lower()))
    return {"hands": rows}


def test_rows_of_a_chart_give_the_chart() -> None:
    chart = rough_chart(pack(rulebook("nsw-pontoon-2024")))
    again = from_rows(to_rows(chart))
    assert (again.actions[:, :3] == chart.actions[:, :3]).all()


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_built_in_strategies_are_lawful(name: str) -> None:
    packed = pack(rulebook(name))
    for strategy in (never_bust(packed), mimic_the_dealer(packed), rough_chart(packed)):
        assert game(rulebook(name), [BoxBettor(strategy)], equipment=FullShoe()).alone


def test_never_bust_never_busts() -> None:
    strategy = never_bust(pack(rulebook("nsw-pontoon-2024")))
    for number, values in enumerate(hands().values):
        if strategy.actions[0, 0, number] == Action.HIT:
            assert hands().hard[number] + 10 <= 21, values


def test_the_dealer_is_mimicked() -> None:
    pontoon, pinkjack = (
        mimic_the_dealer(pack(rulebook(name))) for name in ("nsw-pontoon-2024", "nsw-pinkjack-2016")
    )
    soft_17 = state(0, 5)
    assert pontoon.actions[0, 0, soft_17] == Action.HIT
    assert pinkjack.actions[0, 0, soft_17] == Action.STAND
