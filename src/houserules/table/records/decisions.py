"""The decisions of a record: their grammar, and that they name what is there."""

from typing import Any, cast

from houserules.core.money import Cents, MoneyError, cents
from houserules.table.controlling import controller_of
from houserules.table.records.record import (
    ACTIONS,
    DECISION,
    Action,
    Decision,
    MalformedRecord,
    Record,
)
from houserules.table.state import Bettor, Box


def read_decisions(entries: list[Any], record: Record) -> tuple[Decision, ...]:
    """Read every decision; a box, hand or player that cannot be there is malformed."""
    names = _Names(record)
    decisions: list[Decision] = []
    for number, entry in enumerate(entries):
        where = f"decisions[{number}]"
        if not isinstance(entry, str):
            raise MalformedRecord(where, f"{entry!r} must be a string, as in '1 hit'")
        decisions.append(read_decision(entry, where))
        names.check(decisions[-1], where)
    return tuple(decisions)


def read_decision(text: str, where: str) -> Decision:
    """Read `BOX[.HAND] ACTION [AMOUNT] [by PLAYER]`."""
    match = DECISION.fullmatch(text.strip())
    if match is None:
        raise MalformedRecord(
            where, f"{text!r} does not read as BOX[.HAND] ACTION [AMOUNT] [by PLAYER]"
        )
    action = match["action"]
    if action not in ACTIONS:
        raise MalformedRecord(where, f"{action!r} is no action; there are {', '.join(ACTIONS)}")
    money, designated = _amounts(action, match["amount"], where)
    return Decision(
        box=int(match["box"]),
        action=cast(Action, action),
        hand=int(match["hand"]) if match["hand"] else None,
        amount=money,
        designated=designated,
        player=" ".join(match["player"].split()) if match["player"] else None,
    )


def _amounts(action: str, text: str | None, where: str) -> tuple[Cents | None, int | None]:
    """Read what follows the action: money, the number of a hand, or nothing."""
    if action == "designate":
        if text is None or not text.isdigit():
            raise MalformedRecord(
                where, "designate takes the number of a hand, as in '1 designate 2'"
            )
        return None, int(text)
    if action in ("insure", "double"):
        return _money(action, text, where), None
    if text is not None:
        raise MalformedRecord(where, f"{action} takes no amount, and {text} is written")
    return None, None


def _money(action: str, amount: str | None, where: str) -> Cents | None:
    if amount is None:
        if action == "insure":
            raise MalformedRecord(where, "insure takes an amount, as in '1 insure 12.50'")
        return None
    try:
        money = cents(amount)
    except MoneyError as error:
        raise MalformedRecord(where, str(error)) from None
    if money == 0:
        raise MalformedRecord(where, f"the amount of {action} must be more than 0")
    return money


class _Names:
    """What a decision may name: boxes with a wager, their hands so far, players of the round."""

    def __init__(self, record: Record) -> None:
        bettors: dict[int, list[Bettor]] = {}
        for wager in record.wagers:
            bettor = Bettor(wager.player, wager.amount, wager.amount, wager.seated)
            bettors.setdefault(wager.box, []).append(bettor)
        self.players = record.players
        self.controllers = {
            number: controller_of(record.rules, Box(number, tuple(each))).player
            for number, each in sorted(bettors.items())
        }
        self.hands = dict.fromkeys(bettors, 1)  # as many as the splits so far can have formed

    def check(self, decision: Decision, where: str) -> None:
        """Raise MalformedRecord for a name that is not there, then count the hands."""
        box, player = decision.box, decision.player
        if box not in self.controllers:
            there = ", ".join(map(str, self.controllers))
            raise MalformedRecord(where, f"box {box} has no wager; wagers are on box {there}")
        if player is not None and player not in self.players:
            there = ", ".join(self.players)
            raise MalformedRecord(where, f"{player!r} is not in the round; its players: {there}")
        for hand in (decision.hand, decision.designated):
            if hand is not None and not 1 <= hand <= self.hands[box]:
                raise MalformedRecord(where, f"box {box} has no hand {hand} at this point")
        controls = player in (None, self.controllers[box])
        if decision.action == "absent" and not controls:
            who = self.controllers[box]
            raise MalformedRecord(where, f"absent is said of the controlling player, {who}")
        self.hands[box] += decision.action == "split" and controls
