"""Boxes kept for one player, and boxes given up to players without a seat (S24 6.14, 6.9)."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.event_builder import EventBuilder
from houserules.table.round.void import withdraw_wagers_of
from houserules.table.round.wagers import no_wager, why_not_box, why_not_handled_now
from houserules.table.sign.commands import GiveUpBox, ReserveBoxes
from houserules.table.sign.events import BoxesReserved, BoxGivenUp
from houserules.table.sign.evolve import players_on
from houserules.table.sign.limits import no_sign
from houserules.table.state import Table


def why_not_reserve(rules: Rulebook, table: Table, command: ReserveBoxes) -> Refusal | None:
    """Boxes of the layout that nobody else has (S24 6.14)."""
    if table.sign is None:
        return no_sign(rules)
    for box in command.boxes:
        if refusal := why_not_box(rules, box):
            return refusal
        seated, there = table.patron_at(box), table.box(box)
        holders = [seated.name if seated else None, table.sign.orders.reserved_for(box)]
        for name in [*holders, *(players_on(there) if there else ())]:
            if name not in (None, command.player):
                clause = rules.powers.may_reserve_boxes.clause
                return Refusal("box.in-use", clause, f"{name} has box {box}.")
    return None


def reserve(builder: EventBuilder, command: ReserveBoxes) -> None:
    """Keep boxes for a player, and no others."""
    clause = builder.rules.powers.may_reserve_boxes.clause
    builder.emit(BoxesReserved(command.player, tuple(sorted(set(command.boxes))), clause))


def why_not_give_up(rules: Rulebook, table: Table, command: GiveUpBox) -> Refusal | None:
    """A box beside another, for somebody without a seat, where no box is free (S24 6.9)."""
    sign, box = table.sign, table.box(command.box)
    if sign is None:
        return no_sign(rules)
    if refusal := why_not_handled_now(rules, table):
        return refusal
    if box is None or box.bettor(command.player) is None:
        return no_wager(rules, command.box)
    if sign.orders.reserved_for(command.box) == command.player:
        return Refusal(
            "box.reserved",
            rules.powers.may_reserve_boxes.clause,
            f"Box {command.box} is reserved for you.",
        )
    return _why_not_needed(rules, table, command)


def _why_not_needed(rules: Rulebook, table: Table, command: GiveUpBox) -> Refusal | None:
    own = [each.number for each in table.boxes if each.bettor(command.player)]
    seated, waiting = table.patron_at(command.box), table.patron(command.to)
    if len(own) < 2 or (seated is not None and seated.name == command.player):
        return Refusal(
            "box.own",
            rules.wagers.several_boxes,
            "You can give up only an extra box: not the only one, nor the one at the seat.",
        )
    if waiting is None or waiting.seat is not None or _is_free(rules, table):
        return Refusal(
            "box.not-wanted",
            rules.wagers.several_boxes,
            "A box is given up only for a player without a seat, when no other box is free.",
        )
    return None


def _is_free(rules: Rulebook, table: Table) -> bool:
    """Whether some box has neither a seated player nor a wager, and is not reserved."""
    assert table.sign is not None
    orders = table.sign.orders
    return any(
        table.patron_at(number) is None
        and not table.box(number)
        and not orders.reserved_for(number)
        for number in range(1, rules.equipment.boxes.value + 1)
    )


def give_up(builder: EventBuilder, command: GiveUpBox) -> None:
    """Hand the player's wagers on the box back; side wagers that needed them go back too."""
    withdraw_wagers_of(builder, command.player, command.box)
    clause = builder.rules.wagers.several_boxes
    builder.emit(BoxGivenUp(command.box, command.player, command.to, clause))
