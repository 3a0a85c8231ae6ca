"""Whether the orders about players and boxes let somebody wager on a box."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.cards.opening import why_not_low_limit
from houserules.table.sign.evolve import bettors, players_on
from houserules.table.sign.limits import restriction_on
from houserules.table.sign.state import Orders
from houserules.table.state import Table


def why_not_here(rules: Rulebook, table: Table, player: str, box: int) -> Refusal | None:
    """A wager of any kind: by somebody who may play here, on a box that is free to that player."""
    refusal = why_not_low_limit(rules, table.source.kind) if table.source else None
    if table.sign is None or refusal:
        return refusal
    orders = table.sign.orders
    return (
        _why_not_among(rules, table, orders, player)
        or _why_not_reserved(rules, orders, player, box)
        or _why_not_alone(rules, table, orders, player, box)
        or _why_not_many(rules, table, orders, player, box)
    )


def why_not_come_here(
    rules: Rulebook, table: Table, player: str, seat: int | None
) -> Refusal | None:
    """Room at the table for a newcomer; a seat that is free to that player (S24 6.14, 6.16)."""
    if table.sign is None:
        return None
    orders = table.sign.orders
    if table.patron(player) is None and (refusal := _why_not_among(rules, table, orders, player)):
        return refusal
    if seat is None:
        return None
    return _why_not_reserved(rules, orders, player, seat) or _why_not_alone(
        rules, table, orders, player, seat
    )


def _why_not_among(rules: Rulebook, table: Table, orders: Orders, player: str) -> Refusal | None:
    """Only so many play: those who came first, or without seats those who wagered first."""
    if orders.players is None:
        return None
    there = [each.name for each in table.patrons] or [*bettors(table)]
    if player in there[: orders.players] or (player not in there and len(there) < orders.players):
        return None
    return Refusal(
        "table.full",
        rules.powers.may_limit_players.clause,
        f"This table takes at most {orders.players} {'player' if orders.players == 1 else 'players'}.",
    )


def _why_not_reserved(rules: Rulebook, orders: Orders, player: str, box: int) -> Refusal | None:
    if orders.reserved_for(box) not in (None, player):
        return Refusal(
            "box.reserved",
            rules.powers.may_reserve_boxes.clause,
            f"Box {box} is reserved for {orders.reserved_for(box)}.",
        )
    if any((each.box, each.player) == (box, player) for each in orders.given_up):
        return Refusal("box.given-up", rules.wagers.several_boxes, f"You have given up box {box}.")
    return None


def _why_not_alone(
    rules: Rulebook, table: Table, orders: Orders, player: str, box: int
) -> Refusal | None:
    """A box for one player alone belongs to the one who sits there, or has wagered (S24 6.16)."""
    if not orders.one_a_box:
        return None
    seated, there = table.patron_at(box), table.box(box)
    owners = [seated.name] if seated else [each.player for each in there.bettors] if there else []
    if not owners or player in owners:
        return None
    return Refusal(
        "box.one-player",
        rules.powers.may_limit_players.clause,
        f"Only {owners[0]} can wager on box {box}.",
    )


def _why_not_many(
    rules: Rulebook, table: Table, orders: Orders, player: str, box: int
) -> Refusal | None:
    """One box for a player limited to one; otherwise as many as a player may have (S24 6.13, NZ 15.4)."""
    restriction = restriction_on(table, player)
    is_limited = restriction is not None and restriction.length == "one box"
    if orders.boxes is None and not is_limited:  # as nearly always
        return None
    others = [each for each in table.boxes if each.number != box]
    mine = [each.number for each in others if player in players_on(each)]
    if mine and restriction and is_limited:
        return Refusal(
            "box.one-only",
            restriction.clause,
            f"You are limited to one box, and you have a wager on box {mine[0]}.",
        )
    if orders.boxes is not None and len(mine) >= orders.boxes:
        return Refusal(
            "box.too-many",
            rules.wagers.several_boxes,
            f"You can wager on at most {orders.boxes} {'box' if orders.boxes == 1 else 'boxes'}.",
        )
    return None
