"""What every legal action is worth for one hand, one upcard and the cards that were seen."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from houserules.core.cards import SUITS, Card, show
from houserules.core.money import Cents
from houserules.odds.against import against
from houserules.odds.arena import ACE, TEN, TOTAL, Floats, hand_of
from houserules.odds.cards import Shoe, ShoeError, Upcard, check_shoe, full_shoe, upcards
from houserules.odds.checking import check_game
from houserules.odds.finals import finishes_of
from houserules.odds.game import Game, game_of
from houserules.odds.opening import SPLIT, Opening
from houserules.odds.playing import ACTIONS, HIT
from houserules.odds.policy import best
from houserules.odds.splits import SplitHand, split_hands
from houserules.odds.suits import COMPLETING, MIXED, Suited
from houserules.rulebook.schema import Rulebook


@dataclass(frozen=True, slots=True)
class Advice:
    """The values of all actions, per unit of the original wager; None where the rules refuse it."""

    best: str | None  # None: nothing is left to decide
    values: dict[str, float | None]


def advise(
    rules: Rulebook | Game,
    hand: tuple[Card, ...],
    upcard: Card,
    *,
    seen: Iterable[Card] = (),
    wager: Cents = 2500,
    split: int | None = None,
) -> Advice:
    """Value every action; `split`: the hand is one of so many, its first card was split.

    `seen` are other cards that are gone; the other split cards are taken to be gone anyway.
    """
    game = game_of(rules, wager) if isinstance(rules, Rulebook) else rules
    check_game(game)
    shoe = full_shoe(game).without(seen)
    check_shoe(shoe.without([*hand, upcard]))
    opening = Opening(against(finishes_of(game), shoe, _upcard(game, shoe, upcard)), 1.0)
    values = tuple(card.value - 1 for card in hand)
    number = hand_of(*values)
    if len(hand) < 2 or number < 0:
        raise ShoeError(
            f"{show(hand)} is no hand to act on: it needs two cards or more, and no bust"
        )
    natural = sorted(values) == [ACE, TEN] and (split is None or game.naturals_after_split)
    if natural or TOTAL[number] == 21 or opening.against.rules.settled[number] >= 0:
        return Advice(None, dict.fromkeys(ACTIONS))
    found = _unsplit(opening, hand) if split is None else _split(opening, hand, split)
    named = zip(ACTIONS, found.tolist(), strict=True)
    return Advice(
        ACTIONS[best(found)] if not np.isnan(found).all() else None,
        {name: None if np.isnan(value) else value for name, value in named},
    )


def _upcard(game: Game, shoe: Shoe, face: Card) -> Upcard:
    """Give the upcard as this one face."""
    if shoe.of(face) < 1:
        raise ShoeError(f"there is no {face} left in the shoe to be the upcard")
    group = next(each for each in upcards(game, shoe) if face in each.faces)
    return replace(group, faces=(face,), cards=shoe.of(face))


def _unsplit(opening: Opening, hand: tuple[Card, ...]) -> Floats:
    values = sorted(card.value - 1 for card in hand)
    if len(hand) == 2:
        first, second = values
        return opening.action_values((first, second), _fall(opening, hand, split=False))
    aces = sum(card.rank == "A" for card in hand[:2])
    played = opening.of_aces(aces)
    return np.append(played.values[hand_of(*values)], [np.nan, np.nan])


def _fall(opening: Opening, hand: tuple[Card, ...], *, split: bool) -> Suited | None:
    """Give the way in which the suits of two cards fell, where it matters."""
    first, second = sorted(card.value - 1 for card in hand)
    cards = (first, second)
    falls = opening.against.suits_of(cards, split=True) if split else opening.falls(cards)
    suits = tuple(SUITS.index(card.suit) for card in sorted(hand, key=lambda card: card.value))
    suit = suits[0] if suits[0] == suits[1] else MIXED
    if first == second and not split:
        return next((fall for fall in falls or () if fall.suits == suits), None)
    return next((fall for fall in falls or () if fall.suit == suit), None)


def _split(opening: Opening, hand: tuple[Card, ...], hands: int) -> Floats:
    game, card = opening.against.game, hand[0].value - 1
    formed = split_hands(opening.against, card)
    if hands not in formed:
        allowed = ", ".join(map(str, sorted(formed))) or "none"
        raise ShoeError(f"a split of this pair makes no {hands} hands; allowed: {allowed}")
    now = formed[hands]
    number = hand_of(*(each.value - 1 for each in hand))
    values = np.append(now.played.values[number], [np.nan, np.nan])
    if len(hand) == 2:
        values[HIT] += _completing(opening, now, hand)
        if hand[1].value - 1 == card and hands + 1 in formed:
            values[SPLIT] = 2 * formed[hands + 1].value
    if card == ACE and game.split_aces_get_one_card:
        values[0] = np.nan if np.isnan(values[SPLIT]) else values[0]
    return values


def _completing(opening: Opening, now: SplitHand, hand: tuple[Card, ...]) -> float:
    fall = _fall(opening, hand, split=True)
    if fall is None:
        return 0.0
    first, second = sorted(card.value - 1 for card in hand)
    left = now.played.dealt.shoe.copy()
    left[[first]] -= 1
    left[[second]] -= 1
    return float(left[COMPLETING[first, second]] / left.sum() * fall.third * fall.extra)
