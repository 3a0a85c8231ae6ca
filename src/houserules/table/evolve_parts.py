"""Small steps that the evolution of a table is made of."""

from dataclasses import replace
from typing import Any

from houserules.core.money import Cents
from houserules.table.state import Awaiting, Box, Hand, Table, changed


def rack(table: Table, player: str, change: Cents) -> dict[str, Cents]:
    """Give the racks after a change to one player's."""
    racks = table.racks.copy()
    racks[player] = racks.get(player, 0) + change
    return racks


def purse(table: Table, player: str, change: Cents, *, tokens: Cents) -> dict[str, Any]:
    """Give what changes in racks of chips and of tokens; `tokens` is the part of it in tokens."""
    if not tokens:
        return {"racks": rack(table, player, change)}
    held = table.tokens.copy()
    held[player] = held.get(player, 0) + tokens
    return {"racks": rack(table, player, change - tokens), "tokens": held}


def with_box(table: Table, new: Box) -> tuple[Box, ...]:
    """Give the boxes with one of them replaced."""
    if len(table.boxes) == 1:
        return (new,)
    return tuple([new if box.number == new.number else box for box in table.boxes])


def with_hand(table: Table, box: int, hand: int, new: Hand) -> tuple[Box, ...]:
    """Give the boxes with one hand replaced."""
    found = the_box(table, box)
    hands = found.hands
    hands = (*hands[: hand - 1], new, *hands[hand:]) if len(hands) > 1 else (new,)
    return with_box(table, changed(found, hands=hands))


def the_box(table: Table, number: int) -> Box:
    """Give a box that must be there."""
    found = table.box(number)
    assert found is not None, f"no box {number}"
    return found


def the_hand(table: Table, box: int, hand: int) -> Hand:
    """Give a hand that must be there."""
    return the_box(table, box).hands[hand - 1]


def with_stake(hand: Hand, player: str, **changes: Any) -> Hand:
    """Change the player's open stake on the hand."""
    stakes = tuple(
        [
            changed(stake, **changes) if stake.player == player and stake.result is None else stake
            for stake in hand.stakes
        ]
    )
    return changed(hand, stakes=stakes)


def plays_nothing(box: Box, player: str) -> Box:
    """Give the box as it is once the player's initial wager counts for nothing on it."""
    bettors = [
        changed(each, plays=0, tokens=0) if each.player == player else each for each in box.bettors
    ]
    return changed(box, bettors=tuple(bettors))


def answered(table: Table, player: str) -> Awaiting | None:
    """Give what is still awaited once the player has answered."""
    awaiting = table.awaiting
    if awaiting is None or player not in awaiting.players:
        return awaiting
    players = tuple([each for each in awaiting.players if each != player])
    return replace(awaiting, players=players) if players else None
