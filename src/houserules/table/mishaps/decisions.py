"""The decisions of a round, read back from its events, so that they can be made again."""

from typing import Any, Final

from houserules.table import commands as c
from houserules.table import events as e
from houserules.table.cards.events import CardsShuffled
from houserules.table.cards.report_events import SourceChanged
from houserules.table.facing.commands import ExposeCards
from houserules.table.facing.events import CardsExposed
from houserules.table.mishaps import events as mishaps
from houserules.table.mishaps.misdeal_events import HandsVoided
from houserules.table.office.events import WagerReturned
from houserules.table.state import Table

_NOT_REPEATABLE: Final = (
    e.ControllerChanged,
    mishaps.CardOffered,
    mishaps.LateOfferOpened,
    HandsVoided,
    WagerReturned,
    CardsShuffled,
    SourceChanged,
)


def is_repeatable(log: tuple[Any, ...]) -> bool:
    """Whether the round was played by ordinary decisions alone."""
    return not any(
        isinstance(event, _NOT_REPEATABLE)
        or (isinstance(event, e.WagerSettled) and event.result == "void")
        for event in log
    )


def decision(event: Any, table: Table) -> c.Command | None:
    """Give the command that an event goes back to; None: it followed from something else."""
    match event:
        case e.InsurancePlaced(box, player, amount, tokens):
            return c.Insure(player, box, amount, tokens)
        case e.WagerSurrendered(box, player) if not _was_bound(table, box, player):
            return c.Surrender(player, box)
        case e.PlayBegan() if table.phase == "offers":
            return c.CloseOffers()
        case CardsExposed(box, player) if player is not None:
            return ExposeCards(player, box)
        case e.PlayerAbsent(box):
            turn = table.turn()
            return c.ReportAbsent(box, turn[1] if turn and turn[0].number == box else 1)
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
    words = {c.CloseOffers: "offers closed", c.ReportAbsent: "absent", c.Decline: "no"}
    what = words.get(type(command), type(command).__name__.lower())
    box, hand = getattr(command, "box", None), getattr(command, "hand", None)
    at = f"box {box}" + (f", hand {hand}" if hand else "")
    player = getattr(command, "player", None)
    return f"{at}: {what}" + (f" by {player}" if player else "")
