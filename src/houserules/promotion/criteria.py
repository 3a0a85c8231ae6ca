"""Entries earned by play: criteria as data, and which of some settled rounds meet them.

The same criteria over the same rounds give the same entries, whether the rounds are looked at one by
one as they settle or all together later.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from houserules.core.cards import Card
from houserules.core.money import Cents
from houserules.core.people import Moment, handle_key
from houserules.core.record_keys import MalformedRecord, check_keys, get, money
from houserules.promotion.moments import MomentError, read_moment
from houserules.promotion.state import EarnedBy
from houserules.rulebook.loader import RULEBOOKS
from houserules.table.round.hands import is_natural, total_of
from houserules.table.state import Result

HandPattern = Literal[
    "any", "win", "natural", "21", "6-7-8", "suited 6-7-8", "7-7-7", "suited 7-7-7"
]
"""What a hand must be; `21`: of three cards or more."""

_KEYS: Final = {
    *("rulebooks", "tables", "minimum_wager", "hand", "from", "until", "hours", "entries"),
    "most_per_day",
}
_HOURS: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)", re.ASCII)
_RANKS: Final = {"6-7-8": ["6", "7", "8"], "7-7-7": ["7", "7", "7"]}
_SECOND: Final = 1_000_000  # microseconds


@dataclass(frozen=True, slots=True)
class EntryCriteria:
    """What a settled round must have to earn entries; what is left out asks for nothing."""

    rulebooks: tuple[str, ...] = ()  # empty: that of the promotion
    tables: tuple[str, ...] = ()  # empty: every table
    minimum_wager: Cents | None = None  # the initial wager on the box
    hand: HandPattern = "any"
    begins: int | None = None  # microseconds; beside the promotion's own period
    until: int | None = None
    hours: tuple[int, int] | None = None  # minutes of the day: from, and before which
    entries: int = 1  # for each box that meets the criteria
    most_per_day: int | None = None  # entries of one player


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand of a settled round, as one bettor had a wager on it."""

    cards: tuple[Card, ...]
    is_split: bool
    result: Result | None


@dataclass(frozen=True, slots=True)
class PlayedBox:
    """One bettor's box of a settled round, with the casino's own day and time of day."""

    place: EarnedBy
    player: str
    rulebook: str
    settled_at: Moment
    day: int  # any count of days
    minute: int  # of the day
    wager: Cents
    hands: tuple[PlayedHand, ...]


@dataclass(frozen=True, slots=True)
class Earning:
    """Entries that a box has earned."""

    place: EarnedBy
    player: str
    settled_at: Moment
    day: int
    entries: int


def read_criteria(data: dict[str, Any] | None) -> EntryCriteria | None:
    """Read criteria from what JSON gave; raises MalformedRecord. None: no entries are earned."""
    if data is None:
        return None
    check_keys(data, _KEYS, "criteria.")
    hand = get(data, "hand", str, "criteria.", default="any")
    if hand not in get_args(HandPattern):
        raise MalformedRecord(
            "criteria.hand", f"{hand!r} is not one of {', '.join(get_args(HandPattern))}"
        )
    wager = money(data, "minimum_wager", "criteria.") if "minimum_wager" in data else None
    return EntryCriteria(
        rulebooks=_names(data, "rulebooks", RULEBOOKS),
        tables=_names(data, "tables"),
        minimum_wager=wager,
        hand=hand,
        begins=_moment(data, "from"),
        until=_moment(data, "until"),
        hours=_hours(data),
        entries=_count(data, "entries") or 1,
        most_per_day=_count(data, "most_per_day"),
    )


def _names(data: dict[str, Any], key: str, among: Iterable[str] | None = None) -> tuple[str, ...]:
    names = get(data, key, list, "criteria.", default=[])
    for number, name in enumerate(names):
        if not isinstance(name, str) or (among is not None and name not in among):
            raise MalformedRecord(f"criteria.{key}[{number}]", f"{name!r} is not known")
    return tuple(names)


