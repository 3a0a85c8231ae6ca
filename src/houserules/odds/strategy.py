"""The whole strategy as rows: every hand that can still act, against every upcard.

The shape is that of `houserules strategy --json`. A row holds for every upcard of its value, except
those that the rules tell apart (the A and J of diamonds in Pinkjack, a ten that surrender is not open
against): where they ask for something else there is an exception, for the exact card. Where a dealer
natural collects only from the first hand of a split box, `split_from` says `later` of the others.
"""

from collections.abc import Iterator, Sequence
from math import nan
from typing import Any

import numpy as np

from houserules.odds.solved_game import SolvedGame
from houserules.odds.solver.action_values import (
    ACTIONS,
    DOUBLE,
    EQUAL,
    HIT,
    PlayedHands,
    doubled_hands,
)
from houserules.odds.solver.first_decision import SPLIT, FirstDecision
from houserules.odds.solver.hand_index import (
    ACE,
    COUNTS,
    HANDS,
    NAMES,
    SIZE,
    TOTAL,
    Floats,
    hand_of,
    name_of,
)
from houserules.odds.solver.player_outcomes import OPEN
from houserules.odds.solver.splits import SplitBox, SplitHand, Turn, by_pinks, split_again
from houserules.odds.solver.suits import COMPLETING, Suited, suits_name
from houserules.odds.solver.upcard import NATURAL_HAND

# The rows of a strategy for doubled hands that may be given up.


Row = dict[str, Any]
ForfeitKey = tuple[object, ...]
"""An upcard's value, a doubled hand, the split it comes from and its initial aces."""

NAMED: list[str] = [name_of(hand) for hand in range(HANDS)]


def split_from(card: int, turn: Turn) -> Row:
    """Return where a split hand comes from, as rows have it."""
    source: Row = {"card": NAMES[card], "hands": turn.hands}
    return source | {"later": True} if turn.later else source


def dealt_so(hand: int, aces: int) -> bool:
    """Whether the first two cards of a hand can have had so many aces."""
    has = int(COUNTS[hand, ACE])
    return aces <= has and int(SIZE[hand]) - has >= 2 - aces


def forfeits(opening: FirstDecision) -> Iterator[tuple[ForfeitKey, Row]]:
    """Yield every doubled hand that may be given up; of split hands those that differ."""
    if not opening.against.game.forfeits:
        return
    by_aces = len(opening.unsplit_hands) > 1
    plain: dict[tuple[int, int, int], bool] = {}
    for aces, played in enumerate(opening.unsplit_hands):
        for hand, card, total in _doubled_rows(opening, played, aces):
            if by_aces and not dealt_so(hand, aces):
                continue
            plain[hand, card, total] = bool(played.forfeit[hand, card])
            told = aces if by_aces and COUNTS[hand, ACE] else None
            yield _row(opening, (hand, card, total), plain[hand, card, total], None, told)
    for box in opening.boxes.values():
        for split_hand in box.hands.values():
            aces = int(split_hand.card == ACE)
            for each in _doubled_rows(opening, split_hand.played, aces):
                given_up = bool(split_hand.played.forfeit[each[0], each[1]])
                if plain.get(each) != given_up:
                    source = (split_hand.card, split_hand.turn)
                    yield _row(opening, each, given_up, source, None)


def _doubled_rows(
    opening: FirstDecision, played: PlayedHands, aces: int
) -> Iterator[tuple[int, int, int]]:
    """Yield hands that may be doubled, the card drawn and the total then, where the choice is open."""
    finish, total = doubled_hands(opening.against.rules, aces)
    may = played.dealt.possible() & ~np.isnan(played.values[:, DOUBLE])
    left = played.dealt.shoe - COUNTS
    chosen = np.argwhere(may[:, None] & (finish >= OPEN) & (left > 0))
    for hand, card in chosen.tolist():
        yield hand, card, int(total[hand, card])


def _row(
    opening: FirstDecision,
    doubled: tuple[int, int, int],
    given_up: bool,
    source: tuple[int, Turn] | None,
    aces: int | None,
) -> tuple[ForfeitKey, Row]:
    hand, card, total = doubled
    upcard = opening.against.upcard.name
    return (upcard, *doubled, source, aces), {
        "upcard": upcard,
        "cards": f"{NAMED[hand]} {NAMES[card]}",
        "total": total,
        "forfeit": given_up,
        "split_from": source and split_from(*source),
        "initial_aces": aces,
    }


Key = tuple[int, str | None, tuple[int, Turn] | None, int | None]
"""A hand, its suits, the split card and the turn it has in the box, its initial aces."""


def strategy_rows(solved: SolvedGame) -> dict[str, list[Row]]:
    """Return every decision of a solved game: `hands`, `forfeit` and `exceptions`."""
    rows: dict[str, list[Row]] = {"hands": [], "forfeit": [], "exceptions": []}
    plain: dict[tuple[str, Key], str] = {}
    given_up: dict[tuple[object, ...], bool] = {}
    for opening, is_plain in _plain_first(solved.openings):
        upcard = opening.against.upcard
        faces = [str(face) for face in upcard.faces]
        for key, row in _rows(opening):
            if is_plain:
                plain[upcard.name, key] = row["best"]
                rows["hands"].append(row)
            elif plain.get((upcard.name, key)) != row["best"]:
                rows["exceptions"] += [row | {"upcard": face} for face in faces]
        for doubled, row in forfeits(opening):
            if is_plain:
                given_up[doubled] = row["forfeit"]
                rows["forfeit"].append(row)
            elif given_up.get(doubled) != row["forfeit"]:
                rows["forfeit"] += [row | {"upcard": face} for face in faces]
    return rows


