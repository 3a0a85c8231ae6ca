"""Dealing a round again: its cards in their true order, its decisions as far as they still hold."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Final

from houserules.core.cards import Card
from houserules.core.people import Person
from houserules.core.refusal import Clause
from houserules.table import commands as c
from houserules.table import events as e
from houserules.table import face_down
from houserules.table.cards.events import CardsShuffled, SourceChanged
from houserules.table.event_builder import EventBuilder
from houserules.table.events import CardDealt, OffersOpened
from houserules.table.evolve import evolve
from houserules.table.face_down import CardsExposed, ExposeCards
from houserules.table.irregularities import events as mishaps
from houserules.table.irregularities import not_offered
from houserules.table.irregularities.commands import RefuseCard, ReportNotOffered
from houserules.table.irregularities.events import CardRefused, HandsVoided, LateOfferOpened
from houserules.table.irregularities.previous_round import is_past, round_of
from houserules.table.irregularities.state import LateOffer, Move, Spot
from houserules.table.people.devices import end_declared_void
from houserules.table.people.events import (
    PlayerReturned,
    WagerRefused,
    WagersDeclaredVoid,
    WagersFoundInvalid,
    WinningsTakenBack,
)
from houserules.table.people.invalid_wagers import end_invalid, refuse_again
from houserules.table.round import deal, double, offers, play, split
from houserules.table.sign import found_wagers
from houserules.table.sign.commands import ReportFoundWager
from houserules.table.sign.events import WagerFoundInPlay
from houserules.table.staff.events import WagerForfeited, WagerReturned
from houserules.table.state import Table

# The decisions of a round, read back from its events, so that they can be made again.


Void = WagersFoundInvalid | WagersDeclaredVoid | WagerRefused
VOIDS: Final = (WagersFoundInvalid, WagersDeclaredVoid, WagerRefused)
"""What took a player's wagers out of the round, and does so again when it is dealt again."""

_NOT_REPEATABLE: Final = (HandsVoided, WagerForfeited, CardsShuffled, SourceChanged)


def is_repeatable(log: tuple[Any, ...]) -> bool:
    """Whether the round can be dealt again with the same decisions, card after card."""
    voided_by = {event.clause for event in log if isinstance(event, VOIDS)}
    return not _went_past(log) and all(_is_repeatable(event, voided_by) for event in log)


def _is_repeatable(event: Any, voided_by: set[Clause]) -> bool:
    """Whether an event comes again by itself; `voided_by`: the clauses of what voided wagers."""
    match event:
        case e.ControllerChanged():
            return bool(voided_by)
        case e.WagerSettled(result="void") | WagerReturned():
            return event.clause in voided_by
        case WinningsTakenBack():
            return event.clause in voided_by and not event.outstanding
    return not isinstance(event, _NOT_REPEATABLE)


def _went_past(log: tuple[Any, ...]) -> bool:
    """Whether a card dealt in error went past a hand that had to be dealt another one after it."""
    refused: set[Spot] = set()
    passed: set[Spot] = set()
    for event in log:
        match event:
            case mishaps.CardRefused(box, hand):
                refused.add((box, hand))
            case mishaps.CardAccepted():
                passed |= refused
            case e.CardDealt(box=int(box), hand=int(hand)) if (box, hand) in passed:
                return True
    return False


def decision(event: Any, table: Table) -> c.Command | None:
    """Return the command that an event goes back to; None: it followed from something else."""
    match event:
        case e.InsurancePlaced(box, player, amount, tokens):
            return c.Insure(player, box, amount, tokens)
        case e.WagerSurrendered(box, player) if not _was_bound(table, box, player):
            return c.Surrender(player, box)
        case e.PlayBegan() if table.phase == "offers":
            return c.CloseOffers()
        case CardsExposed(box, player) if player is not None:
            return ExposeCards(player, box)
        case e.PlayerAbsent(box, player) if _decides(table, box, player):
            turn = table.turn()
            return c.ReportAbsent(box, turn[1] if turn and turn[0].number == box else 1)
        case mishaps.LateOfferOpened(offer, player):
            return ReportNotOffered(Person(event.by, "dealer"), event.at, offer, player)
        case mishaps.LateOfferClosed():
            return c.CloseOffers()
        case mishaps.CardRefused(box, hand, player) if _is_undecided(table, box, hand):
            return RefuseCard(player, box, hand)
        case mishaps.CardAccepted(box, hand, player) if _may_ask(table, box, hand):
            return c.Hit(player, box, hand)
        case PlayerReturned(box, player):
            return c.ComeBack(player, box)
        case WagerFoundInPlay(box, player, amount, tokens=tokens):
            by = Person(event.by, "Gaming Manager")
            return ReportFoundWager(by, event.at, player, box, amount, tokens=tokens)
    return _of_a_hand(event, table)


