"""Records that cannot be read or played, and records that break a rule: which is which, and where."""

import copy
from typing import Any

import pytest

from houserules.core.record_keys import MalformedRecord
from houserules.table.records.read import read_record
from houserules.table.records.report import settle

GOOD: dict[str, Any] = {
    "format": "houserules/round-1",
    "rulebook": "nsw-pontoon-2024",
    "cards": "9s 6c 9d 3s Kc Kd",
    "decisions": ["1 stand"],
    "wagers": [{"box": 1, "player": "ann", "amount": "25", "seated": True}],
}
SIDE = {"kind": "perfect-pairs", "box": 1, "player": "ann", "amount": "5"}
SUIT = {"kind": "suits-you", "box": 1, "player": "ann", "amount": "5", "suit": "h"}
PINKJACK = {"rulebook": "nsw-pinkjack-2016", "table": {"suits_you": "5"}}


def record(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(GOOD), **changes}


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in GOOD.items() if name != key}


def wager(**changes: Any) -> dict[str, Any]:
    return record(wagers=[{**GOOD["wagers"][0], **changes}])


def side(**changes: Any) -> dict[str, Any]:
    return record(table={"perfect_pairs": "5"}, side_wagers=[{**SIDE, **changes}])


def suits_you(**changes: Any) -> dict[str, Any]:
    return record(**PINKJACK, side_wagers=[{**SUIT, **changes}])


def decided(*decisions: Any, cards: str = GOOD["cards"]) -> dict[str, Any]:
    return record(decisions=list(decisions), cards=cards)


def malformed(data: Any) -> MalformedRecord:
    with pytest.raises(MalformedRecord) as caught:
        settle(read_record(data))
    return caught.value


def test_the_record_that_the_others_are_changed_from_is_settled() -> None:
    assert settle(read_record(GOOD))["net"] == {"ann": "-25.00"}


@pytest.mark.parametrize("data", [[], "1 hit", 3, None, True])
def test_a_record_is_a_table_of_keys(data: object) -> None:
    assert malformed(data).where == "(the record)"


KEYS = [
    (without("format"), "format", "houserules/round-1"),
    (record(format="houserules/round-2"), "format", "houserules/round-1"),
    (record(format=1), "format", "houserules/round-1"),
    (without("rulebook"), "rulebook", "missing"),
    (record(rulebook="blackjack"), "rulebook", "nz-pontoon"),
    (record(rulebook=7), "rulebook", "must be a string"),
    (without("cards"), "cards", "missing"),
    (without("wagers"), "wagers", "at least one wager"),
    (record(wagers=[]), "wagers", "at least one wager"),
    (record(wagers={}), "wagers", "must be a list, not a table"),
    (record(wagers=["ann 25"]), "wagers[0]", "must be a table, not a string"),
    (record(side_wagers={}), "side_wagers", "must be a list, not a table"),
    (record(side_wagers=None), "side_wagers", "must be a list, not null"),
    (record(table=[]), "table", "must be a table, not a list"),
    (record(colour="red"), "colour", "side_wagers"),
]

CARDS = [
    (record(cards=["9s", "6c"]), "cards", "must be a string, not a list"),
    (record(cards="9s 6c 9x Kd"), "cards[2]", "'9x' is not a card"),
    (record(cards="9s 6c 10d Kd"), "cards[2]", "A 2 3 4 5 6 7 8 9 T J Q K"),
    (record(cards="9s 6c 9d ks"), "cards[3]", "s h d c"),
    (record(cards="9s 6c 9d Ts"), "cards[3]", "without the tens"),
    (record(cards="9s 9s 9s 9s 9s 9s 9s 9s 9s"), "cards[8]", "9s is there 9 times in 8 decks"),
    (
        record(cards="9s 9s 9s 9s 9s 9s 9s", table={"decks": 6}),
        "cards[6]",
        "9s is there 7 times in 6 decks",
    ),
    (record(cards="9s 6c"), "cards", "take 3 cards in the initial deal; there are 2"),
    (record(cards="9s 6c 9d"), "cards", "card 4 is needed for the dealer"),
    (decided("1 hit", cards="2s 6c 3d"), "cards", "card 4 is needed for hand 1 of box 1"),
]

