"""The sign of a table in lines: what is shown and what is played come from the same values."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from houserules.core.money import Cents, format_money
from houserules.core.people import MINUTE, Moment
from houserules.core.refusal import Clause
from houserules.rulebook.options import values
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import describe_value
from houserules.rulebook.values import NotOffered
from houserules.table.sign.box_orders import bettors_to_a_box, may_resplit, may_resplit_next
from houserules.table.sign.limit_changes import place_of
from houserules.table.sign.limits import holds, limits_for
from houserules.table.sign.side_wagers import side_terms
from houserules.table.sign.state import Length, SideLimits, Sign, Stated
from houserules.table.sign.stated_limits import side_part, stated_by
from houserules.table.state import SideKind, Table

# The payout schedule and the inscriptions of the layout, from the values that are played.


class SignLine(NamedTuple):
    """One line of a sign: what, how much, and the clause that says so."""

    label: str
    text: str
    clause: Clause
    when: Moment | None = None  # the time that the line announces


_SCHEDULE: Final = (
    ("Pontoon", "pontoon_pays"),
    ("Pinkjack, A and J of diamonds", "pinkjack_pays"),
    ("Ultimate Pinkjack / its bonus", "ultimate_pinkjack_pays ultimate_pinkjack_bonus"),
    ("Blackjack, suited / unsuited", "suited_blackjack_pays unsuited_blackjack_pays"),
    ("21 with 5 / 6 / 7 or more cards", "five_card_21_pays six_card_21_pays seven_card_21_pays"),
    ("6-7-8, mixed / suited / spades", "mixed_678_pays suited_678_pays spades_678_pays"),
    ("7-7-7, mixed / suited / spades", "mixed_777_pays suited_777_pays spades_777_pays"),
    ("Any other 21", "twenty_one_pays"),
    ("Any other winning wager", "higher_total_pays"),
    ("A winning double", "doubled_21_pays"),
    ("Five card trick", "five_card_trick_pays"),
    ("Super Bonus, small / large", "super_bonus_small super_bonus_large"),
    ("Super Bonus from a wager of", "super_bonus_lowest_wager super_bonus_large_from"),
    ("Other players at a Super Bonus", "bonus_of_others"),
    ("Insurance", "insurance_pays"),
    ("Equal totals", "equal_totals"),
    ("Pair: mixed / coloured / perfect", "mixed_pair_pays coloured_pair_pays perfect_pair_pays"),
    ("Suit / jack of the suit", "suit_pays suit_of_jack_pays"),
)
"""What the schedule has, by the keys of the rulebook."""


def payout_lines(rules: Rulebook) -> Iterator[SignLine]:
    """Yield what wins and what it pays (S24 11.5, NZ 11 and 15A.8)."""
    by_key = dict(values(rules))
    for label, keys in _SCHEDULE:
        entries = [(key, by_key[key]) for key in keys.split() if key in by_key]
        if entries:
            texts = [describe_value(key, entry.value) for key, entry in entries]
            yield SignLine(label, " / ".join(texts), entries[0][1].clause)
    yield from _super_bonus(rules)


def _super_bonus(rules: Rulebook) -> Iterator[SignLine]:
    """Say which hand wins the Super Bonus, and which hands cannot (S24 11.5, NZ 11.2, 12.5, 13.6)."""
    part = rules.super_bonus
    if isinstance(part, NotOffered):
        return
    text = "7-7-7 in one suit, when the dealer's first card is a 7; on top of the odds"
    yield SignLine("Super Bonus hand", text, part.super_bonus_small.clause)
    yield SignLine("No Super Bonus", "on split hands", part.super_bonus_not_split)
    alike = rules.doubling.others_not_doubling_get.value == "even money"
    text = "on doubled hands" if alike else "on doubled wagers"
    yield SignLine("No Super Bonus", text, part.super_bonus_not_doubled)


def inscriptions(rules: Rulebook) -> Iterator[SignLine]:
    """Yield what the layout has to say (S24 3.2.3, NZ 3.2(b), PJ 2.2.3)."""
    pontoon, insurance, sign = rules.pontoon, rules.insurance, rules.sign
    if sign.pontoon_inscribed.value and not isinstance(pontoon, NotOffered):
        text = f"Pontoon pays {pontoon.pontoon_pays.value}"
        yield SignLine("On the layout", text, sign.pontoon_inscribed.clause)
    yield SignLine("On the layout", _dealer(rules), sign.dealer_inscribed.clause)
    if sign.insurance_inscribed.value and not isinstance(insurance, NotOffered):
        text = f"Insurance pays {insurance.insurance_pays.value}"
        yield SignLine("On the layout", text, sign.insurance_inscribed.clause)


def _dealer(rules: Rulebook) -> str:
    """Say where the dealer stands or draws, in the terms of the document."""
    hard, soft = rules.dealer.dealer_stands_on_hard.value, rules.dealer.dealer_stands_on_soft.value
    match rules.sign.dealer_inscribed.value:
        case "stands on":
            return f"Dealer must stand on hard {hard} or soft {soft}"
        case "draws to":
            return f"Dealer must draw to hard {hard - 1} or soft {soft - 1}"
        case _:
            return f"Dealer must stand on {hard} and draw to {hard - 1}"


# Every order about players and boxes that is in force, as lines of the sign.


_UNTIL: Final[dict[Length, str]] = {
    "this shoe": "until this shoe ends",
    "further shoes": "in this shoe and all further ones",
    "one box": "on one box",
}


def order_lines(rules: Rulebook, table: Table, sign: Sign) -> Iterator[SignLine]:
    """Yield the limits to players and boxes, then whom they hold and for whom boxes are kept."""
    orders, powers = sign.orders, rules.powers
    if orders.players is not None:
        text = f"up to {orders.players}"
        yield SignLine("Players at the table", text, powers.may_limit_players.clause)
    if orders.one_a_box:
        yield SignLine("Players per box", "one", powers.may_limit_players.clause)
    if orders.boxes is not None:
        text = f"up to {orders.boxes}"
        yield SignLine("Boxes per player", text, rules.wagers.several_boxes)
    if orders.full_patronage:
        text = "seated players decide for their own box only"
        yield SignLine("Full house", text, powers.may_report_patronage.clause)
    yield from _players_held(rules, table, sign)
    for box, player in orders.reserved:
        yield SignLine(f"Box {box}", f"reserved for {player}", powers.may_reserve_boxes.clause)
    for given in orders.given_up:
        text = f"given up by {given.player} to {given.to}"
        yield SignLine(f"Box {given.box}", text, rules.wagers.several_boxes)


def _players_held(rules: Rulebook, table: Table, sign: Sign) -> Iterator[SignLine]:
    for restriction in sign.orders.restrictions:
        if holds(table, restriction):
            force = limits_for(rules, table, restriction.player)
            amounts = dict.fromkeys([force.minimum, sign.stated.minimum])
            text = " or ".join(format_money(amount) for amount in amounts)
            label = f"{restriction.player} is held to"
            yield SignLine(label, f"{text}, {_UNTIL[restriction.length]}", restriction.clause)
    for player, _ in sign.orders.player_maxima:
        most = limits_for(rules, table, player).player_maximum or 0
        label, clause = f"Maximum for {player} per box", rules.sign.sign_for_players.clause
        yield SignLine(label, format_money(most), clause)


_SIDES: Final[tuple[tuple[SideKind, str], ...]] = (
    ("perfect-pairs", "Perfect Pairs wager"),
    ("suits-you", "Suits You wager"),
)


def utc_text(when: Moment) -> str:
    """Return a moment as a clock in UTC shows it, where no casino's time zone is known."""
    hours, seconds = divmod(when, MINUTE * MINUTE)
    return f"{hours % 24}:{seconds // MINUTE:02d} UTC"