def _of_a_hand(event: Any, table: Table) -> c.Command | None:
    match event:
        case e.CardAsked(box, hand) if not _is_absent(table, box):
            return c.Hit(_controller(table, box), box, hand)
        case e.HandStood(box, hand, None):
            return c.Stand(_controller(table, box), box, hand)
        case e.HandDoubled(box, hand, player, amount) | e.DoubleFollowed(box, hand, player, amount):
            return c.Double(player, box, hand, amount, event.tokens)
        case e.HandSplit(box, hand, player) | e.SplitFollowed(box, hand, player):
            return c.Split(player, box, hand, event.tokens)
        case e.WagerDesignated(box, _, player, to):
            return c.Designate(player, box, to)
        case e.AnswerDeclined(_, box, player):
            return c.Decline(player, box)
        case e.WagerSettled(box=int(box), hand=int(hand), player=player, result="forfeited"):
            return c.Forfeit(player, box, hand)
    return None


def _decides(table: Table, number: int, player: str) -> bool:
    """Whether the player still has a hand of the box to decide about, not only an answer to give."""
    box = table.box(number)
    return box is not None and box.controller == player and not all(h.done for h in box.hands)


def _is_undecided(table: Table, box: int, number: int) -> bool:
    hand = table.hand(box, number)
    return hand is not None and not hand.done and not _is_absent(table, box)


def _may_ask(table: Table, box: int, number: int) -> bool:
    """Whether taking the card was to ask for one: the hand has its first cards and is not doubled."""
    hand = table.hand(box, number)
    return hand is not None and table.phase == "playing" and not hand.done and not hand.card_due


def _controller(table: Table, number: int) -> str:
    box = table.box(number)
    assert box is not None and box.controller is not None
    return box.controller


def _is_absent(table: Table, number: int) -> bool:
    box = table.box(number)
    return box is not None and box.absent


def _was_bound(table: Table, number: int, player: str) -> bool:
    """Whether the surrender of another has taken this wager with it already."""
    hand = table.hand(number, 1)
    stake = hand.stake_of(player) if hand else None
    return stake is not None and stake.surrendered


def told(command: c.Command) -> str:
    """Say a decision in words."""
    words = {
        c.CloseOffers: "offers closed",
        c.ReportAbsent: "absent",
        c.Decline: "no",
        RefuseCard: "card refused",
        ReportFoundWager: "wager found outside the limits",
    }
    if isinstance(command, ReportNotOffered):
        return f"late offer of {command.offer}" + (
            f" to {command.player}" if command.player else ""
        )
    what = words.get(type(command), command.api_name)
    box, hand = getattr(command, "box", None), getattr(command, "hand", None)
    at = f"box {box}" + (f", hand {hand}" if hand else "")
    player = getattr(command, "player", None)
    return f"{at}: {what}" + (f" by {player}" if player else "")


def _bind(builder: EventBuilder, command: RefuseCard) -> None:
    """Let a hand be bound that refused a card the first time; no card is on offer now."""
    clause = builder.rules.irregularities.refused_card_leaves.clause
    builder.emit(CardRefused(command.box, command.hand, command.player, clause))
    if builder.table.phase == "playing":
        deal.go_on(builder)


