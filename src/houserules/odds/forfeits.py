"""The rows of a strategy for doubled hands that may be given up."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from houserules.odds.arena import ACE, COUNTS, HANDS, NAMES, SIZE, name_of
from houserules.odds.finals import OPEN
from houserules.odds.opening import Opening
from houserules.odds.playing import DOUBLE, Played
from houserules.odds.rules import doubled_hands

Row = dict[str, Any]
Key = tuple[object, ...]
"""An upcard's value, a doubled hand, the split it comes from and its initial aces."""

NAMED: list[str] = [name_of(hand) for hand in range(HANDS)]


def dealt_so(hand: int, aces: int) -> bool:
    """Whether the first two cards of a hand can have had so many aces."""
    has = int(COUNTS[hand, ACE])
    return aces <= has and int(SIZE[hand]) - has >= 2 - aces


def forfeits(opening: Opening) -> Iterator[tuple[Key, Row]]:
    """Give every doubled hand that may be given up; of split hands those that differ."""
    if not opening.against.game.forfeits:
        return
    by_aces = len(opening.played) > 1
    plain: dict[tuple[int, int, int], bool] = {}
    for aces, played in enumerate(opening.played):
        for hand, card, total in _doubled(opening, played, aces):
            if by_aces and not dealt_so(hand, aces):
                continue
            plain[hand, card, total] = bool(played.forfeit[hand, card])
            told = aces if by_aces and COUNTS[hand, ACE] else None
            yield _row(opening, (hand, card, total), plain[hand, card, total], None, told)
    for box in opening.boxes.values():
        for split_hand in box.hands.values():
            aces = int(split_hand.card == ACE)
            for each in _doubled(opening, split_hand.played, aces):
                given_up = bool(split_hand.played.forfeit[each[0], each[1]])
                if plain.get(each) != given_up:
                    source = (NAMES[split_hand.card], split_hand.hands)
                    yield _row(opening, each, given_up, source, None)


def _doubled(opening: Opening, played: Played, aces: int) -> Iterator[tuple[int, int, int]]:
    """Give hands that may be doubled, the card drawn and the total then, where the choice is open."""
    finish, total = doubled_hands(opening.against.rules, aces)
    may = played.dealt.possible() & ~np.isnan(played.values[:, DOUBLE])
    left = played.dealt.shoe - COUNTS
    chosen = np.argwhere(may[:, None] & (finish >= OPEN) & (left > 0))
    for hand, card in chosen.tolist():
        yield hand, card, int(total[hand, card])


def _row(
    opening: Opening,
    doubled: tuple[int, int, int],
    given_up: bool,
    source: tuple[str, int] | None,
    aces: int | None,
) -> tuple[Key, Row]:
    hand, card, total = doubled
    upcard = opening.against.upcard.name
    return (upcard, *doubled, source, aces), {
        "upcard": upcard,
        "cards": f"{NAMED[hand]} {NAMES[card]}",
        "total": total,
        "forfeit": given_up,
        "split_from": source and {"card": source[0], "hands": source[1]},
        "initial_aces": aces,
    }