def sign_lines(
    rules: Rulebook, table: Table, hour: Callable[[Moment], str] = utc_text
) -> Iterator[SignLine]:
    """Return everything that stands on the sign and the layout, each line with its clause.

    `hour` writes a moment as people at the table read it.
    """
    decks = rules.equipment.decks
    yield SignLine("Decks", describe_value("decks", decks.value), decks.clause)
    now = table.sign.in_force(table.phase) if table.sign else None
    yield from _limits(rules, table, now or stated_by(rules))
    yield from _side_wagers(rules, table, now or stated_by(rules))
    if table.sign is not None:
        yield from _changes(rules, table, table.sign)
        yield from _to_come(rules, table.sign, now, hour)
        yield from order_lines(rules, table, table.sign)
    closing, part = table.staff.closing, rules.table_closing
    if closing is not None and not isinstance(part, NotOffered):
        clause, closes = part.closing_sign_minutes.clause, closing.closes
        yield SignLine("This table closes at", hour(closes), clause, closes)
    yield from payout_lines(rules)
    yield from inscriptions(rules)
    yield from _splitting_again(rules, table)


def _splitting_again(rules: Rulebook, table: Table) -> Iterator[SignLine]:
    """Say whether split hands are split again, now and from the next round on (S24 14.9.1)."""
    clause = rules.sign.resplit_advised
    text = f"up to {rules.splitting.hands_most.value} hands per box"
    now, after = may_resplit(rules, table), may_resplit_next(rules, table)
    if now:
        yield SignLine("Splitting again", text, clause)
    if now != after:
        label = "Splitting again from the next round"
        yield SignLine(label, text if after else "not permitted", clause)


