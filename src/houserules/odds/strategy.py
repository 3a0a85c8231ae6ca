"""The whole strategy as rows: every hand that can still act, against every upcard.

The shape is that of `houserules strategy --json`. A row holds for every upcard of its value, but for
those that the rules tell apart (the A and J of diamonds in Pinkjack, a ten that surrender is not open
against): where they ask for something else there is an exception, for the exact card.
"""

from collections.abc import Iterator, Sequence
from math import nan

import numpy as np

from houserules.odds.against import NATURAL_HAND
from houserules.odds.arena import (
    ACE,
    COUNTS,
    NAMES,
    SIZE,
    TOTAL,
    Floats,
    hand_of,
)
from houserules.odds.forfeits import NAMED, Row, dealt_so, forfeits
from houserules.odds.opening import SPLIT, Opening
from houserules.odds.playing import ACTIONS, HIT, Played
from houserules.odds.policy import EQUAL
from houserules.odds.solving import Solved
from houserules.odds.split_box import SplitBox
from houserules.odds.splits import SplitHand
from houserules.odds.suits import COMPLETING, MIXED, SPADES, Suited

Key = tuple[int, str | None, tuple[int, int] | None, int | None]
"""A hand, its suits, the split card and number of hands it comes from, its initial aces."""


def strategy_rows(solved: Solved) -> dict[str, list[Row]]:
    """Give every decision of a solved game: `hands`, `forfeit` and `exceptions`."""
    found: dict[str, list[Row]] = {"hands": [], "forfeit": [], "exceptions": []}
    plain: dict[tuple[str, Key], str] = {}
    given_up: dict[tuple[object, ...], bool] = {}
    for opening, is_plain in _plain_first(solved.openings):
        upcard = opening.against.upcard
        faces = [str(face) for face in upcard.faces]
        for key, row in _rows(opening):
            if is_plain:
                plain[upcard.name, key] = row["best"]
                found["hands"].append(row)
            elif plain.get((upcard.name, key)) != row["best"]:
                found["exceptions"] += [row | {"upcard": face} for face in faces]
        for doubled, row in forfeits(opening):
            if is_plain:
                given_up[doubled] = row["forfeit"]
                found["forfeit"].append(row)
            elif given_up.get(doubled) != row["forfeit"]:
                found["forfeit"] += [row | {"upcard": face} for face in faces]
    return found


def _plain_first(openings: Sequence[Opening]) -> list[tuple[Opening, bool]]:
    """Give the upcards that stand for their values, then those that are told apart from them."""
    most: dict[str, Opening] = {}
    for opening in openings:
        upcard = opening.against.upcard
        before = most.setdefault(upcard.name, opening).against.upcard
        if (upcard.face is None, upcard.cards) > (before.face is None, before.cards):
            most[upcard.name] = opening
    every = [(each, most[each.against.upcard.name] is each) for each in openings]
    return sorted(every, key=lambda each: not each[1])


def _rows(opening: Opening) -> Iterator[tuple[Key, Row]]:
    keys, values = map(list, zip(*_values(opening), strict=True))
    table = np.array(values)
    near = table >= np.nanmax(table, axis=1, keepdims=True) - EQUAL
    bests = np.argmax(near, axis=1).tolist()
    told = np.where(np.isnan(table), np.array(None), table).tolist()
    upcard = opening.against.upcard.name
    for key, action, each in zip(keys, bests, told, strict=True):
        hand, suits, split, aces = key
        yield (
            key,
            {
                "upcard": upcard,
                "cards": NAMED[hand],
                "suits": suits,
                "split_from": split and {"card": NAMES[split[0]], "hands": split[1]},
                "best": ACTIONS[action],
                "values": dict(zip(ACTIONS, each, strict=True)),
                "initial_aces": aces,
            },
        )


