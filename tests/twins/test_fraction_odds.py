"""The twin proved by hand: shoes small enough for paper, the arithmetic beside each answer."""

from fractions import Fraction
from math import perm

import pytest

from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import vary
from houserules.rulebook.schema import Rulebook
from twins import fraction_odds
from twins.fraction_choices import Seen
from twins.fraction_odds import Odds, Rounds, odds_of
from twins.fraction_play import ShoeRanOutError, without
from twins.fraction_rules import DealerEnd, Hand, Money, SplitFrom, ended, in_order

S24, NZ = rulebook("nsw-pontoon-2024"), rulebook("nz-pontoon")
PJ = rulebook("nsw-pinkjack-2016")
NATURAL, PINKJACK = DealerEnd(21, "natural"), DealerEnd(21, "pinkjack")


def shoe(*cards: tuple[int, str]) -> list[str]:
    return [card for number, card in cards for _ in range(number)]


def values(
    odds: Odds,
    upcard: str,
    cards: str,
    *,
    suits: str | None = None,
    initial_aces: int | None = None,
) -> dict[str, Fraction]:
    """What every action is worth on an unsplit hand."""
    return odds.decisions[upcard, tuple(cards), suits, initial_aces, None][1]


def test_only_tens() -> None:
    """Twenty against twenty: a stand-off, or in Pinkjack a loss; splitting doubles nothing."""
    pontoon, pinkjack = odds_of(S24, shoe((9, "Ks")), 500), odds_of(PJ, shoe((9, "Ks")), 500)
    assert pontoon.distribution == {Fraction(0): Fraction(1)}
    assert values(pontoon, "Ks", "TT") == {
        "stand": 0,
        "hit": -1,
        "double": -2,
        "split": 0,
        "surrender": Fraction(-1, 2),
    }
    assert pinkjack.distribution == {Fraction(-1): Fraction(1)}
    lost = {"stand": -1, "hit": -1, "double": -2, "split": -2}
    assert values(pinkjack, "Ks", "TT", suits="other") == lost


@pytest.mark.parametrize(("resplit", "against_ten"), [(False, 1 + 1 - 1), (True, 1 + 3 - 1)])
def test_nine_tens_and_an_ace(resplit: bool, against_ten: int) -> None:  # noqa: FBT001
    """Tens are split: the ace is as likely at any of the seven places of the cards to come.

    With two hands it makes one of them 21, or the dealer a natural that takes one amount. Where
    tens are split again it makes the first hand 21, or one of three hands after that, or the natural.
    """
    odds = odds_of(vary(S24, "resplit", resplit), shoe((9, "Ks"), (1, "Ad")), 500)
    pontoon, natural = Fraction(2, 10) * Fraction(3, 2), Fraction(1, 10) * -1
    assert odds.mean == pontoon + natural + Fraction(7, 10) * Fraction(against_ten, 7)
    assert odds.by_upcard["A"] == (Fraction(1, 10), Fraction(-1))


@pytest.mark.parametrize(
    ("collects", "against_ten", "against_ace"),
    [
        ("busted-bets-plus-one", 2 + 0 + 0 + 4 + 4 - 4, 0 + 0 + 2 - 4),
        ("original-hand", 2 + 1 + 0 + 4 + 4 - 4, 1 + 0 + 2 - 4),
        ("one-in-all", 2 + 0 + 0 + 4 + 4 - 4, 0 + 0 + 2 - 4),
    ],
)
def test_collection_from_split_tens(collects: str, against_ten: int, against_ace: int) -> None:
    """Eight tens and two aces; of the cards to come the first two go to the hands, one to the dealer.

    Against a ten the aces are at two of seven places: both hands 21; first hand 21 and a natural;
    second hand and a natural; one hand only (four ways each); natural only. Against an ace the
    other is at one of seven: first hand (the dealer has a natural), second, dealer (busts), none.
    """
    odds = odds_of(vary(S24, "natural_collects", collects), shoe((8, "Ks"), (2, "As")), 500)
    pontoon, aces_split = Fraction(16, 45) * Fraction(3, 2), Fraction(1, 45) * 2
    tens = Fraction(21, 45) * Fraction(against_ten, 21) + Fraction(7, 45) * Fraction(against_ace, 7)
    assert odds.mean == pontoon + aces_split + tens


