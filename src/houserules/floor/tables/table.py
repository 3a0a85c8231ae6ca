"""A floor table as its stream leaves it: the game, the dealer, who is ready, its alerts."""

from collections.abc import Iterator
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
from houserules.table.people.evolve import with_new_name
from houserules.table.session.events import SessionEnded
from houserules.table.session.order import in_turn
from houserules.table.session.state import Session
from houserules.table.sign.state import Stated
from houserules.table.staff.events import DisputeClosed, NoticeGiven
from houserules.table.staff.evolve import dispute_after
from houserules.table.staff.state import Dispute, Notice, Staff, WrongPayment
from houserules.table.state import Table, changed
from houserules.table.views import Finished

_SHOWN: Final = 20
"""Closed disputes and notices that are shown at the table; the registers have all of them."""


# Alerts: what needs attention at a table until it is done.


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
    "tournament",
]


@dataclass(frozen=True, slots=True)
class Alert:
    """Something that needs attention; `key` is unique at the table."""

    kind: AlertKind
    key: str
    says: str
    about: Data = field(default_factory=dict)  # known fields of the command that answers it
    since: Moment | None = None  # due from this time; None: at once


def alerts_of(
    setting: Setting, table: Table, *, locked: str | None, dealer: str | None, short: Cents
) -> list[Alert]:
    """Return everything that needs attention at a table, now or from a later time."""
    alerts = [
        *_of_the_table(setting, table, locked=locked, dealer=dealer),
        *_of_the_float(setting, table, short),
        *_of_people(table),
        *_of_staff(table.staff),
        *_of_signs(table),
        *_of_session(setting, table),
    ]
    return list({alert.key: alert for alert in alerts}.values())


def _of_the_table(
    setting: Setting, table: Table, *, locked: str | None, dealer: str | None
) -> Iterator[Alert]:
    if locked is not None:
        yield Alert("locked", "locked", f"The table is locked: {locked}.")
    if mishap := table.irregularity:
        what = mishap.what.removesuffix(".")
        yield Alert("mishap", f"mishap {mishap.kind}", f"{what} ({mishap.clause}).")
    if table.patrons and not setting.is_automatic and dealer is None:
        yield Alert("no dealer", "no dealer", "Players are waiting and there is no dealer.")


def _of_the_float(setting: Setting, table: Table, short: Cents) -> Iterator[Alert]:
    """Yield the alerts for a held payment, or for a live table without a float."""
    if short > 0:
        says = f"A payment waits: the float is {format_money(short)} short. Fill it, and play continues."
        yield Alert("float tray", "payment held", says, {"amount": short})
    elif (
        setting.kind == "live"
        and table.float_tray <= 0
        and not (table.staff.closed or table.session is not None)
    ):
        yield Alert("float tray", "float tray", "The float is empty. Fill it.")


def _of_people(table: Table) -> Iterator[Alert]:
    for detained in table.people.detained:
        says = f"{detained.player} is detained until an officer has taken over ({detained.clause})."
        yield Alert("detention", f"detention {detained.player}", says, {"player": detained.player})
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
    for dispute in staff.disputes:
        waits_for = dispute_state(dispute)
        says = f"Dispute {dispute.number}, {dispute.player}: “{dispute.about}”; {waits_for}."
        yield Alert("dispute", f"dispute {dispute.number}: {waits_for}", says)
    for entry in staff.payments:
        if entry.is_open:
            says = f"Wrong payment {entry.number}, {payment_text(entry)}."
            yield Alert("payment", f"payment {entry.number}", says)


def _of_signs(table: Table) -> Iterator[Alert]:
    for change in table.sign.announced if table.sign else ():
        says = f"The announced limits {limits_text(change.stated)} may come into force."
        known = {"stated": to_data(change.stated)}
        yield Alert("limits", f"limits {change.when}", says, known, change.when)
    if sign := table.staff.closing:
        says = "The time on the closing sign has come: close the table."
        yield Alert("closing", f"closing {sign.closes}", says, since=sign.closes)


