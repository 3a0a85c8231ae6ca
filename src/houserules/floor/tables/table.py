"""A table as its stream leaves it: the game, who deals, who is ready, and since when it waits."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from houserules.core.codec import Data, to_data
from houserules.core.money import Cents, format_money
from houserules.core.people import Moment
from houserules.floor.events import (
    AlertAcknowledged,
    DealerRelieved,
    DealerSeated,
    FloatMoved,
    PaymentHeld,
    PaymentReleased,
    PlayerLeaving,
    PlayerReady,
    ShoeRevealed,
    TableLocked,
    TableSetUp,
    TableUnlocked,
)
from houserules.floor.tables.settings import Setting
from houserules.table.cards.open_steps import next_step
from houserules.table.events import ChipsBrought, ChipsTaken
from houserules.table.evolve import evolve
from houserules.table.people.events import PlayerLeft, PlayerRenamed
from houserules.table.people.evolve import renamed
from houserules.table.sign.state import Stated
from houserules.table.staff.state import Dispute, Staff, WrongPayment
from houserules.table.state import Table, changed

# What waits for somebody at a table, until it is done.


AlertKind = Literal[
    "locked",
    "mishap",
    "no dealer",
    "float tray",
    "detention",
    "debt",
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
    setting: Setting, table: Table, *, locked: str | None, dealer: str | None, short: Cents
) -> list[Alert]:
    """Return everything that waits at a table, or will when an hour has come; each thing once."""
    found = [
        *_of_the_table(setting, table, locked=locked, dealer=dealer),
        *_of_the_float(setting, table, short),
        *_of_people(table),
        *_of_staff(table.staff),
        *_of_signs(table),
    ]
    return list({each.key: each for each in found}.values())


def _of_the_table(
    setting: Setting, table: Table, *, locked: str | None, dealer: str | None
) -> Iterator[Alert]:
    if locked is not None:
        yield Alert("locked", "locked", f"The table is locked: {locked}.")
    if mishap := table.irregularity:
        what = mishap.what.removesuffix(".")
        yield Alert("mishap", f"mishap {mishap.kind}", f"{what} ({mishap.clause}).")
    if table.patrons and not setting.is_automatic and dealer is None:
        yield Alert("no dealer", "no dealer", "Players wait and nobody deals.")


def _of_the_float(setting: Setting, table: Table, short: Cents) -> Iterator[Alert]:
    """Say that a payment waits for chips, or will because a live table has none."""
    if short > 0:
        says = (
            f"A payment waits: the float is {format_money(short)} short. Fill it, and play goes on."
        )
        yield Alert("float tray", "payment held", says, {"amount": short})
    elif setting.kind == "live" and table.float_tray <= 0 and not table.staff.closed:
        yield Alert("float tray", "float tray", "The float is empty. Fill it.")


def _of_people(table: Table) -> Iterator[Alert]:
    for each in table.people.detained:
        says = f"{each.player} is detained until an officer has taken over ({each.clause})."
        yield Alert("detention", f"detention {each.player}", says, {"player": each.player})
    for player in dict.fromkeys(debt.player for debt in table.people.debts):
        owed = table.people.owes(player)
        clauses = ", ".join(
            dict.fromkeys(debt.clause for debt in table.people.debts if debt.player == player)
        )
        says = (
            f"{player} owes the house {format_money(owed)} ({clauses}). Collect it or write it off."
        )
        yield Alert("debt", f"debt {player}: {owed}", says, {"player": player, "amount": owed})


def _of_staff(staff: Staff) -> Iterator[Alert]:
    for owed in staff.owed:
        about = f"{owed.about}, {owed.player}" if owed.player else owed.about
        says = f"A notice is owed to {owed.to}: {about} ({owed.clause})."
        known = {"to": owed.to, "about": owed.about, "player": owed.player}
        yield Alert("notice", f"notice {owed.to}: {about}", says, known)
    for each in staff.disputes:
        if not each.closed:
            state = dispute_state(each)
            says = f"Dispute {each.number}, {each.player}: “{each.about}”; {state}."
            yield Alert("dispute", f"dispute {each.number}: {state}", says)
    for entry in staff.payments:
        if entry.is_open:
            says = f"Wrong payment {entry.number}, {payment_text(entry)}."
            yield Alert("payment", f"payment {entry.number}", says)


def _of_signs(table: Table) -> Iterator[Alert]:
    for each in table.sign.announced if table.sign else ():
        says = f"The announced limits {limits_text(each.stated)} may come into force."
        known = {"stated": to_data(each.stated)}
        yield Alert("limits", f"limits {each.when}", says, known, each.when)
    if sign := table.staff.closing:
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
    wrong = f"the house owes {format_money(each.owed)}"
    if each.owed < 0:
        wrong = f"{format_money(-each.owed)} too much"
    return f"{where}: {format_money(each.paid)} paid, {format_money(each.due)} due; {wrong}"


def limits_text(stated: Stated) -> str:
    """Write limits: $5 to $5,000."""
    most = " and up" if stated.maximum is None else f" to {format_money(stated.maximum)}"
    return f"{format_money(stated.minimum)}{most}"


@dataclass(frozen=True)
class Standing:
    """What one table's stream says, up to a position of it."""

    setting: Setting
    table: Table = field(default_factory=Table)
    position: int = 0
    dealer: str | None = None  # behind the table, where people deal
    ready: frozenset[str] = frozenset()  # players who wait for nothing more
    leaving: frozenset[str] = frozenset()  # players who go when their wagers are settled
    locked: str | None = None  # why nothing is done here
    since: int = 0  # milliseconds: when it began to wait for what it waits for now
    brought: Cents = 0  # money that came in from wallets and cage, less what went out
    acknowledged: tuple[AlertAcknowledged, ...] = ()  # of what still waits here
    held: PaymentHeld | None = None  # what waits for a fill of the float
    former: frozenset[str] = frozenset()  # names of guests who have signed up since


