"""Every hand that can be finished pays at the table what `odds` computes with.

The table plays and settles each hand; `odds` is asked which kind of finish it takes it for, and what
that pays at the dealer's end. Most rules here pay differently for everything, so that no mistake can
hide behind two payments that happen to be equal.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement, cycle, permutations, product

import numpy as np
import pytest

from houserules.core.cards import CARDS, RANKS, Card, cards, deck
from houserules.odds.game import game_of
from houserules.odds.solver.first_decision import SURRENDER, FirstDecision
from houserules.odds.solver.hand_index import ACE, COUNTS, SIZE
from houserules.odds.solver.player_outcomes import NATURAL
from houserules.odds.solver.result_kinds import NATURAL_SUITED
from houserules.odds.solver.shoe import shoe_of, upcards
from houserules.odds.solver.suits import natural_pays, natural_shares, upcards_gone
from houserules.rulebook.loader import RULEBOOKS
from houserules.rulebook.options import vary
from houserules.rulebook.schema import Rulebook
from houserules.table import commands as c
from repetitions import repetitions
from twins.terminal_boxes import Boxes, Way, Ways
from twins.terminal_odds import FACES, great_shoe, paid
from twins.terminal_table import (
    PLAYER,
    WAGER,
    Round,
    as_printed,
    begun,
    endings_of,
    net_of,
    told_apart,
)
from twins.terminal_walk import CENT, Walk

S24, S65, NZ, PJ = "nsw-pontoon-2024", "nsw-pontoon-6to5-2017", "nz-pontoon", "nsw-pinkjack-2016"
COLLECTS = ("busted-bets-plus-one", "original-hand", "one-in-all")


def test_the_rulebooks_are_all_here() -> None:
    assert sorted(RULEBOOKS) == sorted([S24, S65, NZ, PJ])


WALKED: dict[str, tuple[Rulebook, str]] = {
    S24: (told_apart(S24), "Kc"),
    NZ: (told_apart(NZ), "Kc"),
    PJ: (told_apart(PJ), "Jd"),
    S65: (as_printed(S65), "Kc"),  # pays pontoons differently: last, in the long run only
}


@pytest.mark.parametrize(
    ("rules", "upcard"),
    list(WALKED.values())[: repetitions(3, 4)],
    ids=list(WALKED)[: repetitions(3, 4)],
)
def test_every_hand(rules: Rulebook, upcard: str) -> None:
    """Every multiset of values: stood on, doubled with every card, kept and forfeited, bust, paid."""
    walk = Walk(rules, CARDS[upcard])
    walk.all_hands()
    only_aces = (COUNTS[:, ACE] == SIZE) & (SIZE > 11)  # eleven aces are 21 already
    goes_on = (SIZE >= 2) & (walk.paid.finishes.settled < 0) & ~only_aces
    assert {hand for hand, _ in walk.seen} == set(np.flatnonzero(goes_on).tolist())
    assert {aces for _, aces in walk.seen} == ({0, 1, 2} if walk.by_aces else {0})
    assert len(walk.endings) == (8 if upcard == "Jd" else 7)


def varied(rules: Rulebook, **chosen: object) -> Rulebook:
    """Return the rules with values changed."""
    for key, raw in chosen.items():
        rules = vary(rules, key, raw)
    return rules


VARIED: dict[str, Rulebook] = {
    **{name: as_printed(name) for name in RULEBOOKS},
    **{f"{name}, told apart": told_apart(name) for name in RULEBOOKS},
    "spared by a pinkjack": varied(told_apart(PJ), dealer_pinkjack_counts_as_blackjack=True),
    "ties lose": varied(told_apart(S24), equal_totals="lose"),
    "ties stand off": varied(told_apart(PJ), equal_totals="stand-off"),
    "dealer stands on 16": varied(told_apart(NZ), dealer_stands_on_hard=16),
    "doubled tricks": varied(told_apart(PJ), double_most_cards="any number"),
    "every ace is 1": varied(told_apart(PJ), aces_when_doubling="every ace is 1"),
    "usual aces": varied(told_apart(S24), aces_when_doubling="usual"),
}


def upcards_of(rules: Rulebook) -> list[Card]:
    """Return an upcard of each rank that the deck has, and those that may become a Pinkjack."""
    tens = rules.equipment.tens_in_deck.value
    ranks = [rank for rank in RANKS if tens or rank != "T"]
    return [*[CARDS[rank + "c"] for rank in ranks], CARDS["Ad"], CARDS["Jd"]]


@pytest.mark.parametrize("rules", VARIED.values(), ids=VARIED.keys())
def test_every_kind_of_hand_against_every_upcard(rules: Rulebook) -> None:
    """One hand of each kind, all upcards, all ends; one in three also as a round record."""
    walks = [Walk(rules, upcard) for upcard in upcards_of(rules)]
    ways = Ways(walks[0].paid).of_every_kind().values()
    for number, (walk, way) in enumerate(product(walks, ways)):
        settled = walk.paid.settled(way.cards, split=False) if way.last == "settled" else None
        at = way.from_two(walk.dealt(*way.cards[:2]))
        walk.every_end(at, way.kind if settled is None else settled, way.cards)
        if number % 3 == 0:
            dealer, _ = next(walk.turns)
            assert net_of(at.record(dealer)) == at.ended(dealer)


@pytest.mark.parametrize("name", [S24, S65, NZ])
@pytest.mark.parametrize("wager", [199, 200, 499, 500, 2499, 2500, 100_000])
def test_suits_and_the_super_bonus(name: str, wager: int) -> None:
    """6-7-8 and 7-7-7 in every suit and order, for wagers at the lines of the Super Bonus."""
    walks = [Walk(as_printed(name), CARDS[upcard], wager) for upcard in ("7h", "8h", "Kd")]
    for walk, ranks in product(walks, ["777", *map("".join, permutations("678"))]):
        for suits in product("sh", "shd", "shdc"):
            three = tuple(CARDS[rank + suit] for rank, suit in zip(ranks, suits, strict=True))
            kind = walk.paid.settled(three, split=False)
            assert kind is not None
            net = walk.dealt(*three[:2]).hit().dealt(three[2]).net
            assert abs(net - walk.pays[kind][0]) < 1, three


@pytest.mark.parametrize("name", RULEBOOKS)
def test_surrender(name: str) -> None:
    """Which upcards allow it, what it keeps, and that a natural takes all."""
    rules = told_apart(name)
    shown = upcards(game_of(rules, WAGER), great_shoe())
    for upcard in upcards_of(rules):
        offered = next(each for each in shown if upcard in each.faces).surrender
        ends = endings_of(rules, upcard)
        worth = [surrendered(rules, upcard, natural=each.end.natural) for each in ends if offered]
        for first, second in combinations_with_replacement(FACES, 2):
            natural = {first.value, second.value} == {1, 10}
            at = begun(rules, (first, second), upcard).tried(c.Surrender(PLAYER, 1))
            assert (at is not None) == (offered and not natural)
            for ending, each in zip(ends, worth, strict=True) if at else ():
                net = at.after(c.CloseOffers()).ended(ending.cards) if at else 0
                assert abs(net - each * WAGER) < CENT


def surrendered(rules: Rulebook, upcard: Card, *, natural: bool) -> float:
    """What `odds` gives for a surrender if the dealer is sure to have a natural, or none."""
    partner = CARDS["Kc"] if upcard.rank == "A" else CARDS["Ac"]
    shoe = shoe_of([*cards("7h 9s"), upcard, *30 * [partner if natural else CARDS["8c"]]])
    found = paid(game_of(rules, WAGER), upcard, shoe)
    return float(FirstDecision(found.against, 1.0).action_values((6, 8), None)[SURRENDER])


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize("upcard", ["Ad", "Jd", "As", "Jh", "Kd", "9d"])
def test_every_natural(name: str, upcard: str) -> None:
    """Every ace with every ten-value card, in both orders: at once, held, and beside a Pinkjack."""
    walk = Walk(told_apart(name), CARDS[upcard])
    aces = [card for card in deck(tens=False) if card.rank == "A"]
    tens = [card for card in deck(tens=name == PJ) if card.value == 10]
    for ace, ten in product(aces, tens):
        kind = walk.paid.settled((ace, ten), split=False)
        assert kind is not None
        for two in ((ace, ten), (ten, ace)):
            walk.every_end(walk.dealt(*two), kind, two)
        alone = shoe_of([walk.upcard, *4 * [ace], *4 * [ten], *4 * [CARDS["2c"]]])
        group = paid(walk.paid.game, walk.upcard, alone).against.upcard
        found = replace(group, faces=(walk.upcard,), cards=alone.of(walk.upcard))
        pays = natural_pays(walk.paid.game, alone, found)
        natural = walk.paid.finishes.ends.natural + int(found.pinkjacks)
        assert abs(pays[0] * WAGER - walk.pays[kind][0]) < CENT
        if found.partner is not None:
            assert abs(pays[1] * WAGER - walk.pays[kind][natural]) < CENT


@pytest.mark.parametrize("rules", VARIED.values(), ids=VARIED.keys())
def test_the_edge_pays_what_the_kinds_pay(rules: Rulebook) -> None:
    """The value of a hand and the distribution of results rest on one table of payments.

    The value's has one column for naturals and one row for all of a player's: averages of both.
    """
    for upcard in upcards_of(rules):
        found = paid(game_of(rules, WAGER), upcard)
        share, kinds = found.against.upcard.pinkjacks, found.pays[: found.finishes.count]
        natural = (1 - share) * kinds[:, -2] + share * kinds[:, -1]
        expected = np.concatenate([kinds[:, :-2], natural[:, None]], axis=1)
        pays = found.against.rules.pays
        others = np.arange(len(pays)) != NATURAL
        assert np.abs(pays - expected)[others].max() < 1e-12
        gone = upcards_gone(found.against.shoe, found.against.upcard)
        shares = natural_shares(found.against.shoe, gone)
        first = found.finishes.count + NATURAL_SUITED
        rows = [NATURAL, first, first + 1] if found.game.naturals.by_suit else 3 * [NATURAL]
        assert abs(pays[NATURAL, 0] - shares @ found.pays[rows, 0]) < 1e-12


def pontoon(name: str, **chosen: object) -> tuple[Rulebook, ...]:
    """Return a pontoon that lets hands be split again, with every way to collect."""
    again = varied(told_apart(name), resplit=True, **chosen)
    return tuple(varied(again, natural_collects=each) for each in COLLECTS)


def pinkjack(**chosen: object) -> tuple[Rulebook, ...]:
    """Return Pinkjack with what the operator may choose of a natural."""
    return tuple(
        varied(
            told_apart(PJ),
            natural_collects=each,
            dealer_pinkjack_counts_as_blackjack=spares,
            **chosen,
        )
        for each, spares in product(COLLECTS[:2], (False, True))
    )


PAIRS: dict[str, tuple[tuple[Rulebook, ...], str, str]] = {
    **{f"{name} {card}": (pontoon(name), card, "Kc") for name in (S24, S65, NZ) for card in "A7K"},
    **{f"{PJ} {card}": (pinkjack(), card, "Jd") for card in "A7K"},
    "aces play on": (pontoon(NZ, split_aces_get_one_card=False), "A", "Ac"),
    "naturals count": (pontoon(S24, naturals_after_split=True), "K", "Ac"),
    "naturals do not count": (pinkjack(naturals_after_split=False), "A", "Ad"),
}


@pytest.mark.parametrize(("rules", "card", "upcard"), PAIRS.values(), ids=PAIRS.keys())
def test_every_two_kinds_of_split_hands(
    rules: tuple[Rulebook, ...], card: str, upcard: str
) -> None:
    """Both hands of a box in every kind of finish, all ends of the dealer, all ways to collect."""
    boxes = Boxes(rules, CARDS[upcard])
    split = next(each for each in FACES if each.rank == card)
    ways = Ways(boxes.paid[0], split).of_every_kind().values()
    for first, second in product(ways, ways):
        at = boxes.split(first.cards[0], second.cards[0])
        at = second.after_split(first.after_split(at))
        boxes.compare(at, (first, second), boxes.endings)


TRIPLES: dict[str, tuple[tuple[Rulebook, ...], str, str]] = {
    S24: (pontoon(S24)[:2], "7", "Kc"),
    NZ: (pontoon(NZ)[2:], "7", "Ac"),
    PJ: (pinkjack()[::3], "A", "Jd"),
}
"""What the operator may choose, and in Pinkjack both choices at once."""


@pytest.mark.parametrize(
    ("rules", "card", "upcard"),
    list(TRIPLES.values())[: repetitions(1, 3)],
    ids=list(TRIPLES)[: repetitions(1, 3)],
)
def test_every_three_kinds_of_split_hands(
    rules: tuple[Rulebook, ...], card: str, upcard: str
) -> None:
    """Three hands of a box in every kind of finish: naturals, and the other ends in turn."""
    boxes = Boxes(rules, CARDS[upcard])
    split = next(each for each in FACES if each.rank == card)
    ways = Ways(boxes.paid[0], split).of_every_kind().values()
    others = cycle([each for each in boxes.endings if each not in boxes.naturals])
    for number, (hands, at) in enumerate(three_hands(boxes, tuple(ways))):
        boxes.compare(at, hands, [*boxes.naturals, *([next(others)] if number % 5 == 0 else [])])


def three_hands(boxes: Boxes, ways: tuple[Way, ...]) -> Iterator[tuple[tuple[Way, ...], Round]]:
    """Split, get another card of the value, split again, and finish hand after hand.

    Every kind meets every other at any two turns; all three together in the long run.
    """
    for (i, first), (j, second) in product(enumerate(ways), enumerate(ways)):
        for last in {way.cards[0] for way in ways}:
            at = boxes.split(first.cards[0], last).dealt(second.cards[0]).split()
            at = second.after_split(first.after_split(at))
            for k, third in enumerate(ways):
                if third.cards[0] is last and (i + j + k) % repetitions(3, 1) == 0:
                    yield (first, second, third), third.after_split(at)
