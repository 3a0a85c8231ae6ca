"""Dealing a round again: its cards in their true order, its decisions as far as they still hold.

The round is replayed from the moment that bets were closed, on two tracks. Cards come from the
corrected order whenever the table waits for one. Decisions come from the first round's events, in
their order, whenever it waits for people; each is judged again on the table as it stands now. A hit on
a hand that now has a natural is refused, so it falls away, and with it everything decided on that box
afterwards: those decisions were made about cards that were never there. Insurance, surrender and the
like do not depend on earlier play and are tried on their own.

Three things are not decisions and need care. A wager found outside the limits counts from the first
card, because it lay there from the start. A voided wager leaves the round after as many cards as the
first time, so that the same cards are dealt past it. A late offer comes before the next card.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import zip_longest
from typing import Any, Final

from houserules.core.cards import Card
from houserules.table import commands, face_down
from houserules.table.event_builder import EventBuilder
from houserules.table.events import CardDealt, OffersOpened
from houserules.table.evolve import evolve
from houserules.table.face_down import ExposeCards
from houserules.table.irregularities import not_offered
from houserules.table.irregularities.commands import RefuseCard, ReportNotOffered
from houserules.table.irregularities.decisions import (
    VOIDS,
    Void,
    decision_behind,
    describe_decision,
)
from houserules.table.irregularities.events import CardRefused, LateOfferOpened
from houserules.table.irregularities.previous_round import is_past, round_of
from houserules.table.irregularities.state import LateOffer, Move
from houserules.table.people.devices import end_declared_void
from houserules.table.people.events import WagerRefused, WagersDeclaredVoid, WagersFoundInvalid
from houserules.table.people.invalid_wagers import end_invalid, refuse_again
from houserules.table.round import deal, double, offers, play, split
from houserules.table.sign import found_wagers
from houserules.table.sign.commands import ReportFoundWager
from houserules.table.sign.events import WagerFoundInPlay
from houserules.table.state import Table


def _bind(builder: EventBuilder, command: RefuseCard) -> None:
    """Let a hand be bound that refused a card the first time; no card is on offer now."""
    clause = builder.rules.irregularities.refused_card_leaves.clause
    builder.emit(CardRefused(command.box, command.hand, command.player, clause))
    if builder.table.phase == "playing":
        deal.go_on(builder)


_DECISIONS: Final[dict[type, Any]] = {
    commands.Insure: (offers.why_not_insure, offers.insure),
    commands.Surrender: (offers.why_not_surrender, offers.surrender),
    commands.CloseOffers: (offers.why_not_close_offers, offers.close_offers),
    ExposeCards: (face_down.why_not_expose, face_down.expose_cards),
    commands.Hit: (play.why_not_hit, play.hit),
    commands.Stand: (play.why_not_stand, play.stand),
    commands.ReportAbsent: (play.why_not_absent, play.absent),
    commands.ComeBack: (play.why_not_come_back, play.come_back),
    commands.Double: (double.why_not_double, double.double),
    commands.Split: (split.why_not_split, split.split),
    commands.Designate: (split.why_not_designate, split.designate),
    commands.Forfeit: (double.why_not_forfeit, double.forfeit),
    commands.Decline: (double.why_not_decline, double.decline),
    ReportNotOffered: (not_offered.why_not_not_offered, not_offered.report_not_offered),
    RefuseCard: (lambda rules, table, command: None, _bind),
    ReportFoundWager: (found_wagers.why_not_report, found_wagers.report),
}
_VOIDS: Final[dict[type, Any]] = {
    WagersFoundInvalid: end_invalid,
    WagersDeclaredVoid: end_declared_void,
    WagerRefused: refuse_again,
}
_BESIDE_THE_PLAY: Final = (
    commands.Insure,
    commands.Surrender,
    commands.CloseOffers,
    ExposeCards,
    ReportNotOffered,
    RefuseCard,
    ReportFoundWager,
)


@dataclass(slots=True)
class Redeal:
    """What is left over of cards and decisions."""

    cards: list[Card]
    offered: OffersOpened | None  # what the players were offered the first time
    falls_away: list[str] = field(default_factory=list)
    given_up: set[int | None] = field(default_factory=set)  # boxes that lost a decision on the play


def redeal(builder: EventBuilder, order: Iterable[Card], log: Sequence[Any]) -> Redeal:
    """Deal and decide until a card or a decision is lacking; return what is left over.

    A wager that was found to be another one lay there from the first card. Wagers that were voided
    leave the round after as many cards as the first time.
    """
    left, dealt = Redeal(list(order), _offers_in(log)), 0
    for event in log:
        if isinstance(event, WagerFoundInPlay) and (
            command := decision_behind(event, builder.table)
        ):
            _decide(builder, command, left)
    events = deque(event for event in log if not isinstance(event, WagerFoundInPlay))
    voids = _voids_in(log)
    while True:
        if deal.card_is_due(builder.table) and not _offer_comes_first(events, builder):
            if voids and voids[0][0] <= dealt:
                events.remove(voids[0][1])
                _void(builder, voids)
            elif not left.cards:
                break
            else:
                deal.deal(builder, commands.DealCard(left.cards.pop(0)))
                dealt += 1
        elif (step := _next(events, builder)) is None:
            break
        elif isinstance(step, VOIDS):
            _void(builder, voids)
        else:
            _decide(builder, step, left)
    while (step := _next(events, builder)) is not None:
        if isinstance(step, VOIDS):
            _void(builder, voids)
        else:
            _fall_away(step, left)
    return left


def _voids_in(log: Iterable[Any]) -> deque[tuple[int, Void]]:
    """Return what voided wagers in the round, each with the number of cards dealt before it."""
    voids, dealt = deque[tuple[int, Void]](), 0
    for event in log:
        dealt += isinstance(event, CardDealt)
        if isinstance(event, VOIDS):
            voids.append((dealt, event))
    return voids


def _void(builder: EventBuilder, voids: deque[tuple[int, Void]]) -> None:
    _, event = voids.popleft()
    _VOIDS[type(event)](builder, event)


def _next(events: deque[Any], builder: EventBuilder) -> commands.Command | Void | None:
    """Return the next decision, read on the table as it stands now, or the next voiding."""
    while events:
        event = events.popleft()
        if isinstance(event, VOIDS):
            return event
        if command := decision_behind(event, builder.table):
            return command
    return None


def _offer_comes_first(events: Iterable[Any], builder: EventBuilder) -> bool:
    """Whether a late offer is open, or was made before the next card."""
    if isinstance(builder.table.irregularity, LateOffer):
        return True
    following = (event for event in events if isinstance(event, CardDealt | LateOfferOpened))
    return isinstance(next(following, None), LateOfferOpened)


def _offers_in(log: Iterable[Any]) -> OffersOpened | None:
    return next((each for each in log if isinstance(each, OffersOpened)), None)


def _decide(builder: EventBuilder, command: commands.Command, left: Redeal) -> None:
    judge, doer = _DECISIONS[type(command)]
    if _holds(builder, command, left) and judge(builder.rules, builder.table, command) is None:
        doer(builder, command)
    else:
        _fall_away(command, left)


def _holds(builder: EventBuilder, command: commands.Command, left: Redeal) -> bool:
    """Whether nothing before it went; offers are closed only if nothing new is offered now."""
    if isinstance(command, commands.CloseOffers) and not isinstance(
        builder.table.irregularity, LateOffer
    ):
        now, then = _offers_in(builder.events), left.offered
        assert now is not None
        return then is not None and (
            (now.insurance, now.surrender)
            == (now.insurance and then.insurance, now.surrender and then.surrender)
        )
    gone = getattr(command, "box", None) in left.given_up
    return not gone or isinstance(command, _BESIDE_THE_PLAY)


def _fall_away(command: commands.Command, left: Redeal) -> None:
    """Drop a decision, and with one about the play what was decided on that box after it."""
    if isinstance(command, commands.CloseOffers):
        return
    left.falls_away.append(describe_decision(command))
    if not isinstance(command, _BESIDE_THE_PLAY):
        left.given_up.add(getattr(command, "box", None))


# Where the cards of a round lie, and which of them a correction moves.


def as_it_lay(table: Table) -> Table:
    """Return the round as it lies, or lay before its cards were collected."""
    played = round_of(table)
    assert played is not None
    return reduce(evolve, played.log, played.before) if is_past(table) else table


def moves_between(old: Table, new: Table) -> Iterator[Move]:
    """Pair the places that a face leaves with those it comes to."""
    before, after = Counter(_places(old)), Counter(_places(new))
    left, came = before - after, after - before
    for card in dict.fromkeys(card for card, _ in (*left, *came)):
        sources = [place for (face, place), n in left.items() for _ in range(n) if face is card]
        goals = [place for (face, place), n in came.items() for _ in range(n) if face is card]
        for source, goal in zip_longest(sources, goals):
            yield Move(card, source, goal)


def _places(table: Table) -> Iterator[tuple[Card, str]]:
    for box, number, hand in table.hands():
        for card in hand.cards:
            yield card, f"box {box.number}, hand {number}"
    for card in table.dealer:
        yield card, "dealer"
