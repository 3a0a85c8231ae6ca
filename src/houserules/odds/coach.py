"""What every legal action is worth for one hand, one upcard and the cards that were seen."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from houserules.core.cards import CARDS, SUITS, Card, card, cards, show
from houserules.core.money import Cents
from houserules.odds.game import Game, check_game, read_game
from houserules.odds.solver.action_values import ACTIONS, HIT, best
from houserules.odds.solver.first_decision import SPLIT, FirstDecision
from houserules.odds.solver.hand_index import ACE, TEN, TOTAL, Floats, hand_of
from houserules.odds.solver.natural_collection import FacedBox
from houserules.odds.solver.player_outcomes import NATURAL, finishes_of
from houserules.odds.solver.shoe import ShoeError, check_shoe, full_shoe, upcards
from houserules.odds.solver.splits import Turn, split_again, split_hands
from houserules.odds.solver.suits import COMPLETING, MIXED, Own, Suited
from houserules.odds.solver.upcard import NATURAL_HAND, Against, against, with_upcard
from houserules.rulebook.schema import Rulebook


@dataclass(frozen=True, slots=True)
class Advice:
    """The values of all actions, per unit of the original wager; None where the rules refuse it."""

    best: str | None  # None: nothing is left to decide
    values: dict[str, float | None]


def advise(
    rules: Rulebook | Game | str,
    hand: str | tuple[Card, ...],
    upcard: str | Card,
    *,
    seen: Iterable[Card] = (),
    wager: Cents = 2500,
    split: int | None = None,
    later: bool = False,
) -> Advice:
    """Value every action for a hand: `advise("nsw-pontoon-2024", "8s 8d", "Kh")`.

    `seen` are other cards that are gone. `split` is the number of hands that the pair was split into,
    if this is one of them; the other split cards count as gone. `later` means that it is not the first
    hand of its box, which matters where a dealer natural collects from the first hand only.
    """
    game = read_game(rules, wager)
    hand = cards(hand) if isinstance(hand, str) else tuple(hand)
    upcard = card(upcard) if isinstance(upcard, str) else upcard
    check_game(game)
    shoe = full_shoe(game).without(seen)
    check_shoe(shoe.without([*hand, upcard]))
    if shoe.of(upcard) < 1:
        raise ShoeError(f"there is no {upcard} left in the shoe to be the upcard")
    group = next(each for each in upcards(game, shoe) if upcard in each.faces)
    this_face = replace(group, faces=(upcard,), cards=shoe.of(upcard))
    opening = FirstDecision(against(finishes_of(game), shoe, this_face), 1.0)
    values = tuple(card.value - 1 for card in hand)
    number = hand_of(*values)
    if len(hand) < 2 or number < 0:
        raise ShoeError(
            f"{show(hand)!r} is not a playable hand: give two or more cards totalling 21 or less"
        )
    natural = sorted(values) == [ACE, TEN] and (split is None or game.naturals_after_split)
    if natural or TOTAL[number] == 21 or opening.against.rules.settled[number] >= 0:
        return Advice(None, dict.fromkeys(ACTIONS))
    worth = (
        _unsplit(opening, hand)
        if split is None
        else _split(opening, hand, Turn(split, later and opening.against.spares_later))
    )
    named = zip(ACTIONS, worth.tolist(), strict=True)
    return Advice(
        ACTIONS[best(worth)] if not np.isnan(worth).all() else None,
        {name: None if np.isnan(value) else value for name, value in named},
    )


def _unsplit(opening: FirstDecision, hand: tuple[Card, ...]) -> Floats:
    values = sorted(card.value - 1 for card in hand)
    apart = _hand_gone(opening, hand)
    if len(hand) == 2:
        first, second = values
        fall = _fall(opening, hand, split=False)
        worth = apart.action_values((first, second), fall)
        if not np.isnan(worth[SPLIT]):
            worth[SPLIT] = opening.action_values((first, second), fall)[SPLIT]
            if opening.against.tells_pinks(first):
                worth[SPLIT] = _split_worth(opening, (hand[0], hand[1]))
        return worth
    played = apart.of_aces(sum(card.rank == "A" for card in hand[:2]))
    return np.append(played.values[hand_of(*values)], [np.nan, np.nan])


def _hand_gone(opening: FirstDecision, hand: tuple[Card, ...]) -> FirstDecision:
    """Return the opening with the chance of a dealer's Pinkjack that the hand leaves.

    A split box finds that chance itself.
    """
    against, upcard = opening.against, opening.against.upcard
    if not upcard.pinkjacks or all(card.value - 1 != upcard.partner for card in hand):
        return opening
    left = against.shoe.without(hand)
    group = next(each for each in upcards(against.game, left) if upcard.faces[0] in each.faces)
    changed = replace(upcard, pinkjacks=group.pinkjacks)
    return FirstDecision(with_upcard(against, changed), opening.chance)


def _split_worth(opening: FirstDecision, pair: tuple[Card, Card]) -> float:
    """Return what splitting a pair of aces or ten-value cards is worth, by its cards in their order."""
    against, card = opening.against, pair[0].value - 1
    pinks = (bool(pinks_of(pair[:1])), bool(pinks_of(pair[1:])))
    faced = FacedBox(opening.box(card), opening.kinds, sum(pinks), pinks)
    worth = opening.split_worth(faced)
    if against.rules.settled[NATURAL_HAND] != NATURAL:
        return worth
    average = against.natural_pays(Own(card, pink=False))
    suits = [*([SUITS.index(each.suit)] for each in pair), list(range(len(SUITS)))]
    for naturals, each in zip(faced.naturals(), suits, strict=True):
        if naturals.any():
            pays = [against.natural_pays(Own(card, pink=False, suit=suit)) for suit in each]
            shares = _plain_suits(against, pair) if len(each) > 1 else np.ones(1)
            worth += float(naturals @ (shares @ np.array(pays) - average))
    return worth


def _plain_suits(against: Against, pair: tuple[Card, Card]) -> Floats:
    """Return the suits of the cards like a pair that are left, the A or J of diamonds aside."""
    left, value = np.zeros(len(SUITS)), pair[0].value
    likely = 1.0 / against.upcard.cards
    for face in CARDS.values():
        if face.value == value and not pinks_of([face]):
            up = likely * against.shoe.of(face) if face in against.upcard.faces else 0.0
            left[SUITS.index(face.suit)] += against.shoe.of(face) - up - pair.count(face)
    return np.asarray(left / left.sum()) if left.sum() > 0 else left


def _fall(opening: FirstDecision, hand: tuple[Card, ...], *, split: bool) -> Suited | None:
    """Return the way in which the suits of two cards fell, where it matters."""
    first, second = sorted(card.value - 1 for card in hand)
    cards = (first, second)
    if first == second and opening.against.tells_pinks(first):
        ways = opening.against.pink_pairs(first)
        return next((way for way in ways if way.pinks == pinks_of(hand)), None)
    falls = opening.against.suits_of(cards, split=True) if split else opening.falls(cards)
    suits = tuple(SUITS.index(card.suit) for card in sorted(hand, key=lambda card: card.value))
    suit = suits[0] if suits[0] == suits[1] else MIXED
    if first == second and not split:
        return next((fall for fall in falls or () if fall.suits == suits), None)
    return next((fall for fall in falls or () if fall.suit == suit), None)


def pinks_of(cards: Iterable[Card]) -> int:
    """Return how many cards are the A or J of diamonds."""
    return sum(str(card) in ("Ad", "Jd") for card in cards)


def _split(opening: FirstDecision, hand: tuple[Card, ...], turn: Turn) -> Floats:
    game, card = opening.against.game, hand[0].value - 1
    formed = split_hands(opening.against, card)
    if turn not in formed:
        allowed = ", ".join(map(str, sorted({each.hands for each in formed}))) or "none"
        raise ShoeError(f"a split of this pair makes no {turn.hands} hands; allowed: {allowed}")
    now = formed[turn]
    number = hand_of(*(each.value - 1 for each in hand))
    values = np.append(now.played.values[number], [np.nan, np.nan])
    if len(hand) == 2:
        again = split_again(formed, turn)
        if hand[1].value - 1 == card and again is not None:
            told = opening.against.tells_pinks(card)
            first, second = (pinks_of([each]) if told else 0 for each in hand)
            values[SPLIT] = again[first, second]
        else:
            fall = _fall(opening, hand, split=True)
            if fall is not None:  # a third card may complete 6-7-8 or 7-7-7 of one suit
                low, high = sorted(each.value - 1 for each in hand)
                left = now.played.dealt.shoe.copy()
                left[low] -= 1
                left[high] -= 1
                third = left[COMPLETING[low, high]] / left.sum()
                values[HIT] += float(third * fall.third * fall.extra)
    if card == ACE and game.split_aces_get_one_card:
        values[0] = np.nan if np.isnan(values[SPLIT]) else values[0]
    return values
