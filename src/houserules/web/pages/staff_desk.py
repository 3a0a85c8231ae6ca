"""The orders a role may give at a table: each in words, with its clause and its fields."""

import re
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, NewType, Union, get_args, get_origin, get_type_hints

from fastapi import APIRouter
from pydantic import BaseModel

from houserules.core.cards import Card
from houserules.core.codec import Data, DataError, to_data
from houserules.core.people import Moment, Role
from houserules.core.refusal import Refusal
from houserules.floor import commands as f
from houserules.floor.commands import FLOOR_COMMANDS
from houserules.floor.payment_reports import status_of
from houserules.floor.people.signed_in import Caller
from houserules.floor.tables.authority import (
    COMMANDS,
    command_from,
    own_fields,
    scope_of,
    why_not_person,
)
from houserules.floor.tables.decision import SECOND, Rejected, recall
from houserules.floor.tables.house_commands import MANAGERS, SUPERVISORS
from houserules.floor.tables.table import FloorTable, dispute_state, open_alerts, payment_text
from houserules.floor.tables.view import table_listing
from houserules.rulebook.loader import rulebook
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.cards.subject import CARDS
from houserules.table.commands import ReportAbsent, StaffCommand
from houserules.table.face_down import FACE_DOWN
from houserules.table.irregularities.catalogue import irregularities
from houserules.table.irregularities.device_malfunction import MALFUNCTION
from houserules.table.irregularities.state import WrongDeal
from houserules.table.irregularities.subject import IRREGULARITIES
from houserules.table.judge import why_not as judge
from houserules.table.narrator.refusals import address_refusal
from houserules.table.people.subject import PEOPLE
from houserules.table.powers import holders, power_of
from houserules.table.session.subject import SESSION
from houserules.table.session.views import sealed_forms, session_view
from houserules.table.sign.evolve import players_on
from houserules.table.sign.state import SIDE_WAGERS, TO_ONE_BOX, TO_THE_MINIMUM, Stated
from houserules.table.sign.subject import SIGN
from houserules.table.staff.notices import was_told_first
from houserules.table.staff.state import Recalled
from houserules.table.staff.subject import STAFF
from houserules.table.state import Table
from houserules.table.tokens import TOKENS
from houserules.web.auth import AnyCaller, Shared
from houserules.web.errors import command_error
from houserules.web.pages import session_orders
from houserules.web.routes.tables import RequestedTable
from houserules.web.schemas import GivenCommand

# A table as its staff see it: sign and clocks, players, tray, open matters.


FIRST: Final[dict[str, tuple[tuple[str, str, bool], ...]]] = {
    "restrict-for-further-shoes": (("inspector", TO_THE_MINIMUM, True),),
    "limit-to-one-box": (("inspector", TO_ONE_BOX, True),),
    "limit-side-wagers": (("Surveillance", SIDE_WAGERS, False), ("inspector", SIDE_WAGERS, False)),
}
"""The notices required before an order: to whom, about what, and whether they name the player."""

_NOTICES_FOR_ALL_BUT: Final = ("dealer", "Tournament Manager", "cashier")


def desk_of(state: FloorTable, caller: Caller) -> Data:
    """Return what staff need to know about a table besides the felt."""
    table = state.table
    is_told = caller.role not in _NOTICES_FOR_ALL_BUT
    return {
        **to_data(table_listing(state)),
        "dealer": state.dealer,
        "locked": state.locked,
        "mishap": _mishap(table),
        "float_tray": table.float_tray,
        "short": state.held.short if state.held else 0,
        "people": [_patron(table, each.name) for each in table.patrons],
        "hands": [[box.number, n + 1] for box in table.boxes for n, _ in enumerate(box.hands)],
        "sign": _sign(table),
        "closing": to_data(table.staff.closing),
        "closed": table.staff.closed,
        "minutes": _minutes(state.setting.rules),
        "told": _notices_given(table),
        "owed": to_data(table.staff.owed) if is_told else [],
        "disputes": [
            {**to_data(each), "state": dispute_state(each)} for each in table.staff.disputes
        ],
        "payments": [
            {**to_data(each), "says": payment_text(each), **to_data(status)}
            for each in table.staff.payments
            for status in (status_of(state.setting, each),)
            if each.is_open or status.duties
        ],
        "detained": to_data(table.people.detained),
        "debts": to_data(table.people.debts),
        "session": to_data(session_view(table)),
        "forms": to_data(tuple(sealed_forms(state.setting.rules, table, caller.person))),
    }