_DECISIONS: Final[dict[type, Any]] = {
    c.Insure: (offers.why_not_insure, offers.insure),
    c.Surrender: (offers.why_not_surrender, offers.surrender),
    c.CloseOffers: (offers.why_not_close_offers, offers.close_offers),
    ExposeCards: (face_down.why_not_expose, face_down.expose_cards),
    c.Hit: (play.why_not_hit, play.hit),
    c.Stand: (play.why_not_stand, play.stand),
    c.ReportAbsent: (play.why_not_absent, play.absent),
    c.ComeBack: (play.why_not_come_back, play.come_back),
    c.Double: (double.why_not_double, double.double),
    c.Split: (split.why_not_split, split.split),
    c.Designate: (split.why_not_designate, split.designate),
    c.Forfeit: (double.why_not_forfeit, double.forfeit),
    c.Decline: (double.why_not_decline, double.decline),
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
    c.Insure,
    c.Surrender,
    c.CloseOffers,
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
    given_up: set[int | None] = field(
        default_factory=set
    )  # boxes whose further decisions went with one


def redeal(builder: EventBuilder, order: Iterable[Card], log: Sequence[Any]) -> Redeal:
    """Deal and decide until a card or a decision is lacking; return what is left over.

    A wager that was found to be another one lay there from the first card. Wagers that were voided
    leave the round after as many cards as the first time.
    """
    left, dealt = Redeal(list(order), _offers_in(log)), 0
    for found in [each for each in log if isinstance(each, WagerFoundInPlay)]:
        if command := decision(found, builder.table):
            _decide(builder, command, left)
    events = deque(each for each in log if not isinstance(each, WagerFoundInPlay))
    voids = _voids_in(log)
    while True:
        if deal.card_is_due(builder.table) and not _offer_comes_first(events, builder):
            if voids and voids[0][0] <= dealt:
                events.remove(voids[0][1])
                _void(builder, voids)
            elif not left.cards:
                break
            else:
                deal.deal(builder, c.DealCard(left.cards.pop(0)))
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
    found, dealt = deque[tuple[int, Void]](), 0
    for each in log:
        dealt += isinstance(each, CardDealt)
        if isinstance(each, VOIDS):
            found.append((dealt, each))
    return found


def _void(builder: EventBuilder, voids: deque[tuple[int, Void]]) -> None:
    _, event = voids.popleft()
    _VOIDS[type(event)](builder, event)


def _next(events: deque[Any], builder: EventBuilder) -> c.Command | Void | None:
    """Return the next decision, read on the table as it stands now, or the next voiding."""
    while events:
        event = events.popleft()
        if isinstance(event, VOIDS):
            return event
        if command := decision(event, builder.table):
            return command
    return None


def _offer_comes_first(events: Iterable[Any], builder: EventBuilder) -> bool:
    """Whether a late offer is open, or was made before the next card."""
    if isinstance(builder.table.irregularity, LateOffer):
        return True
    for each in events:
        if isinstance(each, CardDealt | LateOfferOpened):
            return isinstance(each, LateOfferOpened)
    return False


def _offers_in(log: Iterable[Any]) -> OffersOpened | None:
    return next((each for each in log if isinstance(each, OffersOpened)), None)


def _decide(builder: EventBuilder, command: c.Command, left: Redeal) -> None:
    judge, doer = _DECISIONS[type(command)]
    if _holds(builder, command, left) and judge(builder.rules, builder.table, command) is None:
        doer(builder, command)
    else:
        _fall_away(command, left)


def _holds(builder: EventBuilder, command: c.Command, left: Redeal) -> bool:
    """Whether nothing before it went; offers are closed only if nothing new is offered now."""
    if isinstance(command, c.CloseOffers) and not isinstance(builder.table.irregularity, LateOffer):
        now, then = _offers_in(builder.events), left.offered
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


# Where the cards of a round lie, and which of them move when it is put right.


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
        for number in range(max(len(sources), len(goals))):
            yield Move(
                card,
                sources[number] if number < len(sources) else None,
                goals[number] if number < len(goals) else None,
            )


def _places(table: Table) -> Iterator[tuple[Card, str]]:
    for box, number, hand in table.hands():
        for card in hand.cards:
            yield card, f"box {box.number}, hand {number}"
    for card in table.dealer:
        yield card, "dealer"
