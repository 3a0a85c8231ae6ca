"""Orders about boxes: bettors per box, players, boxes per player, resplits (S24 6.5, 14.9)."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.event_builder import EventBuilder
from houserules.table.round.evolve import the_box
from houserules.table.sign import events
from houserules.table.sign.commands import (
    LimitBettors,
    LimitBoxes,
    LimitPlayers,
    PermitResplit,
    ReportPatronage,
)
from houserules.table.sign.limits import no_sign
from houserules.table.state import Box, Table


def bettors_to_a_box(rules: Rulebook, table: Table) -> int:
    """Return how many bettors a box takes: as ordered, else as the rulebook has it."""
    ordered = table.sign.orders.bettors if table.sign else None
    return rules.wagers.bettors_per_box.value if ordered is None else ordered


def why_not_limit_bettors(rules: Rulebook, table: Table, command: LimitBettors) -> Refusal | None:
    """Fewer than the rules allow, but one at least (S24 6.5, NZ 15.1)."""
    most = rules.wagers.bettors_per_box
    if table.sign is None:
        return no_sign(rules)
    if command.bettors is None or 1 <= command.bettors <= most.value:
        return None
    return Refusal("bettors.number", most.clause, f"Choose from 1 to {most.value} bettors per box.")


def limit_bettors(builder: EventBuilder, command: LimitBettors) -> None:
    """Order how many bettors a box takes."""
    clause = builder.rules.powers.may_limit_bettors.clause
    builder.emit(events.BettorsLimited(command.bettors, clause))


def why_not_limit_players(rules: Rulebook, table: Table, command: LimitPlayers) -> Refusal | None:
    """One player at least (S24 6.16)."""
    if table.sign is None:
        return no_sign(rules)
    if command.players is None or command.players >= 1:
        return None
    return Refusal(
        "players.number", rules.powers.may_limit_players.clause, "Allow at least 1 player."
    )


def limit_players(builder: EventBuilder, command: LimitPlayers) -> None:
    """Order how many players the table takes, and whether a box is one player's alone."""
    clause = builder.rules.powers.may_limit_players.clause
    builder.emit(events.PlayersLimited(command.players, command.one_a_box, clause))


def why_not_limit_boxes(rules: Rulebook, table: Table, command: LimitBoxes) -> Refusal | None:
    """A player has one box at least (S24 6.9, NZ 15.4)."""
    if table.sign is None:
        return no_sign(rules)
    if command.boxes is None or command.boxes >= 1:
        return None
    return Refusal("boxes.number", rules.wagers.several_boxes, "Allow each player at least 1 box.")


def limit_boxes(builder: EventBuilder, command: LimitBoxes) -> None:
    """Order how many boxes a player may wager on."""
    builder.emit(events.BoxesLimited(command.boxes, builder.rules.wagers.several_boxes))


def why_not_report(rules: Rulebook, table: Table, command: ReportPatronage) -> Refusal | None:
    """Patronage matters where a sign is up."""
    return no_sign(rules) if table.sign is None else None


def report(builder: EventBuilder, command: ReportPatronage) -> None:
    """Record whether the house is full (NZ 15.5)."""
    clause = builder.rules.powers.may_report_patronage.clause
    builder.emit(events.PatronageReported(command.full, clause))


def arrange(builder: EventBuilder, box: Box) -> Box:
    """Let nobody decide for a box who sits at another one, if somebody else there can (NZ 15.5)."""
    table = builder.table
    if not is_full(table):
        return box
    if any(bettor.seated for bettor in box.bettors):
        return box
    line = sorted(box.bettors, key=lambda bettor: sits_elsewhere(table, bettor.player))
    if line != list(box.bettors):
        players = tuple([bettor.player for bettor in line])
        clause = builder.rules.powers.may_report_patronage.clause
        builder.emit(events.WagersArranged(box.number, players, clause))
    return the_box(builder.table, box.number)


def is_full(table: Table) -> bool:
    """Whether a full house was reported (NZ 15.5)."""
    return table.sign is not None and table.sign.orders.full_patronage


def sits_elsewhere(table: Table, player: str) -> bool:
    """Whether a player who does not sit at the box in question sits at another one."""
    patron = table.patron(player)
    return patron is not None and patron.seat is not None


# Whether split hands may be split again at this table, as a Gaming Manager permits (S24 14.9).


def may_resplit(rules: Rulebook, table: Table) -> bool:
    """Return whether split hands may be split again in this round: as players knew before it."""
    return may_resplit_next(rules, table.before_round or table)


def may_resplit_next(rules: Rulebook, table: Table) -> bool:
    """Return whether split hands may be split again in a round that begins now."""
    ordered = table.sign.orders.resplit if table.sign else None
    return rules.splitting.resplit.value if ordered is None else ordered


def why_not_permit(rules: Rulebook, table: Table, command: PermitResplit) -> Refusal | None:
    """The sign tells the players, so there must be one (S24 14.9.1)."""
    return no_sign(rules) if table.sign is None else None


def permit(builder: EventBuilder, command: PermitResplit) -> None:
    """Permit splitting again, or end the permission, and tell the players."""
    clause = builder.rules.powers.may_permit_resplit.clause
    builder.emit(events.ResplitPermitted(command.permitted, clause))