def waiting_at(state: FloorTable, at: int) -> list[Data]:
    """Return the alerts open at a time in milliseconds, and who has acknowledged each."""
    seen = {each.alert: {"by": each.by, "at": each.at} for each in state.acknowledged}
    return [
        {**to_data(each), "acknowledged": seen.get(each.key)}
        for each in open_alerts(state)
        if each.since is None or each.since * SECOND <= at
    ]


def _mishap(table: Table) -> Data | None:
    """Return the open irregularity, and what correcting the round would change."""
    mishap = table.irregularity
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
    """Return a player with their chips and the orders about them alone."""
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
        "maximum": sign.orders.maximum_of(name) if sign else None,
        "restrictions": []
        if sign is None
        else [to_data(each) for each in sign.orders.restrictions if each.player == name],
    }


def _sign(table: Table) -> Data | None:
    """Return the limits, announced changes, and the orders about the whole table."""
    sign = table.sign
    if sign is None:
        return None
    orders = to_data(sign.orders)
    return {
        "stated": to_data(sign.stated),
        "announced": to_data(sign.announced),
        "orders": {name: orders[name] for name in orders if name != "restrictions"},
    }


def _minutes(rules: Rulebook) -> Data:
    """Return how long a sign stands before limits come, and before a table closes; None: no such clock."""
    raising, closing = rules.raising, rules.table_closing
    return {
        "limits": None if isinstance(raising, NotOffered) else raising.sign_stands.value,
        "closing": None if isinstance(closing, NotOffered) else closing.closing_sign_minutes.value,
    }


def _notices_given(table: Table) -> list[Data]:
    """Return the notices that have been given for an order since it was last given."""
    if table.sign is None:
        return []
    return [
        {"to": to, "about": about, "player": player}
        for notices in FIRST.values()
        for to, about, by_name in notices
        for player in ([each.name for each in table.patrons] if by_name else [None])
        if was_told_first(table, to, about, player)
    ]


_AMOUNTS: Final = ("amount", "minimum", "maximum", "value", "pays", "paid", "due")
_BY_NAME: Final = {
    "player": "player",
    "to": "player",
    "box": "box",
    "hands": "hands",
    "dispute": "dispute",
    "entry": "entry",
}
_GROUPS: Final[dict[type, str]] = {
    kind: title
    for subject, title in (
        (CARDS, "Cards"),
        (PEOPLE, "Players"),
        (SIGN, "Limits and sign"),
        (TOKENS, "Vouchers"),
        (FACE_DOWN, "Cards"),
        (IRREGULARITIES, "Irregularities"),
        (MALFUNCTION, "Irregularities"),
        (STAFF, "Notices, disputes, payments, closing"),
        (SESSION, session_orders.GROUP),
    )
    for kind in subject.commands
}
_OF_THE_FLOOR: Final[dict[type, tuple[Role, ...]]] = {
    f.SeatDealer: ("dealer",),
    f.RelieveDealer: ("dealer", *SUPERVISORS),
    f.FillFloat: SUPERVISORS,
    f.CreditFloat: SUPERVISORS,
    f.SettleDebt: SUPERVISORS,
    f.UnlockTable: MANAGERS,
}
"""Orders that no rulebook mentions; the floor itself refuses other roles."""

_BY_ORDER: Final[dict[tuple[str, str], Data]] = {
    ("give-notice", "to"): {
        "as": "suggested",
        "choices": ["inspector", "Surveillance", "inspector or police officer", "NICC", "players"],
    },
    ("take-down-announcement", "when"): {"as": "announced"},
    ("report-wrong-payment", "round"): {"as": "round"},
    ("advise-of-complaint", "how"): {
        "as": "suggested",
        "choices": ["by letter", "by phone", "by email"],
    },
    ("report-found-wager", "tokens"): {"as": "part"},
    **session_orders.FIELDS,
}
"""Fields whose name means something else in one order."""

_LEFT_OUT: Final = (f.NextStep,)
_KNOWN: Final = frozenset({("report-found-wager", "seated")})
"""Fields that a table of the house fills in: it knows who sits where."""

_TECHNICAL: Final = re.compile(r"[;.] `")


@cache
def orders_for(name: str, role: Role) -> tuple[Data, ...]:
    """Return the orders that a role may give at a table with this rulebook."""
    rules = rulebook(name)
    found = []
    for command, kind in COMMANDS.items():
        if issubclass(kind, StaffCommand):
            power = power_of(rules, kind)
            assert power is not None
            if role in holders(rules, power.value):
                found.append(_order(command, kind, power.clause))
        elif kind is ReportAbsent and role != "dealer":  # a dealer has a button for it
            power = rules.powers.may_report_absent
            if role in holders(rules, power.value):
                found.append(_order(command, kind, power.clause))
        elif role in _OF_THE_FLOOR.get(kind, ()) and kind not in _LEFT_OUT:
            found.append(_order(command, kind, None))
    return tuple(found)