def _plain_first(openings: Sequence[FirstDecision]) -> list[tuple[FirstDecision, bool]]:
    """Return the upcards that stand for their values, then those that are told apart from them."""
    most: dict[str, FirstDecision] = {}
    for opening in openings:
        upcard = opening.against.upcard
        before = most.setdefault(upcard.name, opening).against.upcard
        if (upcard.face is None, upcard.cards) > (before.face is None, before.cards):
            most[upcard.name] = opening
    every = [(each, most[each.against.upcard.name] is each) for each in openings]
    return sorted(every, key=lambda each: not each[1])


def _rows(opening: FirstDecision) -> Iterator[tuple[Key, Row]]:
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
                "split_from": split and split_from(*split),
                "best": ACTIONS[action],
                "values": dict(zip(ACTIONS, each, strict=True)),
                "initial_aces": aces,
            },
        )


def _values(opening: FirstDecision) -> Iterator[tuple[Key, list[float]]]:
    """Yield the values of all actions on every hand against one upcard."""
    yield from _first_two(opening)
    by_aces = len(opening.unsplit_hands) > 1
    for aces, played in enumerate(opening.unsplit_hands):
        told = played.values.tolist()
        for hand in _acting(opening, played):
            if not by_aces or dealt_so(hand, aces):
                first = aces if by_aces and COUNTS[hand, ACE] else None
                yield (hand, None, None, first), [*told[hand], nan, nan]
    for box in opening.boxes.values():
        for split_hand in box.hands.values():
            yield from _split(opening, box, split_hand)


def _acting(opening: FirstDecision, played: PlayedHands) -> list[int]:
    """Return the hands of more than two cards that can still act."""
    settled = opening.against.rules.settled
    acting = played.dealt.possible() & (settled < 0) & (TOTAL < 21) & (SIZE > 2)
    return np.nonzero(acting)[0].tolist()


def _first_two(opening: FirstDecision) -> Iterator[tuple[Key, list[float]]]:
    by_aces = len(opening.unsplit_hands) > 1
    for pair in opening.pairs:
        if pair.choices:
            first = pair.cards.count(ACE) if by_aces and ACE in pair.cards else None
            card, other = pair.cards
            told = pair.cards in COMPLETING or (card == other and opening.against.tells_pinks(card))
            ways = [(each.fall if told else None, each.values, each.share) for each in pair.choices]
            for suits, values in _by_suits(ways, card):
                yield (pair.hand, suits, None, first), values


def _by_suits(
    ways: list[tuple[Suited | None, Floats, float]], card: int
) -> Iterator[tuple[str | None, list[float]]]:
    """Average the ways in which suits fall, by what a person can tell apart."""
    groups: dict[str | None, list[tuple[Floats, float]]] = {}
    for fall, values, share in ways:
        if share > 0:
            groups.setdefault(suits_name(fall, card), []).append((values, share))
    for suits, each in groups.items():
        rows, shares = np.array([row for row, _ in each]), [share for _, share in each]
        yield suits, np.average(rows, axis=0, weights=shares).tolist()


def _split(
    opening: FirstDecision, box: SplitBox, hand: SplitHand
) -> Iterator[tuple[Key, list[float]]]:
    """Return a split hand's values: two cards with suits and splitting again, then more cards."""
    source = (hand.card, hand.turn)
    again = split_again(box.hands, hand.turn)
    one_card = hand.card == ACE and opening.against.game.split_aces_get_one_card
    for second in hand.seconds:
        if second is None or second.hand == NATURAL_HAND:
            continue
        splits = second.hand == hand_of(hand.card, hand.card) and again is not None
        if (one_card and not splits) or opening.against.rules.settled[second.hand] >= 0:
            continue
        ways = _ways(opening, hand, second.hand, again if splits else None)
        for suits, told in _by_suits(ways, hand.card):
            yield (second.hand, suits, source, None), told
    if not one_card:
        told = hand.played.values.tolist()
        for each in _acting(opening, hand.played):
            yield (each, None, source, None), [*told[each], nan, nan]


def _ways(
    opening: FirstDecision, hand: SplitHand, each: int, again: Floats | None
) -> list[tuple[Suited | None, Floats, float]]:
    """Return the values of two cards of a split hand, by how their suits can fall."""
    first, second = np.repeat(np.arange(10), COUNTS[each]).tolist()
    values = np.append(hand.played.values[each], [nan, nan])
    ways: list[tuple[Suited | None, Floats, float]] = []
    if again is not None and opening.against.tells_pinks(hand.card):
        for fall in opening.against.pink_pairs(hand.card):
            told = values.copy()
            told[SPLIT] = by_pinks(again)[fall.pinks or 0]
            ways.append((fall, told, fall.share))
        return ways
    values[SPLIT] = nan if again is None else by_pinks(again)[0]
    falls = opening.against.suits_of((first, second), split=True)
    if falls is None:
        return [(None, values, 1.0)]
    shoe = hand.played.dealt.shoe - COUNTS[each]
    third = shoe[COMPLETING[first, second]] / shoe.sum()
    for fall in falls:
        told = values.copy()
        told[HIT] += third * fall.third * fall.extra
        ways.append((fall, told, fall.share))
    return ways
