"""Dealing a round again: its cards in their true order, its decisions as far as they still hold."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from houserules.core.cards import Card
from houserules.table import commands as c
from houserules.table import dealing, doubling, offers, playing, splitting
from houserules.table.course import Course
from houserules.table.events import OffersOpened
from houserules.table.facing import exposing
from houserules.table.facing.commands import ExposeCards
from houserules.table.mishaps.decisions import decision, told

_DECISIONS: Final[dict[type, Any]] = {
    c.Insure: (offers.why_not_insure, offers.insure),
    c.Surrender: (offers.why_not_surrender, offers.surrender),
    c.CloseOffers: (offers.why_not_close_offers, offers.close_offers),
    ExposeCards: (exposing.why_not_expose, exposing.expose_cards),
    c.Hit: (playing.why_not_hit, playing.hit),
    c.Stand: (playing.why_not_stand, playing.stand),
    c.ReportAbsent: (playing.why_not_absent, playing.absent),
    c.Double: (doubling.why_not_double, doubling.double),
    c.Split: (splitting.why_not_split, splitting.split),
    c.Designate: (splitting.why_not_designate, splitting.designate),
    c.Forfeit: (doubling.why_not_forfeit, doubling.forfeit),
    c.Decline: (doubling.why_not_decline, doubling.decline),
}
_BESIDE_THE_PLAY: Final = (c.Insure, c.Surrender, c.CloseOffers, ExposeCards)


@dataclass(slots=True)
class Redeal:
    """What is left over of cards and decisions."""

    cards: list[Card]
    offered: OffersOpened | None  # what the players were offered the first time
    falls_away: list[str] = field(default_factory=list)
    given_up: set[int | None] = field(
        default_factory=set
    )  # boxes whose further decisions went with one


def redeal(course: Course, order: Iterable[Card], log: Sequence[Any]) -> Redeal:
    """Deal and decide until a card or a decision is lacking; give what is left over."""
    left = Redeal(list(order), _offers_in(log))
    events = iter(log)
    while True:
        if dealing.card_is_due(course.table):
            if not left.cards:
                break
            dealing.deal(course, c.DealCard(left.cards.pop(0)))
        elif (command := _next(events, course)) is None:
            break
        else:
            _decide(course, command, left)
    while (command := _next(events, course)) is not None:
        _fall_away(command, left)
    return left


def _next(events: Iterator[Any], course: Course) -> c.Command | None:
    """Give the next decision, read on the table as it stands now."""
    return next((d for each in events if (d := decision(each, course.table))), None)


def _offers_in(log: Iterable[Any]) -> OffersOpened | None:
    return next((each for each in log if isinstance(each, OffersOpened)), None)


def _decide(course: Course, command: c.Command, left: Redeal) -> None:
    judge, doer = _DECISIONS[type(command)]
    if _holds(course, command, left) and judge(course.rules, course.table, command) is None:
        doer(course, command)
    else:
        _fall_away(command, left)


def _holds(course: Course, command: c.Command, left: Redeal) -> bool:
    """Whether nothing before it went; offers are closed only if nothing new is offered now."""
    if isinstance(command, c.CloseOffers):
        now, then = _offers_in(course.events), left.offered
        assert now is not None
        return then is not None and (
            (now.insurance, now.surrender)
            == (now.insurance and then.insurance, now.surrender and then.surrender)
        )
    gone = getattr(command, "box", None) in left.given_up
    return not gone or isinstance(command, _BESIDE_THE_PLAY)


def _fall_away(command: c.Command, left: Redeal) -> None:
    """Drop a decision, and with one about the play what was decided on that box after it."""
    if isinstance(command, c.CloseOffers):
        return
    left.falls_away.append(told(command))
    if not isinstance(command, _BESIDE_THE_PLAY):
        left.given_up.add(getattr(command, "box", None))