TABLE = [
    (record(table={"decs": 8}), "table.decs", "its options are decks"),
    (record(table={"suits_you": "5"}), "table.suits_you", "perfect_pairs"),
    (record(table={"decks": 7}), "table.decks", "it may be 6, 8"),
    (record(table={"decks": "8"}), "table.decks", "a whole number"),
    (record(table={"decks": True}), "table.decks", "a whole number"),
    (record(table={"minimum": 5}), "table.minimum", "as in '12.50'"),
    (record(table={"minimum": "-5"}), "table.minimum", "at most two places"),
    (record(table={"minimum": "0"}), "table.minimum", "more than 0"),
    (record(table={"minimum": "5", "maximum": "4"}), "table.maximum", "below the minimum of $5"),
    (record(table={"smallest_chip": "0.125"}), "table.smallest_chip", "at most two places"),
    (record(table={"unit": 1.5}), "table.unit", "as in '12.50'"),
    (record(table={"resplit": "yes"}), "table.resplit", "true or false"),
    (record(table={"perfect_pairs": 5}), "table.perfect_pairs", "as in '12.50'"),
    (record(table={"natural_collects": "all"}), "table.natural_collects", "original-hand"),
]

WAGERS = [
    (wager(box=0), "wagers[0].box", "boxes are 1 to 7"),
    (wager(box=8), "wagers[0].box", "boxes are 1 to 7"),
    (wager(box="1"), "wagers[0].box", "a whole number"),
    (wager(box=True), "wagers[0].box", "a whole number"),
    (wager(player=""), "wagers[0].player", "not a name"),
    (wager(player=" ann"), "wagers[0].player", "single spaces"),
    (wager(player=7), "wagers[0].player", "must be a string"),
    (wager(amount=25), "wagers[0].amount", "must be a string"),
    (wager(amount=2.5), "wagers[0].amount", "must be a string"),
    (wager(amount="2.505"), "wagers[0].amount", "at most two places"),
    (wager(amount="-5"), "wagers[0].amount", "'-5' is not an amount"),
    (wager(amount="$5"), "wagers[0].amount", "as in 12.50"),
    (wager(amount="0.00"), "wagers[0].amount", "more than 0"),
    (wager(seated="yes"), "wagers[0].seated", "true or false"),
    (wager(colour="red"), "wagers[0].colour", "amount, box, player, seated"),
    (
        record(wagers=[GOOD["wagers"][0], {"box": 1, "player": "ann", "amount": "5"}]),
        "wagers[1].player",
        "already",
    ),
    (
        record(wagers=[GOOD["wagers"][0], {**GOOD["wagers"][0], "player": "bob"}]),
        "wagers[1].seated",
        "seated player already",
    ),
]

SIDES = [
    (side(kind="suits-you", suit="h"), "side_wagers[0].kind", "'perfect-pairs' is"),
    (suits_you(kind="perfect-pairs"), "side_wagers[0].kind", "'suits-you' is"),
    (side(kind=3), "side_wagers[0].kind", "must be a string"),
    (side(suit="h"), "side_wagers[0].suit", "has no suit"),
    (side(box=9), "side_wagers[0].box", "boxes are 1 to 7"),
    (side(player=None), "side_wagers[0].player", "must be a string, not null"),
    (side(amount=5), "side_wagers[0].amount", "must be a string"),
    (side(seated=True), "side_wagers[0].seated", "amount, box, kind, player, suit"),
    (
        record(**PINKJACK, side_wagers=[{**SIDE, "kind": "suits-you"}]),
        "side_wagers[0].suit",
        "miss",
    ),
    (suits_you(suit="hearts"), "side_wagers[0].suit", "s, h, d and c"),
    (suits_you(suit=1), "side_wagers[0].suit", "must be a string"),
]

DECISIONS = [
    (record(decisions="1 stand"), "decisions", "must be a list, not a string"),
    (decided(1), "decisions[0]", "as in '1 hit'"),
    (decided("stand"), "decisions[0]", "BOX[.HAND] ACTION [AMOUNT] [by PLAYER]"),
    (decided("1 double $10"), "decisions[0]", "BOX[.HAND] ACTION [AMOUNT] [by PLAYER]"),
    (decided("1 stand by"), "decisions[0]", "BOX[.HAND] ACTION [AMOUNT] [by PLAYER]"),
    (decided("1 jump"), "decisions[0]", "'jump' is no action; there are insure, surrender, hit"),
    (decided("1 stand 5"), "decisions[0]", "stand takes no amount"),
    (decided("1 insure"), "decisions[0]", "as in '1 insure 12.50'"),
    (decided("1 insure 1.005"), "decisions[0]", "at most two places"),
    (decided("1 double 0"), "decisions[0]", "more than 0"),
    (decided("1 designate"), "decisions[0]", "the number of a hand"),
    (decided("1 designate 1.50"), "decisions[0]", "the number of a hand"),
]


