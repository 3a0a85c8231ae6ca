"""What waits for somebody at a table, until it is done."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from houserules.core.money import priced
from houserules.core.people import Moment
from houserules.floor.encoding import Data, to_data
from houserules.floor.setting import Setting
from houserules.table.office.state import Dispute, Office, WrongPayment
from houserules.table.sign.state import Stated
from houserules.table.state import Table

AlertKind = Literal[
    "locked",
    "mishap",
    "no dealer",
    "float tray",
    "detention",
    "notice",
    "dispute",
    "payment",
    "limits",
    "closing",
]


@dataclass(frozen=True, slots=True)
class Alert:
    """Something that waits; `key` names it among all that wait at the table."""

    kind: AlertKind
    key: str
    says: str
    about: Data = field(default_factory=dict)  # what is known of the order that answers it
    since: Moment | None = None  # it waits from this hour; None: from when it came up


def alerts_of(
    setting: Setting, table: Table, *, locked: str | None, dealer: str | None
) -> list[Alert]:
    """Give everything that waits at a table, or will when an hour has come; each thing once."""
    found = [
        *_of_the_table(setting, table, locked=locked, dealer=dealer),
        *_of_people(table),
        *_of_office(table.office),
        *_of_signs(table),
    ]
    return list({each.key: each for each in found}.values())


def _of_the_table(
    setting: Setting, table: Table, *, locked: str | None, dealer: str | None
) -> Iterator[Alert]:
    if locked is not None:
        yield Alert("locked", "locked", f"The table is locked: {locked}.")
    if mishap := table.mishap:
        what = mishap.what.removesuffix(".")
        yield Alert("mishap", f"mishap {mishap.kind}", f"{what} ({mishap.clause}).")
    if table.patrons and not setting.is_automatic and dealer is None:
        yield Alert("no dealer", "no dealer", "Players wait and nobody deals.")
    if setting.kind == "live" and table.float_tray < 0:
        yield Alert("float tray", "float tray", "The float tray is short.")


def _of_people(table: Table) -> Iterator[Alert]:
    for each in table.people.detained:
        says = f"{each.player} is detained until an officer has taken over ({each.clause})."
        yield Alert("detention", f"detention {each.player}", says, {"player": each.player})


def _of_office(office: Office) -> Iterator[Alert]:
    for owed in office.owed:
        about = f"{owed.about}, {owed.player}" if owed.player else owed.about
        says = f"A notice is owed to {owed.to}: {about} ({owed.clause})."
        known = {"to": owed.to, "about": owed.about, "player": owed.player}
        yield Alert("notice", f"notice {owed.to}: {about}", says, known)
    for each in office.disputes:
        if not each.closed:
            state = dispute_state(each)
            says = f"Dispute {each.number}, {each.player}: “{each.about}”; {state}."
            yield Alert("dispute", f"dispute {each.number}: {state}", says)
    for entry in office.payments:
        if entry.rectified is None:
            says = f"Wrong payment {entry.number}, {payment_text(entry)}."
            yield Alert("payment", f"payment {entry.number}", says)


def _of_signs(table: Table) -> Iterator[Alert]:
    for each in table.sign.announced if table.sign else ():
        says = f"The announced limits {limits_text(each.stated)} may come into force."
        known = {"stated": to_data(each.stated)}
        yield Alert("limits", f"limits {each.when}", says, known, each.when)
    if sign := table.office.closing:
        says = "The hour on the closing sign has come."
        yield Alert("closing", f"closing {sign.closes}", says, since=sign.closes)


def dispute_state(each: Dispute) -> str:
    """Say what a dispute waits for."""
    if not each.decisions:
        return "waits for a first decision"
    if not each.is_decided:
        return "waits for a review"
    if each.accepted:
        return "decided and accepted; close it"
    if each.advised:
        return "decided, the player knows where to complain"
    if each.review_asked:
        return "decided on review; the player may complain to an inspector"
    return "decided; the player may ask for a review"


def payment_text(each: WrongPayment) -> str:
    """Say what was wrong about a payment."""
    where = f"round {each.round}" + (f", box {each.box}" if each.box else "")
    wrong = f"the house owes {priced(each.owed)}"
    if each.owed < 0:
        wrong = f"{priced(-each.owed)} too much"
    return f"{where}: {priced(each.paid)} paid, {priced(each.due)} due; {wrong}"


def limits_text(stated: Stated) -> str:
    """Write limits: $5 to $5,000."""
    most = " and up" if stated.maximum is None else f" to {priced(stated.maximum)}"
    return f"{priced(stated.minimum)}{most}"
