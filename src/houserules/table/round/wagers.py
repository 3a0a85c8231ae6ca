"""Initial wagers before the first card: who, where, how much (S24 6-7, NZ 5 and 15, PJ 5-6)."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.commands import PlaceWager, WithdrawWager
from houserules.table.event_builder import EventBuilder
from houserules.table.events import WagerPlaced, WagerWithdrawn
from houserules.table.people.admission import sits, why_not_admitted, why_not_again, why_not_seated
from houserules.table.round.chips import why_not_enough
from houserules.table.session.entries import why_not_handle, why_not_wager
from houserules.table.sign.admissible_wagers import why_not_here
from houserules.table.sign.box_orders import bettors_to_a_box
from houserules.table.sign.events import WagerDisplaced
from houserules.table.sign.limits import why_not_within
from houserules.table.sign.side_wagers import return_stranded, why_not_loose
from houserules.table.staff.opening import why_not_open
from houserules.table.state import Table


def why_not_now(rules: Rulebook, table: Table) -> Refusal | None:
    """Nothing is placed once the first card is out (S24 6.4, NZ 5.5(a), PJ 5.3)."""
    return _why_not_before_cards(rules, table, rules.wagers.no_wager_after_first_card)


def why_not_handled_now(rules: Rulebook, table: Table) -> Refusal | None:
    """Nothing is raised or withdrawn once the first card is out (S24 6.4, NZ 5.5(b), PJ 5.3)."""
    return _why_not_before_cards(rules, table, rules.wagers.no_handling_after_first_card)


def _why_not_before_cards(rules: Rulebook, table: Table, clause: Clause) -> Refusal | None:
    if table.phase == "betting":
        return why_not_open(rules, table)
    return Refusal(
        "wager.too-late",
        clause,
        "You can place and take back wagers only before the first card of the round.",
    )


def why_not_box(rules: Rulebook, number: int) -> Refusal | None:
    """The layout has only so many boxes (S24 3.2.1, NZ 3.1, PJ 2.2.1)."""
    boxes = rules.equipment.boxes
    if 1 <= number <= boxes.value:
        return None
    return Refusal("box.none", boxes.clause, f"The layout has boxes 1 to {boxes.value}.")


def why_not_place(
    rules: Rulebook, table: Table, command: PlaceWager, *, found: bool = False
) -> Refusal | None:
    """An initial wager: in time, on a box with room, by somebody new to it, within the limits.

    One that staff found on the layout may be outside the limits (S24 7.2, 7.3).
    """
    return (
        why_not_now(rules, table)
        or why_not_box(rules, command.box)
        or why_not_admitted(rules, table, command.player)
        or why_not_seated(rules, table, command)
        or why_not_again(rules, table, command)
        or _why_not_terms(rules, table, command, found=found and command.amount > 0)
        or why_not_enough(rules, table, command.player, command.amount, tokens=command.tokens)
    )


def _why_not_terms(
    rules: Rulebook, table: Table, command: PlaceWager, *, found: bool
) -> Refusal | None:
    """Where the player may wager and how much: by the sign, or by the session of a tournament."""
    if table.session is not None:
        return why_not_wager(
            rules,
            table.session,
            command.player,
            box=command.box,
            amount=command.amount,
            found=found,
        ) or _why_not_room(rules, table, command)
    return (
        why_not_here(rules, table, command.player, command.box)
        or _why_not_room(rules, table, command)
        or (None if found else _why_not_limits(rules, table, command))
    )


def _why_not_room(rules: Rulebook, table: Table, command: PlaceWager) -> Refusal | None:
    box, most = table.box(command.box), bettors_to_a_box(rules, table)
    bettors = box.bettors if box else ()
    if any(bettor.player == command.player for bettor in bettors):
        return Refusal(
            "wager.twice",
            rules.wagers.placed_wagers_stay,
            f"You have already placed a wager on box {command.box}. Raise it instead.",
        )
    if len(bettors) >= most and not has_first_option(rules, table, command):
        return Refusal(
            "box.full",
            rules.wagers.bettors_per_box.clause,
            f"Box {command.box} already has {most} bettors, the most it can have.",
        )
    if command.seated and any(bettor.seated for bettor in bettors):
        return Refusal(
            "box.seat-taken",
            rules.wagers.decisions_by_controller,
            f"Somebody else is seated at box {command.box}.",
        )
    return None


def _why_not_limits(rules: Rulebook, table: Table, command: PlaceWager) -> Refusal | None:
    """Limits refuse a wager only before the first card (S24 7.2, 7.3)."""
    return why_not_within(
        rules,
        table,
        command.player,
        box=table.box(command.box),
        amount=command.amount,
        seated=is_seated(table, command),
    )


def is_seated(table: Table, command: PlaceWager) -> bool:
    """Whether the wager is the seated player's; who sits at the box need not say so."""
    return command.seated if table.source is None else sits(table, command.player, command.box)


def has_first_option(rules: Rulebook, table: Table, command: PlaceWager) -> bool:
    """Whether others make room on a full box: for its seated player (reading 72).

    A written record has the wagers as they lay: there, nobody comes first or last.
    """
    is_record = table.sign is None and table.source is None
    return rules.limits.seated_first.value and not is_record and is_seated(table, command)


def place(builder: EventBuilder, command: PlaceWager) -> None:
    """Lay an initial wager on a box; on a full one, the last to come gives way to the player seated there."""
    before, seated = builder.table, is_seated(builder.table, command)
    box = before.box(command.box)
    most = bettors_to_a_box(builder.rules, builder.table)
    clause = builder.rules.wagers.bettors_per_box.clause
    for last in box.bettors[most - 1 :][::-1] if box else ():
        builder.emit(WagerDisplaced(command.box, last.player, last.placed, clause, last.tokens))
    builder.emit(WagerPlaced(command.box, command.player, command.amount, seated, command.tokens))
    return_stranded(builder, before)


def why_not_withdraw(rules: Rulebook, table: Table, command: WithdrawWager) -> Refusal | None:
    """A wager may be taken back until the first card (S24 6.4), alone or with one beside it."""
    if refusal := why_not_handled_now(rules, table) or why_not_moved(rules, table):
        return refusal
    box = table.box(command.box)
    if box is None or box.bettor(command.player) is None:
        return no_wager(rules, command.box)
    own = [side for side in box.sides if side.player == command.player]
    refusals = [why_not_loose(rules, table, side) for side in own]  # it would go with this one
    return next((refusal for refusal in refusals if refusal), None)


def why_not_moved(rules: Rulebook, table: Table) -> Refusal | None:
    """A wager that a tournament player has made in turn stays as it is (S65 20.9.6)."""
    return why_not_handle(rules, table.session) if table.session is not None else None


def no_wager(rules: Rulebook, box: int) -> Refusal:
    """Refuse to move what is not there."""
    return Refusal(
        "wager.none", rules.wagers.placed_wagers_stay, f"You have no such wager on box {box}."
    )


def withdraw(builder: EventBuilder, command: WithdrawWager) -> None:
    """Take an initial wager back, and hand back the side wagers that needed it (reading 74)."""
    before, box = builder.table, builder.table.box(command.box)
    bettor = box.bettor(command.player) if box else None
    assert bettor is not None
    builder.emit(WagerWithdrawn(command.box, command.player, bettor.placed, bettor.tokens))
    return_stranded(builder, before)