def _of_session(setting: Setting, table: Table) -> Iterator[Alert]:
    """Yield what staff have to do in a session that people deal."""
    session = table.session
    if session is None or setting.is_automatic:
        return
    for entry in session.entries:
        if entry.form is not None and not entry.examined:
            says = f"{entry.player} has handed in a form. Examine it."
            yield Alert("tournament", f"form {entry.player}", says, {"player": entry.player})
    if session.count_due:
        yield Alert("tournament", "count", "Count every player's chips and record the count.")
    elif session.is_over and session.result is None:
        yield Alert("tournament", "result", "The session is over. Announce the result.")
    elif session.result is not None and not session.returned:
        yield Alert(
            "tournament", "chips", "Collect the tournament chips and record what is missing."
        )


def dispute_state(dispute: Dispute) -> str:
    """Say what the next step of a dispute is."""
    if not dispute.decisions:
        return "waits for a first decision"
    if not dispute.is_decided:
        return "waits for a review"
    if dispute.accepted:
        return "decided and accepted; close it"
    if dispute.advised:
        return "decided, the player knows where to complain"
    if dispute.review_asked:
        return "decided on review; the player may complain to an inspector"
    return "decided; the player may ask for a review"


def payment_text(payment: WrongPayment) -> str:
    """Say what was wrong with a payment."""
    where = f"round {payment.round}" + (f", box {payment.box}" if payment.box else "")
    wrong = f"the house owes {format_money(payment.owed)}"
    if payment.owed < 0:
        wrong = f"{format_money(-payment.owed)} too much"
    return f"{where}: {format_money(payment.paid)} paid, {format_money(payment.due)} due; {wrong}"


def limits_text(stated: Stated) -> str:
    """Format limits: $5 to $5,000."""
    most = " and up" if stated.maximum is None else f" to {format_money(stated.maximum)}"
    return f"{format_money(stated.minimum)}{most}"


@dataclass(frozen=True)
class FloorTable:
    """A table as its stream leaves it at a position."""

    setting: Setting
    table: Table = field(default_factory=Table)
    position: int = 0
    dealer: str | None = None  # behind the table, where people deal
    ready: frozenset[str] = frozenset()  # players who are ready
    leaving: frozenset[str] = frozenset()  # players who leave once their wagers are settled
    locked: str | None = None  # why the table is locked
    since: int = 0  # milliseconds: when the current wait began
    brought: Cents = 0  # money that came in from wallets and cage, less what went out
    acknowledged: tuple[AlertAcknowledged, ...] = ()  # of alerts that are still open
    held: PaymentHeld | None = None  # the payment that waits for a fill
    former: frozenset[str] = frozenset()  # names of guests who have signed up since
    finished: Finished = field(default_factory=Finished)  # the last that the table has put away
    last_session: Session | None = None  # of a tournament, as it ended here

    def dispute(self, number: int) -> Dispute | None:
        """Return an open dispute, or the one closed last."""
        if dispute := self.table.staff.dispute(number):
            return dispute
        return next(
            (dispute for dispute in self.finished.disputes if dispute.number == number), None
        )


def current_wait(table: Table) -> tuple[Any, ...]:
    """Return what the table waits for; its clock restarts when this changes."""
    turn = table.turn() if table.phase == "playing" else None
    hand = turn and (turn[0].number, turn[1], len(turn[2].cards))
    asked = table.awaiting
    due = next_step(table) if table.source is not None else None
    first = table.phase == "betting" and not table.boxes and table.session is None
    question = asked and (asked.question, asked.box, asked.hand)
    return table.phase, first, hand, question, due, _wait_of_session(table)


