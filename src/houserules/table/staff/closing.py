"""Closing a table: with players at it only after the sign has stood (S24 20.9 and peers)."""

from houserules.core.people import MINUTE
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_house import TableClosing
from houserules.rulebook.values import require_offered
from houserules.table.event_builder import EventBuilder
from houserules.table.round.void import players_in_round, withdraw_wagers_of
from houserules.table.staff.commands import CloseTable, ShowClosingSign, TakeDownClosingSign
from houserules.table.staff.events import ClosingSignShown, ClosingSignTakenDown, TableClosed
from houserules.table.staff.opening import why_not_open
from houserules.table.state import Table


def why_not_show_sign(rules: Rulebook, table: Table, command: ShowClosingSign) -> Refusal | None:
    """The sign shows a time that is still to come."""
    part = require_offered(rules.table_closing)
    if refusal := why_not_open(rules, table):
        return refusal
    if command.closes > command.at:
        return None
    return Refusal(
        "closing.time-past",
        part.closing_sign_minutes.clause,
        "This closing time has passed. Show a time still to come.",
    )


def show_sign(builder: EventBuilder, command: ShowClosingSign) -> None:
    """Put up the sign; its minutes run from now, even if it replaces another."""
    clause = require_offered(builder.rules.table_closing).closing_sign_minutes.clause
    builder.emit(ClosingSignShown(command.closes, command.by.name, command.at, clause))


def why_not_take_down(
    rules: Rulebook, table: Table, command: TakeDownClosingSign
) -> Refusal | None:
    """Only a sign that stands can be taken down."""
    return None if table.staff.closing else _no_sign(require_offered(rules.table_closing))


def take_down(builder: EventBuilder, command: TakeDownClosingSign) -> None:
    """Take the sign down."""
    builder.emit(ClosingSignTakenDown(command.by.name, command.at))


def why_not_close(rules: Rulebook, table: Table, command: CloseTable) -> Refusal | None:
    """Between rounds; with players present after the sign's time and the proposed time."""
    part = require_offered(rules.table_closing)
    if refusal := why_not_open(rules, table):
        return refusal
    if table.phase != "betting":
        return Refusal(
            "closing.round",
            part.closing_sign_minutes.clause,
            "A round is on the table. Finish and clear it first.",
        )
    if not table.patrons and not table.boxes:
        return None
    minutes, sign, now = part.closing_sign_minutes, table.staff.closing, command.at
    if sign is None:
        return _no_sign(part)
    if now - sign.shown < minutes.value * MINUTE:
        return Refusal(
            "closing.sign-too-short",
            minutes.clause,
            f"While players are present the sign must stand for at least {minutes.value} minutes. "
            f"It has stood for {_clock(now - sign.shown)}.",
        )
    if now < sign.closes:
        return Refusal(
            "closing.too-early",
            minutes.clause,
            f"The sign says that the table closes in {_clock(sign.closes - now)}.",
        )
    return None


def _no_sign(part: TableClosing) -> Refusal:
    minutes = part.closing_sign_minutes
    return Refusal("closing.no-sign", minutes.clause, "No closing sign is up. Put one up first.")


def _clock(seconds: int) -> str:
    minutes, rest = divmod(max(seconds, 0), MINUTE)
    return f"{minutes}:{rest:02d} minutes"


def close(builder: EventBuilder, command: CloseTable) -> None:
    """Hand back wagers made before the first card, and close."""
    for player in players_in_round(builder.table):
        withdraw_wagers_of(builder, player)
    clause = require_offered(builder.rules.table_closing).closing_sign_minutes.clause
    builder.emit(TableClosed(command.by.name, command.at, clause))
