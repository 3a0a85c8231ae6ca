"""A table as those look after it who have an office there: sign and clocks, players, tray, what is open."""

from typing import Final

from houserules.floor.alerts import dispute_state, payment_text
from houserules.floor.encoding import Data, to_data
from houserules.floor.lobby import listed
from houserules.floor.people.signed import Signed
from houserules.floor.standing import Standing, open_alerts
from houserules.floor.work import SECOND
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.mishaps.state import WrongDeal
from houserules.table.sign.attendance import players_on
from houserules.table.sign.orders import told_anew
from houserules.table.sign.restrictions import TO_ONE_BOX, TO_THE_MINIMUM
from houserules.table.sign.sides import SIDE_WAGERS
from houserules.table.state import Table

FIRST: Final[dict[str, tuple[tuple[str, str, bool], ...]]] = {
    "restrict-for-further-shoes": (("inspector", TO_THE_MINIMUM, True),),
    "limit-to-one-box": (("inspector", TO_ONE_BOX, True),),
    "limit-side-wagers": (
        ("Surveillance", SIDE_WAGERS, False),
        ("inspector", SIDE_WAGERS, False),
    ),
}
"""Who is told about what before an order, and whether the notice names the player."""

_NOTICES_FOR_ALL_BUT: Final = ("dealer", "Tournament Manager")


def desk_of(standing: Standing, signed: Signed) -> Data:
    """Give what somebody with an office has to know of a table beside the felt."""
    table = standing.table
    is_told = signed.role not in _NOTICES_FOR_ALL_BUT
    return {
        **to_data(listed(standing)),
        "dealer": standing.dealer,
        "locked": standing.locked,
        "mishap": _mishap(table),
        "float_tray": table.float_tray,
        "people": [_patron(table, each.name) for each in table.patrons],
        "hands": [[box.number, n + 1] for box in table.boxes for n, _ in enumerate(box.hands)],
        "sign": _sign(table),
        "closing": to_data(table.office.closing),
        "closed": table.office.closed,
        "minutes": _minutes(standing.setting.rules),
        "told": _told(table),
        "owed": to_data(table.office.owed) if is_told else [],
        "disputes": [
            {**to_data(each), "state": dispute_state(each)}
            for each in table.office.disputes
            if not each.closed
        ],
        "payments": [
            {**to_data(each), "says": payment_text(each)}
            for each in table.office.payments
            if each.rectified is None
        ],
        "detained": to_data(table.people.detained),
    }


def waiting_at(standing: Standing, at: int) -> list[Data]:
    """Give what waits for somebody at an hour in milliseconds, and who has acknowledged it."""
    seen = {each.alert: {"by": each.by, "at": each.at} for each in standing.acknowledged}
    return [
        {**to_data(each), "acknowledged": seen.get(each.key)}
        for each in open_alerts(standing)
        if each.since is None or each.since * SECOND <= at
    ]


def _mishap(table: Table) -> Data | None:
    """Give what has to be put right first, and what putting a round right would change."""
    mishap = table.mishap
    if mishap is None:
        return None
    moves, gone, left = (
        (mishap.moves, mishap.falls_away, mishap.leftover)
        if isinstance(mishap, WrongDeal)
        else ((), (), ())
    )
    return {
        "what": mishap.what,
        "clause": mishap.clause,
        "moves": to_data(moves),
        "falls_away": to_data(gone),
        "leftover": to_data(left),
    }


def _patron(table: Table, name: str) -> Data:
    """Give a player with the chips, and what was ordered about this person alone."""
    patron = next(each for each in table.patrons if each.name == name)
    sign = table.sign
    return {
        "player": name,
        "seat": patron.seat,
        "missed": patron.missed,
        "boxes": [box.number for box in table.boxes if name in players_on(box)],
        "chips": table.racks.get(name, 0),
        "card": patron.card.number if patron.card else None,
        "marker": to_data(sign.marker_of(name)) if sign else None,
        "own": to_data(sign.own_limits_of(name)) if sign else None,
        "restrictions": []
        if sign is None
        else [to_data(each) for each in sign.orders.restrictions if each.player == name],
    }


def _sign(table: Table) -> Data | None:
    """Give the limits with those to come, and the orders about the whole table."""
    sign = table.sign
    if sign is None:
        return None
    orders = to_data(sign.orders)
    return {
        "stated": to_data(sign.stated),
        "announced": to_data(sign.announced),
        "orders": {name: orders[name] for name in orders if name not in ("restrictions", "spent")},
    }


def _minutes(rules: Rulebook) -> Data:
    """Give how long a sign stands before limits come, and before a table closes; None: no such clock."""
    raising, closing = rules.raising, rules.table_closing
    return {
        "limits": None if isinstance(raising, NotOffered) else raising.sign_stands.value,
        "closing": None if isinstance(closing, NotOffered) else closing.closing_sign_minutes.value,
    }


def _told(table: Table) -> list[Data]:
    """Give the notices that an order still needs and that have been given since it was last ordered."""
    if table.sign is None:
        return []
    return [
        {"to": to, "about": about, "player": player}
        for notices in FIRST.values()
        for to, about, by_name in notices
        for player in ([each.name for each in table.patrons] if by_name else [None])
        if told_anew(table, to, about, player)
    ]