def _wait_of_session(table: Table) -> tuple[Any, ...] | None:
    """Return what a session waits for: the wagers of a round, in turn where there is an order."""
    session = table.session
    if session is None:
        return None
    waits = table.phase == "betting"
    return (
        session.round,
        (in_turn(session), session.late) if waits else None,
        session.is_over,
        bool(table.staff.disputes),
    )


def apply_events(state: FloorTable, events: tuple[Any, ...], *, at: int) -> FloorTable:
    """Return the table after events of its stream, at a time in milliseconds."""
    before = current_wait(state.table)
    for event in events:
        state = _apply_event(state, event)
        if state.acknowledged:
            state = _without_what_is_done(state)
    state = changed(state, position=state.position + len(events))
    if current_wait(state.table) == before:
        return state
    return changed(state, since=at, ready=frozenset())


def open_alerts(state: FloorTable) -> list[Alert]:
    """Return everything that needs attention here, now or from a later time."""
    return alerts_of(
        state.setting,
        state.table,
        locked=state.locked,
        dealer=state.dealer,
        short=state.held.short if state.held else 0,
    )


def _without_what_is_done(state: FloorTable) -> FloorTable:
    """Drop the acknowledgements of settled alerts: if one comes back, it needs a new one."""
    open_ = {alert.key for alert in open_alerts(state)}
    still = tuple(
        acknowledged for acknowledged in state.acknowledged if acknowledged.alert in open_
    )
    return state if still == state.acknowledged else changed(state, acknowledged=still)


def _apply_event(state: FloorTable, event: Any) -> FloorTable:
    match event:
        case TableSetUp() | ShoeRevealed():
            return state
        case DealerSeated(dealer):
            return changed(state, dealer=dealer)
        case DealerRelieved():
            return changed(state, dealer=None)
        case PlayerReady(player):
            return changed(state, ready=state.ready | {player})
        case PlayerLeaving(player):
            return changed(state, leaving=state.leaving | {player})
        case FloatMoved(amount):
            table = changed(state.table, float_tray=state.table.float_tray + amount)
            held = state.held and replace(state.held, short=state.held.short - amount)
            return changed(state, table=table, brought=state.brought + amount, held=held)
        case PaymentHeld():
            return changed(state, held=event)
        case PaymentReleased():
            return changed(state, held=None)
        case TableLocked(why):
            return changed(state, locked=why)
        case TableUnlocked():
            return changed(state, locked=None)
        case AlertAcknowledged():
            return changed(state, acknowledged=(*state.acknowledged, event))
    return _apply_game_event(state, event)


def _apply_game_event(state: FloorTable, event: Any) -> FloorTable:
    table = evolve(state.table, event)
    match event:
        case ChipsBrought(amount=amount):
            return changed(state, table=table, brought=state.brought + amount)
        case ChipsTaken(amount=amount):
            return changed(state, table=table, brought=state.brought - amount)
        case PlayerLeft(player=player) if player in state.leaving:
            return changed(state, table=table, leaving=state.leaving - {player})
        case DisputeClosed(dispute=number) if dispute := state.table.staff.dispute(number):
            closed = (*state.finished.disputes, dispute_after(dispute, event))
            finished = replace(state.finished, disputes=closed[-_SHOWN:])
            return changed(state, table=table, finished=finished)
        case NoticeGiven(to=to, about=about, player=player, by=by, at=at):
            given = (*state.finished.notices, Notice(to, about, player, by, at))
            finished = replace(state.finished, notices=given[-_SHOWN:])
            return changed(state, table=table, finished=finished)
        case SessionEnded():
            return changed(state, table=table, last_session=state.table.session)
        case PlayerRenamed(player=old, to=new):
            ready, leaving = (
                with_new_name(names, old, new) for names in (state.ready, state.leaving)
            )
            former, finished = state.former | {old}, with_new_name(state.finished, old, new)
            state = changed(state, former=former, finished=finished)
            return changed(state, table=table, ready=ready, leaving=leaving)
    return changed(state, table=table)