def _values(opening: Opening) -> Iterator[tuple[Key, list[float]]]:
    """Give the values of all actions on every hand against one upcard."""
    yield from _first_two(opening)
    by_aces = len(opening.played) > 1
    for aces, played in enumerate(opening.played):
        told = played.values.tolist()
        for hand in _acting(opening, played, more_than=2):
            if not by_aces or dealt_so(hand, aces):
                first = aces if by_aces and COUNTS[hand, ACE] else None
                yield (hand, None, None, first), [*told[hand], nan, nan]
    for box in opening.boxes.values():
        for split_hand in box.hands.values():
            yield from _split(opening, box, split_hand)


def _acting(opening: Opening, played: Played, *, more_than: int) -> list[int]:
    """Give the hands of more than so many cards that can still act."""
    settled = opening.against.rules.settled
    acting = played.dealt.possible() & (settled < 0) & (TOTAL < 21) & (more_than < SIZE)
    return np.nonzero(acting)[0].tolist()


def _first_two(opening: Opening) -> Iterator[tuple[Key, list[float]]]:
    by_aces = len(opening.played) > 1
    for pair in opening.pairs:
        if pair.choices:
            first = pair.cards.count(ACE) if by_aces and ACE in pair.cards else None
            told = pair.cards in COMPLETING
            ways = [(each.fall if told else None, each.values, each.share) for each in pair.choices]
            for suits, values in _by_suits(ways):
                yield (pair.hand, suits, None, first), values


def _by_suits(
    ways: list[tuple[Suited | None, Floats, float]],
) -> Iterator[tuple[str | None, list[float]]]:
    """Average the ways in which suits fall, by what a person can tell apart."""
    groups: dict[str | None, list[tuple[Floats, float]]] = {}
    for fall, values, share in ways:
        if share > 0:
            groups.setdefault(_suits(fall), []).append((values, share))
    for suits, each in groups.items():
        rows, shares = np.array([row for row, _ in each]), [share for _, share in each]
        yield suits, np.average(rows, axis=0, weights=shares).tolist()


def _suits(fall: Suited | None) -> str | None:
    if fall is None:
        return None
    if fall.suit == MIXED:
        return "mixed"
    return "spades" if fall.suit == SPADES else "same"


def _split(opening: Opening, box: SplitBox, hand: SplitHand) -> Iterator[tuple[Key, list[float]]]:
    """Give a split hand's values: two cards with suits and splitting again, then more cards."""
    source = (hand.card, hand.hands)
    more = box.hands.get(hand.hands + 1)
    one_card = hand.card == ACE and opening.against.game.split_aces_get_one_card
    for second in hand.seconds:
        if second is None or second.hand == NATURAL_HAND:
            continue
        splits = second.hand == hand_of(hand.card, hand.card) and more is not None
        if (one_card and not splits) or opening.against.rules.settled[second.hand] >= 0:
            continue
        values = np.append(hand.played.values[second.hand], [nan, nan])
        values[SPLIT] = 2 * more.value if splits and more else nan
        for suits, told in _by_suits(_ways(opening, hand, second.hand, values)):
            yield (second.hand, suits, source, None), told
    if not one_card:
        told = hand.played.values.tolist()
        for each in _acting(opening, hand.played, more_than=2):
            yield (each, None, source, None), [*told[each], nan, nan]


def _ways(
    opening: Opening, hand: SplitHand, each: int, values: Floats
) -> list[tuple[Suited | None, Floats, float]]:
    first, second = np.repeat(np.arange(10), COUNTS[each]).tolist()
    falls = opening.against.suits_of((first, second), split=True)
    if falls is None:
        return [(None, values, 1.0)]
    shoe = hand.played.dealt.shoe - COUNTS[each]
    third = shoe[COMPLETING[first, second]] / shoe.sum()
    found: list[tuple[Suited | None, Floats, float]] = []
    for fall in falls:
        told = values.copy()
        told[HIT] += third * fall.third * fall.extra
        found.append((fall, told, fall.share))
    return found
