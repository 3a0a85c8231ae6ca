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


def answered(table: Table, player: str) -> Awaiting | None:
    """Give what is still awaited once the player has answered."""
    awaiting = table.awaiting
    if awaiting is None or player not in awaiting.players:
        return awaiting
    players = tuple([each for each in awaiting.players if each != player])
    return replace(awaiting, players=players) if players else None
