"""The sign of a table in lines: what is shown and what is played come from the same values."""

from collections.abc import Iterator
from typing import Final

from houserules.core.money import Cents, dollars
from houserules.core.people import MINUTE, Moment
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.typed import shown
from houserules.rulebook.values import NotOffered
from houserules.table.sign.changing import place_of
from houserules.table.sign.crowding import bettors_to_a_box
from houserules.table.sign.order_lines import order_lines
from houserules.table.sign.payouts import SignLine, inscriptions, payout_lines
from houserules.table.sign.sides import side_terms
from houserules.table.sign.state import SideLimits, Sign, Stated
from houserules.table.sign.stating import side_part, stated_by
from houserules.table.state import SideKind, Table

_SIDES: Final[tuple[tuple[SideKind, str], ...]] = (
    ("perfect-pairs", "Perfect Pairs wager"),
    ("suits-you", "Suits You wager"),
)


def sign_lines(rules: Rulebook, table: Table) -> Iterator[SignLine]:
    """Give everything that stands on the sign and the layout, each line with its clause."""
    decks = rules.equipment.decks
    yield SignLine("Decks", shown("decks", decks.value), decks.clause)
    now = table.sign.in_force(table.phase) if table.sign else None
    yield from _limits(rules, table, now or stated_by(rules))
    yield from _side_wagers(rules, table, now or stated_by(rules))
    if table.sign is not None:
        yield from _changes(rules, table, table.sign)
        yield from _to_come(rules, table.sign, now)
        yield from order_lines(rules, table, table.sign)
    yield from _closing(rules, table)
    yield from payout_lines(rules)
    yield from inscriptions(rules)
    if rules.splitting.resplit.value:
        text = f"up to {rules.splitting.hands_most.value} hands a box"
        yield SignLine("Splitting again", text, rules.sign.resplit_advised)


def _limits(rules: Rulebook, table: Table, now: Stated) -> Iterator[SignLine]:
    label = "Smallest, largest wager of a box"
    yield SignLine(label, _span(now.minimum, now.maximum), rules.limits.minimum.clause)
    if now.player_maximum is not None:
        text = f"${dollars(now.player_maximum)}"
        yield SignLine("Largest wager of one player", text, rules.sign.sign_for_players.clause)
    if now.unit is not None:
        text = f"in steps of ${dollars(now.unit)}"
        yield SignLine("Above the smallest wager", text, rules.limits.unit.clause)
    clause = rules.wagers.bettors_per_box.clause
    yield SignLine("Bettors to a box", f"up to {bettors_to_a_box(rules, table)}", clause)
    part = rules.low_limit_gaming
    if not isinstance(part, NotOffered) and part.low_limit.value:
        yield SignLine("Low limit gaming", "no tournaments", part.low_limit_tournaments)


def _span(least: Cents, most: Cents | None) -> str:
    return f"${dollars(least)}, " + ("no largest" if most is None else f"${dollars(most)}")


def _side_wagers(rules: Rulebook, table: Table, now: Stated) -> Iterator[SignLine]:
    for kind, label in _SIDES:
        if isinstance(side_part(rules, kind), NotOffered):
            continue
        terms, limits = side_terms(rules, table, kind), now.side(kind)
        yield SignLine(label, _taken(limits), terms.amount)
        if limits and terms.who.value == "bettors of the round":
            text = "only for who has an initial wager in the round"
            yield SignLine(label, text, terms.who.clause)


def _taken(limits: SideLimits | None) -> str:
    if limits is None:
        return "not offered"
    if limits.least == limits.most:
        return f"${dollars(limits.least)}"
    return f"${dollars(limits.least)} to ${dollars(limits.most)}"


def _changes(rules: Rulebook, table: Table, sign: Sign) -> Iterator[SignLine]:
    """Both minima while two are in place, and one player's own limits (S24 7.5.3, 7.6)."""
    if sign.markers:
        yield SignLine(
            "New limits, for who comes now",
            _span(sign.stated.minimum, sign.stated.maximum),
            rules.markers.new_minimum_for_newcomers,
        )
    for marker in sign.markers:
        text = _span(marker.minimum, marker.maximum)
        label = f"Previous limits, {_who(table, marker.player)}"
        yield SignLine(label, text, rules.markers.both_minimums_shown)
    for own in sign.own_limits:
        label = f"Limits of {_who(table, own.player)}"
        yield SignLine(label, _span(own.minimum, own.maximum), rules.powers.may_allow_more.clause)


def _to_come(rules: Rulebook, sign: Sign, now: Stated | None) -> Iterator[SignLine]:
    """What was changed under a round, and what is announced for an hour (S24 7.5)."""
    if now != sign.stated:
        clause = rules.powers.may_change_limits.clause
        yield SignLine("Limits from the next round", _in_full(sign.stated), clause)
    if isinstance(rules.raising, NotOffered):
        return
    clause = rules.raising.sign_stands.clause
    for each in sign.announced:
        label = f"Limits from {_hour(each.when)}"
        yield SignLine(label, _in_full(each.stated), clause, each.when)


def _in_full(stated: Stated) -> str:
    parts = [_span(stated.minimum, stated.maximum)]
    if stated.player_maximum is not None:
        parts.append(f"one player ${dollars(stated.player_maximum)}")
    if stated.unit is not None:
        parts.append(f"in steps of ${dollars(stated.unit)}")
    parts += [f"{side.kind} {_taken(side)}" for side in stated.side_wagers]
    return ", ".join(parts)


def _who(table: Table, player: str) -> str:
    """Name a player and the box where the marker lies (S24 7.5.1.1, 7.5.1.3)."""
    box = place_of(table, player)
    return player if box is None else f"{player} at box {box}"


def _hour(when: Moment) -> str:
    minutes, seconds = divmod(when, MINUTE)
    return f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d}"


def _closing(rules: Rulebook, table: Table) -> Iterator[SignLine]:
    closing, part = table.office.closing, rules.table_closing
    if closing is not None and not isinstance(part, NotOffered):
        clause, hour = part.closing_sign_minutes.clause, closing.closes
        yield SignLine("This table closes at", _hour(hour), clause, hour)