def _order(command: str, kind: type, clause: str | None) -> Data:
    words = command.replace("-", " ")
    hints = get_type_hints(kind)
    return {
        "do": command,
        "title": words[0].upper() + words[1:],
        "says": in_words(kind.__doc__ or ""),
        "clause": clause,
        "group": _GROUPS.get(kind, "Dealer, float and table"),
        "fields": [
            _field(command, each, hints[each])
            for each in own_fields(kind)
            if (command, each) not in _KNOWN
        ],
        "first": [
            {"to": to, "about": about, "by_name": by_name}
            for to, about, by_name in FIRST.get(command, ())
        ],
    }


def in_words(doc: str) -> str:
    """Return a command's docstring without the part for programmers."""
    line = doc.strip().split("\n")[0]
    said = (
        _TECHNICAL.split(line)[0].rstrip(" ;:").replace("None", "left out").replace("False", "no")
    )
    return said if said.endswith((".", "?", "!")) else f"{said}."


def _field(command: str, name: str, kind: Any) -> Data:
    """Return how a field is filled in: by its type, or by its name where the type says little."""
    inner = [each for each in get_args(kind) if each is not NoneType]
    is_optional = get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind)
    input_ = _BY_ORDER.get((command, name)) or _input_for(name, inner[0] if is_optional else kind)
    return {"name": name, "label": name.replace("_", " "), "optional": is_optional, **input_}


def _input_for(name: str, kind: Any) -> Data:
    if isinstance(kind, NewType):
        return {"as": "hour" if kind is Moment else _input_for(name, kind.__supertype__)["as"]}
    if get_origin(kind) is Literal:
        return {"as": "choice", "choices": list(get_args(kind))}
    if get_origin(kind) is tuple:
        if get_args(kind)[0] is Card:
            return {"as": "cards"}
        several = {"hands": "hands", "boxes": "boxes", "forfeited_by": "players"}
        return {"as": several.get(name, "words")}
    if kind is Stated:
        return {"as": "limits"}
    if kind is Card:
        return {"as": "card"}
    if kind is bool:
        return {"as": "flag"}
    if kind is int:
        return {"as": "amount" if name in _AMOUNTS else _BY_NAME.get(name, "number")}
    return {"as": _BY_NAME.get(name, "text")}


@cache
def troubles_for(name: str, role: Role) -> tuple[Data, ...]:
    """Return every irregularity of a rulebook, its rules, and what this role may do about it."""
    names = {kind.__name__: command for command, kind in COMMANDS.items()}
    return tuple(
        {
            "id": each.id,
            "what": each.what_happened,
            "provided": each.provided,
            "says": [{"clause": entry.number, "says": entry.says} for entry in each.rules_say],
            "acts": [
                {"do": names.get(act.command), "what": in_words(act.what), "who": list(act.roles)}
                for act in each.who_decides
            ],
            "table_does": list(each.table_does),
        }
        for each in irregularities(rulebook(name))
    )


# Why a button is disabled: the judge's answer to a command that is not given.


router = APIRouter(prefix="/api", tags=["tables"])


class RefusalShown(BaseModel):
    """A refusal in words for the caller, with its clause."""

    code: str
    clause: str | None
    detail: str


class WhyNotAnswer(BaseModel):
    """The refusal of a command that was not given; null: the rules would let it through."""

    refusal: RefusalShown | None


@router.post("/tables/{table}/why-not", response_model=WhyNotAnswer)
async def why_not(
    given: GivenCommand, running: RequestedTable, caller: AnyCaller, services: Shared
) -> Any:
    """Return why a command would be refused now; nothing is carried out."""
    try:
        name, _, data = given.parts()
        command = command_from(name, data, caller.person, at=services.floor.now())
    except DataError as wrong:
        raise command_error(wrong) from None
    recalled = await services.floor.recall_for(running, command)
    about_floor = COMMANDS[name] in FLOOR_COMMANDS
    no = _refusal(running.state, command, caller, recalled, about_floor=about_floor)
    if no is None:
        return {"refusal": None}
    clause = None
    if isinstance(no, Refusal):
        no, clause = address_refusal(no, command, caller.person.name), no.clause
    return {"refusal": {"code": no.code, "clause": clause, "detail": no.detail}}


def _refusal(
    state: FloorTable, command: Any, caller: Caller, recalled: Recalled, *, about_floor: bool
) -> Rejected | None:
    scope = caller.why_not(scope_of(caller, command))
    if no := scope or why_not_person(state, command, caller.person):
        return no
    if about_floor:
        return None
    return judge(state.setting.rules, recall(state.table, recalled), command)