def _moment(data: dict[str, Any], key: str) -> int | None:
    if key not in data:
        return None
    try:
        return read_moment(get(data, key, str, "criteria."))
    except MomentError as error:
        raise MalformedRecord(f"criteria.{key}", str(error)) from None


def _hours(data: dict[str, Any]) -> tuple[int, int] | None:
    if "hours" not in data:
        return None
    match = _HOURS.fullmatch(get(data, "hours", str, "criteria."))
    if match is None:
        raise MalformedRecord("criteria.hours", "write the hours of the day as in 18:00-02:00")
    from_hour, from_minute, to_hour, to_minute = map(int, match.groups())
    return from_hour * 60 + from_minute, to_hour * 60 + to_minute


def _count(data: dict[str, Any], key: str) -> int | None:
    if key not in data:
        return None
    number: int = get(data, key, int, "criteria.")
    if not 1 <= number <= 1000:
        raise MalformedRecord(f"criteria.{key}", "is a whole number from 1 to 1000")
    return number


def meets(criteria: EntryCriteria, box: PlayedBox, *, rulebook: str) -> bool:
    """Whether a box of a settled round meets the criteria, apart from the limit per day."""
    at = box.settled_at * _SECOND
    return (
        box.rulebook in (criteria.rulebooks or (rulebook,))
        and (not criteria.tables or box.place.table in criteria.tables)
        and box.wager >= (criteria.minimum_wager or 0)
        and (criteria.begins is None or at >= criteria.begins)
        and (criteria.until is None or at < criteria.until)
        and (criteria.hours is None or _is_within(box.minute, *criteria.hours))
        and any(_has(criteria.hand, hand) for hand in box.hands)
    )


def _is_within(minute: int, begins: int, ends: int) -> bool:
    """Whether a time of day is within hours, which may run past midnight."""
    if begins < ends:
        return begins <= minute < ends
    return minute >= begins or minute < ends


def _has(pattern: HandPattern, hand: PlayedHand) -> bool:
    """Whether a hand is as asked; a void wager earns nothing."""
    if hand.result in (None, "void"):
        return False
    match pattern:
        case "any":
            return True
        case "win":
            return hand.result in ("win", "bonus")
        case "natural":
            return not hand.is_split and is_natural(hand.cards)
        case "21":
            return len(hand.cards) > 2 and total_of(hand.cards)[0] == 21
    ranks = sorted(card.rank for card in hand.cards)
    is_suited = len({card.suit for card in hand.cards}) == 1
    return ranks == _RANKS[pattern.removeprefix("suited ")] and (
        is_suited or not pattern.startswith("suited ")
    )


def earnings(
    criteria: EntryCriteria,
    boxes: Iterable[PlayedBox],
    *,
    rulebook: str,
    period: tuple[int, int],
    earned: Iterable[Earning] = (),
) -> Iterator[Earning]:
    """Yield what further boxes earn, in order of time; `earned` is what was earned before.

    The period is that of the promotion, in microseconds: its start, and the closing of entries. A
    player's entries of a day stop at the limit, in the middle of a round if need be.
    """
    so_far = Counter[tuple[str, int]]()
    for each in earned:
        so_far[handle_key(each.player), each.day] += each.entries
    for box in sorted(boxes, key=_in_order):
        within = period[0] <= box.settled_at * _SECOND < period[1]
        if not within or not meets(criteria, box, rulebook=rulebook):
            continue
        key, many = (handle_key(box.player), box.day), criteria.entries
        if criteria.most_per_day is not None:
            many = min(many, criteria.most_per_day - so_far[key])
        if many > 0:
            so_far[key] += many
            yield Earning(box.place, box.player, box.settled_at, box.day, many)


def _in_order(box: PlayedBox) -> tuple[Moment, str, int, int, str]:
    place = box.place
    return box.settled_at, place.table, place.round, place.box, box.player
