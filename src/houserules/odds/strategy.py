"""The whole strategy as rows: every hand that can still act, against every upcard.

The shape is that of `houserules strategy --json`. A row holds for every upcard of its value, but for
the A and J of diamonds in Pinkjack: where they ask for something else there is an exception.
"""

from collections.abc import Iterator
from math import nan
from typing import Any

import numpy as np

from houserules.odds.against import NATURAL_HAND
from houserules.odds.arena import (
    ACE,
    ARENA,
    COUNTS,
    HANDS,
    NAMES,
    SIZE,
    TOTAL,
    Floats,
    hand_of,
    name_of,
)
from houserules.odds.finals import OPEN
from houserules.odds.opening import SPLIT, Opening
from houserules.odds.playing import ACTIONS, DOUBLE, HIT, Played, doubled_hands
from houserules.odds.policy import EQUAL
from houserules.odds.solving import Solved
from houserules.odds.splits import SplitBox, SplitHand
from houserules.odds.suits import COMPLETING, MIXED, SPADES, Suited

Row = dict[str, Any]
Key = tuple[int, str | None, tuple[int, int] | None, int | None]
"""A hand, its suits, the split card and number of hands it comes from, its initial aces."""

NAMED: list[str] = [name_of(hand) for hand in range(HANDS)]


def strategy_rows(solved: Solved) -> dict[str, list[Row]]:
    """Give every decision of a solved game: `hands`, `forfeit` and `exceptions`."""
    hands: list[Row] = []
    exceptions: list[Row] = []
    plain: dict[tuple[str, Key], str] = {}
    for opening in sorted(solved.openings, key=lambda each: each.against.upcard.face is not None):
        upcard = opening.against.upcard
        for key, row in _rows(opening):
            if upcard.face is None:
                plain[upcard.name, key] = row["best"]
                hands.append(row)
            elif plain.get((upcard.name, key)) != row["best"]:
                exceptions.append(row | {"upcard": str(upcard.face)})
    forfeit = [row for opening in solved.openings for row in _forfeits(opening)]
    return {"hands": hands, "forfeit": forfeit, "exceptions": exceptions}


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
            if not by_aces or _dealt_so(hand, aces):
                first = aces if by_aces and COUNTS[hand, ACE] else None
                yield (hand, None, None, first), [*told[hand], nan, nan]
    for box in opening.boxes.values():
        for split_hand in box.hands.values():
            yield from _split(opening, box, split_hand)


def _acting(opening: Opening, played: Played, *, more_than: int) -> list[int]:
    """Give the hands of more than so many cards that can still act."""
    settled = opening.against.rules.settled
    acting = played.dealt.possible & (settled < 0) & (TOTAL < 21) & (more_than < SIZE)
    return np.nonzero(acting)[0].tolist()


def _dealt_so(hand: int, aces: int) -> bool:
    """Whether the first two cards of a hand can have had so many aces."""
    has = int(COUNTS[hand, ACE])
    return aces <= has and int(SIZE[hand]) - has >= 2 - aces


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


def _forfeits(opening: Opening) -> Iterator[Row]:
    """Give every doubled hand that may be given up; of split hands those that differ."""
    if not opening.against.game.forfeits:
        return
    by_aces = len(opening.played) > 1
    plain: dict[tuple[int, int, int], bool] = {}
    for aces, played in enumerate(opening.played):
        for hand, card, total in _doubled(opening, played, aces):
            if by_aces and not _dealt_so(hand, aces):
                continue
            plain[hand, card, total] = bool(played.forfeit[hand, card])
            told = aces if by_aces and COUNTS[hand, ACE] else None
            yield _forfeit_row(opening, (hand, card, total), plain[hand, card, total], None, told)
    for box in opening.boxes.values():
        for split_hand in box.hands.values():
            aces = int(split_hand.card == ACE)
            for each in _doubled(opening, split_hand.played, aces):
                given_up = bool(split_hand.played.forfeit[each[0], each[1]])
                if plain.get(each) != given_up:
                    source = {"card": NAMES[split_hand.card], "hands": split_hand.hands}
                    yield _forfeit_row(opening, each, given_up, source, None)


def _doubled(opening: Opening, played: Played, aces: int) -> Iterator[tuple[int, int, int]]:
    """Give hands that may be doubled, the card drawn and the total then, where the choice is open."""
    finish, total = doubled_hands(ARENA, opening.against.rules, aces)
    may = played.dealt.possible & ~np.isnan(played.values[:, DOUBLE])
    left = played.dealt.shoe - COUNTS
    chosen = np.argwhere(may[:, None] & (finish >= OPEN) & (left > 0))
    for hand, card in chosen.tolist():
        yield hand, card, int(total[hand, card])


def _forfeit_row(
    opening: Opening,
    doubled: tuple[int, int, int],
    given_up: bool,
    source: Row | None,
    aces: int | None,
) -> Row:
    hand, card, total = doubled
    return {
        "upcard": opening.against.upcard.name,
        "cards": f"{NAMED[hand]} {NAMES[card]}",
        "total": total,
        "forfeit": given_up,
        "split_from": source,
        "initial_aces": aces,
    }