@pytest.mark.parametrize(
    ("kinds", "plus_one", "original", "in_all"),
    [
        (("open", "open"), 1, 1, 1),
        (("lost", "open"), 1, 0, 0),
        (("open", "lost"), 1, 1, 1),
        (("paid", "open"), 1, 0, 1),
        (("held", "open"), 1, 0, 1),
        (("paid", "lost", "open"), 1, 0, 0),
        (("lost", "paid", "open"), 1, 0, 0),
        (("paid", "open", "open"), 1, 0, 1),
    ],
)
def test_what_a_natural_collects(
    kinds: tuple[str, ...], plus_one: int, original: int, in_all: int
) -> None:
    """Readings 6, 7, 8 and 36; lost and paid stay as they are, doubles are handed back."""
    settled = {"lost": -1, "paid": 1, "held": 5, "open": 0}
    nets = {"lost": -1, "paid": 1}
    box = tuple(ended(kind, nets.get(kind, 0), doubled=kind == "open") for kind in kinds)
    before = sum(settled[kind] for kind in kinds)
    for rule, taken in (
        ("busted-bets-plus-one", plus_one),
        ("original-hand", original),
        ("one-in-all", in_all),
    ):
        money = Money(vary(PJ, "natural_collects", rule), 500)
        assert money.net(box, NATURAL) == before - taken, rule


def test_a_dealers_pinkjack_takes_everything_open() -> None:
    """Reading 9: two open hands, one doubled by half; the held one is paid with its bonus."""
    box = (ended("open", total=20), ended("open", total=12, doubled=True), ended("held"))
    as_printed = Money(vary(PJ, "double_most", "1 to 2"), 1000)
    spared = Money(vary(PJ, "dealer_pinkjack_counts_as_blackjack", True), 1000)  # noqa: FBT003
    assert as_printed.net(box, PINKJACK) == -1 - Fraction(3, 2) + 5 + 100
    assert spared.net(box, PINKJACK) == -1 + 5 + 100


def test_pinkjack_held_and_ultimate() -> None:
    """Eight jacks and two aces of diamonds, $10: the bonus of $1,000 is 100 units.

    Jacks are split and split again wherever they may be, hit as a third hand's 20 against a jack
    (where a tie loses). Of seven cards to come the first goes to the first hand, and so on.
    """
    odds = odds_of(PJ, shoe((8, "Jd"), (2, "Ad")), 1000)
    # against a jack the other ace is the dealer's next card one time in seven, against an ace always
    dealt = 14 * (5 + Fraction(100, 7)) + 2 * 105
    aces_split = 1 * (5 + 5)
    # the other ace among the first four cards: one hand of three has it; fifth: the dealer busts
    against_ace = 4 * (105 - 2) + (1 + 1 + 1) + 2 * -3
    # both aces to come: first and second, first and third, ... first and last
    against_jack = (5 + 5) + 9 + 5 + 9 + 5 + 103
    against_jack += 9 + 5 + 9 + 5 + 103  # second and third, ...
    against_jack += 5 + 1 + 5 + 1  # third and fourth, ...: the first hand hits to 21
    against_jack += 9 + 5 + 103  # fourth and fifth, ...: the first hand busts
    against_jack += 5 + 1
    against_jack += 103  # the last two: two hands bust, the third is held, the dealer has it too
    assert odds.mean == (dealt + aces_split + against_ace + against_jack) / 45


@pytest.mark.parametrize(
    ("rules", "wager", "expected"),
    [
        (S24, 499, Fraction(2 + 2)),  # two hands of hearts, 2 to 1 each
        (S24, 500, 2 + Fraction(1000, 5)),
        (S24, 2499, 2 + Fraction(100000, 2499)),
        (S24, 2500, 2 + Fraction(5000, 25)),
        (NZ, 199, Fraction(2 + 2 + 2)),  # three hands
        (NZ, 200, 2 + Fraction(1000, 2)),
    ],
)
def test_super_bonus_on_its_lines(rules: Rulebook, wager: int, expected: Fraction) -> None:
    """Twelve sevens of hearts: hit for the prize, split where there is none."""
    odds = odds_of(rules, shoe((12, "7h")), wager)
    assert (odds.mean, odds.second_moment) == (expected, expected**2)


@pytest.mark.parametrize(
    ("pair", "third", "hit", "best"),
    [
        ("6s 7s", "8s", Fraction(3), "hit"),
        ("6h 7h", "8h", Fraction(2), "hit"),
        ("6h 7s", "8s", Fraction(3, 2), "double"),
    ],
)
def test_suits_of_a_678(pair: str, third: str, hit: Fraction, best: str) -> None:
    """Nothing but eights to come: 21 for certain, doubled at even money on two wagers."""
    odds = odds_of(S24, [*pair.split(), *shoe((10, third))], 500)
    suits = pair[1] + pair[4]
    found = odds.decisions[third, ("6", "7"), suits, None, None]
    assert (found[0], found[1]["hit"], found[1]["double"]) == (best, hit, Fraction(2))


