"""What is open after a wager, without judging again what the wager cannot have changed.

Before the first card everybody may do something on every box, and each wager changes a little of it:
the box, and what its players may do elsewhere. The rest is taken over from the table before.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from typing import Final

from houserules.rulebook.schema import Rulebook
from houserules.table.commands import PlaceSideWager
from houserules.table.judge import why_not
from houserules.table.legal import Open, beside_wagers, legal
from houserules.table.sign.attendance import players_on
from houserules.table.sign.open_wagers import open_wagers
from houserules.table.state import Box, Table

Spot = tuple[str, int]
"""A player and a box."""

_MOVED_BY_WAGERS: Final = frozenset(("boxes", "racks"))


@dataclass(frozen=True, slots=True)
class Judged:
    """What is open at a table; before the first card also by player and box."""

    table: Table
    everything: tuple[Open, ...]
    by_spot: dict[Spot, tuple[Open, ...]] = field(default_factory=dict)


def legal_again(rules: Rulebook, table: Table, before: Judged | None) -> Judged:
    """List the same as `legal`, with the help of what was found at an earlier table."""
    if table.phase != "betting" or table.mishap is not None or table.tokens:
        return Judged(table, tuple(legal(rules, table)))
    numbers = range(1, rules.equipment.boxes.value + 1)
    known = _still_known(before, table, numbers) if before else {}
    spots: dict[Spot, tuple[Open, ...]] = {}
    for player in table.racks:
        new = [number for number in numbers if (player, number) not in known]
        found = _judged(rules, table, player, new)
        for number in numbers:
            spot = (player, number)
            spots[spot] = known[spot] if spot in known else tuple(found[number])
    beside = [o for o in beside_wagers(rules, table) if why_not(rules, table, o.command) is None]
    wagers = [each for found in spots.values() for each in found]
    return Judged(table, (*beside, *wagers), spots)


def _judged(
    rules: Rulebook, table: Table, player: str, numbers: list[int]
) -> dict[int, list[Open]]:
    found: dict[int, list[Open]] = {number: [] for number in numbers}
    allowed: dict[tuple[int, str, int], bool] = {}
    for number, amounts in open_wagers(rules, table, player, numbers):
        command = amounts[0]
        if isinstance(command, PlaceSideWager):  # whatever suit it is on
            wager = (number, command.kind, command.amount)
            if wager not in allowed:
                allowed[wager] = why_not(rules, table, command) is None
            is_open = allowed[wager]
        else:
            is_open = why_not(rules, table, command) is None
        if is_open:
            found[number].append(Open(player, *amounts))
    return found


def _still_known(
    before: Judged, table: Table, numbers: Iterable[int]
) -> dict[Spot, tuple[Open, ...]]:
    """Give what holds as it did: nothing, if anything but wagers and chips has moved."""
    if not before.by_spot or not _only_wagers_moved(before.table, table):
        return {}
    boxes = {n for n in numbers if table.box(n) is not before.table.box(n)}
    players = _moved_players(before.table, table, boxes)
    boxes |= {box.number for box in table.boxes if any(s.player in players for s in box.sides)}
    return {
        (player, number): found
        for (player, number), found in before.by_spot.items()
        if player not in players and number not in boxes
    }


def _only_wagers_moved(before: Table, table: Table) -> bool:
    """Whether the rest is the same, and none of it lets one player's wager close the table to another."""
    if table.sign is not None and table.sign.orders.players is not None:
        return False
    old = vars(before)
    return all(
        old[name] is now for name, now in vars(table).items() if name not in _MOVED_BY_WAGERS
    )


def _moved_players(before: Table, table: Table, boxes: Container[int]) -> set[str]:
    """Give whose chips or wagers have moved."""
    racks = before.racks
    moved = {player for player, held in table.racks.items() if racks.get(player) != held}
    there: list[Box] = [each for each in (*before.boxes, *table.boxes) if each.number in boxes]
    return moved | {player for box in there for player in players_on(box)}