@pytest.mark.parametrize(
    ("data", "where", "words"), KEYS + CARDS + TABLE + WAGERS + SIDES + DECISIONS
)
def test_the_message_says_where_and_what_was_expected(data: Any, where: str, words: str) -> None:
    error = malformed(data)
    assert error.where == where
    assert words in error.message


def test_decisions_that_run_out_while_a_hand_needs_one_are_malformed() -> None:
    error = malformed(decided())
    assert (error.where, error.message) == (
        "decisions",
        "hand 1 of box 1 has 18 and still needs a decision",
    )
    again = malformed(decided("1 hit", cards="2s 6c 3d 4s Kc Kd"))
    assert again.message.startswith("hand 1 of box 1 has 9 and still needs")


def test_a_decision_left_over_after_the_last_hand_is_malformed() -> None:
    error = malformed(decided("1 stand", "1 hit"))
    assert error.where == "decisions[1]"
    assert "'1 hit' is left over" in error.message


@pytest.mark.parametrize(
    ("decision", "words"),
    [
        ("2 stand", "box 2 has no wager"),
        ("1.2 stand", "box 1 has no hand 2"),
        ("1.0 stand", "box 1 has no hand 0"),
        ("1 designate 2", "box 1 has no hand 2"),
        ("1 stand by bob", "'bob' is not in the round"),
    ],
)
def test_a_decision_that_names_what_is_not_there_is_malformed(decision: str, words: str) -> None:
    error = malformed(decided(decision))
    assert error.where == "decisions[0]"
    assert words in error.message


def test_a_hand_that_no_split_has_made_is_malformed_before_any_rule_is_applied() -> None:
    """Who follows a split makes no further hand."""
    wagers = [GOOD["wagers"][0], {"box": 1, "player": "bob", "amount": "10"}]
    decisions = ["1 split", "1 split by bob", "1 double 99", "1.3 stand"]
    error = malformed(record(cards="8s 6c 8d 3s 4s 5s", wagers=wagers, decisions=decisions))
    assert error.where == "decisions[3]"
    assert "box 1 has no hand 3" in error.message


def test_cards_left_over_come_back() -> None:
    assert settle(read_record(record(cards="9s 6c 9d 3s Kc Kd As")))["unused"] == "Kd As"


def two_boxes(*decisions: str, cards: str = "9s 9c Ah 9d 5d 2s 2c 8s Kd Kc Ks") -> dict[str, Any]:
    wagers = [
        {"box": 1, "player": "ann", "amount": "20"},
        {"box": 2, "player": "bob", "amount": "20"},
    ]
    return record(wagers=wagers, decisions=list(decisions), cards=cards)


def violation(data: dict[str, Any]) -> tuple[int | None, str]:
    found = settle(read_record(data))["violation"]
    assert found["message"]
    return found["decision"], found["clause"]


@pytest.mark.clause("nsw-pontoon-2024", "10.3", "12.3", "12.5", "13.1", "14.6")
@pytest.mark.parametrize(
    ("cards", "decisions", "clause"),
    [
        ("9s 9c Ah 9d 5d 2s 2c", ["1 hit", "1 hit", "1 hit"], "12.5"),
        ("9s 9c Ah 9d 5d 3s 2c", ["1 hit", "1 hit"], "12.3"),
        ("As 9c Ah Kd 5d 3s 2c", ["1 hit"], "12.3"),
        ("9s 9c Ah 9d 5d 2s 2c", ["1 double", "1 hit"], "13.1"),
        ("9s 9c Ah 9d 5d 2s 2c", ["1 surrender", "1 hit"], "10.3"),
        ("As 9c Ah Ad 5d 4s 2c", ["1 split", "1.1 hit"], "14.6"),
    ],
)
def test_a_decision_about_a_finished_hand_breaks_a_rule(
    cards: str, decisions: list[str], clause: str
) -> None:
    assert violation(two_boxes(*decisions, cards=cards)) == (len(decisions) - 1, clause)


@pytest.mark.clause("nsw-pontoon-2024", "12.1")
def test_a_decision_out_of_turn_breaks_a_rule() -> None:
    assert violation(two_boxes("2 stand", "1 stand")) == (0, "12.1")


@pytest.mark.clause("nsw-pontoon-2024", "9.4", "10.1")
def test_a_decision_that_comes_too_late_breaks_a_rule() -> None:
    assert violation(two_boxes("1 stand", "2 insure 5", "2 stand")) == (1, "9.4")
    assert violation(two_boxes("1 stand", "2 surrender", "2 stand")) == (1, "10.1")


