"""What a player reads at the table beside the limits in force: closing, limits to come, markers."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from houserules.core.money import format_money
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.sign.limit_changes import place_of
from houserules.table.sign.limits import limits_for
from houserules.table.sign.state import Stated
from houserules.table.state import Table

Subject = Literal["closing", "limits to come", "next round", "marker", "own limits"]


class Placard(NamedTuple):
    """One thing that stands at the table for players to read, with its clause."""

    subject: Subject
    text: str  # without the time
    clause: Clause
    when: Moment | None = None  # the proposed time, to be shown as the casino's local time
    player: str | None = None  # whom it is about
    box: int | None = None  # where it lies


def placards(rules: Rulebook, table: Table) -> Iterator[Placard]:
    """Return what stands at the table now (S24 7.5, 7.5.1.1, 7.5.3, 20.9 and peers)."""
    closing, part = table.staff.closing, rules.table_closing
    if closing is not None and not isinstance(part, NotOffered):
        clause = part.closing_sign_minutes.clause
        yield Placard("closing", "This table closes", clause, closing.closes)
    if (sign := table.sign) is None:
        return
    if sign.in_force(table.phase) not in (None, sign.stated):
        clause = rules.powers.may_change_limits.clause
        yield Placard("next round", f"From the next round: {in_words(sign.stated)}", clause)
    if not isinstance(rules.raising, NotOffered):
        for announced in sign.announced:
            clause = rules.raising.sign_stands.clause
            yield Placard("limits to come", in_words(announced.stated), clause, announced.when)
    for marker in sign.markers:
        least = f"minimum {format_money(marker.minimum)}"
        if marker.unit is not None:
            least += f" in steps of {format_money(marker.unit)}"
        text = f"{marker.player} keeps the previous {least}"
        yield _placard_of(table, "marker", marker.player, text, rules.markers.marker_at_box)
    for own in sign.own_limits:
        text = f"{own.player} may wager {format_money(own.minimum)} to {format_money(own.maximum)}"
        clause = rules.powers.may_allow_more.clause
        yield _placard_of(table, "own limits", own.player, text, clause)
    for player, _ in sign.orders.player_maxima:
        most = limits_for(rules, table, player).player_maximum or 0
        text, clause = (
            f"{player} may have at most {format_money(most)} on a box",
            rules.sign.sign_for_players.clause,
        )
        yield _placard_of(table, "own limits", player, text, clause)


def _placard_of(table: Table, subject: Subject, player: str, text: str, clause: Clause) -> Placard:
    return Placard(subject, text, clause, player=player, box=place_of(table, player))


def in_words(stated: Stated) -> str:
    """Return limits as a sentence has them."""
    parts = [f"minimum {format_money(stated.minimum)}"]
    if stated.maximum is not None:
        parts.append(f"maximum {format_money(stated.maximum)}")
    if stated.player_maximum is not None:
        parts.append(f"one player {format_money(stated.player_maximum)}")
    if stated.unit is not None:
        parts.append(f"in steps of {format_money(stated.unit)}")
    for side in stated.side_wagers:
        name = side.kind.replace("-", " ").title()
        span = "" if side.least == side.most else f" to {format_money(side.most)}"
        parts.append(f"{name} {format_money(side.least)}{span}")
    return ", ".join(parts)
