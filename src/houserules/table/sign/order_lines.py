"""Every order about players and boxes that is in force, as lines of the sign."""

from collections.abc import Iterator
from typing import Final

from houserules.core.money import dollars
from houserules.rulebook.schema import Rulebook
from houserules.table.sign.attendance import holds
from houserules.table.sign.limits import limits_for
from houserules.table.sign.payouts import SignLine
from houserules.table.sign.state import Length, Orders, Sign
from houserules.table.state import Table

_UNTIL: Final[dict[Length, str]] = {
    "this shoe": "until this shoe ends",
    "further shoes": "in this shoe and all further ones",
    "one box": "on one box",
}


def order_lines(rules: Rulebook, table: Table, sign: Sign) -> Iterator[SignLine]:
    """Give the limits to players and boxes, then whom they hold and for whom boxes are kept."""
    yield from _numbers(rules, sign.orders)
    yield from _held(rules, table, sign)
    yield from _boxes(rules, sign.orders)


def _numbers(rules: Rulebook, orders: Orders) -> Iterator[SignLine]:
    if orders.players is not None:
        clause = rules.powers.may_limit_players.clause
        yield SignLine("Players at the table", f"up to {orders.players}", clause)
    if orders.one_a_box:
        yield SignLine("Players to a box", "one", rules.powers.may_limit_players.clause)
    if orders.boxes is not None:
        text = f"up to {orders.boxes}"
        yield SignLine("Boxes of one player", text, rules.wagers.several_boxes)
    if orders.full_patronage:
        text = "seated players decide for their own box only"
        yield SignLine("Full house", text, rules.powers.may_report_patronage.clause)


def _held(rules: Rulebook, table: Table, sign: Sign) -> Iterator[SignLine]:
    for each in sign.orders.restrictions:
        if holds(table, each):
            force = limits_for(rules, table, each.player)
            amounts = dict.fromkeys([force.minimum, sign.stated.minimum])
            text = " or ".join(f"${dollars(amount)}" for amount in amounts)
            label = f"{each.player} is held to"
            yield SignLine(label, f"{text}, {_UNTIL[each.length]}", each.clause)


def _boxes(rules: Rulebook, orders: Orders) -> Iterator[SignLine]:
    for box, player in orders.reserved:
        text = f"reserved for {player}"
        yield SignLine(f"Box {box}", text, rules.powers.may_reserve_boxes.clause)
    for each in orders.given_up:
        text = f"given up by {each.player} to {each.to}"
        yield SignLine(f"Box {each.box}", text, rules.wagers.several_boxes)