def _limits(rules: Rulebook, table: Table, now: Stated) -> Iterator[SignLine]:
    yield SignLine("Wagers per box", _span(now.minimum, now.maximum), rules.limits.minimum.clause)
    if now.player_maximum is not None:
        text = format_money(now.player_maximum)
        yield SignLine("Maximum per player", text, rules.sign.sign_for_players.clause)
    if now.unit is not None:
        text = f"in steps of {format_money(now.unit)}"
        yield SignLine("Above the minimum", text, rules.limits.unit.clause)
    clause = rules.wagers.bettors_per_box.clause
    yield SignLine("Bettors per box", f"up to {bettors_to_a_box(rules, table)}", clause)
    part = rules.low_limit_gaming
    if not isinstance(part, NotOffered) and part.low_limit.value:
        yield SignLine("Low limit gaming", "no tournaments", part.low_limit_tournaments)


def _span(least: Cents, most: Cents | None) -> str:
    return f"{format_money(least)} " + ("and up" if most is None else f"to {format_money(most)}")


def _side_wagers(rules: Rulebook, table: Table, now: Stated) -> Iterator[SignLine]:
    for kind, label in _SIDES:
        if isinstance(side_part(rules, kind), NotOffered):
            continue
        terms, limits = side_terms(rules, table, kind), now.side(kind)
        yield SignLine(label, _range_text(limits), terms.amount)
        if limits and terms.who.value == "bettors of the round":
            text = "only for players with an initial wager in the round"
            yield SignLine(label, text, terms.who.clause)


def _range_text(limits: SideLimits | None) -> str:
    if limits is None:
        return "not offered"
    if limits.least == limits.most:
        return format_money(limits.least)
    return f"{format_money(limits.least)} to {format_money(limits.most)}"


def _changes(rules: Rulebook, table: Table, sign: Sign) -> Iterator[SignLine]:
    """Both minima while two are in place, and one player's own limits (S24 7.5.3, 7.6)."""
    if sign.markers:
        yield SignLine(
            "New limits, for players who join now",
            _limits_text(sign.stated),
            rules.markers.new_minimum_for_newcomers,
        )
    for marker in sign.markers:
        steps = f" in steps of {format_money(marker.unit)}" if marker.unit else ""
        text = (
            f"{_span(marker.minimum, marker.maximum)}; still accepted from {format_money(marker.minimum)}{steps},"
            " up to the new maximum"
        )
        label = f"Previous limits, {_who(table, marker.player)}"
        yield SignLine(label, text, rules.markers.both_minimums_shown)
    for own in sign.own_limits:
        label = f"Limits of {_who(table, own.player)}"
        yield SignLine(label, _span(own.minimum, own.maximum), rules.powers.may_allow_more.clause)


def _to_come(
    rules: Rulebook, sign: Sign, now: Stated | None, hour: Callable[[Moment], str]
) -> Iterator[SignLine]:
    """What was changed under a round, and what is announced for a later time (S24 7.5)."""
    if now != sign.stated:
        clause = rules.powers.may_change_limits.clause
        yield SignLine("Limits from the next round", _in_full(sign.stated), clause)
    if isinstance(rules.raising, NotOffered):
        return
    clause = rules.raising.sign_stands.clause
    for each in sign.announced:
        of = f" of {each.player}" if each.player else ""
        label = f"Limits{of} from {hour(each.when)}"
        yield SignLine(label, _in_full(each.stated), clause, each.when)


def _in_full(stated: Stated) -> str:
    sides = [f"{side.kind} {_range_text(side)}" for side in stated.side_wagers]
    return ", ".join([_limits_text(stated), *sides])


def _limits_text(stated: Stated) -> str:
    parts = [_span(stated.minimum, stated.maximum)]
    if stated.player_maximum is not None:
        parts.append(f"{format_money(stated.player_maximum)} per player")
    if stated.unit is not None:
        parts.append(f"in steps of {format_money(stated.unit)}")
    return ", ".join(parts)


def _who(table: Table, player: str) -> str:
    """Name a player and the box where the marker lies (S24 7.5.1.1, 7.5.1.3)."""
    box = place_of(table, player)
    return player if box is None else f"{player} at box {box}"