@pytest.mark.clause("nsw-pontoon-2024", "9.1", "16.1")
def test_what_is_not_offered_breaks_a_rule() -> None:
    no_ace = two_boxes("1 insure 5", "1 stand", "2 stand", cards="9s 9c 6h 9d 5d 2s Kd Kc Ks")
    assert violation(no_ace) == (0, "9.1")
    assert violation(record(side_wagers=[SIDE])) == (None, "16.1")


@pytest.mark.clause("nsw-pontoon-2024", "9.1", "13.1")
def test_too_much_breaks_a_rule() -> None:
    assert violation(two_boxes("1 insure 10.01")) == (0, "9.1")
    assert violation(two_boxes("1 double 20.01")) == (0, "13.1")


@pytest.mark.clause("nsw-pontoon-2024", "6.5", "16.3", "16.5")
def test_a_wager_at_fault_has_no_decision() -> None:
    crowd = [{"box": 1, "player": name, "amount": "5"} for name in ("ann", "bob", "cat", "dan")]
    assert violation(record(wagers=crowd)) == (None, "6.5")
    assert violation(side(amount="4")) == (None, "16.3")
    assert violation(side(box=2)) == (None, "16.5")


def test_what_is_malformed_is_said_before_any_rule_is_applied() -> None:
    breaks_then_malformed = decided("1 double 99", "1 jump")
    assert malformed(breaks_then_malformed).where == "decisions[1]"
    wager_breaks = {**decided("1 stand", "2 stand"), "side_wagers": [SIDE]}
    assert malformed(wager_breaks).where == "decisions[1]"
    too_few = {**record(cards="9s 6c"), "side_wagers": [SIDE]}
    assert malformed(too_few).where == "cards"


def test_a_wager_that_breaks_a_rule_comes_before_a_decision_that_does() -> None:
    both = {**decided("1 double 99"), "side_wagers": [SIDE]}
    assert violation(both) == (None, "16.1")


CORRECTION: dict[str, Any] = {"kind": "dealt again", "what": "A card was dealt to the wrong hand."}
PAYMENT: dict[str, Any] = {
    "box": 1,
    "hand": 1,
    "player": "ann",
    "wager": "original",
    "stake": "25.00",
    "result": "void",
    "returned": "25.00",
    "stage": "final",
    "clause": "18.8",
}


def correction(**changes: Any) -> dict[str, Any]:
    return record(corrections=[{**CORRECTION, **changes}])


def test_a_correction_changes_nothing_in_the_settlement() -> None:
    noted = correction(by="sue", reported_by="dora", clause="18.8", dealt="9d 6c", changes=["9s"])
    assert settle(read_record(noted)) == settle(read_record(GOOD))


def test_payments_of_a_correction_are_the_settlement() -> None:
    paid = settle(read_record(correction(kind="as paid", payments=[PAYMENT])))
    assert paid["net"] == {"ann": "0.00"}
    assert [row["result"] for row in paid["settlements"]] == ["void"]
    nothing = correction(kind="round void", payments=[])
    assert settle(read_record({**nothing, "cards": "9s"}))["settlements"] == []


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (record(corrections={}), "corrections"),
        (record(corrections=[]), "corrections"),
        (record(corrections=["void"]), "corrections[0]"),
        (record(corrections=[{"kind": "dealt again"}]), "corrections[0].what"),
        (correction(kind="luck"), "corrections[0].kind"),
        (correction(what=" "), "corrections[0].what"),
        (correction(why="so"), "corrections[0].why"),
        (correction(by=3), "corrections[0].by"),
        (correction(reported_by=" dora"), "corrections[0].reported_by"),
        (correction(clause=""), "corrections[0].clause"),
        (correction(dealt="9s 1s"), "corrections[0].dealt[1]"),
        (correction(changes="9s"), "corrections[0].changes"),
        (correction(changes=["9s", 3]), "corrections[0].changes[1]"),
        (correction(payments=[3]), "corrections[0].payments[0]"),
        (correction(payments=[{**PAYMENT, "net": "0"}]), "corrections[0].payments[0].net"),
        (correction(payments=[{**PAYMENT, "player": "bob"}]), "corrections[0].payments[0].player"),
        (correction(payments=[{**PAYMENT, "stake": "x"}]), "corrections[0].payments[0].stake"),
        (correction(payments=[{**PAYMENT, "result": "x"}]), "corrections[0].payments[0].result"),
        (correction(payments=[{**PAYMENT, "odds": "3"}]), "corrections[0].payments[0].odds"),
        (correction(payments=[{**PAYMENT, "box": "1"}]), "corrections[0].payments[0].box"),
    ],
)
def test_malformed_corrections(data: dict[str, Any], where: str) -> None:
    assert malformed(data).where == where