def awaited(table: Table) -> tuple[Any, ...]:
    """Say what the table waits for; as long as it is the same, the same clock runs."""
    turn = table.turn() if table.phase == "playing" else None
    hand = turn and (turn[0].number, turn[1], len(turn[2].cards))
    asked = table.awaiting
    due = next_step(table) if table.source is not None else None
    first = table.phase == "betting" and not table.boxes
    return table.phase, first, hand, asked and (asked.question, asked.box, asked.hand), due


def after(standing: Standing, events: tuple[Any, ...], *, at: int) -> Standing:
    """Return the table after events of its stream, at an hour in milliseconds."""
    before = awaited(standing.table)
    for event in events:
        standing = _STEPS.get(type(event), _played)(standing, event)
        if standing.acknowledged:
            standing = _without_what_is_done(standing)
    standing = changed(standing, position=standing.position + len(events))
    return standing if awaited(standing.table) == before else _waiting_anew(standing, at)


def _waiting_anew(standing: Standing, at: int) -> Standing:
    return changed(standing, since=at, ready=frozenset())


def open_alerts(standing: Standing) -> list[Alert]:
    """Return what waits for somebody here, or will when an hour has come."""
    return alerts_of(
        standing.setting,
        standing.table,
        locked=standing.locked,
        dealer=standing.dealer,
        short=standing.held.short if standing.held else 0,
    )


def _without_what_is_done(standing: Standing) -> Standing:
    """What is done and comes up again has to be acknowledged again."""
    open_ = {each.key for each in open_alerts(standing)}
    still = tuple(each for each in standing.acknowledged if each.alert in open_)
    return standing if still == standing.acknowledged else changed(standing, acknowledged=still)


def _played(standing: Standing, event: Any) -> Standing:
    table = evolve(standing.table, event)
    match event:
        case ChipsBrought(amount=amount):
            return changed(standing, table=table, brought=standing.brought + amount)
        case ChipsTaken(amount=amount):
            return changed(standing, table=table, brought=standing.brought - amount)
        case PlayerLeft(player=player) if player in standing.leaving:
            return changed(standing, table=table, leaving=standing.leaving - {player})
        case PlayerRenamed(player=old, to=new):
            ready, leaving = (
                renamed(each, old, new) for each in (standing.ready, standing.leaving)
            )
            former = standing.former | {old}
            return changed(standing, table=table, ready=ready, leaving=leaving, former=former)
    return changed(standing, table=table)


def _seated(standing: Standing, event: DealerSeated) -> Standing:
    return changed(standing, dealer=event.dealer)


def _relieved(standing: Standing, event: DealerRelieved) -> Standing:
    return changed(standing, dealer=None)


def _ready(standing: Standing, event: PlayerReady) -> Standing:
    return changed(standing, ready=standing.ready | {event.player})


def _leaving(standing: Standing, event: PlayerLeaving) -> Standing:
    return changed(standing, leaving=standing.leaving | {event.player})


def _float(standing: Standing, event: FloatMoved) -> Standing:
    table = changed(standing.table, float_tray=standing.table.float_tray + event.amount)
    held = standing.held and replace(standing.held, short=standing.held.short - event.amount)
    return changed(standing, table=table, brought=standing.brought + event.amount, held=held)


def _held(standing: Standing, event: PaymentHeld) -> Standing:
    return changed(standing, held=event)


def _released(standing: Standing, event: PaymentReleased) -> Standing:
    return changed(standing, held=None)


def _locked(standing: Standing, event: TableLocked) -> Standing:
    return changed(standing, locked=event.why)


def _unlocked(standing: Standing, event: TableUnlocked) -> Standing:
    return changed(standing, locked=None)


def _acknowledged(standing: Standing, event: AlertAcknowledged) -> Standing:
    return changed(standing, acknowledged=(*standing.acknowledged, event))


def _same(standing: Standing, event: Any) -> Standing:
    return standing


_STEPS: Final[dict[type, Callable[[Standing, Any], Standing]]] = {
    TableSetUp: _same,
    DealerSeated: _seated,
    DealerRelieved: _relieved,
    PlayerReady: _ready,
    PlayerLeaving: _leaving,
    FloatMoved: _float,
    PaymentHeld: _held,
    PaymentReleased: _released,
    ShoeRevealed: _same,
    TableLocked: _locked,
    TableUnlocked: _unlocked,
    AlertAcknowledged: _acknowledged,
}
