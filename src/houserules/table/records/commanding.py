"""From the decision of a record to a command at the table: who is meant, which hand, how much."""

from houserules.table import commands as c
from houserules.table.records.record import Decision
from houserules.table.state import Awaiting, Box, Table


def command_for(decision: Decision, table: Table, box: Box) -> c.Command:
    """Give the command that a decision of a record stands for."""
    player = decision.player or box.controller
    assert player is not None
    hand = decision.hand or _hand_meant(decision, table.awaiting, box)
    match decision.action:
        case "insure":
            assert decision.amount is not None
            return c.Insure(player, box.number, decision.amount)
        case "surrender":
            return c.Surrender(player, box.number)
        case "hit":
            return c.Hit(player, box.number, hand)
        case "stand":
            return c.Stand(player, box.number, hand)
        case "double":
            return c.Double(player, box.number, hand, decision.amount or _full(box, hand, player))
        case "split":
            return c.Split(player, box.number, hand)
        case "designate":
            assert decision.designated is not None
            return c.Designate(player, box.number, decision.designated)
        case "forfeit":
            return c.Forfeit(player, box.number, hand)
        case "absent":
            return c.ReportAbsent(box.number, hand)


def _hand_meant(decision: Decision, awaiting: Awaiting | None, box: Box) -> int:
    """The hand that the question is about, else the one in play, else the last."""
    if awaiting is not None and awaiting.box == box.number:
        return awaiting.hand
    hands = range(1, len(box.hands) + 1)
    if decision.action == "forfeit":
        doubled = [number for number in hands if box.hands[number - 1].doubled_at]
        return doubled[-1] if doubled else 1
    in_play = [number for number in hands if not box.hands[number - 1].done]
    if not in_play and decision.action == "split":  # an ace that drew an ace, rather than the last
        in_play = [n for n in hands if len({card.value for card in box.hands[n - 1].cards}) == 1]
    return in_play[0] if in_play else len(box.hands)


def _full(box: Box, hand: int, player: str) -> int:
    """A double without an amount is for the whole wager on the hand."""
    stake = box.hands[hand - 1].stake_of(player)
    return stake.amount if stake else 1