def test_surrender_against_a_sure_twenty() -> None:
    """Nine tens and a six: 16 against 20 half is kept; against the six tens are split and win."""
    sixteen, against_six = Fraction(2, 10), Fraction(1, 10) * 2
    stand = Fraction(7, 10) * Fraction(1, 7)  # the six comes to the dealer, else 20 and 20
    cards = shoe((9, "Ks"), (1, "6s"))
    assert odds_of(S24, cards, 500).mean == sixteen * Fraction(-1, 2) + against_six + stand
    keeps = vary(S24, "surrender_keeps", "1 to 4")
    assert odds_of(keeps, cards, 500).mean == sixteen * Fraction(-3, 4) + against_six + stand
    none = vary(S24, "surrender_against", "A")
    assert odds_of(none, cards, 500).mean == sixteen * -1 + against_six + stand


def test_aces_when_doubling() -> None:
    """A-3-3 and only fours to come: 21 with the ace at 11, else 11 against the dealer's 20."""
    cards = shoe((1, "As"), (2, "3s"), (24, "4s"))
    nz, nsw, pinkjack = (odds_of(rules, cards, 500) for rules in (NZ, S24, PJ))
    assert values(nz, "4s", "A33", initial_aces=0)["double"] == 1 + 1
    assert values(nz, "4s", "A33", initial_aces=1)["double"] == -1
    assert nz.forfeits["4s", ("A", "3", "3"), "4", 1, None] == (True, Fraction(-2))
    assert values(nsw, "4s", "A33")["double"] == -1
    assert values(pinkjack, "4s", "A33")["double"] == 1 + 1


@pytest.mark.parametrize(
    ("rules", "cards", "net"),
    [
        (S24, "As As As As 7s Ts", Fraction(2)),
        (S24, "As As As 2s 2s 4s Ts", Fraction(3)),
        (S24, "As 2s 3s 5s Ks", Fraction(3, 2)),
        (S24, "7s 7s 7s", Fraction(3)),
        (S24, "7d 7d 7d", Fraction(2)),
        (S24, "7d 7d 7s", Fraction(3, 2)),
        (S24, "6s 6s 9s", Fraction(1)),
        (S24, "2s 3s 6s Ks", Fraction(1)),
        (PJ, "2s 2s 3s 3s 4s", Fraction(1)),
        (PJ, "Ad Jd", Fraction(5)),
        (PJ, "Ad Kd", Fraction(3)),
        (PJ, "Ad Jh", Fraction(2)),
    ],
)
def test_paid_at_once(rules: Rulebook, cards: str, net: Fraction) -> None:
    end = Money(rules, 500).at_once(Hand(tuple(cards.split())), "9s")
    assert end is not None
    assert (end.kind, end.net) == ("paid", net)


def test_a_doubled_trick() -> None:
    rules = vary(vary(PJ, "five_card_trick_pays", "2 to 1"), "double_most", "1 to 2")
    end = Money(rules, 500).doubled(Hand(("2s", "2s", "3s", "3s")), "9s")
    assert (end.kind, end.net) == ("paid", (1 + Fraction(1, 2)) * 2)


MIXED = ("7h", "7h", "7s", "8s", "Kh", "Qd", "Jd", "Jd", "Ad", "9d", "9d")


@pytest.mark.parametrize("rules", [S24, PJ])
def test_cards_that_no_rule_tells_apart(rules: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing changes if every face is followed by itself."""
    expected = odds_of(rules, MIXED, 500)
    monkeypatch.setattr(fraction_odds, "told_apart", lambda _, text: text)
    assert odds_of(rules, MIXED, 500) == expected


def test_two_hands_are_alike_on_average() -> None:
    """Without a natural in the way, a box of two hands is worth twice one of them."""
    choices = Rounds(Money(S24, 500), in_order(MIXED)).choices("8s")
    split = choices.values(Hand(("9s", "9s")))["split"]
    one = Seen(("9",), None, None, SplitFrom("9", 2))
    assert split == 2 * choices.start(one)


@pytest.mark.parametrize("rules", [S24, NZ, PJ])
def test_the_round_earns_what_the_decisions_promise(rules: Rulebook) -> None:
    """Real cards, hand after hand, against the values that chose the actions; and a whole law."""
    odds, rounds = odds_of(rules, MIXED, 500), Rounds(Money(rules, 500), in_order(MIXED))
    promised = Fraction(0)
    for upcard in dict.fromkeys(MIXED):
        choices = rounds.choices(upcard)
        for hand, ways in rounds.deals(upcard).items():
            end = choices.money.at_once(hand, upcard)
            left = without(choices.shoe, *hand.cards)
            best = choices.play.mean(end, left) if end else max(choices.values(hand).values())
            promised += best * Fraction(ways, perm(len(MIXED), 3))
    assert promised == odds.mean
    assert sum(odds.distribution.values()) == 1
    assert sum(chance * mean for chance, mean in odds.by_upcard.values()) == odds.mean


def test_a_shoe_that_runs_out() -> None:
    with pytest.raises(ShoeRanOutError):
        odds_of(S24, shoe((8, "2s")), 500)
