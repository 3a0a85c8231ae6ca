"""The decisions of a round, read back from its events, so that they can be made again."""

from typing import Any, Final

from houserules.core.people import Person
from houserules.core.refusal import Clause
from houserules.table import commands, events
from houserules.table.cards.events import CardsShuffled, SourceChanged
from houserules.table.face_down import CardsExposed, ExposeCards
from houserules.table.irregularities.commands import RefuseCard, ReportNotOffered
from houserules.table.irregularities.events import (
    CardAccepted,
    CardRefused,
    HandsVoided,
    LateOfferClosed,
    LateOfferOpened,
)
from houserules.table.irregularities.state import Spot
from houserules.table.people.events import (
    PlayerReturned,
    WagerRefused,
    WagersDeclaredVoid,
    WagersFoundInvalid,
    WinningsTakenBack,
)
from houserules.table.sign.commands import ReportFoundWager
from houserules.table.sign.events import WagerFoundInPlay
from houserules.table.staff.events import WagerForfeited, WagerReturned
from houserules.table.state import Table

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
        case events.ControllerChanged():
            return bool(voided_by)
        case events.WagerSettled(result="void") | WagerReturned():
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
            case CardRefused(box, hand):
                refused.add((box, hand))
            case CardAccepted():
                passed |= refused
            case events.CardDealt(box=int(box), hand=int(hand)) if (box, hand) in passed:
                return True
    return False


def decision_behind(event: Any, table: Table) -> commands.Command | None:
    """Return the command that an event goes back to; None: it followed from something else."""
    match event:
        case events.InsurancePlaced(box, player, amount, tokens):
            return commands.Insure(player, box, amount, tokens)
        case events.WagerSurrendered(box, player) if not _was_bound(table, box, player):
            return commands.Surrender(player, box)
        case events.PlayBegan() if table.phase == "offers":
            return commands.CloseOffers()
        case CardsExposed(box, player) if player is not None:
            return ExposeCards(player, box)
        case events.PlayerAbsent(box, player) if _has_hand_left(table, box, player):
            turn = table.turn()
            return commands.ReportAbsent(box, turn[1] if turn and turn[0].number == box else 1)
        case LateOfferOpened(offer, player):
            return ReportNotOffered(Person(event.by, "dealer"), event.at, offer, player)
        case LateOfferClosed():
            return commands.CloseOffers()
        case CardRefused(box, hand, player) if _is_undecided(table, box, hand):
            return RefuseCard(player, box, hand)
        case CardAccepted(box, hand, player) if _may_ask(table, box, hand):
            return commands.Hit(player, box, hand)
        case PlayerReturned(box, player):
            return commands.ComeBack(player, box)
        case WagerFoundInPlay(box, player, amount, tokens=tokens):
            by = Person(event.by, "Gaming Manager")
            return ReportFoundWager(by, event.at, player, box, amount, tokens=tokens)
    return _decision_on_hand(event, table)


def _decision_on_hand(event: Any, table: Table) -> commands.Command | None:
    match event:
        case events.CardAsked(box, hand) if not _is_absent(table, box):
            return commands.Hit(_controller(table, box), box, hand)
        case events.HandStood(box, hand, None):
            return commands.Stand(_controller(table, box), box, hand)
        case events.HandDoubled(box, hand, player, amount) | events.DoubleFollowed(
            box, hand, player, amount
        ):
            return commands.Double(player, box, hand, amount, event.tokens)
        case events.HandSplit(box, hand, player) | events.SplitFollowed(box, hand, player):
            return commands.Split(player, box, hand, event.tokens)
        case events.WagerDesignated(box, _, player, to):
            return commands.Designate(player, box, to)
        case events.AnswerDeclined(_, box, player):
            return commands.Decline(player, box)
        case events.WagerSettled(box=int(box), hand=int(hand), player=player, result="forfeited"):
            return commands.Forfeit(player, box, hand)
    return None


def _has_hand_left(table: Table, number: int, player: str) -> bool:
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


def describe_decision(command: commands.Command) -> str:
    """Say a decision in words."""
    words = {
        commands.CloseOffers: "offers closed",
        commands.ReportAbsent: "absent",
        commands.Decline: "no",
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
