"""The tables as the lobby lists them: game, limits and seats, but no names."""

from dataclasses import dataclass
from datetime import UTC, tzinfo

from houserules.core.money import Cents
from houserules.floor.local_time import local_text
from houserules.floor.tables.settings import DealtBy, Kind
from houserules.floor.tables.table import FloorTable
from houserules.table.sign.box_orders import may_resplit_next
from houserules.table.sign.lines import sign_lines
from houserules.table.sign.state import SideLimits, Stated
from houserules.table.sign.stated_limits import stated_by
from houserules.table.state import Phase


@dataclass(frozen=True, slots=True)
class TableListed:
    """One table in the list."""

    table: str
    title: str
    rulebook: str
    game: str
    edition: str
    options: dict[str, str | int | bool]
    kind: Kind
    dealt_by: DealtBy
    has_dealer: bool  # a dealer or the software is ready to deal
    minimum: Cents
    maximum: Cents | None  # per box
    player_maximum: Cents | None
    unit: Cents | None
    smallest_chip: Cents
    side_wagers: tuple[SideLimits, ...]
    boxes: int
    seats_taken: tuple[int, ...]
    players: int  # at the table, seated or standing
    phase: Phase
    rounds: int
    is_open: bool
    is_locked: bool
    is_private: bool  # one player's own practice table
    closes: int | None  # the time on the closing sign, in seconds


@dataclass(frozen=True, slots=True)
class SignShown:
    """One line of a table's sign, with its clause."""

    label: str
    text: str
    clause: str
    at: int | None  # a time, in seconds


def table_listing(state: FloorTable) -> TableListed:
    setting, table, rules = state.setting, state.table, state.setting.rules
    now: Stated = (table.sign and table.sign.in_force(table.phase)) or stated_by(rules)
    closing = table.staff.closing
    return TableListed(
        table=setting.table,
        title=setting.title,
        rulebook=setting.rulebook,
        game=rules.title,
        edition=rules.edition,
        options=_options(state),
        kind=setting.kind,
        dealt_by=setting.dealt_by,
        has_dealer=setting.is_automatic or state.dealer is not None,
        minimum=now.minimum,
        maximum=now.maximum,
        player_maximum=now.player_maximum,
        unit=now.unit,
        smallest_chip=rules.wagers.smallest_chip.value,
        side_wagers=now.side_wagers,
        boxes=rules.equipment.boxes.value,
        seats_taken=tuple(
            sorted(patron.seat for patron in table.patrons if patron.seat is not None)
        ),
        players=len(table.patrons),
        phase=table.phase,
        rounds=table.rounds,
        is_open=table.source is not None and not table.staff.closed,
        is_locked=state.locked is not None,
        is_private=setting.owner is not None,
        closes=closing.closes if closing else None,
    )


def _options(state: FloorTable) -> dict[str, str | int | bool]:
    """Return a table's options, with re-splitting as it is permitted now (S24 14.9)."""
    options, rules = dict(state.setting.options), state.setting.rules
    permitted = may_resplit_next(rules, state.table)
    if permitted != rules.splitting.resplit.value:
        options["resplit"] = permitted
    return options


def sign_of(state: FloorTable, zone: tzinfo = UTC) -> tuple[SignShown, ...]:
    """Return every line of a table's sign, with times in the casino's zone."""
    lines = sign_lines(state.setting.rules, state.table, lambda when: local_text(when, zone))
    return tuple(SignShown(line.label, line.text, line.clause, line.when) for line in lines)
